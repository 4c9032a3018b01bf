//===- lower_cast.cpp - casts of objects, conditional objects ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Base classes, reinterpreted references, and `c ? a : b` that is an object.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_function.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::CastExpr;
using clang::Expr;
using clang::QualType;

static constexpr ValueType Pointer{64, false, false, true};

LValue FunctionLowering::toBase(LValue L, const CastExpr *E) {
  QualType From = E->getSubExpr()->getType();
  if (From->isPointerType())
    From = From->getPointeeType();
  const auto *Derived = From->getAsCXXRecordDecl();
  uint64_t Offset = 0;
  for (const auto *Base : E->path()) {
    const auto *To = Base->getType()->getAsCXXRecordDecl();
    if (Derived && To)
      Offset += Unit.Shapes.baseOffset(Derived, To);
    Derived = To;
  }
  if (E->getCastKind() == clang::CK_BaseToDerived) {
    // Steps back: exact for a place, otherwise only where nothing moves.
    Offset = 0;
    const auto *At = E->getType()->isPointerType()
                         ? E->getType()->getPointeeType()->getAsCXXRecordDecl()
                         : E->getType()->getAsCXXRecordDecl();
    for (const auto *Base : E->path()) {
      const auto *To = Base->getType()->getAsCXXRecordDecl();
      if (At && To)
        Offset += Unit.Shapes.baseOffset(At, To);
      At = To;
    }
    if (L.IsPlace)
      L.At.Offset -= std::min(L.At.Offset, Offset);
    else if (Offset)
      L.Address = B.op(OpCode::Field, Pointer, {L.Address}, -1, "derived");
    return L;
  }
  if (L.IsPlace)
    L.At.Offset += Offset;
  else if (Offset)
    L.Address = offsetAddress(L.Address, Offset, "base");
  return L;
}

LValue FunctionLowering::castLValue(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_BaseToDerived: {
    LValue L = toBase(
        Sub->isGLValue() ? lvalue(Sub) : temporary(Sub, Sub->getType()), E);
    L.Type = E->getType();
    return L;
  }
  case clang::CK_LValueBitCast:
  case clang::CK_NoOp:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_Dynamic:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion: {
    if (!Sub->isGLValue())
      return temporary(E, E->getType());
    LValue L = lvalue(Sub);
    L.Type = E->getType();
    return L;
  }
  default:
    if (Sub->isGLValue() && E->isGLValue()) {
      LValue L = lvalue(Sub);
      L.Type = E->getType();
      return L;
    }
    return temporary(E, E->getType());
  }
}

LValue FunctionLowering::conditionalLValue(
    const clang::AbstractConditionalOperator *E) {
  RValue V = conditional(E);
  return atAddress(V.empty() ? B.havoc(Pointer) : V[0], E->getType(), E);
}
