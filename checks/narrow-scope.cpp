//===- narrow-scope.cpp - order that ends before the reader ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two accesses synchronize only if each one's scope holds the other's thread
// (PTX ISA 8.4, 8.7: morally strong). Block scope between blocks, GPU scope
// where flag or data belongs to another GPU or to the host, an arrival at
// block scope on another block's mbarrier.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/scope_needs.h"
#include "checks/cost.h"
#include "checks/handover_story.h"
#include "checks/scope_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::NarrowScope;

//===- Block scope on words of the grid -----------------------------------===//

static void reportBlockAtomic(const FunctionView &In, EventId Id,
                              const char *Group, FindingSink &Sink) {
  const Event &E = In.event(Id);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(E.Loc)
      .message(spelled(E) + " is atomic within its block, and all blocks of " +
               Group + " reach " + nameOf(In, Id) +
               ": updates of different blocks may be lost")
      .step(Role::Access, E,
            "block scope, and no part of the address tells blocks apart")
      .alternative("device-scope",
                   "the form for the whole GPU: no suffix '_block', "
                   "'cuda::thread_scope_device', '.gpu'")
      .emit(Sink);
}

static void reportBlockPoll(const FunctionView &In, const Poll &P,
                            FindingSink &Sink) {
  const Event &E = In.event(P.Read);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Error)
      .verdict(Verdict::SeenOnHardware)
      .at(placeOf(In, P))
      .message("the loop waits at block scope for " + nameOf(In, P.Read) +
               ", which another block raises: the read may hit the L1 cache "
               "for ever (on an H200 such a poll never ended)")
      .step(Role::Poll, E, "block scope")
      .alternative("device-scope",
                   "poll at the scope of the GPU: 'ld.relaxed.gpu' and one "
                   "acquire behind the loop, or 'ld.acquire.gpu'")
      .emit(Sink);
}

static void checkBlockScope(const UnitView &Unit, const FunctionView &In,
                            EventId Id, FindingSink &Sink) {
  switch (blockScopeReach(Unit, In, Id)) {
  case BlockScopeReach::None:
    return;
  case BlockScopeReach::Cluster:
    return reportBlockAtomic(In, Id, "the cluster", Sink);
  case BlockScopeReach::Grid:
    return reportBlockAtomic(In, Id, "the grid", Sink);
  case BlockScopeReach::AwaitsOthers:
    return reportBlockPoll(In, *In.polls().of(Id), Sink);
  }
}

//===- Waits --------------------------------------------------------------===//

static void checkWait(const UnitView &Unit, const FunctionView &In,
                      const Poll &P, FindingSink &Sink) {
  const Event &E = In.event(P.Read);
  if (P.Kind != PollKind::Flag || !acquires(E.Ord) || E.Scp != Scope::Gpu)
    return;
  std::optional<RaisedOutside> Raised = raisedFromOutside(Unit, In, P.Read);
  if (!Raised)
    return;
  std::vector<Consumer> Reads = consumersOf(Unit, In, P.Read);
  // What is read through a multicast address is read past the L1 cache.
  llvm::erase_if(
      Reads, [](const Consumer &C) { return C.Path == ReadPath::Multimem; });
  if (Reads.empty())
    return;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(placeOf(In, P))
      .message("the loop acquires " + nameOf(In, P.Read) +
               " at GPU scope, and other GPUs raise it: only system scope "
               "synchronizes with them")
      .step(Role::Poll, E, "acquires at GPU scope")
      .step(Role::Publish, In.event(Raised->By).Loc,
            Raised->InRows
                ? "the flag of this rank is raised in the rows of the "
                  "others, as they raise theirs in this one"
                : "the flags of the other GPUs are raised at system "
                  "scope, as they raise this one");
  tellConsumers(F, In, Reads);
  tellWitness(F, Rule, {{}, {&In, Reads.front().Read, P.Read}, Scope::Sys});
  F.assume("other GPUs run the same code and raise " + nameOf(In, P.Read) +
           ": nothing in this unit does")
      .alternative("system-acquire",
                   "'ld.acquire.sys', or a relaxed poll at system scope and "
                   "one acquire at system scope behind the loop; on an H200 "
                   "it takes as long as at GPU scope")
      .emit(Sink);
}

//===- Several GPUs, other blocks -----------------------------------------===//

/// `atomicAdd_system` for `atomicAdd(...)`.
static std::string systemForm(const Event &E) {
  llvm::StringRef Text = llvm::StringRef(E.Spelling).split('(').first;
  if (Text.starts_with("atomic") && !Text.contains("_block"))
    return "'" + Text.str() + "_system'";
  return "the form for the whole system: '.sys', 'thread_scope_system'";
}

static void checkDevices(const UnitView &Unit, const FunctionView &In,
                         EventId Id, FindingSink &Sink) {
  const Event &E = In.event(Id);
  if (!isRmw(E.Kind) || E.Scp == Scope::Sys || E.Scp == Scope::Unknown)
    return;
  const HostLaunch *L = launchOnSeveralDevices(Unit, In);
  if (!L)
    return;
  HomeFact H = homeOf(Unit, In, Id);
  if (!H.isOutside(Support::Certain))
    return;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(E.Loc)
      .message(spelled(E) + " is atomic on its own GPU, and " + nameOf(In, Id) +
               " is updated by several: " + H.Why)
      .step(Role::Access, E, "atomic at " + scopeWord(E.Scp) + " scope")
      .step(Role::CallSite, L->Loc, "launched on more than one device here")
      .alternative("system-scope", systemForm(E))
      .emit(Sink);
}

static void checkRemoteSignal(const FunctionView &In, EventId Id,
                              FindingSink &Sink) {
  EventId Store = dataForPeer(In, Id);
  if (Store == NoId)
    return;
  const Event &E = In.event(Id);
  bool IsArrive = E.Kind == EventKind::Mbarrier;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(E.Loc)
      .message(spelled(E) +
               (IsArrive ? " arrives at another block's barrier"
                         : " raises a flag in another block's shared memory") +
               ", and releases for its own block alone: the peer may read " +
               nameOf(In, Store) + " as it was before")
      .step(Role::Producer, In.event(Store),
            nameOf(In, Store) + " is written here, and blocks of the cluster "
                                "read it")
      .step(Role::Publish, E,
            IsArrive ? "block scope, the default of the instruction"
                     : "nothing before it releases beyond the block");
  tellWitness(F, Rule, {{&In, Store, Id}, {}, Scope::Cluster});
  if (IsArrive)
    F.alternative("cluster-scope",
                  "'mbarrier.arrive.release.cluster.shared::cluster', and "
                  "'.acquire.cluster' on the wait");
  else
    F.alternative("cluster-scope",
                  "'st.release.cluster.shared::cluster', or a release of "
                  "'cuda::thread_scope_device' in C++, which has no scope for "
                  "the cluster");
  F.alternative("st-async",
                "'st.async' with the peer's barrier as completion: its data "
                "needs no release")
      .emit(Sink);
}

void fencepost::checkNarrowScope(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    for (EventId E = 0; E < In->fn().Events.size(); ++E) {
      checkRemoteSignal(*In, E, Sink);
      if (!isMemoryAccess(In->event(E).Kind))
        continue;
      checkBlockScope(Unit, *In, E, Sink);
      checkDevices(Unit, *In, E, Sink);
      if (auto N = narrowPublish(Unit, *In, E))
        tellNarrowPublish(*In, E, *N, Sink);
    }
    for (const Poll &P : In->polls().all())
      checkWait(Unit, *In, P, Sink);
  }
}
