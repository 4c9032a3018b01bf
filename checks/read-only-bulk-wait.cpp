//===- read-only-bulk-wait.cpp - a bulk store published too soon ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async.bulk.wait_group.read waits until the sources have been read; only
// the form without .read waits until the writes are done (PTX ISA,
// "cp.async.bulk.wait_group"). A flag raised after the short wait, or after
// none, may be seen before the data, however well it is released.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/ordered_ways.h"
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

/// A call between the two may wait as well as anything.
static bool mayWaitInCall(const FunctionView &In, EventId From, EventId To) {
  for (EventId C = 0; C < In.fn().Events.size(); ++C)
    if (In.event(C).Kind == EventKind::OpaqueCall &&
        In.cfg().reaches(From, C) && In.cfg().reaches(C, To))
      return true;
  return false;
}

/// Raises a flag for other blocks, with some release: where there is none,
/// unreleased-publish tells both.
static bool publishes(const UnitView &Unit, const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  bool Writes = Ev.Kind == EventKind::Store || isRmw(Ev.Kind);
  if (!Writes || Ev.Address == UnknownValue ||
      !In.provenance().isVisibleToGrid(E))
    return false;
  return (releases(Ev.Ord) && !In.polls().of(E)) ||
         flagOf(Unit, In, E).Sign != FlagSign::None;
}

/// Wait is the short wait that was mistaken for a full one, NoId if there is
/// none at all.
static void report(const FunctionView &In, EventId Publish, const Payload &P,
                   EventId Wait, FindingSink &Sink) {
  const Event &E = In.event(Publish);
  const Event &Copy = In.event(P.Store);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .at(Wait == NoId ? E.Loc : In.event(Wait).Loc)
      .message((Wait == NoId
                    ? "nothing waits for the bulk copy: "
                    : spelled(In.event(Wait)) +
                          " waits only until the source has been read: ") +
               objectOf(E) + " may be seen before the bulk copy has written " +
               objectOf(Copy))
      .step(Role::Producer, Copy, objectOf(Copy) + " is written by this copy");
  if (Wait != NoId)
    F.step(Role::Access, In.event(Wait),
           "the source may be reused from here on, no more");
  if (Wait != NoId)
    F.repair(Repair::Kind::Replace, /*Safe=*/true, In.event(Wait).Loc,
             "wait_group.read 0", "wait_group 0");
  F.step(Role::Publish, E,
         "a release covers writes that are complete, and this one need not be")
      .alternative("full-wait",
                   "wait with 'cp.async.bulk.wait_group 0' (without '.read') "
                   "before the flag is raised, in the thread that issued the "
                   "copy")
      .emit(Sink);
}

static void checkPublication(const UnitView &Unit, const FunctionView &In,
                             EventId E, llvm::SmallVectorImpl<EventId> &Told,
                             FindingSink &Sink) {
  for (const Payload &P : payloadFor(Unit, In, E)) {
    if (In.event(P.Store).Kind != EventKind::AsyncCopy ||
        waitBetween(In, P.Store, E, /*ReadOnly=*/false) != NoId ||
        mayWaitInCall(In, P.Store, E))
      continue;
    EventId Wait = waitBetween(In, P.Store, E, /*ReadOnly=*/true);
    EventId At = Wait == NoId ? E : Wait;
    if (llvm::is_contained(Told, At) ||
        (!releases(In.event(E).Ord) &&
         mayRelease(In, P.Store, P.Way) == Scope::None))
      continue;
    Told.push_back(At);
    report(In, E, P, Wait, Sink);
  }
}

void fencepost::checkReadOnlyBulkWait(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    bool Stores = llvm::any_of(In->fn().Events, [](const Event &E) {
      return E.Kind == EventKind::AsyncCopy && E.Done == Completion::BulkGroup;
    });
    llvm::SmallVector<EventId, 4> Told;
    for (EventId E = 0; Stores && E < In->fn().Events.size(); ++E)
      if (publishes(Unit, *In, E))
        checkPublication(Unit, *In, E, Told, Sink);
  }
}
