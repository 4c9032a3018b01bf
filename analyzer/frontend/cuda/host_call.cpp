//===- host_call.cpp - calls in host functions ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Known functions by name, methods of library classes by what they return,
// everything else by its linker name: the body may be in another unit.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/host_lowering.h"
#include "clang/Lex/Lexer.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::FunctionDecl;
using clang::QualType;
using llvm::ArrayRef;
using llvm::StringRef;

static ArrayRef<const Expr *> argumentsOf(const clang::CallExpr *E) {
  return {const_cast<clang::CallExpr *>(E)->getArgs(), E->getNumArgs()};
}

/// Names that say that the result stands for the bits of the arguments.
static bool isHash(StringRef Name) {
  std::string Lower = Name.lower();
  for (StringRef Word : {"hash", "crc", "checksum", "digest", "md5", "sha1",
                         "sha256", "fingerprint", "adler"})
    if (StringRef(Lower).contains(Word))
      return true;
  return false;
}

static bool isRounding(StringRef Name) {
  Name.consume_front("std::");
  return llvm::StringSwitch<bool>(Name)
      .Cases({"round", "roundf", "lround", "lroundf", "llround", "llroundf"},
             true)
      .Cases({"rint", "rintf", "lrint", "lrintf", "nearbyint", "nearbyintf"},
             true)
      .Cases({"floor", "floorf", "ceil", "ceilf", "trunc", "truncf"}, true)
      .Default(false);
}

/// What an operand or a matcher of a test framework is compared within.
static bool isTolerant(StringRef Class) {
  return Class.contains("Approx") || Class.contains("Matcher") ||
         Class.contains("Within") || Class.contains("tolerance");
}

BufferId HostLowering::call(const clang::CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  ArrayRef<const Expr *> Args = argumentsOf(E);
  BufferId Object = UnknownBuffer;
  if (const auto *Member = llvm::dyn_cast<clang::CXXMemberCallExpr>(E)) {
    Object = eval(Member->getImplicitObjectArgument());
    const clang::CXXMethodDecl *Method = Member->getMethodDecl();
    if (Method && (Unit.isSystem(Method->getLocation()) ||
                   isContainer(Unit, Member->getObjectType())))
      return libraryMethod(Method, Object, Args, E);
  }
  if (!Callee) {
    // A name that could not be resolved, a pointer to a function.
    if (const auto *Lookup = llvm::dyn_cast<clang::OverloadExpr>(
            E->getCallee()->IgnoreParenImpCasts())) {
      std::string Text = Lookup->getName().getAsString();
      BufferId Out = UnknownBuffer;
      if (apiLaunch(Text, Args, E) || api(Text, Args, E, Out))
        return Out;
    } else {
      eval(E->getCallee());
    }
    for (const Expr *Arg : Args)
      eval(Arg);
    return UnknownBuffer;
  }
  std::string Name = Unit.apiName(Callee);
  if (Callee->isNoReturn() || Name == "exit" || Name == "abort") {
    for (const Expr *Arg : Args)
      eval(Arg);
    emit(HostOpKind::Leave, E->getSourceRange());
    return UnknownBuffer;
  }
  BufferId Out = UnknownBuffer;
  bool IsUsers = withBody(Callee) && !Unit.isSystem(Callee->getLocation());
  if (!IsUsers && (apiLaunch(Name, Args, E) || apiTest(Name, Args, E) ||
                   api(Name, Args, E, Out)))
    return Out;
  if (!Unit.isSystem(Callee->getLocation()) && ulpsCompare(Callee, Args, E))
    return UnknownBuffer;
  if (IsUsers || !Unit.isSystem(Callee->getLocation()))
    return userCall(Callee, Object, Args, E);

  llvm::SmallVector<BufferId, 4> Parts;
  for (const Expr *Arg : Args)
    Parts.push_back(eval(Arg));
  if (isRounding(Name))
    return UnknownBuffer;
  // It may write any numbers to what it gets a pointer to.
  for (size_t I = 0; I < Parts.size() && I < Callee->getNumParams(); ++I) {
    QualType P = Callee->getParamDecl(I)->getType();
    if (Parts[I] != UnknownBuffer && P->isPointerType() &&
        !P->getPointeeType().isConstQualified())
      emit(Callee->isExternC() ? HostOpKind::Fill : HostOpKind::Merge,
           E->getSourceRange())
          .Target = Parts[I];
  }
  QualType T = E->getType();
  if (isNumber(T) && E->isGLValue())
    return combine(Parts, E); // std::max, std::min
  if (passingOf(T) == Passing::Handle || E->isGLValue())
    return Parts.empty() ? UnknownBuffer : Parts.front();
  if (isFloating(T) || isHash(Name))
    return combine(Parts, E);
  return UnknownBuffer;
}

BufferId HostLowering::userCall(const FunctionDecl *Callee, BufferId Object,
                                ArrayRef<const Expr *> Args, const Expr *At) {
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Callee);
  llvm::SmallVector<BufferId, 4> Sources;
  uint64_t Writable = 0;
  if (Method && !Method->isStatic()) {
    Sources.push_back(Object);
    Writable |= !Method->isConst();
  }
  for (size_t I = 0; I < Args.size(); ++I) {
    size_t Position = Sources.size();
    Sources.push_back(eval(Args[I]));
    if (I >= Callee->getNumParams() || Position >= 64)
      continue;
    QualType T = Callee->getParamDecl(I)->getType();
    if (T->isReferenceType() || T->isPointerType())
      Writable |= uint64_t(!T->getPointeeType().isConstQualified()) << Position;
    else
      Writable |= uint64_t(passingOf(T) == Passing::Handle) << Position;
  }
  BufferId Out = UnknownBuffer;
  if (!Callee->getReturnType()->isVoidType() &&
      !llvm::isa<clang::CXXConstructorDecl>(Callee))
    Out = temporary(At);
  HostOp &Op = emit(HostOpKind::Call, At->getSourceRange());
  Op.Callee = calleeFor(Callee, Args);
  Op.Spelled = Unit.apiName(Callee);
  Op.Sources.assign(Sources.begin(), Sources.end());
  Op.Target = Out;
  Op.Writable = Writable;
  Op.MayCarry =
      isFloating(Callee->getReturnType()) || isHash(Callee->getNameAsString());
  return Out;
}

BufferId HostLowering::libraryMethod(const clang::CXXMethodDecl *Method,
                                     BufferId Object,
                                     ArrayRef<const Expr *> Args,
                                     const Expr *At) {
  std::string Name = Method->getNameAsString();
  llvm::SmallVector<BufferId, 4> From;
  for (const Expr *Arg : Args)
    From.push_back(eval(Arg));
  std::string Class = Unit.apiName(Method->getParent());
  if (Name == "def" || Name == "impl") {
    noteBinding(Method, Args, At);
    return UnknownBuffer;
  }
  if (Class == "std::hash")
    return combine(From, At);
  if (Class == "std::function")
    return UnknownBuffer;
  if (Method->getOverloadedOperator() == clang::OO_Call) {
    // Algorithms that are objects: std::ranges::equal.
    if (StringRef(Class).starts_with("std::ranges::") &&
        StringRef(Class).contains("equal")) {
      rangesEqual(Args, From, At);
      return UnknownBuffer;
    }
    if (matcherCompare(Method, Args, From, At))
      return UnknownBuffer;
  }
  if (Object == UnknownBuffer)
    return UnknownBuffer;
  if (Name == "push_back" || Name == "emplace_back" || Name == "insert" ||
      Name == "append" || Name == "emplace") {
    if (llvm::all_of(From, [](BufferId B) { return B == UnknownBuffer; })) {
      emitElement(Object, UnknownBuffer, Args.size() == 1 ? Args[0] : nullptr,
                  At);
    } else {
      emitCopy(Object, From, At, /*IsMerge=*/true);
    }
    return Object;
  }
  if (Name == "assign") {
    emitCopy(Object, From, At);
    return Object;
  }
  if (Name == "swap" && !From.empty()) {
    emitCopy(Object, From, At, /*IsMerge=*/true);
    emitCopy(From[0], {Object}, At, /*IsMerge=*/true);
    return UnknownBuffer;
  }
  if (Name == "reset" && !From.empty() && From[0] != UnknownBuffer) {
    emitAlias(Object, {From[0]}, At);
    return UnknownBuffer;
  }
  if (Name == "clear") {
    emitFill(Object, At, Filling::Empty);
    return UnknownBuffer;
  }
  QualType T = Method->getReturnType();
  if (T->isReferenceType() || T->isPointerType() || T->isRecordType() ||
      isFloating(T))
    return Object;
  return UnknownBuffer;
}

/// The macro of a test framework takes it beside the comparison.
bool HostLowering::namesTolerance(const Expr *E) const {
  const auto &SM = Ctx.getSourceManager();
  return clang::Lexer::getSourceText(SM.getExpansionRange(E->getSourceRange()),
                                     SM, Ctx.getLangOpts())
      .contains("tolerance");
}

bool HostLowering::frameworkCompare(const clang::CXXOperatorCallExpr *E) {
  if (E->getNumArgs() != 2)
    return false;
  std::string Left = className(Unit, E->getArg(0)->getType());
  std::string Right = className(Unit, E->getArg(1)->getType());
  auto IsFramework = [](StringRef Name) {
    return Name.starts_with("Catch::") || Name.starts_with("doctest::") ||
           Name.starts_with("boost::test_tools::");
  };
  if (!IsFramework(Left) && !IsFramework(Right))
    return false;
  if (isTolerant(Left) || isTolerant(Right) || namesTolerance(E))
    return true;
  BufferId A = eval(E->getArg(0)), B = eval(E->getArg(1));
  auto Value = number(E->getArg(1));
  if (Value && std::abs(*Value) >= 1e30)
    return true;
  emitCompare({A, B}, E, clang::getOperatorSpelling(E->getOperator()),
              CompareKind::Bits, 0, Value && *Value == 0);
  return true;
}

void HostLowering::rangesEqual(ArrayRef<const Expr *> Args,
                               ArrayRef<BufferId> Buffers, const Expr *At) {
  // Two ranges, or two pairs of iterators; then perhaps how to compare.
  bool IsPairs =
      Args.size() >= 4 &&
      Args[0]->getType().getCanonicalType().getUnqualifiedType() ==
          Args[1]->getType().getCanonicalType().getUnqualifiedType() &&
      passingOf(Args[3]->getType()) == Passing::Handle &&
      !isContainer(Unit, Args[0]->getType());
  size_t Second = IsPairs ? 2 : 1, How = 2 * Second;
  if (Args.size() <= Second)
    return;
  BufferId Sides[] = {Buffers[0], Buffers[Second]};
  if (Args.size() > How && !Args[How]->isDefaultArgument() &&
      !StringRef(className(Unit, Args[How]->getType())).contains("equal_to"))
    predicateCall(Args[How], Sides, At);
  else
    emitCompare(Sides, At, "equal");
}

bool HostLowering::matcherCompare(const clang::CXXMethodDecl *Method,
                                  ArrayRef<const Expr *> Args,
                                  ArrayRef<BufferId> Buffers, const Expr *At) {
  const auto *Class = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(
      Method->getParent());
  if (!Class || Class->getName() != "PredicateFormatterFromMatcher" ||
      Args.size() != 2)
    return false;
  std::string Matcher = Class->getTemplateArgs()[0].getAsType().getAsString(
      Ctx.getPrintingPolicy());
  StringRef Name(Matcher);
  bool IsTolerant = Name.contains("FloatingEq") || Name.contains("Near") ||
                    Name.contains("Not");
  bool IsExact = Name.contains("ElementsAre") || Name.contains("Eq");
  if (IsExact && !IsTolerant)
    emitCompare({Buffers[1]}, At, "ASSERT_THAT");
  return true;
}

BufferId HostLowering::predicateCall(const Expr *Predicate,
                                     ArrayRef<BufferId> Args, const Expr *At) {
  BufferId Object = eval(Predicate);
  const auto *Class = Predicate->getType()->getAsCXXRecordDecl();
  if (!Class)
    return UnknownBuffer;
  for (const auto *Method : Class->methods()) {
    if (Method->getOverloadedOperator() != clang::OO_Call ||
        Method->getNumParams() != Args.size())
      continue;
    HostOp &Op = emit(HostOpKind::Call, At->getSourceRange());
    Op.Callee = Unit.mangled(Method);
    Op.Spelled = "the predicate";
    Op.Sources.push_back(Object);
    Op.Sources.append(Args.begin(), Args.end());
    return UnknownBuffer;
  }
  return UnknownBuffer;
}

BufferId HostLowering::operatorCall(const clang::CXXOperatorCallExpr *E) {
  ArrayRef<const Expr *> Args = argumentsOf(E);
  const FunctionDecl *Callee = E->getDirectCallee();
  const auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(Callee);
  clang::OverloadedOperatorKind Op = E->getOperator();
  bool IsEquality = Op == clang::OO_EqualEqual || Op == clang::OO_ExclaimEqual;
  if (IsEquality && frameworkCompare(E))
    return UnknownBuffer;
  bool IsUsers = Callee && withBody(Callee) && !Callee->isDefaulted() &&
                 !Unit.isSystem(Callee->getLocation());
  if (IsUsers && !(Method && Method->isImplicit())) {
    if (!Method || Method->isStatic())
      return userCall(Callee, UnknownBuffer, Args, E);
    return userCall(Callee, eval(Args[0]), Args.drop_front(), E);
  }
  if (IsEquality && Args.size() == 2) {
    QualType L = Args[0]->getType(), R = Args[1]->getType();
    BufferId A = eval(Args[0]), B = eval(Args[1]);
    bool IsValue = (isContainer(Unit, L) && isContainer(Unit, R)) ||
                   (isNumber(L) || isNumber(R)) ||
                   (Callee && Callee->isDefaulted());
    // References into device containers are compared by value.
    IsValue |= StringRef(className(Unit, L)).ends_with("_reference");
    if (A == B && areTwoElements(Args[0], Args[1]))
      B = UnknownBuffer;
    if (IsValue)
      emitCompare({A, B}, E, clang::getOperatorSpelling(Op));
    return UnknownBuffer;
  }
  if (Op == clang::OO_Equal && Args.size() == 2) {
    if (Method && isContainer(Unit, Args[0]->getType())) {
      BufferId To = eval(Args[0]), From = eval(Args[1]);
      if (From != UnknownBuffer)
        isWholeObject(Args[0]) ? emitCopy(To, {From}, E)
                               : emitCopy(To, {From}, E, true);
      else
        emitFill(To, E, fillingOf(Args[1]));
      return To;
    }
    return assignment(Args[0], Args[1], E);
  }
  if (Op == clang::OO_Call && Method)
    return Unit.isSystem(Method->getLocation())
               ? libraryMethod(Method, eval(Args[0]), Args.drop_front(), E)
               : userCall(Method, eval(Args[0]), Args.drop_front(), E);
  llvm::SmallVector<BufferId, 2> Parts;
  for (const Expr *Arg : Args)
    Parts.push_back(eval(Arg));
  if (Parts.empty())
    return UnknownBuffer;
  switch (Op) {
  case clang::OO_Plus:
  case clang::OO_Minus:
  case clang::OO_Star:
  case clang::OO_Slash:
    if (isNumber(E->getType()))
      return combine(Parts, E, Op == clang::OO_Minus && Parts.size() == 2);
    return Parts[0];
  case clang::OO_PlusEqual:
  case clang::OO_MinusEqual:
    if (isNumber(Args[0]->getType()) && Parts.size() == 2)
      emitCopy(Parts[0], {Parts[1]}, E, true, Op == clang::OO_MinusEqual);
    return Parts[0];
  case clang::OO_LessLess:
  case clang::OO_LessEqual:
  case clang::OO_ArrowStar: {
    // Test frameworks take an expression apart with them.
    std::string Class = className(Unit, Args[0]->getType());
    if (StringRef(Class).contains("ecomposer") ||
        StringRef(Class).starts_with("boost::test_tools::"))
      return Parts.back();
    return Parts[0];
  }
  default:
    return Parts[0];
  }
}
