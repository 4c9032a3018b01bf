//===- unreleased-publish.cpp - a flag that releases nothing --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data is stored, then a flag is raised with a relaxed, volatile or plain
// store or an RMW, and no release stands between in the thread that raises it
// (PTX ISA 8.7: the release patterns). A relaxed arrival at a cluster barrier
// is such a flag for shared memory that the peers read.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/carried_data.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "analyzer/analysis/handoff/unreleased_stores.h"
#include "checks/handover_story.h"
#include "checks/story.h"
#include "checks/unreleased_forms.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UnreleasedPublish;

static std::string whyFlag(const FunctionView &In, const Flag &F,
                           const Event &E) {
  switch (F.Sign) {
  case FlagSign::Polled:
    return "other threads wait for " + objectOf(E);
  case FlagSign::Ticket:
    return "the last block to draw this ticket reads what the others stored";
  case FlagSign::Signal:
    return "one thread raises this with a strong store once the data is there";
  case FlagSign::Fenced:
    return spelled(In.event(F.Fence)) + " beside it shows that it publishes";
  case FlagSign::None:
    break;
  }
  return {};
}

static std::string howRaised(const Event &E) {
  if (E.Kind != EventKind::Store)
    return "the relaxed read-modify-write of ";
  if (E.Ord == Order::Weak)
    return "the plain store to ";
  return E.IsVolatile ? "the volatile store to " : "the relaxed store to ";
}

/// A fence on one side alone mends neither.
static bool tellLastReader(FindingBuilder &F, const FunctionView &In,
                           EventId Rmw) {
  EventId Read = unacquiredLastRead(In, Rmw);
  if (Read == NoId)
    return false;
  F.step(Role::Consumer, In.event(Read),
         "the last block reads " + nameOf(In, Read) +
             " here, and nothing acquires before it either");
  return true;
}

static void report(const UnitView &Unit, const FunctionView &In, EventId Id,
                   const Flag &Sign, std::vector<Payload> Stores,
                   FindingSink &Sink) {
  const Event &E = In.event(Id);
  bool MayCarryAll = Sign.Poll.In && carriesData(*Sign.Poll.In, Sign.Poll.E);
  auto Pushed = llvm::find_if(Stores, [&](const Payload &P) {
    return isPushed(Unit, In, Id, P.Store);
  });
  bool WasSeen = !MayCarryAll && Pushed != Stores.end();
  if (WasSeen)
    std::rotate(Stores.begin(), Pushed, Pushed + 1);
  bool IsNarrow =
      mayRelease(In, Stores.front().Store, Stores.front().Way) != Scope::None;
  bool FenceBehind = Sign.Fence != NoId && !IsNarrow;
  std::string Fence = fenceFor(In, E);
  FindingBuilder F(In.module(), In.fn(), Rule);
  if (WasSeen)
    F.verdict(Verdict::SeenOnHardware);
  bool IsLast = llvm::all_of(Stores, [&](const Payload &P) {
    return isLastArrival(Unit, In, Id, P.Store);
  });
  F.level(MayCarryAll || IsLast ? Level::Note
          : WasSeen             ? Level::Error
                                : Level::Warning)
      .at(placeOf(In, Id, Stores.front().Store))
      .message(howRaised(E) + nameOf(In, Id) + " may become visible before " +
               nameOf(In, Stores.front().Store) +
               (IsNarrow      ? ": the release between them is for its own "
                                "block alone"
                : FenceBehind ? ": the fence stands on the wrong side of it"
                              : ": nothing releases between them"));
  tellPayload(F, In, Stores);
  if (IsNarrow)
    tellNarrowFence(F, In, Stores.front().Way);
  F.step(Role::Publish, E, whyFlag(In, Sign, E));
  if (!Stores.front().Way.Barriers.empty())
    F.step(Role::Barrier, In.event(Stores.front().Way.Barriers.front()).Loc,
           "the barrier orders the block's threads, not what other blocks see");
  if (FenceBehind)
    F.step(Role::Fence, In.event(Sign.Fence).Loc,
           "a fence behind the flag orders nothing before it");
  if (Sign.Poll.In) {
    const Event &P = Sign.Poll.In->event(Sign.Poll.E);
    F.step(Role::Poll, P.Loc, "another thread waits for it here");
  }
  bool IsUnacquired =
      Sign.Sign == FlagSign::Ticket && tellLastReader(F, In, Id);
  tellAliasing(F, In, Id, Stores.front().Store);
  tellWitness(F, Rule, sentBy(Unit, In, Stores.front().Store, Id, Sign.Poll));
  if (Sign.Sign == FlagSign::Ticket)
    F.alternative("acq-rel-ticket",
                  "draw the ticket with 'cuda::atomic_ref' and 'fetch_add(1, "
                  "cuda::memory_order_acq_rel)', behind the block's barrier: "
                  "it also acquires for the last block");
  F.alternative("release-store",
                "raise the flag with a release: 'cuda::atomic_ref' with "
                "'store(v, cuda::memory_order_release)' or 'fetch_add', "
                "'st.release' or 'red.release' in PTX, at the scope where the "
                "data is read")
      .alternative("fence-before-flag",
                   "put " + Fence +
                       " right before the flag, in the thread that "
                       "raises it and behind the block's barrier" +
                       (IsUnacquired ? ", and another one behind it, before "
                                       "the last block reads"
                                     : ""))
      .alternative("data-in-flag",
                   "put value and status into one word of at most 64 bits")
      .emit(Sink);
}

void fencepost::checkUnreleasedPublish(const UnitView &Unit,
                                       FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    tellLinks(Unit, *In, Sink);
    tellPeerFlags(*In, Sink);
    tellAnswers(Unit, *In, Sink);
    for (EventId E = 0; E < In->fn().Events.size(); ++E) {
      tellArrival(*In, E, Sink);
      tellEarlyCount(Unit, *In, E, Sink);
      tellEarlyKey(*In, E, Sink);
      if (releases(In->event(E).Ord))
        continue;
      Flag Sign = flagOf(Unit, *In, E);
      auto Stores = unreleasedStores(Unit, *In, E, Sign);
      if (!Stores.empty())
        report(Unit, *In, E, Sign, std::move(Stores), Sink);
    }
  }
}
