//===- barrier_intervals.h - what runs between two barriers -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two events of a block's threads may happen at the same time if from one
// barrier, or from the start of the kernel, both are reached without passing
// another. Waits and opaque calls count as barriers.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_BARRIER_INTERVALS_H
#define FENCEPOST_ANALYZER_ANALYSIS_BARRIER_INTERVALS_H

#include "analyzer/analysis/unit_view.h"
#include "llvm/ADT/BitVector.h"

namespace fencepost {

class BarrierIntervals {
public:
  explicit BarrierIntervals(const FunctionView &In);
  /// False where there are more barriers than are looked at.
  bool mayRunTogether(EventId A, EventId B) const;

private:
  std::vector<llvm::BitVector> Reached; ///< Events, by start.
};

} // namespace fencepost

#endif
