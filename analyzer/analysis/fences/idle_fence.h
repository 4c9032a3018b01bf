//===- idle_fence.h - fences that order nothing -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fence orders what stands before it against what stands behind it. Nothing
// behind it, or nothing that another block could ever be told by: it is idle.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FENCES_IDLE_FENCE_H
#define FENCEPOST_ANALYZER_ANALYSIS_FENCES_IDLE_FENCE_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Is nothing of memory, no barrier and no call behind Fence, up to the end of
/// the kernel? Not where a flag may have been raised before: then it came too
/// late.
bool isLastOfKernel(const FunctionView &In, EventId Fence);

/// Does the kernel tell other blocks nothing and wait for none of them: no
/// strong access to memory of the grid, nor to shared memory where blocks of a
/// cluster reach each other's, no call, no copy of the async proxy, no
/// grid dependency, no relaxed arrival; and each store to memory of the grid
/// behind Fence is one of many threads to elements of their own, so none is a
/// flag?
bool isForOwnBlock(const UnitView &Unit, const FunctionView &In, EventId Fence);

/// The barrier of the whole grid, of cooperative groups, right before or behind
/// Fence, in a kernel that by such barriers alone tells other blocks anything,
/// and nobody outside of the grid: the barrier that Fence stands beside; NoId
/// if there is none. All that is before it happens before all behind it.
EventId gridBarrierBeside(const UnitView &Unit, const FunctionView &In,
                          EventId Fence);

} // namespace fencepost

#endif
