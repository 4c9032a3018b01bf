//===- read-only-bulk-wait.cpp - a bulk store published too soon ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async.bulk.wait_group.read waits until the sources have been read; only
// the form without .read waits until the writes are done (PTX ISA,
// "cp.async.bulk.wait_group"). A flag raised after the short wait, however
// well released, may be seen before the data.
//
//===----------------------------------------------------------------------===//

#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::ReadOnlyBulkWait;

static bool isBulkWait(const Event &E, bool ReadOnly) {
  return E.Kind == EventKind::AsyncWait && E.Done == Completion::BulkGroup &&
         E.ReadOnlyWait == ReadOnly;
}

/// A wait of that form between the two, in the order of the code: branches on
/// the same thread are not told apart, so one that may be passed counts.
static EventId waitBetween(const FunctionView &In, EventId From, EventId To,
                           bool ReadOnly) {
  for (EventId W = 0; W < In.fn().Events.size(); ++W)
    if (isBulkWait(In.event(W), ReadOnly) && In.cfg().reaches(From, W) &&
        In.cfg().reaches(W, To))
      return W;
  return NoId;
}

/// Raises a flag for other blocks, with some release: where there is none,
/// unreleased-publish tells both.
static bool publishes(const UnitView &Unit, const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  bool Writes = Ev.Kind == EventKind::Store || Ev.Kind == EventKind::Rmw ||
                Ev.Kind == EventKind::Red;
  if (!Writes || Ev.Address == UnknownValue ||
      !In.provenance().isVisibleToGrid(E))
    return false;
  return (releases(Ev.Ord) && !In.polls().of(E)) ||
         flagOf(Unit, In, E).Sign != FlagSign::None;
}

static void report(const FunctionView &In, EventId Publish, const Payload &P,
                   EventId Wait, FindingSink &Sink) {
  const Event &E = In.event(Publish);
  const Event &W = In.event(Wait);
  const Event &Copy = In.event(P.Store);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .at(W.Loc)
      .message(spelled(W) + " waits only until the source has been read: " +
               objectOf(E) + " may be seen before the bulk copy has written " +
               objectOf(Copy))
      .step(Role::Producer, Copy, objectOf(Copy) + " is written by this copy")
      .step(Role::Access, W, "the source may be reused from here on, no more")
      .step(Role::Publish, E,
            "a release covers writes that are complete, and this one need "
            "not be")
      .alternative("full-wait",
                   "wait with 'cp.async.bulk.wait_group 0' (without '.read') "
                   "before the flag is raised")
      .emit(Sink);
}

void fencepost::checkReadOnlyBulkWait(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    bool Waits = llvm::any_of(In->fn().Events, [](const Event &E) {
      return isBulkWait(E, /*ReadOnly=*/true);
    });
    llvm::SmallVector<EventId, 4> Told;
    for (EventId E = 0; Waits && E < In->fn().Events.size(); ++E) {
      if (!publishes(Unit, *In, E))
        continue;
      for (const Payload &P : payloadOf(*In, E)) {
        if (In->event(P.Store).Kind != EventKind::AsyncCopy ||
            waitBetween(*In, P.Store, E, /*ReadOnly=*/false) != NoId)
          continue;
        EventId Wait = waitBetween(*In, P.Store, E, /*ReadOnly=*/true);
        if (Wait == NoId || llvm::is_contained(Told, Wait) ||
            (!releases(In->event(E).Ord) &&
             mayRelease(*In, P.Store, P.Way) == Scope::None))
          continue;
        Told.push_back(Wait);
        report(*In, E, P, Wait, Sink);
      }
    }
  }
}
