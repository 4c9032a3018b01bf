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
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_BARRIER_INTERVALS_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_BARRIER_INTERVALS_H

#include "analyzer/analysis/unit_view.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

class BarrierIntervals {
public:
  explicit BarrierIntervals(const FunctionView &In);
  /// False where there are more barriers than are looked at.
  bool mayRunTogether(EventId A, EventId B) const;
  /// The same, where IsAlike says at which branches all threads of the block go
  /// one way: then one access must follow the other on one thread's way, or a
  /// branch that threads take differently must lead to both.
  bool mayRunTogether(EventId A, EventId B,
                      llvm::function_ref<bool(BlockId)> IsAlike) const;

  /// Is B reached from A, around a loop too, without passing a barrier?
  bool follows(EventId A, EventId B) const;

private:
  const FunctionView &In;
  bool HasBlockBarrier = false;
  std::vector<llvm::BitVector> Reached; ///< Events, by start.
  /// Events reached from the start of a block; asked for again and again.
  mutable llvm::DenseMap<BlockId, llvm::BitVector> FromBlock;

  llvm::BitVector walk(Position Start) const;
  const llvm::BitVector &fromBlock(BlockId B) const;
};

} // namespace fencepost

#endif
