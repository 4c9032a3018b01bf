//===- flag_purpose.cpp - words that announce nothing ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words that look like flags but serve for themselves: counters from which
// places are drawn, words whose value is all that a wait is for.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

namespace {
struct KeptDraws {
  llvm::DenseMap<EventId, bool> Of;
};
} // namespace

bool fencepost::drawsPlace(const FunctionView &In, EventId E) {
  if (!isRmw(In.event(E).Kind) || !In.event(E).ResultUsed)
    return false;
  auto [At, IsNew] = In.kept().of<KeptDraws>().Of.try_emplace(E, false);
  if (!IsNew)
    return At->second;
  llvm::DenseSet<ValueId> Led = In.uses().dependents(E);
  return At->second = llvm::any_of(In.fn().Events, [&](const Event &Of) {
           return Of.Address != UnknownValue && Led.contains(Of.Address);
         });
}

bool fencepost::isTakenAsData(const AccessRef &A) {
  const Function &Fn = A.In->fn();
  for (EventId X = 0; X < Fn.Events.size(); ++X) {
    const Event &Of = Fn.Events[X];
    if ((Of.Kind == EventKind::Store || isRmw(Of.Kind)) &&
        Of.Operand != UnknownValue && A.In->cfg().reaches(A.E, X) &&
        llvm::any_of(sourceEvents(Fn, Of.Operand), [&](EventId From) {
          return From == A.E ||
                 (Fn.Events[From].Kind == EventKind::Load &&
                  A.In->cfg().reaches(A.E, From) &&
                  A.In->provenance().sameLocation(From, A.E).Is ==
                      SameLocation::Same);
        }))
      return true;
  }
  return false;
}
