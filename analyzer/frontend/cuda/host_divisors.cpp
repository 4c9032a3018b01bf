//===- host_divisors.cpp - what a function divides by ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/host_divisors.h"
#include "clang/AST/RecursiveASTVisitor.h"

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

bool fencepost::isDivisor(const Expr *E, const clang::FunctionDecl *In) {
  const clang::ValueDecl *Var = variableOf(E);
  if (!Var || !In || !In->getBody())
    return false;
  DivisorFinder Finder(Var);
  Finder.TraverseStmt(In->getBody());
  return Finder.Found;
}
