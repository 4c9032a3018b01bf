//===- polls.cpp - loops that wait for another thread ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The polls of each loop, and which loop counts where loops nest.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/order/poll_finder.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace fencepost {

bool LoopFinder::isPure(const DenseSet<EventId> &Deciding,
                        const BitVector *Only) {
  for (EventId E : Events) {
    const Event &Ev = Fn.Events[E];
    if (Deciding.contains(E) || Carriers.contains(E) ||
        (Only && !Only->test(Graph.position(E).Block)))
      continue;
    switch (Ev.Kind) {
    case EventKind::Load:
      if (!Where.isUnchanging(E) || !isStable(Ev.Address))
        return false;
      continue;
    case EventKind::Mbarrier:
      if (!isWait(Ev.Mbar))
        return false;
      continue;
    case EventKind::Store:
    case EventKind::Rmw:
    case EventKind::Red:
    case EventKind::AsyncCopy:
    case EventKind::AsyncMma:
    case EventKind::OpaqueCall:
      return false;
    case EventKind::Fence:
    case EventKind::ProxyFence:
    case EventKind::CtaBarrier:
    case EventKind::ClusterBarrier:
    case EventKind::WarpSync:
    case EventKind::WarpCollective:
    case EventKind::AsyncCommit:
    case EventKind::AsyncWait:
    case EventKind::GridDependency:
    case EventKind::Sleep:
    case EventKind::CacheHint:
    case EventKind::CompilerOnly:
      continue;
    }
  }
  return true;
}

std::vector<Poll> LoopFinder::run() {
  for (BlockId B : L.Blocks)
    Events.insert(Events.end(), Fn.Blocks[B].Events.begin(),
                  Fn.Blocks[B].Events.end());
  std::map<EventId, Poll> Found;
  for (const Loop::Exit &Exit : L.Exits)
    for (EventId Read : readsDeciding(Fn.Blocks[Exit.From].Term.Condition)) {
      Poll &P = Found[Read];
      P.Read = Read;
      P.Loop = Index;
      P.Exits.push_back(Exit);
    }
  DenseSet<EventId> Deciding;
  for (auto &[Read, P] : Found)
    Deciding.insert(Read);
  bool Pure = !Found.empty() && isPure(Deciding);
  std::vector<Poll> Result;
  for (auto &[Read, P] : Found) {
    const Event &E = Fn.Events[Read];
    P.IsPure = Pure;
    if (E.Kind == EventKind::Mbarrier)
      P.Kind = PollKind::Object;
    else if (E.Kind == EventKind::Rmw && roleOf(E) == RmwRole::Lock)
      P.Kind = PollKind::Lock;
    Result.push_back(P);
  }
  findTurns(Result);
  return Result;
}

Polls::Polls(const Function &Fn, const Cfg &Graph, const Loops &L,
             const Provenance &Where) {
  std::map<EventId, Poll> Best;
  // Outer loops come first. A loop that only waits beats one that works, an
  // outer one beats an inner one if both only wait.
  for (uint32_t I = 0; I < L.all().size(); ++I)
    for (Poll &P : LoopFinder(Fn, Graph, L, Where, I).run()) {
      auto [It, New] = Best.try_emplace(P.Read, P);
      if (!New && !It->second.IsPure)
        It->second = P;
    }
  for (auto &[Read, P] : Best)
    List.push_back(std::move(P));
  llvm::sort(List, [&](const Poll &A, const Poll &B) {
    Position PA = Graph.position(A.Read), PB = Graph.position(B.Read);
    return std::tie(PA.Block, PA.Index) < std::tie(PB.Block, PB.Index);
  });
  for (uint32_t I = 0; I < List.size(); ++I)
    ByRead.try_emplace(List[I].Read, I);
}

const Poll *Polls::of(EventId E) const {
  auto At = ByRead.find(E);
  return At == ByRead.end() ? nullptr : &List[At->second];
}

} // namespace fencepost
