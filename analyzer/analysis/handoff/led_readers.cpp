//===- led_readers.cpp - one thread acquires, others read -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/led_readers.h"
#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/model/fold.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// A shuffle or vote on the way that says what the wait has read, or that all
/// who read come through.
static EventId voteBetween(const FunctionView &In, EventId From, EventId To) {
  llvm::DenseSet<ValueId> Dependents = In.uses().dependents(From);
  for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
    Event E = In.event(Id);
    if (E.Kind != EventKind::WarpCollective || !In.cfg().reaches(From, Id) ||
        !In.cfg().reaches(Id, To))
      continue;
    bool Tells = false;
    forEachOperand(E, [&](ValueId &V) { Tells |= Dependents.contains(V); });
    if (Tells || (!In.cfg().dominates(Id, From) && In.cfg().dominates(Id, To)))
      return Id;
  }
  return NoId;
}

static bool isByOthers(const FunctionView &In, const Poll &P,
                       const Consumer &C) {
  BlockId Waits = In.cfg().position(P.Read).Block;
  BlockId Reads = In.cfg().position(C.Read).Block;
  // What other blocks read needs no wait of a thread of this one.
  if (In.populations().of(Waits) < Population::OnePerBlock &&
      !onlyBlockAt(In, Reads))
    return false;
  return C.IsAnnounced && !C.Way.Opaque && !C.Way.MayBarrier &&
         !C.Way.MayWarpSync && C.Way.MayAcquire == Scope::None &&
         C.Way.MayAcquireElsewhere == Scope::None &&
         C.Path != ReadPath::NonCoherent &&
         In.event(C.Read).Kind == EventKind::Load &&
         In.populations().upToBounds(Reads) >= Population::FewWarps &&
         !In.populations().sameThreads(Waits, Reads);
}

std::optional<LedRead> fencepost::ledRead(const UnitView &Unit,
                                          const FunctionView &In,
                                          const Poll &P) {
  if (P.Kind != PollKind::Flag || !P.IsPure ||
      In.fn().Kind != FunctionKind::Kernel || !acquires(In.event(P.Read).Ord) ||
      !In.provenance().isVisibleToGrid(P.Read))
    return std::nullopt;
  Population Who = In.populations().of(In.cfg().position(P.Read).Block);
  if (Who > Population::OnePerWarp)
    return std::nullopt;
  const std::vector<Consumer> &All = consumersOf(Unit, In, P.Read);
  auto C = llvm::find_if(
      All, [&](const Consumer &Of) { return isByOthers(In, P, Of); });
  if (C == All.end())
    return std::nullopt;
  return LedRead{&*C, voteBetween(In, P.Read, C->Read)};
}
