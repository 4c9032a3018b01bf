//===- contention_story.cpp - sentences about contended atomics -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/contention_story.h"
#include "analyzer/analysis/flow/linear.h"
#include "checks/story.h"

using namespace fencepost;

bool fencepost::isUnused(const Event &E) {
  return E.Kind == EventKind::Red || !E.ResultUsed;
}

std::string fencepost::crowdOf(const FunctionView &In, const Contention &C) {
  bool IsOfBlock =
      C.IsShared || C.At.Group == Uniform::Block || C.At.IsPerBlock;
  std::string Where = IsOfBlock      ? "of a block"
                      : C.IsOneBlock ? "of one block"
                                     : "of the grid";
  switch (C.Who) {
  case Crowd::Everyone:
    if (C.Threads && !IsOfBlock && !C.IsOneBlock && C.At.Group == Uniform::Grid)
      return "all " + std::to_string(*C.Threads) + " threads of the grid";
    return "every thread " + Where;
  case Crowd::ByData:
    return "every thread " + Where + " whose data ask for it";
  case Crowd::SomeWarps:
    return "every thread of some warps of each block";
  case Crowd::PerWarp:
    return "one lane of each warp";
  case Crowd::One:
    return "one thread of each block";
  case Crowd::Unknown:
    return "several threads";
  }
  return "";
}

/// `updates`, `update`: fits crowdOf().
static std::string updates(const Contention &C) {
  bool AreAll = C.Who == Crowd::Everyone && C.Threads && !C.IsShared &&
                !C.At.IsPerBlock && !C.IsOneBlock &&
                C.At.Group == Uniform::Grid;
  return AreAll || C.Who == Crowd::Unknown ? " update " : " updates ";
}

std::string fencepost::typeOf(const Event &E) {
  if (E.IsFloat) {
    std::string Name = E.Bits == 64   ? "double"
                       : E.Bits == 16 ? "half"
                                      : "float";
    if (E.Elements > 1)
      Name += std::to_string(E.Elements);
    return Name;
  }
  return E.Bits == 64 ? "unsigned long long" : "int";
}

std::string fencepost::mergingOf(const FunctionView &In, const Contention &C) {
  const Event &E = In.event(C.E);
  if (C.Who == Crowd::PerWarp)
    return "the number of atomics on this word grows with the number of warps";
  if (C.IsShared && (E.IsFloat || E.Bits == 64))
    return typeOf(E) + " atomics in shared memory are compare-and-swap loops "
                       "that lose against each other";
  if (C.IsShared && C.IsMerged)
    return "the lanes of a warp are merged, and the warps pass one after the "
           "other";
  if (C.IsMerged)
    return "the compiler merges the lanes of a warp, so one atomic per warp " +
           std::string(C.IsInGrowingLoop ? "and iteration " : "") + "is left";
  if (C.IsUpdate && C.IsProbed)
    return "the look before it spares those that come late, but all threads "
           "that run at first try their compare-and-swap at once";
  if (C.IsUpdate)
    return "a compare-and-swap loop fails for all but one thread at a time";
  if (E.IsFloat)
    return "the compiler does not merge " + typeOf(E) +
           " atomics, so they are done one after the other";
  return "the compiler does not merge these operations over a warp, so they "
         "are done one after the other";
}

std::string fencepost::howOften(const FunctionView &In, const Contention &C) {
  bool Again = (C.At.Repeats != NoId || C.At.IsInvariant) && !C.IsReadInLoop;
  return Again ? " in each iteration of the loop" : "";
}

std::string fencepost::plainName(const FunctionView &In, EventId E) {
  std::string Name = nameOf(In, E);
  if (Name.size() > 2 && Name.front() == '\'' && Name.back() == '\'')
    return Name.substr(1, Name.size() - 2);
  return "*p";
}

std::string fencepost::pointerTo(const FunctionView &In, EventId E) {
  const Object &O = In.provenance().object(E);
  std::string Name = plainName(In, E);
  llvm::StringRef Text = Name;
  if (Text.consume_front("*"))
    return Text.str();
  if ((O.Kind == BaseKind::Param || O.Kind == BaseKind::Loaded) &&
      O.Name == Name)
    return Name;
  return "&" + Name;
}

std::string fencepost::callOf(const FunctionView &In, EventId E,
                              llvm::StringRef Operand) {
  const Event &Ev = In.event(E);
  llvm::StringRef Function;
  switch (Ev.Rmw) {
  case RmwOp::Min:
    Function = "atomicMin";
    break;
  case RmwOp::Max:
    Function = "atomicMax";
    break;
  case RmwOp::And:
    Function = "atomicAnd";
    break;
  case RmwOp::Or:
    Function = "atomicOr";
    break;
  case RmwOp::Xor:
    Function = "atomicXor";
    break;
  case RmwOp::Sub:
    Function = "atomicSub";
    break;
  case RmwOp::Cas:
    return "the same loop with '" + Operand.str() + "'";
  case RmwOp::None:
  case RmwOp::Add:
  case RmwOp::Inc:
  case RmwOp::Dec:
  case RmwOp::Exch:
  case RmwOp::Other:
    Function = "atomicAdd";
    break;
  }
  return "'" + Function.str() + "(" + pointerTo(In, E) + ", " + Operand.str() +
         ")'";
}

std::string fencepost::loopAt(const FunctionView &In, uint32_t L) {
  if (L == NoId)
    return "the loop";
  const Loop &Of = In.loops().all()[L];
  for (const Loop::Exit &X : Of.Exits)
    if (uint32_t Line = In.module().at(In.fn().block(X.From).Term.Loc).Line)
      return "the loop of line " + std::to_string(Line);
  return "the loop";
}

void fencepost::tellContention(FindingBuilder &F, const FunctionView &In,
                               const Contention &C) {
  F.step(Role::Access, In.event(C.E),
         crowdOf(In, C) + " reaches " + nameOf(In, C.E) + howOften(In, C));
  uint32_t L = C.At.Repeats != NoId ? C.At.Repeats : C.Loop;
  if (L != NoId)
    for (const Loop::Exit &X : In.loops().all()[L].Exits)
      if (LocationId Loc = In.fn().block(X.From).Term.Loc; Loc != Nowhere) {
        F.step(Role::Access, Loc,
               C.At.Repeats != NoId
                   ? "each iteration of this loop comes to the same address"
                   : "the loop around it");
        break;
      }
}

/// How the lanes of a warp are combined, by type and architecture.
static std::string warpReduction(const FunctionView &In, const Event &E) {
  unsigned Sm = smVersion(In.module().Arch);
  if (!E.IsFloat && E.Bits == 32 && Sm >= 80 && isReduction(In, E)) {
    llvm::StringRef Op = E.Rmw == RmwOp::Min   ? "min"
                         : E.Rmw == RmwOp::Max ? "max"
                         : E.Rmw == RmwOp::And ? "and"
                         : E.Rmw == RmwOp::Or  ? "or"
                         : E.Rmw == RmwOp::Xor ? "xor"
                                               : "add";
    return "'__reduce_" + Op.str() + "_sync(~0u, v)'";
  }
  if (E.Rmw == RmwOp::Cas)
    return "'cg::reduce(warp, v, op)', with what the loop does as 'op',";
  llvm::StringRef Op = E.Rmw == RmwOp::Min   ? "less"
                       : E.Rmw == RmwOp::Max ? "greater"
                                             : "plus";
  return "'cg::reduce(warp, v, cg::" + Op.str() + "<" + typeOf(E) + ">())'";
}

void fencepost::tellReduction(FindingBuilder &F, const FunctionView &In,
                              const Contention &C) {
  const Event &E = In.event(C.E);
  bool IsPtx = In.module().Origin == Layer::Ptx;
  if (!C.IsShared)
    F.alternative("two-kernels",
                  "store one partial result per block and combine them in a "
                  "second kernel: no atomic at all, and the same result in "
                  "every run");
  std::string Sum = E.Rmw == RmwOp::Min || E.Rmw == RmwOp::Max
                        ? "the extreme value"
                    : E.Rmw == RmwOp::Cas ? "the result"
                                          : "the sum";
  if (IsPtx)
    F.alternative("reduce-then-atomic",
                  "combine the lanes with 'redux.sync' or 'shfl.sync' and the "
                  "warps in shared memory, then let one thread of the block "
                  "do one atomic");
  else
    F.alternative("reduce-then-atomic",
                  "combine the lanes with " + warpReduction(In, E) +
                      (C.IsShared ? ", then one atomic per warp: 'if "
                                    "(threadIdx.x % 32 == 0)' "
                                  : " and the warps with 'cub::BlockReduce', "
                                    "then once per block: 'if "
                                    "(threadIdx.x == 0)' ") +
                      callOf(In, C.E, "v"));
  if ((C.At.Repeats != NoId || C.At.IsInvariant) && !C.IsReadInLoop)
    F.alternative("accumulate-in-register",
                  "collect " + Sum + " of " +
                      loopAt(In, C.At.Repeats != NoId ? C.At.Repeats : C.Loop) +
                      " in a register and do the atomic once behind it");
}

bool fencepost::isCountOfOne(const FunctionView &In, const Event &E) {
  const Value &V = In.fn().value(E.Operand);
  return E.Rmw == RmwOp::Add && !E.IsFloat && V.Kind == ValueKind::Constant &&
         V.Imm == 1;
}

std::string fencepost::claimOf(const FunctionView &In, const Contention &C,
                               Claim What) {
  const Event &E = In.event(C.E);
  std::string Name = nameOf(In, C.E);
  std::string By = " by " + spelled(E);
  switch (What) {
  case Claim::None:
    return "";
  case Claim::OneWord:
  case Claim::PerWarp:
    return crowdOf(In, C) + updates(C) + "the one word " + Name + By +
           howOften(In, C) + "; " + mergingOf(In, C);
  case Claim::FewBins:
    return crowdOf(In, C) + updates(C) + "one of " +
           std::to_string(C.At.Words) + " words of " + Name +
           " in global memory" + By + ", so many meet at each of them";
  case Claim::Loop:
    return "the loop comes to the same word " + Name + By +
           " in every iteration; a register could hold it until the loop ends";
  case Claim::Lock:
    return "every thread takes the lock " + Name + By +
           " for its own update: those who share a lock pass one after the "
           "other, several round trips each";
  }
  return "";
}

void fencepost::tellAlternatives(FindingBuilder &F, const FunctionView &In,
                                 const Contention &C, Claim What) {
  std::string Name = plainName(In, C.E);
  switch (What) {
  case Claim::None:
    return;
  case Claim::OneWord:
  case Claim::PerWarp:
    if (C.At.Group == Uniform::Block && !C.IsShared)
      F.alternative("own-output",
                    "'" + Name +
                        "' is one word for the whole block: let the block own "
                        "it, reduce in the block and store it once, with no "
                        "atomic where no other block adds to it");
    if (C.IsShared && isCountOfOne(In, In.event(C.E)) && !C.IsInGrowingLoop)
      F.alternative("count-at-the-barrier",
                    "'int hits = __syncthreads_count(condition);' counts the "
                    "threads of the block at a barrier");
    tellReduction(F, In, C);
    return;
  case Claim::FewBins:
    F.alternative("private-copy",
                  "count in a copy in shared memory, '__shared__ " +
                      typeOf(In.event(C.E)) + " part[" +
                      std::to_string(C.At.Words) +
                      "];' with 'atomicAdd_block', and add it to '" + Name +
                      "' once per block behind '__syncthreads()'");
    return;
  case Claim::Loop:
    F.alternative("accumulate-in-register",
                  "collect the sum of " + loopAt(In, C.At.Repeats) +
                      " in a register and do " + callOf(In, C.E, "sum") +
                      " once behind it");
    return;
  case Claim::Lock:
    F.alternative("own-output",
                  "combine the updates of a block first, by column in shared "
                  "memory, and take the lock once per block")
        .alternative("packed-atomic",
                     "pack the state into 64 bits and update it with one "
                     "atomic instead of a lock")
        .alternative("two-kernels",
                     "store one partial result per block and combine them in "
                     "a second kernel");
    return;
  }
}
