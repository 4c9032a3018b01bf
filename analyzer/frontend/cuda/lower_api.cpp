//===- lower_api.cpp - which model a call has, and its effect ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets rules/models/*.yaml. No library is known here by name.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_api.h"
#include "analyzer/frontend/ptx/qualifiers.h"
#include "clang/AST/DeclTemplate.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::CXXRecordDecl;
using clang::Expr;
using clang::QualType;

static unsigned givenArguments(llvm::ArrayRef<const Expr *> Args) {
  unsigned Given = Args.size();
  while (Given && llvm::isa<clang::CXXDefaultArgExpr>(Args[Given - 1]))
    --Given;
  return Given;
}

static const ApiModel *findModel(const ApiModels &Models, llvm::StringRef Name,
                                 unsigned Given, unsigned All) {
  if (const ApiModel *Model = Models.find(Name, Given))
    return Model;
  return Given == All ? nullptr : Models.find(Name, All);
}

static std::string methodName(const clang::FunctionDecl *Fn,
                              const CXXRecordDecl *Class) {
  if (llvm::isa<clang::CXXConstructorDecl>(Fn))
    return Class->getNameAsString();
  if (llvm::isa<clang::CXXDestructorDecl>(Fn))
    return "~" + Class->getNameAsString();
  if (llvm::isa<clang::CXXConversionDecl>(Fn))
    return "operator T";
  return Fn->getNameAsString();
}

/// Class and its bases, nearest first.
static llvm::SmallVector<const CXXRecordDecl *, 4>
withBases(const CXXRecordDecl *Class) {
  llvm::SmallVector<const CXXRecordDecl *, 4> All;
  if (Class)
    All.push_back(Class);
  for (size_t I = 0; I < All.size() && All.size() < 16; ++I) {
    if (!All[I]->hasDefinition())
      continue;
    for (const auto &Base : All[I]->bases())
      if (const auto *Of = Base.getType()->getAsCXXRecordDecl())
        All.push_back(Of);
  }
  return All;
}

const ApiModel *FunctionLowering::modelFor(const CallSite &Site,
                                           const CXXRecordDecl *&Class) {
  const auto *Fn = Site.Callee;
  unsigned Given = givenArguments(Site.Args), All = Site.Args.size();
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Fn);
  if (!Method)
    return findModel(Unit.Models, Unit.apiName(Fn), Given, All);
  const auto *Start = Site.ObjectType.isNull()
                          ? nullptr
                          : Site.ObjectType->getAsCXXRecordDecl();
  if (!Start || llvm::isa<clang::CXXConstructorDecl>(Fn) ||
      llvm::isa<clang::CXXDestructorDecl>(Fn))
    Start = Method->getParent();
  for (const CXXRecordDecl *C : withBases(Start)) {
    if (llvm::isa<clang::CXXConstructorDecl>(Fn) && C != Start)
      break;
    const std::string &Prefix = Unit.apiName(C);
    if (!Unit.Models.knowsNamespace(Prefix))
      continue;
    if (const ApiModel *Model = findModel(
            Unit.Models, Prefix + "::" + methodName(Fn, C), Given, All)) {
      Class = C;
      return Model;
    }
  }
  return nullptr;
}

/// The member that a modelled constructor bound: by name, else the first
/// pointer of the object.
LValue FunctionLowering::boundMember(ApiCall &C, llvm::StringRef Name) {
  LValue L = *C.Site.Object;
  const Layout &Shape = Unit.Shapes.of(C.Site.ObjectType);
  const Leaf *Found = nullptr;
  for (const Leaf &Candidate : Shape.Leaves) {
    llvm::StringRef Path = Candidate.Path;
    if (!Name.empty() && (Path == Name || Path.ends_with(("." + Name).str()))) {
      Found = &Candidate;
      break;
    }
    if (!Found && !Candidate.Type.isNull() &&
        (Candidate.Type->isPointerType() || Candidate.Type->isReferenceType()))
      Found = &Candidate;
  }
  L.Type = Ctx.VoidPtrTy;
  if (!Found)
    return L;
  if (L.IsPlace)
    L.At.Offset += Found->Offset;
  else if (Found->Offset)
    L.Address = offsetAddress(L.Address, Found->Offset, Found->Path);
  return L;
}

RValue FunctionLowering::invoke(const CallSite &Site, unsigned Index,
                                const LValue *Dest) {
  if (Index >= Site.Args.size())
    return opaqueCall(Site, "invoke");
  const Expr *Callable = Site.Args[Index];
  CallSite Inner;
  Inner.At = Site.At;
  Inner.Loc = Site.Loc;
  Inner.ResultType = Site.ResultType;
  for (unsigned I = Index + 1; I < Site.Args.size(); ++I)
    Inner.Args.push_back(Site.Args[I]);
  for (unsigned I = 0; I < Index; ++I)
    discard(Site.Args[I]);
  const auto *Class = Callable->getType()->getAsCXXRecordDecl();
  if (!Class)
    return callValue(Callable, Inner, Dest);
  const clang::CXXMethodDecl *Target = nullptr;
  for (const auto *Method : Class->methods())
    if (Method->getOverloadedOperator() == clang::OO_Call &&
        Method->getNumParams() == Inner.Args.size())
      Target = Method;
  if (!Target) {
    for (const auto *D : Class->decls())
      if (const auto *Template = llvm::dyn_cast<clang::FunctionTemplateDecl>(D);
          Template && Template->getTemplatedDecl()->getOverloadedOperator() ==
                          clang::OO_Call)
        for (const auto *Instance : Template->specializations())
          if (Instance->getNumParams() == Inner.Args.size())
            Target = llvm::dyn_cast<clang::CXXMethodDecl>(Instance);
  }
  if (!Target)
    return opaqueCall(Site, "invoke");
  Inner.Callee = Target;
  Inner.ObjectType = Callable->getType();
  Inner.Object = Callable->isGLValue()
                     ? lvalue(Callable)
                     : temporary(Callable, Callable->getType());
  return callSite(Inner, Dest);
}

/// `std::min(a, b)` of the host's library: a reference to one of two numbers.
static bool choosesOne(const clang::FunctionDecl *Fn,
                       llvm::ArrayRef<const Expr *> Args) {
  if (!Fn || !Fn->getIdentifier() || Args.size() != 2 ||
      !Fn->getReturnType()->isReferenceType() ||
      !Fn->getReturnType().getNonReferenceType()->isArithmeticType())
    return false;
  return Fn->getName() == "min" || Fn->getName() == "max";
}

std::optional<RValue> FunctionLowering::applyModel(const CallSite &Site,
                                                   const ApiModel &Model,
                                                   const CXXRecordDecl *Class,
                                                   const LValue *Dest) {
  ValueType Type = Unit.Shapes.valueType(Site.ResultType);
  bool IsVoid = Site.ResultType.isNull() || Site.ResultType->isVoidType();
  switch (Model.What) {
  case ApiModel::Effect::Events: {
    ApiCall C(Site, Class);
    return apiEvents(C, Model);
  }
  case ApiModel::Effect::Pure: {
    if (!choosesOne(Site.Callee, Site.Args))
      return pureCall(Site);
    // A copy of the one chosen: nobody asks where it lies.
    ValueId One[2];
    for (unsigned I = 0; I < 2; ++I)
      One[I] = Site.Args[I]->isGLValue()
                   ? loadScalar(lvalue(Site.Args[I]), Site.Args[I])
                   : scalar(Site.Args[I]);
    QualType T = Site.Callee->getReturnType().getNonReferenceType();
    OpCode Op = Site.Callee->getName() == "min" ? OpCode::Min : OpCode::Max;
    LValue Copy = placeOf(newObject(T.getUnqualifiedType(), "result"),
                          T.getUnqualifiedType());
    store(Copy, {B.op(Op, Unit.Shapes.valueType(T), {One[0], One[1]})},
          Site.At);
    return RValue{addressOf(Copy)};
  }
  case ApiModel::Effect::Nothing: {
    auto Args = argumentValues(Site);
    return IsVoid ? RValue() : havocOf(Site.ResultType, Args);
  }
  case ApiModel::Effect::Returns: {
    RValue Result;
    for (unsigned I = 0; I < Site.Args.size(); ++I) {
      if (I != Model.Index) {
        discard(Site.Args[I]);
        continue;
      }
      const Expr *Arg = Site.Args[I];
      if (Arg->isGLValue() && !Site.ResultType->isReferenceType())
        Result = load(lvalue(Arg), Arg);
      else
        Result = Arg->isGLValue() ? RValue{addressOf(lvalue(Arg))} : eval(Arg);
      if (Result.size() == 1 && Arg->getType()->isScalarType() &&
          !Site.ResultType->isReferenceType() && !IsVoid)
        Result = {convert(Result[0], Arg->getType(), Site.ResultType)};
    }
    return Result;
  }
  case ApiModel::Effect::Special: {
    for (const Expr *Arg : Site.Args)
      discard(Arg);
    ValueId V = B.special(Model.Register, Type);
    return RValue{ptx::changesBetweenReads(Model.Register) ? B.havoc(Type, {V})
                                                           : V};
  }
  case ApiModel::Effect::Opaque:
    return opaqueCall(Site, Model.Name);
  case ApiModel::Effect::NoReturn:
    argumentValues(Site);
    B.unreachable(Site.Loc);
    return IsVoid ? RValue() : havocOf(Site.ResultType);
  case ApiModel::Effect::Invokes:
    return invoke(Site, Model.Index, Dest);
  case ApiModel::Effect::Computes: {
    llvm::SmallVector<ValueId, 4> Args;
    for (const Expr *Arg : Site.Args)
      Args.push_back(Arg->isGLValue() && Arg->getType()->isScalarType()
                         ? loadScalar(lvalue(Arg), Arg)
                         : scalar(Arg));
    llvm::SmallVector<std::optional<int64_t>, 2> Template;
    if (const auto *Of =
            llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
                Class))
      for (const clang::TemplateArgument &A : Of->getTemplateArgs().asArray())
        Template.push_back(A.getKind() == clang::TemplateArgument::Integral
                               ? std::optional(A.getAsIntegral().getExtValue())
                               : std::nullopt);
    ValueId V = Model.Expression.build(B, Args, Template);
    return IsVoid ? RValue() : unpack(V, Site.ResultType);
  }
  case ApiModel::Effect::Binds: {
    ApiCall C(Site, Class);
    if (!Site.Object || Model.Index >= Site.Args.size())
      return std::nullopt;
    ValueId V = UnknownValue;
    for (unsigned I = 0; I < Site.Args.size(); ++I) {
      ValueId Arg = scalar(Site.Args[I]);
      if (I == Model.Index)
        V = Arg;
    }
    store(boundMember(C, Model.Register), {V}, Site.At);
    return RValue();
  }
  }
  return std::nullopt;
}
