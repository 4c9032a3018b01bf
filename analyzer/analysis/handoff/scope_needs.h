//===- scope_needs.h - how far a signal has to reach ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signals whose other side lies beyond the block or beyond this GPU, by what
// the unit shows of that side. PTX ISA 8.4: two accesses synchronize only if
// the scope of each holds the thread of the other. Every answer is a claim; a
// walk that was too long finds nothing.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_SCOPE_NEEDS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_SCOPE_NEEDS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct RaisedOutside {
  EventId By = NoId;   ///< A strong store of In, which peers run too.
  bool InRows = false; ///< Each rank raises its flag in the rows of others.
};

/// How peers raise the flag that Wait polls, as far as this code shows: at
/// system scope, or as it does itself in a table of rows.
std::optional<RaisedOutside>
raisedFromOutside(const UnitView &Unit, const FunctionView &In, EventId Wait);

/// A launch of the kernel that goes to more than one device; null if none.
const HostLaunch *launchOnSeveralDevices(const UnitView &Unit,
                                         const FunctionView &In);

/// For an arrival at another block's mbarrier, or a strong write of another
/// block's shared memory, released at block scope: an ordinary store before it
/// of shared memory that blocks of the cluster read.
EventId dataForPeer(const FunctionView &In, EventId Signal);

/// For a relaxed arrival at an mbarrier, the own one or another block's: an
/// ordinary store before it, with no release between, of shared memory that is
/// read behind a wait at this barrier, by more than the thread that stored it.
EventId unreleasedAtArrival(const FunctionView &In, EventId Arrive);

struct UnacquiredWait {
  EventId Store = NoId; ///< Stores before an arrival at the barrier.
  EventId Read = NoId;  ///< Reads it behind the wait.
};

/// For a relaxed wait at an mbarrier: a read of shared memory behind it, with
/// no acquire between, of what another thread stores before it arrives.
std::optional<UnacquiredWait> unacquiredAtWait(const FunctionView &In,
                                               EventId Wait);

/// Does a choice lead one turn to either of the two, Of a word and To it, by a
/// mode that all share who touch the word: one for the grid, or one that stands
/// in the word's record?
bool areChosenByMode(const FunctionView &In, EventId Of, EventId To);

/// Whom an access at block scope meets beyond its block.
enum class BlockScopeReach : uint8_t {
  None,
  Cluster,      ///< An atomic on a word of one block that all of them update.
  Grid,         ///< An atomic on one word for all blocks.
  AwaitsOthers, ///< A loop's load of a flag that another block raises.
};
BlockScopeReach blockScopeReach(const UnitView &Unit, const FunctionView &In,
                                EventId E);

/// By all launches of the unit, do blocks have no more than one warp? False
/// where it shows none.
bool launchesOneWarp(const UnitView &Unit, const FunctionView &In);

/// Does a loop around Store go on from the thread's number in the first
/// dimension by the size of a warp, `for (i = threadIdx.x; i < n; i += 32)`?
/// Rows of threads are then warps: more threads in a row would do again what
/// the first ones do. False where a launch shows longer rows.
bool isByRowsOfOneWarp(const UnitView &Unit, const FunctionView &In,
                       EventId Store);

} // namespace fencepost

#endif
