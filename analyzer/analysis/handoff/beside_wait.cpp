//===- beside_wait.cpp - reads that a wait is not for ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/beside_wait.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

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

/// Is what C reads set up before a barrier of the block, by nobody afterwards,
/// and has the thread read it behind that barrier and before the wait? Then the
/// wait is not for it.
static bool isSetUpBefore(const UnitView &Unit, const FunctionView &In,
                          const Poll &P, const Consumer &C) {
  auto IsLater = [&](const AccessRef &A) {
    return writesMemory(A.In->event(A.E)) &&
           (A.In != &In || In.cfg().reaches(P.Read, A.E));
  };
  if (C.Writer.In != &In || In.fn().Kind != FunctionKind::Kernel ||
      llvm::any_of(Unit.accessesTo(In, C.Read), IsLater))
    return false;
  const Function &Fn = In.fn();
  auto IsJoined = [&](EventId Read) {
    return llvm::any_of(
        llvm::seq<EventId>(0, Fn.Events.size()), [&](EventId B) {
          return In.event(B).Kind == EventKind::CtaBarrier &&
                 In.cfg().dominates(B, Read) && In.cfg().reaches(C.Writer.E, B);
        });
  };
  return llvm::any_of(llvm::seq<EventId>(0, Fn.Events.size()), [&](EventId R) {
    return In.event(R).Kind == EventKind::Load &&
           In.event(R).Address != UnknownValue &&
           In.cfg().dominates(R, P.Read) &&
           In.provenance().sameLocation(R, C.Read).Is == SameLocation::Same &&
           IsJoined(R);
  });
}

bool fencepost::isBesideWait(const UnitView &Unit, const FunctionView &In,
                             const Poll &P, const Consumer &C) {
  return isKeptCopy(Unit, In, P, C) || isSetUpBefore(Unit, In, P, C);
}
