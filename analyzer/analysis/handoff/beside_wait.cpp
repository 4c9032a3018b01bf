//===- beside_wait.cpp - reads that a wait is not for ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/beside_wait.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/threads/block_reach.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Does the unit write what C reads only with what it has read of the word that
/// is waited for? A copy of it that is old says no more than the word itself
/// may.
static bool isKeptCopy(const UnitView &Unit, const FunctionView &In,
                       const Poll &P, const Consumer &C) {
  const std::string &Word = In.provenance().object(P.Read).Key;
  bool Written = false;
  auto IsOther = [&](const AccessRef &A) {
    const Event &W = A.In->event(A.E);
    if (!writesMemory(W))
      return false;
    Written = true;
    auto From = sourceEvents(A.In->fn(), W.Operand);
    return W.Kind != EventKind::Store || From.empty() ||
           llvm::any_of(From, [&](EventId E) {
             return A.In->event(E).Kind != EventKind::Load ||
                    A.In->provenance().object(E).Key != Word;
           });
  };
  return isStrong(In.event(C.Read).Ord) &&
         llvm::none_of(Unit.accessesTo(In, C.Read), IsOther) && Written;
}

namespace {
/// What a thread has passed on every way to a wait, by the wait's read.
struct KeptPassed {
  struct Passed {
    std::vector<EventId> Barriers; ///< Of the block.
    std::vector<EventId> Loads;
  };
  llvm::DenseMap<EventId, Passed> Of;
};
} // namespace

static const KeptPassed::Passed &passedBefore(const FunctionView &In,
                                              EventId Wait) {
  auto [At, IsNew] = In.kept().of<KeptPassed>().Of.try_emplace(Wait);
  for (EventId E = 0; IsNew && E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (Ev.Kind == EventKind::CtaBarrier && In.cfg().dominates(E, Wait))
      At->second.Barriers.push_back(E);
    else if (Ev.Kind == EventKind::Load && Ev.Address != UnknownValue &&
             In.cfg().dominates(E, Wait))
      At->second.Loads.push_back(E);
  }
  return At->second;
}

/// Does the block of the thread that reads at Read write, at Store, what is
/// found there: in shared memory, at a place of its own, or the very words that
/// each block gives the same value?
static bool isByOwnBlock(const UnitView &Unit, const FunctionView &In,
                         EventId Read, EventId Store) {
  const Provenance &Where = In.provenance();
  ValueId Value = In.event(Store).Operand;
  return Where.isShared(Read) ||
         (isOwnedByBlock(In, In.event(Read).Address) &&
          isOwnedByBlock(In, In.event(Store).Address)) ||
         (In.event(Store).Kind == EventKind::Store && Value != UnknownValue &&
          In.uniformity().of(Value) == Uniform::Grid &&
          Where.sameLocation(Store, Read).Is == SameLocation::Same &&
          !isOfChosenBlocks(Unit, In, Store));
}

/// Is what C reads set up by the block before a barrier of it, by nobody
/// afterwards, and has the thread read it behind that barrier and before the
/// wait? Then the wait is not for it.
static bool isSetUpBefore(const UnitView &Unit, const FunctionView &In,
                          const Poll &P, const Consumer &C) {
  if (C.Writer.In != &In || In.fn().Kind != FunctionKind::Kernel)
    return false;
  const KeptPassed::Passed &Passed = passedBefore(In, P.Read);
  // All of them lie on every way to the wait: the first one comes before what
  // any of them comes before.
  EventId First = NoId;
  for (EventId B : Passed.Barriers)
    if (In.cfg().reaches(C.Writer.E, B) &&
        (First == NoId || In.cfg().dominates(B, First)))
      First = B;
  auto IsReadBehind = [&](EventId R) {
    return In.cfg().dominates(First, R) &&
           In.provenance().sameLocation(R, C.Read).Is == SameLocation::Same;
  };
  if (First == NoId || llvm::none_of(Passed.Loads, IsReadBehind))
    return false;
  return llvm::all_of(Unit.accessesTo(In, C.Read), [&](const AccessRef &A) {
    return !writesMemory(A.In->event(A.E)) ||
           (A.In == &In && !In.cfg().reaches(P.Read, A.E) &&
            isByOwnBlock(Unit, In, C.Read, A.E));
  });
}

bool fencepost::isBesideWait(const UnitView &Unit, const FunctionView &In,
                             const Poll &P, const Consumer &C) {
  return isKeptCopy(Unit, In, P, C) || isSetUpBefore(Unit, In, P, C);
}
