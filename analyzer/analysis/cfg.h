//===- cfg.h - paths, dominance and loops of a function -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thin wrappers: dominators and natural loops come from LLVM's generic
// templates over GraphTraits; nothing here is an algorithm of our own.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CFG_H
#define FENCEPOST_ANALYZER_ANALYSIS_CFG_H

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
  bool dominates(BlockId A, BlockId B) const;
  bool postDominates(BlockId A, BlockId B) const;
  bool dominates(EventId A, EventId B) const; ///< Same block: by index.
  /// True if some path leads from just after A to B (A == B: around a cycle).
  bool reaches(EventId A, EventId B) const;
  bool reachesBlock(BlockId A, BlockId B) const; ///< A path of >= 1 edges.
  /// The branches on which the execution of B depends (control dependence,
  /// Ferrante et al.): block that ends in the branch, successor index taken.
  struct Dependence {
    BlockId Branch;
    unsigned Successor;
  };
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
  uint32_t Parent = NoId; ///< Index into Loops::all(); NoId at the top.
  std::vector<BlockId> Blocks; ///< Sorted; includes inner loops.
  struct Exit {
    BlockId From;      ///< Block inside whose terminator can leave.
    unsigned Successor;
    BlockId To;        ///< First block outside.
  };
  std::vector<Exit> Exits;
  bool contains(BlockId B) const;
};

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
