//===- lower_call.cpp - calls -----------------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call is, in this order: what a library model says, a builtin, the spliced
// body, a value of its arguments, or opaque.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_guard.h"
#include "clang/Basic/Builtins.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::CXXMethodDecl;
using clang::Expr;
using clang::FunctionDecl;
using clang::QualType;

static QualType staticObjectType(const Expr *Object) {
  const Expr *E = Object->IgnoreParens();
  while (const auto *Cast = llvm::dyn_cast<clang::ImplicitCastExpr>(E)) {
    if (Cast->getCastKind() != clang::CK_UncheckedDerivedToBase &&
        Cast->getCastKind() != clang::CK_DerivedToBase &&
        Cast->getCastKind() != clang::CK_NoOp)
      break;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  QualType T = E->getType();
  return T->isPointerType() ? T->getPointeeType() : T;
}

RValue FunctionLowering::call(const clang::CallExpr *E, const LValue *Dest) {
  CallSite Site;
  Site.At = E;
  Site.Loc = loc(E);
  Site.ResultType = E->getCallReturnType(Ctx);
  if (E->isTypeDependent())
    Site.ResultType = E->getType();
  Site.Callee = E->getDirectCallee();
  const Expr *CalleeExpr = E->getCallee()->IgnoreParens();
  if (llvm::isa<clang::CUDAKernelCallExpr>(E)) {
    Site.Args.append(E->arg_begin(), E->arg_end());
    return opaqueCall(Site, "kernel launch");
  }
  if (const auto *Pseudo =
          llvm::dyn_cast<clang::CXXPseudoDestructorExpr>(CalleeExpr)) {
    discard(Pseudo->getBase());
    return {};
  }
  unsigned FirstArg = 0;
  const auto *Method = llvm::dyn_cast_or_null<CXXMethodDecl>(Site.Callee);
  if (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(CalleeExpr);
      Member && Method) {
    const Expr *Object = Member->getBase();
    Site.ObjectType = staticObjectType(Object);
    if (Method->isInstance()) {
      QualType T = Object->getType();
      if (Member->isArrow())
        Site.Object = atAddress(scalar(Object), T->getPointeeType(), Object);
      else
        Site.Object =
            Object->isGLValue() ? lvalue(Object) : temporary(Object, T);
      Site.Object->Origin = Object;
    } else {
      discard(Object);
    }
    if (Method->isVirtual() && !Member->hasQualifier()) {
      const auto *Known =
          const_cast<CXXMethodDecl *>(Method)->getDevirtualizedMethod(Object,
                                                                      false);
      if (!Known) {
        Site.Args.append(E->arg_begin(), E->arg_end());
        return opaqueCall(Site, "virtual call");
      }
      Site.Callee = Known;
    }
  } else if (llvm::isa<clang::CXXOperatorCallExpr>(E) && Method &&
             Method->isInstance() && E->getNumArgs() > 0) {
    const Expr *Object = E->getArg(0);
    Site.ObjectType = staticObjectType(Object);
    Site.Object = Object->isGLValue() ? lvalue(Object)
                                      : temporary(Object, Object->getType());
    Site.Object->Origin = Object;
    FirstArg = 1;
  }
  Site.Args.append(E->arg_begin() + FirstArg, E->arg_end());
  if (const auto *Operator = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
      Operator && !Site.Callee)
    return unresolvedOperator(Operator);
  if (!Site.Callee)
    return callValue(CalleeExpr, Site, Dest);
  return callSite(Site, Dest);
}

const FunctionDecl *FunctionLowering::knownTarget(ValueId Callee) {
  const Value &V = B.value(settle(Callee));
  if (V.Kind != ValueKind::Op || V.Op != OpCode::Pure ||
      !llvm::StringRef(V.Name).starts_with("&") ||
      uint64_t(V.Imm) >= Unit.FunctionTable.size())
    return nullptr;
  return Unit.FunctionTable[V.Imm];
}

RValue FunctionLowering::callValue(const Expr *Callee, CallSite &Site,
                                   const LValue *Dest) {
  if (const auto *Lookup = llvm::dyn_cast<clang::OverloadExpr>(Callee))
    return callByName(Lookup, Site, Dest);
  if (const auto *Member =
          llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(Callee))
    return callMemberByName(Member, Site, Dest);
  ValueId V = scalar(Callee);
  if (const auto *Fn = knownTarget(V)) {
    Site.Callee = Fn;
    return callSite(Site, Dest);
  }
  return opaqueCall(Site, "indirect call");
}

llvm::SmallVector<ValueId, 4>
FunctionLowering::argumentValues(const CallSite &Site) {
  llvm::SmallVector<ValueId, 4> Values;
  if (Site.Object)
    Values.push_back(addressOf(*Site.Object));
  for (const Expr *Arg : Site.Args)
    Values.push_back(scalar(Arg));
  return Values;
}

static std::string calleeName(const FunctionDecl *Fn) {
  return Fn ? Fn->getNameAsString() : std::string();
}

RValue FunctionLowering::opaqueCall(const CallSite &Site, llvm::StringRef Why) {
  auto Args = argumentValues(Site);
  for (ValueId Arg : Args)
    escape(Arg);
  Event E;
  E.Kind = EventKind::OpaqueCall;
  E.Spelling = Site.Callee ? calleeName(Site.Callee) + "()" : Why.str();
  E.Extra.assign(Args.begin(), Args.end());
  E.Loc = Site.Loc;
  EventId Id = B.emit(std::move(E), Unit.Shapes.valueType(Site.ResultType));
  ValueId Result = B.event(Id).Result;
  havocEscaped();
  if (Site.Callee && Site.Callee->isNoReturn())
    B.unreachable(Site.Loc);
  if (Site.ResultType.isNull() || Site.ResultType->isVoidType())
    return {};
  return unpack(Result == UnknownValue ? B.havoc({}) : Result, Site.ResultType);
}

RValue FunctionLowering::pureCall(const CallSite &Site) {
  auto Args = argumentValues(Site);
  if (Site.ResultType->isVoidType())
    return {};
  const Layout &Shape = Unit.Shapes.of(Site.ResultType);
  RValue Out;
  for (unsigned I = 0; I < Shape.Leaves.size(); ++I)
    Out.push_back(B.op(OpCode::Pure,
                       Unit.Shapes.valueType(Shape.Leaves[I].Type), Args, I,
                       calleeName(Site.Callee)));
  return Out;
}

RValue FunctionLowering::summaryCall(const CallSite &Site) {
  auto Args = argumentValues(Site);
  for (ValueId Arg : Args)
    for (unsigned Object : objectsBehind(Arg)) {
      const LocalObject O = Objects[Object];
      for (unsigned I = 0; I < O.Shape->Leaves.size(); ++I) {
        llvm::SmallVector<ValueId, 8> From(Args.begin(), Args.end());
        From.push_back(B.read(O.First + I));
        B.write(O.First + I,
                B.havoc(Unit.Shapes.valueType(O.Shape->Leaves[I].Type), From));
      }
    }
  if (Site.ResultType->isVoidType())
    return {};
  return havocOf(Site.ResultType, Args);
}

static bool takesValuesOnly(const FunctionDecl *Fn) {
  for (const auto *Param : Fn->parameters()) {
    QualType T = Param->getType();
    if (!T->isArithmeticType() && !T->isEnumeralType() && !T->isVectorType())
      return false;
  }
  const auto *Method = llvm::dyn_cast<CXXMethodDecl>(Fn);
  return !Method || Method->isStatic();
}

/// Does the function, or one that it calls, read the registers that tell
/// threads and blocks apart? Its result is then no matter of its arguments
/// alone. Not known counts as yes.
static bool readsIds(const FunctionDecl *Body) {
  constexpr unsigned MaxNodes = 4000;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen{Body};
  llvm::SmallVector<const clang::Stmt *, 32> Work{Body->getBody()};
  for (unsigned Count = 0; !Work.empty(); ++Count) {
    const clang::Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    if (Count > MaxNodes || llvm::isa<clang::AsmStmt>(S))
      return true;
    if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
      if (const FunctionDecl *Callee = Call->getDirectCallee()) {
        const auto *Name = Callee->getIdentifier();
        if (Name && Name->getName().starts_with("__nvvm_read_ptx_sreg_"))
          return true;
        const FunctionDecl *Its = withBody(Callee);
        if (Its && Seen.insert(Its).second)
          Work.push_back(Its->getBody());
      }
    Work.append(S->child_begin(), S->child_end());
  }
  return false;
}

/// Small enough that splicing costs no more than describing.
static bool isSmall(const FunctionDecl *Body) {
  unsigned Count = 0;
  llvm::SmallVector<const clang::Stmt *, 16> Work{Body->getBody()};
  while (!Work.empty()) {
    const clang::Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    if (++Count > 80 || llvm::isa<clang::ForStmt, clang::WhileStmt,
                                  clang::DoStmt, clang::AsmStmt>(S))
      return false;
    Work.append(S->child_begin(), S->child_end());
  }
  return true;
}

RValue FunctionLowering::callSite(CallSite &Site, const LValue *Dest) {
  const FunctionDecl *Callee = Site.Callee;
  const clang::CXXRecordDecl *Class = nullptr;
  if (const ApiModel *Model = modelFor(Site, Class))
    if (auto V = applyModel(Site, *Model, Class, Dest))
      return *V;
  if (auto V = builtinCall(Site))
    return *V;
  const auto *Method = llvm::dyn_cast<CXXMethodDecl>(Callee);
  if (Method && Method->isTrivial() && Site.Object && Site.Args.size() == 1 &&
      (Method->isCopyAssignmentOperator() ||
       Method->isMoveAssignmentOperator())) {
    const Expr *From = Site.Args[0];
    RValue V = From->isGLValue() ? load(lvalue(From), From) : eval(From);
    store(*Site.Object, V, Site.At);
    return {addressOf(*Site.Object)};
  }
  const FunctionDecl *Body = withBody(Callee);
  if (llvm::isa<clang::CXXDestructorDecl>(Callee) && !Body) {
    if (Callee->isDefaulted() || Callee->isImplicit())
      return splice(Site, Callee, nullptr);
    return opaqueCall(Site, "destructor");
  }
  if (!Body) {
    if (Unit.isSystem(Callee->getLocation()) || Callee->getBuiltinID())
      if (!Callee->isNoReturn()) {
        if (takesValuesOnly(Callee) && !Callee->isVariadic())
          return pureCall(Site);
        if (Callee->getName().starts_with("__nv_"))
          return summaryCall(Site);
      }
    return opaqueCall(Site, "no body");
  }
  if (Active.contains(Body->getCanonicalDecl())) {
    if (Unit.interest(Body) == Interest::None)
      return takesValuesOnly(Callee) && !readsIds(Body) ? pureCall(Site)
                                                        : summaryCall(Site);
    return opaqueCall(Site, "recursive call");
  }
  if (SpliceDepth >= Budget::Splices) {
    partly("budget: splice depth");
    return opaqueCall(Site, "splice depth");
  }
  Interest What = Unit.interest(Body);
  if (What != Interest::None && Unit.isHostLibrary(Body))
    return opaqueCall(Site, "host library");
  bool OverSoft = isBeyond(Budget::Soft);
  if (What == Interest::None && takesValuesOnly(Callee)) {
    if (Callee->isConstexpr() && Site.At)
      if (auto V = foldedConstant(Site.At))
        return {*V};
    if ((!isSmall(Body) || OverSoft) && !readsIds(Body))
      return pureCall(Site);
  }
  if (OverSoft && What < Interest::Opaque) {
    if (What == Interest::Memory)
      partly("budget: calls without synchronisation left out");
    return summaryCall(Site);
  }
  if (isBeyond(Budget::Hard)) {
    partly("budget: size");
    return opaqueCall(Site, "size");
  }
  return splice(Site, Body, Dest);
}

RValue FunctionLowering::splice(const CallSite &Site, const FunctionDecl *Body,
                                const LValue *Dest) {
  Frame F;
  F.Fn = Body;
  F.Caller = Cur;
  F.InlinedAt = Site.Loc;
  F.Name = Unit.frameName(Body);
  if (Site.Object)
    F.This = addressOf(*Site.Object);
  for (unsigned I = 0; I < Body->getNumParams(); ++I) {
    const clang::ParmVarDecl *Param = Body->getParamDecl(I);
    unsigned Object = newObject(Param->getType(), Param->getName());
    F.Objects[Param] = Object;
    if (I < Site.Args.size())
      initInto(placeOf(Object, Param->getType()), Site.Args[I]);
    else
      forget(Object);
  }
  for (size_t I = Body->getNumParams(); I < Site.Args.size(); ++I)
    discard(Site.Args[I]);
  QualType T = Body->getReturnType();
  // Guaranteed elision: the caller's object is the callee's result.
  bool InPlace = Dest && Dest->IsPlace && T->isRecordType() &&
                 Dest->At.Steps.empty() && Dest->At.Offset == 0 &&
                 Objects[Dest->At.Object].Shape == &Unit.Shapes.of(T);
  if (InPlace)
    F.Result = Dest->At.Object;
  else if (!T->isVoidType())
    F.Result = newObject(T, "result");
  spliceBody(F, Body);
  if (F.Result == NoId || Site.ResultType.isNull() ||
      Site.ResultType->isVoidType())
    return {};
  LValue Result = placeOf(F.Result, T);
  if (T->isReferenceType())
    Result.Type = Ctx.getPointerType(T.getNonReferenceType());
  return load(Result, Site.At);
}

/// Without an early return the body's end is what the caller goes on from.
void FunctionLowering::finishBody(Frame &F) {
  if (isReached(F.Exit) || B.isTerminated() || !F.Labels.empty()) {
    B.jump(F.Exit);
    for (auto &[Label, Block] : F.Labels)
      B.seal(Block);
    continueAt(F.Exit);
  }
}

void FunctionLowering::spliceBody(Frame &F, const FunctionDecl *Body) {
  const FunctionDecl *Pattern = Body->getTemplateInstantiationPattern();
  Unit.Spliced.insert((Pattern ? Pattern : Body)->getCanonicalDecl());
  Frame *Caller = Cur;
  Cur = &F;
  ++SpliceDepth;
  Active.insert(Body->getCanonicalDecl());
  F.Exit = B.newBlock();
  if (Body->isInvalidDecl())
    partly("a called declaration has errors, line " +
           llvm::Twine(lineOf(Body->getLocation())));
  partlyIfErrors(Body);
  for (const auto *Param : Body->parameters())
    if (Param->getType()->isRecordType())
      pushDestructor(B.local(F.Objects[Param]), Param->getType(),
                     Param->getLocation());
  if (const auto *Ctor = llvm::dyn_cast<clang::CXXConstructorDecl>(Body))
    memberInitializers(Ctor);
  F.Tail = tailOf(Body);
  stmt(Body->getBody());
  popCleanups(0);
  finishBody(F);
  if (const auto *Dtor = llvm::dyn_cast<clang::CXXDestructorDecl>(Body))
    destroyParts(Dtor);
  Active.erase(Body->getCanonicalDecl());
  --SpliceDepth;
  Cur = Caller;
}
