//===- peer_flags.cpp - flags in the shared memory of a peer --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/peer_flags.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "analyzer/analysis/memory/address_walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Is E an access to a shared variable of another block of the cluster?
static bool isOfPeer(const FunctionView &In, EventId E) {
  const Object &O = In.provenance().object(E);
  return O.Kind == BaseKind::Global && O.Spc == Space::SharedCluster &&
         O.isOfPeer();
}

/// The variable that E is an access to, whichever block's.
static llvm::StringRef variableOf(const FunctionView &In, EventId E) {
  return In.provenance().object(E).keyInAnyBlock();
}

/// The last store of data for a peer before Raise.
static EventId storeBefore(const FunctionView &In, EventId Raise,
                           llvm::ArrayRef<EventId> ToPeers) {
  EventId Last = NoId;
  for (EventId S : ToPeers)
    if (In.event(S).Kind == EventKind::Store && !releases(In.event(S).Ord) &&
        isBefore(In, S, Raise) && In.cfg().reaches(S, Raise) &&
        variableOf(In, S) != variableOf(In, Raise) &&
        llvm::none_of(In.polls().all(),
                      [&](const Poll &P) {
                        return variableOf(In, P.Read) == variableOf(In, S);
                      }) &&
        (Last == NoId || isBefore(In, Last, S)))
      Last = S;
  return Last;
}

/// The first read of what Store writes, behind the wait, by the block itself.
static EventId readBehind(const FunctionView &In, EventId Wait, EventId Store) {
  EventId First = NoId;
  for (EventId R = 0; R < In.fn().Events.size(); ++R)
    if (In.event(R).Kind == EventKind::Load && !isOfPeer(In, R) &&
        In.event(R).Address != UnknownValue && isBefore(In, Wait, R) &&
        In.cfg().reaches(Wait, R) &&
        variableOf(In, R) == variableOf(In, Store) &&
        (First == NoId || isBefore(In, R, First)))
      First = R;
  return First;
}

static std::vector<PeerFlag> findPeerFlags(const FunctionView &In) {
  std::vector<PeerFlag> Found;
  if (llvm::none_of(In.fn().Values, mapsToPeer) || In.polls().all().empty())
    return Found;
  std::vector<EventId> ToPeers;
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (writesMemory(In.event(E)) && isMemoryAccess(In.event(E).Kind) &&
        isOfPeer(In, E))
      ToPeers.push_back(E);
  for (const Poll &P : In.polls().all()) {
    if (P.Kind != PollKind::Flag || !P.IsPure || isOfPeer(In, P.Read))
      continue;
    for (EventId Raise : ToPeers) {
      if (variableOf(In, Raise) != variableOf(In, P.Read) ||
          !mayEndWait(In, Raise, {&In, P.Read}))
        continue;
      PeerFlag F;
      F.Raise = Raise;
      F.Wait = P.Read;
      F.Store = storeBefore(In, Raise, ToPeers);
      F.Read = F.Store == NoId ? NoId : readBehind(In, P.Read, F.Store);
      if (F.Read == NoId)
        continue;
      F.Sent = firstWay(In, F.Store, Raise);
      F.Received = firstWay(In, P.Read, F.Read);
      Found.push_back(std::move(F));
    }
  }
  return Found;
}

namespace {
struct KeptPeerFlags {
  std::optional<std::vector<PeerFlag>> All;
};
} // namespace

const std::vector<PeerFlag> &fencepost::peerFlagsOf(const FunctionView &In) {
  std::optional<std::vector<PeerFlag>> &All = In.kept().of<KeptPeerFlags>().All;
  if (!All)
    All = findPeerFlags(In);
  return *All;
}

/// Does E order at cluster scope, or something on the way, up to Has?
static bool reachesPeers(const Event &E, bool Orders, const Between &Way,
                         Scope Has) {
  return (Orders && E.Scp != Scope::Cta) || Way.Opaque || Has >= Scope::Cluster;
}

std::vector<PeerFlag> fencepost::unreleasedPeerFlags(const FunctionView &In) {
  std::vector<PeerFlag> Found;
  for (const PeerFlag &P : peerFlagsOf(In)) {
    const Event &E = In.event(P.Raise);
    auto IsTold = [&](const PeerFlag &F) { return F.Raise == P.Raise; };
    if (!reachesPeers(E, releases(E.Ord), P.Sent,
                      mayRelease(In, P.Store, P.Sent)) &&
        llvm::none_of(Found, IsTold))
      Found.push_back(P);
  }
  return Found;
}

std::vector<PeerFlag> fencepost::unacquiredPeerFlags(const FunctionView &In) {
  std::vector<PeerFlag> Found;
  for (const PeerFlag &P : peerFlagsOf(In)) {
    const Event &E = In.event(P.Wait);
    auto IsTold = [&](const PeerFlag &F) { return F.Wait == P.Wait; };
    if (!reachesPeers(E, acquires(E.Ord), P.Received, mayAcquire(P.Received)) &&
        llvm::none_of(Found, IsTold))
      Found.push_back(P);
  }
  return Found;
}
