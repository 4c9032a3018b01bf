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

#include "analyzer/analysis/memory/home.h"
#include "checks/handover_story.h"
#include "checks/story.h"
#include "checks/unreleased_forms.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UnreleasedPublish;

/// A member of a record that a function fills without its callers in sight,
/// and that no wait for Publish leads to a read of: it is for the caller.
static bool isForCaller(const UnitView &Unit, const FunctionView &In,
                        EventId Publish, EventId Store) {
  return In.fn().Kind == FunctionKind::Device &&
         In.provenance().object(Store).isMemberOfType() &&
         !isReadBehindWait(Unit, In, Publish, Store);
}

static std::vector<Payload> unreleased(const UnitView &Unit,
                                       const FunctionView &In, EventId Publish,
                                       const Flag &Sign) {
  std::vector<Payload> All = payloadFor(Unit, In, Publish);
  llvm::erase_if(All, [&](const Payload &P) {
    Scope Has = mayRelease(In, P.Store, P.Way);
    bool Narrow = Has == Scope::Cta && isAcrossBlocks(Unit, In, Publish);
    return isPolled(Unit, In, P.Store) || // A flag of its own.
           (Sign.Sign == FlagSign::Polled && isOnlyTaken(Unit, In, P.Store)) ||
           (Sign.Sign == FlagSign::Signal &&
            isProgressReport(In, Publish, P.Store)) ||
           ((Sign.Sign == FlagSign::Signal ||
             (Sign.Sign == FlagSign::Polled &&
              !isReadBehindWait(Unit, In, Publish, P.Store))) &&
            isSlotReturn(In, Publish, P.Store)) ||
           (Sign.Sign == FlagSign::Polled &&
            isForCaller(Unit, In, Publish, P.Store)) ||
           isLastMeeting(Unit, In, Publish, P.Store) ||
           isCreditReturn(Unit, In, Publish, P.Store) ||
           (Has != Scope::None && !Narrow);
  });
  return All;
}

/// What the last block does not read is not handed to it.
static void keepWhatIsRead(const FunctionView &In, EventId Rmw,
                           std::vector<Payload> &Stores) {
  std::optional<Ticket> T = ticketOf(In, Rmw);
  llvm::erase_if(Stores, [&](const Payload &P) {
    return !T || llvm::none_of(T->Readers, [&](const Consumer &C) {
      return In.provenance().sameObject(P.Store, C.Read);
    });
  });
}

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

/// A store that goes to another GPU, such as have been seen to arrive behind
/// the flag. What names say of a table proves no more than that it is one; a
/// flag at system scope that comes out of a table too says whose memory it is.
static bool isPushed(const UnitView &Unit, const FunctionView &In,
                     EventId Publish, EventId Store) {
  HomeFact Lands = homeOf(Unit, In, Store);
  if (Lands.Is != Home::Peer)
    return false;
  const Event &Flag = In.event(Publish);
  return Lands.By == Support::Certain ||
         (isFromTable(In, Store) && isFromTable(In, Publish) &&
          Flag.Scp == Scope::Sys && isStrong(Flag.Ord) &&
          hasExplicitScope(Flag));
}

/// The other end of a ticket: the last block's reads, which nothing orders
/// behind it either. A fence on one side alone mends neither.
static bool tellLastReader(FindingBuilder &F, const FunctionView &In,
                           EventId Rmw) {
  std::optional<Ticket> T = ticketOf(In, Rmw);
  if (!T || acquires(In.event(Rmw).Ord))
    return false;
  auto Bare = llvm::find_if(T->Readers, [](const Consumer &C) {
    Scope Has = mayAcquire(C.Way);
    return Has == Scope::None || Has == Scope::Cta;
  });
  if (Bare == T->Readers.end())
    return false;
  F.step(Role::Consumer, In.event(Bare->Read),
         "the last block reads " + nameOf(In, Bare->Read) +
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
      if (Sign.Sign == FlagSign::None || isToldByNext(*In, E))
        continue;
      auto Stores = unreleased(Unit, *In, E, Sign);
      if (Sign.Sign == FlagSign::Ticket)
        keepWhatIsRead(*In, E, Stores);
      if (!Stores.empty())
        report(Unit, *In, E, Sign, std::move(Stores), Sink);
    }
  }
}
