//===- lower_pairs.cpp - 64-bit values from their halves -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/lowering.h"

using namespace fencepost;
using namespace fencepost::sass;

static constexpr ValueType Wide{64};
static constexpr ValueType Pointer{64, false, false, true};

ValueId Lowering::pairOf(ValueId Low, ValueId High) {
  constexpr unsigned MaxSteps = 6;
  if (auto V = joined(Low, High, MaxSteps))
    return *V;
  return op(OpCode::Pure, Wide, {Low, High}, "pair");
}

std::optional<ValueId> Lowering::joined(ValueId Low, ValueId High,
                                        unsigned Steps) {
  auto LowConstant = B.constantOf(Low), HighConstant = B.constantOf(High);
  if (LowConstant && HighConstant)
    return number(int64_t(uint64_t(uint32_t(*LowConstant)) |
                          uint64_t(*HighConstant) << 32),
                  64);
  if (HighConstant && uint32_t(*HighConstant) == 0)
    return op(OpCode::Cast, Wide, {Low});
  if (auto It = Halves.find({Low, High}); It != Halves.end())
    return B.current(It->second);
  const Value L = B.value(Low), H = B.value(High);
  bool LowIsCast = L.Kind == ValueKind::Op && L.Op == OpCode::Cast;
  if (H.Kind == ValueKind::Op && H.Op == OpCode::Pure && H.Name == "hi" &&
      LowIsCast && L.Operands[0] == H.Operands[0])
    return L.Operands[0];
  if (L.Kind == ValueKind::Param && H.Kind == ValueKind::Param &&
      H.Imm == L.Imm && L.Name.empty() && H.Name == "hi")
    return B.param(L.Imm, Pointer);
  // The window of shared memory in the generic address space.
  if (H.Kind == ValueKind::Special && H.Name == "swinhi")
    return op(OpCode::Cast, Wide, {Low});
  if (Steps == 0 || H.Kind != ValueKind::Op)
    return std::nullopt;
  // The sign of the lower half.
  if (H.Op == OpCode::Shr && H.Operands[0] == Low &&
      B.constantOf(H.Operands[1]) == 31)
    return op(OpCode::Cast, {64, false, true}, {Low});
  if (H.Op == OpCode::Not && L.Kind == ValueKind::Op && L.Op == OpCode::Neg) {
    auto V = joined(L.Operands[0], H.Operands[0], Steps - 1);
    return V ? std::optional(op(OpCode::Neg, Wide, {*V})) : std::nullopt;
  }
  return joinedSum(Low, High, Steps - 1);
}

// Low is a + b + c, High is "addx"(x, y, z, "carry"(a, b, c)); or both are of
// an LEA: "leax"(shift: a, y, x, "leacarry"(shift: a, b)).
std::optional<ValueId> Lowering::joinedSum(ValueId Low, ValueId High,
                                           unsigned Steps) {
  const Value H = B.value(High);
  if (H.Op != OpCode::Pure || H.Operands.size() < 4)
    return std::nullopt;
  const Value Carry = B.value(H.Operands[3]);
  if (Carry.Kind != ValueKind::Op || Carry.Op != OpCode::Pure)
    return std::nullopt;
  if (H.Name == "addx" && Carry.Name == "carry" && Carry.Operands.size() == 3) {
    static constexpr unsigned Orders[][3] = {{0, 1, 2}, {1, 0, 2}};
    for (const auto &Order : Orders) {
      std::optional<ValueId> Sum;
      for (unsigned N = 0; N < 3; ++N) {
        auto Part = joined(Carry.Operands[N], H.Operands[Order[N]], Steps);
        if (!Part) {
          Sum.reset();
          break;
        }
        Sum = Sum ? op(OpCode::Add, Wide, {*Sum, *Part}) : *Part;
      }
      if (Sum)
        return Sum;
    }
    return std::nullopt;
  }
  if (H.Name == "leax" && Carry.Name == "leacarry" && Carry.Imm == H.Imm &&
      Carry.Operands[0] == H.Operands[0]) {
    auto Base = joined(Carry.Operands[1], H.Operands[1], Steps);
    auto Factor = joined(H.Operands[0], H.Operands[2], Steps);
    if (Base && Factor)
      return op(OpCode::Add, Wide,
                {*Base, op(OpCode::Shl, Wide, {*Factor, number(H.Imm)})});
  }
  return std::nullopt;
}
