//===- repeated_atomics.h - two atomics where one suffices ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pairs of atomics of which the first already returned, or could already do,
// what the second is for.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_REPEATED_ATOMICS_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_REPEATED_ATOMICS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

enum class RepeatedWhy : uint8_t {
  /// A count whose rank is dropped, then a ticket on the same key that places
  /// the element: counting sort in two passes.
  RankAgain,
  AsksAgain, ///< An atomic that changes nothing, right after one that did.
  AddsAgain, ///< Two reductions of one word in a row, results unused.
};

struct RepeatedAtomic {
  AccessRef First, Second;
  RepeatedWhy Why = RepeatedWhy::AddsAgain;
};

/// In the order of the second ones.
std::vector<RepeatedAtomic> repeatedAtomics(const UnitView &Unit);

/// Does one kernel count in a loop of its own and place later? A rank for each
/// turn then asks for memory that the kernel does not have.
bool isRankOfTurn(const RepeatedAtomic &R);

} // namespace fencepost

#endif
