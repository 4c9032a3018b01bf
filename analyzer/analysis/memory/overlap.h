//===- overlap.h - may two accesses of one object overlap? ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For accesses by different threads, so that equal thread-dependent indices
// need not be equal. Parts of one buffer that start at different uniform
// offsets are told apart; so are members of records, by their remainder, and a
// word in front of an array. Arrays of elements of different size are told
// apart by the bound of the first one's index. Two assumptions: parts at
// different uniform offsets do not run into each other, and an array whose
// index has no known bound ends where one of another element size starts 64
// bytes or more behind its own start.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MEMORY_OVERLAP_H
#define FENCEPOST_ANALYZER_ANALYSIS_MEMORY_OVERLAP_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// How many bytes E touches; 1 where that is not known.
uint64_t bytesOf(const Event &E);

/// Some byte may be touched by both, as far as the addresses can be compared;
/// false where they start from parts that may be different.
bool mayOverlap(const FunctionView &In, EventId A, EventId B);

/// Do the two touch other bytes of the same records, whichever threads and
/// whichever records they are of? Not so where parts may start differently.
bool areOtherFields(const FunctionView &In, EventId A, EventId B);

/// Does one of the two index an array that starts behind the one place of the
/// other, or are they of two arrays in one buffer, whichever threads they are
/// of?
bool areOtherRegions(const FunctionView &In, EventId A, EventId B);

/// Do the two index arrays in one buffer, the first of which ends, by the known
/// bound of its index, where the second begins, whichever threads they are of?
bool areBoundedParts(const FunctionView &In, EventId A, EventId B);

} // namespace fencepost

#endif
