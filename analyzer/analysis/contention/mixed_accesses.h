//===- mixed_accesses.h - plain accesses beside atomics ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pairs of accesses of one kernel that different threads may do at the same
// time to one location, of which not both are strong and of one size: a data
// race (PTX ISA 8.7.1, morally strong operations). Threads of one block are
// kept apart by barriers; threads of several blocks by waits alone.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_MIXED_ACCESSES_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_MIXED_ACCESSES_H

#include "analyzer/analysis/contention/sharing.h"

namespace fencepost {

enum class Mixed : uint8_t {
  Init,      ///< A plain store, then atomics of others.
  Overwrite, ///< Any other plain store.
  FinalRead, ///< A plain load of what atomics have summed up so far.
  Read,      ///< Any other plain load.
  Gate,      ///< A plain load that lets more pass than there are places.
  Probe,     ///< A plain load that only decides whether to try the atomic.
  Reset,     ///< A plain store of a constant, while others of the block may
             ///< not have loaded what it replaces; Other is that load.
  Handover,  ///< One block stores, the others load; both plain.
  Size,      ///< Different sizes; Plain may be strong here.
};

struct MixedPair {
  Mixed What = Mixed::Read;
  EventId Plain = NoId, Other = NoId;
  bool IsAcrossBlocks = false; ///< False: within a block.
  bool IsOneWord = false;      ///< The very same location, whatever the index.
  /// Plain reaches the elements of a range that the host chose for the launch,
  /// Other those that they name: in the same launch perhaps none of them.
  bool IsOfRange = false;
  /// Other's index is made of data, and what the code shows keeps the two
  /// apart: Plain reads a word that one thread has passed to the others, or
  /// both lie in a stretch of memory whose start the thread has loaded.
  bool IsSetApart = false;
};

/// At most one pair per plain access and one per object and kind, by position.
std::vector<MixedPair> mixedPairsOf(const UnitView &Unit,
                                    const FunctionView &In, const Sharing &Who);

} // namespace fencepost

#endif
