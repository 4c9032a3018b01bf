//===- needless_proxy_fence.cpp - proxy fences with nothing to do ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/fences/proxy_duty.h"
#include "analyzer/analysis/handoff/async_reads.h"
#include "checks/proxy_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::RedundantFence;

/// Copy: an asynchronous copy that follows all the same, and is issued before
/// the fence is met again.
static void reportProxy(const FunctionView &In, EventId Fence, EventId Wait,
                        EventId Copy, FindingSink &Sink) {
  const Event &E = In.event(Fence);
  const Event &W = In.event(Wait);
  bool IsLate = Copy != NoId;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(W.Kind == EventKind::AsyncWait && !IsLate ? Level::Note
                                                    : Level::Warning)
      .verdict(Verdict::Costs)
      .at(placeOf(In, Fence, Wait))
      .message(spelled(E) + " follows " + spelled(W) +
               ", whose completion makes the data visible to ordinary reads, " +
               (IsLate ? "and the next copy is issued before it is met again: "
                         "it orders nothing"
                       : "and no asynchronous operation follows: it orders "
                         "nothing (146 to 763 cycles on an H200)"))
      .step(Role::Barrier, W,
            "completion of a bulk copy implies the fence for its own data")
      .step(Role::Fence, E,
            "needed only between ordinary accesses and asynchronous "
            "operations behind them");
  if (IsLate)
    F.step(Role::Access, In.event(Copy),
           "from the reads to this copy no way leads over the fence");
  F.alternative("drop-the-fence", "remove " + spelled(E)).emit(Sink);
}

static void reportWholeFence(const FunctionView &In, EventId Fence,
                             EventId Async, FindingSink &Sink) {
  const Event &E = In.event(Fence);
  bool Repeated = In.loops().innermost(In.cfg().position(Fence).Block) != NoId;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Repeated ? Level::Warning : Level::Note)
      .verdict(Verdict::Costs)
      .at(placeOf(In, Fence, Async))
      .message(spelled(E) + " is for all state spaces, and only shared memory "
                            "is handed to the async proxy here: on an H200 it "
                            "took 146 cycles, the one for shared memory 10")
      .step(Role::Fence, E, "no ordinary store to global memory reaches it")
      .step(Role::Consumer, In.event(Async),
            "the asynchronous operation behind it")
      .alternative("narrow-proxy-fence",
                   "'fence.proxy.async.shared::cta' "
                   "('cuda::ptx::fence_proxy_async(cuda::ptx::space_shared)')");
  F.emit(Sink);
}

static bool isOfShared(const FunctionView &In, EventId Async) {
  const Event &E = In.event(Async);
  return E.Kind == EventKind::AsyncMma || E.Done == Completion::BulkGroup ||
         In.provenance().isShared(Async);
}

void fencepost::tellNeedlessProxyFence(const FunctionView &In, EventId Fence,
                                       FindingSink &Sink) {
  ProxyDuty D = dutyOfProxyFence(In, Fence);
  if (D.Opaque || !D.GridWrites.empty())
    return;
  if (D.AsyncBehind.empty()) {
    if (!D.Waits.empty())
      reportProxy(In, Fence, D.Waits.back(), NoId, Sink);
    return;
  }
  if (!D.Waits.empty() && comesTooLate(In, Fence, D)) {
    reportProxy(In, Fence, D.Waits.back(), D.AsyncBehind.front(), Sink);
    return;
  }
  bool IsWhole = coversProxy(In.event(Fence), Space::Global) &&
                 coversProxy(In.event(Fence), Space::SharedCta);
  bool AllShared =
      llvm::all_of(D.AsyncBehind, [&](EventId A) { return isOfShared(In, A); });
  if (IsWhole && AllShared && !D.SharedAccesses.empty() &&
      In.fn().ClusterSize <= 1)
    reportWholeFence(In, Fence, D.AsyncBehind.front(), Sink);
}
