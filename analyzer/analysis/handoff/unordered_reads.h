//===- unordered_reads.h - reads that a wait does not order -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A relaxed, volatile or read-modify-write read ends a wait, and data that the
// flag guards is read with no acquire in between: a strong read alone is no
// acquire pattern (PTX ISA 8.7), and a barrier adds none (8.8).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_UNORDERED_READS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_UNORDERED_READS_H

#include "analyzer/analysis/handoff/handoff.h"

namespace fencepost {

/// What P guards and no path acquires for, with Locks the locks of In, whose
/// waits are another matter. A loop that also works waits only for what the
/// unit shows to be announced by the flag.
std::vector<Consumer> unorderedReads(const UnitView &Unit,
                                     const FunctionView &In, const Poll &P,
                                     llvm::ArrayRef<LockPair> Locks);

/// Do many threads poll and read, each for itself, while only one of them comes
/// to the fences between? Its fence orders its own reads.
bool isFencedByFew(const FunctionView &In, const Poll &P, const Consumer &C);

} // namespace fencepost

#endif
