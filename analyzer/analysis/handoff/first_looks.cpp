//===- first_looks.cpp - data that a word says is there -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cost: one search for each strong load that a branch compares with a constant
// which the function also puts into the word.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/first_looks.h"
#include "analyzer/analysis/contention/collision.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/overlap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

namespace {
/// A branch on `word == value`, and the way that it takes if so.
struct Question {
  EventId Look = NoId;
  int64_t Value = 0;
  unsigned Successor = 0;
};
} // namespace

static std::optional<Question> asked(const FunctionView &In, BlockId B) {
  const Terminator &T = In.fn().block(B).Term;
  if (T.Kind != TerminatorKind::Branch)
    return std::nullopt;
  const Value &C = In.fn().value(stripCasts(In.fn(), T.Condition));
  if ((C.Op != OpCode::Eq && C.Op != OpCode::Ne) || C.Operands.size() != 2)
    return std::nullopt;
  const Value &Word = In.fn().value(stripCasts(In.fn(), C.Operands[0]));
  auto Value = constantOf(In.fn(), C.Operands[1]);
  if (Word.Kind != ValueKind::Result || !Value)
    return std::nullopt;
  auto Look = EventId(Word.Imm);
  const Event &E = In.event(Look);
  if (E.Kind != EventKind::Load || !isStrong(E.Ord) ||
      E.Address == UnknownValue || E.Elements != 1 || In.polls().of(Look) ||
      !In.provenance().isVisibleToGrid(Look))
    return std::nullopt;
  return Question{Look, *Value, C.Op == OpCode::Eq ? 0u : 1u};
}

/// Does Publish put the value that is asked for into the word?
static bool answers(const FunctionView &In, const Question &Q,
                    EventId Publish) {
  const Event &E = In.event(Publish);
  bool Puts =
      E.Kind == EventKind::Store || (isRmw(E.Kind) && E.Rmw == RmwOp::Exch);
  return Puts && isStrong(E.Ord) && E.Address != UnknownValue &&
         In.provenance().sameObject(Publish, Q.Look) &&
         !areOtherFields(In, Publish, Q.Look) &&
         constantOf(In.fn(), E.Operand) == Q.Value;
}

/// Does a thread that comes to the look perhaps have acquired before? Not by
/// the fence of Publish, which is there for others.
static bool mayHaveAcquired(const FunctionView &In, EventId Look,
                            EventId Publish) {
  BlockId Puts = In.cfg().position(Publish).Block;
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    bool Acquires = Ev.Kind == EventKind::OpaqueCall ||
                    Ev.Kind == EventKind::GridDependency || acquires(Ev.Ord) ||
                    Ev.Ord == Order::Unknown;
    if (!Acquires || !In.cfg().reaches(E, Look))
      continue;
    BlockId At = In.cfg().position(E).Block;
    if (Ev.Kind != EventKind::Fence || !isBefore(In, E, Publish) ||
        !In.cfg().dominates(E, Publish) || !In.cfg().postDominates(Puts, At))
      return true;
  }
  return false;
}

/// Does the thread read what it has just stored itself?
static bool isOwn(const FunctionView &In, EventId Store, EventId Read) {
  return In.cfg().dominates(Store, Read) &&
         In.provenance().sameLocation(Store, Read).Is == SameLocation::Same;
}

/// A store of what Read reads, released before Publish; NoId if there is none.
static EventId storedFor(const FunctionView &In, EventId Publish,
                         EventId Read) {
  for (const Payload &P : payloadOf(In, Publish))
    if (In.provenance().sameObject(P.Store, Read) &&
        !areOtherFields(In, P.Store, Read) && !P.Way.Opaque &&
        (std::max(P.Way.MayRelease, P.Way.MayReleaseElsewhere) > Scope::Cta ||
         (releases(In.event(Publish).Ord) &&
          In.event(Publish).Scp > Scope::Cta)))
      return P.Store;
  return NoId;
}

/// Is Read data of the grid that the answer to Q alone leads to?
static bool isLedTo(const FunctionView &In, BlockId B, const Question &Q,
                    EventId Read) {
  return In.event(Read).Kind == EventKind::Load && isDataRead(In, Read) &&
         Read != Q.Look && !In.polls().of(Read) &&
         !In.provenance().isUnchanging(Read) &&
         In.cfg().edgeDominates(B, Q.Successor,
                                In.cfg().position(Read).Block) &&
         (!In.provenance().sameObject(Read, Q.Look) ||
          areOtherFields(In, Read, Q.Look));
}

static bool mayAcquireOn(const OrderAnalysis::Reach &R) {
  return R.Way.Opaque || R.Way.MayAcquire != Scope::None ||
         R.Way.MayAcquireElsewhere != Scope::None;
}

static std::optional<FirstLook> unacquired(const FunctionView &In, BlockId B,
                                           const Question &Q, EventId Publish) {
  auto IsRead = [&](EventId R) { return isLedTo(In, B, Q, R); };
  for (const auto &R : In.order().forward(Q.Look, IsRead)) {
    EventId Store = mayAcquireOn(R) ? NoId : storedFor(In, Publish, R.To);
    if (Store != NoId && !isOwn(In, Store, R.To))
      return FirstLook{Q.Look, R.To, Store, Publish};
  }
  return std::nullopt;
}

/// A store of what Read reads, before Publish with no release between.
static EventId storedBare(const FunctionView &In, EventId Publish,
                          EventId Read) {
  for (const Payload &P : payloadOf(In, Publish))
    if (In.provenance().sameObject(P.Store, Read) &&
        !areOtherFields(In, P.Store, Read) && !P.Way.Opaque &&
        P.Way.MayRelease == Scope::None &&
        P.Way.MayReleaseElsewhere == Scope::None && !P.Way.MayBarrier)
      return P.Store;
  return NoId;
}

/// Does what orders the phases of a kernel stand between the two? It orders all
/// that came before.
static bool isPhaseBefore(const FunctionView &In, EventId Publish,
                          EventId Look) {
  if (!In.cfg().reaches(Publish, Look))
    return false;
  Between Way = In.order().between(Publish, Look);
  return Way.Opaque || Way.MayRelease != Scope::None ||
         Way.MayReleaseElsewhere != Scope::None;
}

static std::optional<FirstLook> unreleased(const FunctionView &In, BlockId B,
                                           const Question &Q, EventId Publish) {
  if (releases(In.event(Publish).Ord) || isPhaseBefore(In, Publish, Q.Look))
    return std::nullopt;
  auto IsRead = [&](EventId R) { return isLedTo(In, B, Q, R); };
  for (const auto &R : In.order().forward(Q.Look, IsRead)) {
    bool Acquires = acquires(In.event(Q.Look).Ord) || mayAcquireOn(R);
    EventId Store =
        Acquires && !R.Way.Opaque ? storedBare(In, Publish, R.To) : NoId;
    if (Store != NoId && !isOwn(In, Store, R.To))
      return FirstLook{Q.Look, R.To, Store, Publish};
  }
  return std::nullopt;
}

/// Calls Try for each look and each store that answers it.
static void forEachAnswer(
    const UnitView &Unit, const FunctionView &In,
    llvm::function_ref<void(BlockId, const Question &, EventId)> Try) {
  for (BlockId B = 0; B < In.fn().Blocks.size(); ++B) {
    std::optional<Question> Q = asked(In, B);
    if (!Q)
      continue;
    for (const AccessRef &A : Unit.accessesTo(In, Q->Look))
      if (A.In == &In && answers(In, *Q, A.E) &&
          collisionOf(In, Q->Look).By != SharedBy::OneThread)
        Try(B, *Q, A.E);
  }
}

std::vector<FirstLook> fencepost::unacquiredLooks(const UnitView &Unit,
                                                  const FunctionView &In) {
  std::vector<FirstLook> Found;
  forEachAnswer(Unit, In, [&](BlockId B, const Question &Q, EventId Publish) {
    bool IsTold = llvm::any_of(
        Found, [&](const FirstLook &L) { return L.Look == Q.Look; });
    if (IsTold || acquires(In.event(Q.Look).Ord) ||
        In.cfg().dominates(Publish, Q.Look) ||
        mayHaveAcquired(In, Q.Look, Publish))
      return;
    if (auto L = unacquired(In, B, Q, Publish))
      Found.push_back(*L);
  });
  return Found;
}

std::vector<FirstLook> fencepost::unreleasedAnswers(const UnitView &Unit,
                                                    const FunctionView &In) {
  std::vector<FirstLook> Found;
  forEachAnswer(Unit, In, [&](BlockId B, const Question &Q, EventId Publish) {
    bool IsTold = llvm::any_of(
        Found, [&](const FirstLook &L) { return L.Publish == Publish; });
    if (IsTold)
      return;
    if (auto L = unreleased(In, B, Q, Publish))
      Found.push_back(*L);
  });
  return Found;
}
