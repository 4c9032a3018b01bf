//===- contention.h - how many meet at an atomic operation ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For an atomic operation of a kernel: which threads perform it, on one word or
// on several, how often, and what nvcc merges by itself (one operation per warp
// for integer add, min, max, and, or, xor on one address; never for float,
// double, half, inc, dec, exchange and compare-and-swap). Words that others
// wait for and tickets are signals and have no Contention.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_H

#include "analyzer/analysis/contention/collision.h"

namespace fencepost {

/// Who performs it, bounds checks and loop tests taken as passed.
enum class Crowd : uint8_t {
  Unknown,
  One,       ///< One thread of each block, or fewer.
  PerWarp,   ///< One lane of each warp.
  ByData,    ///< The threads whose data ask for it.
  SomeWarps, ///< Whole warps of each block.
  Everyone,
};

struct Contention {
  EventId E = NoId;
  Collision At;
  Crowd Who = Crowd::Unknown;
  /// For ByData: two values differ, a test of equality that failed: an error
  /// that is counted, more often than not. Likewise neighbours that are out of
  /// order, values outside of two bounds, what is no number, an index beyond
  /// the last bin. Or a ticket lies below a limit.
  bool IsRare = false;
  /// One lane of a group of lanes that a vote made.
  bool Leads = false;
  /// Asks first whether the word would change.
  bool IsProbed = false;
  /// Only in blocks that are chosen by data or by their number.
  bool IsFewBlocks = false;
  bool IsOneBlock = false; ///< In one block, which a test of its number names.
  bool IsShared = false;   ///< In shared memory.
  bool IsUpdate =
      false;           ///< A compare-and-swap loop that stands for one atomic.
  bool IsLock = false; ///< Takes a lock that the function gives back.
  bool IsMerged = false; ///< The compiler leaves one operation per warp.
  /// In a loop whose number of iterations is no constant of the code.
  bool IsInGrowingLoop = false;
  /// The kernel covers its data by a loop that strides over the grid, so its
  /// number of threads need not grow with them.
  bool HasGridLoop = false;
  /// The same object is read or stored in a loop around, other than by E: each
  /// iteration may want its own result.
  bool IsReadInLoop = false;
  uint32_t Loop = NoId; ///< Innermost loop around; index into Loops::all().
  /// Threads of the grid, where all launches in the unit agree.
  std::optional<uint64_t> Threads;
  bool HasFixedGrid = false; ///< Constant number of blocks in all launches.

  bool hasFewThreads() const { return Threads && *Threads <= 1024; }
  /// Few threads, each of them once or a fixed number of times.
  bool isSmall() const {
    return (hasFewThreads() || IsFewBlocks) && !IsInGrowingLoop;
  }
  /// All threads of the grid, in a known number, on one word.
  bool isWholeGrid() const {
    return Who == Crowd::Everyone && Threads && !IsShared && !IsOneBlock &&
           At.Group == Uniform::Grid;
  }
  /// A loop repeats it on the word, and has no other use for the object.
  bool isRepeated() const {
    return (At.Repeats != NoId || At.IsInvariant) && !IsReadInLoop;
  }
};

/// nullopt for what is no atomic, not in a kernel, or a signal.
std::optional<Contention> contentionOf(const UnitView &Unit,
                                       const FunctionView &In, EventId E);

/// add, min, max, and, or, xor: may be done in any order and in parts. So may
/// `atomicInc` without a limit, which adds one.
bool isReduction(const FunctionView &In, const Event &E);

/// Does the result take part in nothing?
bool isUnused(const Event &E);
/// Adds one: what '__syncthreads_count' counts.
bool isCountOfOne(const FunctionView &In, const Event &E);

} // namespace fencepost

#endif
