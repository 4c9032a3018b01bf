//===- divergent-lock.cpp - locks that keep their own holders waiting -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two forms: all lanes of a warp spin on one lock, so the lane that holds it
// may wait for those that spin; and a loop gives a lock back and takes it again
// at once, so the one that must change what it waits for may never get it.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/sharing.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::DivergentLock;

namespace {
enum class Lanes { One, OfData, All };
} // namespace

/// How many lanes of a warp want the same lock.
static Lanes lanesOf(const UnitView &Unit, const FunctionView &In,
                     const Sharing &Who, EventId Take) {
  BlockId B = In.cfg().position(Take).Block;
  const IdDependence &S = Who.shapes().of(In.event(Take).Address);
  bool Knows = Who.shapes().usesThreadIds() || Who.shapes().usesBlockIds() ||
               !Unit.launchesOf(In.fn()).empty();
  if ((Knows && !Who.hasSeveralThreads()) || S.IsClaimed || !Who.isBySeveral(B))
    return Lanes::One;
  if (S.ByThread == Varies::Not)
    return Lanes::All;
  return S.ByThread == Varies::Data ? Lanes::OfData : Lanes::One;
}

static void checkLanes(const UnitView &Unit, const FunctionView &In,
                       const Sharing &Who, const LockPair &L,
                       FindingSink &Sink) {
  const Poll *Spin = In.polls().of(L.Take);
  if (!Spin || !Spin->IsPure)
    return;
  const Loop &Around = In.loops().all()[Spin->Loop];
  if (Around.contains(In.cfg().position(L.Give).Block))
    return; // Given back before the next turn: the warp gets on.
  Lanes Want = lanesOf(Unit, In, Who, L.Take);
  if (Want == Lanes::One)
    return;
  const Event &E = In.event(L.Take);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Want == Lanes::All ? Level::Warning : Level::Note)
      .at(placeOf(In, *Spin))
      .message(
          (Want == Lanes::All
               ? "all lanes of a warp spin on the lock "
               : "lanes of one warp may spin on the same lock ") +
          nameOf(In, L.Take) +
          ": the lane that holds it can be kept waiting by those that spin, "
          "and at best they take it one after the other")
      .step(Role::Lock, E, "every lane stays in this loop until it has won")
      .step(Role::Unlock, In.event(L.Give),
            "and the winner gives the lock back behind the loop")
      .alternative("single-atomic",
                   "where the update fits one word, one atomic replaces lock "
                   "and section")
      .alternative("elect-one",
                   "combine within the warp or block first and let one thread "
                   "take the lock")
      .alternative("section-in-loop",
                   "move section and release into the loop, behind the test "
                   "that the lock was won, and leave by a flag")
      .emit(Sink);
}

/// The same lock on every turn, as far as the address shows. A search that goes
/// on to another word gives back what it does not want.
static bool isOneLock(const FunctionView &In, const Loop &Around,
                      EventId Take) {
  bool IsOne = true;
  llvm::SmallVector<ValueId, 4> Work{In.event(Take).Address};
  while (IsOne && !Work.empty())
    IsOne &= visitOperands(In.fn(), Work.pop_back_val(), [&](ValueId V) {
      if (!IsOne || In.loops().isInvariant(V, Around))
        return false;
      const Value &Node = In.fn().value(V);
      if (Node.Kind == ValueKind::Phi)
        IsOne = false;
      if (Node.Kind == ValueKind::Result) {
        IsOne = In.provenance().isUnchanging(EventId(Node.Imm));
        Work.push_back(In.event(EventId(Node.Imm)).Address);
      }
      return IsOne && Node.Kind == ValueKind::Op;
    });
  return IsOne;
}

/// Nothing is done in the loop but to read under the lock: no store, no sleep,
/// no barrier, nothing that lets time pass.
static bool onlyRereads(const FunctionView &In, const Loop &Around,
                        const LockPair &L) {
  bool Reads = false;
  for (BlockId B : Around.Blocks)
    for (EventId Id : In.fn().block(B).Events) {
      const Event &E = In.event(Id);
      bool OfLock =
          In.provenance().sameLocation(Id, L.Give).Is == SameLocation::Same;
      if (isMemoryAccess(E.Kind) && OfLock)
        continue;
      if (E.Kind == EventKind::Load)
        Reads = true;
      else if (E.Kind != EventKind::Fence && E.Kind != EventKind::CompilerOnly)
        return false;
    }
  return Reads;
}

/// Some exit of the loop is decided by a load in it that is not of the lock.
static bool waitsForData(const FunctionView &In, const Loop &Around,
                         const LockPair &L) {
  return llvm::any_of(Around.Exits, [&](const Loop::Exit &X) {
    auto From = sourceEvents(In.fn(), In.fn().block(X.From).Term.Condition);
    return llvm::any_of(From, [&](EventId E) {
      return In.event(E).Kind == EventKind::Load &&
             Around.contains(In.cfg().position(E).Block) &&
             In.provenance().sameLocation(E, L.Give).Is != SameLocation::Same;
    });
  });
}

static bool checkRetake(const FunctionView &In, const LockPair &L,
                        FindingSink &Sink) {
  BlockId Give = In.cfg().position(L.Give).Block;
  BlockId Take = In.cfg().position(L.Take).Block;
  for (uint32_t I = In.loops().innermost(Give); I != NoId;
       I = In.loops().all()[I].Parent) {
    const Loop &Around = In.loops().all()[I];
    if (!Around.contains(Take))
      continue;
    if (!isOneLock(In, Around, L.Take) || !onlyRereads(In, Around, L) ||
        !waitsForData(In, Around, L))
      return false;
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(placeOf(In, L.Give, L.Take))
        .message("the lock " + nameOf(In, L.Give) +
                 " is given back and taken again at once until what it guards "
                 "has changed: a lock is not fair, and nothing leaves time for "
                 "those who must change it to take it")
        .step(Role::Unlock, In.event(L.Give), "given back here")
        .step(Role::Lock, In.event(L.Take),
              "and taken again here, with no pause between")
        .alternative("back-off",
                     "sleep between the two with '__nanosleep()', longer from "
                     "turn to turn")
        .alternative("wait-without-lock",
                     "wait for the change with relaxed or acquire loads, and "
                     "take the lock only then")
        .emit(Sink);
    return true;
  }
  return false;
}

void fencepost::checkDivergentLock(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    if (In->fn().Kind != FunctionKind::Kernel)
      continue;
    auto Locks = locksOf(*In, /*Shared=*/true);
    if (Locks.empty())
      continue;
    const Sharing &Who = sharingOf(Unit, *In);
    for (const LockPair &L : Locks)
      checkLanes(Unit, *In, Who, L, Sink);
    llvm::SmallVector<EventId, 4> Told;
    for (const LockPair &L : locksOf(*In, /*Shared=*/true, /*EveryGive=*/true))
      if (!llvm::is_contained(Told, L.Give) && checkRetake(*In, L, Sink))
        Told.push_back(L.Give);
  }
}
