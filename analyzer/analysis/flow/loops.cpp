//===- loops.cpp - the loop nest ------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is a strongly connected component; the loops inside it are the
// components that remain when the edges to its header are cut. On reducible
// graphs these are the natural loops; an irreducible region becomes one loop
// whose header is its first entry in block order.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/flow/block_graph.h"
#include "analyzer/analysis/flow/cfg.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SCCIterator.h"
#include <algorithm>

using namespace llvm;

namespace fencepost {
namespace {

struct Region {
  std::vector<BlockId> Blocks; ///< Sorted.
  BlockId Cut = NoId;          ///< Edges into this block do not count.
  uint32_t Parent = NoId;
};

/// The non-trivial components of R, each sorted; ordered by first block.
std::vector<std::vector<BlockId>> components(const Function &Fn,
                                             const Region &R) {
  // Nodes 1.. are the blocks of R; node 0 leads to all of them.
  DenseMap<BlockId, unsigned> Index;
  for (unsigned I = 0; I < R.Blocks.size(); ++I)
    Index[R.Blocks[I]] = I + 1;
  BlockGraph Graph;
  Graph.Nodes.resize(R.Blocks.size() + 1);
  BitVector SelfEdge(Graph.Nodes.size());
  for (unsigned I = 0; I < Graph.Nodes.size(); ++I) {
    GraphNode &N = Graph.Nodes[I];
    N.Id = I;
    N.Parent = &Graph;
    if (I == 0) {
      for (unsigned K = 1; K < Graph.Nodes.size(); ++K)
        N.Succs.push_back(&Graph.Nodes[K]);
      continue;
    }
    for (BlockId S : Fn.Blocks[R.Blocks[I - 1]].Term.Successors) {
      auto It = Index.find(S);
      if (S == R.Cut || It == Index.end())
        continue;
      N.Succs.push_back(&Graph.Nodes[It->second]);
      if (It->second == I)
        SelfEdge.set(I);
    }
  }
  std::vector<std::vector<BlockId>> Result;
  for (auto It = scc_begin(&Graph); !It.isAtEnd(); ++It) {
    const auto &Members = *It;
    if (Members.size() == 1 && !SelfEdge.test(Members.front()->Id))
      continue;
    std::vector<BlockId> Blocks;
    for (GraphNode *N : Members)
      Blocks.push_back(R.Blocks[N->Id - 1]);
    llvm::sort(Blocks);
    Result.push_back(std::move(Blocks));
  }
  llvm::sort(Result);
  return Result;
}

/// First block, in block order, that is entered from outside.
BlockId headerOf(const Function &Fn, const std::vector<BlockId> &Blocks) {
  for (BlockId B : Blocks) {
    if (B == Fn.Entry)
      return B;
    for (BlockId P : Fn.Blocks[B].Predecessors)
      if (!std::binary_search(Blocks.begin(), Blocks.end(), P))
        return B;
  }
  return Blocks.front();
}

} // namespace

bool Loop::contains(BlockId B) const {
  return std::binary_search(Blocks.begin(), Blocks.end(), B);
}

Loops::Loops(const Function &Fn, const Cfg &Graph)
    : Fn(Fn), Graph(Graph), Innermost(Fn.Blocks.size(), NoId) {
  std::vector<Region> Work(1);
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    Work.front().Blocks.push_back(B);
  for (size_t W = 0; W < Work.size(); ++W) {
    Region Current = std::move(Work[W]);
    for (std::vector<BlockId> &Blocks : components(Fn, Current)) {
      Loop L;
      L.Parent = Current.Parent;
      L.Header = headerOf(Fn, Blocks);
      L.Blocks = std::move(Blocks);
      for (BlockId B : L.Blocks) {
        const auto &Successors = Fn.Blocks[B].Term.Successors;
        for (unsigned I = 0; I < Successors.size(); ++I)
          if (!L.contains(Successors[I]))
            L.Exits.push_back({B, I, Successors[I]});
        Innermost[B] = List.size();
      }
      Work.push_back({L.Blocks, L.Header, uint32_t(List.size())});
      List.push_back(std::move(L));
    }
  }
}

bool isClock(const Value &V) {
  StringRef Name = V.Name;
  return V.Kind == ValueKind::Special &&
         (Name.starts_with("clock") || Name.starts_with("globaltimer"));
}

bool Loops::isInvariant(ValueId V, const Loop &L) const {
  SmallVector<ValueId, 16> Work{V};
  DenseSet<ValueId> Seen{V};
  for (unsigned Budget = 4096; !Work.empty(); --Budget) {
    if (Budget == 0)
      return false;
    const Value &Node = Fn.Values[Work.pop_back_val()];
    switch (Node.Kind) {
    case ValueKind::Unknown:
      return false;
    case ValueKind::Constant:
    case ValueKind::Param:
    case ValueKind::Global:
    case ValueKind::Local:
      continue;
    case ValueKind::Special:
      if (isClock(Node))
        return false;
      continue;
    case ValueKind::Phi:
      // A phi outside merges once, before (or after) the loop.
      if (L.contains(Node.Imm))
        return false;
      continue;
    case ValueKind::Result:
      if (L.contains(Graph.position(Node.Imm).Block))
        return false;
      continue;
    case ValueKind::Op:
      // An unknown value is made anew each time its block is executed.
      if (Node.Op == OpCode::Havoc) {
        if (L.contains(Node.Imm))
          return false;
        continue;
      }
      for (ValueId Operand : Node.Operands)
        if (Seen.insert(Operand).second)
          Work.push_back(Operand);
      continue;
    }
  }
  return true;
}

} // namespace fencepost
