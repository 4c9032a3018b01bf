//===- dominators.cpp - dominators of a growing graph ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trees that grow at their leaves, with the jump pointers of Myers ("An
// applicative random-access stack", 1983). If D dominates At and every block
// strictly below D has no write, all ways from D's end to At's beginning have
// none: a block on such a way lies below D.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/dominators.h"

using namespace fencepost;

/// Trees within trees: loops around a place.
static constexpr unsigned MostTrees = 64;
static constexpr size_t MostWriters = 512;
static constexpr uint8_t MostTries = 8;

BlockId DominatorForest::ancestor(BlockId Tree, BlockId B,
                                  uint32_t Depth) const {
  while (depthIn(Tree, B) > Depth) {
    BlockId Far = jumpIn(Tree, B);
    B = depthIn(Tree, Far) >= Depth ? Far : Nodes[B].Parent;
  }
  return B;
}

BlockId DominatorForest::nearestCommon(BlockId Tree, BlockId A,
                                       BlockId B) const {
  A = ancestor(Tree, A, depthIn(Tree, B));
  B = ancestor(Tree, B, depthIn(Tree, A));
  while (A != B) {
    BlockId FarA = jumpIn(Tree, A), FarB = jumpIn(Tree, B);
    A = FarA != FarB ? FarA : Nodes[A].Parent;
    B = FarA != FarB ? FarB : Nodes[B].Parent;
  }
  return A;
}

/// Replaces B by the block of Tree that it lies below, in a tree of its own.
DominatorForest::Found DominatorForest::liftInto(BlockId Tree,
                                                 BlockId &B) const {
  for (unsigned Hops = 0; Hops < MostTrees; ++Hops) {
    if (B == Tree || Nodes[B].Root == Tree)
      return Found::Yes;
    BlockId Root = Nodes[B].Root;
    if (Root == NoId || !isPlaced(Root))
      return Found::No;
    B = Root;
  }
  return Found::TooFar;
}

/// Replaces A by what dominates both.
bool DominatorForest::meet(BlockId &A, BlockId B) const {
  BlockId Above = A;
  for (unsigned Hops = 0; Hops < MostTrees; ++Hops) {
    BlockId Tree = Nodes[Above].Root, Other = B;
    if (Tree == NoId)
      return false;
    if (liftInto(Tree, Other) == Found::Yes) {
      A = nearestCommon(Tree, Above, Other);
      return true;
    }
    if (!isPlaced(Tree))
      return false;
    Above = Tree;
  }
  return false;
}

/// No way leads from the entry to B, nor ever will.
bool DominatorForest::isDead(BlockId B) const {
  for (unsigned Hops = 0; Hops < MostTrees; ++Hops) {
    BlockId Root = Nodes[B].Root;
    if (Root == NoId)
      return false;
    if (!isPlaced(Root))
      return Root != 0 && Nodes[Root].IsSealed &&
             Blocks[Root].Predecessors.empty();
    B = Root;
  }
  return false;
}

/// Hangs the root B below what dominates it, if that is final.
bool DominatorForest::place(BlockId B) {
  Node &N = Nodes[B];
  if (!N.IsSealed || N.Tries == MostTries || Blocks[B].Predecessors.empty())
    return false;
  ++N.Tries;
  BlockId Above = NoId;
  for (BlockId P : Blocks[B].Predecessors) {
    BlockId Top = P;
    if (liftInto(B, Top) == Found::Yes || isDead(P))
      continue; // The way back of a loop.
    if (Above == NoId)
      Above = P;
    else if (!meet(Above, P))
      return false;
  }
  if (Above == NoId || Nodes[Above].Root == NoId)
    return false;
  BlockId Tree = Nodes[Above].Root;
  BlockId Far = jumpIn(Tree, Above);
  uint32_t Step = depthIn(Tree, Above) - depthIn(Tree, Far);
  uint32_t Next = depthIn(Tree, Far) - depthIn(Tree, jumpIn(Tree, Far));
  N.Parent = Above;
  N.Depth = depthIn(Tree, Above) + 1;
  N.Jump = Step == Next ? jumpIn(Tree, Far) : Above;
  N.Root = Tree;
  return true;
}

/// Places B and, before it, what leads to it.
void DominatorForest::reach(BlockId B) {
  llvm::SmallVector<std::pair<BlockId, bool>, 16> Stack{{B, false}};
  while (!Stack.empty()) {
    auto [Top, WaysAreReached] = Stack.back();
    bool IsNew = node(Top).Root == NoId;
    if (WaysAreReached || (!IsNew && isPlaced(Top))) {
      Stack.pop_back();
      if (!isPlaced(Top))
        place(Top);
      continue;
    }
    Stack.back().second = true;
    Nodes[Top].Root = Top;
    if (!Nodes[Top].IsSealed)
      continue;
    // A loop on the way may have been closed since it was last looked at.
    for (BlockId P : Blocks[Top].Predecessors)
      if (node(P).Root == NoId || (IsNew && !isPlaced(P)))
        Stack.push_back({P, false});
  }
}

BlockId DominatorForest::origin(BlockId At, llvm::ArrayRef<BlockId> Writers) {
  if (Writers.size() > MostWriters)
    return At;
  reach(At);
  if (!isPlaced(At))
    return At;
  BlockId Tree = Nodes[At].Root;
  // The deepest block that has both At and a writer below it.
  uint32_t Deepest = 0;
  bool Any = false, IsWriter = true;
  for (BlockId W : Writers) {
    reach(W);
    BlockId In = W;
    Found Is = liftInto(Tree, In);
    if (Is == Found::TooFar)
      return At;
    if (Is == Found::No)
      continue;
    BlockId Common = nearestCommon(Tree, In, At);
    uint32_t Depth = depthIn(Tree, Common);
    if (!Any || Depth > Deepest) {
      Deepest = Depth;
      IsWriter = Common == W;
    } else if (Depth == Deepest) {
      IsWriter &= Common == W;
    }
    Any = true;
  }
  if (!Any)
    return Tree;
  uint32_t Depth = IsWriter ? Deepest : Deepest + 1;
  return Depth < depthIn(Tree, At) ? ancestor(Tree, At, Depth) : At;
}
