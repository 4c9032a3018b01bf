//===- scope_story.cpp - publications that reach too few ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/scope_story.h"
#include "checks/cost.h"
#include "checks/handover_story.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::NarrowScope;

/// A clause: `'flag' lies beyond this GPU (...)`.
static std::string whyNarrow(const FunctionView &In, EventId Flag,
                             const NarrowPublish &N) {
  std::string Name = nameOf(In, Flag);
  switch (N.Why) {
  case NarrowPublish::Reason::FlagOutside:
    return Name + " lies beyond this GPU (" + N.Home.Why + ")";
  case NarrowPublish::Reason::FlagForSystem:
    return Name + " is raised for the whole system";
  case NarrowPublish::Reason::FlagForGpu:
    return Name + " is raised and waited for at gpu scope";
  case NarrowPublish::Reason::WaitedWider:
    return Name + " is waited for at " + scopeWord(N.Needed) +
           " scope in this file";
  case NarrowPublish::Reason::OtherBlock:
    return "another block waits for " + Name;
  case NarrowPublish::Reason::DataOutside:
    return nameOf(In, N.Store) + " lies in memory of another GPU (" +
           N.Home.Why + ")";
  }
  return {};
}

/// The protocols that need no fence when data is pushed to a peer.
static void offerPushProtocols(FindingBuilder &F) {
  F.alternative("data-in-flag",
                "put data and flag into one word of at most 64 bits, or fill "
                "the buffer with a value that never occurs and wait until it "
                "is gone (Lamport buffers): no fence at all")
      .alternative("counted-writes",
                   "let each store be a 'red.release.sys' count, or one "
                   "release per chunk, so that a fence is paid once for many "
                   "stores")
      .alternative("st-async",
                   "within a cluster: 'st.async', whose completion on the "
                   "peer's mbarrier is the signal");
}

void fencepost::tellNarrowPublish(const FunctionView &In, EventId Id,
                                  const NarrowPublish &N, FindingSink &Sink) {
  const Event &E = In.event(Id);
  bool OwnRelease = N.Fence == NoId;
  const Event &Weak = OwnRelease ? E : In.event(N.Fence);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(OwnRelease ? E.Loc : placeOf(In, N.Fence, Id))
      .message(spelled(Weak) + " orders at " + scopeWord(N.Has) +
               " scope, but " + whyNarrow(In, Id, N) + ": " +
               nameOf(In, N.Store) + " may be read there before it is written");
  F.step(Role::Producer, In.event(N.Store),
         nameOf(In, N.Store) + " is written here");
  if (!OwnRelease)
    F.step(Role::Fence, Weak, "orders at " + scopeWord(N.Has) + " scope");
  F.step(Role::Publish, E, "and announced here");
  if (N.Witness.In)
    F.step(Role::Access, N.Witness.In->event(N.Witness.E).Loc,
           "this access shows how far the memory reaches");
  tellWitness(F, Rule, {{&In, N.Store, Id}, {}, N.Needed});
  std::string Wide = spelling(N.Needed).str();
  F.alternative("release-on-the-flag",
                "release on the store of the flag itself: 'st.release." + Wide +
                    "', 'red.release." + Wide +
                    "' or 'cuda::atomic_ref' of "
                    "that scope")
      .alternative("wider-fence", fenceAt(In, Order::AcqRel, N.Needed) +
                                      " in the thread that raises the flag");
  if (N.Why == NarrowPublish::Reason::DataOutside)
    offerPushProtocols(F);
  F.emit(Sink);
}
