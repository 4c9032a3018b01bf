//===- own_counts.cpp - words that one thread keeps for itself ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounds, steps and indices of queues that a thread counts in memory: they are
// handed to nobody, whatever is raised behind them.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// A word of a thread, or one that the block reads and one thread writes.
static bool countsAlone(const FunctionView &In, EventId Id) {
  if (!isOwnedByBlock(In, In.event(Id).Address))
    return false;
  BlockId B = In.cfg().position(Id).Block;
  bool ByThread = false, Counts = false;
  visitOperands(In.fn(), In.event(Id).Address, [&](ValueId V) {
    ByThread |= llvm::StringRef(In.fn().value(V).Name).starts_with("tid");
    return true;
  });
  auto IsByOwner = [&](EventId E) {
    BlockId At = In.cfg().position(E).Block;
    if (ByThread)
      return In.populations().sameThreads(At, B);
    return In.event(E).Kind == EventKind::Load ||
           In.populations().of(At) == Population::OnePerBlock;
  };
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    if (!isMemoryAccess(In.event(E).Kind) || !In.provenance().sameObject(E, Id))
      continue;
    if (In.provenance().sameLocation(E, Id).Is != SameLocation::Same ||
        !IsByOwner(E))
      return false;
    if (In.event(E).Kind != EventKind::Store)
      continue;
    auto From = sourceEvents(In.fn(), In.event(E).Operand);
    Counts |= llvm::any_of(From, [&](EventId S) {
      return In.event(S).Kind == EventKind::Load &&
             In.provenance().sameObject(S, Id);
    });
  }
  return Counts;
}

namespace {
struct KeptCounters {
  llvm::DenseMap<EventId, bool> Own;
};
} // namespace

bool fencepost::isOwnCounter(const FunctionView &In, EventId Id) {
  auto &Own = In.kept().of<KeptCounters>().Own;
  if (auto Known = Own.find(Id); Known != Own.end())
    return Known->second;
  return Own[Id] = countsAlone(In, Id);
}

/// The same element by the same index, whatever way leads to the array.
static bool isSameElement(const FunctionView &In, EventId A, EventId B) {
  const Value &X = In.fn().value(In.event(A).Address);
  const Value &Y = In.fn().value(In.event(B).Address);
  return X.Op == OpCode::Element && Y.Op == OpCode::Element && X.Imm == Y.Imm &&
         X.Operands[1] == Y.Operands[1] &&
         In.fn().value(X.Operands[1]).Kind != ValueKind::Constant &&
         In.event(A).Object == In.event(B).Object;
}

bool fencepost::keepsCount(const FunctionView &In, EventId Store) {
  const Event &E = In.event(Store);
  if (E.Kind != EventKind::Store || E.Ord != Order::Weak)
    return false;
  auto From = sourceEvents(In.fn(), E.Operand);
  return llvm::any_of(From, [&](EventId S) {
    return In.event(S).Kind == EventKind::Load &&
           In.event(S).Ord == Order::Weak && !In.polls().of(S) &&
           ((In.provenance().sameObject(S, Store) &&
             In.provenance().sameLocation(S, Store).Is !=
                 SameLocation::Different) ||
            isSameElement(In, S, Store));
  });
}

/// `n = n + 1`, in whatever way memory is reached.
static bool isStep(const FunctionView &In, EventId Store) {
  const Event &E = In.event(Store);
  if (E.Kind != EventKind::Store || E.IsFloat || E.Operand == UnknownValue)
    return false;
  LinearForm Form = linearForm(In.fn(), stripCasts(In.fn(), E.Operand));
  if (Form.Constant == 0 || Form.Terms.size() != 1 || Form.Terms[0].second != 1)
    return false;
  const Value &Old = In.fn().value(stripCasts(In.fn(), Form.Terms[0].first));
  return Old.Kind == ValueKind::Result &&
         In.event(EventId(Old.Imm)).Kind == EventKind::Load &&
         In.provenance().sameLocation(EventId(Old.Imm), Store).Is ==
             SameLocation::Same;
}

bool fencepost::isSteppedByAll(const UnitView &Unit, const FunctionView &In,
                               EventId Wait, EventId Read) {
  bool Here = false, Before = false;
  for (const AccessRef &A : Unit.accessesTo(In, Read)) {
    bool IsThis = A.In == &In && In.provenance().sameLocation(A.E, Read).Is ==
                                     SameLocation::Same;
    Before |= IsThis && In.cfg().dominates(A.E, Wait);
    if (!writesMemory(A.In->event(A.E)))
      continue;
    if (!isStep(*A.In, A.E))
      return false;
    Here |= IsThis;
  }
  return Here && Before;
}

bool fencepost::isKeptTwoWays(const UnitView &Unit, const FunctionView &In,
                              EventId E) {
  const Event &Ev = In.event(E);
  if (!llvm::StringRef(In.provenance().object(E).Key).starts_with("field:") ||
      Ev.Ord != Order::Weak || Ev.IsFloat ||
      (Ev.Kind != EventKind::Store && Ev.Kind != EventKind::Load))
    return false;
  bool Keeps = false, Shared = false;
  for (const AccessRef &A : Unit.accessesTo(In, E)) {
    Keeps |= A.In == &In && A.In->event(A.E).Kind == EventKind::Store &&
             (A.E == E ||
              In.provenance().sameLocation(A.E, E).Is == SameLocation::Same) &&
             keepsCount(In, A.E);
    Shared |= isRmw(A.In->event(A.E).Kind) && !A.In->polls().of(A.E);
  }
  return Keeps && Shared;
}

bool fencepost::keepsRound(const FunctionView &In, EventId Store,
                           EventId Publish) {
  bool IsOwn = isOwnCounter(In, Store);
  if (!IsOwn && !keepsCount(In, Store))
    return false;
  ValueId Raised = In.event(Publish).Operand;
  const Value &Node = In.fn().value(Raised);
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (!isMemoryAccess(Ev.Kind) || !In.provenance().sameObject(E, Store))
      continue;
    // Of a word that others may touch too, the very count that is stored.
    if (!IsOwn &&
        (!isBefore(In, E, Publish) ||
         In.provenance().sameLocation(E, Store).Is != SameLocation::Same ||
         (E != Store && !isBefore(In, Store, E))))
      continue;
    // `n += 1` as a value reads the word once more.
    if ((Ev.Kind == EventKind::Store && Ev.Operand == Raised) ||
        (Ev.Kind == EventKind::Load && Node.Kind == ValueKind::Result &&
         EventId(Node.Imm) == E))
      return true;
  }
  return false;
}
