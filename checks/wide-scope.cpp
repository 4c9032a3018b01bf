//===- wide-scope.cpp - order that reaches farther than the data ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// System scope where flag and data stay on this GPU, cluster scope on an
// mbarrier of the own block. The scope of a release pattern is that of its
// fence and that of its strong write (PTX ISA 8.7): a flag at GPU scope tells
// nobody on another device anything.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/fences/near_order.h"
#include "analyzer/analysis/memory/home.h"
#include "checks/story.h"
#include "checks/weakening.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::WideScope;

//===- Fences -------------------------------------------------------------===//

/// The scope as PTX and the functions of CUDA spell it: `.sys`, `_system`.
static void narrow(FindingBuilder &F, const Event &E) {
  if (E.InAsm)
    F.repair(Repair::Kind::Replace, /*Safe=*/false, E.Loc, ".sys", ".gpu");
  else
    F.repair(Repair::Kind::Replace, /*Safe=*/false, E.Loc, "_system(", "(");
}

static void reportFence(const FunctionView &In, EventId Fence, EventId Partner,
                        const Weakening &W, FindingSink &Sink) {
  const Event &E = In.event(Fence);
  const Event &P = In.event(Partner);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.verdict(Verdict::Costs)
      .at(placeOf(In, Fence, Partner))
      .message(spelled(E) + " orders for the whole system, but " +
               nameOf(In, Partner) +
               (P.IsVolatile
                    ? " is a variable of this GPU that its own blocks wait for"
                    : " is accessed at GPU scope and tells other devices "
                      "nothing") +
               ": " + costOfFence(Scope::Sys) + ", at GPU scope 399 and 835")
      .step(Role::Fence, E, "system scope")
      .step(
          (P.Kind != EventKind::Load) ? Role::Publish : Role::Acquire, P,
          "the access that the fence makes " +
              std::string((P.Kind != EventKind::Load) ? "release" : "acquire") +
              (P.IsVolatile ? " is of this GPU alone" : " is at GPU scope"))
      .assume("the memory that is ordered belongs to this GPU: nothing in the "
              "unit says otherwise");
  W.tell(F);
  narrow(F, E);
  F.alternative("gpu-fence", fenceAt(In, E.Ord, Scope::Gpu))
      .alternative("release-on-the-flag",
                   "no fence: release order on the access of the flag itself "
                   "('red.release.gpu', 'st.release.gpu')");
  F.emit(Sink);
}

static void checkFence(const UnitView &Unit, const FunctionView &In,
                       EventId Fence, FindingSink &Sink) {
  if (In.event(Fence).Scp != Scope::Sys || accessOfFence(In, Fence) != NoId)
    return;
  FenceDuty D = dutyOf(Unit, In, Fence);
  if (D.Opaque || !D.PlainSignals.empty() ||
      (D.Signals.empty() && D.Reads.empty()) || D.isReleasedAnyway() ||
      !servesThisGpu(Unit, In, D))
    return;
  EventId Partner = D.Signals.empty() ? D.Reads.front() : D.Signals.front();
  Premises Known;
  Known.Farthest = Scope::Gpu;
  if (Weakening W =
          mayWeaken(Unit, In, Change::scope(Fence, Scope::Gpu), Sink, Known))
    reportFence(In, Fence, Partner, W, Sink);
}

//===- Releases of a flag -------------------------------------------------===//

static void checkRelease(const UnitView &Unit, const FunctionView &In,
                         EventId Id, FindingSink &Sink) {
  const Event &E = In.event(Id);
  std::vector<Payload> Stores = releasedNearby(Unit, In, Id);
  if (Stores.empty())
    return;
  Premises Known;
  Known.Farthest = Scope::Gpu;
  Weakening W = mayWeaken(Unit, In, Change::scope(Id, Scope::Gpu), Sink, Known);
  if (!W)
    return;
  HomeFact H = homeOf(Unit, In, Id);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.verdict(Verdict::Costs)
      .at(E.Loc)
      .message(nameOf(In, Id) + " is released at system scope, and " + H.Why +
               ": " + costOfFence(Scope::Sys) + ", at GPU scope 399 and 835")
      .step(Role::Release, E, "system scope");
  if (H.Witness.In)
    F.step(Role::Access, H.Witness.In->event(H.Witness.E).Loc,
           "the same memory at the scope of this GPU");
  tellPayload(F, In, Stores);
  F.assume("what is released lies in memory of this GPU: nothing in the unit "
           "says otherwise");
  W.tell(F);
  narrow(F, E);
  F.alternative("gpu-release",
                "'.release.gpu', 'cuda::thread_scope_device' in C++ (the "
                "default of 'cuda::atomic' is the system)")
      .emit(Sink);
}

//===- Counters of this GPU -----------------------------------------------===//

static void checkCounter(const UnitView &Unit, const FunctionView &In,
                         EventId Id, FindingSink &Sink) {
  const Event &E = In.event(Id);
  if (!isSystemCounterOfGpu(Unit, In, Id))
    return;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Note)
      .verdict(Verdict::Costs)
      .at(E.Loc)
      .message(spelled(E) + " is atomic for the whole system, and " +
               nameOf(In, Id) +
               " is a variable of this GPU: relaxed it takes no longer on an "
               "H200, but every release, acquire or default order at this "
               "scope costs a fence of the system (1,028 cycles, at GPU scope "
               "399)")
      .step(Role::Access, E, "system scope")
      .assume("no other GPU reaches " + nameOf(In, Id) +
              ": nothing in the unit gives its address away")
      .alternative("gpu-scope",
                   "'cuda::thread_scope_device' as the second argument of "
                   "'cuda::atomic' or 'cuda::atomic_ref' (the default is the "
                   "system), '.gpu' in PTX")
      .emit(Sink);
}

//===- Barriers of the own block ------------------------------------------===//

static void checkMbarrier(const FunctionView &In, EventId Id,
                          FindingSink &Sink) {
  const Event &E = In.event(Id);
  if (!arrivesForClusterAlone(In, Id))
    return;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.verdict(Verdict::Costs)
      .at(E.Loc)
      .message(spelled(E) +
               " releases for the whole cluster, and only this block uses the "
               "barrier: a fence at GPU scope for each arrival (a pipeline "
               "took 1.70 ms with it and 0.36 ms without on an H200)")
      .step(Role::Release, E, "cluster scope")
      .assume("the kernel is launched without a cluster, or the barrier is its "
              "block's own")
      .alternative("block-scope",
                   "the default, '.release.cta': leave '.release.cluster' out")
      .emit(Sink);
}

void fencepost::checkWideScope(const UnitView &Unit, FindingSink &Sink) {
  forEachKnownEvent(Unit, [&](const FunctionView &In, EventId E) {
    const Event &Ev = In.event(E);
    if (Ev.Kind == EventKind::Fence)
      checkFence(Unit, In, E, Sink);
    else if (Ev.Kind == EventKind::Mbarrier)
      checkMbarrier(In, E, Sink);
    else if (isMemoryAccess(Ev.Kind)) {
      checkRelease(Unit, In, E, Sink);
      checkCounter(Unit, In, E, Sink);
    }
  });
}
