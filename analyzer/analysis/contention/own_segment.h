//===- own_segment.h - from one offset to the next --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of a sparse matrix lie one behind another: row i is what starts at
// offsets[i] and ends where row i + 1 starts. Threads with rows of their own
// have parts of their own of what the rows index.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_OWN_SEGMENT_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_OWN_SEGMENT_H

#include "analyzer/analysis/contention/sharing.h"

namespace fencepost {

/// Is E's address a fixed place and an element for each step of a counter that
/// runs up from offsets[i] to offsets[i + 1], for an i that is another one in
/// each thread? False where the way the index is made may leave the segment.
bool isInOwnSegment(const FunctionView &In, const Sharing &Who, EventId E);

} // namespace fencepost

#endif
