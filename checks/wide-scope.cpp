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

#include "analyzer/analysis/memory/address_walk.h"
#include "analyzer/analysis/memory/home.h"
#include "checks/story.h"
#include "checks/weakening.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::WideScope;

static bool isLocal(const UnitView &Unit, const FunctionView &In, EventId E) {
  HomeFact H = homeOf(Unit, In, E);
  return H.Is == Home::Device && H.By >= Support::Usage;
}

/// No sign at all, not even a name, that it lies beyond this GPU.
static bool mayBeLocal(const UnitView &Unit, const FunctionView &In,
                       EventId E) {
  HomeFact H = homeOf(Unit, In, E);
  return !H.isOutside(Support::Name) &&
         (H.By != Support::None || !isNamedOutside(In, E));
}

static bool isNoWider(const Event &E, Scope S) {
  return !E.IsVolatile && E.Scp != Scope::Unknown && E.Scp <= S;
}

/// `volatile` says nothing of who takes part. A variable of this GPU that code
/// of the unit waits for is a flag between its blocks.
static bool isOwnFlag(const UnitView &Unit, const FunctionView &In, EventId E) {
  if (!In.event(E).IsVolatile)
    return false;
  HomeFact H = homeOf(Unit, In, E);
  return H.Is == Home::Device && H.By == Support::Certain &&
         In.provenance().object(E).Kind == BaseKind::Global &&
         !Unit.host().HasPeerAccess &&
         (In.polls().of(E) || isPolled(Unit, In, E));
}

//===- Fences -------------------------------------------------------------===//

/// Every strong access that the fence makes release or acquire is at GPU scope
/// and on this GPU.
static bool servesThisGpu(const UnitView &Unit, const FunctionView &In,
                          const FenceDuty &D) {
  auto IsNear = [&](EventId E) {
    return (isNoWider(In.event(E), Scope::Gpu) && mayBeLocal(Unit, In, E)) ||
           isOwnFlag(Unit, In, E);
  };
  auto MayBeNear = [&](EventId E) { return mayBeLocal(Unit, In, E); };
  return llvm::all_of(D.Signals, IsNear) && llvm::all_of(D.Reads, IsNear) &&
         llvm::all_of(D.Acquires, IsNear) &&
         llvm::all_of(D.Stores, MayBeNear) &&
         (D.Reads.empty() || llvm::all_of(D.Loads, MayBeNear));
}

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
  F.level(Level::Warning)
      .verdict(Verdict::Costs)
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
  if (D.Opaque || D.StoreBuffering || !D.PlainSignals.empty() ||
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
  if (E.Scp != Scope::Sys || !releases(E.Ord) || E.Kind == EventKind::Load ||
      !isLocal(Unit, In, Id) || Unit.host().HasPeerAccess)
    return;
  std::vector<Payload> Stores = payloadOf(In, Id);
  if (Stores.empty() || llvm::any_of(Stores, [&](const Payload &P) {
        return P.Way.Opaque || !mayBeLocal(Unit, In, P.Store);
      }))
    return;
  Premises Known;
  Known.Farthest = Scope::Gpu;
  Weakening W = mayWeaken(Unit, In, Change::scope(Id, Scope::Gpu), Sink, Known);
  if (!W)
    return;
  HomeFact H = homeOf(Unit, In, Id);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .verdict(Verdict::Costs)
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
  bool IsRmw = isRmw(E.Kind);
  if (!IsRmw || E.Scp != Scope::Sys || E.Ord != Order::Relaxed ||
      Unit.host().HasPeerAccess || Unit.host().Devices > 1)
    return;
  const Object &O = In.provenance().object(Id);
  HomeFact H = homeOf(Unit, In, Id);
  if (O.Kind != BaseKind::Global || H.Is != Home::Device ||
      H.By != Support::Certain)
    return;
  // One note for each word.
  for (EventId Earlier = 0; Earlier < Id; ++Earlier) {
    const Event &Ev = In.event(Earlier);
    if (isRmw(Ev.Kind) && Ev.Scp == Scope::Sys &&
        In.provenance().sameObject(Earlier, Id))
      return;
  }
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

/// Does anything in the function reach other blocks of a cluster?
static bool usesCluster(const FunctionView &In) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    bool Remote = Ev.Spc == Space::SharedCluster ||
                  (Ev.Address != UnknownValue &&
                   In.provenance().object(E).Spc == Space::SharedCluster);
    // The destination of a bulk load is spelled shared::cluster for the own
    // block as well.
    if (Ev.Kind == EventKind::ClusterBarrier ||
        Ev.Kind == EventKind::OpaqueCall ||
        (Remote && Ev.Kind != EventKind::AsyncCopy))
      return true;
  }
  return llvm::any_of(In.fn().Values, [](const Value &V) {
    llvm::StringRef Name = V.Name;
    return mapsToPeer(V) || Name.starts_with("cluster_") ||
           Name.starts_with("clusterid");
  });
}

static void checkMbarrier(const FunctionView &In, EventId Id,
                          FindingSink &Sink) {
  const Event &E = In.event(Id);
  bool IsArrive = E.Mbar == MbarrierAction::Arrive ||
                  E.Mbar == MbarrierAction::ArriveDrop ||
                  E.Mbar == MbarrierAction::ArriveExpectTx;
  if (!IsArrive || E.Scp != Scope::Cluster || !releases(E.Ord) ||
      !In.provenance().isShared(Id) || In.fn().ClusterSize > 1 ||
      usesCluster(In))
    return;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .verdict(Verdict::Costs)
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
