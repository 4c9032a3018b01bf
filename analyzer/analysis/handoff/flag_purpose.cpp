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
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/DenseSet.h"
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

/// Is V made of a plain load of memory of the grid that the function also
/// writes, or a constant that was chosen by a test of such a load?
static bool isFound(const FunctionView &In, ValueId V) {
  constexpr unsigned MaxSteps = 512;
  const Function &Fn = In.fn();
  llvm::SmallVector<ValueId, 16> Work{V};
  llvm::SmallDenseSet<ValueId, 32> Seen;
  for (unsigned Step = 0; !Work.empty() && Step < MaxSteps; ++Step) {
    ValueId At = Work.pop_back_val();
    if (At == UnknownValue || !Seen.insert(At).second)
      continue;
    const Value &Node = Fn.value(At);
    if (Node.Kind == ValueKind::Result && !isTransform(Fn.Events[Node.Imm])) {
      const Event &E = Fn.Events[Node.Imm];
      if (E.Kind == EventKind::Load && E.Ord == Order::Weak &&
          E.Address != UnknownValue &&
          In.provenance().isVisibleToGrid(Node.Imm) &&
          !In.provenance().isUnchanging(Node.Imm))
        return true;
      continue;
    }
    llvm::append_range(Work, valueOperands(Fn, At));
    llvm::ArrayRef<BlockId> From;
    if (Node.Kind == ValueKind::Phi)
      From = Fn.block(BlockId(Node.Imm)).Predecessors;
    for (size_t K = 0; K < From.size() && K < Node.Operands.size(); ++K)
      if (constantOf(Fn, Node.Operands[K]))
        for (auto &D : In.cfg().directControlDependences(From[K]))
          Work.push_back(Fn.block(D.Branch).Term.Condition);
  }
  return false;
}

bool fencepost::tellsOfFinding(const FunctionView &In, EventId E) {
  BlockId B = In.cfg().position(E).Block;
  auto MayLeave = [&](BlockId Branch) {
    return llvm::any_of(In.loops().all(), [&](const Loop &L) {
      return L.contains(B) && llvm::any_of(L.Exits, [&](const Loop::Exit &X) {
               return X.From == Branch;
             });
    });
  };
  return constantOf(In.fn(), In.event(E).Operand) &&
         llvm::any_of(In.cfg().controlDependences(B), [&](auto &D) {
           return !MayLeave(D.Branch) &&
                  isFound(In, In.fn().block(D.Branch).Term.Condition);
         });
}

/// What an atomic whose result is not used adds to its word, if that is known.
static std::optional<int64_t> addedBy(const FunctionView &In, const Event &E) {
  bool IsUsed = E.Kind != EventKind::Red && E.ResultUsed;
  if (!isRmw(E.Kind) || IsUsed || E.IsFloat ||
      (E.Rmw != RmwOp::Add && E.Rmw != RmwOp::Sub))
    return std::nullopt;
  auto By = constantOf(In.fn(), E.Operand);
  return By && E.Rmw == RmwOp::Sub ? std::optional(wrappingSub(0, *By)) : By;
}

bool fencepost::isCountedBack(const FunctionView &In, EventId E) {
  auto First = addedBy(In, In.event(E));
  if (!First || *First == 0 || In.event(E).Scp != Scope::Sys)
    return false;
  for (EventId Then = 0; Then < In.fn().Events.size(); ++Then) {
    auto Second = addedBy(In, In.event(Then));
    if (Second && wrappingSub(0, *Second) == *First &&
        In.cfg().dominates(E, Then) && isSameClass(In, E, {&In, Then}))
      return true;
  }
  return false;
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
