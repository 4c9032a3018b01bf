//===- led_readers.h - one thread acquires, others read ------- -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An acquire orders the reads of its own thread (PTX ISA 8.7); a barrier hands
// that on to others (base causality), a shuffle or a vote does not, though the
// lanes of a warp leave it together.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_LED_READERS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_LED_READERS_H

#include "analyzer/analysis/handoff/handoff.h"

namespace fencepost {

/// A read by threads that neither waited nor met the one that did, nor acquire
/// anything themselves on any path.
struct LedRead {
  const Consumer *Read = nullptr; ///< Lives as long as In.
  /// A shuffle or vote by which the lanes at least leave together; NoId if
  /// none.
  EventId Vote = NoId;
};

/// What others read behind a wait of an elected thread that acquires; nullopt
/// if P is none, or all that it announces is read in order.
std::optional<LedRead> ledRead(const UnitView &Unit, const FunctionView &In,
                               const Poll &P);

} // namespace fencepost

#endif
