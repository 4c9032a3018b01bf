//===- async_reads.h - what the async proxy reads ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bulk copies and matrix units read memory through the async proxy; ordinary
// stores write it through the generic one. Between the two stands a proxy
// fence (PTX ISA, "Proxies" and "Async proxy"): one of the writers before the
// barrier, or one of the issuing thread behind it.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_ASYNC_READS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_ASYNC_READS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Memory that an asynchronous operation reads: a source of a bulk copy, an
/// operand of a matrix unit.
struct AsyncRead {
  EventId By = NoId;
  ValueId From = UnknownValue;  ///< An address, or a descriptor made of one.
  Space Spc = Space::Unknown;   ///< SharedCta, Global; others are left out.
  std::optional<int64_t> Bytes; ///< Where constant.
};

/// Every such read of the function whose source is known. Tensor maps name
/// their memory on the host: loads through them are left out.
std::vector<AsyncRead> asyncReads(const FunctionView &In);

/// Does E order the generic and the async proxy for memory of space Spc? A
/// fence whose proxy is not known counts.
bool coversProxy(const Event &E, Space Spc);

/// Generic writes that surely touch what Read reads and reach it on some way
/// that passes no covering proxy fence, while no other way (that passes neither
/// end twice) has one. Left out: writes that a branch on the same condition
/// keeps from the read, and memory that the async proxy itself fills in
/// between. At most Max, in the order of the code.
struct UnfencedWrite {
  EventId Store = NoId;
  EventId Narrow = NoId; ///< A proxy fence on the way that covers other spaces.
  /// One of an elected thread, before anything orders the other threads' writes
  /// before it.
  EventId Early = NoId;
  EventId Barrier = NoId; ///< A barrier on the way.
  /// A covering fence under a condition on arguments of the kernel alone, which
  /// holds back neither end: where it fails, nothing fences.
  EventId Skipped = NoId;
};
std::vector<UnfencedWrite> unfencedWrites(const FunctionView &In,
                                          const AsyncRead &Read, unsigned Max);

/// A tensor map that the function writes and then copies by, with no tensormap
/// proxy fence on any way between (PTX ISA, fence.proxy.tensormap). Maps that
/// the host or another function wrote are left out.
struct UnfencedMap {
  EventId Write = NoId;
  EventId Copy = NoId;
};
std::vector<UnfencedMap> unfencedMaps(const FunctionView &In);

} // namespace fencepost

#endif
