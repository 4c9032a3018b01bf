//===- strong-fence.cpp - sequential consistency that nothing needs -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fence.sc and seq_cst accesses (a fence.sc and an acquire) where release and
// acquire, or no order, does. What only fence.sc orders, an own write before a
// read of what others write, or two words read in one order by all, is never
// touched (PTX ISA 8.9.2, Fence-SC).
//
//===----------------------------------------------------------------------===//

#include "checks/story.h"
#include "checks/weakening.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::StrongFence;

/// `__threadfence()` and `membar` have no weaker spelling; who writes `sc`
/// means it.
static bool isAskedFor(const Event &E) {
  llvm::StringRef Text = E.Spelling;
  return Text.empty() || Text.contains("sc.") || Text.contains("seq_cst") ||
         Text.ends_with(".sc") || Text.contains("atomic_thread_fence");
}

static void reportFence(const FunctionView &In, EventId Fence,
                        const Weakening &W, FindingSink &Sink) {
  const Event &E = In.event(Fence);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Note)
      .verdict(Verdict::Costs)
      .at(E.Loc)
      .message(spelled(E) +
               " is sequentially consistent, and the function keeps no own "
               "write before a read of what others write: acquire and release "
               "do (on an H200 both take the same time)")
      .step(Role::Fence, E,
            "orders message passing, for which fence.acq_rel "
            "is enough");
  W.tell(F);
  F.repair(Repair::Kind::Replace, /*Safe=*/false, E.Loc, "fence.sc.",
           "fence.acq_rel.")
      .alternative("acq-rel-fence",
                   "'fence.acq_rel." + spelling(E.Scp).str() + "'")
      .emit(Sink);
}

/// Reads that choose the next read, as in a probe of a table: order between
/// them serves nobody.
static bool isProbe(const FunctionView &In, EventId Access) {
  const Event &E = In.event(Access);
  return E.Kind == EventKind::Load &&
         In.loops().innermost(In.cfg().position(Access).Block) != NoId &&
         !In.polls().of(Access);
}

static void reportAccess(const FunctionView &In, EventId Fence, EventId Access,
                         FindingSink &Sink) {
  const Event &E = In.event(Access);
  bool Probe = isProbe(In, Access);
  std::string Width = scopeWord(E.Scp);
  // Every thread pays for a fence of the system.
  bool IsDear = E.Scp == Scope::Sys &&
                !In.populations().isElected(In.cfg().position(Access).Block);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Probe || IsDear ? Level::Warning : Level::Note)
      .verdict(Verdict::Costs)
      .at(E.Loc)
      .message(spelled(E) + " is sequentially consistent at " + Width +
               " scope: a fence before " +
               (Probe ? "each turn's read, " : "the access, ") +
               "which orders nothing that this function does (" +
               costOfFence(E.Scp) + ")")
      .step(Role::Access, E,
            E.Kind == EventKind::Load
                ? "the value alone is used, no data that it would guard"
                : "the result is not used, nothing is guarded by it")
      .step(Role::Fence, In.event(Fence), "part of the same operation")
      .alternative("relaxed-access",
                   E.Kind == EventKind::Load
                       ? "'load(cuda::memory_order_relaxed)'; with acquire "
                         "order if the value leads to data of another thread"
                       : "'fetch_add(1, cuda::memory_order_relaxed)', and the "
                         "same for other operations")
      .alternative("device-scope",
                   "'cuda::thread_scope_device' where the host and other GPUs "
                   "do not take part: the default is system scope")
      .emit(Sink);
}

/// An acquire that data could hang on: something of the grid that others write
/// is read behind it.
static bool mayGuard(const UnitView &Unit, const FunctionView &In,
                     EventId Access) {
  auto IsData = [&](EventId E) {
    const Event &Ev = In.event(E);
    return Ev.Kind == EventKind::Load && E != Access &&
           In.provenance().isVisibleToGrid(E) &&
           !In.provenance().sameObject(E, Access) &&
           llvm::any_of(Unit.accessesTo(In, E), [](const AccessRef &A) {
             return A.In->event(A.E).Kind != EventKind::Load;
           });
  };
  return !In.order().forward(Access, IsData).empty();
}

/// Anything of the grid that the access, as a release, could announce.
static bool mayPublish(const FunctionView &In, EventId Access) {
  return In.event(Access).Kind != EventKind::Load &&
         !payloadOf(In, Access).empty();
}

/// The fence of the access itself makes no flag of it.
static bool isFlag(const UnitView &Unit, const FunctionView &In, EventId Access,
                   EventId Fence) {
  Flag F = flagOf(Unit, In, Access);
  return F.Sign != FlagSign::None &&
         !(F.Sign == FlagSign::Fenced && F.Fence == Fence);
}

/// Any fence of the function that must stay sequentially consistent: what it
/// is paired with is not looked for.
static bool sequenceMatters(const UnitView &Unit, const FunctionView &In) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (In.event(E).Kind == EventKind::Fence &&
        In.event(E).Ord == Order::SeqCst && needsSequence(Unit, In, E))
      return true;
  return false;
}

static void check(const UnitView &Unit, const FunctionView &In, EventId Fence,
                  FindingSink &Sink) {
  const Event &E = In.event(Fence);
  if (E.Scp <= Scope::Cta || E.Ord != Order::SeqCst)
    return;
  EventId Access = accessOfFence(In, Fence);
  if (Access == NoId && !isAskedFor(E))
    return;
  if (needsSequence(Unit, In, Fence))
    return;
  if (Access == NoId) {
    FenceDuty D = dutyOf(Unit, In, Fence);
    if (D.Opaque || !D.PlainSignals.empty())
      return;
    if (Weakening W =
            mayWeaken(Unit, In, Change::order(Fence, Order::AcqRel), Sink))
      reportFence(In, Fence, W, Sink);
    return;
  }
  const Event &A = In.event(Access);
  bool Alone = A.Kind == EventKind::Load || !A.ResultUsed;
  if (!Alone || In.polls().of(Access) || mayGuard(Unit, In, Access) ||
      mayPublish(In, Access) || isFlag(Unit, In, Access, Fence) ||
      sequenceMatters(Unit, In))
    return;
  reportAccess(In, Fence, Access, Sink);
}

void fencepost::checkStrongFence(const UnitView &Unit, FindingSink &Sink) {
  forEachKnownEvent(Unit, [&](const FunctionView &In, EventId E) {
    if (In.event(E).Kind == EventKind::Fence)
      check(Unit, In, E, Sink);
  });
}
