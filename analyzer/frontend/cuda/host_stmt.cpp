//===- host_stmt.cpp - statements of host functions -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If, Else, Loop and End bracket what may be passed over or repeated. A switch
// is a sequence of parts that may each be passed over.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/host_lowering.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::Stmt;

void HostLowering::children(const Stmt *S) {
  for (const Stmt *Child : S->children())
    statement(Child);
}

void HostLowering::statement(const Stmt *S) {
  if (!S || Depth > MaxDepth || Ops.size() >= MaxOps)
    return;
  ++Depth;
  if (const auto *E = llvm::dyn_cast<Expr>(S)) {
    eval(E);
  } else if (const auto *Decls = llvm::dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *D : Decls->decls())
      if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D))
        declaration(Var);
  } else if (const auto *If = llvm::dyn_cast<clang::IfStmt>(S)) {
    ifStatement(If);
  } else if (const auto *For = llvm::dyn_cast<clang::ForStmt>(S)) {
    statement(For->getInit());
    loop(For->getCond(), For->getInc(), For->getBody(), For->getSourceRange());
  } else if (const auto *While = llvm::dyn_cast<clang::WhileStmt>(S)) {
    loop(While->getCond(), nullptr, While->getBody(), While->getSourceRange());
  } else if (const auto *Do = llvm::dyn_cast<clang::DoStmt>(S)) {
    // `do { ... } while (0)` of macros is no loop.
    bool Once = false;
    if (!Do->getCond()->isValueDependent())
      if (auto Known = integer(Do->getCond()))
        Once = *Known == 0;
    if (Once)
      statement(Do->getBody());
    else
      loop(nullptr, Do->getCond(), Do->getBody(), Do->getSourceRange());
  } else if (const auto *Range = llvm::dyn_cast<clang::CXXForRangeStmt>(S)) {
    rangeFor(Range);
  } else if (const auto *Switch = llvm::dyn_cast<clang::SwitchStmt>(S)) {
    eval(Switch->getCond());
    emit(HostOpKind::If, Switch->getSourceRange());
    statement(Switch->getBody());
    emit(HostOpKind::End, Switch->getSourceRange());
  } else if (const auto *Case = llvm::dyn_cast<clang::SwitchCase>(S)) {
    emit(HostOpKind::End, Case->getSourceRange());
    emit(HostOpKind::If, Case->getSourceRange());
    statement(Case->getSubStmt());
  } else if (const auto *Return = llvm::dyn_cast<clang::ReturnStmt>(S)) {
    BufferId Value = eval(Return->getRetValue());
    emit(HostOpKind::Return, Return->getSourceRange()).Sources = {Value};
  } else if (const auto *Try = llvm::dyn_cast<clang::CXXTryStmt>(S)) {
    statement(Try->getTryBlock());
    for (unsigned I = 0; I < Try->getNumHandlers(); ++I) {
      emit(HostOpKind::If, Try->getSourceRange());
      statement(Try->getHandler(I)->getHandlerBlock());
      emit(HostOpKind::End, Try->getSourceRange());
    }
  } else if (const auto *Label = llvm::dyn_cast<clang::LabelStmt>(S)) {
    statement(Label->getSubStmt());
  } else {
    children(S);
  }
  --Depth;
}

void HostLowering::ifStatement(const clang::IfStmt *S) {
  statement(S->getInit());
  if (S->isConstexpr()) {
    if (auto Taken = S->getNondiscardedCase(Ctx)) {
      statement(*Taken);
      return;
    }
  }
  if (S->getConditionVariable())
    declaration(S->getConditionVariable());
  else
    eval(S->getCond());
  emit(HostOpKind::If, S->getSourceRange());
  statement(S->getThen());
  if (S->getElse()) {
    emit(HostOpKind::Else, S->getSourceRange());
    statement(S->getElse());
  }
  emit(HostOpKind::End, S->getSourceRange());
}

void HostLowering::loop(const Expr *Cond, const Expr *Inc, const Stmt *Body,
                        clang::SourceRange At) {
  emit(HostOpKind::Loop, At);
  unsigned Around = std::exchange(InLoop, ++LoopsBegun);
  ++LoopDepth;
  eval(Cond);
  statement(Body);
  eval(Inc);
  --LoopDepth;
  InLoop = Around;
  emit(HostOpKind::End, At);
}

void HostLowering::rangeFor(const clang::CXXForRangeStmt *S) {
  statement(S->getInit());
  BufferId Range = eval(S->getRangeInit());
  emit(HostOpKind::Loop, S->getSourceRange());
  unsigned Around = std::exchange(InLoop, ++LoopsBegun);
  ++LoopDepth;
  const clang::VarDecl *Var = S->getLoopVariable();
  BufferId Each = variable(Var);
  if (Range != UnknownBuffer && Each != UnknownBuffer) {
    if (Var->getType()->isReferenceType() ||
        passingOf(Var->getType()) == Passing::Handle)
      emitAlias(Each, {Range}, S->getRangeInit());
    else
      emitCopy(Each, {Range}, S->getRangeInit());
  }
  statement(S->getBody());
  --LoopDepth;
  InLoop = Around;
  emit(HostOpKind::End, S->getSourceRange());
}

void HostLowering::declaration(const clang::VarDecl *Var) {
  if (Var->isInvalidDecl() && !Var->getInit())
    return;
  const Expr *Init = Var->getInit();
  BufferId To = variable(Var);
  if (!Init) {
    if (Var->getType()->isArrayType() && !Var->hasGlobalStorage())
      emitFill(To, nullptr, Filling::Empty); // Nothing yet.
    return;
  }
  if (To == UnknownBuffer || Var->isStaticLocal()) {
    eval(Init);
    return;
  }
  if (Var->getType()->isReferenceType()) {
    BufferId From = eval(Init);
    if (From != UnknownBuffer)
      emitAlias(To, {From}, Init);
    return;
  }
  assign(To, Init, Var->getType(), Init);
}
