//===- weakening.cpp - when advice to weaken may be given -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/weakening.h"

using namespace fencepost;

static bool isKnownInFull(const FunctionView &In) {
  return In.fn().Kind == FunctionKind::Kernel &&
         In.fn().State == Coverage::Analysed;
}

void fencepost::forEachKnownEvent(
    const UnitView &Unit,
    llvm::function_ref<void(const FunctionView &, EventId)> Do) {
  for (const auto &In : Unit.functions())
    for (EventId E = 0; isKnownInFull(*In) && E < In->fn().Events.size(); ++E)
      Do(*In, E);
}

void Weakening::tell(FindingBuilder &F) const {
  for (const std::string &A : Assumptions)
    F.assume(A);
}

Weakening fencepost::mayWeaken(const UnitView &Unit, const FunctionView &In,
                               const Change &C, FindingSink &Sink,
                               const Premises &Known) {
  // A scope matters through the threads that it holds alone (PTX ISA 8.4): one
  // that still holds all of them leaves every relation as it was.
  bool OnlyScope = !C.IsDrop && C.NewOrder == Order::Unknown;
  if (OnlyScope && Known.Farthest != Scope::Unknown &&
      C.NewScope >= Known.Farthest)
    return {true, {}};
  AdviceResult R = judge(Unit, In, C, Known);
  if (!R)
    Sink.withheld(R.Reason);
  return {R.Is == Advice::Holds, std::move(R.Assumptions)};
}
