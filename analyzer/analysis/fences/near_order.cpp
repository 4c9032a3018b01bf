//===- near_order.cpp - order that nobody far off needs -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/fences/near_order.h"
#include "analyzer/analysis/memory/address_walk.h"
#include "analyzer/analysis/memory/home.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace fencepost;

static bool isLocal(const UnitView &Unit, const FunctionView &In, EventId E) {
  HomeFact H = homeOf(Unit, In, E);
  return H.Is == Home::Device && H.By >= Support::Usage;
}

/// No sign at all, not even a name, that it lies beyond this GPU.
static bool mayBeLocal(const UnitView &Unit, const FunctionView &In,
                       EventId E) {
  HomeFact H = homeOf(Unit, In, E);
  return !H.isOutside(Support::Name) &&
         (H.By != Support::None || !isNamedOutside(In, E));
}

static bool isNoWider(const Event &E, Scope S) {
  return !E.IsVolatile && E.Scp != Scope::Unknown && E.Scp <= S;
}

static bool isVariableOfGpu(const UnitView &Unit, const FunctionView &In,
                            EventId E) {
  HomeFact H = homeOf(Unit, In, E);
  return H.Is == Home::Device && H.By == Support::Certain &&
         In.provenance().object(E).Kind == BaseKind::Global;
}

/// `volatile` says nothing of who takes part. A variable of this GPU that code
/// of the unit waits for is a flag between its blocks.
static bool isOwnFlag(const UnitView &Unit, const FunctionView &In, EventId E) {
  if (!In.event(E).IsVolatile)
    return false;
  return isVariableOfGpu(Unit, In, E) && !Unit.host().HasPeerAccess &&
         (In.polls().of(E) || isPolled(Unit, In, E));
}

bool fencepost::servesThisGpu(const UnitView &Unit, const FunctionView &In,
                              const FenceDuty &D) {
  auto IsNear = [&](EventId E) {
    return (isNoWider(In.event(E), Scope::Gpu) && mayBeLocal(Unit, In, E)) ||
           isOwnFlag(Unit, In, E);
  };
  auto MayBeNear = [&](EventId E) { return mayBeLocal(Unit, In, E); };
  // Fence-SC order holds between threads of this GPU at its scope as well.
  auto IsOfOwnOrder = [&](EventId E) {
    return isStrong(In.event(E).Ord) ? IsNear(E) : MayBeNear(E);
  };
  if (D.StoreBuffering && !(llvm::all_of(D.Stores, IsOfOwnOrder) &&
                            llvm::all_of(D.Loads, IsOfOwnOrder)))
    return false;
  return llvm::all_of(D.Signals, IsNear) && llvm::all_of(D.Reads, IsNear) &&
         llvm::all_of(D.Acquires, IsNear) &&
         llvm::all_of(D.Stores, MayBeNear) &&
         (D.Reads.empty() || llvm::all_of(D.Loads, MayBeNear));
}

std::vector<Payload> fencepost::releasedNearby(const UnitView &Unit,
                                               const FunctionView &In,
                                               EventId E) {
  const Event &Ev = In.event(E);
  if (Ev.Scp != Scope::Sys || !releases(Ev.Ord) || Ev.Kind == EventKind::Load ||
      !isLocal(Unit, In, E) || Unit.host().HasPeerAccess)
    return {};
  std::vector<Payload> Stores = payloadOf(In, E);
  if (llvm::any_of(Stores, [&](const Payload &P) {
        return P.Way.Opaque || !mayBeLocal(Unit, In, P.Store);
      }))
    return {};
  return Stores;
}

bool fencepost::isSystemCounterOfGpu(const UnitView &Unit,
                                     const FunctionView &In, EventId E) {
  auto IsWide = [&](EventId Id) {
    return isRmw(In.event(Id).Kind) && In.event(Id).Scp == Scope::Sys;
  };
  if (!IsWide(E) || In.event(E).Ord != Order::Relaxed ||
      Unit.host().HasPeerAccess || Unit.host().Devices > 1 ||
      !isVariableOfGpu(Unit, In, E))
    return false;
  return llvm::none_of(llvm::seq<EventId>(0, E), [&](EventId Earlier) {
    return IsWide(Earlier) && In.provenance().sameObject(Earlier, E);
  });
}

/// Does anything in the function reach other blocks of a cluster?
static bool usesCluster(const FunctionView &In) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    bool Remote = Ev.Spc == Space::SharedCluster ||
                  (Ev.Address != UnknownValue &&
                   In.provenance().object(E).Spc == Space::SharedCluster);
    // The destination of a bulk load is spelled shared::cluster for the own
    // block as well.
    if (Ev.Kind == EventKind::ClusterBarrier ||
        Ev.Kind == EventKind::OpaqueCall ||
        (Remote && Ev.Kind != EventKind::AsyncCopy))
      return true;
  }
  return llvm::any_of(In.fn().Values, [](const Value &V) {
    llvm::StringRef Name = V.Name;
    return mapsToPeer(V) || Name.starts_with("cluster_") ||
           Name.starts_with("clusterid");
  });
}

bool fencepost::arrivesForClusterAlone(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  bool IsArrive = Ev.Mbar == MbarrierAction::Arrive ||
                  Ev.Mbar == MbarrierAction::ArriveDrop ||
                  Ev.Mbar == MbarrierAction::ArriveExpectTx;
  return IsArrive && Ev.Scp == Scope::Cluster && releases(Ev.Ord) &&
         In.provenance().isShared(E) && In.fn().ClusterSize <= 1 &&
         !usesCluster(In);
}
