//===- host_divisors.cpp - what a function divides by ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/host_divisors.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using clang::Expr;

static const clang::ValueDecl *variableOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(E)) {
    const clang::FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() != 1 ||
        !Callee->getName().ends_with("abs"))
      return nullptr;
    E = Call->getArg(0)->IgnoreParenCasts();
  }
  const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  return Ref ? Ref->getDecl() : nullptr;
}

namespace {
class DivisorFinder : public clang::RecursiveASTVisitor<DivisorFinder> {
public:
  explicit DivisorFinder(const clang::ValueDecl *Var) : Var(Var) {}
  bool Found = false;
  bool VisitBinaryOperator(clang::BinaryOperator *E) {
    bool Divides = E->getOpcode() == clang::BO_Div ||
                   E->getOpcode() == clang::BO_DivAssign;
    Found |= Divides && variableOf(E->getRHS()) == Var;
    return !Found;
  }

private:
  const clang::ValueDecl *Var;
};
} // namespace

static bool divides(const clang::Stmt *S, const clang::ValueDecl *Var) {
  DivisorFinder Finder(Var);
  Finder.TraverseStmt(const_cast<clang::Stmt *>(S));
  return Finder.Found;
}

static bool contains(const clang::Stmt *S, const Expr *E) {
  if (!S || S == E)
    return S != nullptr;
  return llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
    return contains(Child, E);
  });
}

static bool leaves(const clang::Stmt *S) {
  if (!S)
    return false;
  if (llvm::isa<clang::ReturnStmt, clang::ContinueStmt, clang::BreakStmt,
                clang::CXXThrowExpr>(S))
    return true;
  const auto *All = llvm::dyn_cast<clang::CompoundStmt>(S);
  return All && !All->body_empty() && leaves(All->body_back());
}

namespace {
class GuardFinder : public clang::RecursiveASTVisitor<GuardFinder> {
public:
  GuardFinder(const Expr *Side, const clang::ValueDecl *Var,
              const clang::FunctionDecl *In)
      : Side(Side), Var(Var), In(In) {}
  bool Found = false;
  bool VisitIfStmt(clang::IfStmt *S) {
    if (contains(S->getCond(), Side))
      Found = divides(S->getThen(), Var) || divides(S->getElse(), Var) ||
              (leaves(S->getThen()) && divides(In->getBody(), Var));
    return !Found;
  }
  bool VisitConditionalOperator(clang::ConditionalOperator *E) {
    if (contains(E->getCond(), Side))
      Found = divides(E->getTrueExpr(), Var) || divides(E->getFalseExpr(), Var);
    return !Found;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *E) {
    if (E->isLogicalOp() && contains(E->getLHS(), Side))
      Found = divides(E->getRHS(), Var);
    return !Found;
  }

private:
  const Expr *Side;
  const clang::ValueDecl *Var;
  const clang::FunctionDecl *In;
};
} // namespace

bool fencepost::isGuardedDivisor(const Expr *E, const clang::FunctionDecl *In) {
  const clang::ValueDecl *Var = variableOf(E);
  if (!Var || !In || !In->getBody() || !divides(In->getBody(), Var))
    return false;
  GuardFinder Finder(E, Var, In);
  Finder.TraverseStmt(In->getBody());
  return Finder.Found;
}
