//===- cluster_arrivals.cpp - relaxed arrivals of a cluster ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/cluster_arrivals.h"
#include "analyzer/analysis/handoff/handoff_detail.h"

using namespace fencepost;

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
      E.Barrier == BarrierAction::Wait || !readsPeers(In, Arrive))
    return {};
  auto IsSharedStore = [&](EventId S) {
    return In.event(S).Kind == EventKind::Store &&
           In.provenance().isShared(S) &&
           In.event(S).Spc != Space::SharedCluster;
  };
  auto EarlierArrival = [&](EventId O) {
    return In.event(O).Kind == EventKind::ClusterBarrier;
  };
  std::vector<Payload> Stores;
  for (auto &R : In.order().backward(Arrive, IsSharedStore, EarlierArrival))
    Stores.push_back({R.To, std::move(R.Way)});
  return Stores;
}
