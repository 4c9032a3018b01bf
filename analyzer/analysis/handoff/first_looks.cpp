//===- first_looks.cpp - data that a word says is there -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cost: one search for each read that alone decides a branch, and each value
// that the function also puts into the word.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/first_looks.h"
#include "analyzer/analysis/contention/collision.h"
#include "analyzer/analysis/flow/evaluate.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/idle_update.h"
#include "analyzer/analysis/memory/overlap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

namespace {
/// A branch on what a word is: `word == value`, `word != 0`, `word`.
struct Question {
  EventId Look = NoId;
  ValueId Word = UnknownValue; ///< What the look returns.
  unsigned Successor = 0;      ///< The way that an answer leads.
};
} // namespace

static std::optional<Question> asked(const FunctionView &In, BlockId B) {
  const Terminator &T = In.fn().block(B).Term;
  if (T.Kind != TerminatorKind::Branch)
    return std::nullopt;
  ValueId Word = UnknownValue;
  unsigned Results = 0;
  visitOperands(In.fn(), T.Condition, [&](ValueId V) {
    if (In.fn().value(V).Kind == ValueKind::Result && V != Word)
      Word = ++Results == 1 ? V : Word;
    return Results < 2;
  });
  if (Results != 1)
    return std::nullopt;
  auto Look = EventId(In.fn().value(Word).Imm);
  const Event &E = In.event(Look);
  bool Reads =
      E.Kind == EventKind::Load &&
      (isStrong(E.Ord) || (E.Ord == Order::Weak && E.Prx == Proxy::Generic));
  bool Asks = E.Kind == EventKind::Rmw && changesNothing(In.fn(), E);
  if (!(Reads || Asks) || E.Address == UnknownValue || E.Elements != 1 ||
      In.polls().of(Look) || !In.provenance().isVisibleToGrid(Look))
    return std::nullopt;
  return Question{Look, Word, 0};
}

/// Where the branch of B leads for the value that is put in, if it leads
/// elsewhere for some other: the zero that a word begins with, or the next one.
static std::optional<unsigned> wayFor(const FunctionView &In, BlockId B,
                                      const Question &Q, int64_t Is) {
  auto For = [&](int64_t Value) {
    return successorTaken(In.fn(), B, Q.Word, Value);
  };
  std::optional<unsigned> Way = For(Is);
  auto LeadsElsewhere = [&](int64_t Other) {
    auto There = For(Other);
    return There && There != Way;
  };
  if (!Way || !(LeadsElsewhere(0) || LeadsElsewhere(wrappingAdd(Is, 1))))
    return std::nullopt;
  return Way;
}

/// Where the branch of B leads if the word is what Operand says, a value that
/// is known where the function is called: `ready[i] == epoch`.
static std::optional<unsigned> wayForSame(const FunctionView &In, BlockId B,
                                          const Question &Q, ValueId Operand) {
  auto Same = [&](ValueId V) {
    return In.provenance().canonical(stripCasts(In.fn(), V));
  };
  const Value &Test = In.fn().value(In.fn().block(B).Term.Condition);
  if (Test.Kind != ValueKind::Op || Test.Operands.size() != 2 ||
      (Test.Op != OpCode::Eq && Test.Op != OpCode::Ne) ||
      In.fn().value(Same(Operand)).Kind != ValueKind::Param)
    return std::nullopt;
  for (unsigned I : {0, 1})
    if (Same(Test.Operands[I]) == Same(Q.Word) &&
        Same(Test.Operands[1 - I]) == Same(Operand))
      return Test.Op == OpCode::Eq ? 0 : 1;
  return std::nullopt;
}

/// Does a thread of one block look at what threads of another one put in? What
/// is looked at or put in plainly tells so only where the function tells its
/// blocks apart, or its threads draw numbers, and the word is no block's own.
static bool mayBeOfOthers(const FunctionView &In, EventId Look,
                          EventId Publish) {
  if (isOwnedByBlock(In, In.event(Look).Address) &&
      In.provenance().sameLocation(Publish, Look).Is == SameLocation::Same)
    return false;
  bool IsPlain =
      In.event(Look).Ord == Order::Weak || In.event(Publish).Ord == Order::Weak;
  return !IsPlain || asksForBlock(In) ||
         llvm::any_of(In.fn().Events, [&](const Event &E) {
           return E.Kind == EventKind::Rmw && E.ResultUsed &&
                  In.provenance().isVisibleToGrid(EventId(&E - &In.event(0)));
         });
}

/// The way that the value which Publish puts into the word leads. A plain store
/// may be what announces too, where a fence stands before it.
static std::optional<unsigned> answered(const FunctionView &In, BlockId B,
                                        const Question &Q, EventId Publish) {
  const Event &E = In.event(Publish);
  bool Puts =
      E.Kind == EventKind::Store || (isRmw(E.Kind) && E.Rmw == RmwOp::Exch);
  if (!Puts || E.Address == UnknownValue || E.Operand == UnknownValue ||
      !(isStrong(E.Ord) || E.Ord == Order::Weak) ||
      !In.provenance().sameObject(Publish, Q.Look) ||
      areOtherFields(In, Publish, Q.Look) ||
      !mayBeOfOthers(In, Q.Look, Publish))
    return std::nullopt;
  auto Is = constantOf(In.fn(), E.Operand);
  return Is ? wayFor(In, B, Q, *Is) : wayForSame(In, B, Q, E.Operand);
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
  if (releases(In.event(Publish).Ord) || !isStrong(In.event(Publish).Ord) ||
      !isStrong(In.event(Q.Look).Ord) || isPhaseBefore(In, Publish, Q.Look))
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
    if (!Q || collisionOf(In, Q->Look).By == SharedBy::OneThread)
      continue;
    for (const AccessRef &A : Unit.accessesTo(In, Q->Look)) {
      if (A.In != &In)
        continue;
      auto Way = answered(In, B, *Q, A.E);
      if (!Way)
        continue;
      Q->Successor = *Way;
      Try(B, *Q, A.E);
    }
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
