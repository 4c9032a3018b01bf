//===- cfg.cpp - paths, dominance and control dependence ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two graphs: the full one for dominance and reachability, and one without
// the blocks that can only end in Unreachable for post-dominance. A trap ends
// the whole grid, so what follows a failed assertion's branch still runs for
// every thread. Control dependence: Ferrante, Ottenstein and Warren 1987.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/flow/cfg.h"
#include "analyzer/analysis/flow/block_graph.h"
#include "analyzer/analysis/made_once.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/GenericDomTreeConstruction.h"

using namespace llvm;

namespace fencepost {
namespace {

using DomTree = DominatorTreeBase<GraphNode, false>;
using PostDomTree = DominatorTreeBase<GraphNode, true>;
using Dependences = std::vector<Cfg::Dependence>;

/// Blocks from which neither a return nor a cycle can be reached.
BitVector abortBlocks(const Function &Fn) {
  const unsigned N = Fn.Blocks.size();
  // Counting down successors from Unreachable ends finds the blocks whose
  // every path ends there; a cycle never counts down to zero.
  std::vector<unsigned> Left(N);
  BitVector Abort(N);
  std::vector<BlockId> Work;
  for (BlockId B = 0; B < N; ++B) {
    Left[B] = Fn.Blocks[B].Term.Successors.size();
    if (Fn.Blocks[B].Term.Kind == TerminatorKind::Unreachable) {
      Abort.set(B);
      Work.push_back(B);
    }
  }
  while (!Work.empty()) {
    BlockId B = Work.back();
    Work.pop_back();
    for (BlockId P : Fn.Blocks[B].Predecessors)
      if (!Abort.test(P) && --Left[P] == 0) {
        Abort.set(P);
        Work.push_back(P);
      }
  }
  if (Abort.test(Fn.Entry))
    Abort.reset(); // Everything ends in a trap: nothing to tell apart.
  return Abort;
}

/// Adds the direct control dependences that Post implies over Graph.
void collectDependences(BlockGraph &Graph, const PostDomTree &Post,
                        const BitVector *Only, std::vector<Dependences> &Out) {
  for (GraphNode &X : Graph.Nodes) {
    if (X.Succs.size() < 2)
      continue;
    const auto *XNode = Post.getNode(&X);
    const auto *Stop = XNode ? XNode->getIDom() : nullptr;
    for (unsigned I = 0; I < X.Succs.size(); ++I) {
      const auto *Runner = Post.getNode(X.Succs[I]);
      while (Runner && Runner != Stop && Runner->getBlock()) {
        BlockId B = Runner->getBlock()->Id;
        if (!Only || Only->test(B))
          Out[B].push_back({X.Id, X.SuccIndex[I]});
        Runner = Runner->getIDom();
      }
    }
  }
}

} // namespace

struct Cfg::Impl {
  const Function &Fn;
  BlockGraph Full, Pruned;
  DomTree Dom;
  PostDomTree Post;
  std::vector<Dependences> Direct;
  std::vector<MadeOnce<Dependences>> Closure;
  std::vector<MadeOnce<BitVector>> Reach;
  BitVector Abort;

  explicit Impl(const Function &Fn)
      : Fn(Fn), Closure(Fn.Blocks.size()), Reach(Fn.Blocks.size()) {
    Abort = abortBlocks(Fn);
    Full.build(Fn);
    Pruned.build(Fn, [&](BlockId From, BlockId To) {
      return !Abort.test(To) || Abort.test(From);
    });
    Dom.recalculate(Full);
    Post.recalculate(Pruned);
    // Else they number themselves while they are asked.
    Dom.updateDFSNumbers();
    Post.updateDFSNumbers();
    Direct.resize(Fn.Blocks.size());
    collectDependences(Pruned, Post, nullptr, Direct);
    if (Abort.any()) {
      PostDomTree FullPost;
      FullPost.recalculate(Full);
      for (unsigned B : Abort.set_bits())
        Direct[B].clear();
      collectDependences(Full, FullPost, &Abort, Direct);
    }
  }

  const BitVector &reachable(BlockId From) const {
    return Reach[From].get([&] { return findReachable(From); });
  }

  std::unique_ptr<BitVector> findReachable(BlockId From) const {
    auto Seen = std::make_unique<BitVector>(Fn.Blocks.size());
    SmallVector<BlockId, 16> Work{From};
    while (!Work.empty()) {
      BlockId B = Work.pop_back_val();
      for (BlockId S : Fn.Blocks[B].Term.Successors)
        if (!Seen->test(S)) {
          Seen->set(S);
          Work.push_back(S);
        }
    }
    return Seen;
  }

  std::unique_ptr<Dependences> findDependences(BlockId Of) const {
    auto All = std::make_unique<Dependences>();
    DenseSet<std::pair<BlockId, unsigned>> Seen;
    auto Add = [&](BlockId From) {
      for (const Dependence &D : Direct[From])
        if (Seen.insert({D.Branch, D.Successor}).second)
          All->push_back(D);
    };
    Add(Of);
    for (size_t K = 0; K < All->size(); ++K)
      Add((*All)[K].Branch);
    return All;
  }
};

Cfg::Cfg(const Function &Fn)
    : I(std::make_unique<Impl>(Fn)), Positions(Fn.Events.size()) {
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    for (uint32_t K = 0; K < Fn.Blocks[B].Events.size(); ++K)
      Positions[Fn.Blocks[B].Events[K]] = {B, K};
}
Cfg::~Cfg() = default;

bool Cfg::dominatesBlock(BlockId A, BlockId B) const {
  return I->Dom.dominates(&I->Full.Nodes[A], &I->Full.Nodes[B]);
}

bool Cfg::postDominates(BlockId A, BlockId B) const {
  return I->Post.dominates(&I->Pruned.Nodes[A], &I->Pruned.Nodes[B]);
}

bool Cfg::dominates(EventId A, EventId B) const {
  Position PA = Positions[A], PB = Positions[B];
  if (PA.Block == PB.Block)
    return PA.Index <= PB.Index;
  return dominatesBlock(PA.Block, PB.Block);
}

BlockId Cfg::immediateDominator(BlockId B) const {
  const auto *N = I->Dom.getNode(&I->Full.Nodes[B]);
  if (!N || !N->getIDom())
    return NoId;
  return N->getIDom()->getBlock()->Id;
}

bool Cfg::edgeDominates(BlockId Branch, unsigned Successor, BlockId B) const {
  const Terminator &T = I->Fn.Blocks[Branch].Term;
  BlockId S = T.Successors[Successor];
  if (!dominatesBlock(S, B))
    return false;
  unsigned Edges = 0;
  for (BlockId To : T.Successors)
    Edges += To == S;
  if (Edges != 1)
    return false;
  for (BlockId P : I->Fn.Blocks[S].Predecessors)
    if (P != Branch && !dominatesBlock(S, P))
      return false;
  return true;
}

bool Cfg::endsInTrap(BlockId B) const { return I->Abort.test(B); }

bool Cfg::reachesBlock(BlockId A, BlockId B) const {
  return I->reachable(A).test(B);
}

bool Cfg::reaches(EventId A, EventId B) const {
  Position PA = Positions[A], PB = Positions[B];
  if (PA.Block == PB.Block && PA.Index < PB.Index)
    return true;
  return reachesBlock(PA.Block, PB.Block);
}

const std::vector<Cfg::Dependence> &
Cfg::directControlDependences(BlockId B) const {
  return I->Direct[B];
}

const std::vector<Cfg::Dependence> &Cfg::controlDependences(BlockId B) const {
  return I->Closure[B].get([&] { return I->findDependences(B); });
}

} // namespace fencepost
