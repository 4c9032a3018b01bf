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
#include "analyzer/analysis/handoff/claims.h"
#include "analyzer/analysis/handoff/cluster_arrivals.h"
#include "analyzer/analysis/handoff/first_looks.h"
#include "analyzer/analysis/handoff/links.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "analyzer/analysis/handoff/peer_flags.h"
#include "analyzer/analysis/handoff/scope_needs.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UnreleasedPublish;

//===- Cluster barriers ---------------------------------------------------===//

static void tellClusterArrival(const FunctionView &In, EventId Id,
                               FindingSink &Sink) {
  const Event &E = In.event(Id);
  std::vector<Payload> Stores = storesForCluster(In, Id);
  if (Stores.empty())
    return;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(E.Loc).message(
      "the relaxed arrival at the cluster barrier does not publish " +
      objectOf(In.event(Stores.front().Store)) + " to the blocks that read it");
  tellPayload(F, In, Stores);
  F.step(Role::Barrier, E, "a relaxed arrival releases nothing")
      .alternative("arrive-release",
                   "arrive with 'barrier.cluster.arrive.release' (the default) "
                   "or 'cluster.sync()'")
      .emit(Sink);
}

//===- mbarriers ----------------------------------------------------------===//

static void tellMbarrierArrival(const FunctionView &In, EventId Id,
                                FindingSink &Sink) {
  EventId Store = unreleasedAtArrival(In, Id);
  if (Store == NoId)
    return;
  const Event &E = In.event(Id);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(E.Loc)
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

void fencepost::tellArrival(const FunctionView &In, EventId Arrive,
                            FindingSink &Sink) {
  tellClusterArrival(In, Arrive, Sink);
  tellMbarrierArrival(In, Arrive, Sink);
}

//===- Counters raised too early ------------------------------------------===//

void fencepost::tellEarlyCount(const UnitView &Unit, const FunctionView &In,
                               EventId Rmw, FindingSink &Sink) {
  std::optional<EarlyCount> Early = countedTooEarly(Unit, In, Rmw);
  if (!Early)
    return;
  const Event &E = In.event(Rmw);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(placeOf(In, Rmw, Early->Store))
      .message(nameOf(In, Rmw) + " is raised before " +
               nameOf(In, Early->Store) +
               " is filled: who waits for the count may read the slot too "
               "early, whatever the order of this atomic")
      .step(Role::Publish, E, "the count is raised here, and the slot taken")
      .step(Role::Producer, In.event(Early->Store), "the slot is filled here")
      .step(Role::Poll, Early->Wait.In->event(Early->Wait.E).Loc,
            "another thread waits for the count here, and then reads it")
      .alternative("flag-per-slot",
                   "let the atomic only claim the slot, relaxed; fill it, "
                   "then raise a flag of the slot with a release store")
      .alternative("two-counters",
                   "claim by one counter, and raise a second one, in order, "
                   "once the slots before it are filled")
      .emit(Sink);
}

void fencepost::tellEarlyKey(const FunctionView &In, EventId Rmw,
                             FindingSink &Sink) {
  std::optional<EarlyKey> Early = keyedTooEarly(In, Rmw);
  if (!Early)
    return;
  const Event &E = In.event(Rmw);
  std::string Data = nameOf(In, Early->Store);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(placeOf(In, Rmw, Early->Store))
      .message(nameOf(In, Rmw) + " is put in before " + Data +
               " is filled: a thread that finds the key may read " + Data +
               " too early, whatever the order of this atomic")
      .step(Role::Publish, E, "the key is put in here, for all to find")
      .step(Role::Producer, In.event(Early->Store), Data + " is filled here")
      .step(Role::Consumer, In.event(Early->Read),
            "a thread that has found the key reads it here")
      .alternative("claimed-mark",
                   "claim the slot by a mark that is no key, fill it, and put "
                   "the key in with a release store; who meets the mark waits")
      .alternative("one-word", "put key and value into one word of at most 64 "
                               "bits, or 128 where the device has them")
      .alternative("two-kernels", "look up in a later kernel")
      .emit(Sink);
}

//===- Flags of peers -----------------------------------------------------===//

void fencepost::tellPeerFlags(const FunctionView &In, FindingSink &Sink) {
  for (const PeerFlag &P : unreleasedPeerFlags(In)) {
    std::string Data = nameOf(In, P.Store);
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(placeOf(In, P.Raise, P.Store))
        .message(nameOf(In, P.Raise) + " in the shared memory of another " +
                 "block may become visible before " + Data +
                 ": nothing releases at cluster scope between them")
        .step(Role::Producer, In.event(P.Store), Data + " is stored here")
        .step(Role::Publish, In.event(P.Raise),
              "the flag of the peer is raised here")
        .step(Role::Poll, In.event(P.Wait), "the peer waits for it here")
        .step(Role::Consumer, In.event(P.Read), "and reads the data here")
        .alternative("release-store",
                     "raise the flag with a release at cluster scope: "
                     "'st.release.cluster', or 'cuda::atomic_ref' with "
                     "'store(v, cuda::memory_order_release)'")
        .alternative("st-async",
                     "'st.async' with an mbarrier of the peer: its data needs "
                     "no release")
        .emit(Sink);
  }
}

//===- Records linked in --------------------------------------------------===//

void fencepost::tellLinks(const UnitView &Unit, const FunctionView &In,
                          FindingSink &Sink) {
  for (const Link &L : linksOf(Unit, In)) {
    const Event &E = In.event(L.Put);
    if (releases(E.Ord) || mayRelease(In, L.Fill, L.Filled) != Scope::None)
      continue;
    std::string Data = nameOf(In, L.Fill), Word = nameOf(In, L.Put);
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(placeOf(In, L.Put, L.Fill))
        .message(Word + " leads to a record before " + Data +
                 " of that record may be visible: nothing releases between "
                 "them")
        .step(Role::Producer, In.event(L.Fill), Data + " is filled here")
        .step(Role::Publish, E, "and linked in here")
        .step(Role::Consumer, In.event(L.Read),
              "another thread that follows the link reads it here")
        .alternative("release-link",
                     "link in with a release: 'cuda::atomic_ref' and "
                     "'compare_exchange_weak(old, node, cuda::"
                     "memory_order_release, cuda::memory_order_relaxed)'")
        .alternative("fence-before-link", "put " + fenceFor(In, E) +
                                              " before the record is linked "
                                              "in, behind its last store")
        .emit(Sink);
  }
}

//===- Words that are looked at once --------------------------------------===//

void fencepost::tellAnswers(const UnitView &Unit, const FunctionView &In,
                            FindingSink &Sink) {
  for (const FirstLook &L : unreleasedAnswers(Unit, In)) {
    if (flagOf(Unit, In, L.Publish).Sign != FlagSign::None)
      continue;
    std::string Data = nameOf(In, L.Store);
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(placeOf(In, L.Publish, L.Store))
        .message(nameOf(In, L.Publish) + " may become visible before " + Data +
                 ": nothing releases between them, and the acquire of the "
                 "threads that look for this value has nothing to pair with")
        .step(Role::Producer, In.event(L.Store), Data + " is stored here")
        .step(Role::Publish, In.event(L.Publish), "and announced here")
        .step(Role::Acquire, In.event(L.Look),
              "other threads look for this value here")
        .step(Role::Consumer, In.event(L.Read), "and read the data here")
        .alternative("release-store",
                     "put the value in with a release: 'cuda::atomic_ref' "
                     "with 'store(v, cuda::memory_order_release)', or "
                     "'st.release.gpu'")
        .alternative("fence-before-flag",
                     "put " + fenceFor(In, In.event(L.Publish)) +
                         " right before it")
        .emit(Sink);
  }
}
