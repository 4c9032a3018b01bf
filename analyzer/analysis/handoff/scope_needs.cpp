//===- scope_needs.cpp - how far a signal has to reach --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/scope_needs.h"
#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/home.h"
#include "analyzer/analysis/memory/rank_tables.h"
#include "analyzer/analysis/threads/block_reach.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace fencepost;

//===- Other GPUs ---------------------------------------------------------===//

/// A store at system scope into memory of a peer, behind data, before Wait.
static EventId raiseAtPeer(const UnitView &Unit, const FunctionView &In,
                           EventId Wait) {
  for (const AccessRef &A : accessesByName(Unit, In, Wait))
    if (writesMemory(A.In->event(A.E)) && !A.In->polls().of(A.E))
      return NoId;
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (!isMemoryAccess(Ev.Kind) || !writesMemory(Ev) || Ev.Scp != Scope::Sys ||
        !isStrong(Ev.Ord) || !hasExplicitScope(Ev) ||
        Ev.Bits != In.event(Wait).Bits || !In.cfg().reaches(E, Wait))
      continue;
    HomeFact H = homeOf(Unit, In, E);
    if (H.Is == Home::Peer && H.isOutside() && !payloadOf(In, E).empty())
      return E;
  }
  return NoId;
}

std::optional<RaisedOutside>
fencepost::raisedFromOutside(const UnitView &Unit, const FunctionView &In,
                             EventId Wait) {
  if (EventId Raise = raiseAtPeer(Unit, In, Wait); Raise != NoId)
    return RaisedOutside{Raise, /*InRows=*/false};
  if (EventId Raise = raisedInRowsOfOthers(In, Wait); Raise != NoId)
    return RaisedOutside{Raise, /*InRows=*/true};
  return std::nullopt;
}

const HostLaunch *fencepost::launchOnSeveralDevices(const UnitView &Unit,
                                                    const FunctionView &In) {
  for (const HostLaunch *L : Unit.launchesOf(In.fn()))
    if (L->Devices && *L->Devices >= HostLaunch::SeveralDevices)
      return L;
  return nullptr;
}

/// Is a choice by this condition the same for all that touch the word of E: one
/// for the grid, or by what stands in the word's record, or in the record that
/// leads to it?
static bool isModeOf(const FunctionView &In, ValueId Condition, EventId E) {
  if (In.uniformity().of(Condition) >= Uniform::Grid)
    return true;
  std::vector<EventId> Asked = sourceEvents(In.fn(), Condition);
  std::vector<EventId> LeadsThere = sourceEvents(In.fn(), In.event(E).Address);
  bool ByIndex = false;
  visitOperands(In.fn(), Condition, [&](ValueId V) {
    ByIndex |= In.fn().value(V).Kind == ValueKind::Special;
    return !ByIndex && In.fn().value(V).Kind == ValueKind::Op;
  });
  // By what the callers of a function pass, whoever they are.
  if (Asked.empty() && In.fn().Kind == FunctionKind::Device)
    return !ByIndex && In.fn().value(stripCasts(In.fn(), Condition)).Kind !=
                           ValueKind::Unknown;
  return !ByIndex && !Asked.empty() && llvm::all_of(Asked, [&](EventId Mode) {
    return In.event(Mode).Kind == EventKind::Load &&
           In.event(Mode).Address != UnknownValue &&
           (In.uniformity().of(In.event(Mode).Address) >= Uniform::Grid ||
            areFieldsOfOne(In, Mode, E) ||
            llvm::any_of(LeadsThere, [&](EventId Pointer) {
              return In.event(Pointer).Kind == EventKind::Load &&
                     areFieldsOfOne(In, Mode, Pointer);
            }));
  });
}

bool fencepost::areChosenByMode(const FunctionView &In, EventId Of,
                                EventId To) {
  BlockId A = In.cfg().position(Of).Block, B = In.cfg().position(To).Block;
  BlockId Up = A;
  while (Up != NoId && !In.cfg().dominatesBlock(Up, B))
    Up = In.cfg().immediateDominator(Up);
  if (Up == NoId || Up == A || Up == B ||
      In.fn().block(Up).Term.Condition == UnknownValue)
    return false;
  return isModeOf(In, In.fn().block(Up).Term.Condition, Of) &&
         !leadingTo(In, A).test(B) && !leadingTo(In, B).test(A);
}

/// Is the word updated at block scope and at a wider one, as a mode of sharing
/// asks for? Who waits at block scope then has it to itself.
static bool hasScopeByMode(const UnitView &Unit, const FunctionView &In,
                           EventId Read) {
  BlockId Here = In.cfg().position(Read).Block;
  llvm::StringSet<> NarrowIn;
  std::vector<AccessRef> Wide;
  for (const AccessRef &A : Unit.accessesTo(In, Read)) {
    const Event &E = A.In->event(A.E);
    if (!isRmw(E.Kind))
      continue;
    if (E.Scp > Scope::Cta)
      Wide.push_back(A);
    else if (E.Scp == Scope::Cta)
      NarrowIn.insert(writtenIn(*A.In, A.E));
  }
  // Who updates at the wide scope is in the other mode: by a choice that the
  // whole grid makes alike, or in another instance of the same template.
  return !NarrowIn.empty() && !Wide.empty() &&
         llvm::all_of(Wide, [&](const AccessRef &A) {
           llvm::StringRef Name = writtenIn(*A.In, A.E);
           bool IsOfTemplate = !Name.empty() && NarrowIn.contains(Name);
           if (A.In != &In)
             return IsOfTemplate;
           BlockId There = In.cfg().position(A.E).Block;
           return areOtherCases(In, There, Here, Uniform::Grid) ||
                  (IsOfTemplate && areChosenByMode(In, A.E, Read));
         });
}

//===- Other blocks of the cluster ----------------------------------------===//

/// Is it the address of Variable, mapped into another block?
static bool isOfPeer(const FunctionView &In, ValueId Address,
                     ValueId Variable) {
  bool Found = false;
  visitOperands(In.fn(), Address, [&](ValueId V) {
    Found |= V == Variable;
    return !Found;
  });
  return Found && isMappedToPeer(In, Address);
}

static bool isRemote(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  return Ev.Spc == Space::SharedCluster ||
         (Ev.Address != UnknownValue &&
          (In.provenance().object(E).Spc == Space::SharedCluster ||
           isMappedToPeer(In, Ev.Address)));
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

namespace {
/// The loads of a function, listed once for all stores that are asked about.
class SharedReads {
public:
  explicit SharedReads(const FunctionView &In) : In(In) {
    for (EventId R = 0; R < In.fn().Events.size(); ++R)
      if (In.event(R).Kind == EventKind::Load &&
          In.event(R).Address != UnknownValue)
        Loads.push_back(R);
  }
  /// Does some load read the variable of Store in another block?
  bool isReadByPeers(EventId Store) {
    ValueId Variable = In.provenance().object(Store).Root;
    auto [It, IsNew] = ByPeers.try_emplace(Variable, false);
    if (IsNew)
      It->second = llvm::any_of(Loads, [&](EventId R) {
        return isOfPeer(In, In.event(R).Address, Variable);
      });
    return It->second;
  }
  llvm::ArrayRef<EventId> loads() const { return Loads; }

private:
  const FunctionView &In;
  std::vector<EventId> Loads;
  llvm::DenseMap<ValueId, bool> ByPeers;
};
} // namespace

EventId fencepost::dataForPeer(const FunctionView &In, EventId Signal) {
  const Event &E = In.event(Signal);
  if (!signalsBlock(E) || !isRemote(In, Signal))
    return NoId;
  SharedReads Reads(In);
  auto IsData = [&](EventId S) {
    return In.event(S).Kind == EventKind::Store &&
           In.event(S).Address != UnknownValue && isBefore(In, S, Signal) &&
           !isStrong(In.event(S).Ord) &&
           (isRemote(In, S) ||
            (In.provenance().isShared(S) && Reads.isReadByPeers(S)));
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

//===- Relaxed arrivals ---------------------------------------------------===//

/// The loads that come behind a wait at the barrier at which Arrive arrives,
/// whatever the path.
static std::vector<EventId> readsBehindWait(const FunctionView &In,
                                            EventId Arrive,
                                            llvm::ArrayRef<EventId> Loads) {
  std::vector<EventId> Waits, Behind;
  for (EventId W = 0; W < In.fn().Events.size(); ++W) {
    const Event &Ev = In.event(W);
    if (Ev.Kind == EventKind::Mbarrier && isWait(Ev.Mbar) &&
        Ev.Address != UnknownValue &&
        (In.provenance().sameObject(W, Arrive) ||
         isOfPeer(In, In.event(Arrive).Address,
                  In.provenance().object(W).Root)))
      Waits.push_back(W);
  }
  llvm::copy_if(Loads, std::back_inserter(Behind), [&](EventId R) {
    return llvm::any_of(Waits,
                        [&](EventId W) { return In.cfg().dominates(W, R); });
  });
  return Behind;
}

/// Does the thread that stored read its own words again?
static bool isOwnRead(const FunctionView &In, EventId Store, EventId Read) {
  return In.provenance().sameLocation(Store, Read).Is == SameLocation::Same &&
         In.populations().sameThreads(In.cfg().position(Store).Block,
                                      In.cfg().position(Read).Block);
}

EventId fencepost::unreleasedAtArrival(const FunctionView &In, EventId Arrive) {
  const Event &E = In.event(Arrive);
  if (E.Kind != EventKind::Mbarrier || E.Mbar != MbarrierAction::Arrive ||
      E.Ord != Order::Relaxed || E.Address == UnknownValue)
    return NoId;
  std::vector<EventId> Reads =
      readsBehindWait(In, Arrive, SharedReads(In).loads());
  if (Reads.empty())
    return NoId;
  auto IsRead = [&](EventId Store) {
    return llvm::any_of(Reads, [&](EventId R) {
      return (In.provenance().sameObject(R, Store) &&
              !isOwnRead(In, Store, R)) ||
             isOfPeer(In, In.event(Store).Address,
                      In.provenance().object(R).Root);
    });
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

static constexpr uint64_t WarpSize = 32;

bool fencepost::launchesOneWarp(const UnitView &Unit, const FunctionView &In) {
  auto Launches = Unit.launchesOf(In.fn());
  return !Launches.empty() && llvm::all_of(Launches, [&](const auto *L) {
    std::optional<uint64_t> Threads = L->Block.product();
    return Threads && *Threads <= WarpSize;
  });
}

bool fencepost::isByRowsOfOneWarp(const UnitView &Unit, const FunctionView &In,
                                  EventId Store) {
  const Function &Fn = In.fn();
  BlockId B = In.cfg().position(Store).Block;
  auto GoesOnByWarp = [&](ValueId V, const Value &Phi) {
    return Phi.Operands.size() == 2 &&
           llvm::any_of(Phi.Operands,
                        [&](ValueId From) {
                          return Fn.value(stripCasts(Fn, From)).Name == "tid.x";
                        }) &&
           llvm::any_of(Phi.Operands, [&](ValueId From) {
             LinearForm Next = linearForm(Fn, From);
             return Next.Constant == int64_t(WarpSize) &&
                    Next.Terms.size() == 1 && Next.Terms[0].second == 1 &&
                    stripCasts(Fn, Next.Terms[0].first) == V;
           });
  };
  bool IsByWarp = llvm::any_of(In.loops().all(), [&](const Loop &L) {
    if (!L.contains(B))
      return false;
    for (ValueId V = 0; V < Fn.Values.size(); ++V)
      if (Fn.value(V).Kind == ValueKind::Phi &&
          Fn.value(V).Imm == int64_t(L.Header) && GoesOnByWarp(V, Fn.value(V)))
        return true;
    return false;
  });
  return IsByWarp && llvm::none_of(Unit.launchesOf(In.fn()), [](const auto *L) {
           return L->Block.X && *L->Block.X > WarpSize;
         });
}

std::optional<UnacquiredWait>
fencepost::unacquiredAtWait(const FunctionView &In, EventId Wait) {
  const Event &E = In.event(Wait);
  if (E.Kind != EventKind::Mbarrier || !isWait(E.Mbar) ||
      E.Ord != Order::Relaxed || E.Address == UnknownValue)
    return std::nullopt;
  std::vector<EventId> Arrivals, Stores;
  for (EventId A = 0; A < In.fn().Events.size(); ++A) {
    const Event &Ev = In.event(A);
    if (Ev.Address == UnknownValue)
      continue;
    bool IsArrive = Ev.Kind == EventKind::Mbarrier &&
                    (Ev.Mbar == MbarrierAction::Arrive ||
                     Ev.Mbar == MbarrierAction::ArriveDrop);
    if (IsArrive &&
        (In.provenance().sameObject(A, Wait) ||
         isOfPeer(In, Ev.Address, In.provenance().object(Wait).Root)))
      Arrivals.push_back(A);
    else if (Ev.Kind == EventKind::Store &&
             (isRemote(In, A) || In.provenance().isShared(A)))
      Stores.push_back(A);
  }
  auto IsRead = [&](EventId R) {
    return In.event(R).Kind == EventKind::Load &&
           In.event(R).Address != UnknownValue && In.provenance().isShared(R) &&
           In.cfg().dominates(Wait, R);
  };
  auto IsHandedOver = [&](EventId S, EventId R) {
    bool IsThere =
        (In.provenance().sameObject(R, S) && !isOwnRead(In, S, R)) ||
        isOfPeer(In, In.event(S).Address, In.provenance().object(R).Root);
    return IsThere && llvm::any_of(Arrivals, [&](EventId A) {
             return isBefore(In, S, A) && In.cfg().reaches(S, A);
           });
  };
  for (const auto &R : In.order().forward(Wait, IsRead)) {
    if (R.Way.MayAcquire != Scope::None || R.Way.MayBarrier || R.Way.Opaque)
      continue;
    for (EventId S : Stores)
      if (IsHandedOver(S, R.To))
        return UnacquiredWait{S, R.To};
  }
  return std::nullopt;
}

//===- Block scope on words of others -------------------------------------===//

static bool isOnDevice(const FunctionView &In, EventId Id) {
  const Object &O = In.provenance().object(Id);
  return (O.Kind == BaseKind::Param || O.Kind == BaseKind::Global) &&
         In.provenance().isVisibleToGrid(Id) &&
         In.fn().Kind == FunctionKind::Kernel;
}

BlockScopeReach fencepost::blockScopeReach(const UnitView &Unit,
                                           const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  if (Ev.Scp != Scope::Cta || !isStrong(Ev.Ord))
    return BlockScopeReach::None;
  bool IsRmw = isRmw(Ev.Kind);
  if (IsRmw && isOneForTheCluster(Unit, In, E))
    return BlockScopeReach::Cluster;
  if (!isOnDevice(In, E))
    return BlockScopeReach::None;
  if (IsRmw && isOneForTheGrid(Unit, In, E))
    return BlockScopeReach::Grid;
  const Poll *P = In.polls().of(E);
  if (P && P->Kind == PollKind::Flag && Ev.Kind == EventKind::Load &&
      isAcrossBlocks(Unit, In, E) && !hasScopeByMode(Unit, In, E))
    return BlockScopeReach::AwaitsOthers;
  return BlockScopeReach::None;
}
