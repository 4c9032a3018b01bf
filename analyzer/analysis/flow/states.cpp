//===- states.cpp - cases of a state that a loop carries ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/states.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

namespace {

class StateWalk {
public:
  StateWalk(const FunctionView &In, const Loop &L, const Loop::Exit &Edge)
      : In(In), L(L), Edge(Edge) {}
  bool isBehind(BlockId B, unsigned Depth = 0);

private:
  static constexpr unsigned MaxDepth = 8, MaxValues = 64, MaxSteps = 256;

  const FunctionView &In;
  const Loop &L;
  const Loop::Exit &Edge;
  llvm::DenseSet<BlockId> Asking;
  unsigned Steps = 0;

  bool isSetBehind(ValueId State, int64_t Case, unsigned Depth);
  bool leadsByCase(BlockId From, BlockId B, unsigned Depth);
};

} // namespace

/// Is State set to Case by threads that have left by the edge alone?
bool StateWalk::isSetBehind(ValueId State, int64_t Case, unsigned Depth) {
  llvm::SmallVector<ValueId, 16> Work{State};
  llvm::DenseSet<ValueId> Seen{State};
  while (!Work.empty()) {
    const Value &Merge = In.fn().value(Work.pop_back_val());
    const auto &Preds = In.fn().block(BlockId(Merge.Imm)).Predecessors;
    for (size_t I = 0; I < Merge.Operands.size() && I < Preds.size(); ++I) {
      ValueId V = stripCasts(In.fn(), Merge.Operands[I]);
      if (V == UnknownValue)
        return false;
      auto Is = constantOf(In.fn(), V);
      if (Is && *Is != Case)
        continue;
      if (In.fn().value(V).Kind == ValueKind::Phi) {
        if (Seen.insert(V).second)
          Work.push_back(V);
        if (Seen.size() > MaxValues)
          return false;
      } else if (!isBehind(Preds[I], Depth + 1)) {
        return false;
      }
    }
  }
  return true;
}

/// Does From ask for a state that the loop carries, and lead to B by a case
/// that is set behind the edge?
bool StateWalk::leadsByCase(BlockId From, BlockId B, unsigned Depth) {
  const Terminator &T = In.fn().block(From).Term;
  if (T.Successors.size() < 2 || T.Condition == UnknownValue)
    return false;
  auto Carried = [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    return Node.Kind == ValueKind::Phi && BlockId(Node.Imm) == L.Header;
  };
  auto Leads = [&](ValueId Of, int64_t Case, unsigned Successor) {
    ValueId State = stripCasts(In.fn(), Of);
    return State != UnknownValue && Carried(State) &&
           In.cfg().edgeDominates(From, Successor, B) &&
           isSetBehind(State, Case, Depth);
  };
  if (T.Kind == TerminatorKind::Switch) {
    for (unsigned I = 0; I < T.CaseValues.size(); ++I)
      if (Leads(T.Condition, T.CaseValues[I], I))
        return true;
    return false;
  }
  const Value &Test = In.fn().value(T.Condition);
  if (T.Kind != TerminatorKind::Branch || Test.Kind != ValueKind::Op ||
      (Test.Op != OpCode::Eq && Test.Op != OpCode::Ne) ||
      Test.Operands.size() != 2)
    return false;
  for (unsigned I : {0, 1})
    if (auto Case = constantOf(In.fn(), Test.Operands[1 - I]))
      return Leads(Test.Operands[I], *Case, Test.Op == OpCode::Eq ? 0 : 1);
  return false;
}

bool StateWalk::isBehind(BlockId B, unsigned Depth) {
  if (In.cfg().edgeDominates(Edge.From, Edge.Successor, B))
    return true;
  if (!L.contains(B) || Depth > MaxDepth || ++Steps > MaxSteps)
    return false;
  // On a circle of states the first one to be entered decides.
  if (!Asking.insert(B).second)
    return true;
  bool Is = llvm::any_of(L.Blocks, [&](BlockId From) {
    return In.cfg().dominatesBlock(From, B) && leadsByCase(From, B, Depth);
  });
  Asking.erase(B);
  return Is;
}

bool fencepost::isLedToByState(const FunctionView &In, const Loop &L,
                               const Loop::Exit &Edge, BlockId B) {
  return StateWalk(In, L, Edge).isBehind(B);
}
