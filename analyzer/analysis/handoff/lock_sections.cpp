//===- lock_sections.cpp - what a lock guards, and orders or not ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/lock_sections.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "analyzer/analysis/order/spins.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

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

EventId fencepost::unacquiredUnder(const UnitView &Unit, const FunctionView &In,
                                   const LockPair &L) {
  if (acquires(In.event(L.Take).Ord))
    return NoId;
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

/// Others spin on the word, and it is given back by a plain store. No strong
/// write, so no end of a release pattern; two sequentially consistent fences
/// make up for that, but the compiler may still delay the store.
static bool isPlainGive(const FunctionView &In, const LockPair &L) {
  const Event &Give = In.event(L.Give);
  return Give.Kind == EventKind::Store && Give.Ord == Order::Weak &&
         isSpunOn(In, L.Take);
}

std::optional<UnreleasedGive> fencepost::unreleasedGive(const UnitView &Unit,
                                                        const FunctionView &In,
                                                        const LockPair &L) {
  if (releases(In.event(L.Give).Ord))
    return std::nullopt;
  EventId Covered = NoId;
  for (auto &R : section(Unit, In, L, EventKind::Store)) {
    Between Way = In.order().between(R.To, L.Give);
    if (!Way.Reached)
      continue;
    if (mayRelease(In, R.To, Way) == Scope::None)
      return UnreleasedGive{R.To, /*IsPlain=*/false};
    // What an unknown call does is not known to end the pattern either.
    if (Way.MayRelease != Scope::None && !Way.Opaque)
      Covered = R.To;
  }
  if (Covered == NoId || !isPlainGive(In, L))
    return std::nullopt;
  return UnreleasedGive{Covered, /*IsPlain=*/true};
}
