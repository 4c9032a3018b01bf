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

using KnownValues = llvm::function_ref<std::optional<int64_t>(ValueId)>;

/// Is the result zero whatever the other operand is, since this one is?
static bool isZeroBy(const Value &Node, unsigned Operand) {
  if (Node.Type.IsFloat || Node.Operands.size() != 2)
    return false;
  return Node.Op == OpCode::Mul || Node.Op == OpCode::And ||
         (Operand == 0 && (Node.Op == OpCode::Div || Node.Op == OpCode::Rem ||
                           Node.Op == OpCode::Shl || Node.Op == OpCode::Shr));
}

static std::optional<int64_t> evaluateAt(const Function &Fn, ValueId V,
                                         KnownValues Known, unsigned Depth,
                                         unsigned &Budget) {
  if (auto Is = Known(V))
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
  bool IsKnown = true;
  for (unsigned I = 0; I < Copy.Operands.size(); ++I) {
    ValueId &Operand = Copy.Operands[I];
    auto C = evaluateAt(Fn, Operand, Known, Depth - 1, Budget);
    if (C == 0 && isZeroBy(Node, I))
      return 0;
    IsKnown &= C.has_value();
    if (!C)
      continue;
    Value Constant;
    Constant.Kind = ValueKind::Constant;
    Constant.Type = Fn.value(Operand).Type;
    Constant.Imm = *C;
    Scratch.Values.push_back(Constant);
    Operand = Scratch.Values.size() - 1;
  }
  if (!IsKnown)
    return std::nullopt;
  if (Copy.Op == OpCode::Select && Copy.Operands.size() == 3)
    return Scratch
        .Values[Copy.Operands[Scratch.Values[Copy.Operands[0]].Imm ? 1 : 2]]
        .Imm;
  return foldConstant(Scratch, Copy);
}

std::optional<int64_t> fencepost::evaluate(const Function &Fn, ValueId V,
                                           ValueId Known, int64_t Is) {
  return evaluate(Fn, V, [&](ValueId Of) {
    return Of == Known ? std::optional(Is) : std::nullopt;
  });
}

std::optional<int64_t> fencepost::evaluate(const Function &Fn, ValueId V,
                                           KnownValues Known) {
  unsigned Budget = MaxNodes;
  return evaluateAt(Fn, V, Known, MaxDepth, Budget);
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
