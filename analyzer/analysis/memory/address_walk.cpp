//===- address_walk.cpp - from an address down to its bases ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element and Field steps, sums (the side that is an address), casts, masks;
// selects and phis fork. Steps are bounded; where they end, the base is
// unknown.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/memory/address_walk.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

constexpr unsigned MaxSteps = 256;

/// How much V looks like an address; 0: not at all.
unsigned addressScore(const Function &Fn, ValueId V) {
  unsigned Best = 0;
  SmallVector<ValueId, 8> Work{V};
  DenseSet<ValueId> Seen{V};
  for (unsigned Budget = 64; !Work.empty() && Budget; --Budget) {
    const Value &Node = Fn.Values[Work.pop_back_val()];
    auto Push = [&](ValueId Operand) {
      if (Seen.insert(Operand).second)
        Work.push_back(Operand);
    };
    if (Node.Type.IsPointer || Node.Kind == ValueKind::Global ||
        Node.Kind == ValueKind::Local)
      return 3;
    if (Node.Kind == ValueKind::Param && Node.Type.Bits == 64)
      Best = std::max(Best, 2u);
    if (Node.Kind == ValueKind::Result && Node.Type.Bits == 64)
      Best = std::max(Best, 1u);
    if (Node.Kind == ValueKind::Phi)
      for (ValueId Operand : Node.Operands)
        Push(Operand);
    if (Node.Kind != ValueKind::Op)
      continue;
    if (Node.Op == OpCode::Element || Node.Op == OpCode::Field)
      return 3;
    if (Node.Op == OpCode::Add || Node.Op == OpCode::Sub ||
        Node.Op == OpCode::Select || Node.Op == OpCode::And)
      for (ValueId Operand : Node.Operands)
        Push(Operand);
    if (Node.Op == OpCode::Cast && !Node.Operands.empty()) {
      const ValueType &From = Fn.Values[Node.Operands[0]].Type;
      if (From.IsPointer || From.Bits == 64 || From.Bits == 0 ||
          From.Bits >= Node.Type.Bits)
        Push(Node.Operands[0]);
    }
  }
  return Best;
}

/// Members of the built-in vector types are elements, not a class of objects.
bool isVectorType(StringRef Type) {
  if (Type == "dim3" || Type.ends_with("bfloat162"))
    return true;
  if (Type.empty() || Type.back() < '1' || Type.back() > '4')
    return false;
  StringRef Base = Type.drop_back();
  if (Base.ends_with("half")) // `half4` too, which projects define themselves.
    return true;
  Base.consume_front("u");
  return Base == "char" || Base == "short" || Base == "int" || Base == "long" ||
         Base == "longlong" || Base == "float" || Base == "double";
}

struct Step {
  ValueId V;
  std::optional<int64_t> Offset; ///< So far; nullopt once it varies.
  SmallVector<std::pair<StringRef, int64_t>, 2> Fields; ///< Outermost last.
};

/// One step towards the base; empty where S.V is a base itself.
SmallVector<Step, 2> descend(const Function &Fn, const Step &S) {
  const Value &Node = Fn.Values[S.V];
  SmallVector<Step, 2> Next;
  auto To = [&](ValueId V, std::optional<int64_t> By) {
    Step N = S;
    N.V = V;
    N.Offset = S.Offset && By ? std::optional(wrappingAdd(*S.Offset, *By))
                              : std::nullopt;
    Next.push_back(std::move(N));
  };
  if (Node.Kind == ValueKind::Phi) {
    for (ValueId Operand : Node.Operands)
      To(Operand, 0);
    return Next;
  }
  if (Node.Kind != ValueKind::Op || Node.Operands.empty())
    return Next;
  const auto &Ops = Node.Operands;
  switch (Node.Op) {
  case OpCode::Cast:
    To(Ops[0], 0);
    break;
  case OpCode::Element: {
    auto Index = constantOf(Fn, Ops[1]);
    To(Ops[0], Index && Node.Imm > 0
                   ? std::optional(wrappingMul(*Index, Node.Imm))
                   : std::nullopt);
    break;
  }
  case OpCode::Field:
    To(Ops[0], Node.Imm >= 0 ? std::optional<int64_t>(Node.Imm) : std::nullopt);
    if (!Node.Name.empty() &&
        !isVectorType(StringRef(Node.Name).rsplit("::").first))
      Next.back().Fields.push_back({Node.Name, Node.Imm});
    break;
  case OpCode::Add:
  case OpCode::Sub: {
    if (auto C = constantOf(Fn, Ops[1])) {
      To(Ops[0], Node.Op == OpCode::Add ? *C : wrappingSub(0, *C));
      break;
    }
    unsigned A = addressScore(Fn, Ops[0]);
    unsigned B = Node.Op == OpCode::Add ? addressScore(Fn, Ops[1]) : 0;
    if (A == B)
      break;
    ValueId Other = A > B ? Ops[1] : Ops[0];
    To(A > B ? Ops[0] : Ops[1], constantOf(Fn, Other));
    break;
  }
  case OpCode::And: // An alignment mask.
    To(addressScore(Fn, Ops[0]) >= addressScore(Fn, Ops[1]) ? Ops[0] : Ops[1],
       std::nullopt);
    break;
  case OpCode::Select:
    if (Ops.size() == 3) {
      To(Ops[1], 0);
      To(Ops[2], 0);
    }
    break;
  case OpCode::Pure:
    if (StringRef(Node.Name).contains("cvta"))
      To(Ops[0], 0);
    break;
  default: // Anything else is where an address begins.
    break;
  }
  return Next;
}

} // namespace

SmallVector<AddressBase, 2> addressBases(const Function &Fn, ValueId Address) {
  SmallVector<AddressBase, 2> Result;
  SmallVector<Step, 8> Work;
  Work.push_back({Address, 0, {}});
  DenseMap<ValueId, std::optional<int64_t>> Seen; // Forks, offset so far.
  bool Forked = false, Moves = false;
  for (unsigned Budget = MaxSteps; !Work.empty(); --Budget) {
    Step S = Work.pop_back_val();
    if (Budget == 0) {
      Result.assign(1, {UnknownValue, std::nullopt, {}});
      return Result;
    }
    SmallVector<Step, 2> Next = descend(Fn, S);
    if (Next.size() > 1) {
      Forked = true;
      auto [It, New] = Seen.try_emplace(S.V, S.Offset);
      Moves |= !New && It->second != S.Offset; // A pointer that a loop steps.
      if (!New)
        continue;
    }
    if (!Next.empty()) {
      Work.append(Next.rbegin(), Next.rend());
      continue;
    }
    const Value &Node = Fn.Values[S.V];
    if (Forked && Node.Kind == ValueKind::Constant)
      continue; // A null pointer beside a real one.
    auto Same = llvm::find_if(
        Result, [&](const AddressBase &C) { return C.Base == S.V; });
    if (Same == Result.end())
      Result.push_back({S.V, S.Offset, S.Fields});
    else if (Same->Offset != S.Offset)
      Same->Offset = std::nullopt;
  }
  if (Moves)
    for (AddressBase &C : Result)
      C.Offset = std::nullopt;
  return Result;
}

bool mapsToPeer(const Value &Node) {
  StringRef Name = Node.Name;
  return Node.Kind == ValueKind::Op && Node.Op == OpCode::Pure &&
         (Name.contains("mapa") || Name.contains("map_shared"));
}

} // namespace fencepost
