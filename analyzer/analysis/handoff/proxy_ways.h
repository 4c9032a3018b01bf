//===- proxy_ways.h - between ordinary writes and bulk copies ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the questions about the async proxy share: which stores surely touch
// what a copy reads or fills, and what lies on the ways between the two.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_PROXY_WAYS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_PROXY_WAYS_H

#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/unit_view.h"
#include "llvm/ADT/BitVector.h"

namespace fencepost {

/// An address as a sum, through casts into the shared window.
LinearForm addressForm(const FunctionView &In, ValueId Address);

/// Both blocks hang on one condition of the whole block, with opposite
/// outcomes: the same block of threads never executes both.
bool excludeEachOther(const FunctionView &In, BlockId A, BlockId B);

/// What lies on the ways from one event to another that pass neither twice and
/// enter no block of Closed.
class Ways {
public:
  Ways(const FunctionView &In, EventId From, EventId To,
       const llvm::BitVector &Closed);
  bool isReached() const { return Ahead.test(To); }
  bool passes(EventId E) const {
    return E != From && E != To && Ahead.test(E) && Behind.test(E);
  }

private:
  void search(EventId Start, bool Forward, llvm::BitVector &Seen);

  const FunctionView &In;
  EventId From, To;
  const llvm::BitVector &Closed;
  llvm::BitVector Ahead, Behind;
};

/// Stores, and cp.async, which is of the generic proxy.
bool isGenericWrite(const Event &E);

/// Does the access to Store at block At surely touch what is copied: is there a
/// thread that comes to At whose address is that of the copy, or falls into its
/// Bytes? What is added must be made of numbers of threads, and of counters of
/// loops, which start from zero; an offset that is none of these may lead to
/// another part of a buffer.
bool touches(const FunctionView &In, BlockId At, const LinearForm &Store,
             const LinearForm &Copied, std::optional<int64_t> Bytes);

/// Headers of loops around both blocks in which the sum moves: behind them it
/// names other memory.
llvm::BitVector headersToStay(const FunctionView &In, const LinearForm &Of,
                              BlockId A, BlockId B);

} // namespace fencepost

#endif
