//===- lower_interest.cpp - what a call could do to memory ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cheap walk of each body, once per function. A function adds nothing to
// itself; mutual recursion and whatever is not understood count as Opaque.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/api/api_models.h"
#include "analyzer/frontend/cuda/lower_unit_state.h"
#include "analyzer/frontend/ptx/inline_asm.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::FunctionDecl;
using clang::Stmt;

static Interest most(Interest A, Interest B) { return A > B ? A : B; }

Interest UnitState::interest(const FunctionDecl *Fn) {
  const FunctionDecl *Body = withBody(Fn);
  if (!Body)
    return Interest::Opaque;
  if (!Walking.empty() && Walking.back() == Body)
    return Interest::None;
  auto [It, New] = Interests.try_emplace(Body, Interest::Opaque);
  if (!New)
    return It->second;
  if (Walking.size() > 200)
    return Interest::Opaque;
  Walking.push_back(Body);
  Interest Found = walk(Body->getBody());
  if (const auto *Ctor = llvm::dyn_cast<clang::CXXConstructorDecl>(Body))
    for (const auto *Init : Ctor->inits())
      Found = most(Found, walk(Init->getInit()));
  Walking.pop_back();
  return Interests[Body] = Found;
}

Interest UnitState::walk(const Stmt *Root) {
  Interest Found = Interest::None;
  llvm::SmallVector<const Stmt *, 32> Work{Root};
  while (!Work.empty() && Found != Interest::Sync) {
    const Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    Found = most(Found, walkNode(S));
    if (const auto *Lambda = llvm::dyn_cast<clang::LambdaExpr>(S)) {
      for (const auto *Init : Lambda->capture_inits())
        Work.push_back(Init);
      continue;
    }
    if (const auto *Default = llvm::dyn_cast<clang::CXXDefaultArgExpr>(S))
      Work.push_back(Default->getExpr());
    if (const auto *Default = llvm::dyn_cast<clang::CXXDefaultInitExpr>(S))
      Work.push_back(Default->getExpr());
    if (const auto *Decls = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const auto *D : Decls->decls())
        if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D))
          if (const auto *Class = Var->getType()->getAsCXXRecordDecl();
              Class && Class->hasDefinition() && !Class->hasTrivialDestructor())
            Found = most(Found, ofCallee(Class->getDestructor(), 0));
    for (const Stmt *Child : S->children())
      Work.push_back(Child);
  }
  return Found;
}

Interest UnitState::ofCallee(const FunctionDecl *Fn, unsigned Arity) {
  if (!Fn)
    return Interest::Opaque;
  if (const ApiModel *Model = Models.find(apiName(Fn), Arity)) {
    switch (Model->What) {
    case ApiModel::Effect::Pure:
    case ApiModel::Effect::Nothing:
    case ApiModel::Effect::Returns:
    case ApiModel::Effect::Special:
    case ApiModel::Effect::Computes:
    case ApiModel::Effect::Binds:
      return Interest::None;
    case ApiModel::Effect::Opaque:
    case ApiModel::Effect::NoReturn:
    case ApiModel::Effect::Invokes:
      return Interest::Opaque;
    case ApiModel::Effect::Events:
      return Interest::Sync;
    }
  }
  if (Fn->getBuiltinID() && Ctx.BuiltinInfo.isConst(Fn->getBuiltinID()))
    return Interest::None;
  if (Fn->isTrivial())
    return Interest::None;
  return interest(Fn);
}

Interest UnitState::ofCall(const clang::CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee)
    return Interest::Opaque;
  if (const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Callee);
      Method && Method->isVirtual())
    return Interest::Opaque;
  return ofCallee(Callee, E->getNumArgs());
}

Interest UnitState::walkNode(const Stmt *S) {
  if (const auto *Asm = llvm::dyn_cast<clang::GCCAsmStmt>(S)) {
    const auto *Text =
        llvm::dyn_cast_or_null<clang::StringLiteral>(Asm->getAsmStringExpr());
    if (Text && !ptx::mayHoldEvent(Text->getString()) &&
        Asm->getNumClobbers() == 0)
      return Interest::None;
    return Interest::Sync;
  }
  if (llvm::isa<clang::RecoveryExpr>(S))
    return Interest::Opaque;
  if (llvm::isa<clang::AtomicExpr, clang::AsmStmt>(S))
    return Interest::Sync;
  if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
    return ofCall(Call);
  if (const auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(S))
    return ofCallee(Made->getConstructor(), Made->getNumArgs());
  const auto *E = llvm::dyn_cast<clang::Expr>(S);
  if (!E)
    return Interest::None;
  if (E->isGLValue() && E->getType().isVolatileQualified())
    return Interest::Sync;
  if (const auto *Unary = llvm::dyn_cast<clang::UnaryOperator>(E);
      Unary && Unary->getOpcode() == clang::UO_Deref)
    return Interest::Memory;
  if (llvm::isa<clang::ArraySubscriptExpr>(E))
    return Interest::Memory;
  if (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E);
      Member && Member->isArrow() &&
      !llvm::isa<clang::CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
    return Interest::Memory;
  if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
    if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()))
      if (Var->hasGlobalStorage() && !Var->isConstexpr())
        return Interest::Memory;
  return Interest::None;
}
