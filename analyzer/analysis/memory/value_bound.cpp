//===- value_bound.cpp - how large an index can be ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Masks, remainders, shifts, minima and bytes that were loaded bound a value.
// Depth is bounded; beyond it nothing is known.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/collision.h"
#include "analyzer/analysis/flow/linear.h"

using namespace llvm;

namespace fencepost {
namespace {

using Bound = std::optional<uint64_t>;

/// No sum or product of larger numbers is of interest.
constexpr uint64_t Limit = uint64_t(1) << 40;

/// A phi of more ways is not followed, and each counts as deep as so many
/// operations: a counter of a loop ends the walk soon.
constexpr size_t MaxWays = 4;
constexpr unsigned PhiDepth = 4;

Bound checked(uint64_t V) { return V < Limit ? Bound(V) : std::nullopt; }

Bound least(Bound A, Bound B) {
  if (!A || !B)
    return A ? A : B;
  return std::min(*A, *B);
}

Bound boundOf(const Function &Fn, ValueId V, unsigned Depth);

Bound ofOperation(const Function &Fn, const Value &Node, unsigned Depth) {
  auto Operand = [&](unsigned I) {
    return I < Node.Operands.size() ? boundOf(Fn, Node.Operands[I], Depth + 1)
                                    : std::nullopt;
  };
  auto Constant = [&](unsigned I) {
    return I < Node.Operands.size() ? constantOf(Fn, Node.Operands[I])
                                    : std::nullopt;
  };
  switch (Node.Op) {
  case OpCode::And: {
    // A mask that is no number may still be small.
    return least(Operand(0), Operand(1));
  }
  case OpCode::Rem:
    if (auto C = Constant(1); C && *C > 0)
      return uint64_t(*C) - 1;
    return std::nullopt;
  case OpCode::Shr: {
    auto C = Constant(1);
    if (!C || *C < 0 || *C > 63)
      return std::nullopt;
    if (auto Of = Operand(0))
      return *Of >> *C;
    if (!Node.Type.IsSigned && Node.Type.Bits && *C < Node.Type.Bits)
      return checked((Node.Type.Bits == 64
                          ? ~uint64_t(0)
                          : (uint64_t(1) << Node.Type.Bits) - 1) >>
                     *C);
    return std::nullopt;
  }
  case OpCode::Div:
    if (auto C = Constant(1), Of = Constant(1); C && Of && *C > 0)
      if (auto Top = Operand(0))
        return *Top / uint64_t(*C);
    return std::nullopt;
  case OpCode::Min:
    return least(Operand(0), Operand(1));
  case OpCode::Max:
  case OpCode::Select: {
    unsigned First = Node.Op == OpCode::Select;
    auto A = Operand(First), B = Operand(First + 1);
    return A && B ? Bound(std::max(*A, *B)) : std::nullopt;
  }
  case OpCode::Add: {
    auto A = Operand(0), B = Operand(1);
    return A && B ? checked(*A + *B) : std::nullopt;
  }
  case OpCode::Mul: {
    auto A = Operand(0), B = Operand(1);
    if (!A || !B || (*B && *A > Limit / *B))
      return std::nullopt;
    return checked(*A * *B);
  }
  case OpCode::Shl: {
    auto A = Operand(0);
    auto C = Constant(1);
    if (!A || !C || *C < 0 || *C > 32 || *A > (Limit >> *C))
      return std::nullopt;
    return checked(*A << *C);
  }
  case OpCode::Cast: {
    const Value &From = Fn.Values[Node.Operands[0]];
    if (From.Type.IsFloat)
      return std::nullopt;
    auto Of = Operand(0);
    // A byte that is widened.
    if (!Of && !From.Type.IsSigned && From.Type.Bits > 0 && From.Type.Bits <= 8)
      return (uint64_t(1) << From.Type.Bits) - 1;
    if (!Of && !Node.Type.IsSigned && Node.Type.Bits > 0 && Node.Type.Bits <= 8)
      return (uint64_t(1) << Node.Type.Bits) - 1;
    return Of;
  }
  default: // Nothing that keeps a number small.
    return std::nullopt;
  }
}

Bound boundOf(const Function &Fn, ValueId V, unsigned Depth) {
  if (Depth > 12)
    return std::nullopt;
  const Value &Node = Fn.Values[V];
  switch (Node.Kind) {
  case ValueKind::Constant:
    if (Node.Type.IsFloat || Node.Imm < 0)
      return std::nullopt;
    return checked(uint64_t(Node.Imm));
  case ValueKind::Op:
    return ofOperation(Fn, Node, Depth);
  case ValueKind::Result: {
    const Event &E = Fn.Events[Node.Imm];
    if (E.Kind == EventKind::Load && E.Bits == 8 && E.Elements == 1 &&
        !Node.Type.IsSigned)
      return 255;
    return std::nullopt;
  }
  case ValueKind::Phi: {
    Bound Top = 0;
    for (ValueId Way : Node.Operands) {
      auto Of = Node.Operands.size() <= MaxWays
                    ? boundOf(Fn, Way, Depth + PhiDepth)
                    : std::nullopt;
      if (!Of)
        return std::nullopt;
      Top = std::max(*Top, *Of);
    }
    return Node.Operands.empty() ? std::nullopt : Top;
  }
  case ValueKind::Unknown:
  case ValueKind::Param:
  case ValueKind::Special:
  case ValueKind::Global:
  case ValueKind::Local:
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace

std::optional<uint64_t> upperBound(const Function &Fn, ValueId V) {
  return boundOf(Fn, V, 0);
}

} // namespace fencepost
