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

struct IdleFence {
  enum class Why : uint8_t {
    Not,          ///< It orders something, or that is not known.
    LastOfKernel, ///< Nothing of memory, no barrier and no call is behind it.
    ScopeOfBlock, ///< A fence of block scope beside Barrier.
    GridBarrier,  ///< Nothing but barriers of the grid tells another block.
    OwnBlock,     ///< The kernel tells no other block, and Barrier is beside.
  };
  Why Is = Why::Not;
  EventId Barrier = NoId; ///< Orders for the block what the fence would order.
  explicit operator bool() const { return Is != Why::Not; }
};

/// Is Fence idle: would no outcome of the memory model (PTX ISA 8) be possible
/// without it that is not possible with it?
///
/// The last of a kernel: not where a flag may have been raised before; then it
/// came too late. Behind it nothing could be ordered, and as the last element
/// of Fence-SC order it constrains no other fence.
///
/// Beside a barrier of the whole block, or behind a wait of the whole cluster,
/// with nothing of memory in between: the barrier orders for the block. Others
/// are not told where the fence is of block scope and no signal of the grid
/// depends on it, or where the kernel makes no strong access to memory of the
/// grid, nor to shared memory that blocks of a cluster reach, no call, no copy
/// of the async proxy, no grid dependency, no relaxed arrival, and each store
/// to memory of the grid behind Fence is one of many threads to elements of
/// their own, of values of their own, so none is a flag; and the fence is not
/// of system scope. The same beside a barrier of the whole grid
/// (cooperative groups), where the words of such barriers do not count.
IdleFence idleFence(const UnitView &Unit, const FunctionView &In,
                    EventId Fence);

} // namespace fencepost

#endif
