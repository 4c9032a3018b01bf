//===- order.h - what orders one event before another -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward search from an event over control-flow positions, each with a small
// state: the widest acquire and release seen so far, by whom, and which
// barriers were crossed. Facts come as may and must: May counts an acquire on
// any path and treats opaque calls and an exhausted budget as "yes"; Must
// counts what stands on every path and treats them as "no". A missing-X claim
// needs no may-X. PTX ISA 8.7 (release and acquire patterns), 8.8 (barriers).
// Oracle: analyzer/memory_model.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_H

#include "analyzer/analysis/provenance.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

/// What lies on the way from one event to another.
struct Between {
  bool Reached = false;
  Scope MayAcquire = Scope::None;  ///< Widest on some path.
  Scope MayRelease = Scope::None;
  Scope MayFenceSc = Scope::None;  ///< A fence.sc on some path.
  Scope MustAcquire = Scope::None; ///< Widest that every path has.
  Scope MustRelease = Scope::None;
  bool MayBarrier = false; ///< A CTA-wide barrier on some path.
  bool MustBarrier = false;
  bool MayWarpSync = false; ///< Warp barrier or wider.
  bool MustWarpSync = false;
  /// An acquire (fence, acquire access) before the first CTA barrier on some
  /// path: what a polling thread does before it lets its block go on.
  Scope MayAcquireBeforeBarrier = Scope::None;
  bool Opaque = false; ///< An opaque call or the budget made it uncertain.
  std::vector<EventId> Fences;   ///< Seen on the way, in program order.
  std::vector<EventId> Barriers; ///< Likewise.
};

class OrderAnalysis {
public:
  OrderAnalysis(const Function &Fn, const Cfg &Graph, const Provenance &Where);

  /// Paths from just after From to To that do not pass From again. An acquire
  /// operation on From's own location counts (pattern A2 of the model).
  Between between(EventId From, EventId To) const;

  struct Reach {
    EventId To;
    Between Way;
  };
  /// Every event with Want(event) that some path from just after From reaches
  /// without passing From again and without passing an event with Stop.
  std::vector<Reach>
  forward(EventId From, llvm::function_ref<bool(EventId)> Want,
          llvm::function_ref<bool(EventId)> Stop = nullptr) const;
  /// The same against the flow: events from which a path leads to To.
  std::vector<Reach>
  backward(EventId To, llvm::function_ref<bool(EventId)> Want,
           llvm::function_ref<bool(EventId)> Stop = nullptr) const;

private:
  const Function &Fn;
  const Cfg &Graph;
  const Provenance &Where;
};

} // namespace fencepost

#endif
