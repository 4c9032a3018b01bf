//===- idle_fence.cpp - fences that order nothing -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/fences/idle_fence.h"
#include "analyzer/analysis/contention/sharing.h"
#include "analyzer/analysis/fences/fence_duty.h"
#include "analyzer/analysis/memory/address_walk.h"

using namespace fencepost;

/// What no fence orders.
static bool isNeutral(const Event &E) {
  return E.Kind == EventKind::CompilerOnly || E.Kind == EventKind::Sleep ||
         E.Kind == EventKind::CacheHint || E.Kind == EventKind::WarpCollective;
}

bool fencepost::isLastOfKernel(const FunctionView &In, EventId Fence) {
  if (In.fn().Kind != FunctionKind::Kernel ||
      In.fn().State != Coverage::Analysed)
    return false;
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (E != Fence && !isNeutral(Ev) && In.cfg().reaches(Fence, E))
      return false;
    // A flag before it: the fence has the wrong place, and other rules say so.
    if (Ev.Kind != EventKind::Load && isMemoryAccess(Ev.Kind) &&
        isStrong(Ev.Ord) && In.provenance().isVisibleToGrid(E) &&
        In.cfg().reaches(E, Fence))
      return false;
  }
  return true;
}

/// A store of one thread, or to one word, could be a flag.
static bool isOwnElement(const UnitView &Unit, const FunctionView &In,
                         EventId Store) {
  const Event &E = In.event(Store);
  BlockId B = In.cfg().position(Store).Block;
  return E.Kind == EventKind::Store && E.Address != UnknownValue &&
         In.uniformity().of(E.Address) == Uniform::None &&
         (In.populations().upToBounds(B) >= Population::FewWarps ||
          sharingOf(Unit, In).isBySeveral(B));
}

/// Does the kernel reach the shared memory of other blocks of its cluster? Then
/// they reach its own as well.
static bool reachesPeers(const FunctionView &In) {
  for (const Value &V : In.fn().Values)
    if (mapsToPeer(V))
      return true;
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (In.provenance().object(E).Spc == Space::SharedCluster)
      return true;
  return false;
}

static bool mayTell(const UnitView &Unit, const FunctionView &In, EventId Fence,
                    EventId Id, bool ReachesPeers) {
  const Event &E = In.event(Id);
  bool IsOfBlock = !ReachesPeers && In.provenance().isShared(Id);
  switch (E.Kind) {
  case EventKind::Load:
    return !IsOfBlock && (E.Ord != Order::Weak || In.polls().of(Id));
  case EventKind::Store:
    return !IsOfBlock &&
           (E.Ord != Order::Weak ||
            (In.cfg().reaches(Fence, Id) && !isOwnElement(Unit, In, Id)));
  case EventKind::Rmw:
  case EventKind::Red:
    return !IsOfBlock;
  case EventKind::ClusterBarrier:
    return E.Ord == Order::Relaxed;
  case EventKind::AsyncCopy:
    return E.Prx != Proxy::Generic;
  case EventKind::Fence:
  case EventKind::CtaBarrier:
  case EventKind::WarpSync:
  case EventKind::WarpCollective:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
    return false;
  case EventKind::ProxyFence:
  case EventKind::Mbarrier:
  case EventKind::AsyncMma:
  case EventKind::GridDependency:
  case EventKind::OpaqueCall:
    return true;
  }
  return true;
}

/// Does nothing but barriers, with Grid those of the grid too, tell others
/// anything?
static bool tellsByBarriers(const UnitView &Unit, const FunctionView &In,
                            EventId Fence, bool Grid) {
  if (In.fn().Kind != FunctionKind::Kernel ||
      In.fn().State != Coverage::Analysed)
    return false;
  bool Peers = reachesPeers(In);
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (!(Grid && isGridBarrierWord(In, E)) &&
        mayTell(Unit, In, Fence, E, Peers))
      return false;
  return dutyOf(Unit, In, Fence).PlainSignals.empty();
}

bool fencepost::isForOwnBlock(const UnitView &Unit, const FunctionView &In,
                              EventId Fence) {
  return tellsByBarriers(Unit, In, Fence, /*Grid=*/false);
}

EventId fencepost::gridBarrierBeside(const UnitView &Unit,
                                     const FunctionView &In, EventId Fence) {
  const Event &F = In.event(Fence);
  if (F.Kind != EventKind::Fence || F.Scp > Scope::Gpu ||
      F.Scp == Scope::Unknown)
    return NoId;
  Position At = In.cfg().position(Fence);
  const auto &Events = In.fn().block(At.Block).Events;
  auto IsOfGrid = [&](EventId Barrier) {
    for (EventId E = 0; E < In.fn().Events.size(); ++E)
      if (isGridBarrierWord(In, E) &&
          In.event(E).Loc == In.event(Barrier).Loc &&
          In.event(E).Loc != Nowhere)
        return true;
    return false;
  };
  for (int Step : {1, -1}) {
    int64_t I = int64_t(At.Index) + Step;
    while (I >= 0 && I < int64_t(Events.size()) &&
           isNeutral(In.event(Events[I])))
      I += Step;
    if (I >= 0 && I < int64_t(Events.size()) &&
        In.event(Events[I]).Kind == EventKind::CtaBarrier &&
        IsOfGrid(Events[I]))
      return tellsByBarriers(Unit, In, Fence, /*Grid=*/true) ? Events[I] : NoId;
  }
  return NoId;
}
