//===- sharing.h - who else reaches the location of an access ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For an access of a kernel: do several threads that execute it reach one
// location, and does anything keep them apart (a lock, a claim by an atomic, a
// wait)? Answers lean to "not known": index arrays often hold each index once,
// so data in an index is told apart from what must collide.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_SHARING_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_SHARING_H

#include "analyzer/analysis/threads/id_dependence.h"
#include "analyzer/analysis/unit_view.h"
#include "llvm/ADT/BitVector.h"
#include <optional>

namespace fencepost {

enum class Reached : uint8_t {
  Unknown,   ///< Perhaps by one thread only.
  ByData,    ///< The index is loaded; nothing else is known of it.
  Scattered, ///< The index is loaded, and by its making it repeats.
  ByThreads, ///< Several threads of a block reach one location.
  ByBlocks,  ///< Threads of several blocks reach one location.
};

/// E is part of the grid barrier of cooperative groups.
bool isGridBarrierWord(const FunctionView &In, EventId E);

/// What it rests on is found when first asked for.
class Sharing {
public:
  Sharing(const UnitView &Unit, const FunctionView &In) : Unit(Unit), In(In) {}
  const IdDependences &shapes() const { return In.idDependences(); }
  /// By the threads that execute E; Unknown where an election, a lock, or a
  /// claim may leave one.
  Reached reached(EventId E) const;
  /// The same, judged within each block alone.
  Reached reachedInBlock(EventId E) const;
  /// More than one thread of a block, and more than one block, as far as the
  /// unit shows: launches if it has any, else the ids that the kernel uses.
  bool hasSeveralThreads() const { return extent().SeveralThreads; }
  bool hasSeveralBlocks() const { return extent().SeveralBlocks; }
  /// True if B runs only after this thread won something: a lock, a ticket, a
  /// flag that it waited for, or after a call that may do so; or if it alone
  /// finds its element of a sorted array.
  bool isGuarded(BlockId B) const { return guards().Guarded.test(B); }
  /// The same without waits that have ended for everybody: only what B's
  /// execution depends on.
  bool isClaimed(BlockId B) const { return guards().Claimed.test(B); }
  /// Several threads of a block execute B: no unknown condition selects them.
  bool isBySeveral(BlockId B) const;
  /// B depends on the number of the block, other than by a bound.
  bool isByBlockNumber(BlockId B) const;
  /// A wait, ticket or opaque call lies on some path from A to B. A ticket at
  /// an index from data stands for no thread in particular: between accesses of
  /// one word it counts only if B hangs on its outcome.
  bool mayWaitBetween(EventId A, EventId B) const;
  /// The same on the ways that do not come back to A.
  bool mayWaitInTurn(EventId A, EventId B) const;

private:
  const UnitView &Unit;
  const FunctionView &In;
  struct Extent {
    bool SeveralThreads = true, SeveralBlocks = true;
  };
  struct Guards {
    llvm::BitVector Guarded, Claimed; ///< By block.
  };
  mutable llvm::DenseMap<EventId, bool> ClaimsRead;
  mutable std::optional<Extent> Launched;
  mutable std::optional<Guards> Found;
  mutable std::optional<std::vector<EventId>> Waits;

  const Extent &extent() const;
  const Guards &guards() const;
  const std::vector<EventId> &waits() const;
  Extent readLaunches() const;
  std::vector<EventId> findWaits() const;
  Guards findGuards() const;
  bool readsClaim(EventId E) const;
  bool isClaim(ValueId Condition) const;
  /// A branch that compares what Load brought with Bound.
  struct BoundTest {
    EventId Load;
    ValueId Bound;
    BlockId Branch;
  };
  using BoundTests =
      llvm::DenseMap<BlockId, llvm::SmallVector<BoundTest, 2>>; ///< By branch.
  llvm::ArrayRef<BoundTest> boundTests(BlockId Branch, BoundTests &Known) const;
  bool isCrossing(BlockId B, BoundTests &Known) const;
  bool isRetried(EventId E) const;
  bool isScatteredTicket(EventId E) const;
  bool selectsMany(ValueId V, bool Want, unsigned Depth) const;
  Reached byThreads(const IdDependence &S, BlockId B) const;
  Reached byBlocks(const IdDependence &S, BlockId B) const;
};

/// Of In, made when first asked for.
const Sharing &sharingOf(const UnitView &Unit, const FunctionView &In);

} // namespace fencepost

#endif
