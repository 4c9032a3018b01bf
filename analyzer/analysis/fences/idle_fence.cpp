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
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// What no fence orders.
static bool isNeutral(const Event &E) {
  return E.Kind == EventKind::CompilerOnly || E.Kind == EventKind::Sleep ||
         E.Kind == EventKind::CacheHint || E.Kind == EventKind::WarpCollective;
}

static bool isLastOfKernel(const FunctionView &In, EventId Fence) {
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

/// A store of one thread, to one word, or of one value could be a flag.
static bool isOwnElement(const UnitView &Unit, const FunctionView &In,
                         EventId Store) {
  const Event &E = In.event(Store);
  BlockId B = In.cfg().position(Store).Block;
  return E.Kind == EventKind::Store && E.Address != UnknownValue &&
         In.uniformity().of(E.Address) == Uniform::None &&
         E.Operand != UnknownValue &&
         In.uniformity().of(E.Operand) == Uniform::None &&
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
  bool Peers = reachesPeers(In);
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (!(Grid && isGridBarrierWord(In, E)) &&
        mayTell(Unit, In, Fence, E, Peers))
      return false;
  return dutyOf(Unit, In, Fence).PlainSignals.empty();
}

static bool isBlockBarrier(const FunctionView &In, const Event &E) {
  return E.Kind == EventKind::CtaBarrier && E.Barrier == BarrierAction::Sync &&
         E.Participants == UnknownValue && E.BarrierId != UnknownValue &&
         In.fn().value(E.BarrierId).Kind == ValueKind::Constant &&
         In.fn().value(E.BarrierId).Imm == 0;
}

static EventId barrierBeside(const FunctionView &In, EventId Fence) {
  Position At = In.cfg().position(Fence);
  const auto &Events = In.fn().block(At.Block).Events;
  auto IsBetween = [](EventKind K) {
    return K == EventKind::CompilerOnly || K == EventKind::Sleep ||
           K == EventKind::CacheHint;
  };
  for (int Step : {1, -1})
    for (int64_t I = int64_t(At.Index) + Step;
         I >= 0 && I < int64_t(Events.size()); I += Step) {
      const Event &E = In.event(Events[I]);
      bool IsCluster = E.Kind == EventKind::ClusterBarrier && Step < 0 &&
                       E.Barrier != BarrierAction::Arrive && acquires(E.Ord);
      if (isBlockBarrier(In, E) || IsCluster)
        return Events[I];
      if (!IsBetween(E.Kind))
        break;
    }
  return NoId;
}

/// Does the fence stand between data and a signal of the grid? Then it is too
/// narrow rather than too much, and other rules say so.
static bool isForTheGrid(const FunctionView &In, const FenceDuty &D) {
  auto OfGrid = [&](EventId E) { return In.provenance().isVisibleToGrid(E); };
  return llvm::any_of(D.Signals, OfGrid) ||
         llvm::any_of(D.PlainSignals, OfGrid) ||
         llvm::any_of(D.Reads, OfGrid) || llvm::any_of(D.Acquires, OfGrid);
}

/// A barrier of the whole grid, of cooperative groups, right before or behind.
static EventId gridBarrierBeside(const FunctionView &In, EventId Fence) {
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
      return Events[I];
  }
  return NoId;
}

IdleFence fencepost::idleFence(const UnitView &Unit, const FunctionView &In,
                               EventId Fence) {
  const Event &E = In.event(Fence);
  if (E.Kind != EventKind::Fence || E.Scp < Scope::Cta ||
      In.fn().Kind != FunctionKind::Kernel ||
      In.fn().State != Coverage::Analysed)
    return {};
  if (E.Scp != Scope::Cta && isLastOfKernel(In, Fence))
    return {IdleFence::Why::LastOfKernel};
  if (E.Scp == Scope::Cluster || E.Scp == Scope::Gpu)
    if (EventId B = gridBarrierBeside(In, Fence);
        B != NoId && tellsByBarriers(Unit, In, Fence, /*Grid=*/true))
      return {IdleFence::Why::GridBarrier, B};
  EventId Barrier = barrierBeside(In, Fence);
  if (Barrier == NoId)
    return {};
  if (E.Scp == Scope::Cta)
    return isForTheGrid(In, dutyOf(Unit, In, Fence))
               ? IdleFence{}
               : IdleFence{IdleFence::Why::ScopeOfBlock, Barrier};
  if (E.Scp != Scope::Sys && tellsByBarriers(Unit, In, Fence, /*Grid=*/false))
    return {IdleFence::Why::OwnBlock, Barrier};
  return {};
}
