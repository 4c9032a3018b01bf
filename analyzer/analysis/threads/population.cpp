//===- population.cpp - which threads execute a block ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two questions for each block. Which branch outcomes hold for every thread
// that arrives (edges that dominate the block)? These select threads. Which
// other branches decide whether a thread arrives (control dependence)? Each of
// those that is not uniform leaves an unknown subset. A branch that the block
// itself dominates comes after it and selects nothing.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/threads/population.h"
#include "analyzer/analysis/threads/thread_condition.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {

StringRef spelling(Population P) {
  switch (P) {
  case Population::OnePerGrid:
    return "one per grid";
  case Population::OnePerCluster:
    return "one per cluster";
  case Population::OnePerBlock:
    return "one per block";
  case Population::OnePerWarp:
    return "one per warp";
  case Population::SomeThreads:
    return "some threads";
  case Population::FewWarps:
    return "few warps";
  case Population::EveryThread:
    return "every thread";
  }
  return "";
}

namespace {

constexpr unsigned MaxDependences = 128;
constexpr unsigned MaxGuards = 32;

/// A branch outcome that holds in a block.
struct Guard {
  BlockId Branch;
  unsigned Successor;
  ThreadSet Threads;
  bool IsMany = false; ///< Stands for more than are kept: an unknown subset.
};

class GuardFinder {
public:
  GuardFinder(const Function &Fn, const Cfg &Graph, const Uniformity &Group)
      : Fn(Fn), Graph(Graph), Group(Group), Nest(Fn, Graph),
        Reader(Fn, Graph, Group), Held(Fn.Blocks.size()),
        Known(Fn.Blocks.size()) {}

  /// The threads that may execute a block.
  struct Result {
    ThreadSet All;
    ThreadSet UpToLoops;  ///< Tests of the loops around taken as passed.
    BlockId Cause = NoId; ///< The branch that says most.
    SmallVector<BlockId, 2> Conditional; ///< Of UpToLoops: unknown subsets.
  };
  Result threadsOf(BlockId B);
  Population population(const ThreadSet &S) const {
    return Reader.population(S);
  }
  Population upToBounds(const ThreadSet &S) const {
    return Reader.populationUpToBounds(S);
  }

private:
  const Function &Fn;
  const Cfg &Graph;
  const Uniformity &Group;
  Loops Nest;
  ThreadConditions Reader;
  using Guards = std::vector<std::shared_ptr<const Guard>>;
  std::vector<Guards> Held; ///< Branch outcomes, by block.
  BitVector Known;

  const Guards &guardsOf(BlockId B);
  bool staysFixed(const Guard &G, BlockId At) const;
  bool isLoopTest(BlockId Branch, BlockId B) const;
};

/// Does the branch leave a loop that holds both it and B?
bool GuardFinder::isLoopTest(BlockId Branch, BlockId B) const {
  for (uint32_t L = Nest.innermost(Branch); L != NoId;
       L = Nest.all()[L].Parent) {
    const Loop &In = Nest.all()[L];
    if (In.contains(B) &&
        llvm::any_of(Fn.Blocks[Branch].Term.Successors,
                     [&](BlockId To) { return !In.contains(To); }))
      return true;
  }
  return false;
}

/// False if G was found in a loop that has been left and its condition changes
/// from one iteration to the next: each thread left with another value.
bool GuardFinder::staysFixed(const Guard &G, BlockId At) const {
  if (G.IsMany)
    return true;
  for (uint32_t L = Nest.innermost(G.Branch); L != NoId;
       L = Nest.all()[L].Parent) {
    const Loop &In = Nest.all()[L];
    if (In.contains(At))
      return true;
    if (!Nest.isInvariant(Fn.Blocks[G.Branch].Term.Condition, In))
      return false;
  }
  return true;
}

const GuardFinder::Guards &GuardFinder::guardsOf(BlockId B) {
  // Dominators first, along the chain of those not known yet.
  SmallVector<BlockId, 16> Chain;
  for (BlockId At = B; At != NoId && !Known.test(At);
       At = Graph.immediateDominator(At))
    Chain.push_back(At);
  for (BlockId At : llvm::reverse(Chain)) {
    Known.set(At);
    BlockId Up = Graph.immediateDominator(At);
    if (Up == NoId)
      continue;
    Guards Kept;
    for (const std::shared_ptr<const Guard> &G : Held[Up])
      if (staysFixed(*G, At))
        Kept.push_back(G);
    const auto &Successors = Fn.Blocks[Up].Term.Successors;
    for (unsigned I = 0; Successors.size() > 1 && I < Successors.size(); ++I) {
      if (!Graph.edgeDominates(Up, I, At))
        continue;
      // A failed assertion leaves nobody behind.
      bool Divides = false;
      for (unsigned K = 0; K < Successors.size(); ++K)
        Divides |= K != I && !Graph.endsInTrap(Successors[K]);
      if (!Divides && !Graph.endsInTrap(At))
        continue;
      Guard G{Up, I, Reader.readEdge(Up, I), false};
      bool Says = G.Threads.restricts() || G.Threads.Rank ||
                  llvm::any_of(G.Threads.Ctaid, [](bool C) { return C; });
      if (Says && staysFixed(G, At))
        Kept.push_back(std::make_shared<const Guard>(std::move(G)));
    }
    if (Kept.size() > MaxGuards) {
      Guard Many{Up, NoId, {}, true};
      Many.Threads.Some = true;
      Many.Threads.First = false;
      Many.Threads.Keys.insert("guards of " + std::to_string(At));
      Kept.assign(1, std::make_shared<const Guard>(std::move(Many)));
    }
    Held[At] = std::move(Kept);
  }
  return Held[B];
}

GuardFinder::Result GuardFinder::threadsOf(BlockId B) {
  Result R;
  Population Least = Population::EveryThread;
  auto Take = [&](BlockId Branch, const ThreadSet &T) {
    R.All.intersect(T);
    if (Population P = population(T); P < Least) {
      Least = P;
      R.Cause = Branch;
    }
    if (isLoopTest(Branch, B))
      return;
    R.UpToLoops.intersect(T);
    if (T.Some && !llvm::is_contained(R.Conditional, Branch))
      R.Conditional.push_back(Branch);
  };
  DenseSet<std::pair<BlockId, unsigned>> Seen;
  for (const std::shared_ptr<const Guard> &G : guardsOf(B)) {
    Seen.insert({G->Branch, G->Successor});
    Take(G->Branch, G->Threads);
  }
  SmallVector<BlockId, 16> Work{B};
  DenseSet<BlockId> Visited{B};
  for (unsigned Budget = MaxDependences; !Work.empty();) {
    BlockId At = Work.pop_back_val();
    for (const Cfg::Dependence &D : Graph.directControlDependences(At)) {
      if (Graph.dominatesBlock(B, D.Branch))
        continue;
      if (Budget == 0) {
        ThreadSet Many;
        Many.Some = true;
        Many.Keys.insert("block " + std::to_string(B));
        Take(D.Branch, Many);
        R.UpToLoops.Some = true;
        return R;
      }
      --Budget;
      if (Visited.insert(D.Branch).second)
        Work.push_back(D.Branch);
      if (!Seen.insert({D.Branch, D.Successor}).second)
        continue;
      Uniform U = Group.of(Fn.Blocks[D.Branch].Term.Condition);
      if (U >= Uniform::Block)
        continue;
      ThreadSet T;
      (U == Uniform::Warp ? T.Whole : T.Some) = true;
      T.First = false;
      T.Keys.insert("edge " + std::to_string(D.Branch) + " " +
                    std::to_string(D.Successor));
      Take(D.Branch, T);
    }
  }
  return R;
}

} // namespace

class Populations::Finder : public GuardFinder {
  using GuardFinder::GuardFinder;
};

Populations::Populations(const Module &M, const Function &Fn, const Cfg &Graph,
                         const Uniformity &Uniform)
    : Graph(Graph), Find(std::make_unique<Finder>(Fn, Graph, Uniform)),
      Facts(Fn.Blocks.size()) {}

Populations::~Populations() = default;

const Populations::Fact &Populations::fact(BlockId B) const {
  Fact &F = Facts[B];
  if (F.IsKnown)
    return F;
  GuardFinder::Result R = Find->threadsOf(B);
  const ThreadSet &S = R.All;
  F.Cause = R.Cause;
  F.Conditional = std::move(R.Conditional);
  F.Who = Find->population(S);
  F.UpToBounds = Find->upToBounds(R.UpToLoops);
  // Thread 0 is thread 0, in whatever words it was chosen.
  bool ByIndex = S.Tid[0] && S.First && F.Who <= Population::OnePerBlock;
  if (ByIndex)
    F.Conditions.push_back("thread 0");
  else
    F.Conditions.assign(S.Keys.begin(), S.Keys.end());
  F.IsKnown = true;
  return F;
}

Population Populations::ofEvent(EventId E) const {
  return of(Graph.position(E).Block);
}

bool Populations::sameThreads(BlockId A, BlockId B) const {
  return fact(A).Conditions == fact(B).Conditions;
}

} // namespace fencepost
