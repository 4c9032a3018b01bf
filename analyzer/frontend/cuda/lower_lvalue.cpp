//===- lower_lvalue.cpp - expressions that designate objects ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's glvalues. What has errors inside is looked through to the object
// that it names, and the function is then partly analysed.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_guard.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::CastExpr;
using clang::Expr;
using clang::QualType;

static constexpr ValueType Pointer{64, false, false, true};
static constexpr ValueType Index{64, false, true, false};

LValue FunctionLowering::lvalue(const Expr *E) {
  Deeper Level(*this);
  if (!Level)
    return unknownLValue(E);
  LValue L = lvalueOf(E->IgnoreParens());
  if (!L.Origin)
    L.Origin = E;
  return L;
}

LValue FunctionLowering::unknownLValue(const Expr *E) {
  LValue L;
  L.Address = B.havoc(Pointer);
  L.Type = E->getType();
  L.Origin = E;
  return L;
}

LValue FunctionLowering::temporary(const Expr *Init, QualType T) {
  LValue L = placeOf(newObject(T, "temporary"), T);
  initInto(L, Init);
  pushDestructor(addressOf(L), T, Init->getExprLoc());
  return L;
}

LValue FunctionLowering::lvalueOf(const Expr *E) {
  switch (E->getStmtClass()) {
  case clang::Stmt::DeclRefExprClass:
    return declRef(llvm::cast<clang::DeclRefExpr>(E)->getDecl(), E);
  case clang::Stmt::MemberExprClass: {
    const auto *Member = llvm::cast<clang::MemberExpr>(E);
    const Expr *Base = Member->getBase();
    if (Member->isArrow())
      return member(
          atAddress(scalar(Base), Base->getType()->getPointeeType(), Base),
          Member->getMemberDecl(), E);
    return member(Base->isGLValue() ? lvalue(Base)
                                    : temporary(Base, Base->getType()),
                  Member->getMemberDecl(), E);
  }
  case clang::Stmt::ArraySubscriptExprClass:
    return subscript(llvm::cast<clang::ArraySubscriptExpr>(E));
  case clang::Stmt::UnaryOperatorClass: {
    const auto *Unary = llvm::cast<clang::UnaryOperator>(E);
    if (Unary->getOpcode() == clang::UO_Deref)
      return atAddress(scalar(Unary->getSubExpr()), E->getType(), E);
    if (Unary->isPrefix() && Unary->isIncrementDecrementOp())
      return incDec(Unary, nullptr);
    if (Unary->getOpcode() == clang::UO_Extension ||
        Unary->getOpcode() == clang::UO_Real ||
        Unary->getOpcode() == clang::UO_Imag)
      return lvalue(Unary->getSubExpr());
    break;
  }
  case clang::Stmt::CompoundAssignOperatorClass:
    return compoundAssign(llvm::cast<clang::CompoundAssignOperator>(E));
  case clang::Stmt::BinaryOperatorClass: {
    const auto *Binary = llvm::cast<clang::BinaryOperator>(E);
    if (Binary->getOpcode() == clang::BO_Assign)
      return assign(Binary);
    if (Binary->getOpcode() == clang::BO_Comma) {
      discard(Binary->getLHS());
      return lvalue(Binary->getRHS());
    }
    break;
  }
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::BinaryConditionalOperatorClass:
    return conditionalLValue(llvm::cast<clang::AbstractConditionalOperator>(E));
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass:
  case clang::Stmt::CXXFunctionalCastExprClass:
  case clang::Stmt::CXXStaticCastExprClass:
  case clang::Stmt::CXXReinterpretCastExprClass:
  case clang::Stmt::CXXConstCastExprClass:
  case clang::Stmt::CXXAddrspaceCastExprClass:
  case clang::Stmt::CXXDynamicCastExprClass:
  case clang::Stmt::BuiltinBitCastExprClass:
    return castLValue(llvm::cast<CastExpr>(E));
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
  case clang::Stmt::UserDefinedLiteralClass: {
    RValue V = call(llvm::cast<clang::CallExpr>(E));
    return atAddress(V.empty() ? B.havoc(Pointer) : V[0], E->getType(), E);
  }
  case clang::Stmt::MaterializeTemporaryExprClass: {
    const auto *Made = llvm::cast<clang::MaterializeTemporaryExpr>(E);
    QualType T = Made->getSubExpr()->getType();
    LValue L = placeOf(newObject(T, "temporary"), T);
    initInto(L, Made->getSubExpr());
    pushDestructor(addressOf(L), T, E->getExprLoc(),
                   Made->getStorageDuration() == clang::SD_Automatic);
    return L;
  }
  case clang::Stmt::OpaqueValueExprClass: {
    const auto *Opaque = llvm::cast<clang::OpaqueValueExpr>(E);
    if (auto It = Cur->OpaqueLValues.find(Opaque);
        It != Cur->OpaqueLValues.end())
      return It->second;
    if (Opaque->getSourceExpr())
      return lvalue(Opaque->getSourceExpr());
    break;
  }
  case clang::Stmt::ExprWithCleanupsClass: {
    size_t Down = Cur->Cleanups.size();
    LValue L = lvalue(llvm::cast<clang::ExprWithCleanups>(E)->getSubExpr());
    popTemporaries(Down);
    return L;
  }
  case clang::Stmt::SubstNonTypeTemplateParmExprClass:
  case clang::Stmt::CXXDefaultArgExprClass:
  case clang::Stmt::CXXDefaultInitExprClass:
  case clang::Stmt::GenericSelectionExprClass:
  case clang::Stmt::ChooseExprClass:
    return lvalue(standsFor(E));
  case clang::Stmt::ConstantExprClass:
    return lvalue(llvm::cast<clang::ConstantExpr>(E)->getSubExpr());
  case clang::Stmt::CompoundLiteralExprClass:
    return temporary(
        llvm::cast<clang::CompoundLiteralExpr>(E)->getInitializer(),
        E->getType());
  case clang::Stmt::InitListExprClass:
    if (const auto *List = llvm::cast<clang::InitListExpr>(E);
        List->getNumInits() == 1)
      return lvalue(List->getInit(0));
    break;
  case clang::Stmt::ExtVectorElementExprClass: {
    const auto *Part = llvm::cast<clang::ExtVectorElementExpr>(E);
    llvm::SmallVector<uint32_t, 4> Elements;
    Part->getEncodedElementAccess(Elements);
    const Expr *Base = Part->getBase();
    LValue L = Part->isArrow()
                   ? atAddress(scalar(Base), Base->getType()->getPointeeType())
                   : lvalue(Base);
    uint32_t First = Elements.empty() ? 0 : Elements[0];
    if (L.IsPlace) {
      L.VectorElement = First;
      return L;
    }
    L.Address = elementAddress(L.Address, B.constant(First, Index),
                               Unit.Shapes.sizeOf(E->getType()));
    L.Type = E->getType();
    return L;
  }
  case clang::Stmt::PseudoObjectExprClass: {
    LValue L = unknownLValue(E);
    pseudoObject(llvm::cast<clang::PseudoObjectExpr>(E), &L);
    return L;
  }
  case clang::Stmt::StmtExprClass: {
    LValue L = unknownLValue(E);
    statementExpr(llvm::cast<clang::StmtExpr>(E), &L);
    return L;
  }
  case clang::Stmt::StringLiteralClass:
  case clang::Stmt::PredefinedExprClass:
  case clang::Stmt::ObjCEncodeExprClass: {
    LValue L;
    L.Address = B.op(OpCode::Pure, Pointer, {},
                     E->getBeginLoc().getRawEncoding(), "literal");
    L.Type = E->getType();
    return L;
  }
  case clang::Stmt::CXXDependentScopeMemberExprClass:
    return dependentMember(llvm::cast<clang::CXXDependentScopeMemberExpr>(E));
  case clang::Stmt::RecoveryExprClass:
    return recoveryLValue(llvm::cast<clang::RecoveryExpr>(E));
  default:
    break;
  }
  // Of a call that could not be resolved: what it returns a reference to.
  if (!E->isGLValue() && E->isTypeDependent()) {
    LValue L = unknownLValue(E);
    if (ValueId V = valueOf(E); V != UnknownValue)
      L.Address = V;
    return L;
  }
  if (!E->isGLValue() && !E->getType()->isVoidType())
    return temporary(E, E->getType());
  for (const clang::Stmt *Child : E->children())
    if (const auto *Sub = llvm::dyn_cast_or_null<Expr>(Child))
      discard(Sub);
  return unknownLValue(E);
}

const clang::FieldDecl *FunctionLowering::captureOf(const clang::ValueDecl *D,
                                                    LValue &Closure) {
  const auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(Cur->Fn);
  if (!Method || !Method->getParent()->isLambda() || Cur->This == UnknownValue)
    return nullptr;
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captures;
  clang::FieldDecl *ThisField = nullptr;
  Method->getParent()->getCaptureFields(Captures, ThisField);
  Closure = atAddress(Cur->This, Ctx.getCanonicalTagType(Method->getParent()));
  if (!D)
    return ThisField;
  auto It = Captures.find(D);
  return It == Captures.end() ? nullptr : It->second;
}

LValue FunctionLowering::declRef(const clang::ValueDecl *D, const Expr *At) {
  const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(At);
  if (Ref && Ref->refersToEnclosingVariableOrCapture() &&
      !Cur->Objects.contains(D)) {
    LValue Closure;
    if (const auto *Field = captureOf(D, Closure))
      return member(Closure, Field, At);
  }
  if (const auto *Binding = llvm::dyn_cast<clang::BindingDecl>(D)) {
    if (const auto *Holding = Binding->getHoldingVar())
      return declRef(Holding, At);
    if (const Expr *Bound = Binding->getBinding())
      return lvalue(Bound);
    return unknownLValue(At);
  }
  if (const auto *Fn = llvm::dyn_cast<clang::FunctionDecl>(D)) {
    LValue L;
    L.Address = B.op(OpCode::Pure, Pointer, {}, Unit.functionIndex(Fn),
                     "&" + Fn->getNameAsString());
    L.Type = At->getType();
    return L;
  }
  if (const auto *Object = llvm::dyn_cast<clang::TemplateParamObjectDecl>(D)) {
    LValue L;
    L.Address = B.op(OpCode::Pure, Pointer, {}, 0, Object->getNameAsString());
    L.Type = At->getType();
    return L;
  }
  const auto *Var = llvm::dyn_cast<clang::VarDecl>(D);
  if (!Var)
    return unknownLValue(At);
  if (ValueId V = constantOfVariable(Var); V != UnknownValue) {
    LValue L =
        placeOf(newObject(Var->getType(), Var->getName()), Var->getType());
    writePlace(L.At, L.Type, {V});
    return L;
  }
  QualType T = Var->getType();
  if (Var->hasGlobalStorage())
    return globalVariable(Var);
  LValue L = placeOf(objectOf(Var), T);
  if (!T->isReferenceType())
    return L;
  L.Type = Ctx.getPointerType(T.getNonReferenceType());
  RValue V = readPlace(L.At, L.Type);
  LValue To = atAddress(V.empty() ? B.havoc(Pointer) : V[0],
                        T.getNonReferenceType(), At);
  return To;
}

LValue FunctionLowering::member(const LValue &Base,
                                const clang::ValueDecl *Member,
                                const Expr *At) {
  if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(Member))
    return declRef(Var, At);
  const auto *Field = llvm::dyn_cast<clang::FieldDecl>(Member);
  if (!Field)
    return declRef(Member, At);
  QualType T = Field->getType();
  if (Base.Type.isVolatileQualified())
    T = T.withVolatile();
  auto Offset = Unit.Shapes.offsetOf(Field);
  LValue L = Base;
  L.Origin = At;
  L.Type = T;
  L.VectorElement = -1;
  if (L.IsPlace) {
    if (!Offset)
      return unknownLValue(At);
    L.At.Offset += *Offset;
  } else {
    std::string Name =
        recordName(Field->getParent()) + "::" + Field->getNameAsString();
    L.Address = B.op(OpCode::Field, Pointer, {L.Address},
                     Offset ? int64_t(*Offset) : -1, Name);
  }
  if (!T->isReferenceType())
    return L;
  L.Type = Ctx.getPointerType(T.getNonReferenceType());
  return atAddress(loadScalar(L, At), T.getNonReferenceType(), At);
}

LValue FunctionLowering::subscript(const clang::ArraySubscriptExpr *E) {
  const Expr *Base = E->getBase();
  const Expr *IndexExpr = E->getIdx();
  ValueId Address;
  QualType BaseType = Base->getType();
  if (BaseType->isVectorType()) {
    LValue L = Base->isGLValue() ? lvalue(Base) : temporary(Base, BaseType);
    ValueId Idx = scalar(IndexExpr);
    if (L.IsPlace) {
      if (auto C = B.constantOf(Idx)) {
        L.VectorElement = *C;
        return L;
      }
      LValue Part = placeOf(newObject(E->getType(), "element"), E->getType());
      RValue V = load(L, Base);
      V.push_back(Idx);
      writePlace(Part.At, Part.Type, havocOf(E->getType(), V));
      return Part;
    }
    Address =
        elementAddress(addressOf(L), Idx, Unit.Shapes.sizeOf(E->getType()));
    return atAddress(Address, E->getType(), E);
  }
  if (E->getLHS() == Base) {
    Address = scalar(Base);
    ValueId Idx = scalar(IndexExpr);
    return atAddress(
        elementAddress(Address, Idx, Unit.Shapes.sizeOf(E->getType())),
        E->getType(), E);
  }
  ValueId Idx = scalar(IndexExpr);
  Address = scalar(Base);
  return atAddress(
      elementAddress(Address, Idx, Unit.Shapes.sizeOf(E->getType())),
      E->getType(), E);
}
