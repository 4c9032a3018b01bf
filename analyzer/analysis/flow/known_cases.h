//===- known_cases.h - what branches say of values --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A choice that a function makes more than once, between back ends or modes of
// sharing: what one of its cases does is never followed by what another does.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FLOW_KNOWN_CASES_H
#define FENCEPOST_ANALYZER_ANALYSIS_FLOW_KNOWN_CASES_H

#include "analyzer/analysis/unit_view.h"
#include "llvm/ADT/BitVector.h"

namespace fencepost {

/// Does some value that stays the same lead to A by one of its cases and to B
/// by another? No thread then comes to both. Not asked of the numbers of
/// threads and blocks, whose roles hand data to each other.
/// Least asks for values that are the same for a group at least.
bool areOtherCases(const FunctionView &In, BlockId A, BlockId B,
                   Uniform Least = Uniform::None);

/// Does no thread that leaves the block From by this successor come to B, for
/// what it knows there? Asked of one thread, whose number counts too.
bool isOtherCase(const FunctionView &In, BlockId From, unsigned Successor,
                 BlockId B);

/// The blocks that threads come to from From until they come to To, by what
/// their whole block knows at From and what stays the same.
llvm::BitVector knownWays(const FunctionView &In, BlockId From, BlockId To);

/// The one block of the grid that comes to B, by its number, in a kernel that
/// asks for no second coordinate.
std::optional<int64_t> onlyBlockAt(const FunctionView &In, BlockId B);

} // namespace fencepost

#endif
