//===- host_operator.cpp - operators of host expressions --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assignments, arithmetic and comparisons. A write through a subscript or a
// pointer replaces one element, so it adds to what the buffer holds.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/host_divisors.h"
#include "analyzer/frontend/cuda/host_lowering.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::QualType;
using llvm::ArrayRef;
using llvm::StringRef;

bool lower::isFloating(QualType T) {
  T = T.getNonReferenceType().getCanonicalType();
  if (T->isRealFloatingType() || T->isAnyComplexType())
    return true;
  if (const auto *Vector = T->getAs<clang::VectorType>())
    return isFloating(Vector->getElementType());
  const auto *Record = T->getAsRecordDecl();
  if (!Record || !Record->getIdentifier())
    return false;
  return llvm::StringSwitch<bool>(Record->getName())
      .Cases({"__half", "__half2", "__nv_bfloat16", "__nv_bfloat162"}, true)
      .Cases({"float1", "float2", "float3", "float4"}, true)
      .Cases({"double1", "double2", "double3", "double4", "complex"}, true)
      .Default(false);
}

bool lower::isNumber(QualType T) {
  T = T.getNonReferenceType().getCanonicalType();
  return T->isArithmeticType() || isFloating(T);
}

std::string lower::className(UnitState &Unit, QualType T) {
  T = T.getNonReferenceType();
  const auto *Record = T->getAsCXXRecordDecl();
  return Record ? Unit.apiName(Record) : std::string();
}

bool lower::isContainer(UnitState &Unit, QualType T) {
  const auto *Record = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !Record->getIdentifier() ||
      !Unit.isSystem(Record->getLocation()))
    return Record && Record->getIdentifier() &&
           StringRef(className(Unit, T)).starts_with("thrust::") &&
           Record->getName().contains("vector");
  return llvm::StringSwitch<bool>(Record->getName())
      .Cases({"vector", "array", "valarray", "deque", "list", "basic_string"},
             true)
      .Cases({"pair", "tuple", "map", "unordered_map", "optional"}, true)
      .Cases(
          {"device_vector", "host_vector", "universal_vector", "vector_base"},
          true)
      .Default(false);
}

static bool holdsHandle(QualType T, unsigned Depth) {
  T = T.getCanonicalType();
  if (T->isPointerType() || T->isReferenceType() || T->isMemberPointerType() ||
      T->isNullPtrType())
    return true;
  if (const auto *Array = T->getAsArrayTypeUnsafe())
    return holdsHandle(Array->getElementType(), Depth);
  const auto *Record = T->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition() || isNumber(T) || Depth > 4)
    return false;
  if (Record->getIdentifier() &&
      llvm::StringSwitch<bool>(Record->getName())
          .Cases({"vector", "device_vector", "host_vector", "deque", "list"},
                 true)
          .Cases({"universal_vector", "valarray", "basic_string", "map",
                  "unordered_map", "set"},
                 true)
          .Default(false)) {
    // A container is its elements.
    const auto *Special =
        llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(Record);
    return Special && Special->getTemplateArgs().size() &&
           Special->getTemplateArgs()[0].getKind() ==
               clang::TemplateArgument::Type &&
           holdsHandle(Special->getTemplateArgs()[0].getAsType(), Depth + 1);
  }
  for (const auto &Base : Record->bases())
    if (holdsHandle(Base.getType(), Depth + 1))
      return true;
  for (const clang::FieldDecl *Field : Record->fields())
    if (holdsHandle(Field->getType(), Depth + 1))
      return true;
  return false;
}

Passing lower::passingOf(QualType T) {
  return holdsHandle(T, 0) ? Passing::Handle : Passing::Contents;
}

bool HostLowering::isWholeObject(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E))
    return !isNumber(Member->getBase()->getType()) &&
           (Member->isArrow() || isWholeObject(Member->getBase()) ||
            llvm::isa<clang::CXXThisExpr>(
                Member->getBase()->IgnoreParenImpCasts()));
  if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
    return !Ref->getDecl()->getType()->isReferenceType() ||
           !isNumber(Ref->getType());
  // `*result = ...` of a pointer parameter to a single value.
  return false;
}

void HostLowering::emitCopy(BufferId To, ArrayRef<BufferId> From,
                            const Expr *At, bool IsMerge, bool IsDifference) {
  llvm::SmallVector<BufferId, 4> Known(From);
  llvm::erase(Known, UnknownBuffer);
  if (To == UnknownBuffer || Known.empty())
    return;
  if (Known.size() == 1 && Known[0] == To)
    return;
  HostOp &Op = emit(IsMerge ? HostOpKind::Merge : HostOpKind::Copy,
                    At->getSourceRange());
  Op.Target = To;
  Op.Sources.assign(Known.begin(), Known.end());
  Op.IsDifference = IsDifference;
  Op.Spelled = text(At);
}

void HostLowering::emitFill(BufferId To, const Expr *At, Filling With) {
  if (To == UnknownBuffer)
    return;
  HostOp &Op =
      emit(HostOpKind::Fill, At ? At->getSourceRange() : clang::SourceRange());
  Op.Target = To;
  Op.IsWhole = With == Filling::Whole;
  Op.IsEmpty = With == Filling::Empty;
}

HostLowering::Filling HostLowering::fillingOf(const Expr *Value) {
  if (!isWhole(Value))
    return Filling::Any;
  const Expr *E = Value->IgnoreParenCasts();
  if (const auto *List = llvm::dyn_cast<clang::InitListExpr>(E))
    if (llvm::all_of(List->inits(), [](const Expr *Init) {
          return llvm::isa<clang::ImplicitValueInitExpr>(Init);
        }))
      return Filling::Empty;
  auto Known = number(E);
  return Known && *Known == 0 ? Filling::Empty : Filling::Whole;
}

void HostLowering::emitElement(BufferId To, BufferId Source, const Expr *Value,
                               const Expr *At) {
  if (To == UnknownBuffer)
    return;
  Filling With = Value ? fillingOf(Value) : Filling::Any;
  if (With == Filling::Empty)
    return;
  if (Source != UnknownBuffer && With == Filling::Any)
    return emitCopy(To, {Source}, At, /*IsMerge=*/true);
  HostOp &Op = emit(HostOpKind::Merge, At->getSourceRange());
  Op.Target = To;
  Op.IsWhole = With == Filling::Whole;
}

void HostLowering::emitAlias(BufferId To, ArrayRef<BufferId> From,
                             const Expr *At) {
  if (To == UnknownBuffer || (From.size() == 1 && From[0] == To))
    return;
  HostOp &Op = emit(HostOpKind::Alias, At->getSourceRange());
  Op.Target = To;
  Op.Sources.assign(From.begin(), From.end());
}

void HostLowering::assign(BufferId To, const Expr *From, QualType T,
                          const Expr *At) {
  BufferId Source = eval(From);
  bool IsHandle = T->isReferenceType() || passingOf(T) == Passing::Handle;
  if (Source != UnknownBuffer && IsHandle) {
    // Several handles in one array.
    emitAlias(To, {Source}, At);
    // The allocation is known under the new name as well.
    HostBuffer &Of = Host.Buffers[To];
    if (Of.Home == MemoryHome::Unknown) {
      Of.Home = Host.Buffers[Source].Home;
      Of.Bytes = Host.Buffers[Source].Bytes;
    }
  } else if (Source != UnknownBuffer) {
    if (Host.Buffers[To].Home == MemoryHome::Unknown && isContainer(Unit, T))
      Host.Buffers[To].Home = Host.Buffers[Source].Home;
    emitCopy(To, {Source}, At);
  } else if (!IsHandle) {
    emitFill(To, At, fillingOf(From));
  }
}

/// A number of another precision: `__float2half(x)`, `__half22float2(p)`.
static bool isConversion(StringRef Name) {
  return Name.consume_front("__") &&
         (Name.contains("2half") || Name.contains("2float") ||
          Name.contains("2bfloat16"));
}

bool HostLowering::isWhole(const Expr *E, unsigned Steps) {
  if (!E || Steps > 16)
    return false;
  E = E->IgnoreParenCasts();
  if (E->getType().isNull())
    return false;
  if (E->getType()->isIntegralOrEnumerationType())
    return true;
  if (const auto *List = llvm::dyn_cast<clang::InitListExpr>(E))
    return llvm::all_of(List->inits(), [&](const Expr *Init) {
      return llvm::isa_and_nonnull<clang::ImplicitValueInitExpr>(Init) ||
             isWhole(Init, Steps + 1);
    });
  if (const auto *List = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(E))
    return isWhole(List->getSubExpr(), Steps + 1);
  if (const auto *T = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return isWhole(T->getSubExpr(), Steps + 1);
  if (const auto *Full = llvm::dyn_cast<clang::FullExpr>(E))
    return isWhole(Full->getSubExpr(), Steps + 1);
  constexpr double Large = 1 << 20;
  if (auto Value = number(E))
    return *Value == std::trunc(*Value) && std::abs(*Value) < Large;
  if (const auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
      B && B->getOpcode() == clang::BO_Assign)
    return isWhole(B->getRHS(), Steps + 1);
  if (const auto *B = llvm::dyn_cast<clang::BinaryOperator>(E))
    return (B->getOpcode() == clang::BO_Add ||
            B->getOpcode() == clang::BO_Sub ||
            B->getOpcode() == clang::BO_Mul) &&
           isWhole(B->getLHS(), Steps + 1) && isWhole(B->getRHS(), Steps + 1);
  if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E))
    return U->getOpcode() == clang::UO_Minus &&
           isWhole(U->getSubExpr(), Steps + 1);
  if (const auto *C = llvm::dyn_cast<clang::ConditionalOperator>(E))
    return isWhole(C->getTrueExpr(), Steps + 1) &&
           isWhole(C->getFalseExpr(), Steps + 1);
  if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(E))
    return Call->getDirectCallee() && Call->getNumArgs() >= 1 &&
           isConversion(Unit.apiName(Call->getDirectCallee())) &&
           llvm::all_of(Call->arguments(), [&](const Expr *Arg) {
             return isWhole(Arg, Steps + 1);
           });
  if (const auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(E))
    return C->getNumArgs() >= 1 &&
           (isNumber(E->getType()) || (isContainer(Unit, E->getType()) &&
                                       !isNumber(C->getArg(0)->getType()))) &&
           isWhole(C->getArg(0), Steps + 1);
  return false;
}

BufferId HostLowering::assignment(const Expr *To, const Expr *From,
                                  const Expr *At) {
  QualType T = To->getType();
  bool IsWhole = isWholeObject(To);
  BufferId Target = eval(To);
  if (IsWhole && Target != UnknownBuffer) {
    assign(Target, From, T, At);
    return Target;
  }
  BufferId Source = eval(From);
  if (isFloating(T) && (Source == UnknownBuffer || isWhole(From))) {
    emitElement(Target, Source, From, At);
    return Target;
  }
  if (Source == UnknownBuffer || Target == UnknownBuffer) {
    return Target;
  }
  if (passingOf(T) == Passing::Handle && !T->isReferenceType()) {
    // One of several handles.
    emitAlias(Target, {Target, Source}, At);
    return Target;
  }
  emitCopy(Target, {Source}, At, /*IsMerge=*/true);
  return Target;
}

BufferId HostLowering::compound(const Expr *To, const Expr *From,
                                bool IsDifference, const Expr *At) {
  BufferId Target = eval(To), Source = eval(From);
  if (!isNumber(To->getType()))
    return Target; // An iterator moves on.
  if (Source != UnknownBuffer)
    emitCopy(Target, {Source}, At, /*IsMerge=*/true, IsDifference);
  else if (isFloating(To->getType()))
    emitElement(Target, UnknownBuffer, From, At);
  return Target;
}

BufferId HostLowering::binary(const clang::BinaryOperator *E) {
  const Expr *L = E->getLHS(), *R = E->getRHS();
  if (E->getOpcode() == clang::BO_Assign)
    return assignment(L, R, E);
  if (E->isCompoundAssignmentOp())
    return compound(L, R, E->getOpcode() == clang::BO_SubAssign, E);
  if (E->isEqualityOp()) {
    equality(L, R, E->getOpcodeStr(), E);
    return UnknownBuffer;
  }
  if (E->isRelationalOp()) {
    relation(L, R, E->getOpcodeStr(), E);
    return UnknownBuffer;
  }
  BufferId A = eval(L), B = eval(R);
  if (E->isLogicalOp())
    return UnknownBuffer;
  if (E->getOpcode() == clang::BO_Comma)
    return B;
  if (L->getType()->isPointerType() && R->getType()->isPointerType())
    return UnknownBuffer; // A count of elements.
  if (E->getType()->isPointerType())
    return L->getType()->isPointerType() ? A : B;
  return combine({A, B}, E, E->getOpcode() == clang::BO_Sub);
}

void HostLowering::emitCompare(ArrayRef<BufferId> Sides, const Expr *At,
                               StringRef Spelled, CompareKind Kind,
                               double Tolerance, bool AgainstZero) {
  llvm::SmallVector<BufferId, 2> Known(Sides);
  llvm::erase(Known, UnknownBuffer);
  if (Known.empty() ||
      (Known.size() == 2 && Known[0] == Known[1] && Kind == CompareKind::Bits))
    return; // `x != x` asks for NaN.
  HostOp &Op = emit(HostOpKind::Compare, At->getSourceRange());
  Op.Sources.assign(Known.begin(), Known.end());
  Op.Test = Kind;
  Op.Tolerance = Tolerance;
  Op.IsDifference = AgainstZero;
  Op.Spelled = Spelled.str();
}

/// The array and the index of an element, in one of the ways to spell it.
static std::pair<const Expr *, const Expr *> elementOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return elementOf(Made->getSubExpr());
  if (const auto *Call = llvm::dyn_cast<clang::CXXMemberCallExpr>(E);
      Call && !Call->getNumArgs())
    return elementOf(Call->getImplicitObjectArgument());
  if (const auto *Sub = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
    return {Sub->getBase(), Sub->getIdx()};
  if (const auto *Call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == clang::OO_Subscript &&
      Call->getNumArgs() == 2)
    return {Call->getArg(0), Call->getArg(1)};
  return {nullptr, nullptr};
}

bool HostLowering::areTwoElements(const Expr *L, const Expr *R) {
  for (unsigned Steps = 0; Steps < 8; ++Steps) {
    auto [LeftArray, LeftIndex] = elementOf(L);
    auto [RightArray, RightIndex] = elementOf(R);
    if (!LeftArray || !RightArray)
      return false;
    auto Left = integer(LeftIndex), Right = integer(RightIndex);
    if ((Left || Right) && Left != Right)
      return true;
    L = LeftArray;
    R = RightArray;
  }
  return false;
}

/// A number that stands for "none": zero, or the largest there is.
static bool isSentinel(double V) {
  return std::isinf(V) || std::isnan(V) || std::abs(V) >= 1e30;
}

/// An integer member of a struct that has floating-point members for its sums.
static bool isCountBesideSums(const Expr *E) {
  const auto *Member =
      llvm::dyn_cast<clang::MemberExpr>(E->IgnoreParenImpCasts());
  const auto *Field =
      Member ? llvm::dyn_cast<clang::FieldDecl>(Member->getMemberDecl())
             : nullptr;
  if (!Field || Field->getParent()->isUnion() ||
      !Field->getType()->isIntegerType())
    return false;
  return llvm::any_of(
      Field->getParent()->fields(), [](const clang::FieldDecl *Other) {
        const clang::Type *T = Other->getType()->getPointeeOrArrayElementType();
        return T->isRealFloatingType();
      });
}

BufferId HostLowering::evalCompared(const Expr *E) {
  BufferId Of = eval(E);
  return isCountBesideSums(E) ? UnknownBuffer : Of;
}

void HostLowering::equality(const Expr *L, const Expr *R, StringRef Spelled,
                            const Expr *At) {
  BufferId A = evalCompared(L), B = evalCompared(R);
  if (!isNumber(L->getType()) || !isNumber(R->getType()) ||
      L->getType()->isBooleanType())
    return;
  auto Left = A == UnknownBuffer ? number(L) : std::nullopt;
  auto Right = B == UnknownBuffer ? number(R) : std::nullopt;
  if ((Left && isSentinel(*Left)) || (Right && isSentinel(*Right)))
    return;
  bool AgainstZero = (Left && *Left == 0) || (Right && *Right == 0);
  if (A == B && areTwoElements(L, R))
    B = UnknownBuffer;
  emitCompare({A, B}, At, Spelled, CompareKind::Bits, 0, AgainstZero);
}

void HostLowering::relation(const Expr *L, const Expr *R, StringRef Spelled,
                            const Expr *At) {
  BufferId A = eval(L), B = eval(R);
  if (!isFloating(L->getType()) && !isFloating(R->getType()))
    return;
  auto Left = number(L), Right = number(R);
  if (Left.has_value() == Right.has_value())
    return;
  double Bound = Left ? *Left : *Right;
  BufferId Other = Left ? B : A;
  if (Other == UnknownBuffer || Bound < 0)
    return;
  // `d < 0` and `d >= 0` ask which is the larger one, not whether they differ.
  bool AsksForSign = Left ? Spelled.starts_with(">") == (Spelled.size() == 1)
                          : Spelled.starts_with("<") == (Spelled.size() == 1);
  if (Bound == 0 && AsksForSign)
    return;
  if (isGuardedDivisor(Left ? R : L, Fn))
    return;
  emitCompare({Other}, At, Spelled,
              Bound == 0 ? CompareKind::Bits : CompareKind::Bound, Bound,
              /*AgainstZero=*/true);
}
