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

#include "analyzer/analysis/handoff/relays.h"
#include "analyzer/analysis/handoff/scope_needs.h"
#include "analyzer/analysis/handoff/unwaited_reads.h"
#include "analyzer/analysis/threads/tile_leaders.h"
#include "checks/handover_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::PublishBeforeBlockDone;

/// Do all threads of the block come to B, each as often as its loops say, or
/// none of them?
static bool isForAll(const FunctionView &In, BlockId B) {
  return llvm::all_of(In.populations().conditions(B), [&](BlockId Branch) {
    ValueId Asked = In.fn().block(Branch).Term.Condition;
    if (Asked != UnknownValue && In.uniformity().of(Asked) >= Uniform::Block)
      return true;
    return llvm::any_of(In.loops().all(), [&](const Loop &L) {
      return L.Header == Branch && L.contains(B);
    });
  });
}

/// A compare-and-swap that waits for room and then raises what another one of
/// the unit waits for.
static bool raisesBySwap(const UnitView &Unit, const FunctionView &In,
                         EventId E) {
  return In.event(E).Rmw == RmwOp::Cas &&
         llvm::any_of(Unit.accessesTo(In, E), [&](const AccessRef &A) {
           return (A.In != &In || A.E != E) && A.In->polls().of(A.E) &&
                  acquires(A.In->event(A.E).Ord);
         });
}

/// Does E publish: a release, or a flag with a release fence before it?
static bool publishes(const UnitView &Unit, const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  bool Writes = Ev.Kind == EventKind::Store || isRmw(Ev.Kind);
  if (!Writes || Ev.Elements > 1 || !In.provenance().isVisibleToGrid(E))
    return false;
  if (!In.populations().isElected(In.cfg().position(E).Block))
    return releases(Ev.Ord) &&
           (!In.polls().of(E) || raisesBySwap(Unit, In, E)) &&
           (tellsPeers(In, E) || tellsForTile(In, E));
  if (releases(Ev.Ord))
    return !In.polls().of(E);
  Flag Sign = flagOf(Unit, In, E);
  return Sign.Sign != FlagSign::None;
}

/// Has the publisher waited for a count of those who store? Where that wait
/// acquires nothing, relaxed-poll says so.
static bool isCounted(const UnitView &Unit, const FunctionView &In,
                      EventId Store, EventId Publish) {
  std::optional<Relay> R = relayOf(In, Store, Publish);
  return R && (R->Acquires || llvm::any_of(unacquiredRelays(Unit, In),
                                           [&](const UnacquiredRelay &Of) {
                                             return Of.By.Wait == R->Wait;
                                           }));
}

/// Stores by threads that the publisher never waited for.
static std::vector<Payload> unjoined(const UnitView &Unit,
                                     const FunctionView &In, EventId Publish) {
  BlockId At = In.cfg().position(Publish).Block;
  bool ForTile = tellsForTile(In, Publish);
  bool ForWarp = ForTile || launchesOneWarp(Unit, In) ||
                 In.populations().of(At) == Population::OnePerWarp;
  bool ForPeers = !ForTile && !In.populations().isElected(At);
  std::vector<Payload> Stores = payloadFor(Unit, In, Publish);
  llvm::erase_if(Stores, [&](const Payload &P) {
    BlockId B = In.cfg().position(P.Store).Block;
    return isPolled(Unit, In, P.Store) || P.Way.Opaque || P.Way.MayBarrier ||
           (P.Way.MayWarpSync &&
            (ForWarp || In.populations().of(B) == Population::FewWarps ||
             isByRowsOfOneWarp(Unit, In, P.Store))) ||
           In.event(P.Store).Kind == EventKind::AsyncCopy ||
           (ForPeers &&
            (!isForAll(In, B) || isOfOwnPeer(In, In.event(P.Store).Address))) ||
           In.populations().isElected(B) ||
           In.populations().sameThreads(B, At) ||
           isCounted(Unit, In, P.Store, Publish);
  });
  return Stores;
}

/// A warp whose lanes all came through a fence behind their stores: the model
/// joins nobody by it, but the lanes of a warp that is together wait there.
static bool isFencedByLanes(const FunctionView &In, const Payload &P) {
  return llvm::any_of(P.Way.Fences, [&](EventId Fence) {
    return In.event(Fence).Kind == EventKind::Fence &&
           releases(In.event(Fence).Ord) &&
           !In.populations().isElected(In.cfg().position(Fence).Block);
  });
}

static void report(const UnitView &Unit, const FunctionView &In,
                   EventId Publish, llvm::ArrayRef<Payload> Stores,
                   FindingSink &Sink) {
  const Event &E = In.event(Publish);
  BlockId At = In.cfg().position(Publish).Block;
  bool ForTile = tellsForTile(In, Publish);
  bool ForWarp = ForTile || In.populations().of(At) == Population::OnePerWarp;
  std::string Group = ForTile ? "tile" : ForWarp ? "warp" : "block";
  std::string Barrier = ForTile   ? "'tile.sync()' ('__syncwarp()')"
                        : ForWarp ? "'__syncwarp()'"
                                  : "'__syncthreads()'";
  if (In.module().Origin != Layer::Cuda)
    Barrier = ForWarp ? "'bar.warp.sync'" : "'bar.sync'";
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
      if (!publishes(Unit, *In, E))
        continue;
      auto Stores = unjoined(Unit, *In, E);
      // Where nothing releases at all, unreleased-publish says so.
      if (!releases(In->event(E).Ord))
        llvm::erase_if(Stores, [&](const Payload &P) {
          return mayRelease(*In, P.Store, P.Way) == Scope::None;
        });
      if (!Stores.empty())
        report(Unit, *In, E, Stores, Sink);
    }
  }
}
