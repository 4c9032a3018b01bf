//===- lower_expr.cpp - expressions that yield values -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's prvalues, by statement class. Operators are in lower_operator.cpp.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_guard.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::QualType;

static constexpr ValueType Pointer{64, false, false, true};

const clang::Expr *fencepost::lower::standsFor(const clang::Expr *E) {
  if (const auto *Subst =
          llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
    return Subst->getReplacement();
  if (const auto *Argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(E))
    return Argument->getExpr();
  if (const auto *Init = llvm::dyn_cast<clang::CXXDefaultInitExpr>(E))
    return Init->getExpr();
  if (const auto *Selection = llvm::dyn_cast<clang::GenericSelectionExpr>(E))
    return Selection->getResultExpr();
  if (const auto *Choice = llvm::dyn_cast<clang::ChooseExpr>(E))
    return Choice->getChosenSubExpr();
  return E;
}

RValue FunctionLowering::eval(const Expr *E) {
  Deeper Level(*this);
  if (!Level)
    return havocOf(E->getType());
  return evalOf(E->IgnoreParens());
}

ValueId FunctionLowering::scalar(const Expr *E) {
  if (E->isGLValue())
    return addressOf(lvalue(E));
  return pack(eval(E), E->getType());
}

ValueId FunctionLowering::valueOf(const Expr *E) {
  if (E->isGLValue() && !E->getType()->isFunctionType())
    return loadScalar(lvalue(E), E);
  return scalar(E);
}

void FunctionLowering::discard(const Expr *E) {
  if (E->isGLValue()) {
    LValue L = lvalue(E);
    // A discarded volatile glvalue is still read.
    if (E->getType().isVolatileQualified() && !L.IsPlace &&
        llvm::isa<clang::DeclRefExpr, clang::ArraySubscriptExpr,
                  clang::MemberExpr>(E->IgnoreParens()))
      load(L, E);
    return;
  }
  eval(E);
}

RValue FunctionLowering::havocOf(QualType T, llvm::ArrayRef<ValueId> From) {
  RValue Out;
  for (const Leaf &L : Unit.Shapes.of(T).Leaves)
    Out.push_back(
        B.havoc(L.IsArray ? ValueType{} : Unit.Shapes.valueType(L.Type), From));
  return Out;
}

ValueId FunctionLowering::constantValue(const clang::APValue &V, QualType T) {
  ValueType Type = Unit.Shapes.valueType(T);
  if (V.isInt())
    return B.constant(V.getInt().isSigned()
                          ? V.getInt().getExtValue()
                          : int64_t(V.getInt().extOrTrunc(64).getZExtValue()),
                      Type);
  if (V.isFloat()) {
    llvm::APInt Bits = V.getFloat().bitcastToAPInt();
    return B.constant(int64_t(Bits.zextOrTrunc(64).getZExtValue()), Type);
  }
  return UnknownValue;
}

std::optional<ValueId> FunctionLowering::foldedConstant(const Expr *E) {
  if (E->isValueDependent() || E->isTypeDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  Expr::EvalResult Result;
  if (!E->EvaluateAsRValue(Result, Ctx) || Result.HasSideEffects ||
      namesBroken(E))
    return std::nullopt;
  ValueId V = constantValue(Result.Val, E->getType());
  return V == UnknownValue ? std::nullopt : std::optional(V);
}

RValue FunctionLowering::evalOf(const Expr *E) {
  QualType T = E->getType();
  ValueType Type = Unit.Shapes.valueType(T);
  switch (E->getStmtClass()) {
  case clang::Stmt::IntegerLiteralClass: {
    llvm::APInt V = llvm::cast<clang::IntegerLiteral>(E)->getValue();
    return {B.constant(Type.IsSigned
                           ? V.sextOrTrunc(64).getSExtValue()
                           : int64_t(V.zextOrTrunc(64).getZExtValue()),
                       Type)};
  }
  case clang::Stmt::FloatingLiteralClass:
    return {constantValue(
        clang::APValue(llvm::cast<clang::FloatingLiteral>(E)->getValue()), T)};
  case clang::Stmt::CharacterLiteralClass:
    return {
        B.constant(llvm::cast<clang::CharacterLiteral>(E)->getValue(), Type)};
  case clang::Stmt::CXXBoolLiteralExprClass:
    return {
        B.constant(llvm::cast<clang::CXXBoolLiteralExpr>(E)->getValue(), Type)};
  case clang::Stmt::CXXNullPtrLiteralExprClass:
  case clang::Stmt::GNUNullExprClass:
    return {B.constant(0, Pointer)};
  case clang::Stmt::DeclRefExprClass:
    if (const auto *Enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(
            llvm::cast<clang::DeclRefExpr>(E)->getDecl()))
      return {B.constant(Enumerator->getInitVal().getExtValue(), Type)};
    break;
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::SizeOfPackExprClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::ArrayTypeTraitExprClass:
  case clang::Stmt::ExpressionTraitExprClass:
  case clang::Stmt::CXXNoexceptExprClass:
  case clang::Stmt::OffsetOfExprClass:
  case clang::Stmt::ConceptSpecializationExprClass:
  case clang::Stmt::RequiresExprClass:
    if (auto V = foldedConstant(E))
      return {*V};
    return havocOf(T);
  case clang::Stmt::ConstantExprClass: {
    const auto *Constant = llvm::cast<clang::ConstantExpr>(E);
    if (Constant->hasAPValueResult())
      if (ValueId V = constantValue(Constant->getAPValueResult(), T))
        return {V};
    return eval(Constant->getSubExpr());
  }
  case clang::Stmt::SubstNonTypeTemplateParmExprClass:
  case clang::Stmt::CXXDefaultArgExprClass:
  case clang::Stmt::CXXDefaultInitExprClass:
  case clang::Stmt::GenericSelectionExprClass:
  case clang::Stmt::ChooseExprClass:
    return eval(standsFor(E));
  case clang::Stmt::CXXRewrittenBinaryOperatorClass:
    return eval(
        llvm::cast<clang::CXXRewrittenBinaryOperator>(E)->getSemanticForm());
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass:
  case clang::Stmt::CXXFunctionalCastExprClass:
  case clang::Stmt::CXXStaticCastExprClass:
  case clang::Stmt::CXXReinterpretCastExprClass:
  case clang::Stmt::CXXConstCastExprClass:
  case clang::Stmt::CXXAddrspaceCastExprClass:
  case clang::Stmt::CXXDynamicCastExprClass:
  case clang::Stmt::BuiltinBitCastExprClass:
    return castValue(llvm::cast<clang::CastExpr>(E));
  case clang::Stmt::UnaryOperatorClass:
    return unary(llvm::cast<clang::UnaryOperator>(E));
  case clang::Stmt::BinaryOperatorClass:
    return binary(llvm::cast<clang::BinaryOperator>(E));
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::BinaryConditionalOperatorClass:
    return conditional(llvm::cast<clang::AbstractConditionalOperator>(E));
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
  case clang::Stmt::UserDefinedLiteralClass:
    return call(llvm::cast<clang::CallExpr>(E));
  case clang::Stmt::ExprWithCleanupsClass: {
    size_t Down = Cur->Cleanups.size();
    RValue V = eval(llvm::cast<clang::ExprWithCleanups>(E)->getSubExpr());
    popTemporaries(Down);
    return V;
  }
  case clang::Stmt::CXXBindTemporaryExprClass:
  case clang::Stmt::CXXConstructExprClass:
  case clang::Stmt::CXXTemporaryObjectExprClass:
  case clang::Stmt::CXXInheritedCtorInitExprClass:
  case clang::Stmt::CXXStdInitializerListExprClass:
  case clang::Stmt::LambdaExprClass:
  case clang::Stmt::CXXParenListInitExprClass:
  case clang::Stmt::ArrayInitLoopExprClass:
    return load(temporary(E, T), E);
  case clang::Stmt::InitListExprClass: {
    const auto *List = llvm::cast<clang::InitListExpr>(E);
    if (!T->isRecordType() && !T->isArrayType() && !T->isVectorType()) {
      if (List->getNumInits() == 1)
        return eval(List->getInit(0));
      return {B.constant(0, Type)};
    }
    return load(temporary(E, T), E);
  }
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::CXXScalarValueInitExprClass: {
    LValue L = placeOf(newObject(T, "zero"), T);
    zero(L);
    return load(L, E);
  }
  case clang::Stmt::ArrayInitIndexExprClass:
    return {Cur->ArrayIndex};
  case clang::Stmt::OpaqueValueExprClass: {
    const auto *Opaque = llvm::cast<clang::OpaqueValueExpr>(E);
    if (auto It = Cur->OpaqueValues.find(Opaque); It != Cur->OpaqueValues.end())
      return It->second;
    if (Opaque->getSourceExpr())
      return eval(Opaque->getSourceExpr());
    return havocOf(T);
  }
  case clang::Stmt::PseudoObjectExprClass:
    return pseudoObject(llvm::cast<clang::PseudoObjectExpr>(E), nullptr);
  case clang::Stmt::StmtExprClass:
    return statementExpr(llvm::cast<clang::StmtExpr>(E), nullptr);
  case clang::Stmt::AtomicExprClass:
    return atomicExpr(llvm::cast<clang::AtomicExpr>(E));
  case clang::Stmt::CXXThisExprClass: {
    LValue Closure;
    if (const auto *Field = captureOf(nullptr, Closure)) {
      LValue Captured = member(Closure, Field, E);
      if (Field->getType()->isPointerType())
        return load(Captured, E);
      return {addressOf(Captured)};
    }
    return {Cur->This == UnknownValue ? B.havoc(Pointer) : Cur->This};
  }
  case clang::Stmt::CXXNewExprClass:
    return newExpr(llvm::cast<clang::CXXNewExpr>(E));
  case clang::Stmt::CXXDeleteExprClass:
    discard(llvm::cast<clang::CXXDeleteExpr>(E)->getArgument());
    return {};
  case clang::Stmt::CXXThrowExprClass:
    B.unreachable(loc(E));
    return {};
  case clang::Stmt::RecoveryExprClass:
    partlyAt(E, "source with errors");
    return recoveryCall(llvm::cast<clang::RecoveryExpr>(E));
  default:
    break;
  }
  if (E->isGLValue())
    return {addressOf(lvalue(E))};
  RValue From;
  for (const clang::Stmt *Child : E->children())
    if (const auto *Sub = llvm::dyn_cast_or_null<Expr>(Child))
      From.push_back(scalar(Sub));
  return havocOf(T, From);
}

RValue FunctionLowering::pseudoObject(const clang::PseudoObjectExpr *E,
                                      LValue *AsLValue) {
  RValue Result;
  const Expr *Wanted = E->getResultExpr();
  for (const Expr *Sub : E->semantics()) {
    if (const auto *Opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(Sub)) {
      if (Opaque->isGLValue())
        Cur->OpaqueLValues[Opaque] = lvalue(Opaque->getSourceExpr());
      else
        Cur->OpaqueValues[Opaque] = eval(Opaque->getSourceExpr());
      if (Sub != Wanted)
        continue;
    }
    if (Sub != Wanted)
      discard(Sub);
    else if (AsLValue && Sub->isGLValue())
      *AsLValue = lvalue(Sub);
    else
      Result = eval(Sub);
  }
  return Result;
}

RValue FunctionLowering::statementExpr(const clang::StmtExpr *E,
                                       LValue *AsLValue) {
  const clang::CompoundStmt *Body = E->getSubStmt();
  RValue Result;
  size_t Down = Cur->Cleanups.size();
  for (const clang::Stmt *S : Body->body()) {
    const auto *Last = llvm::dyn_cast<Expr>(S);
    if (S != Body->body_back() || !Last || Last->getType()->isVoidType())
      stmt(S);
    else if (AsLValue && Last->isGLValue())
      *AsLValue = lvalue(Last);
    else
      Result = eval(Last);
  }
  popCleanups(Down);
  if (Result.empty() && !E->getType()->isVoidType() && !AsLValue)
    Result = havocOf(E->getType());
  return Result;
}

RValue FunctionLowering::newExpr(const clang::CXXNewExpr *E) {
  ValueId Address = UnknownValue;
  for (unsigned I = 0; I < E->getNumPlacementArgs(); ++I) {
    ValueId V = scalar(E->getPlacementArg(I));
    if (I == 0 && E->getPlacementArg(I)->getType()->isPointerType())
      Address = V;
  }
  if (Address == UnknownValue)
    return {B.havoc(Pointer)};
  if (E->getInitializer() && !E->isArray())
    initInto(atAddress(Address, E->getAllocatedType(), E), E->getInitializer());
  return {Address};
}
