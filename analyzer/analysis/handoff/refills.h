//===- refills.h - bulk copies over what was stored -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bulk copy into shared memory writes through the async proxy. Where threads
// have stored into that memory before, their stores must pass a proxy fence
// until the copy, as for a copy that reads (PTX ISA, "Async proxy"): else an
// old store may land over what was copied. That they only read asks for no more
// than the barrier or mbarrier that hands the memory back.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_REFILLS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_REFILLS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct UnfencedRefill {
  EventId Copy = NoId;
  EventId Store = NoId;
  /// What hands the memory back: a barrier of the block on the way from the
  /// store to the copy, or an arrival at the mbarrier that the copy's thread
  /// waits for.
  EventId HandBack = NoId;
};

/// At most one for each copy, in the order of the code. Stores that clear the
/// memory once, before a loop or the only copy, are left out.
std::vector<UnfencedRefill> unfencedRefills(const FunctionView &In);

} // namespace fencepost

#endif
