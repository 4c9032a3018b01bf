//===- unreleased_forms.cpp - publications that are no store --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, barrier.cluster and mbarrier.arrive: `.relaxed` releases nothing.
// A release covers what comes before it in program order (8.7): a counter that
// is raised first announces a slot that is filled later.
//
//===----------------------------------------------------------------------===//

#include "checks/unreleased_forms.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "checks/scope_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UnreleasedPublish;

//===- Cluster barriers ---------------------------------------------------===//

static bool readsPeers(const FunctionView &In, EventId Arrive) {
  auto IsPeerRead = [&](EventId E) {
    return In.event(E).Kind == EventKind::Load &&
           In.event(E).Spc == Space::SharedCluster;
  };
  auto NextArrival = [&](EventId E) {
    return In.event(E).Kind == EventKind::ClusterBarrier && E != Arrive &&
           In.event(E).Barrier != BarrierAction::Wait;
  };
  return !In.order().forward(Arrive, IsPeerRead, NextArrival).empty();
}

static void checkClusterArrival(const FunctionView &In, EventId Id,
                                FindingSink &Sink) {
  const Event &E = In.event(Id);
  if (E.Kind != EventKind::ClusterBarrier || E.Ord != Order::Relaxed ||
      E.Barrier == BarrierAction::Wait || !readsPeers(In, Id))
    return;
  auto IsSharedStore = [&](EventId S) {
    return In.event(S).Kind == EventKind::Store &&
           In.provenance().isShared(S) &&
           In.event(S).Spc != Space::SharedCluster;
  };
  auto EarlierArrival = [&](EventId O) {
    return In.event(O).Kind == EventKind::ClusterBarrier;
  };
  std::vector<Payload> Stores;
  for (auto &R : In.order().backward(Id, IsSharedStore, EarlierArrival))
    if (mayRelease(In, R.To, R.Way) < Scope::Cluster)
      Stores.push_back({R.To, R.Way});
  if (Stores.empty())
    return;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .at(E.Loc)
      .message("the relaxed arrival at the cluster barrier does not publish " +
               objectOf(In.event(Stores.front().Store)) +
               " to the blocks that read it");
  tellPayload(F, In, Stores);
  F.step(Role::Barrier, E, "a relaxed arrival releases nothing")
      .alternative("arrive-release",
                   "arrive with 'barrier.cluster.arrive.release' (the default) "
                   "or 'cluster.sync()'")
      .emit(Sink);
}

//===- mbarriers ----------------------------------------------------------===//

static void checkMbarrierArrival(const FunctionView &In, EventId Id,
                                 FindingSink &Sink) {
  EventId Store = unreleasedAtArrival(In, Id);
  if (Store == NoId)
    return;
  const Event &E = In.event(Id);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .at(E.Loc)
      .message("the relaxed arrival " + spelled(E) + " does not publish " +
               nameOf(In, Store) + " to the threads that wait at the barrier")
      .step(Role::Producer, In.event(Store),
            nameOf(In, Store) + " is written here")
      .step(Role::Publish, E, "a relaxed arrival releases nothing")
      .alternative("arrive-release",
                   "'mbarrier.arrive.release.cta' (the default), with "
                   "'.release.cluster' at another block's barrier")
      .alternative("st-async",
                   "'st.async' with the peer's barrier as completion: its data "
                   "needs no release")
      .emit(Sink);
}

void fencepost::checkArrival(const FunctionView &In, EventId Arrive,
                             FindingSink &Sink) {
  checkClusterArrival(In, Arrive, Sink);
  checkMbarrierArrival(In, Arrive, Sink);
}

//===- Counters raised too early ------------------------------------------===//

/// The wait for what Rmw counts; NoId in E if none. One that leads to another
/// wait of the same function only finds out which slot to wait for.
static AccessRef waitForCount(const UnitView &Unit, const FunctionView &In,
                              EventId Rmw) {
  for (const AccessRef &A : Unit.pollsOf(In, Rmw, /*Namesakes=*/true)) {
    const Poll *P = A.In->polls().of(A.E);
    if (!P || P->Kind != PollKind::Flag || !P->IsPure ||
        !mayEndWait(In, Rmw, A) ||
        llvm::any_of(A.In->polls().all(), [&](const Poll &Next) {
          return Next.Read != A.E && A.In->cfg().reaches(A.E, Next.Read);
        }))
      continue;
    return A;
  }
  return {};
}

/// Is the slot that Store fills the one that Rmw claimed, and announced by
/// nothing else?
static bool fillsClaimed(const UnitView &Unit, const FunctionView &In,
                         EventId Rmw, EventId Store) {
  const Event &S = In.event(Store);
  if (S.Kind != EventKind::Store || S.Address == UnknownValue ||
      !In.provenance().isVisibleToGrid(Store) || !isBefore(In, Rmw, Store) ||
      !In.cfg().reaches(Rmw, Store) || In.provenance().sameObject(Rmw, Store) ||
      !llvm::is_contained(sourceEvents(In.fn(), S.Address), Rmw))
    return false;
  // A slot with a turn of its own announces itself.
  if (llvm::any_of(In.polls().all(), [&](const Poll &P) {
        return In.provenance().sameObject(P.Read, Store);
      }))
    return false;
  auto Earlier = payloadStores(In, Rmw);
  return llvm::none_of(
             Earlier,
             [&](EventId E) { return In.provenance().sameObject(E, Store); }) &&
         isReadBehindWait(Unit, In, Rmw, Store);
}

void fencepost::checkClaim(const UnitView &Unit, const FunctionView &In,
                           EventId Rmw, FindingSink &Sink) {
  const Event &E = In.event(Rmw);
  if (E.Kind != EventKind::Rmw || !E.ResultUsed ||
      (E.Rmw != RmwOp::Add && E.Rmw != RmwOp::Inc) ||
      !In.provenance().isVisibleToGrid(Rmw) || In.polls().of(Rmw))
    return;
  AccessRef Wait = waitForCount(Unit, In, Rmw);
  if (!Wait.In)
    return;
  for (EventId Store = 0; Store < In.fn().Events.size(); ++Store) {
    if (!fillsClaimed(Unit, In, Rmw, Store))
      continue;
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.level(Level::Warning)
        .at(placeOf(In, Rmw, Store))
        .message(nameOf(In, Rmw) + " is raised before " + nameOf(In, Store) +
                 " is filled: who waits for the count may read the slot too "
                 "early, whatever the order of this atomic")
        .step(Role::Publish, E, "the count is raised here, and the slot taken")
        .step(Role::Producer, In.event(Store), "the slot is filled here")
        .step(Role::Poll, Wait.In->event(Wait.E).Loc,
              "another thread waits for the count here, and then reads it")
        .alternative("flag-per-slot",
                     "let the atomic only claim the slot, relaxed; fill it, "
                     "then raise a flag of the slot with a release store")
        .alternative("two-counters",
                     "claim by one counter, and raise a second one, in order, "
                     "once the slots before it are filled")
        .emit(Sink);
    return;
  }
}
