//===- unfenced-lock.cpp - a lock that orders nothing ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word that is taken by compare-and-swap or exchange and given back by a
// store or exchange of the old value is a lock. Taking it must acquire, giving
// it back must release (PTX ISA 8.7); an atomic alone does neither.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/lock_sections.h"
#include "checks/handover_story.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UnfencedLock;

/// Seen to fail where the lock guards weak accesses that are read.
static FindingBuilder start(const FunctionView &In, const LockPair &L,
                            EventId Data, bool IsRead) {
  bool IsSeen = IsRead && In.event(Data).Ord == Order::Weak;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(IsSeen ? Level::Error : Level::Warning)
      .verdict(IsSeen ? Verdict::SeenOnHardware : Verdict::ViolatesModel)
      .step(Role::Lock, In.event(L.Take),
            objectOf(In.event(L.Take)) + " is taken here");
  return F;
}

/// One holder writes and gives the lock back, the next one takes it and reads.
static Handover passedOn(HandoverSide Sender, HandoverSide Receiver) {
  return {Sender, Receiver, Scope::Gpu, /*IsLock=*/true};
}

static void checkTaking(const UnitView &Unit, const FunctionView &In,
                        const LockPair &L, FindingSink &Sink) {
  EventId Access = unacquiredUnder(Unit, In, L);
  if (Access == NoId)
    return;
  const Event &E = In.event(Access);
  bool IsRead = E.Kind == EventKind::Load;
  FindingBuilder F = start(In, L, Access, IsRead);
  if (IsRead)
    tellWitness(F, Rule, passedOn({}, {&In, Access, L.Take}));
  F.at(In.event(L.Take).Loc)
      .message("the lock " + objectOf(In.event(L.Take)) +
               " is taken without acquire order: " + objectOf(E) +
               (IsRead ? " may still be read from before the last holder's "
                         "writes"
                       : " may be written before the last holder's writes"))
      .step(Role::Consumer, E,
            objectOf(E) + (IsRead ? " is read" : " is written") +
                " under the lock")
      .step(Role::Unlock, In.event(L.Give), "and the lock is given back here")
      .alternative("own-the-output",
                   "change who owns the data, so that no lock is needed")
      .alternative("single-atomic",
                   "where the update fits one word of 64 bits, one atomic or "
                   "compare-and-swap loop replaces the lock")
      .alternative("fence-after-lock",
                   "put " + fenceFor(In, In.event(L.Take)) +
                       " behind the loop that takes the lock, or take it "
                       "with acquire order")
      .emit(Sink);
}

static void reportPlainGive(const FunctionView &In, const LockPair &L,
                            EventId Data, FindingSink &Sink) {
  const Event &Give = In.event(L.Give), &E = In.event(Data);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .at(Give.Loc)
      .message("the lock " + objectOf(Give) +
               " is given back by a plain store, which races with the " +
               "atomics that wait for it and ends no release pattern: the "
               "compiler may delay it, and the next holder may not see the "
               "write to " +
               objectOf(E))
      .step(Role::Lock, In.event(L.Take),
            objectOf(In.event(L.Take)) + " is taken here, by an atomic")
      .step(Role::Producer, E, objectOf(E) + " is written under the lock")
      .step(Role::Unlock, Give, "the lock is given back here")
      .alternative("strong-unlock",
                   "give it back with 'atomicExch' behind the fence, or with "
                   "'cuda::atomic_ref' and 'store(0, "
                   "cuda::memory_order_release)'")
      .emit(Sink);
}

static void checkGiving(const UnitView &Unit, const FunctionView &In,
                        const LockPair &L, FindingSink &Sink) {
  std::optional<UnreleasedGive> Bad = unreleasedGive(Unit, In, L);
  if (!Bad)
    return;
  if (Bad->IsPlain) {
    reportPlainGive(In, L, Bad->Store, Sink);
    return;
  }
  const Event &Give = In.event(L.Give), &E = In.event(Bad->Store);
  FindingBuilder F = start(In, L, Bad->Store, true);
  tellWitness(F, Rule, passedOn({&In, Bad->Store, L.Give}, {}));
  F.at(Give.Loc)
      .message("the lock " + objectOf(Give) +
               " is given back without release order: the write to " +
               objectOf(E) + " may become visible after the next holder reads")
      .step(Role::Producer, E, objectOf(E) + " is written under the lock")
      .step(Role::Unlock, Give, "the lock is given back here")
      .alternative("fence-before-unlock",
                   "put " + fenceFor(In, Give) +
                       " before the lock is given back, or give it back with "
                       "a release store")
      .emit(Sink);
}

void fencepost::checkUnfencedLock(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions())
    for (const LockPair &L : locksOf(*In)) {
      checkTaking(Unit, *In, L, Sink);
      checkGiving(Unit, *In, L, Sink);
    }
}
