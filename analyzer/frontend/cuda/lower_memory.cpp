//===- lower_memory.cpp - loads and stores ----------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C++ accesses are weak; volatile ones are relaxed at system scope (PTX ISA
// 8.4: "volatile has the same memory semantics as relaxed with system scope").
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_function.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::QualType;
using clang::VarDecl;

Space FunctionLowering::spaceOf(ValueId Address) {
  ValueId V = Address;
  for (unsigned Steps = 0; Steps < 64; ++Steps) {
    V = B.current(V);
    const Value &Node = B.value(V);
    if (Node.Kind == ValueKind::Global) {
      const Global *G = Unit.M.global(Node.Name);
      return G && G->Spc != Space::Unknown ? G->Spc : Space::Generic;
    }
    if (Node.Kind == ValueKind::Local)
      return Space::Local;
    if (Node.Kind != ValueKind::Op || Node.Operands.empty() ||
        (Node.Op != OpCode::Element && Node.Op != OpCode::Field &&
         Node.Op != OpCode::Cast))
      break;
    V = Node.Operands[0];
  }
  return Space::Generic;
}

void FunctionLowering::shapeAccess(Event &E, QualType T) {
  if (T.isNull() || T->isDependentType() || T->isVoidType())
    return;
  if (const auto *Atomic = T->getAs<clang::AtomicType>())
    T = Atomic->getValueType();
  uint64_t Bits = Unit.Shapes.sizeOf(T) * 8;
  if (const auto *Vector = T->getAs<clang::VectorType>()) {
    E.Elements = Vector->getNumElements();
    E.Bits = Unit.Shapes.sizeOf(Vector->getElementType()) * 8;
    E.IsFloat = Vector->getElementType()->isRealFloatingType();
    return;
  }
  const Layout &Shape = Unit.Shapes.of(T);
  bool Uniform = Shape.Leaves.size() > 1 && Bits <= 256;
  for (const Leaf &L : Shape.Leaves)
    Uniform = Uniform && !L.Type.isNull() && !L.IsArray && L.Size &&
              L.Size == Shape.Leaves[0].Size &&
              L.Type->isRealFloatingType() ==
                  Shape.Leaves[0].Type->isRealFloatingType();
  if (Uniform && Shape.Leaves.size() * Shape.Leaves[0].Size * 8 == Bits) {
    E.Elements = Shape.Leaves.size();
    E.Bits = Shape.Leaves[0].Size * 8;
    E.IsFloat = Shape.Leaves[0].Type->isRealFloatingType();
    return;
  }
  E.Bits = Bits > 0xFFFF ? 0 : Bits;
  E.IsFloat = T->isRealFloatingType() ||
              (Shape.Leaves.size() == 1 && !Shape.Leaves[0].Type.isNull() &&
               Shape.Leaves[0].Type->isRealFloatingType());
}

static bool isVolatileAccess(QualType T, const clang::ASTContext &Ctx) {
  return T.isVolatileQualified() ||
         Ctx.getBaseElementType(T).isVolatileQualified();
}

Event FunctionLowering::accessEvent(const LValue &L, const Expr *At) {
  Event E;
  E.Address = L.Address;
  E.Ord = Order::Weak;
  if (isVolatileAccess(L.Type, Ctx)) {
    E.Ord = Order::Relaxed;
    E.Scp = Scope::Sys;
    E.IsVolatile = true;
  }
  shapeAccess(E, L.Type);
  E.Spc = spaceOf(L.Address);
  if (E.Spc == Space::Const)
    E.Prx = Proxy::Constant;
  E.Loc = At ? loc(At) : Nowhere;
  E.Object = text(L.Origin ? L.Origin : At);
  return E;
}

/// An access of an _Atomic object is sequentially consistent, to the system.
void FunctionLowering::atomicOrder(Event &E) {
  Event Fence;
  Fence.Kind = EventKind::Fence;
  Fence.Ord = Order::SeqCst;
  Fence.Scp = Scope::Sys;
  Fence.Loc = E.Loc;
  Fence.Spelling = E.Spelling;
  B.emit(std::move(Fence));
  E.Ord = E.Kind == EventKind::Load ? Order::Acquire : Order::Relaxed;
  E.Scp = Scope::Sys;
}

RValue FunctionLowering::load(const LValue &L, const Expr *At) {
  const Layout &Shape = Unit.Shapes.of(L.Type);
  if (L.IsPlace) {
    RValue V = readPlace(L.At, L.Type);
    if (L.VectorElement >= 0 && !V.empty())
      return {B.op(OpCode::Extract, Unit.Shapes.valueType(L.Type), {V[0]},
                   L.VectorElement)};
    if (Objects[L.At.Object].Escaped && isVolatileAccess(L.Type, Ctx))
      return havocOf(L.Type, V);
    return V;
  }
  if (Shape.Leaves.empty())
    return {};
  auto Behind = objectsBehind(L.Address);
  if (!Behind.empty()) {
    llvm::SmallVector<ValueId, 8> From{L.Address};
    for (unsigned Object : Behind)
      for (unsigned I = 0; I < Objects[Object].Shape->Leaves.size(); ++I)
        From.push_back(B.read(Objects[Object].First + I));
    return havocOf(L.Type, From);
  }
  Event E = accessEvent(L, At);
  E.Kind = EventKind::Load;
  E.Spelling = E.IsVolatile ? "volatile load" : "load";
  if (L.Type->isAtomicType())
    atomicOrder(E);
  EventId Id = B.emit(std::move(E), Unit.Shapes.valueType(L.Type));
  return unpack(B.event(Id).Result, L.Type);
}

ValueId FunctionLowering::loadScalar(const LValue &L, const Expr *At) {
  RValue V = load(L, At);
  return pack(V, L.Type);
}

void FunctionLowering::store(const LValue &L, const RValue &V, const Expr *At) {
  if (L.IsPlace) {
    if (L.VectorElement >= 0) {
      RValue Old = readPlace(L.At, L.Type);
      Old.append(V.begin(), V.end());
      Place Whole = L.At;
      if (!Old.empty())
        writePlace(Whole, L.Type,
                   {B.op(OpCode::Pure, {}, Old, L.VectorElement, "insert")});
      return;
    }
    writePlace(L.At, L.Type, V);
    return;
  }
  if (Unit.Shapes.of(L.Type).Leaves.empty())
    return;
  auto Behind = objectsBehind(L.Address);
  if (!Behind.empty()) {
    for (unsigned Object : Behind)
      for (unsigned I = 0; I < Objects[Object].Shape->Leaves.size(); ++I) {
        llvm::SmallVector<ValueId, 4> From(V.begin(), V.end());
        From.push_back(B.read(Objects[Object].First + I));
        B.write(Objects[Object].First + I, B.havoc({}, From));
      }
    return;
  }
  for (ValueId Part : V)
    escape(Part);
  Event E = accessEvent(L, At);
  E.Kind = EventKind::Store;
  E.Spelling = E.IsVolatile ? "volatile store" : "store";
  E.Operand = pack(V, L.Type);
  if (L.Type->isAtomicType())
    atomicOrder(E);
  B.emit(std::move(E));
}

ValueId FunctionLowering::constantOfVariable(const VarDecl *Var) {
  QualType T = Var->getType();
  if (!T->isIntegralOrEnumerationType() || T.isVolatileQualified() ||
      !T.isConstQualified() || Var->isInvalidDecl() || hasLostValue(Var))
    return UnknownValue;
  // Another declaration of the variable may hold its initializer.
  const Expr *Init = Var->getAnyInitializer(Var);
  if (!Init || Init->isValueDependent() || Init->containsErrors())
    return UnknownValue;
  if (!Var->isUsableInConstantExpressions(Ctx))
    return UnknownValue;
  if (const clang::APValue *V = Var->evaluateValue())
    return constantValue(*V, T);
  return UnknownValue;
}

LValue FunctionLowering::globalVariable(const VarDecl *Var) {
  QualType T = Var->getType();
  ValueId Address = B.global(Unit.globalFor(Var));
  if (T->isReferenceType()) {
    LValue L;
    L.Address = Address;
    L.Type = Ctx.getPointerType(T.getNonReferenceType());
    return atAddress(
        B.op(OpCode::Pure, Unit.Shapes.valueType(T), {Address}, 0, "referent"),
        T.getNonReferenceType());
  }
  LValue L;
  L.Address = Address;
  L.Type = T;
  return L;
}
