//===- poll_finder.h - what one loop waits for ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to analyzer/analysis.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_POLL_FINDER_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_POLL_FINDER_H

#include "analyzer/analysis/order/polls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace fencepost {

/// What repeating a read-modify-write does to its word: nothing, at most one
/// change that takes a lock, or a change each time.
enum class RmwRole { Read, Lock, Update };

/// What one loop's exits say.
class LoopFinder {
public:
  LoopFinder(const Function &Fn, const Cfg &Graph, const Loops &Nest,
             const Provenance &Where, uint32_t Index)
      : Fn(Fn), Graph(Graph), Nest(Nest), Where(Where), Index(Index),
        L(Nest.all()[Index]) {}
  std::vector<Poll> run();

private:
  const Function &Fn;
  const Cfg &Graph;
  const Loops &Nest;
  const Provenance &Where;
  uint32_t Index;
  const Loop &L;
  std::vector<EventId> Events;               ///< All events in the loop.
  llvm::DenseMap<ValueId, bool> StableMemo;  ///< See isStable().
  llvm::DenseMap<ValueId, bool> CountedMemo; ///< See isCounted().
  /// Header phis that do not change on the way round in question.
  llvm::DenseSet<ValueId> Held;
  /// Shared accesses that only pass a read on.
  llvm::DenseSet<EventId> Carriers;

  bool isFixed(ValueId V) const {
    return Held.contains(V) || Nest.isInvariant(V, L);
  }
  bool isStable(ValueId V);
  bool isCounted(ValueId Phi);
  bool isCountedAnew(ValueId Phi) const;
  RmwRole roleOf(const Event &E);
  bool waitsElsewhere(EventId Read) const;
  bool isByAllReaders(EventId Store, EventId Read) const;
  bool storesFindings(EventId Store, EventId Read) const;
  bool isUpdatedHere(EventId Read);
  bool isBoundBy(ValueId Phi) const;
  bool isDoneInTurn(EventId E);

  struct Part {
    std::vector<EventId> Reads;    ///< Reads of memory that others may write.
    std::vector<EventId> Ordinary; ///< Loads that the compiler may hoist.
    bool Waits = true;             ///< Nothing else moves it.
  };
  /// Appends to More the conditions under which V gets a fixed value.
  Part readPart(ValueId V, std::vector<ValueId> &More);
  void readResult(EventId E, Part &P, llvm::SmallVectorImpl<ValueId> &Work,
                  std::vector<ValueId> &More);
  void readSharedVariable(EventId E, Part &P,
                          llvm::SmallVectorImpl<ValueId> &Work,
                          std::vector<ValueId> &More);
  void addConditionsOf(BlockId B, std::vector<ValueId> &More);
  std::vector<EventId> readsDeciding(ValueId Condition);
  bool isPure(const llvm::DenseSet<EventId> &Deciding,
              const llvm::BitVector *Only = nullptr);
  llvm::BitVector blocksBackFrom(BlockId From, unsigned Successor) const;
  llvm::BitVector blocksBefore(BlockId B) const;
  bool comesBack(BlockId From, unsigned Successor,
                 const llvm::BitVector &Way) const;
  bool isHeldBy(ValueId Phi, BlockId From, unsigned Successor,
                const llvm::BitVector &Way) const;
  bool isTriedOnce(EventId Read) const;
  void findTurns(std::vector<Poll> &Result);
};

} // namespace fencepost

#endif
