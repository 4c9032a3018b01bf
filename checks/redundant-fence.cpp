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
#include "llvm/ADT/STLExtras.h"

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
                       FindingSink &Sink) {
  const Event &E = In.event(Fence);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .verdict(Verdict::Costs)
      .at(E.Loc)
      .message(spelled(E) + " is the last that the kernel does, and orders " +
               "nothing: " + costOfFence(E.Scp))
      .step(Role::Fence, E,
            "no access and no barrier follows; the end of the kernel makes its "
            "writes visible to later kernels and to the host")
      .alternative("drop-the-fence", "remove " + spelled(E))
      .emit(Sink);
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

static bool isBlockBarrier(const FunctionView &In, const Event &E) {
  return E.Kind == EventKind::CtaBarrier && E.Barrier == BarrierAction::Sync &&
         E.Participants == UnknownValue && E.BarrierId != UnknownValue &&
         In.fn().value(E.BarrierId).Kind == ValueKind::Constant &&
         In.fn().value(E.BarrierId).Imm == 0;
}

/// A barrier of the whole block, or a wait of the whole cluster, with nothing
/// of memory between it and the fence: it orders for the block what the fence
/// would order for it.
static EventId barrierBeside(const FunctionView &In, EventId Fence) {
  Position At = In.cfg().position(Fence);
  const auto &Events = In.fn().block(At.Block).Events;
  auto IsNeutral = [&](EventKind K) {
    return K == EventKind::CompilerOnly || K == EventKind::Sleep ||
           K == EventKind::CacheHint;
  };
  for (int Step : {1, -1})
    for (int64_t I = int64_t(At.Index) + Step;
         I >= 0 && I < int64_t(Events.size()); I += Step) {
      const Event &E = In.event(Events[I]);
      bool IsCluster = E.Kind == EventKind::ClusterBarrier && Step < 0 &&
                       E.Barrier != BarrierAction::Arrive && acquires(E.Ord);
      if (isBlockBarrier(In, E) || IsCluster)
        return Events[I];
      if (!IsNeutral(E.Kind))
        break;
    }
  return NoId;
}

/// Does the fence stand between data and a signal of the grid? Then it is too
/// narrow rather than too much, and other rules say so.
static bool isForTheGrid(const FunctionView &In, const FenceDuty &D) {
  auto OfGrid = [&](EventId E) { return In.provenance().isVisibleToGrid(E); };
  return llvm::any_of(D.Signals, OfGrid) ||
         llvm::any_of(D.PlainSignals, OfGrid) ||
         llvm::any_of(D.Reads, OfGrid) || llvm::any_of(D.Acquires, OfGrid);
}

static void checkFence(const UnitView &Unit, const FunctionView &In,
                       EventId Fence, FindingSink &Sink) {
  if (accessOfFence(In, Fence) != NoId)
    return;
  if (In.event(Fence).Scp == Scope::Cta) {
    EventId B = barrierBeside(In, Fence);
    if (B != NoId && !isForTheGrid(In, dutyOf(Unit, In, Fence)))
      reportFence(In, Fence,
                  {B, Role::Barrier,
                   "the barrier orders all accesses of the block before it "
                   "before those behind it"},
                  {}, Sink);
    return;
  }
  if (In.event(Fence).Scp < Scope::Cta)
    return;
  if (isLastOfKernel(In, Fence)) {
    reportLast(In, Fence, Sink);
    return;
  }
  if (EventId B = gridBarrierBeside(Unit, In, Fence); B != NoId) {
    reportFence(In, Fence,
                {B, Role::Barrier,
                 "the barrier of the grid orders all accesses of all blocks, "
                 "and the kernel tells nobody else anything"},
                {}, Sink);
    return;
  }
  FenceDuty D = dutyOf(Unit, In, Fence);
  Reason R = whyRedundant(In, D);
  if (EventId B = R.By == NoId ? barrierBeside(In, Fence) : NoId;
      B != NoId && isForOwnBlock(Unit, In, Fence)) {
    reportFence(In, Fence,
                {B, Role::Barrier,
                 "the kernel tells other blocks nothing and waits for none, "
                 "and for its own block the barrier orders all accesses"},
                {}, Sink);
    return;
  }
  if (R.By == NoId)
    return;
  if (Weakening W = mayWeaken(Unit, In, Change::drop(Fence), Sink))
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
