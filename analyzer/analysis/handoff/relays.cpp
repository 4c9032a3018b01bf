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

std::optional<Relay> fencepost::relayOf(const FunctionView &In, EventId Store,
                                        EventId Publish) {
  for (const Poll &P : In.polls().all()) {
    if (P.Kind != PollKind::Flag || P.Read == Publish ||
        !In.cfg().dominates(P.Read, Publish) ||
        !In.provenance().isVisibleToGrid(P.Read))
      continue;
    for (EventId C = 0; C < In.fn().Events.size(); ++C) {
      const Event &Ev = In.event(C);
      bool Counts =
          isRmw(Ev.Kind) || (Ev.Kind == EventKind::Store && isStrong(Ev.Ord));
      if (!Counts || C == Publish || In.polls().of(C) ||
          !In.provenance().sameObject(C, P.Read) ||
          !mayEndWait(In, C, {&In, P.Read}) || !countsIn(In, Store, C))
        continue;
      Relay R{C, P.Read, acquires(In.event(P.Read).Ord)};
      if (!R.Acquires) {
        Between Way = firstWay(In, P.Read, Publish);
        R.Acquires = Way.Opaque || Way.MayAcquire != Scope::None ||
                     Way.MayAcquireElsewhere != Scope::None;
      }
      return R;
    }
  }
  return std::nullopt;
}

std::vector<UnacquiredRelay>
fencepost::unacquiredRelays(const UnitView &Unit, const FunctionView &In) {
  std::vector<UnacquiredRelay> Found;
  bool HasWait = llvm::any_of(
      In.polls().all(), [](const Poll &P) { return P.Kind == PollKind::Flag; });
  for (EventId E = 0; HasWait && E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if ((Ev.Kind != EventKind::Store && !isRmw(Ev.Kind)) || !releases(Ev.Ord) ||
        Ev.Elements > 1 || In.polls().of(E) ||
        !In.provenance().isVisibleToGrid(E) ||
        !In.populations().isElected(In.cfg().position(E).Block))
      continue;
    for (const Payload &P : payloadFor(Unit, In, E)) {
      BlockId B = In.cfg().position(P.Store).Block;
      if (In.event(P.Store).Kind == EventKind::AsyncCopy ||
          In.populations().isElected(B) || isPolled(Unit, In, P.Store) ||
          P.Way.MayBarrier || P.Way.Opaque)
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
