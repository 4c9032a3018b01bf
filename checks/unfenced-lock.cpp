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

#include "analyzer/analysis/order/spins.h"
#include "checks/handover_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UnfencedLock;

/// Does some thread of the unit write what E reads?
static bool isWritten(const UnitView &Unit, const FunctionView &In, EventId E) {
  return llvm::any_of(Unit.accessesTo(In, E), [](const AccessRef &A) {
    EventKind K = A.In->event(A.E).Kind;
    return K == EventKind::Store || isRmw(K);
  });
}

/// Weak accesses, and volatile ones to what is never updated atomically and
/// what no loop waits for: `volatile` keeps those from registers, it does not
/// order them.
static bool isData(const UnitView &Unit, const FunctionView &In, EventId E) {
  if (In.event(E).Ord == Order::Weak)
    return true;
  return In.event(E).IsVolatile &&
         Unit.pollsOf(In, E, /*Namesakes=*/true).empty() &&
         llvm::all_of(Unit.accessesTo(In, E), [](const AccessRef &A) {
           return A.In->event(A.E).IsVolatile ||
                  A.In->event(A.E).Ord == Order::Weak;
         });
}

/// Accesses of data between the two that other blocks can see.
static std::vector<OrderAnalysis::Reach> section(const UnitView &Unit,
                                                 const FunctionView &In,
                                                 const LockPair &L,
                                                 EventKind Kind) {
  auto IsOfKind = [&](EventId E) { return In.event(E).Kind == Kind; };
  // Those behind which the lock can be given back without being taken anew.
  llvm::DenseSet<EventId> Held;
  for (const OrderAnalysis::Reach &R : In.order().backward(
           L.Give, IsOfKind, [&](EventId E) { return E == L.Take; }))
    Held.insert(R.To);
  auto Want = [&](EventId E) {
    return Held.contains(E) && isData(Unit, In, E) &&
           In.provenance().isVisibleToGrid(E) &&
           !In.provenance().sameObject(E, L.Take);
  };
  return In.order().forward(L.Take, Want,
                            [&](EventId E) { return E == L.Give; });
}

/// A read under the lock; else, where the lock guards writes alone, one of
/// these. NoId if every one comes behind an acquire.
static EventId unacquired(const UnitView &Unit, const FunctionView &In,
                          const LockPair &L) {
  for (EventKind Kind : {EventKind::Load, EventKind::Store}) {
    auto Accesses = section(Unit, In, L, Kind);
    for (const auto &R : Accesses)
      if (mayAcquire(R.Way) == Scope::None && isWritten(Unit, In, R.To))
        return R.To;
    if (!Accesses.empty())
      break;
  }
  return NoId;
}

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
  if (acquires(In.event(L.Take).Ord))
    return;
  EventId Access = unacquired(Unit, In, L);
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

/// Others spin on the word, and it is given back by a plain store. No strong
/// write, so no end of a release pattern; two sequentially consistent fences
/// make up for that, but the compiler may still delay the store.
static bool isPlainGive(const FunctionView &In, const LockPair &L) {
  const Event &Give = In.event(L.Give);
  return Give.Kind == EventKind::Store && Give.Ord == Order::Weak &&
         isSpunOn(In, L.Take);
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
  const Event &Give = In.event(L.Give);
  if (releases(Give.Ord))
    return;
  EventId Covered = NoId;
  for (auto &R : section(Unit, In, L, EventKind::Store)) {
    Between Way = In.order().between(R.To, L.Give);
    if (!Way.Reached)
      continue;
    if (mayRelease(In, R.To, Way) != Scope::None) {
      // What an unknown call does is not known to end the pattern either.
      if (Way.MayRelease != Scope::None && !Way.Opaque)
        Covered = R.To;
      continue;
    }
    const Event &E = In.event(R.To);
    FindingBuilder F = start(In, L, R.To, true);
    tellWitness(F, Rule, passedOn({&In, R.To, L.Give}, {}));
    F.at(Give.Loc)
        .message("the lock " + objectOf(Give) +
                 " is given back without release order: the write to " +
                 objectOf(E) +
                 " may become visible after the next holder reads")
        .step(Role::Producer, E, objectOf(E) + " is written under the lock")
        .step(Role::Unlock, Give, "the lock is given back here")
        .alternative("fence-before-unlock",
                     "put " + fenceFor(In, Give) +
                         " before the lock is given back, or give it back with "
                         "a release store")
        .emit(Sink);
    return;
  }
  if (Covered != NoId && isPlainGive(In, L))
    reportPlainGive(In, L, Covered, Sink);
}

void fencepost::checkUnfencedLock(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions())
    for (const LockPair &L : locksOf(*In)) {
      checkTaking(Unit, *In, L, Sink);
      checkGiving(Unit, *In, L, Sink);
    }
}
