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

#include "checks/story.h"
#include "rules/names.h"
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

/// Can the lock be given back after E without being taken anew?
static bool isHeldAfter(const FunctionView &In, const LockPair &L, EventId E) {
  return !In.order()
              .forward(
                  E, [&](EventId G) { return G == L.Give; },
                  [&](EventId T) { return T == L.Take; })
              .empty();
}

/// Weak accesses between the two that other blocks can see.
static std::vector<OrderAnalysis::Reach>
section(const FunctionView &In, const LockPair &L, EventKind Kind) {
  auto Want = [&](EventId E) {
    return In.event(E).Kind == Kind && In.event(E).Ord == Order::Weak &&
           In.provenance().isVisibleToGrid(E) &&
           !In.provenance().sameObject(E, L.Take) && isHeldAfter(In, L, E);
  };
  return In.order().forward(L.Take, Want,
                            [&](EventId E) { return E == L.Give; });
}

static FindingBuilder start(const FunctionView &In, const LockPair &L) {
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Error)
      .verdict(Verdict::SeenOnHardware)
      .step(Role::Lock, In.event(L.Take),
            objectOf(In.event(L.Take)) + " is taken here");
  return F;
}

static void checkTaking(const UnitView &Unit, const FunctionView &In,
                        const LockPair &L, FindingSink &Sink) {
  if (acquires(In.event(L.Take).Ord))
    return;
  for (auto &R : section(In, L, EventKind::Load)) {
    if (mayAcquire(R.Way) != Scope::None || !isWritten(Unit, In, R.To))
      continue;
    const Event &E = In.event(R.To);
    start(In, L)
        .at(In.event(L.Take).Loc)
        .message("the lock " + objectOf(In.event(L.Take)) +
                 " is taken without acquire order: " + objectOf(E) +
                 " may still be read from before the last holder's writes")
        .step(Role::Consumer, E, objectOf(E) + " is read under the lock")
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
    return;
  }
}

static void checkGiving(const FunctionView &In, const LockPair &L,
                        FindingSink &Sink) {
  const Event &Give = In.event(L.Give);
  if (releases(Give.Ord))
    return;
  for (auto &R : section(In, L, EventKind::Store)) {
    Between Way = In.order().between(R.To, L.Give);
    if (!Way.Reached || mayRelease(In, R.To, Way) != Scope::None)
      continue;
    const Event &E = In.event(R.To);
    start(In, L)
        .at(Give.Loc)
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
}

void fencepost::checkUnfencedLock(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions())
    for (const LockPair &L : locksOf(*In)) {
      checkTaking(Unit, *In, L, Sink);
      checkGiving(*In, L, Sink);
    }
}
