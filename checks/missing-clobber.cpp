//===- missing-clobber.cpp - asm that orders, seen by no compiler ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An asm statement orders the hardware; only a "memory" clobber orders the
// compiler. Without it plain accesses may cross the release or acquire, unless
// something else near it is a compiler barrier. ("Inline PTX Assembly in
// CUDA", section "Incorrect Optimization".)
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/compiler_order.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace fencepost;

static constexpr const char *Rule = rules::MissingClobber;

static bool ordersByAsm(const Event &E) {
  return E.InAsm && (isMemoryAccess(E.Kind) || E.Kind == EventKind::Fence) &&
         (acquires(E.Ord) || releases(E.Ord));
}

static void report(const FunctionView &In, EventId Id, EventId Moved,
                   bool Release, FindingSink &Sink) {
  const Event &E = In.event(Id);
  const Event &M = In.event(Moved);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.kind(Release ? "missing-release" : "missing-acquire")
      .level(Level::Warning)
      .at(E.Loc)
      .message("the asm statement of " + spelled(E) +
               " has no \"memory\" clobber: the compiler may move the " +
               (Release ? "store to " : "read of ") + objectOf(M) +
               " across it");
  if (Release)
    F.step(Role::Producer, M, objectOf(M) + " is written before the release");
  F.step(Release ? Role::Release : Role::Acquire, E,
         "this orders the hardware, but says nothing to the compiler");
  if (!Release)
    F.step(Role::Consumer, M, objectOf(M) + " is read after the acquire");
  F.repair(Repair::Kind::MemoryClobber, /*Safe=*/true, E.Loc)
      .alternative("memory-clobber",
                   "add '\"memory\"' to the clobbers of the asm statement and "
                   "keep it 'volatile'")
      .alternative("library-atomic",
                   "use 'cuda::atomic_ref' or 'cuda::ptx', which say both")
      .emit(Sink);
}

/// An asm statement that is no `volatile` and asked again and again: nothing
/// makes the compiler repeat it.
static void checkPoll(const FunctionView &In, EventId Id, FindingSink &Sink) {
  const Event &E = In.event(Id);
  const Poll *P = In.polls().of(Id);
  if (!P || !P->IsPure || E.AsmVolatile || E.CompilerBarrier)
    return;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.kind("missing-acquire")
      .level(Level::Warning)
      .at(E.Loc)
      .message("the asm statement of " + spelled(E) +
               " is not 'volatile': the compiler may read " + objectOf(E) +
               " once and never leave the loop")
      .step(Role::Poll, E, "the loop waits for this read")
      .repair(Repair::Kind::MemoryClobber, /*Safe=*/true, E.Loc)
      .alternative("volatile-asm",
                   "make it 'asm volatile' with a '\"memory\"' clobber")
      .alternative("library-atomic",
                   "use 'cuda::atomic_ref' or 'cuda::ptx', which say both")
      .emit(Sink);
}

/// Does the acquire decide that Read happens: by a wait, or by a branch? An
/// acquire whose value nobody has asked for yet orders nothing in particular.
static bool isGuardedBy(const FunctionView &In, EventId Read, EventId Acquire) {
  if (In.event(Acquire).Kind == EventKind::Fence || In.polls().of(Acquire))
    return true;
  BlockId B = In.cfg().position(Read).Block;
  return llvm::any_of(In.cfg().controlDependences(B), [&](auto &D) {
    return dependsOn(In.fn(), In.fn().block(D.Branch).Term.Condition,
                     Acquire) == Ternary::Yes;
  });
}

/// A fence completes a read that stands before it to an acquire (PTX ISA,
/// "Acquire patterns"). Is there none that does not acquire by itself?
static bool acquiresNothing(const FunctionView &In, EventId Fence) {
  if (In.event(Fence).Kind != EventKind::Fence ||
      In.fn().Kind != FunctionKind::Kernel)
    return false;
  auto IsCompleted = [&](EventId O) {
    const Event &E = In.event(O);
    bool Reads = E.Kind == EventKind::Rmw || isWait(E.Mbar) ||
                 (E.Kind == EventKind::Load &&
                  (isStrong(E.Ord) || E.IsVolatile || In.polls().of(O)));
    return (E.Kind == EventKind::OpaqueCall || (Reads && !acquires(E.Ord))) &&
           In.cfg().reaches(O, Fence);
  };
  return llvm::none_of(llvm::seq<EventId>(0, In.fn().Events.size()),
                       IsCompleted);
}

static void checkEvent(const UnitView &Unit, const FunctionView &In, EventId Id,
                       FindingSink &Sink) {
  const Event &E = In.event(Id);
  auto Stop = [&](EventId O) { return stopsCompiler(In.event(O)); };
  auto Stores = [&](EventId O) {
    return isMovable(In, O) && In.event(O).Kind == EventKind::Store &&
           !In.provenance().sameObject(O, Id) && !isNote(In, O) &&
           isReleasedBy(In, O, Id) && !isSentAlong(In, O, Id);
  };
  auto Loads = [&](EventId O) {
    return isMovable(In, O) && In.event(O).Kind == EventKind::Load &&
           !In.provenance().sameObject(O, Id) &&
           !isConstantRead(Unit, In, O, Id);
  };
  if (releases(E.Ord)) {
    auto Before = In.order().backward(Id, Stores, Stop);
    llvm::erase_if(Before, [&](const auto &B) {
      return !isForOthers(Unit, In, B.To, Id);
    });
    if (!Before.empty())
      return report(In, Id, Before.back().To, true, Sink);
  }
  if (!acquires(E.Ord) || acquiresNothing(In, Id))
    return;
  // What a wait is for is known better than what stands behind a fence.
  const Poll *P = In.polls().of(Id);
  bool IsWait = P && P->Kind == PollKind::Flag;
  auto Data = IsWait ? consumersOf(Unit, In, Id) : std::vector<Consumer>();
  auto IsData = [&](EventId Read) {
    return !IsWait ||
           llvm::any_of(Data, [&](auto &C) { return C.Read == Read; });
  };
  auto Behind = In.order().forward(Id, Loads, Stop);
  llvm::erase_if(Behind, [&](const auto &R) {
    return !isGuardedBy(In, R.To, Id) || !IsData(R.To) ||
           (!IsWait && !mayBeTold(Unit, In, Id, R.To));
  });
  if (Behind.empty())
    return;
  // What the unit writes says more than a pointer that it only follows.
  auto Told = llvm::find_if(Behind, [&](const auto &R) {
    return llvm::any_of(Unit.accessesTo(In, R.To), [](const AccessRef &A) {
      return writesMemory(A.In->event(A.E));
    });
  });
  report(In, Id, Told == Behind.end() ? Behind.front().To : Told->To, false,
         Sink);
}

void fencepost::checkMissingClobber(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions())
    for (EventId E = 0; E < In->fn().Events.size(); ++E) {
      const Event &Ev = In->event(E);
      if (Ev.InAsm && isStrong(Ev.Ord))
        checkPoll(*In, E, Sink);
      if (ordersByAsm(Ev) && !(Ev.AsmVolatile && Ev.CompilerBarrier) &&
          (Ev.Kind == EventKind::Fence || In->provenance().isVisibleToGrid(E)))
        checkEvent(Unit, *In, E, Sink);
    }
}
