//===- narrow_scope.cpp - questions of the rule narrow-scope --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/narrow_scope.h"
#include "analyzer/analysis/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static bool hasSeveralBlocks(const UnitView &Unit, const FunctionView &In) {
  auto Launches = Unit.launchesOf(In.fn());
  for (const HostLaunch *L : Launches)
    if (auto Blocks = L->Grid.product(); Blocks && *Blocks > 1)
      return true;
  auto OneBlock = [](const HostLaunch *L) { return L->Grid.product() == 1; };
  if (!Launches.empty() && llvm::all_of(Launches, OneBlock))
    return false;
  return llvm::any_of(In.fn().Values, [](const Value &Node) {
    return Node.Kind == ValueKind::Special &&
           (llvm::StringRef(Node.Name).starts_with("ctaid") ||
            llvm::StringRef(Node.Name).starts_with("nctaid"));
  });
}

bool fencepost::isOneForTheGrid(const UnitView &Unit, const FunctionView &In,
                                EventId E) {
  ValueId Address = In.event(E).Address;
  bool Known = true;
  bool Complete = visitOperands(In.fn(), Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    if (Node.Kind == ValueKind::Special)
      Known &= llvm::StringRef(Node.Name).starts_with("tid") ||
               llvm::StringRef(Node.Name).starts_with("ntid") ||
               Node.Name == "laneid";
    else if (Node.Kind == ValueKind::Result ||
             Node.Kind == ValueKind::Unknown || Node.Kind == ValueKind::Phi ||
             Node.Op == OpCode::Havoc)
      Known = false;
    return Known;
  });
  return Complete && Known && hasSeveralBlocks(Unit, In);
}

/// The widest release fence between the store and E, by its own scope.
static EventId widestFence(const FunctionView &In, const Between &Way) {
  EventId Found = NoId;
  for (EventId F : Way.Fences)
    if (In.event(F).Kind == EventKind::Fence && releases(In.event(F).Ord) &&
        (Found == NoId || In.event(F).Scp > In.event(Found).Scp))
      Found = F;
  return Found;
}

/// Another access to the same word, by which a thread beyond the block takes
/// part.
static AccessRef widerPoll(const FunctionView &In, EventId E) {
  for (const Poll &P : In.polls().all()) {
    const Event &Read = In.event(P.Read);
    if (Read.Scp > Scope::Cta && !Read.IsVolatile && P.Read != E &&
        (In.provenance().sameLocation(P.Read, E).Is == SameLocation::Same ||
         In.provenance().sameObject(P.Read, E)))
      return {&In, P.Read};
  }
  return {};
}

/// An integer that is written for all to see, by the user's own word.
static bool isForTheSystem(const Event &E) {
  return E.Scp == Scope::Sys && hasExplicitScope(E) && !E.IsFloat &&
         E.Elements == 1 && E.Bits >= 32;
}

static bool isSignal(const UnitView &Unit, const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  return writesMemory(Ev) && isMemoryAccess(Ev.Kind) && isStrong(Ev.Ord) &&
         !Ev.IsVolatile && In.provenance().isVisibleToGrid(E) &&
         !In.polls().of(E) &&
         (releases(Ev.Ord) || isForTheSystem(Ev) ||
          flagOf(Unit, In, E).Sign != FlagSign::None);
}

/// How far the reader of the flag may be, by the flag itself.
static bool flagReachesOut(const UnitView &Unit, const FunctionView &In,
                           EventId E, NarrowPublish &N) {
  const Event &Ev = In.event(E);
  HomeFact H = homeOf(Unit, In, E);
  if (H.isOutside()) {
    N.Why = nameOf(In, E) + " lies beyond this GPU (" + H.Why + ")";
    N.Witness = H.Witness;
    return true;
  }
  if (Ev.Scp == Scope::Sys && hasExplicitScope(Ev) && H.Is != Home::Device) {
    N.Why = nameOf(In, E) + " is raised for the whole system";
    return true;
  }
  // A fence at block scope before a relaxed flag is no release at all between
  // blocks: the rule unreleased-publish says so.
  if (N.Has != Scope::Cta || !releases(Ev.Ord))
    return false;
  N.Witness = widerPoll(In, E);
  N.Needed = N.Witness.In ? In.event(N.Witness.E).Scp : Scope::Gpu;
  if (N.Witness.In) {
    N.Why = nameOf(In, E) + " is waited for at " + scopeWord(N.Needed) +
            " scope in this file";
    return true;
  }
  if (!releases(Ev.Ord) || Ev.Scp != Scope::Cta || !isAcrossBlocks(Unit, In, E))
    return false;
  N.Why = "another block waits for " + nameOf(In, E);
  return true;
}

std::optional<NarrowPublish> fencepost::narrowPublish(const UnitView &Unit,
                                                      const FunctionView &In,
                                                      EventId E) {
  if (!isSignal(Unit, In, E))
    return std::nullopt;
  const Event &Ev = In.event(E);
  for (const Payload &P : payloadOf(In, E)) {
    // What is stored with an order of its own is a signal, no data.
    if (P.Way.Opaque || isStrong(In.event(P.Store).Ord))
      continue;
    NarrowPublish N;
    N.Store = P.Store;
    N.Has = mayRelease(In, P.Store, P.Way);
    if (releases(Ev.Ord) && Ev.Scp > N.Has)
      N.Has = Ev.Scp;
    else
      N.Fence = widestFence(In, P.Way);
    bool OwnRelease = releases(Ev.Ord) && Ev.Scp == N.Has;
    if (N.Has <= Scope::None || N.Has == Scope::Sys ||
        (N.Fence == NoId && !OwnRelease))
      continue;
    if (flagReachesOut(Unit, In, E, N))
      return N;
    // The data goes to another GPU, whoever is told.
    HomeFact H = homeOf(Unit, In, P.Store);
    if (!H.isOutside() || H.Is == Home::Host)
      continue;
    N.Why =
        nameOf(In, P.Store) + " lies in memory of another GPU (" + H.Why + ")";
    N.Witness = H.Witness;
    N.Needed = Scope::Sys;
    N.IsPush = true;
    return N;
  }
  return std::nullopt;
}

AccessRef fencepost::raisedFromOutside(const UnitView &Unit,
                                       const FunctionView &In, EventId Wait) {
  for (const AccessRef &A : accessesByName(Unit, In, Wait))
    if (writesMemory(A.In->event(A.E)) && !A.In->polls().of(A.E))
      return {};
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (!isMemoryAccess(Ev.Kind) || !writesMemory(Ev) || Ev.Scp != Scope::Sys ||
        !isStrong(Ev.Ord) || !hasExplicitScope(Ev) ||
        Ev.Bits != In.event(Wait).Bits || !In.cfg().reaches(E, Wait))
      continue;
    HomeFact H = homeOf(Unit, In, E);
    if (H.Is == Home::Peer && H.isOutside() && !payloadOf(In, E).empty())
      return {&In, E};
  }
  return {};
}

const HostLaunch *fencepost::launchOnSeveralDevices(const UnitView &Unit,
                                                    const FunctionView &In) {
  for (const HostLaunch *L : Unit.launchesOf(In.fn()))
    if (L->Devices && *L->Devices >= HostLaunch::SeveralDevices)
      return L;
  return nullptr;
}

/// Is the address that of Variable in another block of the cluster?
static bool isOfPeer(const FunctionView &In, ValueId Address,
                     ValueId Variable) {
  bool Mapped = false, Found = false;
  visitOperands(In.fn(), Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    Mapped |= Node.Kind == ValueKind::Op && Node.Op == OpCode::Pure &&
              (llvm::StringRef(Node.Name).contains("mapa") ||
               llvm::StringRef(Node.Name).contains("map_shared"));
    Found |= V == Variable;
    return true;
  });
  return Mapped && Found;
}

EventId fencepost::dataForPeer(const FunctionView &In, EventId Arrive) {
  const Event &E = In.event(Arrive);
  bool IsArrive = E.Mbar == MbarrierAction::Arrive ||
                  E.Mbar == MbarrierAction::ArriveDrop ||
                  E.Mbar == MbarrierAction::ArriveExpectTx;
  bool IsRemote = E.Spc == Space::SharedCluster ||
                  (E.Address != UnknownValue &&
                   In.provenance().object(Arrive).Spc == Space::SharedCluster);
  if (!IsArrive || !IsRemote || E.Scp != Scope::Cta || !releases(E.Ord))
    return NoId;
  auto IsReadByPeers = [&](EventId Store) {
    ValueId Variable = In.provenance().object(Store).Root;
    for (EventId R = 0; R < In.fn().Events.size(); ++R)
      if (In.event(R).Kind == EventKind::Load &&
          isOfPeer(In, In.event(R).Address, Variable))
        return true;
    return false;
  };
  auto IsData = [&](EventId S) {
    if (In.event(S).Kind != EventKind::Store ||
        In.event(S).Address == UnknownValue || !isBefore(In, S, Arrive))
      return false;
    Space Spc = In.provenance().object(S).Spc;
    return Spc == Space::SharedCluster ||
           (In.provenance().isShared(S) && IsReadByPeers(S));
  };
  for (const auto &R : In.order().backward(Arrive, IsData))
    if (R.Way.MayRelease < Scope::Cluster && !R.Way.Opaque)
      return R.To;
  return NoId;
}

std::string fencepost::systemForm(const Event &E) {
  llvm::StringRef Text = llvm::StringRef(E.Spelling).split('(').first;
  if (Text.starts_with("atomic") && !Text.contains("_block"))
    return "'" + Text.str() + "_system'";
  return "the form for the whole system: '.sys', 'thread_scope_system'";
}

void fencepost::offerPushProtocols(FindingBuilder &F) {
  F.alternative("data-in-flag",
                "put data and flag into one word of at most 64 bits, or fill "
                "the buffer with a value that never occurs and wait until it "
                "is gone (Lamport buffers): no fence at all")
      .alternative("counted-writes",
                   "let each store be a 'red.release.sys' count, or one "
                   "release per chunk, so that a fence is paid once for many "
                   "stores")
      .alternative("st-async",
                   "within a cluster: 'st.async', whose completion on the "
                   "peer's mbarrier is the signal");
}
