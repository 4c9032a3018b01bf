//===- poll_forms.cpp - waits that others rely on -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/poll_forms.h"
#include "analyzer/analysis/handoff/first_looks.h"
#include "analyzer/analysis/handoff/links.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "analyzer/analysis/handoff/peer_flags.h"
#include "analyzer/analysis/handoff/relays.h"
#include "analyzer/analysis/handoff/scope_needs.h"
#include "analyzer/analysis/handoff/second_looks.h"
#include "checks/cost.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::RelaxedPoll;

void fencepost::tellLedReaders(const FunctionView &In, const Poll &P,
                               const LedRead &Led, FindingSink &Sink) {
  const Consumer &C = *Led.Read;
  const Event &E = In.event(P.Read);
  bool OfWarp = In.populations().of(In.cfg().position(P.Read).Block) ==
                Population::OnePerWarp;
  std::string Who = OfWarp ? "one lane" : "one thread";
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Led.Vote != NoId ? Level::Note : Level::Warning)
      .at(placeOf(In, P))
      .message(Who + " waits for " + nameOf(In, P.Read) + ", and " +
               (Led.Vote != NoId
                    ? "the others go on by a shuffle or vote, which "
                      "orders no memory: "
                    : "the others do not wait for it: ") +
               nameOf(In, C.Read) +
               " is read by all of them, and old values may be seen")
      .step(Role::Poll, E, Who + " waits here; its acquire is for itself");
  if (Led.Vote != NoId)
    F.step(Role::Barrier, In.event(Led.Vote).Loc,
           "the lanes meet here, but no memory is ordered");
  F.step(Role::Consumer, In.event(C.Read),
         nameOf(In, C.Read) + " is read here, by the other threads too")
      .step(Role::Producer, C.Writer.In->event(C.Writer.E).Loc,
            nameOf(*C.Writer.In, C.Writer.E) + " is written here")
      .alternative("barrier-after-wait",
                   "put " + barrierOf(In, OfWarp) +
                       " behind the wait: it hands on to the others what the "
                       "acquire has ordered")
      .alternative("each-acquires", "let every thread wait for the flag itself")
      .emit(Sink);
}

void fencepost::tellRelays(const UnitView &Unit, const FunctionView &In,
                           FindingSink &Sink) {
  for (const UnacquiredRelay &R : unacquiredRelays(Unit, In)) {
    const Event &E = In.event(R.By.Wait);
    std::string Flag = nameOf(In, R.Publish), Data = nameOf(In, R.Store);
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(placeOf(In, *In.polls().of(R.By.Wait)))
        .message("the loop waits for the count " + nameOf(In, R.By.Wait) +
                 " without an acquire, and " + Flag +
                 " is then raised for what the others stored: the release of " +
                 Flag + " does not cover " + Data)
        .step(Role::Producer, In.event(R.Store), Data + " is stored here")
        .step(Role::Publish, In.event(R.By.Count),
              "and each of those who store counts here")
        .step(Role::Poll, E,
              "the count is seen here, but with it nothing of what was stored")
        .step(Role::Publish, In.event(R.Publish),
              "a release hands on what its thread has acquired, and no more")
        .alternative("fence-after-loop",
                     "put one " + fenceFor(In, E) +
                         " behind the loop, in the thread that polled")
        .alternative("acquire-load", "poll with an acquire load")
        .emit(Sink);
  }
}

void fencepost::tellFollowers(const UnitView &Unit, const FunctionView &In,
                              FindingSink &Sink) {
  for (const Link &L : linksOf(Unit, In)) {
    const Event &E = In.event(L.Head);
    if (acquires(E.Ord) || mayAcquire(L.Followed) != Scope::None)
      continue;
    std::string Data = nameOf(In, L.Read), Word = nameOf(In, L.Head);
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(placeOf(In, L.Head, L.Read))
        .message(Word + " is read without an acquire and followed to " + Data +
                 ": the address depends on it, but no order does, and the "
                 "record may be older than the link to it")
        .step(Role::Producer, In.event(L.Fill),
              "a record is filled here, by another thread")
        .step(Role::Publish, In.event(L.Put), "and linked in here")
        .step(Role::Poll, E, "the link is read here")
        .step(Role::Consumer, In.event(L.Read), "and followed here")
        .alternative("acquire-load",
                     "read the link with an acquire load, or put " +
                         fenceFor(In, E) + " behind the read")
        .emit(Sink);
  }
}

void fencepost::tellSecondLooks(const UnitView &Unit, const FunctionView &In,
                                FindingSink &Sink) {
  for (const SecondLook &L : unorderedSecondLooks(Unit, In)) {
    const Event &E = In.event(L.Second);
    std::string Word = nameOf(In, L.Second), Data = nameOf(In, L.Read);
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(placeOf(In, L.Second, L.Read))
        .message("the second look at " + Word + " may be done before " + Data +
                 " is read: " +
                 (acquires(E.Ord) ? "an acquire orders what follows it, and "
                                    "nothing orders what stands before it"
                                  : "nothing orders the two"))
        .step(Role::Poll, In.event(L.First), Word + " is read first here")
        .step(Role::Consumer, In.event(L.Read), Data + " is read here")
        .step(Role::Access, E,
              "an unchanged word is to show that what was read is whole")
        .step(Role::Producer, L.Writer.In->event(L.Writer.E).Loc,
              "it is written here, between two writes of the word")
        .alternative("fence-before-second-look",
                     "put " + fenceFor(In, E) +
                         " between the data and the second look, which may "
                         "then be relaxed")
        .emit(Sink);
  }
}

void fencepost::tellWaitsForPeers(const FunctionView &In, FindingSink &Sink) {
  for (const PeerFlag &P : unacquiredPeerFlags(In)) {
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(placeOf(In, *In.polls().of(P.Wait)))
        .message("the loop waits for " + nameOf(In, P.Wait) +
                 ", which another block of the cluster raises, and nothing "
                 "acquires at cluster scope before " +
                 nameOf(In, P.Read) + " is read")
        .step(Role::Poll, In.event(P.Wait),
              "the loop leaves when this read sees the flag")
        .step(Role::Consumer, In.event(P.Read),
              nameOf(In, P.Read) + " is read here, from the own shared memory")
        .step(Role::Producer, In.event(P.Store), "a peer stores it here")
        .step(Role::Publish, In.event(P.Raise), "and raises the flag here")
        .alternative("acquire-load",
                     "poll with an acquire at cluster scope: "
                     "'ld.acquire.cluster', or 'cuda::atomic_ref' with "
                     "'load(cuda::memory_order_acquire)'")
        .alternative("cluster-barrier",
                     "let the blocks meet at 'cluster.sync()' instead")
        .emit(Sink);
  }
}

void fencepost::tellRelaxedWaits(const FunctionView &In, FindingSink &Sink) {
  for (EventId Wait = 0; Wait < In.fn().Events.size(); ++Wait) {
    std::optional<UnacquiredWait> U = unacquiredAtWait(In, Wait);
    if (!U)
      continue;
    const Event &E = In.event(Wait);
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(E.Loc)
        .message("the relaxed wait " + spelled(E) +
                 " acquires nothing: " + nameOf(In, U->Read) +
                 " may be read as it was before another thread stored it")
        .step(Role::Producer, In.event(U->Store),
              nameOf(In, U->Store) + " is stored here, before an arrival")
        .step(Role::Poll, E, "a relaxed wait orders no later read")
        .step(Role::Consumer, In.event(U->Read), "and read here")
        .alternative("acquire-wait",
                     "wait with '.acquire', the default of "
                     "'mbarrier.try_wait' and 'mbarrier.test_wait'")
        .emit(Sink);
  }
}

static std::string lookedBy(const Event &E) {
  if (E.Kind == EventKind::Rmw)
    return "by an atomic without acquire order";
  if (E.Ord == Order::Weak)
    return "with a plain load";
  return E.IsVolatile ? "with a volatile load" : "relaxed";
}

void fencepost::tellFirstLooks(const UnitView &Unit, const FunctionView &In,
                               FindingSink &Sink) {
  for (const FirstLook &L : unacquiredLooks(Unit, In)) {
    const Event &E = In.event(L.Look);
    std::string Word = nameOf(In, L.Look), Data = nameOf(In, L.Read);
    bool IsPlain = E.Ord == Order::Weak;
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(placeOf(In, L.Look, L.Read))
        .message(Word + " says that " + Data + " is there, but it is read " +
                 lookedBy(E) + ", and nothing acquires before " + Data +
                 " is read")
        .step(Role::Producer, In.event(L.Store),
              nameOf(In, L.Store) + " is stored here, by another thread")
        .step(Role::Publish, In.event(L.Publish),
              "and announced here, while other threads look")
        .step(Role::Poll, E,
              IsPlain ? "a plain load orders nothing, and may be done once for "
                        "several turns"
                      : "a relaxed look orders no later read")
        .step(Role::Consumer, In.event(L.Read), "and the data is read here")
        .alternative("acquire-load",
                     "look with an acquire load: 'cuda::atomic_ref' with "
                     "'load(cuda::memory_order_acquire)', or 'ld.acquire.gpu'")
        .alternative("fence-before-read",
                     (IsPlain ? "look with a volatile load and put " : "put ") +
                         fenceFor(In, E) + " between the look and the read")
        .emit(Sink);
  }
}
