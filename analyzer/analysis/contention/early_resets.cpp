//===- early_resets.cpp - words cleared before all have read them ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/contention/early_resets.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

std::vector<EarlyReset> fencepost::earlyResets(const FunctionView &In,
                                               const Sharing &Who,
                                               const BarrierIntervals &Steps,
                                               llvm::ArrayRef<EventId> Plains,
                                               llvm::ArrayRef<EventId> Rmws) {
  std::vector<EarlyReset> Found;
  if (Rmws.empty() || !Who.hasSeveralThreads())
    return Found;
  auto IsOneWord = [&](EventId E) {
    return Who.shapes().of(In.event(E).Address).ByThread == Varies::Not;
  };
  auto IsThere = [&](EventId A, EventId B) {
    return In.provenance().sameLocation(A, B).Is == SameLocation::Same;
  };
  auto IsForAll = [&](EventId Load) {
    BlockId B = In.cfg().position(Load).Block;
    return In.populations().upToBounds(B) == Population::EveryThread;
  };
  for (EventId S : Plains) {
    const Event &Clear = In.event(S);
    if (Clear.Kind != EventKind::Store || !In.provenance().isShared(S) ||
        Clear.Operand == UnknownValue || !constantOf(In.fn(), Clear.Operand) ||
        !IsOneWord(S) || Who.isGuarded(In.cfg().position(S).Block) ||
        llvm::none_of(Rmws, [&](EventId A) { return IsThere(A, S); }))
      continue;
    for (EventId L : Plains)
      if (In.event(L).Kind == EventKind::Load && IsOneWord(L) && IsForAll(L) &&
          IsThere(S, L) && Steps.follows(L, S)) {
        Found.push_back({S, L});
        break;
      }
  }
  return Found;
}
