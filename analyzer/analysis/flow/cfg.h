//===- cfg.h - paths, dominance and loops of a function ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thin wrappers: dominators, post-dominators and strongly connected
// components come from LLVM's generic templates over GraphTraits. Loops are
// nested components, so that irreducible regions are loops like any other.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FLOW_CFG_H
#define FENCEPOST_ANALYZER_ANALYSIS_FLOW_CFG_H

#include "analyzer/model/module.h"
#include "llvm/ADT/BitVector.h"
#include <memory>
#include <vector>

namespace fencepost {

/// Where an event stands: block and index in Block::Events.
struct Position {
  BlockId Block = 0;
  uint32_t Index = 0;
  bool operator==(const Position &) const = default;
};

class Cfg {
public:
  explicit Cfg(const Function &Fn);
  ~Cfg();

  Position position(EventId E) const { return Positions[E]; }
  bool dominatesBlock(BlockId A, BlockId B) const;
  bool postDominates(BlockId A, BlockId B) const;
  bool dominates(EventId A, EventId B) const; ///< Same block: by index.
  /// True if some path leads from just after A to B (A == B: around a cycle).
  bool reaches(EventId A, EventId B) const;
  bool reachesBlock(BlockId A, BlockId B) const; ///< A path of >= 1 edges.
  BlockId immediateDominator(BlockId B) const;   ///< NoId at the entry.
  /// Every path to B takes this edge: the branch's outcome is known in B.
  bool edgeDominates(BlockId Branch, unsigned Successor, BlockId B) const;
  /// Every way on from B ends in Unreachable.
  bool endsInTrap(BlockId B) const;
  /// The branches on which the execution of B depends (control dependence,
  /// Ferrante et al.): block that ends in the branch, successor index taken.
  struct Dependence {
    BlockId Branch;
    unsigned Successor;
  };
  /// Blocks that only lead to Unreachable count as never taken: a trap ends
  /// the grid and divides no threads.
  const std::vector<Dependence> &directControlDependences(BlockId B) const;
  /// Transitive closure, nearest first.
  const std::vector<Dependence> &controlDependences(BlockId B) const;

private:
  struct Impl;
  std::unique_ptr<Impl> I;
  std::vector<Position> Positions;
};

/// One natural loop, or the strongly connected part of an irreducible region.
struct Loop {
  BlockId Header = 0;
  uint32_t Parent = NoId;      ///< Index into Loops::all(); NoId at the top.
  std::vector<BlockId> Blocks; ///< Sorted; includes inner loops.
  struct Exit {
    BlockId From; ///< Block inside whose terminator can leave.
    unsigned Successor;
    BlockId To; ///< First block outside.
  };
  std::vector<Exit> Exits;
  bool contains(BlockId B) const;
};

/// A special register that changes by itself: clock, clock64, globaltimer.
bool isClock(const Value &V);

class Loops {
public:
  Loops(const Function &Fn, const Cfg &Graph);
  const std::vector<Loop> &all() const { return List; } ///< Outer before inner.
  /// Innermost loop that holds B; NoId if none.
  uint32_t innermost(BlockId B) const { return Innermost[B]; }
  /// True if V has the same value in every iteration of L.
  bool isInvariant(ValueId V, const Loop &L) const;

private:
  const Function &Fn;
  const Cfg &Graph;
  std::vector<Loop> List;
  std::vector<uint32_t> Innermost;
};

} // namespace fencepost

#endif
