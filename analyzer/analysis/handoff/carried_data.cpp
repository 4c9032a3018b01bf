//===- carried_data.cpp - words that bring their data along ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/carried_data.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr unsigned MaxReceivers = 8;

/// Is V made of the result of Read other than by asking what it is?
static bool isMadeOf(const FunctionView &In, ValueId V, EventId Read) {
  bool Found = false;
  visitOperands(In.fn(), V, [&](ValueId Node) {
    const Value &N = In.fn().value(Node);
    Found |= N.Kind == ValueKind::Result && N.Imm == int64_t(Read);
    bool Asks = (N.Op >= OpCode::Eq && N.Op <= OpCode::Ge) ||
                N.Op == OpCode::LogicalNot;
    return !Found && !Asks;
  });
  return Found;
}

/// Adds the loads by which a block may get what Store leaves in its shared
/// memory. False: there are none.
static bool addReceivers(const FunctionView &In, EventId Store,
                         llvm::SmallVectorImpl<EventId> &Reads) {
  const Provenance &Where = In.provenance();
  if (In.event(Store).Kind != EventKind::Store || !Where.isShared(Store))
    return false;
  bool Any = false;
  for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
    if (In.event(Id).Kind != EventKind::Load || !Where.isShared(Id) ||
        !In.cfg().reaches(Store, Id) ||
        Where.sameLocation(Store, Id).Is == SameLocation::Different)
      continue;
    Any = true;
    if (!llvm::is_contained(Reads, Id))
      Reads.push_back(Id);
  }
  return Any;
}

bool fencepost::carriesData(const FunctionView &In, EventId PollRead) {
  llvm::SmallVector<EventId, 4> Reads{PollRead};
  for (size_t I = 0; I < Reads.size(); ++I) {
    if (Reads.size() > MaxReceivers)
      return true;
    llvm::DenseSet<ValueId> Dependents = In.uses().dependents(Reads[I]);
    if (Dependents.empty())
      continue;
    auto Uses = [&](ValueId V) {
      return Dependents.contains(V) && isMadeOf(In, V, Reads[I]);
    };
    for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
      const Event &E = In.event(Id);
      if (!isMemoryAccess(E.Kind) || In.provenance().sameObject(Id, PollRead))
        continue; // A turn that is passed on is no data.
      if (Uses(E.Address))
        return true;
      if (Uses(E.Operand) && !addReceivers(In, Id, Reads))
        return true;
    }
  }
  return false;
}
