//===- fold.cpp - constants and identities --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/fold.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using namespace fencepost;

int64_t fencepost::extendTo(uint64_t V, ValueType Type) {
  unsigned Bits = Type.Bits;
  if (Bits == 0 || Bits >= 64)
    return V;
  return Type.IsSigned ? llvm::SignExtend64(V, Bits)
                       : int64_t(V & llvm::maskTrailingOnes<uint64_t>(Bits));
}

//===- Equal values -------------------------------------------------------===//

static uint32_t hashOf(const Value &V) {
  constexpr uint64_t Factor = 0x9e3779b97f4a7c15u;
  uint64_t Hash =
      uint64_t(V.Kind) | uint64_t(V.Op) << 8 | uint64_t(V.Type.Bits) << 16 |
      uint64_t(V.Type.IsFloat | V.Type.IsSigned << 1 | V.Type.IsPointer << 2)
          << 32;
  auto Mix = [&](uint64_t Part) {
    Hash = (Hash ^ Part) * Factor;
    Hash ^= Hash >> 32;
  };
  Mix(V.Imm);
  for (ValueId Operand : V.Operands)
    Mix(Operand);
  if (!V.Name.empty())
    Mix(llvm::xxh3_64bits(V.Name));
  return Hash;
}

static bool areEqual(const Value &A, const Value &B) {
  return A.Kind == B.Kind && A.Op == B.Op && A.Type == B.Type &&
         A.Imm == B.Imm && A.Operands == B.Operands && A.Name == B.Name;
}

void ValueIndex::clear() {
  Slots.assign(Slots.size(), Slot());
  Used = 0;
}

void ValueIndex::grow() {
  constexpr size_t Smallest = 256;
  std::vector<Slot> Old(std::max(Smallest, Slots.size() * 2));
  Old.swap(Slots);
  for (const Slot &S : Old) {
    if (S.Id == NoId)
      continue;
    size_t I = S.Hash & (Slots.size() - 1);
    while (Slots[I].Id != NoId)
      I = (I + 1) & (Slots.size() - 1);
    Slots[I] = S;
  }
}

ValueId ValueIndex::findOrAdd(llvm::ArrayRef<Value> All, const Value &V,
                              ValueId Id) {
  if (Used * 2 >= Slots.size())
    grow();
  uint32_t Hash = hashOf(V);
  size_t Mask = Slots.size() - 1, I = Hash & Mask;
  for (; Slots[I].Id != NoId; I = (I + 1) & Mask)
    if (Slots[I].Hash == Hash && areEqual(All[Slots[I].Id], V))
      return Slots[I].Id;
  Slots[I] = {Hash, Id};
  ++Used;
  return Id;
}

//===- Folding ------------------------------------------------------------===//

namespace {

std::optional<int64_t> foldBinary(OpCode Op, int64_t A, int64_t B,
                                  bool IsSigned) {
  uint64_t UA = A, UB = B;
  switch (Op) {
  case OpCode::Add:
    return UA + UB;
  case OpCode::Sub:
    return UA - UB;
  case OpCode::Mul:
    return UA * UB;
  case OpCode::Div:
    if (B == 0 || (IsSigned && A == INT64_MIN && B == -1))
      return std::nullopt;
    return IsSigned ? A / B : int64_t(UA / UB);
  case OpCode::Rem:
    if (B == 0 || (IsSigned && A == INT64_MIN && B == -1))
      return std::nullopt;
    return IsSigned ? A % B : int64_t(UA % UB);
  case OpCode::Shl:
    return UB < 64 ? std::optional<int64_t>(UA << UB) : std::nullopt;
  case OpCode::Shr:
    if (UB >= 64)
      return std::nullopt;
    return IsSigned ? A >> B : int64_t(UA >> UB);
  case OpCode::And:
    return A & B;
  case OpCode::Or:
    return A | B;
  case OpCode::Xor:
    return A ^ B;
  case OpCode::Min:
    return IsSigned ? std::min(A, B) : int64_t(std::min(UA, UB));
  case OpCode::Max:
    return IsSigned ? std::max(A, B) : int64_t(std::max(UA, UB));
  case OpCode::Eq:
    return A == B;
  case OpCode::Ne:
    return A != B;
  case OpCode::Lt:
    return IsSigned ? A < B : UA < UB;
  case OpCode::Le:
    return IsSigned ? A <= B : UA <= UB;
  case OpCode::Gt:
    return IsSigned ? A > B : UA > UB;
  case OpCode::Ge:
    return IsSigned ? A >= B : UA >= UB;
  default: // Not a binary integer operation.
    return std::nullopt;
  }
}

bool isComparison(OpCode Op) { return Op >= OpCode::Eq && Op <= OpCode::Ge; }

} // namespace

std::optional<int64_t> fencepost::foldConstant(const Function &Fn,
                                               const Value &V) {
  if (V.Operands.empty() || V.Operands.size() > 2 || V.Type.IsFloat)
    return std::nullopt;
  for (ValueId Operand : V.Operands) {
    const Value &Node = Fn.Values[Operand];
    if (Node.Kind != ValueKind::Constant || Node.Type.IsFloat)
      return std::nullopt;
  }
  const Value &A = Fn.Values[V.Operands[0]];
  if (V.Operands.size() == 1) {
    switch (V.Op) {
    case OpCode::Not:
      return extendTo(~A.Imm, V.Type);
    case OpCode::Neg:
      return extendTo(-uint64_t(A.Imm), V.Type);
    case OpCode::LogicalNot:
      return A.Imm == 0;
    case OpCode::Cast:
      return V.Type.Bits == 1 ? A.Imm != 0 : extendTo(A.Imm, V.Type);
    default: // Addresses, aggregates and calls are never constants.
      return std::nullopt;
    }
  }
  bool IsSigned = isComparison(V.Op) ? A.Type.IsSigned : V.Type.IsSigned;
  auto R = foldBinary(V.Op, A.Imm, Fn.Values[V.Operands[1]].Imm, IsSigned);
  if (R && !isComparison(V.Op))
    *R = extendTo(*R, V.Type);
  return R;
}

std::optional<ValueId> fencepost::foldIdentity(const Function &Fn,
                                               const Value &V) {
  auto Is = [&](unsigned I, int64_t C) {
    const Value &Node = Fn.Values[V.Operands[I]];
    return Node.Kind == ValueKind::Constant && !Node.Type.IsFloat &&
           Node.Imm == C;
  };
  auto SameType = [&](unsigned I) {
    return Fn.Values[V.Operands[I]].Type == V.Type;
  };
  if (V.Op == OpCode::Select && V.Operands.size() == 3) {
    const Value &C = Fn.Values[V.Operands[0]];
    if (C.Kind == ValueKind::Constant)
      return V.Operands[C.Imm ? 1 : 2];
    if (V.Operands[1] == V.Operands[2] && V.Operands[1] != UnknownValue)
      return V.Operands[1];
    return std::nullopt;
  }
  if (V.Op == OpCode::Cast && V.Operands.size() == 1 && SameType(0) &&
      V.Name.empty())
    return V.Operands[0];
  if (V.Op == OpCode::LogicalNot && V.Operands.size() == 1) {
    // !!x is x where x is a truth value already.
    const Value &Inner = Fn.Values[V.Operands[0]];
    if (Inner.Kind == ValueKind::Op && Inner.Op == OpCode::LogicalNot &&
        Fn.Values[Inner.Operands[0]].Type.Bits == 1)
      return Inner.Operands[0];
    return std::nullopt;
  }
  if (V.Type.IsFloat || V.Operands.size() != 2 || !SameType(0))
    return std::nullopt;
  switch (V.Op) {
  case OpCode::Add:
  case OpCode::Sub:
  case OpCode::Shl:
  case OpCode::Shr:
  case OpCode::Or:
  case OpCode::Xor:
    if (Is(1, 0))
      return V.Operands[0];
    return std::nullopt;
  case OpCode::Mul:
  case OpCode::Div:
    if (Is(1, 1))
      return V.Operands[0];
    return std::nullopt;
  default: // No identity is worth its cost for the others.
    return std::nullopt;
  }
}

bool fencepost::yieldsValue(const Event &E) {
  switch (E.Kind) {
  case EventKind::Load:
  case EventKind::Rmw:
  case EventKind::WarpCollective:
  case EventKind::Mbarrier:
  case EventKind::OpaqueCall:
    return true;
  case EventKind::CtaBarrier:
    return !E.Extra.empty(); // A reduction over the predicate.
  case EventKind::Store:
  case EventKind::Red:
  case EventKind::Fence:
  case EventKind::ProxyFence:
  case EventKind::ClusterBarrier:
  case EventKind::WarpSync:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
  case EventKind::GridDependency:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
    return false;
  }
  return false;
}

void fencepost::forEachOperand(Event &E,
                               llvm::function_ref<void(ValueId &)> Visit) {
  for (ValueId *V : {&E.Address, &E.Operand, &E.BarrierId, &E.Participants,
                     &E.CompletionObject})
    if (*V != UnknownValue)
      Visit(*V);
  for (ValueId &V : E.Extra)
    Visit(V);
}
