//===- error_tests.h - conditions that hold where data are wrong -*- C++
//-*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What counts such conditions counts errors, more often than not, and is
// expected to be rare.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_ERROR_TESTS_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_ERROR_TESTS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Does the branch go to that successor where the former of two elements of one
/// array is the larger one, `a[i] > a[i + 1]`? The other way round is no error:
/// `row[i] < row[i + 1]` has elements.
bool asksForDescent(const FunctionView &In, BlockId Branch, unsigned Successor);

/// Is At reached where something loaded lies beyond either of two bounds,
/// `x < low || x >= high`?
bool isReachedOutsideBounds(const FunctionView &In, BlockId At);

/// Is At reached only where a number proves to be none, or infinite:
/// `isnan(x) || isinf(x)`, `!isfinite(x)`, `x != x`?
bool isReachedByNoNumber(const FunctionView &In, BlockId At);

/// Does E take what is left over: an element at a fixed place for an index that
/// lies beyond a bound, where the other indices have elements of their own?
bool isForIndexBeyond(const FunctionView &In, EventId E);

} // namespace fencepost

#endif
