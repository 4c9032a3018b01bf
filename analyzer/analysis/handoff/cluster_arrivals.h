//===- cluster_arrivals.h - relaxed arrivals of a cluster ----- -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, barrier.cluster.arrive: `.relaxed` releases nothing.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_CLUSTER_ARRIVALS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_CLUSTER_ARRIVALS_H

#include "analyzer/analysis/handoff/handoff.h"

namespace fencepost {

/// For a relaxed arrival at the cluster's barrier, the stores since the arrival
/// before: to the block's own shared memory, where behind the barrier that of
/// other blocks is read, and to that of others which they read themselves. It
/// publishes none of them, nor does anything on the way.
std::vector<Payload> storesForCluster(const FunctionView &In, EventId Arrive);

} // namespace fencepost

#endif
