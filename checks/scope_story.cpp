//===- scope_story.cpp - what narrow-scope asks and tells -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/scope_story.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
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

/// Do one and the same thread of each block make all accesses to the word? An
/// atomic is then of use only if other blocks take part.
static bool isAloneInBlock(const FunctionView &In, EventId E) {
  BlockId Here = In.cfg().position(E).Block;
  auto IsOne = [&](BlockId B) {
    return In.populations().of(B) == Population::OnePerBlock &&
           In.populations().sameThreads(B, Here);
  };
  for (EventId O = 0; O < In.fn().Events.size(); ++O) {
    const Event &Other = In.event(O);
    if (Other.Kind == EventKind::OpaqueCall)
      return false;
    if (isMemoryAccess(Other.Kind) && In.provenance().sameObject(O, E) &&
        !IsOne(In.cfg().position(O).Block))
      return false;
  }
  return In.populations().of(Here) == Population::OnePerBlock;
}

/// The counter of a loop: over all its turns the threads of every block reach
/// the same values, if those of one turn are made alike.
static bool isCounter(const FunctionView &In, const Value &Node, ValueId V) {
  return Node.Kind == ValueKind::Phi &&
         llvm::any_of(In.loops().all(), [&](const Loop &L) {
           return L.Header == BlockId(Node.Imm) &&
                  llvm::is_contained(In.fn().block(L.Header).Phis, V);
         });
}

/// Only blocks with a certain number get to E.
static bool isOfChosenBlocks(const FunctionView &In, EventId E) {
  BlockId B = In.cfg().position(E).Block;
  return llvm::any_of(
      In.cfg().controlDependences(B), [&](const Cfg::Dependence &D) {
        ValueId Test = In.fn().block(D.Branch).Term.Condition;
        const Value &Node = In.fn().value(Test);
        bool IsBound = Node.Kind == ValueKind::Op && Node.Op >= OpCode::Lt &&
                       Node.Op <= OpCode::Ge;
        bool AsksBlock = false;
        visitOperands(In.fn(), Test, [&](ValueId V) {
          AsksBlock |=
              llvm::StringRef(In.fn().value(V).Name).starts_with("ctaid");
          return !AsksBlock;
        });
        return AsksBlock && !IsBound;
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
             Node.Kind == ValueKind::Unknown || Node.Op == OpCode::Havoc ||
             (Node.Kind == ValueKind::Phi && !isCounter(In, Node, V)))
      Known = false;
    return Known;
  });
  return Complete && Known && !isOfChosenBlocks(In, E) &&
         (hasSeveralBlocks(Unit, In) ||
          (Unit.launchesOf(In.fn()).empty() && isAloneInBlock(In, E)));
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

/// A volatile store to memory that the host reaches, and that nothing on the
/// device reads: with a fence before it, it tells the host.
static bool isForTheHost(const UnitView &Unit, const FunctionView &In,
                         EventId E) {
  HomeFact H = homeOf(Unit, In, E);
  if (H.Is != Home::Host || H.By != Support::Certain || In.event(E).IsFloat)
    return false;
  return llvm::none_of(accessesByName(Unit, In, E), [](const AccessRef &A) {
    const Event &Other = A.In->event(A.E);
    return Other.Kind == EventKind::Load || Other.Kind == EventKind::Rmw;
  });
}

static bool isSignal(const UnitView &Unit, const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  if (!writesMemory(Ev) || !isMemoryAccess(Ev.Kind) || !isStrong(Ev.Ord) ||
      !In.provenance().isVisibleToGrid(E) || In.polls().of(E))
    return false;
  if (Ev.IsVolatile)
    return isForTheHost(Unit, In, E);
  return releases(Ev.Ord) || isForTheSystem(Ev) ||
         flagOf(Unit, In, E).Sign != FlagSign::None;
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

/// Does a thread of this GPU wait for E and acquire? What it then tells others
/// covers what was written before E, wherever that lies: order is transitive.
static bool isTakenHere(const UnitView &Unit, const FunctionView &In,
                        EventId E) {
  return llvm::any_of(accessesByName(Unit, In, E), [](const AccessRef &A) {
    const Event &Read = A.In->event(A.E);
    return A.In->polls().of(A.E) && acquires(Read.Ord) &&
           Read.Scp == Scope::Gpu;
  });
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
    // The host does not read what is this GPU's alone.
    if (Ev.IsVolatile && homeOf(Unit, In, P.Store).Is == Home::Device)
      continue;
    NarrowPublish N;
    N.Store = P.Store;
    N.Has = mayRelease(In, P.Store, P.Way);
    if (releases(Ev.Ord) && Ev.Scp > N.Has)
      N.Has = Ev.Scp;
    else
      N.Fence = widestFence(In, P.Way);
    if (N.Fence != NoId && In.event(N.Fence).Scp != N.Has)
      continue; // Something else releases, on some path.
    bool OwnRelease = releases(Ev.Ord) && Ev.Scp == N.Has;
    if (N.Has <= Scope::None || N.Has == Scope::Sys ||
        (N.Fence == NoId && !OwnRelease))
      continue;
    if (flagReachesOut(Unit, In, E, N))
      return N;
    // The data goes to another GPU, and nobody on this one is told.
    if (isTakenHere(Unit, In, E))
      continue;
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

/// Is the address one of another block of the cluster?
static bool isMapped(const FunctionView &In, ValueId Address) {
  bool Mapped = false;
  visitOperands(In.fn(), Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    Mapped |= Node.Kind == ValueKind::Op && Node.Op == OpCode::Pure &&
              (llvm::StringRef(Node.Name).contains("mapa") ||
               llvm::StringRef(Node.Name).contains("map_shared"));
    return !Mapped;
  });
  return Mapped;
}

/// The same, as far as a state space tells or Variable is mapped there.
static bool isOfPeer(const FunctionView &In, ValueId Address,
                     ValueId Variable) {
  bool Found = false;
  visitOperands(In.fn(), Address, [&](ValueId V) {
    Found |= V == Variable;
    return !Found;
  });
  return Found && isMapped(In, Address);
}

static bool isRemote(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  return Ev.Spc == Space::SharedCluster ||
         (Ev.Address != UnknownValue &&
          (In.provenance().object(E).Spc == Space::SharedCluster ||
           isMapped(In, Ev.Address)));
}

bool fencepost::isOneForTheCluster(const FunctionView &In, EventId E) {
  ValueId Address = In.event(E).Address;
  if (Address == UnknownValue || !isMapped(In, Address))
    return false;
  bool Known = true;
  bool Complete = visitOperands(In.fn(), Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    if (Node.Kind == ValueKind::Special)
      Known &= llvm::StringRef(Node.Name).starts_with("tid") ||
               Node.Name == "laneid";
    else if (Node.Kind != ValueKind::Op && Node.Kind != ValueKind::Constant &&
             Node.Kind != ValueKind::Global)
      Known = false;
    return Known;
  });
  return Complete && Known;
}

/// Does E signal, with an order that ends at the block?
static bool signalsBlock(const Event &E) {
  bool IsArrive = E.Mbar == MbarrierAction::Arrive ||
                  E.Mbar == MbarrierAction::ArriveDrop ||
                  E.Mbar == MbarrierAction::ArriveExpectTx;
  if (E.Kind == EventKind::Mbarrier)
    return IsArrive && E.Scp == Scope::Cta && releases(E.Ord);
  return isMemoryAccess(E.Kind) && E.Kind != EventKind::AsyncCopy &&
         writesMemory(E) && isStrong(E.Ord) && !E.IsVolatile &&
         !(releases(E.Ord) && E.Scp > Scope::Cta) && E.Scp != Scope::Unknown;
}

EventId fencepost::dataForPeer(const FunctionView &In, EventId Signal) {
  const Event &E = In.event(Signal);
  if (!signalsBlock(E) || !isRemote(In, Signal))
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
    return In.event(S).Kind == EventKind::Store &&
           In.event(S).Address != UnknownValue && isBefore(In, S, Signal) &&
           !isStrong(In.event(S).Ord) &&
           (isRemote(In, S) ||
            (In.provenance().isShared(S) && IsReadByPeers(S)));
  };
  bool Own = releases(E.Ord);
  for (const auto &R : In.order().backward(Signal, IsData)) {
    // Without any release the signal is no publication by what is written.
    Scope Has = Own ? std::max(Scope::Cta, R.Way.MayRelease) : R.Way.MayRelease;
    if (Has == Scope::Cta && !R.Way.Opaque)
      return R.To;
  }
  return NoId;
}

EventId fencepost::unreleasedAtArrival(const FunctionView &In, EventId Arrive) {
  const Event &E = In.event(Arrive);
  if (E.Kind != EventKind::Mbarrier || E.Mbar != MbarrierAction::Arrive ||
      E.Ord != Order::Relaxed)
    return NoId;
  auto IsRead = [&](EventId Store) {
    const auto &Events = In.fn().Events;
    for (EventId R = 0; R < Events.size(); ++R)
      if (Events[R].Kind == EventKind::Load &&
          Events[R].Address != UnknownValue &&
          (In.provenance().sameObject(R, Store) ||
           isOfPeer(In, In.event(Store).Address,
                    In.provenance().object(R).Root)))
        return true;
    return false;
  };
  auto IsData = [&](EventId S) {
    return In.event(S).Kind == EventKind::Store &&
           In.event(S).Address != UnknownValue && isBefore(In, S, Arrive) &&
           !isStrong(In.event(S).Ord) &&
           (isRemote(In, S) || In.provenance().isShared(S)) && IsRead(S);
  };
  for (const auto &R : In.order().backward(Arrive, IsData))
    if (R.Way.MayRelease == Scope::None && !R.Way.MayBarrier && !R.Way.Opaque)
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
