//===- redundant-fence.cpp - a fence whose work is done anyway ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every duty of the fence (analysis/fence_duty.h) is also that of a release,
// an acquire or another fence; every duty of a proxy fence that of the
// completion that was waited for (PTX ISA 8.7, "Async proxy").
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/fences/idle_fence.h"
#include "analyzer/analysis/fences/proxy_duty.h"
#include "analyzer/analysis/handoff/async_reads.h"
#include "checks/proxy_story.h"
#include "checks/story.h"
#include "checks/weakening.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::RedundantFence;

//===- Fences of the generic proxy ----------------------------------------===//

namespace {
struct Reason {
  EventId By = NoId; ///< What does the work.
  Role What = Role::Fence;
  std::string Words;
};
} // namespace

static Reason whyRedundant(const FunctionView &In, const FenceDuty &D) {
  if (D.Twin != NoId)
    return {D.Twin, Role::Fence, "no access to memory stands between the two"};
  if (D.Opaque || D.StoreBuffering || !D.Reads.empty() || !D.isReleasedAnyway())
    return {};
  if (!D.Releases.empty()) {
    const Event &R = In.event(D.Releases.front());
    return {D.Releases.front(), Role::Release,
            spelled(R) + " releases all that came before it, in its own thread "
                         "and behind the barrier in the others"};
  }
  if (!D.NextFences.empty())
    return {D.NextFences.front(), Role::Fence,
            "nothing is announced before this fence, which orders the same"};
  if (!D.Acquires.empty())
    return {D.Acquires.front(), Role::Acquire,
            "this read acquires already, for all threads behind the barrier"};
  return {};
}

static void reportLast(const FunctionView &In, EventId Fence,
                       const Weakening &W, FindingSink &Sink) {
  const Event &E = In.event(Fence);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .verdict(Verdict::Costs)
      .at(E.Loc)
      .message(spelled(E) + " is the last that the kernel does, and orders " +
               "nothing: " + costOfFence(E.Scp))
      .step(Role::Fence, E,
            "no access and no barrier follows; the end of the kernel makes its "
            "writes visible to later kernels and to the host");
  W.tell(F);
  F.alternative("drop-the-fence", "remove " + spelled(E)).emit(Sink);
}

static void reportFence(const FunctionView &In, EventId Fence, const Reason &R,
                        const Weakening &W, FindingSink &Sink) {
  const Event &E = In.event(Fence);
  const Event &By = In.event(R.By);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .verdict(Verdict::Costs)
      .at(placeOf(In, Fence, R.By))
      .message(spelled(E) + " orders nothing that " + spelled(By) +
               " does not order as well: " + costOfFence(E.Scp))
      .step(Role::Fence, E, "every duty of this fence is done without it")
      .step(R.What, By, R.Words);
  W.tell(F);
  F.alternative("drop-the-fence", "remove " + spelled(E));
  F.emit(Sink);
}

/// What the barrier beside an idle fence does in its place.
static const char *wordsOf(IdleFence::Why Is) {
  switch (Is) {
  case IdleFence::Why::Not:
  case IdleFence::Why::LastOfKernel:
    return "";
  case IdleFence::Why::ScopeOfBlock:
    return "the barrier orders all accesses of the block before it before "
           "those behind it";
  case IdleFence::Why::GridBarrier:
    return "the barrier of the grid orders all accesses of all blocks, and "
           "the kernel tells nobody else anything";
  case IdleFence::Why::OwnBlock:
    return "the kernel tells other blocks nothing and waits for none, and for "
           "its own block the barrier orders all accesses";
  }
  return "";
}

static void checkFence(const UnitView &Unit, const FunctionView &In,
                       EventId Fence, FindingSink &Sink) {
  if (accessOfFence(In, Fence) != NoId || In.event(Fence).Scp < Scope::Cta)
    return;
  IdleFence Idle = idleFence(Unit, In, Fence);
  Reason R;
  if (!Idle && In.event(Fence).Scp != Scope::Cta)
    R = whyRedundant(In, dutyOf(Unit, In, Fence));
  if (!Idle && R.By == NoId)
    return;
  Weakening W = mayWeaken(Unit, In, Change::drop(Fence), Sink);
  if (!W)
    return;
  if (Idle.Is == IdleFence::Why::LastOfKernel)
    return reportLast(In, Fence, W, Sink);
  if (Idle)
    R = {Idle.Barrier, Role::Barrier, wordsOf(Idle.Is)};
  reportFence(In, Fence, R, W, Sink);
}

void fencepost::checkRedundantFence(const UnitView &Unit, FindingSink &Sink) {
  forEachKnownEvent(Unit, [&](const FunctionView &In, EventId E) {
    const Event &Ev = In.event(E);
    if (Ev.Kind == EventKind::Fence)
      checkFence(Unit, In, E, Sink);
    else if (Ev.Kind == EventKind::ProxyFence && Ev.Prx == Proxy::Async)
      tellNeedlessProxyFence(In, E, Sink);
  });
}
