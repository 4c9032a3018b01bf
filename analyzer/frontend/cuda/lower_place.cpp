//===- lower_place.cpp - local objects and the way back to them -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses of local objects are value nodes (Local, Field, Element). An
// address that leads to exactly one place designates its SSA variables; one
// that may lead to several is read and written with loss (Havoc).
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_guard.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::QualType;

static constexpr ValueType Pointer{64, false, false, true};
static constexpr ValueType Index{64, false, true, false};

unsigned FunctionLowering::newObject(QualType T, llvm::StringRef Name) {
  LocalObject Object;
  Object.Shape = &Unit.Shapes.of(T);
  Object.First = NextVariable;
  Object.Name = Name.str();
  Object.InlinedAt = Cur ? Cur->InlinedAt : Nowhere;
  NextVariable += Object.Shape->Leaves.size();
  Objects.push_back(std::move(Object));
  return Objects.size() - 1;
}

unsigned FunctionLowering::objectOf(const clang::VarDecl *Var) {
  for (Frame *F = Cur; F; F = F->Caller)
    if (auto It = F->Objects.find(Var); It != F->Objects.end())
      return It->second;
  return Cur->Objects[Var] = newObject(Var->getType(), Var->getName());
}

void FunctionLowering::forget(unsigned Object) {
  const LocalObject &O = Objects[Object];
  for (unsigned I = 0; I < O.Shape->Leaves.size(); ++I) {
    const Leaf &L = O.Shape->Leaves[I];
    B.write(O.First + I,
            B.havoc(L.IsArray ? ValueType{} : Unit.Shapes.valueType(L.Type)));
  }
}

LValue FunctionLowering::placeOf(unsigned Object, QualType T) {
  LValue L;
  L.IsPlace = true;
  L.At.Object = Object;
  L.Type = T;
  return L;
}

LValue FunctionLowering::atAddress(ValueId Address, QualType T,
                                   const clang::Expr *Origin) {
  LValue L;
  L.Type = T;
  L.Origin = Origin;
  if (auto At = resolve(Address)) {
    L.IsPlace = true;
    L.At = std::move(*At);
  } else {
    L.Address = Address;
  }
  return L;
}

ValueId FunctionLowering::offsetAddress(ValueId Base, uint64_t Offset,
                                        llvm::StringRef Name) {
  return B.op(OpCode::Field, Pointer, {Base}, Offset, Name);
}

/// First + Second in the type that the source would use: a constant adapts.
ValueId FunctionLowering::sumOfIndices(ValueId First, ValueId Second) {
  auto typeOf = [&](ValueId V) { return B.value(B.current(V)).Type; };
  auto C1 = B.constantOf(First), C2 = B.constantOf(Second);
  ValueType Type = typeOf(First) == typeOf(Second) ? typeOf(First) : Index;
  if (C2 && !C1) {
    Type = typeOf(First);
    Second = B.constant(*C2, Type);
  } else if (C1 && !C2) {
    Type = typeOf(Second);
    First = B.constant(*C1, Type);
  }
  return B.op(OpCode::Add, Type, {First, Second});
}

ValueId FunctionLowering::elementAddress(ValueId Base, ValueId Idx,
                                         uint64_t Size) {
  if (auto C = B.constantOf(Idx); C && *C == 0)
    return Base;
  const Value &V = B.value(Base);
  if (V.Kind == ValueKind::Op && V.Op == OpCode::Element &&
      V.Imm == int64_t(Size)) {
    ValueId Array = V.Operands[0], First = V.Operands[1];
    return elementAddress(Array, sumOfIndices(First, Idx), Size);
  }
  return B.op(OpCode::Element, Pointer, {Base, Idx}, Size);
}

ValueId FunctionLowering::addressOf(const LValue &L) {
  if (!L.IsPlace)
    return L.Address;
  ValueId V = B.local(L.At.Object);
  const Layout *Shape = Objects[L.At.Object].Shape;
  for (const Step &S : L.At.Steps) {
    if (S.LeafOffset)
      V = offsetAddress(V, S.LeafOffset, "");
    uint32_t At = Shape->leafAt(S.LeafOffset);
    if (At == NoId)
      return V;
    const Leaf &Array = Shape->Leaves[At];
    V = B.op(OpCode::Element, Pointer, {V, S.Index}, Array.ElementSize);
    Shape = &Unit.Shapes.of(Array.Element);
  }
  return L.At.Offset ? offsetAddress(V, L.At.Offset, "") : V;
}

/// Moves At by Index elements of Size bytes. Shape is that of the innermost
/// element reached.
bool FunctionLowering::stepInto(Place &At, const Layout *&Shape, ValueId Idx,
                                uint64_t Size) {
  if (auto C = B.constantOf(Idx)) {
    At.Offset += *C * Size;
    return int64_t(At.Offset) >= 0;
  }
  if (Size == 0)
    return false;
  auto scaled = [&](ValueId V, uint64_t By) {
    return By == 1 ? V : B.op(OpCode::Mul, Index, {V, B.constant(By, Index)});
  };
  uint32_t LeafIndex = Shape->leafAt(At.Offset);
  const Leaf *Array = LeafIndex == NoId ? nullptr : &Shape->Leaves[LeafIndex];
  if (Array && Array->IsArray && Array->ElementSize) {
    uint64_t In = At.Offset - Array->Offset;
    if (Size % Array->ElementSize || In % Array->ElementSize)
      return false;
    ValueId Scaled = scaled(Idx, Size / Array->ElementSize);
    if (In)
      Scaled = B.op(OpCode::Add, Index,
                    {Scaled, B.constant(In / Array->ElementSize, Index)});
    At.Steps.push_back({Array->Offset, Scaled});
    At.Offset = 0;
    Shape = &Unit.Shapes.of(Array->Element);
    return At.Steps.size() <= 4;
  }
  if (At.Steps.empty() || Shape->Size == 0 || Size % Shape->Size || At.Offset)
    return false;
  ValueId Scaled = scaled(Idx, Size / Shape->Size);
  At.Steps.back().Index =
      B.op(OpCode::Add, Index, {At.Steps.back().Index, Scaled});
  return true;
}

std::string FunctionLowering::nameOf(VariableId Var) const {
  size_t Low = 0, High = Objects.size();
  while (High - Low > 1) {
    size_t Middle = (Low + High) / 2;
    (Objects[Middle].First <= Var ? Low : High) = Middle;
  }
  if (Objects.empty())
    return {};
  const LocalObject &O = Objects[Low];
  return O.Name + "@" + std::to_string(O.InlinedAt) + "." +
         std::to_string(Var - O.First);
}

/// Inside a loop that is still open, a variable reads as a phi. Where its value
/// on entry leads to a local object, a constant or a function, it is assumed
/// that the loop does not write it; run() tells whether that held.
ValueId FunctionLowering::settle(ValueId V) {
  V = B.current(V);
  if (Wrong.All || B.value(V).Kind != ValueKind::Phi)
    return V;
  auto Entry = B.entryValue(V);
  if (!Entry)
    return V;
  ValueId To = settle(Entry->second), Base = To;
  for (unsigned Steps = 0; Steps < 64; ++Steps) {
    const Value &Node = B.value(Base);
    if (Node.Kind != ValueKind::Op ||
        (Node.Op != OpCode::Field && Node.Op != OpCode::Element &&
         Node.Op != OpCode::Cast))
      break;
    Base = settle(Node.Operands[0]);
  }
  const Value &Node = B.value(Base);
  bool Useful = Node.Kind == ValueKind::Local ||
                (To == Base && Node.Kind == ValueKind::Constant) ||
                (Node.Kind == ValueKind::Op && Node.Op == OpCode::Pure &&
                 llvm::StringRef(Node.Name).starts_with("&"));
  if (!Useful)
    return V;
  std::string Variable = nameOf(Entry->first);
  if (Wrong.Variables.contains(Variable))
    return V;
  Assumed.push_back({V, To, std::move(Variable)});
  return To;
}

std::optional<Place> FunctionLowering::resolve(ValueId Address) {
  llvm::SmallVector<ValueId, 8> Chain;
  ValueId V = Address;
  for (unsigned Steps = 0; Steps < 64; ++Steps) {
    V = settle(V);
    const Value &Node = B.value(V);
    if (Node.Kind == ValueKind::Local)
      break;
    if (Node.Kind != ValueKind::Op ||
        (Node.Op != OpCode::Field && Node.Op != OpCode::Element &&
         Node.Op != OpCode::Cast))
      return std::nullopt;
    if (Node.Op != OpCode::Cast)
      Chain.push_back(V);
    V = Node.Operands[0];
  }
  if (B.value(V).Kind != ValueKind::Local)
    return std::nullopt;
  Place At;
  At.Object = B.value(V).Imm;
  if (At.Object >= Objects.size())
    return std::nullopt;
  const Layout *Shape = Objects[At.Object].Shape;
  for (ValueId Link : llvm::reverse(Chain)) {
    const Value &Node = B.value(Link);
    if (Node.Op == OpCode::Field) {
      if (Node.Imm < 0)
        return std::nullopt;
      At.Offset += Node.Imm;
      continue;
    }
    ValueId Idx = Node.Operands[1];
    uint64_t Size = Node.Imm;
    if (!stepInto(At, Shape, Idx, Size))
      return std::nullopt;
  }
  return At;
}

llvm::SmallVector<unsigned, 2> FunctionLowering::objectsBehind(ValueId Root) {
  llvm::SmallVector<unsigned, 2> Found;
  llvm::SmallVector<ValueId, 16> Work{Root};
  llvm::SmallDenseSet<ValueId, 16> Seen;
  while (!Work.empty() && Seen.size() < 64) {
    ValueId V = B.current(Work.pop_back_val());
    if (!Seen.insert(V).second)
      continue;
    if (auto Entry = B.entryValue(V))
      Work.push_back(Entry->second);
    const Value &Node = B.value(V);
    if (Node.Kind == ValueKind::Local) {
      if (!llvm::is_contained(Found, unsigned(Node.Imm)))
        Found.push_back(Node.Imm);
      continue;
    }
    if (Node.Kind == ValueKind::Op && Node.Op == OpCode::Element)
      Work.push_back(Node.Operands[0]);
    else if (Node.Kind == ValueKind::Phi || Node.Kind == ValueKind::Op)
      llvm::append_range(Work, Node.Operands);
  }
  return Found;
}

void FunctionLowering::escape(ValueId V) {
  for (unsigned Object : objectsBehind(V)) {
    if (Object >= Objects.size() || Objects[Object].Escaped)
      continue;
    Objects[Object].Escaped = true;
    // What it points to is reachable as well.
    const LocalObject O = Objects[Object];
    for (unsigned I = 0; I < O.Shape->Leaves.size(); ++I) {
      const Leaf &L = O.Shape->Leaves[I];
      if (L.Type.isNull() || L.IsArray || L.Type->isAnyPointerType() ||
          L.Type->isReferenceType())
        escape(B.read(O.First + I));
    }
  }
}

void FunctionLowering::havocEscaped() {
  for (const LocalObject &O : Objects) {
    if (!O.Escaped)
      continue;
    for (unsigned I = 0; I < O.Shape->Leaves.size(); ++I)
      B.write(O.First + I,
              B.havoc(Unit.Shapes.valueType(O.Shape->Leaves[I].Type),
                      {B.read(O.First + I)}));
  }
}

RValue FunctionLowering::readPlace(const Place &At, QualType T) {
  const LocalObject &O = Objects[At.Object];
  const Layout &Shape = *O.Shape;
  VariableId First = O.First;
  auto Get = [&](unsigned I) {
    return B.read(First + I, Unit.Shapes.valueType(Shape.Leaves[I].Type));
  };
  return readFrom(Shape, Get, At.Steps, At.Offset, T);
}

void FunctionLowering::writePlace(const Place &At, QualType T,
                                  const RValue &V) {
  const Layout &Shape = *Objects[At.Object].Shape;
  VariableId First = Objects[At.Object].First;
  auto Get = [&](unsigned I) {
    return B.read(First + I, Unit.Shapes.valueType(Shape.Leaves[I].Type));
  };
  auto Set = [&](unsigned I, ValueId New) { B.write(First + I, New); };
  writeTo(Shape, Get, Set, At.Steps, At.Offset, T, V);
}
