//===- unjoined_stores.h - stores published before they are done *- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A release covers what its own thread wrote or what happened before it by a
// barrier (PTX ISA 8.8: cumulativity). One thread that raises a flag for its
// block or warp with no barrier behind the other threads' stores publishes
// only its own.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_UNJOINED_STORES_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_UNJOINED_STORES_H

#include "analyzer/analysis/handoff/handoff.h"

namespace fencepost {

/// What Publish, a release or a flag behind one, hands over for threads that
/// the publisher never waited for, nearest first.
std::vector<Payload> unjoinedStores(const UnitView &Unit,
                                    const FunctionView &In, EventId Publish);

/// A warp whose lanes all came through a fence behind their stores: the model
/// joins nobody by it, but the lanes of a warp that is together wait there.
bool isFencedByLanes(const FunctionView &In, const Payload &P);

} // namespace fencepost

#endif
