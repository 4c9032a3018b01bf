//===- lower_init.cpp - constructors, initialisers, destructors -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects are initialised in place, so `this` of a constructor is the address
// of the variable and a lock guard's destructor finds what its constructor
// stored. Destructors run in reverse order at the end of the scope, those of
// temporaries at the end of the full expression.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_guard.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::QualType;

static constexpr ValueType Index{64, false, true, false};
static constexpr unsigned MaxElements = 64;

void FunctionLowering::initInto(const LValue &Dest, const Expr *Init) {
  Deeper Level(*this);
  if (!Level)
    return store(Dest, havocOf(Dest.Type), Init);
  const Expr *E = Init->IgnoreParens();
  if (Dest.Type->isReferenceType()) {
    LValue Slot = Dest;
    Slot.Type = Ctx.getPointerType(Dest.Type.getNonReferenceType());
    LValue To = E->isGLValue() || E->isTypeDependent()
                    ? lvalue(E)
                    : temporary(E, E->getType());
    return store(Slot, {addressOf(To)}, E);
  }
  switch (E->getStmtClass()) {
  case clang::Stmt::ExprWithCleanupsClass: {
    size_t Down = Cur->Cleanups.size();
    initInto(Dest, llvm::cast<clang::ExprWithCleanups>(E)->getSubExpr());
    return popTemporaries(Down);
  }
  case clang::Stmt::CXXBindTemporaryExprClass:
    return initInto(Dest,
                    llvm::cast<clang::CXXBindTemporaryExpr>(E)->getSubExpr());
  case clang::Stmt::CXXDefaultArgExprClass:
    return initInto(Dest, llvm::cast<clang::CXXDefaultArgExpr>(E)->getExpr());
  case clang::Stmt::CXXDefaultInitExprClass:
    return initInto(Dest, llvm::cast<clang::CXXDefaultInitExpr>(E)->getExpr());
  case clang::Stmt::ConstantExprClass:
    if (Dest.Type->isRecordType())
      return initInto(Dest, llvm::cast<clang::ConstantExpr>(E)->getSubExpr());
    break;
  case clang::Stmt::CXXConstructExprClass:
  case clang::Stmt::CXXTemporaryObjectExprClass:
    return construct(Dest, llvm::cast<clang::CXXConstructExpr>(E));
  case clang::Stmt::InitListExprClass:
    return initList(Dest, llvm::cast<clang::InitListExpr>(E));
  case clang::Stmt::CXXParenListInitExprClass:
    return initAggregate(
        Dest, llvm::cast<clang::CXXParenListInitExpr>(E)->getInitExprs(),
        llvm::cast<clang::CXXParenListInitExpr>(E)->getArrayFiller());
  case clang::Stmt::LambdaExprClass:
    return initLambda(Dest, llvm::cast<clang::LambdaExpr>(E));
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::CXXScalarValueInitExprClass:
    return zero(Dest);
  case clang::Stmt::ArrayInitLoopExprClass:
    return initArrayLoop(Dest, llvm::cast<clang::ArrayInitLoopExpr>(E));
  case clang::Stmt::NoInitExprClass:
    return;
  case clang::Stmt::CXXInheritedCtorInitExprClass:
    return inheritedConstructor(
        Dest, llvm::cast<clang::CXXInheritedCtorInitExpr>(E)->getConstructor());
  case clang::Stmt::CXXStdInitializerListExprClass: {
    const Expr *Array =
        llvm::cast<clang::CXXStdInitializerListExpr>(E)->getSubExpr();
    RValue V = havocOf(Dest.Type);
    if (!V.empty())
      V[0] = addressOf(lvalue(Array));
    if (const auto *Shape = Ctx.getAsConstantArrayType(Array->getType());
        Shape && V.size() == 2)
      V[1] = B.constant(Shape->getZExtSize(), Index);
    return store(Dest, V, E);
  }
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CXXFunctionalCastExprClass:
  case clang::Stmt::CXXStaticCastExprClass:
  case clang::Stmt::CStyleCastExprClass: {
    const auto *Cast = llvm::cast<clang::CastExpr>(E);
    if (Dest.Type->isRecordType() && !Cast->getSubExpr()->isGLValue() &&
        (Cast->getCastKind() == clang::CK_NoOp ||
         Cast->getCastKind() == clang::CK_ConstructorConversion ||
         Cast->getCastKind() == clang::CK_UserDefinedConversion))
      return initInto(Dest, Cast->getSubExpr());
    break;
  }
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
    if (Dest.Type->isRecordType() && E->isPRValue()) {
      store(Dest, call(llvm::cast<clang::CallExpr>(E), &Dest), E);
      return;
    }
    break;
  case clang::Stmt::StringLiteralClass:
    return store(Dest, havocOf(Dest.Type), E);
  default:
    break;
  }
  store(Dest, E->isGLValue() ? load(lvalue(E), E) : eval(E), E);
}

/// The part of Whole that Field holds, references not followed.
LValue FunctionLowering::fieldOf(const LValue &Whole,
                                 const clang::FieldDecl *Field) {
  LValue L = Whole;
  L.Type = Field->getType();
  auto Offset = Unit.Shapes.offsetOf(Field);
  if (L.IsPlace)
    L.At.Offset += Offset.value_or(0);
  else
    L.Address =
        B.op(OpCode::Field, {64, false, false, true}, {L.Address},
             Offset ? int64_t(*Offset) : -1,
             recordName(Field->getParent()) + "::" + Field->getNameAsString());
  return L;
}

LValue FunctionLowering::elementOf(const LValue &Array, uint64_t I,
                                   QualType Element) {
  LValue L = Array;
  L.Type = Element;
  if (L.IsPlace)
    L.At.Offset += I * Unit.Shapes.sizeOf(Element);
  else
    L.Address = elementAddress(L.Address, B.constant(I, Index),
                               Unit.Shapes.sizeOf(Element));
  return L;
}

void FunctionLowering::zero(const LValue &Dest) {
  RValue V;
  for (const Leaf &L : Unit.Shapes.of(Dest.Type).Leaves)
    V.push_back(L.IsArray || L.Type.isNull()
                    ? B.op(OpCode::Pure, {}, {}, 0, "zero")
                    : B.constant(0, Unit.Shapes.valueType(L.Type)));
  store(Dest, V, Dest.Origin);
}

void FunctionLowering::initArray(const LValue &Dest,
                                 llvm::ArrayRef<const Expr *> Inits,
                                 const Expr *Filler, QualType Element) {
  const auto *Shape = Ctx.getAsConstantArrayType(Dest.Type);
  uint64_t Count = Shape ? Shape->getZExtSize() : Inits.size();
  if (Filler && Count > Inits.size() &&
      llvm::isa<clang::ImplicitValueInitExpr>(Filler)) {
    if (Dest.IsPlace || Inits.empty())
      zero(Dest);
    Filler = nullptr;
  }
  for (uint64_t I = 0; I < Count && I < MaxElements; ++I) {
    const Expr *Init = I < Inits.size() ? Inits[I] : Filler;
    if (!Init)
      break;
    initInto(elementOf(Dest, I, Element), Init);
  }
}

void FunctionLowering::initAggregate(const LValue &Dest,
                                     llvm::ArrayRef<const Expr *> Inits,
                                     const Expr *Filler) {
  QualType T = Dest.Type;
  if (const auto *Array = Ctx.getAsArrayType(T))
    return initArray(Dest, Inits, Filler, Array->getElementType());
  const auto *Record = T->getAsRecordDecl();
  if (!hasLayout(Record))
    return store(Dest, havocOf(T), Dest.Origin);
  size_t Next = 0;
  if (const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(Record))
    for (const auto &Base : Class->bases()) {
      if (Next >= Inits.size())
        return;
      LValue Part = Dest;
      Part.Type = Base.getType();
      const auto *To = Base.getType()->getAsCXXRecordDecl();
      uint64_t Offset = To ? Unit.Shapes.baseOffset(Class, To) : 0;
      if (Part.IsPlace)
        Part.At.Offset += Offset;
      else if (Offset)
        Part.Address = offsetAddress(Part.Address, Offset, "base");
      initInto(Part, Inits[Next++]);
    }
  for (const auto *Field : Record->fields()) {
    if (Field->isUnnamedBitField())
      continue;
    if (Next >= Inits.size())
      return;
    initInto(fieldOf(Dest, Field), Inits[Next++]);
  }
}

void FunctionLowering::initList(const LValue &Dest,
                                const clang::InitListExpr *List) {
  if (List->isTransparent())
    return initInto(Dest, List->getInit(0));
  llvm::SmallVector<const Expr *, 8> Inits(List->inits().begin(),
                                           List->inits().end());
  QualType T = Dest.Type;
  if (T->isVectorType()) {
    RValue Parts;
    for (const Expr *Init : Inits)
      Parts.push_back(scalar(Init));
    ValueId V = Parts.empty()
                    ? B.constant(0, Unit.Shapes.valueType(T))
                    : B.op(OpCode::Aggregate, Unit.Shapes.valueType(T), Parts);
    return store(Dest, {V}, List);
  }
  if (T->isUnionType()) {
    const auto *Field = List->getInitializedFieldInUnion();
    if (!Field || Inits.empty())
      return zero(Dest);
    return initInto(fieldOf(Dest, Field), Inits[0]);
  }
  if (T->isRecordType() || T->isArrayType()) {
    // One store of the whole is what a struct written to memory is.
    if (!Dest.IsPlace && T->isRecordType()) {
      LValue Made = placeOf(newObject(T, "aggregate"), T);
      initAggregate(Made, Inits, List->getArrayFiller());
      return store(Dest, load(Made, List), List);
    }
    if (List->hasArrayFiller() || T->isRecordType() || !Inits.empty())
      return initAggregate(Dest, Inits, List->getArrayFiller());
    return zero(Dest);
  }
  if (Inits.size() == 1)
    return initInto(Dest, Inits[0]);
  zero(Dest);
}

void FunctionLowering::initLambda(const LValue &Dest,
                                  const clang::LambdaExpr *Lambda) {
  auto Field = Lambda->getLambdaClass()->field_begin();
  auto End = Lambda->getLambdaClass()->field_end();
  for (const Expr *Init : Lambda->capture_inits()) {
    if (Field == End)
      return;
    if (Init)
      initInto(fieldOf(Dest, *Field), Init);
    ++Field;
  }
}

void FunctionLowering::initArrayLoop(const LValue &Dest,
                                     const clang::ArrayInitLoopExpr *Loop) {
  const auto *Common = Loop->getCommonExpr();
  Cur->OpaqueLValues[Common] = lvalue(Common->getSourceExpr());
  const auto *Array = Ctx.getAsConstantArrayType(Dest.Type);
  if (!Array)
    return store(Dest, havocOf(Dest.Type), Loop);
  // Copies of arrays of scalars are copies of the leaf.
  if (!Array->getElementType()->isRecordType())
    return store(Dest, load(Cur->OpaqueLValues[Common], Loop), Loop);
  ValueId Outer = Cur->ArrayIndex;
  for (uint64_t I = 0; I < Array->getZExtSize() && I < MaxElements; ++I) {
    Cur->ArrayIndex = B.constant(I, Index);
    initInto(elementOf(Dest, I, Array->getElementType()), Loop->getSubExpr());
  }
  Cur->ArrayIndex = Outer;
}

void FunctionLowering::construct(const LValue &Dest,
                                 const clang::CXXConstructExpr *E) {
  const auto *Ctor = E->getConstructor();
  if (const auto *Array = Ctx.getAsConstantArrayType(E->getType())) {
    if (Ctor->isTrivial())
      return;
    for (uint64_t I = 0; I < Array->getZExtSize() && I < 16; ++I) {
      LValue Part = elementOf(Dest, I, Array->getElementType());
      if (Array->getElementType()->isArrayType())
        continue;
      constructOne(Part, E);
    }
    return;
  }
  constructOne(Dest, E);
}

void FunctionLowering::constructOne(const LValue &Dest,
                                    const clang::CXXConstructExpr *E) {
  const auto *Ctor = E->getConstructor();
  if (E->requiresZeroInitialization())
    zero(Dest);
  if (Ctor->isCopyOrMoveConstructor() && E->getNumArgs() == 1) {
    const Expr *From = E->getArg(0);
    if (Ctor->isTrivial() || E->isElidable()) {
      const Expr *Plain = From->IgnoreParens();
      if (const auto *Made =
              llvm::dyn_cast<clang::MaterializeTemporaryExpr>(Plain))
        return initInto(Dest, Made->getSubExpr());
      if (Ctor->isTrivial()) {
        LValue L = lvalue(From);
        L.Type = From->getType();
        return store(Dest, load(L, From), E);
      }
    }
  }
  if (Ctor->isTrivial() && Ctor->isDefaultConstructor())
    return;
  CallSite Site;
  Site.At = E;
  Site.Loc = loc(E);
  Site.Callee = Ctor;
  Site.Object = Dest;
  Site.ObjectType = E->getType();
  Site.Args.append(E->arg_begin(), E->arg_end());
  Site.ResultType = Ctx.VoidTy;
  callSite(Site, nullptr);
}

/// `using Base::Base`: the base's constructor gets the parameters as they are.
void FunctionLowering::inheritedConstructor(
    const LValue &Dest, const clang::CXXConstructorDecl *Ctor) {
  const auto *Body = withBody(Ctor);
  if (!Body || !Cur->Fn || Active.contains(Body->getCanonicalDecl()) ||
      SpliceDepth >= Budget::Splices)
    return store(Dest, havocOf(Dest.Type), nullptr);
  Frame F;
  F.Fn = Body;
  F.Caller = Cur;
  F.InlinedAt = Cur->InlinedAt;
  F.Name = Unit.frameName(Body);
  F.This = addressOf(Dest);
  for (unsigned I = 0; I < Body->getNumParams(); ++I) {
    const auto *Param = Body->getParamDecl(I);
    unsigned Object = newObject(Param->getType(), Param->getName());
    F.Objects[Param] = Object;
    if (I >= Cur->Fn->getNumParams()) {
      forget(Object);
      continue;
    }
    unsigned Given = objectOf(Cur->Fn->getParamDecl(I));
    clang::QualType T = Param->getType();
    if (T->isReferenceType())
      T = Ctx.getPointerType(T.getNonReferenceType());
    writePlace(placeOf(Object, T).At, T, readPlace(placeOf(Given, T).At, T));
  }
  spliceBody(F, Body);
}

void FunctionLowering::memberInitializers(
    const clang::CXXConstructorDecl *Ctor) {
  const auto *Class = Ctor->getParent();
  QualType T = Ctx.getCanonicalTagType(Class);
  for (const auto *Init : Ctor->inits()) {
    LValue Whole = atAddress(Cur->This, T);
    const Expr *E = Init->getInit();
    if (!E)
      continue;
    if (Init->isBaseInitializer()) {
      const auto *Base = Init->getBaseClass()->getAsCXXRecordDecl();
      uint64_t Offset = Base ? Unit.Shapes.baseOffset(Class, Base) : 0;
      Whole.Type = QualType(Init->getBaseClass(), 0);
      if (Whole.IsPlace)
        Whole.At.Offset += Offset;
      else if (Offset)
        Whole.Address = offsetAddress(Whole.Address, Offset, "base");
      initInto(Whole, E);
    } else if (Init->isIndirectMemberInitializer()) {
      for (const auto *Link : Init->getIndirectMember()->chain())
        if (const auto *Field = llvm::dyn_cast<clang::FieldDecl>(Link))
          Whole = fieldOf(Whole, Field);
      initInto(Whole, E);
    } else if (const auto *Field = Init->getMember()) {
      initInto(fieldOf(Whole, Field), E);
    } else {
      initInto(Whole, E);
    }
  }
}
