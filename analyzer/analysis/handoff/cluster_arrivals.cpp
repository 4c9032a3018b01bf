//===- cluster_arrivals.cpp - relaxed arrivals of a cluster ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/cluster_arrivals.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Do blocks put something into each other's shared memory at Store, which
/// each then reads from its own behind the barrier?
static bool isReadByOwner(const FunctionView &In, EventId Arrive,
                          EventId Store) {
  if (In.event(Store).Kind != EventKind::Store ||
      !In.provenance().object(Store).isOfPeer())
    return false;
  llvm::StringRef Variable = In.provenance().object(Store).keyInAnyBlock();
  auto IsRead = [&](EventId E) {
    return In.event(E).Kind == EventKind::Load &&
           In.event(E).Address != UnknownValue &&
           In.provenance().object(E).Key == Variable;
  };
  auto NextArrival = [&](EventId E) {
    return In.event(E).Kind == EventKind::ClusterBarrier && E != Arrive &&
           In.event(E).Barrier != BarrierAction::Wait;
  };
  return llvm::any_of(
      In.order().forward(Arrive, IsRead, NextArrival),
      [](const OrderAnalysis::Reach &R) { return R.Way.MayBarrier; });
}

static bool readsPeers(const FunctionView &In, EventId Arrive) {
  auto IsPeerRead = [&](EventId E) {
    return In.event(E).Kind == EventKind::Load &&
           (In.event(E).Spc == Space::SharedCluster ||
            In.provenance().object(E).Spc == Space::SharedCluster);
  };
  auto NextArrival = [&](EventId E) {
    return In.event(E).Kind == EventKind::ClusterBarrier && E != Arrive &&
           In.event(E).Barrier != BarrierAction::Wait;
  };
  return !In.order().forward(Arrive, IsPeerRead, NextArrival).empty();
}

std::vector<Payload> fencepost::storesForCluster(const FunctionView &In,
                                                 EventId Arrive) {
  const Event &E = In.event(Arrive);
  if (E.Kind != EventKind::ClusterBarrier || E.Ord != Order::Relaxed ||
      E.Barrier == BarrierAction::Wait)
    return {};
  bool ReadsPeers = readsPeers(In, Arrive);
  auto IsSharedStore = [&](EventId S) {
    return (ReadsPeers && In.event(S).Kind == EventKind::Store &&
            In.provenance().isShared(S) &&
            In.event(S).Spc != Space::SharedCluster) ||
           isReadByOwner(In, Arrive, S);
  };
  auto EarlierArrival = [&](EventId O) {
    return In.event(O).Kind == EventKind::ClusterBarrier;
  };
  std::vector<Payload> Stores;
  for (auto &R : In.order().backward(Arrive, IsSharedStore, EarlierArrival))
    if (mayRelease(In, R.To, R.Way) < Scope::Cluster)
      Stores.push_back({R.To, std::move(R.Way)});
  return Stores;
}
