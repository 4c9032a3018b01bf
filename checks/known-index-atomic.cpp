//===- known-index-atomic.cpp - outputs that a thread could own -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a block collide in an index that is made of thread and block ids
// and loop counters alone. Who adds to which output is then known beforehand:
// a thread can own the output and gather, with no atomic. An index from data is
// a scatter, and one partial result per block is how it should be: both silent.
//
//===----------------------------------------------------------------------===//

#include "checks/contention_story.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::KnownIndexAtomic;
static constexpr uint64_t FewBlocks = 8;

/// What the kernel itself has stored, or summed in an inner loop, is a partial
/// result already.
static bool isReduced(const FunctionView &In, const Contention &C) {
  bool Is = false;
  const Function &Fn = In.fn();
  visitOperands(Fn, In.event(C.E).Operand, [&](ValueId V) {
    const Value &Node = Fn.value(V);
    if (Node.Kind == ValueKind::Result) {
      const Event &Of = Fn.event(Node.Imm);
      Is |= Of.Kind == EventKind::WarpCollective ||
            (Of.Kind == EventKind::Load &&
             !In.provenance().isUnchanging(Node.Imm));
    }
    if (Node.Kind == ValueKind::Phi && C.At.Repeats != NoId) {
      const Loop &Outer = In.loops().all()[C.At.Repeats];
      Is |= BlockId(Node.Imm) != Outer.Header &&
            Outer.contains(BlockId(Node.Imm)) && Node.Type.IsFloat;
    }
    return !Is;
  });
  return Is;
}

/// Is it what the block has gathered by atomics in shared memory?
static bool isBlockTotal(const FunctionView &In, EventId E) {
  const Function &Fn = In.fn();
  bool Is = false;
  visitOperands(Fn, In.event(E).Operand, [&](ValueId V) {
    const Value &Node = Fn.value(V);
    if (Node.Kind != ValueKind::Result ||
        Fn.event(Node.Imm).Kind != EventKind::Load ||
        !In.provenance().isShared(Node.Imm))
      return !Is;
    for (EventId A = 0; A < Fn.Events.size() && !Is; ++A)
      Is = isRmw(Fn.event(A).Kind) &&
           In.provenance().sameObject(A, EventId(Node.Imm));
    return !Is;
  });
  return Is;
}

/// More than a few blocks along the axis, or nobody knows how many.
static bool hasManyBlocks(const UnitView &Unit, const FunctionView &In,
                          unsigned Axis) {
  auto Launches = Unit.launchesOf(In.fn());
  return Launches.empty() || llvm::any_of(Launches, [&](const HostLaunch *L) {
           const auto &Size = Axis == 0   ? L->Grid.X
                              : Axis == 1 ? L->Grid.Y
                                          : L->Grid.Z;
           return !Size || *Size > FewBlocks;
         });
}

static std::optional<Level> judge(const UnitView &Unit, const FunctionView &In,
                                  const Contention &C) {
  const Event &E = In.event(C.E);
  if (!isUnused(E) && !C.IsUpdate)
    return std::nullopt;
  if (C.IsLock || C.IsReadInLoop || C.IsProbed ||
      !(C.IsUpdate || isReduction(In, E)) || C.isSmall())
    return std::nullopt;
  if (C.Who != Crowd::Everyone && C.Who != Crowd::SomeWarps &&
      C.Who != Crowd::ByData)
    return std::nullopt;
  bool Again = C.At.Repeats != NoId && !isReduced(In, C);
  bool Apart = C.At.Why == ManyToOne::Blocks && !C.IsShared &&
               hasManyBlocks(Unit, In, C.At.Axis);
  bool Knows = C.At.By == SharedBy::Many || Apart ||
               (Again && (C.At.By == SharedBy::OneOfBlock ||
                          C.At.By == SharedBy::Unknown));
  if (!Knows || (!C.IsShared && isBlockTotal(In, C.E)))
    return std::nullopt;
  if (C.IsShared) {
    // Integer atomics in shared memory are cheap; float ones are loops.
    bool WholeWarp = C.At.Why == ManyToOne::Axis && C.At.Axis == 0;
    return E.IsFloat && WholeWarp ? std::optional(Level::Note) : std::nullopt;
  }
  return C.Who == Crowd::ByData ? Level::Note : Level::Warning;
}

static std::string whyOf(const FunctionView &In, const Contention &C) {
  switch (C.At.Why) {
  case ManyToOne::None:
    return "each iteration of " + loopAt(In, C.At.Repeats) +
           " comes to the same elements";
  case ManyToOne::Axis:
    return std::string("no thread index of axis ") + "xyz"[C.At.Axis] +
           " takes part in it, so all threads along that axis meet";
  case ManyToOne::Blocks:
    return std::string("no block index of axis ") + "xyz"[C.At.Axis] +
           " takes part in it, so all blocks along that axis meet";
  case ManyToOne::Quotient:
    return "a part of the thread's index is divided away, so the threads that "
           "differ in it meet";
  case ManyToOne::Rest:
    return "only a remainder of the thread's index is left, so the threads "
           "that share it meet";
  case ManyToOne::Window:
    return "a loop counter is added to the thread's index, so the windows of "
           "neighbours overlap";
  }
  return "";
}

static std::string ownerOf(const FunctionView &In, const Contention &C) {
  std::string Name = plainName(In, C.E);
  switch (C.At.Why) {
  case ManyToOne::None:
    return "give each thread one element of '" + Name + "': it collects what " +
           loopAt(In, C.At.Repeats) + " adds in a register and stores it once";
  case ManyToOne::Window:
    return "give each thread one element of '" + Name +
           "': let the loop run over the inputs whose window holds it, sum "
           "them in a register and store once (gather instead of scatter)";
  case ManyToOne::Blocks:
    return "let the thread loop over what the blocks along " +
           std::string(1, "xyz"[C.At.Axis]) +
           " bring: it sums in a register and stores '" + Name +
           "' once; where too few threads are left to fill the card, split "
           "that loop over some blocks and add once per block";
  case ManyToOne::Axis:
  case ManyToOne::Quotient:
  case ManyToOne::Rest:
    return "give each '" + Name +
           "' to one thread, warp or block: it loops over the indices that "
           "lead there, sums in a register and stores once; where these are "
           "too few to fill the card, split the loop over blocks and add once "
           "per block";
  }
  return "";
}

void fencepost::checkKnownIndexAtomic(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    std::vector<Told> Found;
    for (EventId E = 0; E < In->fn().Events.size(); ++E)
      if (auto C = contentionOf(Unit, *In, E))
        if (auto How = judge(Unit, *In, *C))
          Found.push_back({*C, *How});
    for (const auto &Group : alike(*In, Found)) {
      const Contention &C = Group.front().C;
      const Event &E = In->event(C.E);
      FindingBuilder F(In->module(), In->fn(), Rule);
      F.level(Group.front().How)
          .verdict(Verdict::Costs)
          .at(E.Loc)
          .message(spelled(E) + " on " + nameOf(*In, C.E) +
                   ", whose index is made of thread and block indices and loop "
                   "counters alone: the output could be owned by one thread" +
                   moreLikeIt(Group));
      tellContention(F, *In, C);
      F.step(Role::Access, E.Loc, whyOf(*In, C));
      tellOthers(F, *In, Group);
      F.alternative("own-output", ownerOf(*In, C));
      if (C.At.Why != ManyToOne::Blocks)
        tellReduction(F, *In, C);
      F.emit(Sink);
    }
  }
}
