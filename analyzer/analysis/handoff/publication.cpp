//===- publication.cpp - what a flag publishes ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/handoff/grid_barriers.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace fencepost;

static bool isDataStore(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  // A variable of a type that is not known.
  if (E.Bits == 0 && In.provenance().object(Id).Kind == BaseKind::Unknown)
    return false;
  if (E.Kind == EventKind::AsyncCopy)
    return E.Done == Completion::BulkGroup && E.Address != UnknownValue &&
           In.provenance().isVisibleToGrid(Id);
  // A release store is a signal of its own, one to a register of a device too.
  return E.Kind == EventKind::Store && !releases(E.Ord) && !E.IsMmio &&
         E.Address != UnknownValue && In.provenance().isVisibleToGrid(Id) &&
         !isTimeStamp(In, Id);
}

namespace {
struct KeptPayloads {
  std::map<EventId, std::vector<EventId>> Stores;
  std::map<EventId, std::vector<Payload>> Ways;
};
} // namespace

/// Does the branch that parts A from B ask what was read at another place in
/// each turn of L: of what kind the turn's entry is?
static bool isKindOfTurn(const FunctionView &In, const Loop &L, BlockId A,
                         BlockId B) {
  while (A != NoId && !In.cfg().dominatesBlock(A, B))
    A = In.cfg().immediateDominator(A);
  if (A == NoId || A == B || !L.contains(A))
    return false;
  return llvm::any_of(sourceEvents(In.fn(), In.fn().block(A).Term.Condition),
                      [&](EventId E) {
                        return In.event(E).Kind == EventKind::Load &&
                               In.event(E).Address != UnknownValue &&
                               !In.loops().isInvariant(In.event(E).Address, L);
                      });
}

/// Is Publish at another place in each turn of the loop that leads from B to
/// it, and does each turn's entry say whether it comes to B or to Publish? Then
/// Publish is taken to tell of what its own turn has stored.
static bool isElsewhereNextTurn(const FunctionView &In, EventId Publish,
                                BlockId B) {
  BlockId At = In.cfg().position(Publish).Block;
  uint32_t Inner = In.loops().innermost(At);
  while (Inner != NoId && !In.loops().all()[Inner].contains(B))
    Inner = In.loops().all()[Inner].Parent;
  return Inner != NoId &&
         !In.loops().isInvariant(In.event(Publish).Address,
                                 In.loops().all()[Inner]) &&
         isKindOfTurn(In, In.loops().all()[Inner], B, At);
}

const std::vector<EventId> &fencepost::payloadStores(const FunctionView &In,
                                                     EventId Publish) {
  auto [At, IsNew] = In.kept().of<KeptPayloads>().Stores.try_emplace(Publish);
  if (!IsNew)
    return At->second;
  std::vector<EventId> Found;
  BlockId Raises = In.cfg().position(Publish).Block;
  llvm::BitVector Leading = leadingTo(In, Raises);
  for (BlockId B = 0; B <= Raises; ++B) {
    if (!Leading.test(B) && isElsewhereNextTurn(In, Publish, B))
      continue;
    for (EventId E : In.fn().block(B).Events)
      if (isDataStore(In, E) && isBefore(In, E, Publish) &&
          In.cfg().reaches(E, Publish) &&
          !In.provenance().isSurelySameObject(E, Publish) &&
          !keepsRound(In, E, Publish) && !notesOwnWait(In, Publish, E) &&
          !isFlagOfSameKind(In, Publish, E) && !isForDevice(In, Publish, E) &&
          !isCopyOfFlag(In, E) && !givesUpWait(In, E) &&
          !areOtherCases(In, B, Raises))
        Found.push_back(E);
  }
  return At->second = std::move(Found);
}

static std::vector<Payload> findPayload(const FunctionView &In,
                                        EventId Publish) {
  const std::vector<EventId> &Stores = payloadStores(In, Publish);
  if (Stores.empty())
    return {};
  std::vector<Payload> Found;
  llvm::DenseSet<EventId> Wanted(Stores.begin(), Stores.end());
  auto IsData = [&](EventId E) { return Wanted.contains(E); };
  for (OrderAnalysis::Reach &R : In.order().backward(Publish, IsData)) {
    // Ways found against the flow may go around a loop through the store.
    bool Exact = R.Way.MayRelease == Scope::None &&
                 R.Way.MayReleaseElsewhere == Scope::None &&
                 !R.Way.MayBarrier && !R.Way.MayWarpSync;
    Found.push_back(
        {R.To, Exact ? std::move(R.Way) : firstWay(In, R.To, Publish)});
  }
  llvm::sort(Found, [&](const Payload &A, const Payload &B) {
    return isBefore(In, B.Store, A.Store);
  });
  return Found;
}

const std::vector<Payload> &fencepost::payloadOf(const FunctionView &In,
                                                 EventId Publish) {
  auto [At, IsNew] = In.kept().of<KeptPayloads>().Ways.try_emplace(Publish);
  if (IsNew)
    At->second = findPayload(In, Publish);
  return At->second;
}

namespace {
/// Answers of isReadBehindWait(), by the objects of flag and data: no more of
/// the two events counts.
struct KeptReads {
  using Objects =
      std::tuple<std::string, std::string, unsigned, std::string, ValueId>;
  std::map<Objects, bool> Behind;
};
} // namespace

/// Does a barrier of the grid stand between Wait and Publish, and no way lead
/// back? Then all blocks of this launch are past the wait.
static bool isOverBefore(const UnitView &Unit, const FunctionView &In,
                         const AccessRef &Wait, EventId Publish) {
  auto StandsBetween = [&](const Poll &P) {
    BlockId At = In.cfg().position(P.Read).Block;
    if (BlockId Elects = In.populations().cause(At); Elects != NoId)
      At = Elects; // One thread waits for its block.
    return isBefore(In, Wait.E, P.Read) && isBefore(In, P.Read, Publish) &&
           In.cfg().reaches(Wait.E, P.Read) &&
           In.cfg().dominatesBlock(At, In.cfg().position(Publish).Block) &&
           meetsGrid(Unit, {&In, P.Read});
  };
  return Wait.In == &In && !In.cfg().reaches(Publish, Wait.E) &&
         llvm::any_of(In.polls().all(), StandsBetween);
}

static bool findReadBehindWait(const UnitView &Unit, const FunctionView &In,
                               EventId Publish, EventId Store,
                               bool InThisLaunch = false) {
  return llvm::any_of(
      accessesByName(Unit, In, Publish), [&](const AccessRef &A) {
        const Poll *P = A.In->polls().of(A.E);
        if (!P || P->Kind == PollKind::Object ||
            (InThisLaunch && isOverBefore(Unit, In, A, Publish)))
          return false;
        for (EventId E = 0; E < A.In->fn().Events.size(); ++E)
          if (A.In->event(E).Kind == EventKind::Load &&
              isSameClass(*A.In, E, {&In, Store}) &&
              A.In->cfg().reaches(A.E, E))
            return true;
        return false;
      });
}

bool fencepost::isReadBehindWait(const UnitView &Unit, const FunctionView &In,
                                 EventId Publish, EventId Store) {
  const Object &Flag = In.provenance().object(Publish);
  const Object &Data = In.provenance().object(Store);
  auto [At, IsNew] = In.kept().of<KeptReads>().Behind.try_emplace(
      {Flag.Key, Flag.Name, In.event(Publish).Bits, Data.Key,
       Data.Kind == BaseKind::Loaded ? UnknownValue : Data.Root},
      false);
  if (IsNew)
    At->second = findReadBehindWait(Unit, In, Publish, Store);
  return At->second;
}

std::vector<Payload> fencepost::payloadFor(const UnitView &Unit,
                                           const FunctionView &In,
                                           EventId Publish) {
  std::vector<Payload> All = payloadOf(In, Publish);
  // As far as a function without its callers tells, what it stores strongly is
  // no data: a lock given back, a word that others ask for.
  if (In.fn().Kind == FunctionKind::Device)
    llvm::erase_if(
        All, [&](const Payload &P) { return isStrong(In.event(P.Store).Ord); });
  llvm::erase_if(All, [&](const Payload &P) {
    return isKeptTwoWays(Unit, In, P.Store) || isKeptByMode(In, P.Store) ||
           (isKeptForNextLaunch(In, P.Store) &&
            !isReadBehindWait(Unit, In, Publish, P.Store)) ||
           (isToldBeforeWait(In, Publish, P.Store) &&
            !findReadBehindWait(Unit, In, Publish, P.Store,
                                /*InThisLaunch=*/true));
  });
  auto IsReadThere = [&](const Payload &P) {
    return isReadBehindWait(Unit, In, Publish, P.Store);
  };
  if (llvm::any_of(All, IsReadThere))
    llvm::erase_if(All, [&](const Payload &P) { return !IsReadThere(P); });
  return All;
}
