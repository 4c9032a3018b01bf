//===- host_dead_code.cpp - host code that never runs ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/host_dead_code.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/CFG.h"

using namespace fencepost::lower;
using clang::CXXRecordDecl;
using clang::FunctionDecl;

namespace {

/// What of a body the question is about.
class Finder : public clang::RecursiveASTVisitor<Finder> {
public:
  std::vector<const clang::LambdaExpr *> Lambdas;
  std::vector<const clang::DeclRefExpr *> Kernels;
  bool Calls = false, Branches = false;

  bool VisitLambdaExpr(clang::LambdaExpr *E) {
    Lambdas.push_back(E);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) {
    const auto *Fn = llvm::dyn_cast<FunctionDecl>(E->getDecl());
    if (Fn && Fn->hasAttr<clang::CUDAGlobalAttr>())
      Kernels.push_back(E);
    else if (Fn && Fn->getIdentifier())
      Calls |= Fn->getName().contains("Launch");
    return true;
  }
  bool VisitIfStmt(clang::IfStmt *) { return Branches = true; }
  bool VisitSwitchStmt(clang::SwitchStmt *) { return Branches = true; }
  bool VisitAbstractConditionalOperator(clang::AbstractConditionalOperator *) {
    return Branches = true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *E) {
    Branches |= E->isLogicalOp();
    return true;
  }
  bool isOfInterest() const {
    return Branches && (Calls || !Lambdas.empty() || !Kernels.empty());
  }
};

/// The expressions of blocks that no edge reaches which constants allow.
llvm::DenseSet<const clang::Expr *> unreached(const FunctionDecl *Fn) {
  llvm::DenseSet<const clang::Expr *> Out;
  clang::CFG::BuildOptions Options;
  Options.PruneTriviallyFalseEdges = true;
  Options.setAllAlwaysAdd();
  auto Graph =
      clang::CFG::buildCFG(Fn, Fn->getBody(), &Fn->getASTContext(), Options);
  if (!Graph)
    return Out;
  llvm::BitVector Reached(Graph->getNumBlockIDs());
  llvm::SmallVector<const clang::CFGBlock *, 32> Work{&Graph->getEntry()};
  for (const clang::CFGBlock *Try : Graph->try_blocks())
    Work.push_back(Try);
  while (!Work.empty()) {
    const clang::CFGBlock *Block = Work.pop_back_val();
    if (Reached.test(Block->getBlockID()))
      continue;
    Reached.set(Block->getBlockID());
    for (const clang::CFGBlock::AdjacentBlock &Next : Block->succs())
      if (const clang::CFGBlock *To = Next.getReachableBlock())
        Work.push_back(To);
  }
  auto Visit = [&](bool WhereReached, auto Each) {
    for (const clang::CFGBlock *Block : *Graph)
      if (Reached.test(Block->getBlockID()) == WhereReached)
        for (const clang::CFGElement &Element : *Block)
          if (auto S = Element.getAs<clang::CFGStmt>())
            if (const auto *E = llvm::dyn_cast<clang::Expr>(S->getStmt()))
              Each(E);
  };
  Visit(false, [&](const clang::Expr *E) { Out.insert(E); });
  if (!Out.empty())
    Visit(true, [&](const clang::Expr *E) { Out.erase(E); });
  return Out;
}

} // namespace

static const FunctionDecl *kernelAt(const clang::DeclRefExpr *E) {
  return llvm::cast<FunctionDecl>(E->getDecl())->getCanonicalDecl();
}

void DeadCode::read(const FunctionDecl *Fn) {
  if (!Fn->getBody() || Fn->isDependentContext())
    return;
  Finder Found;
  Found.TraverseStmt(Fn->getBody());
  if (Found.isOfInterest()) {
    auto Parts = unreached(Fn);
    Dead.insert(Parts.begin(), Parts.end());
  }
  for (const clang::LambdaExpr *E : Found.Lambdas)
    if (Dead.contains(E))
      NeverMade.insert(E->getLambdaClass()->getCanonicalDecl());
  for (const clang::DeclRefExpr *E : Found.Kernels)
    (Dead.contains(E) ? DeadKernels : LiveKernels).insert(kernelAt(E));
}

static constexpr unsigned MaxSteps = 40;

bool DeadCode::needs(const clang::TemplateArgument &Argument, unsigned Steps) {
  switch (Argument.getKind()) {
  case clang::TemplateArgument::Type:
    return needs(Argument.getAsType(), Steps);
  case clang::TemplateArgument::Pack:
    return needs(Argument.getPackAsArray(), Steps);
  case clang::TemplateArgument::Declaration:
    if (const auto *Fn = llvm::dyn_cast<FunctionDecl>(Argument.getAsDecl()))
      return needs(Fn, Steps);
    return false;
  default:
    return false;
  }
}

bool DeadCode::needs(llvm::ArrayRef<clang::TemplateArgument> Arguments,
                     unsigned Steps) {
  return llvm::any_of(Arguments, [&](const clang::TemplateArgument &Each) {
    return needs(Each, Steps + 1);
  });
}

bool DeadCode::needs(clang::QualType T, unsigned Steps) {
  while (!T.isNull()) {
    clang::QualType Inner = T->getPointeeType();
    if (Inner.isNull())
      break;
    T = Inner;
  }
  const auto *Class = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
  return Class && needs(Class, Steps);
}

bool DeadCode::needs(const CXXRecordDecl *Class, unsigned Steps) {
  Class = Class->getCanonicalDecl();
  if (Steps > MaxSteps)
    return false;
  auto [It, New] = Known.try_emplace(Class, false);
  if (!New)
    return It->second;
  bool Does = Class->isLambda() && NeverMade.contains(Class);
  if (const auto *Special =
          llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(Class);
      Special && !Does)
    Does = needs(Special->getTemplateArgs().asArray(), Steps + 1);
  const clang::DeclContext *In = Class->getDeclContext();
  if (const auto *Outer = llvm::dyn_cast<CXXRecordDecl>(In); Outer && !Does)
    Does = needs(Outer, Steps + 1);
  if (const auto *Outer = llvm::dyn_cast<FunctionDecl>(In); Outer && !Does)
    Does = needs(Outer, Steps + 1);
  return Known[Class] = Does;
}

bool DeadCode::needs(const FunctionDecl *Fn, unsigned Steps) {
  if (Steps > MaxSteps)
    return false;
  if (const auto *Arguments = Fn->getTemplateSpecializationArgs();
      Arguments && needs(Arguments->asArray(), Steps + 1))
    return true;
  const auto *Class = llvm::dyn_cast<CXXRecordDecl>(Fn->getDeclContext());
  return Class && needs(Class, Steps + 1);
}

bool DeadCode::rulesOut(const FunctionDecl *Fn) {
  if (Dead.empty())
    return false;
  if (needs(Fn, 0))
    return true;
  const FunctionDecl *Kernel = Fn->getCanonicalDecl();
  return Fn->getTemplateSpecializationKind() ==
             clang::TSK_ImplicitInstantiation &&
         DeadKernels.contains(Kernel) && !LiveKernels.contains(Kernel);
}
