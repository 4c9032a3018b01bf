//===- population.h - which threads execute an event ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read off the control dependences of a block: `threadIdx.x == 0` leaves one
// thread per block, a lane test one per warp, a block-uniform condition all or
// none, elect.sync one per warp. A condition that is none of these leaves an
// unknown subset (Some): never taken for one thread, never for all.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_THREADS_POPULATION_H
#define FENCEPOST_ANALYZER_ANALYSIS_THREADS_POPULATION_H

#include "analyzer/analysis/threads/uniformity.h"
#include <memory>
#include <string>

namespace fencepost {

/// Threads of one block that execute a block of code (when any does).
enum class Population : uint8_t {
  OnePerGrid,
  OnePerCluster,
  OnePerBlock,
  OnePerWarp,
  SomeThreads, ///< An unknown or data-dependent subset.
  FewWarps,    ///< Whole warps chosen by warp index (`threadIdx.x < 32`).
  EveryThread,
};
llvm::StringRef spelling(Population P);

/// Found out for a block when it is asked about: few ever are.
class Populations {
public:
  Populations(const Module &M, const Function &Fn, const Cfg &Graph,
              const Uniformity &Uniform);
  ~Populations();
  Population of(BlockId B) const { return fact(B).Who; }
  Population ofEvent(EventId E) const; ///< By the event's block.
  /// The same with bounds checks taken as passed by all (`i < n` where i is
  /// made of thread and block ids and counters, n uniform), and the tests of
  /// the loops that hold B as well: those decide how often, not who.
  Population upToBounds(BlockId B) const { return fact(B).UpToBounds; }
  /// The branches that leave the unknown subset of upToBounds(): conditions on
  /// data, or on ids in a form that is not understood.
  llvm::ArrayRef<BlockId> conditions(BlockId B) const {
    return fact(B).Conditional;
  }
  /// The branch that restricted B most; NoId if none did.
  BlockId cause(BlockId B) const { return fact(B).Cause; }
  /// True if one thread of a block, warp... executes it: OnePer*.
  bool isElected(BlockId B) const { return of(B) <= Population::OnePerWarp; }
  /// True if A and B are guarded by the same thread-selecting conditions, so
  /// that the very same threads of a block execute both.
  bool sameThreads(BlockId A, BlockId B) const;

private:
  struct Fact {
    Population Who = Population::EveryThread;
    Population UpToBounds = Population::EveryThread;
    BlockId Cause = NoId;
    llvm::SmallVector<BlockId, 2> Conditional;
    std::vector<std::string> Conditions; ///< Canonical, sorted.
    bool IsKnown = false;
  };
  class Finder;
  const Cfg &Graph;
  std::unique_ptr<Finder> Find;
  mutable std::vector<Fact> Facts;
  const Fact &fact(BlockId B) const;
};

} // namespace fencepost

#endif
