//===- collision.h - which threads reach the same word ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For one access: whether its address is another one in each thread, the same
// for a group of threads, or many-to-one in thread ids and loop counters. Many
// and OneThread are shown from the index; what cannot be shown is Unknown. An
// access of a retry loop (compare-and-swap until it succeeds, a lock that is
// taken) is asked about as if that loop were one operation.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_COLLISION_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_COLLISION_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

enum class SharedBy : uint8_t {
  Unknown,
  Data,       ///< The index comes from memory: who meets whom is not known.
  OneThread,  ///< Each word belongs to one thread of the grid.
  OneOfBlock, ///< One thread of each block, several blocks.
  Many,       ///< Several threads of a block, by an index made of ids alone.
  Everyone,   ///< All threads of a block (or more) at once: Group says which.
};

/// Why an index is many-to-one.
enum class ManyToOne : uint8_t {
  None,
  Axis,     ///< No thread id of one axis takes part.
  Blocks,   ///< No block id of one axis takes part, and the blocks along it
            ///< bring single elements of their own. Not with SharedBy::Many:
            ///< no two threads of a block need meet.
  Quotient, ///< `i / n`, `i >> s`: neighbours share.
  Rest,     ///< `i % n`, `i & mask`, a digit left out.
  Window,   ///< A loop counter is added to a thread's index.
};

struct Collision {
  SharedBy By = SharedBy::Unknown;
  Uniform Group = Uniform::None; ///< Over which the address is one word.
  ManyToOne Why = ManyToOne::None;
  ValueId Cause = UnknownValue; ///< The quotient, rest or counter.
  unsigned Axis = 0;            ///< For ManyToOne::Axis and Blocks.
  /// The outermost loop each iteration of which comes to the same words again;
  /// NoId if none does.
  uint32_t Repeats = NoId;
  /// Likewise the innermost loop around, whose iterations hit the very same
  /// word.
  bool IsInvariant = false;
  /// How many words an index from data can name at most; 0: not known.
  uint64_t Words = 0;
  /// The block's number takes part as well: each block has such words.
  bool IsPerBlock = false;
};

Collision collisionOf(const FunctionView &In, EventId E);

/// The loop that repeats E until it succeeds: compare-and-swap updates, locks.
/// NoId if there is none.
uint32_t retryLoopOf(const FunctionView &In, EventId E);

/// The block whose threads perform E: its own, or where the retry loop starts.
BlockId performingBlock(const FunctionView &In, EventId E);

/// The least upper bound of V as an unsigned number that its operations and
/// types show, loads of bytes included; nullopt if they show none.
std::optional<uint64_t> upperBound(const Function &Fn, ValueId V);

} // namespace fencepost

#endif
