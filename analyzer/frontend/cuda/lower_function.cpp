//===- lower_function.cpp - one function under lowering ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry: parameters, special variables, budgets.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_guard.h"
#include "analyzer/model/discarded.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::FunctionDecl;
using clang::ParmVarDecl;
using clang::QualType;

static bool holdsMuch(const Module &M) {
  size_t Values = 0;
  for (const auto &Fn : M.Functions)
    Values += Fn->Values.size();
  return Values >= Budget::UnitValues;
}

FunctionLowering::FunctionLowering(UnitState &Unit, const FunctionDecl *Fn,
                                   Refuted &Wrong)
    : Unit(Unit), Ctx(Unit.Ctx), B(Unit.M, Unit.mangled(Fn)), Root(Fn),
      Wrong(Wrong), Times(holdsMuch(Unit.M) ? 1 : Budget::Generous) {}

void FunctionLowering::partly(const llvm::Twine &Reason) {
  Function &Fn = B.function();
  Fn.State = Coverage::Partly;
  std::string Text = Reason.str();
  if (Fn.Reasons.size() < 8 && !llvm::is_contained(Fn.Reasons, Text))
    Fn.Reasons.push_back(std::move(Text));
}

bool FunctionLowering::isBeyond(const FunctionSize &Limit) {
  const Function &Fn = B.function();
  return Fn.Blocks.size() > Limit.Blocks * Times ||
         Fn.Events.size() > Limit.Events * Times ||
         Fn.Values.size() > Limit.Values * Times;
}

FunctionLowering::Deeper::Deeper(FunctionLowering &L)
    : L(L), Fits(L.Depth < Budget::Depth && !L.isBeyond(Budget::Hard)) {
  ++L.Depth;
  if (!Fits)
    L.partly(L.Depth > Budget::Depth ? "budget: nesting" : "budget: size");
}

FunctionLowering::Deeper::~Deeper() { --L.Depth; }

const clang::Stmt *lower::tailOf(const FunctionDecl *Fn) {
  const auto *Body = llvm::dyn_cast_or_null<clang::CompoundStmt>(Fn->getBody());
  return Body && !Body->body_empty() &&
                 llvm::isa<clang::ReturnStmt>(Body->body_back())
             ? Body->body_back()
             : nullptr;
}

static void readAttributes(const FunctionDecl *Decl, clang::ASTContext &Ctx,
                           Function &Fn) {
  if (const auto *Bounds = Decl->getAttr<clang::CUDALaunchBoundsAttr>())
    if (const auto *Max = Bounds->getMaxThreads();
        Max && !Max->isValueDependent())
      if (auto Value = Max->getIntegerConstantExpr(Ctx))
        Fn.MaxThreads = Value->getLimitedValue(1024);
  if (const auto *Dims = Decl->getAttr<clang::CUDAClusterDimsAttr>()) {
    uint64_t Size = 1;
    for (const clang::Expr *E : {Dims->getX(), Dims->getY(), Dims->getZ()})
      if (E && !E->isValueDependent())
        if (auto Value = E->getIntegerConstantExpr(Ctx))
          Size *= Value->getLimitedValue(1024);
    Fn.ClusterSize = Size;
  }
}

Function *FunctionLowering::run() {
  lowerRoot();
  if (!assumptionsHold()) {
    B.abandon();
    return nullptr;
  }
  settleSpaces();
  Function &Fn = B.finish();
  markDiscarded(Fn);
  return &Fn;
}

bool FunctionLowering::assumptionsHold() {
  bool Hold = true;
  for (const Assumption &A : Assumed)
    if (B.current(A.Phi) != B.current(A.Entry)) {
      Wrong.Variables.insert(A.Variable);
      Hold = false;
    }
  return Hold;
}

/// Addresses that were open phis when they were used are known by now.
void FunctionLowering::settleSpaces() {
  for (Event &E : B.function().Events)
    if (E.Spc == Space::Generic && E.Address != UnknownValue) {
      E.Spc = spaceOf(E.Address);
      if (E.Spc == Space::Const && E.Prx == Proxy::Generic && !E.InAsm)
        E.Prx = Proxy::Constant;
    }
}

void FunctionLowering::lowerRoot() {
  Function &Fn = B.function();
  Fn.Display = Unit.display(Root);
  Fn.Kind = Root->hasAttr<clang::CUDAGlobalAttr>() ? FunctionKind::Kernel
                                                   : FunctionKind::Device;
  readAttributes(Root, Ctx, Fn);
  Frame F;
  F.Fn = Root;
  F.Name = Unit.frameName(Root);
  Cur = &F;
  Fn.Loc = loc(clang::SourceRange(Root->getLocation()));
  if (Root->isInvalidDecl())
    partly("the declaration has errors, line " +
           llvm::Twine(lineOf(Root->getLocation())));
  partlyIfErrors(Root);
  Active.insert(Root->getCanonicalDecl());
  bindParameters();
  if (const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Root);
      Method && Method->isInstance()) {
    Parameter This;
    This.Name = "this";
    This.Type = {64, false, false, true};
    F.This = B.param(Fn.Params.size(), This.Type);
    Fn.Params.push_back(This);
  }
  F.Exit = B.newBlock();
  if (!Root->getReturnType()->isVoidType() &&
      !Root->getReturnType()->isDependentType())
    F.Result = newObject(Root->getReturnType(), "return");
  if (const auto *Ctor = llvm::dyn_cast<clang::CXXConstructorDecl>(Root))
    memberInitializers(Ctor);
  F.Tail = tailOf(Root);
  stmt(Root->getBody());
  popCleanups(0);
  finishBody(F);
  B.ret();
  Cur = nullptr;
}

void FunctionLowering::bindParameters() {
  for (const ParmVarDecl *Param : Root->parameters())
    addParameter(Param);
}

void FunctionLowering::addParameter(const ParmVarDecl *Param) {
  Function &Fn = B.function();
  unsigned Object = newObject(Param->getType(), Param->getName());
  Cur->Objects[Param] = Object;
  const Layout &Shape = *Objects[Object].Shape;
  std::string Name = Param->getNameAsString();
  for (unsigned I = 0; I < Shape.Leaves.size(); ++I) {
    const Leaf &L = Shape.Leaves[I];
    Parameter P;
    P.Name = L.Path.empty() ? Name : Name + "." + L.Path;
    P.Type = Unit.Shapes.valueType(L.Type);
    if (L.Type.isNull() || L.IsArray)
      P.Type = {};
    P.IsGridConstant = Param->hasAttr<clang::CUDAGridConstantAttr>();
    if (!L.Type.isNull() &&
        (L.Type->isPointerType() || L.Type->isReferenceType())) {
      QualType Pointee = L.Type->getPointeeType();
      P.IsPointeeConst = Pointee.isConstQualified();
      P.IsPointeeVolatile = Pointee.isVolatileQualified();
      P.IsRestrict = L.Type.isRestrictQualified() ||
                     Param->getType().isRestrictQualified();
    }
    B.write(Objects[Object].First + I, B.param(Fn.Params.size(), P.Type));
    Fn.Params.push_back(std::move(P));
  }
}
