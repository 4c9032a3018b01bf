//===- lower_predicates.cpp - comparisons and predicates -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/lowering.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;
using Form = Operand::Form;

static constexpr ValueType Bit{1}, Word{32};

//===- What a path says of a predicate ------------------------------------===//

static OpCode inverseOf(OpCode Op) {
  static constexpr std::pair<OpCode, OpCode> Pairs[] = {
      {OpCode::Eq, OpCode::Ne},
      {OpCode::Lt, OpCode::Ge},
      {OpCode::Le, OpCode::Gt}};
  for (auto [One, Other] : Pairs)
    if (Op == One || Op == Other)
      return Op == One ? Other : One;
  return OpCode::None;
}

/// Are both comparisons signed, or both not? That is kept in the type of
/// constants, and equality does not ask.
static bool isSignKnown(const Function &Fn, const Value &Test) {
  return Test.Op == OpCode::Eq || Test.Op == OpCode::Ne ||
         llvm::any_of(Test.Operands, [&](ValueId V) {
           return Fn.value(V).Kind == ValueKind::Constant;
         });
}

/// True if A and B are one test, false if they are each other's opposite.
static std::optional<bool> sameTest(const Function &Fn, ValueId A, ValueId B) {
  if (A == B)
    return true;
  const Value &X = Fn.value(A), &Y = Fn.value(B);
  if ((X.Op == OpCode::LogicalNot && X.Operands[0] == B) ||
      (Y.Op == OpCode::LogicalNot && Y.Operands[0] == A))
    return false;
  if (X.Kind == ValueKind::Op && Y.Kind == ValueKind::Op &&
      X.Operands == Y.Operands && X.Operands.size() == 2 &&
      X.Op == inverseOf(Y.Op) && X.Op != OpCode::None && isSignKnown(Fn, X) &&
      !Fn.value(X.Operands[0]).Type.IsFloat)
    return false;
  return std::nullopt;
}

/// V without the choices that the side of the open region has made.
ValueId Lowering::settled(ValueId V) {
  for (unsigned Steps = 0; Open && OnSide && Steps < 4; ++Steps) {
    const Value &Node = B.value(V);
    if (Node.Kind != ValueKind::Op || Node.Op != OpCode::Select ||
        Node.Operands.size() != 3)
      return V;
    auto Same = sameTest(B.function(), Node.Operands[0], Open->Condition);
    if (!Same)
      return V;
    V = Node.Operands[(*OnSide == 1) == *Same ? 1 : 2];
  }
  return V;
}

//===- Comparisons --------------------------------------------------------===//

static OpCode comparison(const Instruction &I) {
  static constexpr std::pair<StringRef, OpCode> Words[] = {
      {"EQ", OpCode::Eq}, {"NE", OpCode::Ne}, {"LT", OpCode::Lt},
      {"LE", OpCode::Le}, {"GT", OpCode::Gt}, {"GE", OpCode::Ge}};
  for (auto [Word, Op] : Words)
    if (I.has(Word))
      return Op;
  return OpCode::None;
}

// ISETP.NE.AND P, Q, a, b, R: P is (a != b) and R, Q is !(a != b) and R. With
// .EX it is the upper half of a comparison of 64 bits, and the predicate at
// the end tells the lower half.
bool Lowering::compare(const Instruction &I) {
  OpCode Op = comparison(I);
  if (I.Operands.size() < 5 || Op == OpCode::None)
    return pure(I);
  bool IsFloat = !I.is("ISETP") && !I.is("UISETP");
  unsigned Bits = isWide(I) || I.is("DSETP") ? 64 : 32;
  bool IsSigned = !IsFloat && !I.has("U32") && !I.has("U64");
  auto Source = [&](const Operand &O, unsigned Width) {
    ValueId V = valueOf(O, Width);
    auto N = B.constantOf(V);
    bool Orders = Op != OpCode::Eq && Op != OpCode::Ne;
    return N && IsSigned && Orders
               ? B.constant(*N, {uint16_t(Width), false, true})
               : V;
  };
  ValueId L = Source(I.Operands[2], Bits), R = Source(I.Operands[3], Bits);
  ValueId V = op(IsFloat ? OpCode::Pure : Op, Bit, {L, R},
                 IsFloat ? I.Opcode : StringRef());
  if (I.has("EX")) {
    if (I.Operands.size() < 6)
      return pure(I);
    const Value Low = B.value(readPredicate(I.Operands[5]));
    std::optional<ValueId> A, C;
    if (Low.Kind == ValueKind::Op && Low.Op == Op && Low.Operands.size() == 2) {
      A = joined(Low.Operands[0], L, 6);
      C = joined(Low.Operands[1], R, 6);
    }
    V = A && C ? op(Op, Bit, {*A, *C})
               : op(OpCode::Pure, Bit, {L, R, readPredicate(I.Operands[5])},
                    I.Opcode);
  }
  ValueId With = readPredicate(I.Operands[4]);
  OpCode Join = I.has("OR")    ? OpCode::Or
                : I.has("XOR") ? OpCode::Xor
                               : OpCode::And;
  bool IsAlone = Join == OpCode::And && B.constantOf(With) == 1;
  ValueId Not = op(OpCode::LogicalNot, Bit, {V});
  writePredicate(I.Operands[0], IsAlone ? V : op(Join, Bit, {V, With}));
  writePredicate(I.Operands[1], IsAlone ? Not : op(Join, Bit, {Not, With}));
  return true;
}

//===- Predicates among themselves ----------------------------------------===//

// PLOP3.LUT P, Q, a, b, c, tableP, tableQ
bool Lowering::predicateLogic(const Instruction &I) {
  if (I.Operands.size() < 6 || !I.Operands[5].is(Form::Integer))
    return false;
  ValueId In[3];
  for (unsigned N = 0; N < 3; ++N)
    In[N] = valueOf(I.Operands[2 + N]);
  auto Apply = [&](uint64_t Table) {
    ValueId Rows[8];
    for (unsigned Row = 0; Row < 8; ++Row)
      Rows[Row] = B.constant((Table >> Row) & 1, Bit);
    for (unsigned N = 0; N < 3; ++N) { // c is the lowest bit of the row.
      ValueId Choice = In[2 - N];
      for (unsigned Row = 0; Row < (8u >> (N + 1)); ++Row) {
        ValueId Off = Rows[2 * Row], On = Rows[2 * Row + 1];
        auto OffBit = B.constantOf(Off), OnBit = B.constantOf(On);
        if (Off == On)
          Rows[Row] = Off;
        else if (auto Known = B.constantOf(Choice))
          Rows[Row] = *Known ? On : Off;
        else if (OffBit && OnBit)
          Rows[Row] = *OnBit ? Choice : op(OpCode::LogicalNot, Bit, {Choice});
        else if (OffBit)
          Rows[Row] = *OffBit ? op(OpCode::Or, Bit,
                                   {op(OpCode::LogicalNot, Bit, {Choice}), On})
                              : op(OpCode::And, Bit, {Choice, On});
        else
          Rows[Row] = op(OpCode::Select, Bit, {Choice, On, Off});
      }
    }
    return Rows[0];
  };
  ValueId First = Apply(I.Operands[5].Imm);
  ValueId Second = I.Operands.size() > 6 && I.Operands[6].is(Form::Integer)
                       ? Apply(I.Operands[6].Imm)
                       : B.havoc(Bit, In);
  writePredicate(I.Operands[0], First);
  writePredicate(I.Operands[1], Second);
  return true;
}

// P2R R, PR, a, mask; R2P PR, R, mask: bit n is predicate n.
bool Lowering::predicatesToRegister(const Instruction &I) {
  if (I.Operands.size() < 4 || !I.Operands[3].is(Form::Integer) ||
      !I.Operands[0].Suffix.empty())
    return pure(I);
  llvm::SmallVector<ValueId, 8> Bits{valueOf(I.Operands[2])};
  for (uint16_t N = 0; N < 7; ++N) {
    Operand P;
    P.Kind = Form::Predicate;
    P.Number = N;
    P.IsUniform = I.is("UP2UR");
    Bits.push_back((I.Operands[3].Imm >> N) & 1 ? readPredicate(P)
                                                : B.constant(0, Bit));
  }
  write(I.Operands[0],
        op(OpCode::Pure, Word, Bits, "p2r", I.Operands[3].Imm & 0x7f));
  return true;
}

bool Lowering::registerToPredicates(const Instruction &I) {
  bool HasMask = I.Operands.size() > 2 && I.Operands[2].is(Form::Integer);
  int64_t Mask = HasMask ? I.Operands[2].Imm : 0x7f;
  if (I.Operands.size() < 2)
    return false;
  const Value Packed = B.value(valueOf(I.Operands[1]));
  for (uint16_t N = 0; N < 7; ++N) {
    if (!((Mask >> N) & 1))
      continue;
    Operand P;
    P.Kind = Form::Predicate;
    P.Number = N;
    P.IsUniform = !I.is("R2P");
    bool IsKnown = Packed.Kind == ValueKind::Op && Packed.Name == "p2r" &&
                   Packed.Operands.size() == 8 && ((Packed.Imm >> N) & 1);
    writePredicate(
        P, IsKnown ? Packed.Operands[N + 1]
                   : op(OpCode::Pure, Bit, {valueOf(I.Operands[1])}, "bit", N));
  }
  return true;
}
