//===- unjoined_stores.cpp - stores published before they are done --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/unjoined_stores.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "analyzer/analysis/handoff/relays.h"
#include "analyzer/analysis/handoff/scope_needs.h"
#include "analyzer/analysis/threads/tile_leaders.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Do all threads of the block come to B, each as often as its loops say, or
/// none of them?
static bool isForAll(const FunctionView &In, BlockId B) {
  return llvm::all_of(In.populations().conditions(B), [&](BlockId Branch) {
    ValueId Asked = In.fn().block(Branch).Term.Condition;
    if (Asked != UnknownValue && In.uniformity().of(Asked) >= Uniform::Block)
      return true;
    return llvm::any_of(In.loops().all(), [&](const Loop &L) {
      return L.Header == Branch && L.contains(B);
    });
  });
}

/// A compare-and-swap that waits for room and then raises what another one of
/// the unit waits for.
static bool raisesBySwap(const UnitView &Unit, const FunctionView &In,
                         EventId E) {
  return In.event(E).Rmw == RmwOp::Cas &&
         llvm::any_of(Unit.accessesTo(In, E), [&](const AccessRef &A) {
           return (A.In != &In || A.E != E) && A.In->polls().of(A.E) &&
                  acquires(A.In->event(A.E).Ord);
         });
}

/// Does E publish: a release, or a flag with a release fence before it?
static bool publishes(const UnitView &Unit, const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  bool Writes = Ev.Kind == EventKind::Store || isRmw(Ev.Kind);
  if (!Writes || Ev.Elements > 1 || !In.provenance().isVisibleToGrid(E) ||
      isUndone(In, E))
    return false;
  if (!In.populations().isElected(In.cfg().position(E).Block))
    return releases(Ev.Ord) &&
           (!In.polls().of(E) || raisesBySwap(Unit, In, E)) &&
           (tellsPeers(In, E) || tellsForTile(In, E));
  if (releases(Ev.Ord))
    return !In.polls().of(E);
  Flag Sign = flagOf(Unit, In, E);
  return Sign.Sign != FlagSign::None;
}

/// Has the publisher waited for a count of those who store? Where that wait
/// acquires nothing, relaxed-poll says so.
static bool isCounted(const UnitView &Unit, const FunctionView &In,
                      EventId Store, EventId Publish) {
  std::optional<Relay> R = relayOf(In, Store, Publish);
  return R && (R->Acquires || llvm::any_of(unacquiredRelays(Unit, In),
                                           [&](const UnacquiredRelay &Of) {
                                             return Of.By.Wait == R->Wait;
                                           }));
}

std::vector<Payload> fencepost::unjoinedStores(const UnitView &Unit,
                                               const FunctionView &In,
                                               EventId Publish) {
  if (!publishes(Unit, In, Publish))
    return {};
  BlockId At = In.cfg().position(Publish).Block;
  bool ForTile = tellsForTile(In, Publish);
  bool ForWarp = ForTile || launchesOneWarp(Unit, In) ||
                 In.populations().of(At) == Population::OnePerWarp;
  bool ForPeers = !ForTile && !In.populations().isElected(At);
  std::vector<Payload> Stores = payloadFor(Unit, In, Publish);
  llvm::erase_if(Stores, [&](const Payload &P) {
    BlockId B = In.cfg().position(P.Store).Block;
    return isPolled(Unit, In, P.Store) || P.Way.Opaque || P.Way.MayBarrier ||
           (P.Way.MayWarpSync &&
            (ForWarp || In.populations().of(B) == Population::FewWarps ||
             isByRowsOfOneWarp(Unit, In, P.Store))) ||
           In.event(P.Store).Kind == EventKind::AsyncCopy ||
           (ForPeers &&
            (!isForAll(In, B) || isOfOwnPeer(In, In.event(P.Store).Address))) ||
           In.populations().isElected(B) ||
           In.populations().sameThreads(B, At) ||
           isCounted(Unit, In, P.Store, Publish);
  });
  // Where nothing releases at all, the flag is at fault, not who raises it.
  if (!releases(In.event(Publish).Ord))
    llvm::erase_if(Stores, [&](const Payload &P) {
      return mayRelease(In, P.Store, P.Way) == Scope::None;
    });
  return Stores;
}

bool fencepost::isFencedByLanes(const FunctionView &In, const Payload &P) {
  return llvm::any_of(P.Way.Fences, [&](EventId Fence) {
    return In.event(Fence).Kind == EventKind::Fence &&
           releases(In.event(Fence).Ord) &&
           !In.populations().isElected(In.cfg().position(Fence).Block);
  });
}
