//===- early_resets.h - words cleared before all have read them -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word of the block that atomics set in each round: all threads load it, and
// it is cleared for the next round. Without a barrier behind the loads a slow
// thread reads the next round's value. A store that one thread does because it
// won something, as the last one that counts itself in, is no such clearing:
// the others may have read before.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_EARLY_RESETS_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_EARLY_RESETS_H

#include "analyzer/analysis/contention/sharing.h"
#include "analyzer/analysis/order/barrier_intervals.h"

namespace fencepost {

struct EarlyReset {
  EventId Clear = NoId; ///< A plain store of a constant.
  EventId Read = NoId;  ///< A plain load by all threads, with no barrier on
                        ///< some way from it to Clear.
};

/// Among the plain accesses and atomics of one object: one per Clear.
std::vector<EarlyReset> earlyResets(const FunctionView &In, const Sharing &Who,
                                    const BarrierIntervals &Steps,
                                    llvm::ArrayRef<EventId> Plains,
                                    llvm::ArrayRef<EventId> Rmws);

} // namespace fencepost

#endif
