//===- near_order.h - order that nobody far off needs -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scope matters through the threads that it holds alone (PTX ISA 8.4): what
// is ordered at system scope while flag and data stay on this GPU, or at
// cluster scope at a barrier of the own block, is ordered for nobody there.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FENCES_NEAR_ORDER_H
#define FENCEPOST_ANALYZER_ANALYSIS_FENCES_NEAR_ORDER_H

#include "analyzer/analysis/fences/fence_duty.h"
#include "analyzer/analysis/handoff/handoff.h"

namespace fencepost {

/// Is every strong access that the fence of D makes release or acquire at GPU
/// scope, and on this GPU? So is all that it keeps in sequential consistency.
bool servesThisGpu(const UnitView &Unit, const FunctionView &In,
                   const FenceDuty &D);

/// For a release at system scope of a word of this GPU: what it hands over, if
/// nothing says that any of it lies beyond; nothing otherwise.
std::vector<Payload> releasedNearby(const UnitView &Unit,
                                    const FunctionView &In, EventId E);

/// Is E a relaxed read-modify-write at system scope of a variable that this GPU
/// alone reaches, the first one of its object?
bool isSystemCounterOfGpu(const UnitView &Unit, const FunctionView &In,
                          EventId E);

/// Does E arrive with a release at cluster scope at a barrier of the own block,
/// in a function that reaches no other block of a cluster?
bool arrivesForClusterAlone(const FunctionView &In, EventId E);

} // namespace fencepost

#endif
