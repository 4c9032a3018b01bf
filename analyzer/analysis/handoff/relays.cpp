//===- relays.cpp - waiting for a count before handing on -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/relays.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Does the thread that counts at Count come there behind Store, with a release
/// between: its own store, or its warp's or block's behind a barrier?
static bool countsIn(const FunctionView &In, EventId Store, EventId Count) {
  if (!isBefore(In, Store, Count) || !In.cfg().reaches(Store, Count))
    return false;
  Between Way = firstWay(In, Store, Count);
  bool Joined = Way.MayBarrier || Way.MayWarpSync ||
                In.populations().sameThreads(In.cfg().position(Store).Block,
                                             In.cfg().position(Count).Block);
  return Joined && (releases(In.event(Count).Ord) ||
                    Way.MayRelease != Scope::None || Way.Opaque);
}

namespace {

/// The waits for flags, each with what may count for it.
struct KeptCounts {
  struct Wait {
    EventId Read = NoId;
    std::vector<EventId> Counts;
  };
  std::optional<std::vector<Wait>> Waits;
};

struct KeptRelays {
  std::optional<std::vector<UnacquiredRelay>> Relays;
};

} // namespace

static const std::vector<KeptCounts::Wait> &countsOf(const FunctionView &In) {
  std::optional<std::vector<KeptCounts::Wait>> &Waits =
      In.kept().of<KeptCounts>().Waits;
  if (Waits)
    return *Waits;
  Waits.emplace();
  for (const Poll &P : In.polls().all()) {
    if (P.Kind != PollKind::Flag || !In.provenance().isVisibleToGrid(P.Read))
      continue;
    KeptCounts::Wait W{P.Read, {}};
    for (EventId C = 0; C < In.fn().Events.size(); ++C) {
      const Event &Ev = In.event(C);
      bool Counts =
          isRmw(Ev.Kind) || (Ev.Kind == EventKind::Store && isStrong(Ev.Ord));
      if (Counts && !In.polls().of(C) &&
          In.provenance().sameObject(C, P.Read) &&
          mayEndWait(In, C, {&In, P.Read}))
        W.Counts.push_back(C);
    }
    if (!W.Counts.empty())
      Waits->push_back(std::move(W));
  }
  return *Waits;
}

std::optional<Relay> fencepost::relayOf(const FunctionView &In, EventId Store,
                                        EventId Publish) {
  for (const KeptCounts::Wait &W : countsOf(In)) {
    if (W.Read == Publish || !In.cfg().dominates(W.Read, Publish))
      continue;
    for (EventId C : W.Counts) {
      if (C == Publish || !countsIn(In, Store, C))
        continue;
      Relay R{C, W.Read, acquires(In.event(W.Read).Ord)};
      if (!R.Acquires) {
        Between Way = firstWay(In, W.Read, Publish);
        R.Acquires = Way.Opaque || Way.MayAcquire != Scope::None ||
                     Way.MayAcquireElsewhere != Scope::None;
      }
      return R;
    }
  }
  return std::nullopt;
}

/// Does one thread hand something on at E: with a release of its own, or by a
/// flag that may stand behind one?
static bool handsOn(const UnitView &Unit, const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  return (Ev.Kind == EventKind::Store || isRmw(Ev.Kind)) && Ev.Elements <= 1 &&
         !In.polls().of(E) && In.provenance().isVisibleToGrid(E) &&
         In.populations().isElected(In.cfg().position(E).Block) &&
         (releases(Ev.Ord) || flagOf(Unit, In, E).Sign != FlagSign::None);
}

static std::vector<UnacquiredRelay> findUnacquired(const UnitView &Unit,
                                                   const FunctionView &In) {
  std::vector<UnacquiredRelay> Found;
  if (countsOf(In).empty())
    return Found;
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    if (!handsOn(Unit, In, E))
      continue;
    for (const Payload &P : payloadFor(Unit, In, E)) {
      BlockId B = In.cfg().position(P.Store).Block;
      // Where nothing releases at all, unreleased-publish says so.
      if (In.event(P.Store).Kind == EventKind::AsyncCopy ||
          In.populations().isElected(B) || isPolled(Unit, In, P.Store) ||
          P.Way.MayBarrier || P.Way.Opaque ||
          (!releases(In.event(E).Ord) && P.Way.MayRelease == Scope::None))
        continue;
      std::optional<Relay> R = relayOf(In, P.Store, E);
      bool Known = R && llvm::any_of(Found, [&](const UnacquiredRelay &Of) {
                     return Of.By.Wait == R->Wait;
                   });
      if (R && !R->Acquires && !Known)
        Found.push_back({*R, P.Store, E});
    }
  }
  return Found;
}

const std::vector<UnacquiredRelay> &
fencepost::unacquiredRelays(const UnitView &Unit, const FunctionView &In) {
  std::optional<std::vector<UnacquiredRelay>> &Relays =
      In.kept().of<KeptRelays>().Relays;
  if (!Relays)
    Relays = findUnacquired(Unit, In);
  return *Relays;
}
