//===- fence-by-every-thread.cpp - many fences for one signal -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every thread of the block executes a fence, a barrier follows, one thread
// raises the flag. Barriers are cumulative (PTX ISA 8.8): one fence of the
// thread that signals, behind the barrier, releases the stores of all, and it
// is the form that an acquire alone pairs with.
//
//===----------------------------------------------------------------------===//

#include "checks/story.h"
#include "checks/weakening.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::FenceByEveryThread;

static bool isOfEveryThread(const FunctionView &In, EventId E) {
  return In.populations().upToBounds(In.cfg().position(E).Block) ==
         Population::EveryThread;
}

/// One thread signals, behind a barrier of the whole block.
static bool isSignalOfOne(const FunctionView &In, EventId Fence,
                          EventId Signal) {
  BlockId B = In.cfg().position(Signal).Block;
  return In.populations().of(B) <= Population::OnePerBlock &&
         In.order().between(Fence, Signal).MustBarrier;
}

static void check(const UnitView &Unit, const FunctionView &In, EventId Fence,
                  FindingSink &Sink) {
  const Event &E = In.event(Fence);
  if (E.Scp <= Scope::Cta || !releases(E.Ord) ||
      accessOfFence(In, Fence) != NoId || !isOfEveryThread(In, Fence))
    return;
  FenceDuty D = dutyOf(Unit, In, Fence);
  bool IsUsed = !D.Stores.empty() && D.releasesForOthers();
  if (D.Opaque || D.StoreBuffering || !D.Reads.empty() || !IsUsed ||
      D.isReleasedAnyway())
    return;
  llvm::SmallVector<EventId, 4> Signals(D.Signals.begin(), D.Signals.end());
  Signals.append(D.PlainSignals.begin(), D.PlainSignals.end());
  if (!llvm::all_of(Signals,
                    [&](EventId S) { return isSignalOfOne(In, Fence, S); }))
    return;
  EventId Signal = Signals.front();
  const Event &S = In.event(Signal);
  FindingBuilder F(In.module(), In.fn(), Rule);
  // System fences of all threads took as long as that of one.
  F.level(E.Scp == Scope::Sys ? Level::Note : Level::Warning)
      .verdict(Verdict::Costs)
      .at(placeOf(In, Fence, Signal))
      .message("every thread executes " + spelled(E) +
               ", and one thread raises " + nameOf(In, Signal) +
               " behind the barrier: one fence of that thread, between the "
               "barrier and the signal, releases the stores of all (" +
               costOfFence(E.Scp) + ")")
      .step(Role::Fence, E, "executed by every thread of the block")
      .step(Role::Publish, S, "one thread raises the flag")
      .alternative("fence-of-the-signaller",
                   "barrier first, then " + spelled(E) +
                       " in the thread that raises " + nameOf(In, Signal) +
                       ", right before it")
      .alternative("release-on-the-flag",
                   "no fence: raise the flag with release order "
                   "('cuda::atomic_ref', or '" +
                       std::string(S.Kind == EventKind::Store ? "st"
                                   : S.ResultUsed             ? "atom"
                                                              : "red") +
                       ".release." + spelling(E.Scp).str() +
                       "') behind the barrier")
      .emit(Sink);
}

void fencepost::checkFenceByEveryThread(const UnitView &Unit,
                                        FindingSink &Sink) {
  forEachKnownEvent(Unit, [&](const FunctionView &In, EventId E) {
    if (In.event(E).Kind == EventKind::Fence)
      check(Unit, In, E, Sink);
  });
}
