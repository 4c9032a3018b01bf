//===- order.h - what orders one event before another -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data flow from an event over control-flow positions, each with a small
// state: the widest acquire and release seen so far, by whom, and which
// barriers were crossed (all lattices are a few steps high, so the fixed point
// is exact and comes fast). Facts come as may and must: May counts an acquire
// on any path and treats opaque calls and an exhausted budget as "yes"; Must
// counts what stands on every path and treats them as "no". A missing-X claim
// needs no may-X. PTX ISA 8.7 (release and acquire patterns), 8.8 (barriers).
// Oracle: analyzer/memory_model.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_H

#include "analyzer/analysis/memory/provenance.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

struct OrderEvidence;

/// What lies on the way from one event to another.
struct Between {
  bool Reached = false;
  Scope MayAcquire = Scope::None; ///< Widest on some path.
  Scope MayRelease = Scope::None;
  Scope MayFenceSc = Scope::None;  ///< A fence.sc on some path.
  Scope MustAcquire = Scope::None; ///< Widest that every path has.
  Scope MustRelease = Scope::None;
  Scope MustFenceSc = Scope::None;
  /// Acquire accesses to other locations than From's: they acquire nothing
  /// that From read. The same for releases to other locations than To's.
  Scope MayAcquireElsewhere = Scope::None;
  Scope MayReleaseElsewhere = Scope::None;
  /// A barrier on some path that many threads of the block or cluster share;
  /// arrivals alone and mbarrier waits count.
  bool MayBarrier = false;
  bool MustBarrier = false; ///< A wait of the whole block on every path.
  bool MayWarpSync = false; ///< Warp barrier or wider.
  bool MustWarpSync = false;
  /// An acquire (fence, acquire access) before the first CTA barrier on some
  /// path: what a polling thread does before it lets its block go on.
  Scope MayAcquireBeforeBarrier = Scope::None;
  bool Opaque = false; ///< An opaque call or the budget made it uncertain.
  /// Fences and ordered accesses seen on the way, in program order. At most
  /// 64 of each kind are kept.
  std::vector<EventId> Fences;
  std::vector<EventId> Barriers; ///< Likewise.
};

class OrderAnalysis {
public:
  OrderAnalysis(const Function &Fn, const Cfg &Graph, const Provenance &Where);

  /// Paths from just after From to To that do not pass From again. An acquire
  /// operation on From's own location counts (pattern A2 of the model).
  Between between(EventId From, EventId To) const;
  /// Paths from just after From to where they first meet To. Those of
  /// between() that go around a loop through To may have met a fence that
  /// comes too late for the first time.
  /// Within, if given, holds the blocks that count; nothing of it is kept.
  Between firstWay(EventId From, EventId To,
                   const llvm::BitVector *Within = nullptr) const;

  struct Reach {
    EventId To;
    Between Way;
  };
  /// Every event with Want(event) that some path from just after From reaches
  /// without passing From again and without passing an event with Stop.
  std::vector<Reach>
  forward(EventId From, llvm::function_ref<bool(EventId)> Want,
          llvm::function_ref<bool(EventId)> Stop = nullptr) const;
  /// The same against the flow: events from which a path leads to To. A path
  /// may pass the found event more than once (more in may, less in must).
  std::vector<Reach>
  backward(EventId To, llvm::function_ref<bool(EventId)> Want,
           llvm::function_ref<bool(EventId)> Stop = nullptr) const;

private:
  const Function &Fn;
  const Cfg &Graph;
  const Provenance &Where;

  struct Flow;
  std::shared_ptr<OrderEvidence> Kept;
  Between way(EventId From, EventId To, bool StopAtTo) const;
  std::vector<Reach> search(EventId Start, bool Forward,
                            llvm::function_ref<bool(EventId)> Want,
                            llvm::function_ref<bool(EventId)> Stop) const;
};

} // namespace fencepost

#endif
