//===- dominators.h - dominators of a growing graph -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For SSA construction: past which blocks does a variable go unchanged? A
// chain of joins then needs no phi each for every variable that outlives it.
//
// What dominates a block is final once no predecessor can join it or anything
// between the two. Until then the block is the root of a tree of its own: a
// loop's header, while the body is built. Closed, it hangs below what is
// before the loop, and its body stays a tree below it.
//
// LLVM's DominatorTreeBase can be updated edge by edge, but says what dominates
// in the graph of now. An open block would need an edge from the entry, as if
// anything could still lead to it, and closing it would delete that edge. Where
// the two ends of a deleted edge meet in the root, deleteEdge() builds the
// whole tree anew: once per loop, which is quadratic. To make the phis and
// prune them at the end needs one per join and variable first, which is as much
// memory.
//
// All walks have limits: trees within trees, writers of a variable, attempts to
// place a block. Beyond them there are more phis, never wrong ones.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_DOMINATORS_H
#define FENCEPOST_ANALYZER_MODEL_DOMINATORS_H

#include "analyzer/model/module.h"
#include "llvm/ADT/ArrayRef.h"

namespace fencepost {

class DominatorForest {
public:
  /// Blocks may grow; block 0 is the entry.
  explicit DominatorForest(const std::vector<Block> &Blocks) : Blocks(Blocks) {}
  /// All predecessors of B are known from now on.
  void seal(BlockId B) { node(B).IsSealed = true; }
  /// A block at whose end a variable has the value that it has where At begins,
  /// as high up as can be told; At itself if nothing can. Writers: every block
  /// that sets the variable so far. At is sealed, and no way into it leads
  /// through a block that has no terminator yet.
  BlockId origin(BlockId At, llvm::ArrayRef<BlockId> Writers);

private:
  struct Node {
    BlockId Root = NoId, Parent = NoId;
    BlockId Jump = NoId; ///< An ancestor further up, for steps of log length.
    uint32_t Depth = 0;
    bool IsSealed = false;
    uint8_t Tries = 0;
  };
  const std::vector<Block> &Blocks;
  std::vector<Node> Nodes;

  Node &node(BlockId B) {
    if (B >= Nodes.size())
      Nodes.resize(B + 1);
    return Nodes[B];
  }
  // The root of a tree may have found its place in another one by now.
  uint32_t depthIn(BlockId Tree, BlockId B) const {
    return B == Tree ? 0 : Nodes[B].Depth;
  }
  BlockId jumpIn(BlockId Tree, BlockId B) const {
    return B == Tree ? B : Nodes[B].Jump;
  }
  bool isPlaced(BlockId B) const { return Nodes[B].Root != B; }
  BlockId ancestor(BlockId Tree, BlockId B, uint32_t Depth) const;
  BlockId nearestCommon(BlockId Tree, BlockId A, BlockId B) const;
  enum class Found : uint8_t { Yes, No, TooFar };
  Found liftInto(BlockId Tree, BlockId &B) const;
  bool meet(BlockId &A, BlockId B) const;
  bool isDead(BlockId B) const;
  bool place(BlockId B);
  void reach(BlockId B);
};

} // namespace fencepost

#endif
