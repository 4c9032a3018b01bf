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

std::string fencepost::crowdOf(const Contention &C) {
  bool IsOfBlock =
      C.IsShared || C.At.Group == Uniform::Block || C.At.IsPerBlock;
  std::string Where = IsOfBlock      ? "of a block"
                      : C.IsOneBlock ? "of one block"
                                     : "of the grid";
  switch (C.Who) {
  case Crowd::Everyone:
    if (C.isWholeGrid())
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

std::string fencepost::howOften(const Contention &C) {
  return C.isRepeated() ? " in each iteration of the loop" : "";
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

namespace {
/// How an operation is written: as an atomic, among the lanes of a warp, as an
/// operator of cooperative groups, and by a thread that owns the word.
struct OpWords {
  const char *Atomic, *Warp, *Group, *Own;
};
} // namespace

static OpWords wordsOf(RmwOp Op) {
  switch (Op) {
  case RmwOp::Min:
    return {"atomicMin", "min", "less", " = min("};
  case RmwOp::Max:
    return {"atomicMax", "max", "greater", " = max("};
  case RmwOp::And:
    return {"atomicAnd", "and", "plus", " &= "};
  case RmwOp::Or:
    return {"atomicOr", "or", "plus", " |= "};
  case RmwOp::Xor:
    return {"atomicXor", "xor", "plus", " ^= "};
  case RmwOp::Sub:
    return {"atomicSub", "add", "plus", " -= "};
  case RmwOp::None:
  case RmwOp::Add:
  case RmwOp::Inc:
  case RmwOp::Dec:
  case RmwOp::Exch:
  case RmwOp::Cas:
  case RmwOp::Other:
    break;
  }
  return {"atomicAdd", "add", "plus", " += "};
}

static bool isExtreme(const Event &E) {
  return E.Rmw == RmwOp::Min || E.Rmw == RmwOp::Max;
}

std::string fencepost::ownUpdate(const FunctionView &In, EventId E) {
  std::string Name = plainName(In, E), Own = wordsOf(In.event(E).Rmw).Own;
  return Name + Own + (isExtreme(In.event(E)) ? Name + ", v);" : "v;");
}

std::string fencepost::callOf(const FunctionView &In, EventId E,
                              llvm::StringRef Operand) {
  if (In.event(E).Rmw == RmwOp::Cas)
    return "the same loop with " + quoted(Operand);
  return quoted(wordsOf(In.event(E).Rmw).Atomic + ("(" + pointerTo(In, E)) +
                ", " + Operand.str() + ")");
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
         crowdOf(C) + " reaches " + nameOf(In, C.E) + howOften(C));
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
  if (!E.IsFloat && E.Bits == 32 && smVersion(In.module().Arch) >= 80 &&
      isReduction(In, E))
    return std::string("'__reduce_") + wordsOf(E.Rmw).Warp + "_sync(~0u, v)'";
  if (E.Rmw == RmwOp::Cas)
    return "'cg::reduce(warp, v, op)', with what the loop does as 'op',";
  return std::string("'cg::reduce(warp, v, cg::") + wordsOf(E.Rmw).Group + "<" +
         typeOf(E) + ">())'";
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
  std::string Sum = isExtreme(E)          ? "the extreme value"
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
  if (C.isRepeated())
    F.alternative("accumulate-in-register",
                  "collect " + Sum + " of " +
                      loopAt(In, C.At.Repeats != NoId ? C.At.Repeats : C.Loop) +
                      " in a register and do the atomic once behind it");
}
