//===- grid_barriers.h - barriers of the grid, by hand ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread of each block adds to a counter and waits until the number of blocks
// has arrived: all blocks must be resident at once, or none gets on. And counts
// that are waited for and set back while others may still wait, or arrive for
// the next round.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_GRID_BARRIERS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_GRID_BARRIERS_H

#include "analyzer/analysis/contention/sharing.h"

namespace fencepost {

struct GridBarrier {
  EventId Arrive = NoId;
  EventId Wait = NoId; ///< The read of the loop that waits.
  /// The grid barrier of cooperative groups.
  bool IsCooperative = false;
};
std::vector<GridBarrier> gridBarriersOf(const FunctionView &In,
                                        const Sharing &Who);

/// Do parameters of the kernel alone decide whether a block comes to the
/// barrier? Then launches with other arguments may leave it out.
bool isByMode(const FunctionView &In, const GridBarrier &G);

/// Does a block come to the barrier where the parameters have the constants of
/// Launch? Threads that each block chooses alike come for it; Unknown where
/// anything else decides as well.
Ternary isReachedBy(const FunctionView &In, const GridBarrier &G,
                    const HostLaunch &Launch);

/// Is the read at Wait that of a barrier of the grid?
bool meetsGrid(const UnitView &Unit, const AccessRef &Wait);

struct CountReset {
  EventId Wait = NoId, Reset = NoId;
  EventId Arrive = NoId;    ///< What counts; NoId if not seen.
  bool IsByWaiter = false;  ///< After the wait; else by the last to arrive.
  bool IsOfDevices = false; ///< Devices count each other's words.
  /// The others wait for the reset, and the first arrival of the next round
  /// undoes it.
  bool IsTransient = false;
  /// What lets the others go on, where that comes before the reset: the first
  /// of them may count for the next round already. NoId otherwise.
  EventId Open = NoId;
};
std::vector<CountReset> countResetsOf(const FunctionView &In,
                                      const Sharing &Who);

} // namespace fencepost

#endif
