//===- host_expr.cpp - expressions of host functions ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which buffer an expression reads. Conversions from floating point to an
// integer by value round: what they give is no longer the sum.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/host_lowering.h"
#include <cmath>

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using llvm::ArrayRef;
using llvm::StringRef;

BufferId HostLowering::eval(const Expr *E) {
  if (!E || Depth > MaxDepth || Ops.size() >= MaxOps || Unit.Dead.holds(E))
    return UnknownBuffer;
  ++Depth;
  BufferId B = evalNode(E);
  --Depth;
  return B;
}

BufferId HostLowering::evalNode(const Expr *E) {
  if (const auto *Full = llvm::dyn_cast<clang::FullExpr>(E))
    return eval(Full->getSubExpr());
  if (const auto *T = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(E))
    return eval(T->getSubExpr());
  if (const auto *P = llvm::dyn_cast<clang::ParenExpr>(E))
    return eval(P->getSubExpr());
  if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
    return reference(Ref);
  if (llvm::isa<clang::CXXThisExpr>(E)) {
    const auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(Fn);
    return Method && Method->getParent()->isLambda()
               ? member(This, "this", "this")
               : This;
  }
  if (const auto *M = llvm::dyn_cast<clang::MemberExpr>(E)) {
    if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(M->getMemberDecl()))
      return variable(Var);
    BufferId Base = eval(M->getBase());
    const auto *Field = llvm::dyn_cast<clang::FieldDecl>(M->getMemberDecl());
    // Components of vectors are the vector; members of a union share its bits.
    if (!Field || isNumber(M->getBase()->getType().getCanonicalType()) ||
        Field->getParent()->isUnion())
      return Base;
    return member(Base, keyOf(Field), fieldName(Field));
  }
  if (const auto *C = llvm::dyn_cast<clang::CastExpr>(E))
    return cast(C);
  if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E))
    return unary(U);
  if (const auto *B = llvm::dyn_cast<clang::BinaryOperator>(E))
    return binary(B);
  if (const auto *R = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(E))
    return eval(R->getSemanticForm());
  if (const auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E)) {
    eval(S->getIdx());
    return eval(S->getBase());
  }
  if (const auto *C = llvm::dyn_cast<clang::AbstractConditionalOperator>(E))
    return choice(C->getCond(), C->getTrueExpr(), C->getFalseExpr(), E);
  if (const auto *O = llvm::dyn_cast<clang::OpaqueValueExpr>(E))
    return eval(O->getSourceExpr());
  if (const auto *L = llvm::dyn_cast<clang::LambdaExpr>(E))
    return lambda(L);
  if (const auto *K = llvm::dyn_cast<clang::CUDAKernelCallExpr>(E)) {
    launch(K);
    return UnknownBuffer;
  }
  if (const auto *C = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E))
    return operatorCall(C);
  if (const auto *C = llvm::dyn_cast<clang::CallExpr>(E))
    return call(C);
  if (const auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(E))
    return construct(C);
  if (const auto *I = llvm::dyn_cast<clang::InitListExpr>(E))
    return list({I->getInits(), I->getNumInits()}, E->getType(), E);
  if (const auto *L = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(E))
    return eval(L->getSubExpr());
  if (const auto *D = llvm::dyn_cast<clang::CXXDefaultArgExpr>(E))
    return eval(D->getExpr());
  if (const auto *D = llvm::dyn_cast<clang::CXXDefaultInitExpr>(E))
    return eval(D->getExpr());
  if (const auto *S = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
    return eval(S->getReplacement());
  if (const auto *N = llvm::dyn_cast<clang::CXXNewExpr>(E)) {
    BufferId Made = temporary(E);
    if (const auto *C = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(
            N->getInitializer()))
      userCall(C->getConstructor(), Made,
               {const_cast<clang::CXXConstructExpr *>(C)->getArgs(),
                C->getNumArgs()},
               C);
    else
      emitFill(Made, E, Filling::Empty);
    setHome(Made, MemoryHome::Host, nullptr, E);
    return Made;
  }
  if (const auto *T = llvm::dyn_cast<clang::CXXThrowExpr>(E)) {
    eval(T->getSubExpr());
    emit(HostOpKind::Leave, E->getSourceRange());
    return UnknownBuffer;
  }
  if (const auto *T = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return eval(T->getSubExpr());
  if (const auto *S = llvm::dyn_cast<clang::StmtExpr>(E)) {
    statement(S->getSubStmt());
    return UnknownBuffer;
  }
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(E))
    return UnknownBuffer;
  children(E);
  return UnknownBuffer;
}

BufferId HostLowering::reference(const clang::DeclRefExpr *E) {
  const clang::ValueDecl *D = E->getDecl();
  const auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(Fn);
  if (E->refersToEnclosingVariableOrCapture() && Method &&
      Method->getParent()->isLambda())
    if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D);
        Var && !Var->hasGlobalStorage())
      return member(This, Var->getName(), Var->getName());
  return variable(D);
}

BufferId HostLowering::cast(const clang::CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  BufferId From = eval(Sub);
  if (isFloating(Sub->getType()) && !isFloating(E->getType()) &&
      E->getType()->isIntegralOrEnumerationType() &&
      E->getCastKind() != clang::CK_LValueBitCast)
    return UnknownBuffer;
  return From;
}

BufferId HostLowering::unary(const clang::UnaryOperator *E) {
  BufferId B = eval(E->getSubExpr());
  switch (E->getOpcode()) {
  case clang::UO_LNot:
    // `!x` of a number is `x == 0`.
    return UnknownBuffer;
  default:
    return B;
  }
}

BufferId HostLowering::combine(ArrayRef<BufferId> Parts, const Expr *At,
                               bool IsDifference) {
  llvm::SmallVector<BufferId, 4> Known;
  for (BufferId B : Parts)
    if (B != UnknownBuffer && !llvm::is_contained(Known, B))
      Known.push_back(B);
  if (Known.empty())
    return UnknownBuffer;
  if (Known.size() == 1 && !IsDifference)
    return Known[0];
  BufferId Made = temporary(At);
  emitCopy(Made, Known, At, /*IsMerge=*/false, IsDifference);
  return Made;
}

BufferId HostLowering::choice(const Expr *Cond, const Expr *Then,
                              const Expr *Else, const Expr *At) {
  eval(Cond);
  BufferId A = eval(Then), B = eval(Else);
  if (A == B || B == UnknownBuffer)
    return A;
  if (A == UnknownBuffer)
    return B;
  BufferId Made = temporary(At);
  emitAlias(Made, {A, B}, At);
  return Made;
}

BufferId HostLowering::lambda(const clang::LambdaExpr *E) {
  BufferId Object = temporary(E);
  Host.Buffers[Object].Name = "lambda";
  auto Init = E->capture_init_begin();
  for (const clang::LambdaCapture &C : E->captures()) {
    const Expr *From = Init == E->capture_init_end() ? nullptr : *Init++;
    StringRef Name = C.capturesVariable() ? C.getCapturedVar()->getName()
                                          : StringRef("this");
    BufferId Source = eval(From);
    if (Source == UnknownBuffer)
      continue;
    BufferId To = member(Object, Name, Name);
    bool IsShared = C.getCaptureKind() == clang::LCK_ByRef ||
                    !C.capturesVariable() ||
                    passingOf(C.getCapturedVar()->getType()) == Passing::Handle;
    if (IsShared)
      emitAlias(To, {Source}, From);
    else
      emitCopy(To, {Source}, From);
  }
  if (const clang::CXXMethodDecl *Call = E->getCallOperator();
      Call && !Call->isDependentContext() &&
      !(Call->hasAttr<clang::CUDADeviceAttr>() &&
        !Call->hasAttr<clang::CUDAHostAttr>()))
    Lambdas.push_back(Call);
  if (const auto *Generic = E->getDependentCallOperator())
    for (const clang::FunctionDecl *Instance : Generic->specializations())
      Lambdas.push_back(Instance);
  return Object;
}

BufferId HostLowering::list(ArrayRef<const Expr *> Parts, clang::QualType T,
                            const Expr *At) {
  const auto *Record = T->getAsRecordDecl();
  llvm::SmallVector<BufferId, 4> Buffers;
  for (const Expr *Part : Parts)
    Buffers.push_back(eval(Part));
  if (llvm::all_of(Buffers, [](BufferId B) { return B == UnknownBuffer; }))
    return UnknownBuffer;
  if (!Record || isNumber(T)) {
    if (passingOf(T) == Passing::Contents)
      return combine(Buffers, At);
    BufferId Made = temporary(At);
    llvm::erase(Buffers, UnknownBuffer);
    emitAlias(Made, Buffers, At);
    return Made;
  }
  BufferId Made = temporary(At);
  auto Field = Record->field_begin();
  for (size_t I = 0; I < Buffers.size() && Field != Record->field_end();
       ++I, ++Field) {
    if (Buffers[I] == UnknownBuffer)
      continue;
    BufferId To = member(Made, keyOf(*Field), fieldName(*Field));
    if (Field->getType()->isReferenceType() ||
        passingOf(Field->getType()) == Passing::Handle)
      emitAlias(To, {Buffers[I]}, Parts[I]);
    else
      emitCopy(To, {Buffers[I]}, Parts[I]);
  }
  return Made;
}

BufferId HostLowering::construct(const clang::CXXConstructExpr *E) {
  const clang::CXXConstructorDecl *Ctor = E->getConstructor();
  ArrayRef<const Expr *> Args(
      const_cast<clang::CXXConstructExpr *>(E)->getArgs(), E->getNumArgs());
  if (Ctor->isCopyOrMoveConstructor() && !Args.empty() &&
      (!Ctor->isUserProvided() || Unit.isSystem(Ctor->getLocation())))
    return eval(Args[0]);
  bool IsLibrary = Unit.isSystem(Ctor->getLocation()) || !withBody(Ctor);
  if (!IsLibrary) {
    BufferId Made = temporary(E);
    userCall(Ctor, Made, Args, E);
    return Made;
  }
  llvm::SmallVector<BufferId, 4> From;
  for (const Expr *Arg : Args)
    if (!Arg->isDefaultArgument())
      From.push_back(eval(Arg));
  if (passingOf(E->getType()) == Passing::Handle) {
    llvm::erase(From, UnknownBuffer);
    if (From.empty())
      return UnknownBuffer;
    if (From.size() == 1)
      return From[0];
    BufferId Made = temporary(E);
    emitAlias(Made, From, E);
    return Made;
  }
  if (!isContainer(Unit, E->getType()))
    return combine(From, E);
  BufferId Made = temporary(E);
  bool TakesCount =
      Args.empty() || Args[0]->getType()->isIntegralOrEnumerationType();
  if (!TakesCount) {
    llvm::erase(From, UnknownBuffer);
    From.empty() ? emitFill(Made, E, fillingOf(Args.empty() ? E : Args[0]))
                 : emitCopy(Made, From, E);
  } else if (From.size() > 1 && isNumber(Args[1]->getType())) {
    // `vector(n, value)`
    Filling With = fillingOf(Args[1]);
    if (With != Filling::Any || From[1] == UnknownBuffer)
      emitFill(Made, E, With);
    else
      emitCopy(Made, {From[1]}, E);
  } else {
    emitFill(Made, E, Filling::Empty); // `vector(n)`: zeros.
  }
  setHome(Made,
          StringRef(className(Unit, E->getType())).contains("device")
              ? MemoryHome::Device
              : MemoryHome::Host,
          nullptr, E);
  return Made;
}
