//===- evaluate.cpp - constant evaluation of branch conditions ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/evaluate.h"
#include "analyzer/model/fold.h"

using namespace fencepost;

/// Deeper or larger conditions than any poll's are not worth following. Nodes
/// that are reached in several ways count each time.
static constexpr unsigned MaxDepth = 24, MaxNodes = 512;

static std::optional<int64_t> evaluateAt(const Function &Fn, ValueId V,
                                         ValueId Known, int64_t Is,
                                         unsigned Depth, unsigned &Budget) {
  if (V == Known)
    return Is;
  const Value &Node = Fn.value(V);
  if (Node.Kind == ValueKind::Constant)
    return Node.Imm;
  if (Node.Kind != ValueKind::Op || Depth == 0 || Budget == 0)
    return std::nullopt;
  --Budget;
  // Fold over a small function of constants, so that widths and signs follow
  // the one folder of the model.
  Function Scratch;
  Value Copy = Node;
  for (ValueId &Operand : Copy.Operands) {
    auto C = evaluateAt(Fn, Operand, Known, Is, Depth - 1, Budget);
    if (!C)
      return std::nullopt;
    Value Constant;
    Constant.Kind = ValueKind::Constant;
    Constant.Type = Fn.value(Operand).Type;
    Constant.Imm = *C;
    Scratch.Values.push_back(Constant);
    Operand = Scratch.Values.size() - 1;
  }
  if (Copy.Op == OpCode::Select && Copy.Operands.size() == 3)
    return Scratch
        .Values[Copy.Operands[Scratch.Values[Copy.Operands[0]].Imm ? 1 : 2]]
        .Imm;
  return foldConstant(Scratch, Copy);
}

std::optional<int64_t> fencepost::evaluate(const Function &Fn, ValueId V,
                                           ValueId Known, int64_t Is) {
  unsigned Budget = MaxNodes;
  return evaluateAt(Fn, V, Known, Is, MaxDepth, Budget);
}

std::optional<unsigned> fencepost::successorTaken(const Function &Fn, BlockId B,
                                                  ValueId Known, int64_t Is) {
  const Terminator &T = Fn.block(B).Term;
  auto C = evaluate(Fn, T.Condition, Known, Is);
  if (!C)
    return std::nullopt;
  if (T.Kind == TerminatorKind::Branch)
    return *C ? 0 : 1;
  if (T.Kind != TerminatorKind::Switch)
    return std::nullopt;
  for (unsigned I = 0; I < T.CaseValues.size(); ++I)
    if (T.CaseValues[I] == *C)
      return I;
  return T.Successors.size() - 1;
}
