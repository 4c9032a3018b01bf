//===- order_state.h - what a path has met so far ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to analyzer/analysis: the lattice of the order analysis.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_STATE_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_STATE_H

#include "analyzer/model/module.h"
#include <algorithm>

namespace fencepost {

/// Facts for all paths from the start to one position.
struct OrderState {
  bool Reached = false;
  Scope MayAcquire = Scope::None, MayRelease = Scope::None,
        MayFenceSc = Scope::None;
  Scope MustAcquire = Scope::None, MustRelease = Scope::None,
        MustFenceSc = Scope::None;
  bool MayBarrier = false, MustBarrier = false;
  bool MayWarpSync = false, MustWarpSync = false;
  /// One half of a cluster barrier on every path: the arrival (forward), the
  /// wait (backward).
  bool MustHalf = false;
  bool Opaque = false;
  /// Widest acquire on a path whose first barrier is still to come (forward:
  /// that has met none; backward: since the barrier met last).
  bool Open = false;
  Scope OpenAcquire = Scope::None, BeforeBarrier = Scope::None;
  uint64_t Fences = 0, Barriers = 0, Accesses = 0;
  /// Accesses that some path has before its first barrier.
  uint64_t OpenAccesses = 0, AccessesBeforeBarrier = 0;

  bool operator==(const OrderState &) const = default;

  /// Joins O in; returns true if something changed.
  bool join(const OrderState &O) {
    if (!O.Reached)
      return false;
    OrderState Old = *this;
    if (!Reached) {
      *this = O;
      return true;
    }
    MayAcquire = std::max(MayAcquire, O.MayAcquire);
    MayRelease = std::max(MayRelease, O.MayRelease);
    MayFenceSc = std::max(MayFenceSc, O.MayFenceSc);
    MustAcquire = std::min(MustAcquire, O.MustAcquire);
    MustRelease = std::min(MustRelease, O.MustRelease);
    MustFenceSc = std::min(MustFenceSc, O.MustFenceSc);
    MayBarrier |= O.MayBarrier;
    MustBarrier &= O.MustBarrier;
    MayWarpSync |= O.MayWarpSync;
    MustWarpSync &= O.MustWarpSync;
    MustHalf &= O.MustHalf;
    Opaque |= O.Opaque;
    Open |= O.Open;
    OpenAcquire = std::max(OpenAcquire, O.OpenAcquire);
    BeforeBarrier = std::max(BeforeBarrier, O.BeforeBarrier);
    Fences |= O.Fences;
    Barriers |= O.Barriers;
    Accesses |= O.Accesses;
    OpenAccesses |= O.OpenAccesses;
    AccessesBeforeBarrier |= O.AccessesBeforeBarrier;
    return !(Old == *this);
  }
};

inline bool isOrderedAccess(const Event &E) {
  return isMemoryAccess(E.Kind) && (acquires(E.Ord) || releases(E.Ord));
}

/// For events kept as bits: the first 64 of each class, by position.
struct OrderEvidence {
  std::vector<EventId> Fences, Barriers, Accesses;
  std::vector<int8_t> Bit; ///< Per event; -1: not kept.

  void add(std::vector<EventId> &List, EventId E) {
    if (List.size() < 64) {
      Bit[E] = List.size();
      List.push_back(E);
    }
  }
  explicit OrderEvidence(const Function &Fn) : Bit(Fn.Events.size(), -1) {
    for (const Block &B : Fn.Blocks)
      for (EventId Id : B.Events) {
        const Event &E = Fn.Events[Id];
        if (E.Kind == EventKind::Fence)
          add(Fences, Id);
        else if (E.Kind == EventKind::CtaBarrier ||
                 E.Kind == EventKind::ClusterBarrier ||
                 E.Kind == EventKind::WarpSync || E.Kind == EventKind::Mbarrier)
          add(Barriers, Id);
        else if (isOrderedAccess(E))
          add(Accesses, Id);
      }
  }
  uint64_t mask(EventId E) const {
    return Bit[E] < 0 ? 0 : uint64_t(1) << Bit[E];
  }
};

} // namespace fencepost

#endif
