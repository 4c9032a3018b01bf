//===- lower_operator.cpp - casts, operators, conditions --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointer arithmetic is Element; casts between pointers change nothing; &&, ||
// and ?: are control flow.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_guard.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::BinaryOperator;
using clang::BinaryOperatorKind;
using clang::CastExpr;
using clang::Expr;
using clang::QualType;
using clang::UnaryOperator;

static constexpr ValueType Bit{1, false, false, false};
static constexpr ValueType Index{64, false, true, false};

ValueId FunctionLowering::boolean(ValueId V) {
  ValueType Type = B.value(V).Type;
  if (Type.Bits == 1)
    return V;
  return B.op(OpCode::Ne, Bit, {V, B.constant(0, Type)});
}

ValueId FunctionLowering::convert(ValueId V, QualType From, QualType To) {
  ValueType Have = Unit.Shapes.valueType(From),
            Want = Unit.Shapes.valueType(To);
  if (To->isBooleanType())
    return From->isBooleanType() ? V : boolean(V);
  if (Have == Want || (Have.IsPointer && Want.IsPointer))
    return V;
  return B.op(OpCode::Cast, Want, {V});
}

RValue FunctionLowering::castValue(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  QualType T = E->getType();
  switch (E->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (const auto *Either = llvm::dyn_cast<clang::AbstractConditionalOperator>(
            Sub->IgnoreParens()))
      return conditional(Either, /*AsValue=*/true);
    return load(lvalue(Sub), Sub);
  case clang::CK_LValueToRValueBitCast: {
    LValue L = Sub->isGLValue() ? lvalue(Sub) : temporary(Sub, Sub->getType());
    bool Volatile = L.Type.isVolatileQualified();
    L.Type = Volatile ? T.withVolatile() : T;
    return load(L, Sub);
  }
  case clang::CK_ArrayToPointerDecay:
    return {addressOf(Sub->isGLValue() ? lvalue(Sub)
                                       : temporary(Sub, Sub->getType()))};
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr:
    return {addressOf(lvalue(Sub))};
  case clang::CK_NullToPointer:
  case clang::CK_NullToMemberPointer:
    discard(Sub);
    return {B.constant(0, Unit.Shapes.valueType(T))};
  case clang::CK_ToVoid:
    discard(Sub);
    return {};
  case clang::CK_IntegralToBoolean:
  case clang::CK_PointerToBoolean:
  case clang::CK_FloatingToBoolean:
  case clang::CK_MemberPointerToBoolean:
    return {boolean(scalar(Sub))};
  case clang::CK_IntegralCast:
  case clang::CK_FloatingCast:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_IntegralToPointer:
  case clang::CK_PointerToIntegral:
    return {convert(scalar(Sub), Sub->getType(), T)};
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_BaseToDerived:
    if (T->isPointerType()) {
      LValue L = atAddress(scalar(Sub), Sub->getType()->getPointeeType());
      return {addressOf(toBase(L, E))};
    }
    return load(castLValue(E), E);
  case clang::CK_AtomicToNonAtomic:
  case clang::CK_NonAtomicToAtomic:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
  case clang::CK_NoOp:
  case clang::CK_BitCast:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_VectorSplat:
  case clang::CK_Dependent:
    if (Sub->isGLValue())
      return T->isPointerType() ? RValue{addressOf(lvalue(Sub))}
                                : load(lvalue(Sub), Sub);
    return eval(Sub);
  default: {
    ValueId V = scalar(Sub);
    return havocOf(T, {V});
  }
  }
}

ValueId FunctionLowering::arithmetic(BinaryOperatorKind Op, ValueId L,
                                     ValueId R, const Expr *LeftExpr,
                                     const Expr *RightExpr, QualType T) {
  ValueType Type = Unit.Shapes.valueType(T);
  QualType LT = LeftExpr->getType(), RT = RightExpr->getType();
  auto sizeOfPointee = [&](QualType P) {
    QualType Pointee = P->getPointeeType();
    return Pointee->isVoidType() ? 1 : Unit.Shapes.sizeOf(Pointee);
  };
  if (Op == clang::BO_Add && LT->isPointerType())
    return elementAddress(L, R, sizeOfPointee(LT));
  if (Op == clang::BO_Add && RT->isPointerType())
    return elementAddress(R, L, sizeOfPointee(RT));
  if (Op == clang::BO_Sub && LT->isPointerType()) {
    if (!RT->isPointerType())
      return elementAddress(L, B.op(OpCode::Neg, Index, {R}),
                            sizeOfPointee(LT));
    ValueId Bytes = B.op(OpCode::Sub, Index, {L, R});
    uint64_t Size = sizeOfPointee(LT);
    return Size > 1 ? B.op(OpCode::Div, Type, {Bytes, B.constant(Size, Index)})
                    : Bytes;
  }
  auto make = [&](OpCode Code, ValueType Of) { return B.op(Code, Of, {L, R}); };
  switch (Op) {
  case clang::BO_Mul:
    return make(OpCode::Mul, Type);
  case clang::BO_Div:
    return make(OpCode::Div, Type);
  case clang::BO_Rem:
    return make(OpCode::Rem, Type);
  case clang::BO_Add:
    return make(OpCode::Add, Type);
  case clang::BO_Sub:
    return make(OpCode::Sub, Type);
  case clang::BO_Shl:
    return make(OpCode::Shl, Type);
  case clang::BO_Shr:
    return make(OpCode::Shr, Type);
  case clang::BO_LT:
    return make(OpCode::Lt, Bit);
  case clang::BO_GT:
    return make(OpCode::Gt, Bit);
  case clang::BO_LE:
    return make(OpCode::Le, Bit);
  case clang::BO_GE:
    return make(OpCode::Ge, Bit);
  case clang::BO_EQ:
    return make(OpCode::Eq, Bit);
  case clang::BO_NE:
    return make(OpCode::Ne, Bit);
  case clang::BO_And:
    return make(OpCode::And, Type);
  case clang::BO_Xor:
    return make(OpCode::Xor, Type);
  case clang::BO_Or:
    return make(OpCode::Or, Type);
  default:
    return B.op(OpCode::Pure, Type, {L, R}, 0,
                BinaryOperator::getOpcodeStr(Op));
  }
}

RValue FunctionLowering::binary(const BinaryOperator *E) {
  BinaryOperatorKind Op = E->getOpcode();
  if (Op == clang::BO_Comma) {
    discard(E->getLHS());
    return eval(E->getRHS());
  }
  if (E->isLogicalOp())
    return shortCircuit(E);
  if (E->isAssignmentOp()) // A prvalue in C only.
    return {addressOf(lvalue(E))};
  if (Op == clang::BO_PtrMemD || Op == clang::BO_PtrMemI) {
    ValueId L = scalar(E->getLHS()), R = scalar(E->getRHS());
    return havocOf(E->getType(), {L, R});
  }
  ValueId L = valueOf(E->getLHS());
  ValueId R = valueOf(E->getRHS());
  return {arithmetic(Op, L, R, E->getLHS(), E->getRHS(), E->getType())};
}

LValue FunctionLowering::assign(const BinaryOperator *E) {
  // The right side is sequenced first (C++17 [expr.assign]).
  RValue V = E->getRHS()->isGLValue() ? load(lvalue(E->getRHS()), E->getRHS())
                                      : eval(E->getRHS());
  LValue L = lvalue(E->getLHS());
  L.Origin = E->getLHS();
  store(L, V, E);
  return L;
}

LValue
FunctionLowering::compoundAssign(const clang::CompoundAssignOperator *E) {
  ValueId R = scalar(E->getRHS());
  LValue L = lvalue(E->getLHS());
  L.Origin = E->getLHS();
  ValueId Old = loadScalar(L, E->getLHS());
  QualType T = E->getLHS()->getType();
  auto Op = BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
  ValueId New;
  if (T->isPointerType()) {
    New = arithmetic(Op, Old, R, E->getLHS(), E->getRHS(), T);
  } else {
    ValueId Left = convert(Old, T, E->getComputationLHSType());
    New = arithmetic(Op, Left, R, E->getLHS(), E->getRHS(),
                     E->getComputationResultType());
    New = convert(New, E->getComputationResultType(), T);
  }
  store(L, {New}, E);
  return L;
}

LValue FunctionLowering::incDec(const UnaryOperator *E, RValue *Old) {
  LValue L = lvalue(E->getSubExpr());
  L.Origin = E->getSubExpr();
  ValueId Before = loadScalar(L, E->getSubExpr());
  if (Old)
    *Old = {Before};
  QualType T = E->getSubExpr()->getType();
  bool Up = E->isIncrementOp();
  ValueId After;
  if (T->isPointerType())
    After = elementAddress(Before, B.constant(Up ? 1 : -1, Index),
                           Unit.Shapes.sizeOf(T->getPointeeType()));
  else if (T->isRealFloatingType())
    After = B.op(OpCode::Pure, Unit.Shapes.valueType(T), {Before}, 0,
                 Up ? "increment" : "decrement");
  else
    After = B.op(Up ? OpCode::Add : OpCode::Sub, Unit.Shapes.valueType(T),
                 {Before, B.constant(1, Unit.Shapes.valueType(T))});
  store(L, {After}, E);
  return L;
}

RValue FunctionLowering::unary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  ValueType Type = Unit.Shapes.valueType(E->getType());
  switch (E->getOpcode()) {
  case clang::UO_PostInc:
  case clang::UO_PostDec: {
    RValue Old;
    incDec(E, &Old);
    return Old;
  }
  case clang::UO_PreInc:
  case clang::UO_PreDec:
    return {addressOf(incDec(E, nullptr))};
  case clang::UO_AddrOf:
    if (E->getType()->isMemberPointerType())
      return havocOf(E->getType());
    return {addressOf(lvalue(Sub))};
  case clang::UO_Plus:
  case clang::UO_Extension:
    return eval(Sub);
  case clang::UO_Minus:
    return {B.op(OpCode::Neg, Type, {scalar(Sub)})};
  case clang::UO_Not:
    return {B.op(OpCode::Not, Type, {scalar(Sub)})};
  case clang::UO_LNot:
    return {B.op(OpCode::LogicalNot, Bit, {boolean(scalar(Sub))})};
  default:
    return havocOf(E->getType(), {scalar(Sub)});
  }
}

RValue FunctionLowering::shortCircuit(const Expr *E) {
  unsigned Object = newObject(Ctx.BoolTy, "condition");
  BlockId True = B.newBlock(), False = B.newBlock(), Join = B.newBlock();
  branchOn(E, True, False);
  B.seal(True);
  B.seal(False);
  VariableId Var = Objects[Object].First;
  for (auto [Block, Value] : {std::pair(True, 1), std::pair(False, 0)}) {
    if (!isReached(Block))
      continue;
    B.startBlock(Block);
    B.write(Var, B.constant(Value, Bit));
    B.jump(Join);
  }
  B.seal(Join);
  B.startBlock(Join);
  return {B.read(Var, Bit)};
}

RValue
FunctionLowering::conditional(const clang::AbstractConditionalOperator *E,
                              bool AsValue) {
  QualType T = E->getType();
  bool IsVoid = T->isVoidType(), IsRef = E->isGLValue() && !AsValue;
  if (IsRef)
    T = Ctx.getPointerType(T);
  if (const auto *Short = llvm::dyn_cast<clang::BinaryConditionalOperator>(E)) {
    const auto *Opaque = Short->getOpaqueValue();
    if (Opaque->isGLValue())
      Cur->OpaqueLValues[Opaque] = lvalue(Short->getCommon());
    else
      Cur->OpaqueValues[Opaque] = eval(Short->getCommon());
  }
  LValue Slot = IsVoid ? LValue() : placeOf(newObject(T, "conditional"), T);
  BlockId Then = B.newBlock(), Else = B.newBlock(), Join = B.newBlock();
  branchOn(E->getCond(), Then, Else);
  B.seal(Then);
  B.seal(Else);
  for (auto [Block, Arm] : {std::pair(Then, E->getTrueExpr()),
                            std::pair(Else, E->getFalseExpr())}) {
    if (!isReached(Block))
      continue;
    B.startBlock(Block);
    size_t Down = Cur->Cleanups.size();
    if (IsVoid)
      discard(Arm);
    else if (IsRef && Arm->isGLValue())
      store(Slot, {addressOf(lvalue(Arm))}, Arm);
    else
      initInto(Slot, Arm);
    popCleanups(Down);
    B.jump(Join);
  }
  B.seal(Join);
  B.startBlock(Join);
  return IsVoid ? RValue() : load(Slot, E);
}

void FunctionLowering::branchOn(const Expr *Cond, BlockId IfTrue,
                                BlockId IfFalse) {
  Deeper Level(*this);
  const Expr *E = Cond->IgnoreParens();
  if (Level) {
    if (const auto *Not = llvm::dyn_cast<UnaryOperator>(E);
        Not && Not->getOpcode() == clang::UO_LNot &&
        Not->getSubExpr()->getType()->isBooleanType())
      return branchOn(Not->getSubExpr(), IfFalse, IfTrue);
    if (const auto *Logical = llvm::dyn_cast<BinaryOperator>(E);
        Logical && Logical->isLogicalOp()) {
      bool IsAnd = Logical->getOpcode() == clang::BO_LAnd;
      BlockId Rest = B.newBlock();
      branchOn(Logical->getLHS(), IsAnd ? Rest : IfTrue,
               IsAnd ? IfFalse : Rest);
      B.seal(Rest);
      if (!isReached(Rest))
        return;
      B.startBlock(Rest);
      return branchOn(Logical->getRHS(), IfTrue, IfFalse);
    }
  }
  ValueId V = E->isGLValue() ? loadScalar(lvalue(E), E) : scalar(E);
  B.branch(boolean(V), IfTrue, IfFalse, loc(Cond));
}
