//===- order_transfer.cpp - what an event does to a path ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.7 (release and acquire patterns), 8.8 (barriers). Ordered accesses
// are kept as a set: for which location they count is known once both ends are.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/order/order_flow.h"
#include <algorithm>

using namespace llvm;

namespace fencepost {
namespace {

bool isZero(const Function &Fn, ValueId V) {
  return Fn.Values[V].Kind == ValueKind::Constant && Fn.Values[V].Imm == 0;
}

bool isWholeWarp(const Function &Fn, ValueId Mask) {
  return Mask == UnknownValue || (Fn.Values[Mask].Kind == ValueKind::Constant &&
                                  uint32_t(Fn.Values[Mask].Imm) == ~0u);
}

/// `bar.sync 0`, or a count that the launch bounds do not exceed.
bool isOfWholeBlock(const Function &Fn, const Event &E) {
  if (E.Participants == UnknownValue)
    return isZero(Fn, E.BarrierId);
  const Value &Count = Fn.Values[E.Participants];
  return Fn.MaxThreads != 0 && Count.Kind == ValueKind::Constant &&
         Count.Imm >= int64_t(Fn.MaxThreads);
}

} // namespace

void OrderAnalysis::Flow::passBarrier(EventId Id, OrderState &S, bool May,
                                      bool Must, bool MustWarp) const {
  S.Barriers |= Kept.mask(Id);
  S.MayWarpSync = true;
  S.MustWarpSync |= MustWarp;
  S.MayBarrier |= May;
  S.MustBarrier |= Must;
  if (!May)
    return;
  if (Forward) {
    if (S.Open) {
      S.BeforeBarrier = std::max(S.BeforeBarrier, S.OpenAcquire);
      S.AccessesBeforeBarrier |= S.OpenAccesses;
    }
    S.Open = false;
  }
  S.OpenAcquire = Scope::None;
  S.OpenAccesses = 0;
}

void OrderAnalysis::Flow::passFence(const Event &E, EventId Id,
                                    OrderState &S) const {
  S.Fences |= Kept.mask(Id);
  Scope May = widest(E.Scp);
  // `.sync_restrict`: shared memory alone is ordered (PTX ISA membar, fence).
  bool IsRestricted =
      E.Spc == Space::SharedCta || E.Spc == Space::SharedCluster;
  Scope Must = E.Scp == Scope::Unknown || IsRestricted ? Scope::None : E.Scp;
  bool Unsure = E.Ord == Order::Unknown;
  S.Opaque |= Unsure || E.Scp == Scope::Unknown;
  if (acquires(E.Ord) || Unsure) {
    S.MayAcquire = std::max(S.MayAcquire, May);
    if (S.Open)
      S.OpenAcquire = std::max(S.OpenAcquire, May);
  }
  if (releases(E.Ord) || Unsure)
    S.MayRelease = std::max(S.MayRelease, May);
  if (E.Ord == Order::SeqCst || Unsure)
    S.MayFenceSc = std::max(S.MayFenceSc, May);
  if (acquires(E.Ord))
    S.MustAcquire = std::max(S.MustAcquire, Must);
  if (releases(E.Ord))
    S.MustRelease = std::max(S.MustRelease, Must);
  if (E.Ord == Order::SeqCst)
    S.MustFenceSc = std::max(S.MustFenceSc, Must);
}

bool OrderAnalysis::Flow::isAtStart(EventId Id) const {
  uint64_t Mask = Kept.mask(Id);
  if (!(AskedAtStart & Mask)) {
    AskedAtStart |= Mask;
    if (Fn.Events[Start].Address != UnknownValue &&
        Where.sameLocation(Start, Id).Is == SameLocation::Same)
      AtStart |= Mask;
  }
  return AtStart & Mask;
}

void OrderAnalysis::Flow::passAccess(const Event &E, EventId Id,
                                     OrderState &S) const {
  if (!isOrderedAccess(E))
    return;
  S.Accesses |= Kept.mask(Id);
  if (S.Open)
    S.OpenAccesses |= Kept.mask(Id);
  if (Kept.Bit[Id] < 0) { // Too many to keep apart.
    S.MayAcquire = S.MayRelease = Scope::Sys;
    S.Opaque = true;
    return;
  }
  // The near end is known: what is certain on this path counts for must.
  if (E.Scp == Scope::Unknown || !isAtStart(Id))
    return;
  if (Forward && acquires(E.Ord) && E.Kind != EventKind::Red)
    S.MustAcquire = std::max(S.MustAcquire, E.Scp);
  if (!Forward && releases(E.Ord))
    S.MustRelease = std::max(S.MustRelease, E.Scp);
}

void OrderAnalysis::Flow::pass(EventId Id, OrderState &S) const {
  const Event &E = Fn.Events[Id];
  switch (E.Kind) {
  case EventKind::Fence:
    return passFence(E, Id, S);
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::Rmw:
  case EventKind::Red:
    return passAccess(E, Id, S);
  case EventKind::CtaBarrier: {
    bool Whole = E.Barrier == BarrierAction::Sync && isOfWholeBlock(Fn, E);
    return passBarrier(Id, S, true, Whole, E.Barrier == BarrierAction::Sync);
  }
  case EventKind::ClusterBarrier: {
    // A relaxed arrival is the source of no order (PTX ISA barrier.cluster).
    bool Orders = !(E.Barrier == BarrierAction::Arrive &&
                    (E.Ord == Order::Relaxed || E.Ord == Order::Weak));
    // Arrival and wait apart are a barrier once both have been passed.
    bool First =
        E.Barrier == (Forward ? BarrierAction::Arrive : BarrierAction::Wait);
    bool Whole =
        E.Barrier == BarrierAction::Sync || (Orders && !First && S.MustHalf);
    S.MustHalf = First && Orders;
    return passBarrier(Id, S, Orders, Whole, Whole);
  }
  case EventKind::WarpSync:
    return passBarrier(Id, S, false, false, isWholeWarp(Fn, E.Participants));
  case EventKind::Mbarrier:
    if (E.Mbar == MbarrierAction::Init || E.Mbar == MbarrierAction::Inval ||
        E.Mbar == MbarrierAction::PendingCount)
      return;
    return passBarrier(Id, S, true, false, false);
  case EventKind::OpaqueCall:
    S.Opaque = true;
    S.MayAcquire = S.MayRelease = S.MayFenceSc = Scope::Sys;
    if (S.Open)
      S.OpenAcquire = S.BeforeBarrier = Scope::Sys;
    S.MayBarrier = S.MayWarpSync = true;
    return;
  case EventKind::GridDependency:
    // What the grids before have written is visible behind their completion.
    if (E.Barrier == BarrierAction::Wait) {
      S.MayAcquire = Scope::Sys;
      if (S.Open)
        S.OpenAcquire = Scope::Sys;
    }
    return;
  case EventKind::ProxyFence:
  case EventKind::WarpCollective:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
    return;
  }
}

} // namespace fencepost
