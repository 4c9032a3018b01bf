//===- lower_recovery.cpp - source with errors ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang refuses code that nvcc takes, such as a __shared__ object with a
// constructor. What it keeps is looked through: RecoveryExpr to the variable
// inside, member names to the members of that variable's class, unresolved
// callees to models and functions of that name. The function is then partly
// analysed.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_function.h"
#include "clang/Basic/SourceManager.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::CXXRecordDecl;
using clang::Expr;
using clang::FunctionDecl;

void FunctionLowering::partlyAt(const Expr *E, const llvm::Twine &What) {
  partly(What + ", line " + llvm::Twine(lineOf(E->getBeginLoc())));
}

void FunctionLowering::partlyIfErrors(const FunctionDecl *Body) {
  if (clang::SourceLocation At = Unit.errorIn(Body); At.isValid())
    partly("source with errors, line " + llvm::Twine(lineOf(At)));
}

/// The variable that an erroneous reference means: the one inside, or the
/// function's variable of that name declared last before it.
const clang::VarDecl *
FunctionLowering::variableBehind(const clang::RecoveryExpr *E) const {
  auto Parts = E->subExpressions();
  if (Parts.size() == 1)
    if (const auto *Ref =
            llvm::dyn_cast<clang::DeclRefExpr>(Parts[0]->IgnoreParenImpCasts()))
      return llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
  if (!Parts.empty())
    return nullptr;
  std::string Name = text(E);
  const auto &SM = Ctx.getSourceManager();
  const clang::VarDecl *Found = nullptr;
  for (const auto *D : Cur->Fn->decls())
    if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D);
        Var && Var->getNameAsString() == Name &&
        SM.isBeforeInTranslationUnit(Var->getLocation(), E->getBeginLoc()))
      Found = Var;
  return Found;
}

LValue FunctionLowering::recoveryLValue(const clang::RecoveryExpr *E) {
  partlyAt(E, "source with errors");
  if (const auto *Var = variableBehind(E)) {
    LValue L = Var->hasGlobalStorage() ? globalVariable(Var)
                                       : placeOf(objectOf(Var), Var->getType());
    L.Origin = E;
    return L;
  }
  auto Parts = E->subExpressions();
  if (Parts.size() == 1 && Parts[0]->isGLValue())
    return lvalue(Parts[0]);
  RValue V = recoveryCall(E);
  LValue L = unknownLValue(E);
  if (!V.empty())
    L.Address = V[0];
  return L;
}

static clang::QualType withoutPointer(clang::QualType T) {
  T = T.getNonReferenceType();
  return T->isPointerType() ? T->getPointeeType() : T;
}

/// Class and bases; empty if the type is no class.
static llvm::SmallVector<const CXXRecordDecl *, 4>
classesOf(clang::QualType T) {
  llvm::SmallVector<const CXXRecordDecl *, 4> All;
  if (const auto *Class = T.isNull() ? nullptr : T->getAsCXXRecordDecl())
    All.push_back(Class);
  for (size_t I = 0; I < All.size() && All.size() < 16; ++I)
    if (All[I]->hasDefinition())
      for (const auto &Base : All[I]->bases())
        if (const auto *Of = Base.getType()->getAsCXXRecordDecl())
          All.push_back(Of);
  return All;
}

LValue FunctionLowering::baseOf(const clang::CXXDependentScopeMemberExpr *E) {
  if (E->isImplicitAccess())
    return unknownLValue(E);
  const Expr *Base = E->getBase();
  LValue L =
      Base->isGLValue() ? lvalue(Base) : temporary(Base, Base->getType());
  if (!E->isArrow())
    return L;
  clang::QualType To = withoutPointer(L.Type);
  return atAddress(loadScalar(L, Base), To, Base);
}

LValue
FunctionLowering::dependentMember(const clang::CXXDependentScopeMemberExpr *E) {
  LValue Base = baseOf(E);
  for (const auto *Class : classesOf(Base.Type))
    for (const auto *Field : Class->fields())
      if (Field->getDeclName() == E->getMember())
        return member(Base, Field, E);
  return unknownLValue(E);
}

static bool takes(const FunctionDecl *Fn, unsigned Count) {
  return Count >= Fn->getMinRequiredArguments() &&
         (Count <= Fn->getNumParams() || Fn->isVariadic()) &&
         !Fn->isDependentContext();
}

RValue
FunctionLowering::callMemberByName(const clang::CXXDependentScopeMemberExpr *E,
                                   CallSite &Site, const LValue *Dest) {
  partlyAt(E, "source with errors");
  LValue Object = baseOf(E);
  Object.Origin = E->isImplicitAccess() ? nullptr : E->getBase();
  std::string Name = E->getMember().getAsString();
  for (const auto *Class : classesOf(Object.Type)) {
    Site.Object = Object;
    Site.ObjectType = Object.Type;
    std::string Full = Unit.apiName(Class) + "::" + Name;
    if (const auto *Model = Unit.Models.find(Full, Site.Args.size()))
      if (auto V = applyModel(Site, *Model, Class, Dest))
        return *V;
    for (const auto *Method : Class->methods())
      if (Method->getDeclName() == E->getMember() &&
          takes(Method, Site.Args.size())) {
        Site.Callee = Method;
        Site.ResultType = Method->getReturnType();
        return callSite(Site, Dest);
      }
  }
  return opaqueCall(Site, Name + "()");
}

/// Functions that a name could mean: the candidates that Clang kept, then
/// those of the namespaces of the arguments' classes.
RValue FunctionLowering::callByName(const clang::OverloadExpr *Lookup,
                                    CallSite &Site, const LValue *Dest) {
  std::string Name = Lookup->getName().getAsString();
  partlyAt(Lookup, "unresolved call of " + Name);
  llvm::SmallVector<const clang::NamedDecl *, 8> Candidates;
  for (const auto *D : Lookup->decls())
    Candidates.push_back(D->getUnderlyingDecl());
  llvm::SmallVector<std::string, 4> Names;
  for (const auto *D : Candidates)
    Names.push_back(Unit.apiName(D));
  for (const Expr *Arg : Site.Args) {
    const Expr *E = Arg->IgnoreParenCasts();
    if (const auto *Address = llvm::dyn_cast<clang::UnaryOperator>(E);
        Address && Address->getOpcode() == clang::UO_AddrOf)
      E = Address->getSubExpr()->IgnoreParenCasts();
    clang::QualType T = E->getType();
    if (const auto *Lost = llvm::dyn_cast<clang::RecoveryExpr>(E))
      if (const auto *Var = variableBehind(Lost))
        T = Var->getType();
    for (const auto *Class : classesOf(withoutPointer(T))) {
      const clang::DeclContext *Space = Class->getEnclosingNamespaceContext();
      llvm::StringRef Of = Unit.apiName(Class);
      size_t Cut = Of.rfind("::");
      Names.push_back((Cut == Of.npos ? "" : Of.take_front(Cut).str() + "::") +
                      Name);
      for (const auto *D : Space->lookup(Lookup->getName()))
        Candidates.push_back(D->getUnderlyingDecl());
    }
  }
  Names.push_back(Name);
  for (const std::string &Full : Names)
    if (auto V = unresolvedCall(Full, Site, Dest))
      return *V;
  for (const auto *D : Candidates)
    if (const auto *Fn = llvm::dyn_cast<FunctionDecl>(D);
        Fn && takes(Fn, Site.Args.size()) &&
        !llvm::isa<clang::CXXMethodDecl>(Fn)) {
      Site.Callee = Fn;
      Site.ResultType = Fn->getReturnType();
      return callSite(Site, Dest);
    }
  return opaqueCall(Site, Name + "()");
}

/// A call that Clang could not resolve, by the name of its callee alone.
std::optional<RValue> FunctionLowering::unresolvedCall(llvm::StringRef Name,
                                                       CallSite &Site,
                                                       const LValue *Dest) {
  const ApiModel *Model = Unit.Models.find(Name, Site.Args.size());
  if (!Model)
    return std::nullopt;
  return applyModel(Site, *Model, nullptr, Dest);
}

RValue FunctionLowering::recoveryCall(const clang::RecoveryExpr *E) {
  auto Parts = E->subExpressions();
  if (Parts.empty())
    return havocOf(E->getType());
  CallSite Site;
  Site.At = E;
  Site.Loc = loc(E);
  Site.ResultType = E->getType();
  const Expr *Callee = Parts[0]->IgnoreParenImpCasts();
  Site.Args.append(Parts.begin() + 1, Parts.end());
  if (const auto *Lookup = llvm::dyn_cast<clang::OverloadExpr>(Callee))
    return callByName(Lookup, Site, nullptr);
  if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Callee))
    if (const auto *Fn = llvm::dyn_cast<FunctionDecl>(Ref->getDecl())) {
      Site.Callee = Fn;
      if (auto V = unresolvedCall(Unit.apiName(Fn), Site, nullptr))
        return *V;
      return opaqueCall(Site, "call with errors");
    }
  RValue From;
  for (const Expr *Part : Parts)
    From.push_back(valueOf(Part));
  return Parts.size() == 1 ? From : havocOf(E->getType(), From);
}

/// An operator whose operands have errors: a value of its operands, or an
/// assignment.
RValue
FunctionLowering::unresolvedOperator(const clang::CXXOperatorCallExpr *E) {
  partlyAt(E, "source with errors");
  RValue From;
  bool IsAssignment = E->isAssignmentOp() && E->getNumArgs() == 2;
  for (unsigned I = IsAssignment; I < E->getNumArgs(); ++I)
    From.push_back(valueOf(E->getArg(I)));
  if (IsAssignment && E->getArg(0)->isGLValue()) {
    LValue To = lvalue(E->getArg(0));
    store(To, havocOf(To.Type, From), E);
    return {addressOf(To)};
  }
  if (E->isGLValue())
    return {B.havoc({64, false, false, true}, From)};
  return havocOf(E->getType(), From);
}
