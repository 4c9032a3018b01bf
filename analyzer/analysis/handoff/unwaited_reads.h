//===- unwaited_reads.h - reads that waited for nobody ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An arrival at a barrier is the source of an order and never its sink; a test
// of an mbarrier orders only where it answers true (PTX ISA, "bar",
// "barrier.cluster", "mbarrier.try_wait"). Shared memory that others fill is
// not there yet behind one of these alone.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_UNWAITED_READS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_UNWAITED_READS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct UnwaitedRead {
  enum class Behind : uint8_t {
    ClusterArrival, ///< barrier.cluster.arrive; Read is of a peer's memory.
    BlockArrival,   ///< bar.arrive; Write is by threads of another role.
    ObjectArrival,  ///< An mbarrier that nobody in the function waits for.
    Test,           ///< A test whose answer is not used; Write is a copy.
  };
  Behind What = Behind::BlockArrival;
  EventId At = NoId; ///< The arrival or test.
  EventId Write = NoId;
  EventId Read = NoId;
};

/// At most one per arrival or test, by its position. Kernels without opaque
/// calls alone have any. A wait of any kind on the way silences, and so does
/// one that may have ordered the write before.
std::vector<UnwaitedRead> unwaitedReads(const FunctionView &In);

/// A release by one thread whose warp only arrives at the barrier of the block
/// that the threads of another role come to behind their stores to memory of
/// the grid: it covers none of them. At most one per arrival.
struct UnwaitedPublication {
  EventId At = NoId;
  EventId Store = NoId;
  EventId Publish = NoId;
};
std::vector<UnwaitedPublication> unwaitedPublications(const FunctionView &In);

} // namespace fencepost

#endif
