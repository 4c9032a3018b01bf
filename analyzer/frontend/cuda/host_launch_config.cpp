//===- host_launch_config.cpp - a cudaLaunchConfig_t ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/host_launch_config.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace fencepost::lower;
using clang::Expr;
using clang::ValueDecl;
using llvm::StringRef;

static constexpr unsigned MaxDepth = 200;

/// `attrs` of `attrs[0].val.cooperative`, `&attrs[1]`, `attrs.data()`.
static const ValueDecl *rootOf(const Expr *E) {
  for (unsigned Steps = 0; E && Steps < 16; ++Steps) {
    E = E->IgnoreParenCasts();
    if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
      return Ref->getDecl();
    if (const auto *M = llvm::dyn_cast<clang::MemberExpr>(E))
      E = M->getBase();
    else if (const auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
      E = S->getBase();
    else if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E))
      E = U->getSubExpr();
    else if (const auto *C = llvm::dyn_cast<clang::CXXMemberCallExpr>(E))
      E = C->getImplicitObjectArgument();
    else if (const auto *O = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
             O && O->getNumArgs())
      E = O->getArg(0);
    else
      return nullptr;
  }
  return nullptr;
}

static StringRef nameOf(const ValueDecl *D) {
  return D->getDeclName().isIdentifier() ? D->getName() : StringRef();
}

static bool isZero(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *I = llvm::dyn_cast<clang::IntegerLiteral>(E))
    return I->getValue().isZero();
  const auto *B = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(E);
  return B && !B->getValue();
}

/// Functions that read a configuration and no more.
static bool isReader(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  StringRef Name = F ? nameOf(F) : StringRef();
  return Name.starts_with("cudaLaunchKernelEx") ||
         Name.starts_with("cudaOccupancy");
}

LaunchConfig::LaunchConfig(const clang::VarDecl *Config,
                           const clang::Stmt *Body)
    : Config(Config) {
  MayBeSetElsewhere = !Config->isLocalVarDecl();
  if (const Expr *Init = Config->getInit())
    readInit(Init);
  walk(Body, nullptr, 0);
}

// `{grid, block, bytes, stream, attributes, count}`
void LaunchConfig::readInit(const Expr *Init) {
  Init = Init->IgnoreParenCasts();
  if (const auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(Init)) {
    MayBeSetElsewhere |= Made->getNumArgs() > 0;
    return;
  }
  const auto *List = llvm::dyn_cast<clang::InitListExpr>(Init);
  if (!List) {
    MayBeSetElsewhere = true;
    return;
  }
  if (List->getNumInits() > 1) {
    Grid = List->getInit(0);
    Block = List->getInit(1);
  }
  if (List->getNumInits() > 4 &&
      !llvm::isa<clang::ImplicitValueInitExpr>(List->getInit(4))) {
    Attributes = rootOf(List->getInit(4));
    MayBeSetElsewhere |= !Attributes;
  }
}

void LaunchConfig::assign(const Expr *To, const Expr *From) {
  const auto *M = llvm::dyn_cast<clang::MemberExpr>(To->IgnoreParenImpCasts());
  if (!M) {
    MayBeSetElsewhere |= rootOf(To) == Config;
    return;
  }
  StringRef Name = nameOf(M->getMemberDecl());
  const auto *Base =
      llvm::dyn_cast<clang::DeclRefExpr>(M->getBase()->IgnoreParenImpCasts());
  if (Base && Base->getDecl() == Config) {
    if (Name == "gridDim")
      Grid = From;
    if (Name == "blockDim")
      Block = From;
    if (Name == "dynamicSmemBytes")
      Shared = From;
    if (Name == "attrs") {
      Attributes = rootOf(From);
      MayBeSetElsewhere |= !Attributes;
    }
    return;
  }
  // attr[0].val.clusterDim.x, attr.val.cooperative
  if (Name == "cooperative") {
    if (const ValueDecl *Root = rootOf(To))
      (isZero(From) ? Zeroed : Named).insert(Root);
    else
      IsNamedSomewhere = true;
  }
  const auto *Dim =
      llvm::dyn_cast<clang::MemberExpr>(M->getBase()->IgnoreParenImpCasts());
  if (Dim && nameOf(Dim->getMemberDecl()) == "clusterDim" && Name.size() == 1 &&
      Name[0] >= 'x' && Name[0] <= 'z')
    Cluster[Name[0] - 'x'] = From;
}

void LaunchConfig::walk(const clang::Stmt *S, const ValueDecl *For,
                        unsigned Depth) {
  if (!S)
    return;
  if (Depth > MaxDepth) {
    MayBeSetElsewhere = IsNamedSomewhere = true;
    return;
  }
  const Expr *To = nullptr, *From = nullptr;
  if (const auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
      B && B->getOpcode() == clang::BO_Assign) {
    To = B->getLHS();
    From = B->getRHS();
  } else if (const auto *C = llvm::dyn_cast<clang::CXXOperatorCallExpr>(S);
             C && C->getOperator() == clang::OO_Equal && C->getNumArgs() == 2) {
    To = C->getArg(0);
    From = C->getArg(1);
  } else if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
             Call && !isReader(Call)) {
    for (const Expr *Argument : Call->arguments())
      MayBeSetElsewhere |= rootOf(Argument) == Config;
  }
  if (To) {
    assign(To, From);
    For = llvm::isa<clang::MemberExpr>(To->IgnoreParenImpCasts()) ? rootOf(To)
                                                                  : nullptr;
  }
  if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S)) {
    StringRef Name = nameOf(Ref->getDecl());
    if (Name == "cudaLaunchAttributeCooperative" ||
        Name == "CU_LAUNCH_ATTRIBUTE_COOPERATIVE") {
      if (For)
        Named.insert(For);
      else
        IsNamedSomewhere = true;
    }
  }
  if (const auto *Decls = llvm::dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *D : Decls->decls())
      if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D))
        walk(Var->getInit(),
             Var->getType()->isIntegralOrEnumerationType() ? nullptr : Var,
             Depth + 1);
    return;
  }
  for (const clang::Stmt *Child : S->children())
    walk(Child, For, Depth + 1);
}

bool LaunchConfig::isCooperative() const {
  if (Attributes && Zeroed.contains(Attributes))
    return false;
  if (IsNamedSomewhere || (MayBeSetElsewhere && !Named.empty()))
    return true;
  return Attributes && Named.contains(Attributes);
}
