//===- publish-before-block-done.cpp - published too soon -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A release covers what its own thread wrote or what happened before it by a
// barrier (PTX ISA 8.8: cumulativity). One thread that raises a flag for its
// block or warp with no barrier behind the other threads' stores publishes
// only its own.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/unjoined_stores.h"
#include "analyzer/analysis/handoff/unwaited_reads.h"
#include "analyzer/analysis/threads/tile_leaders.h"
#include "checks/cost.h"
#include "checks/handover_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::PublishBeforeBlockDone;

static void report(const UnitView &Unit, const FunctionView &In,
                   EventId Publish, llvm::ArrayRef<Payload> Stores,
                   FindingSink &Sink) {
  const Event &E = In.event(Publish);
  BlockId At = In.cfg().position(Publish).Block;
  bool ForTile = tellsForTile(In, Publish);
  bool ForWarp = ForTile || In.populations().of(At) == Population::OnePerWarp;
  std::string Group = ForTile ? "tile" : ForWarp ? "warp" : "block";
  std::string Barrier = ForTile && In.module().Origin == Layer::Cuda
                            ? "'tile.sync()' ('__syncwarp()')"
                            : barrierOf(In, ForWarp);
  FindingBuilder F(In.module(), In.fn(), Rule);
  bool IsSeen =
      !ForTile && (!ForWarp || !llvm::all_of(Stores, [&](const Payload &P) {
        return isFencedByLanes(In, P);
      }));
  F.level(IsSeen ? Level::Error : Level::Warning)
      .verdict(IsSeen ? Verdict::SeenOnHardware : Verdict::ViolatesModel)
      .at(placeOf(In, Publish, Stores.front().Store))
      .message((ForTile || In.populations().isElected(At)
                    ? "one thread publishes "
                    : "one thread a peer publishes ") +
               nameOf(In, Stores.front().Store) + " for its " + Group +
               " through " + nameOf(In, Publish) +
               ", but no barrier joins the other " +
               "threads first: their stores may still be under way");
  tellPayload(F, In, Stores);
  if (BlockId Cause = In.populations().cause(At); Cause != NoId)
    F.step(Role::Access, In.fn().block(Cause).Term.Loc,
           "one thread of the " + Group + " goes on from here");
  F.step(Role::Publish, E,
         "a release or fence covers the writes of its own thread alone");
  tellAliasing(F, In, Publish, Stores.front().Store);
  Handover Shown = sentBy(Unit, In, Stores.front().Store, Publish);
  Shown.IsUnjoined = true;
  tellWitness(F, Rule, Shown);
  F.alternative(
       "barrier-before-flag",
       "put " + Barrier +
           " between the stores and the flag; with it, "
           "the one release of the publishing thread covers them all, and "
           "no further fence is needed")
      .emit(Sink);
}

/// The publisher arrives at the barrier of those who store, and goes on.
static void reportArrival(const FunctionView &In, const UnwaitedPublication &U,
                          FindingSink &Sink) {
  std::string Data = nameOf(In, U.Store);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Error)
      .verdict(Verdict::ViolatesModel)
      .at(placeOf(In, U.Publish, U.At))
      .message("one thread publishes " + Data + " through " +
               nameOf(In, U.Publish) +
               ", but only arrives at the barrier of those who store it: "
               "their stores may still be under way")
      .step(Role::Producer, In.event(U.Store), Data + " is written here")
      .step(Role::Barrier, In.event(U.At), "an arrival waits for nobody")
      .step(Role::Publish, In.event(U.Publish),
            "a release covers what its thread has waited for, and no more")
      .alternative("wait-before-flag",
                   "let the publishing warp wait at the barrier with "
                   "'bar.sync'; those who store may arrive with 'bar.arrive'")
      .emit(Sink);
}

void fencepost::checkPublishBeforeBlockDone(const UnitView &Unit,
                                            FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    for (const UnwaitedPublication &U : unwaitedPublications(*In))
      if (isReadBehindWait(Unit, *In, U.Publish, U.Store))
        reportArrival(*In, U, Sink);
    for (EventId E = 0; E < In->fn().Events.size(); ++E) {
      auto Stores = unjoinedStores(Unit, *In, E);
      if (!Stores.empty())
        report(Unit, *In, E, Stores, Sink);
    }
  }
}
