//===- lower_arith.cpp - arithmetic to values -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves, integer sums, shifts, logic and comparisons become operations of the
// model, the rest is Pure, named by its opcode: only equal operations are equal
// values. Destinations come first: a register, predicates before or behind it.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/lowering.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;
using Form = Operand::Form;

static constexpr ValueType Bit{1}, Word{32}, Wide{64};

/// A predicate that is written: behind the register, neither inverted nor
/// followed by fewer operands than the sources need.
static bool isPlainPredicate(const Operand &O) {
  return O.is(Form::Predicate) && !O.IsInverted;
}

/// Where the sources begin: behind the register and the carries out.
static unsigned firstSource(const Instruction &I) {
  unsigned At = 1;
  while (At < I.Operands.size() && At < 3 && isPlainPredicate(I.Operands[At]))
    ++At;
  return At;
}

bool Lowering::move(const Instruction &I) {
  // R2UR P0, UR4, R2: P0 tells whether the warp agrees.
  unsigned At = !I.Operands.empty() && I.Operands[0].is(Form::Predicate);
  if (I.Operands.size() < At + 2)
    return false;
  unsigned Bits = isWide(I) ? 64 : 32;
  ValueId V = valueOf(I.Operands[At + 1], Bits);
  if (At)
    writePredicate(I.Operands[0], B.havoc(Bit, {V}));
  write(I.Operands[At], V, Bits);
  return true;
}

bool Lowering::readSpecial(const Instruction &I) {
  if (I.Operands.size() < 2)
    return false;
  bool Is64 = I.is("CS2R") && !I.has("32");
  ValueId V = valueOf(I.Operands[1]);
  if (Is64)
    V = op(OpCode::Cast, Wide, {V});
  write(I.Operands[0], V, Is64 ? 64 : 32);
  return true;
}

//===- Sums ---------------------------------------------------------------===//

// IADD3 R, P, Q, a, b, c: the carries out first. IADD3.X ... P, !PT: the
// carries in last. VIADD and IADD have two sources.
bool Lowering::add(const Instruction &I) {
  unsigned At = firstSource(I), Bits = isWide(I) ? 64 : 32;
  if (At >= I.Operands.size() || !I.Operands[0].is(Form::Register))
    return false;
  llvm::SmallVector<ValueId, 3> Sources;
  unsigned N = At;
  for (; N < I.Operands.size() && Sources.size() < 3; ++N) {
    if (I.Operands[N].is(Form::Predicate))
      break;
    noteHalves(I.Operands[N]);
    Sources.push_back(valueOf(I.Operands[N], Bits));
  }
  if (Sources.empty())
    return false;
  ValueType Type{uint16_t(Bits)};
  ValueId Zero = number(0, Bits);
  Sources.resize(3, Zero);
  ValueId Sum = op(OpCode::Add, Type, {Sources[0], Sources[1]});
  Sum = op(OpCode::Add, Type, {Sum, Sources[2]});
  if (I.has("X")) {
    ValueId CarryIn = N < I.Operands.size() ? readPredicate(I.Operands[N])
                                            : B.constant(0, Bit);
    Sum = op(OpCode::Pure, Word, {Sources[0], Sources[1], Sources[2], CarryIn},
             "addx");
  }
  ValueId Carry = op(OpCode::Pure, Bit, Sources, "carry");
  for (unsigned P = 1; P < At; ++P)
    writePredicate(I.Operands[P], Carry);
  write(I.Operands[0], Sum, Bits);
  return true;
}

// IMAD R, a, b, c and its uses as a move, a sum and a shift.
bool Lowering::multiplyAdd(const Instruction &I) {
  unsigned At = firstSource(I);
  if (I.Operands.size() < At + 3 || !I.Operands[0].is(Form::Register))
    return false;
  const Operand &L = I.Operands[At], &R = I.Operands[At + 1],
                &Plus = I.Operands[At + 2];
  if (I.has("HI"))
    return pure(I);
  if (I.has("WIDE")) {
    ValueType Type{64, false, !I.has("U32")};
    ValueId Product = op(OpCode::Mul, Type,
                         {op(OpCode::Cast, Type, {valueOf(L)}),
                          op(OpCode::Cast, Type, {valueOf(R)})});
    ValueId Base = valueOf(Plus, 64);
    write(I.Operands[0], op(OpCode::Add, Wide, {Base, Product}), 64);
    return true;
  }
  noteHalves(L);
  noteHalves(R);
  noteHalves(Plus);
  ValueId Product = op(OpCode::Mul, Word, {valueOf(L), valueOf(R)});
  ValueId C = valueOf(Plus);
  if (I.has("X")) {
    ValueId CarryIn = At + 3 < I.Operands.size()
                          ? readPredicate(I.Operands[At + 3])
                          : B.constant(0, Bit);
    write(I.Operands[0],
          op(OpCode::Pure, Word, {C, Product, number(0), CarryIn}, "addx"));
    return true;
  }
  ValueId Carry = op(OpCode::Pure, Bit, {Product, C, number(0)}, "carry");
  for (unsigned P = 1; P < At; ++P)
    writePredicate(I.Operands[P], Carry);
  write(I.Operands[0], op(OpCode::Add, Word, {Product, C}));
  return true;
}

// LEA R, P, a, b, n is (a << n) + b; LEA.HI.X R, a, y, x, n, P the upper half
// with x:a shifted; LEA.HI.X.SX32 R, a, y, n, P with the sign of a.
bool Lowering::loadEffective(const Instruction &I) {
  unsigned At = firstSource(I);
  bool IsHigh = I.has("HI"), IsSigned = I.has("SX32");
  if (!I.Operands[0].is(Form::Register) || I.Operands.size() < At + 3)
    return false;
  const Operand &A = I.Operands[At], &Base = I.Operands[At + 1];
  if (IsHigh) {
    unsigned N = At + (IsSigned ? 2 : 3);
    if (!I.has("X") || I.Operands.size() < N + 2 ||
        !I.Operands[N].is(Form::Integer))
      return pure(I);
    ValueId Low = valueOf(A);
    ValueId High = IsSigned
                       ? op(OpCode::Shr, {32, false, true}, {Low, number(31)})
                       : valueOf(I.Operands[At + 2]);
    write(I.Operands[0],
          op(OpCode::Pure, Word,
             {Low, valueOf(Base), High, readPredicate(I.Operands[N + 1])},
             "leax", I.Operands[N].Imm));
    return true;
  }
  const Operand &Shift = I.Operands[At + 2];
  if (!Shift.is(Form::Integer) || Shift.Imm < 0 || Shift.Imm > 31)
    return pure(I);
  noteHalves(A);
  noteHalves(Base);
  unsigned Bits = isWide(I) ? 64 : 32;
  ValueId V = valueOf(A, Bits), Plus = valueOf(Base, Bits);
  // Shared memory of the block in the cluster's window: its start and an
  // offset that the compiler chose.
  const Value Rank = B.value(V);
  if (Shift.Imm == 24 && Rank.Kind == ValueKind::Special &&
      Rank.Name == "cluster_ctarank") {
    ValueId Start = Around.sharedMemory(B);
    write(I.Operands[0],
          op(OpCode::Add, {64, false, false, true}, {Start, Plus}));
    return true;
  }
  ValueId Carry = op(OpCode::Pure, Bit, {V, Plus}, "leacarry", Shift.Imm);
  for (unsigned P = 1; P < At; ++P)
    writePredicate(I.Operands[P], Carry);
  ValueType Type{uint16_t(Bits)};
  ValueId Shifted = op(OpCode::Shl, Type, {V, number(Shift.Imm)});
  write(I.Operands[0], op(OpCode::Add, Type, {Plus, Shifted}), Bits);
  return true;
}

//===- Shifts and logic ---------------------------------------------------===//

// SHF.L.U32 R, a, n, RZ; SHF.R.{U32,S32}.HI R, RZ, n, a; SHL R, a, n.
bool Lowering::shift(const Instruction &I) {
  if (I.Operands.size() < 3)
    return false;
  bool IsFunnel = I.is("SHF") || I.is("USHF");
  bool IsLeft = I.is("SHL") || I.is("USHL") || I.has("L");
  const Operand *Source = &I.Operands[1];
  if (IsFunnel) {
    if (I.Operands.size() < 4 || isWide(I))
      return pure(I);
    bool IsPlain = IsLeft ? I.Operands[3].isZeroRegister() && !I.has("HI")
                          : I.Operands[1].isZeroRegister() && I.has("HI");
    if (!IsPlain)
      return pure(I);
    if (!IsLeft)
      Source = &I.Operands[3];
  }
  ValueType Type{32, false, I.has("S32") && !IsLeft};
  ValueId V = op(IsLeft ? OpCode::Shl : OpCode::Shr, Type,
                 {valueOf(*Source), valueOf(I.Operands[2])});
  write(I.Operands[0], V);
  return true;
}

// LOP3.LUT {P,} R, a, b, c, table, !PT
bool Lowering::logic(const Instruction &I) {
  unsigned At = isPlainPredicate(I.Operands[0]) ? 1 : 0;
  if (I.Operands.size() < At + 5 || !I.Operands[At + 4].is(Form::Integer))
    return pure(I);
  const Operand &To = I.Operands[At];
  ValueId L = valueOf(I.Operands[At + 1]), R = valueOf(I.Operands[At + 2]);
  int64_t Table = I.Operands[At + 4].Imm;
  ValueId V = UnknownValue;
  if (Table == 0xc0)
    V = op(OpCode::And, Word, {L, R});
  else if (Table == 0xfc)
    V = op(OpCode::Or, Word, {L, R});
  else if (Table == 0x3c)
    V = op(OpCode::Xor, Word, {L, R});
  else if (Table == 0x33)
    V = op(OpCode::Not, Word, {R});
  else if (Table == 0x0f)
    V = op(OpCode::Not, Word, {L});
  else
    V = op(OpCode::Pure, Word, {L, R, valueOf(I.Operands[At + 3])}, "lop3",
           Table);
  // `R2UP`-like: ULOP3.LUT UP0, URZ, ...: is anything left?
  if (At)
    writePredicate(I.Operands[0], op(OpCode::Ne, Bit, {V, number(0)}));
  write(To, V);
  return true;
}

//===- Choices ------------------------------------------------------------===//

bool Lowering::select(const Instruction &I) {
  if (I.Operands.size() < 4 || !I.Operands[3].is(Form::Predicate))
    return pure(I);
  unsigned Bits = isWide(I) ? 64 : 32;
  ValueType Type{uint16_t(Bits)};
  write(I.Operands[0],
        op(OpCode::Select, Type,
           {readPredicate(I.Operands[3]), valueOf(I.Operands[1], Bits),
            valueOf(I.Operands[2], Bits)}),
        Bits);
  return true;
}

// IMNMX R, a, b, PT: the minimum; !PT: the maximum.
bool Lowering::minMax(const Instruction &I) {
  unsigned At = firstSource(I);
  if (I.Operands.size() < At + 3 || isWide(I))
    return pure(I);
  auto IsMin = B.constantOf(valueOf(I.Operands[At + 2]));
  if (!IsMin)
    return pure(I);
  ValueType Type{32, false, !I.has("U32")};
  write(I.Operands[0],
        op(*IsMin ? OpCode::Min : OpCode::Max, Type,
           {valueOf(I.Operands[At]), valueOf(I.Operands[At + 1])}));
  return true;
}

//===- Odd ones -----------------------------------------------------------===//

static std::optional<uint32_t> halfBits(const Operand &O) {
  if (O.isZeroRegister())
    return O.IsNegative ? 0x8000 : 0;
  if (!O.is(Form::Float) && !O.is(Form::Integer))
    return std::nullopt;
  llvm::APFloat F(llvm::APFloat::IEEEhalf());
  auto Status =
      F.convertFromString(O.Text.trim(), llvm::APFloat::rmNearestTiesToEven);
  if (!Status) {
    llvm::consumeError(Status.takeError());
    return std::nullopt;
  }
  return uint32_t(F.bitcastToAPInt().getZExtValue());
}

// HFMA2 R, -RZ, RZ, 1.875, 0 is how a constant gets into a register: two
// halves of 16 bits, the upper one first.
bool Lowering::halfConstant(const Instruction &I) {
  if (I.Operands.size() == 5 && I.Operands[1].isZeroRegister() &&
      I.Operands[2].isZeroRegister()) {
    auto High = halfBits(I.Operands[3]), Low = halfBits(I.Operands[4]);
    if (High && Low) {
      write(I.Operands[0], number(*High << 16 | *Low));
      return true;
    }
  }
  return pure(I);
}

/// The destinations of an instruction of any shape.
static llvm::SmallVector<const Operand *, 3>
destinations(const Instruction &I) {
  llvm::SmallVector<const Operand *, 3> To;
  unsigned N = 0;
  while (N < I.Operands.size() && N < 2 && isPlainPredicate(I.Operands[N]))
    To.push_back(&I.Operands[N++]);
  bool HasBoth = I.is("LOP3") || I.is("ULOP3");
  if (N && !HasBoth)
    return To; // A comparison or test.
  if (N < I.Operands.size() && I.Operands[N].is(Form::Register))
    To.push_back(&I.Operands[N++]);
  if (To.empty())
    return To;
  while (N + 1 < I.Operands.size() && To.size() < 3 &&
         isPlainPredicate(I.Operands[N]))
    To.push_back(&I.Operands[N++]);
  return To;
}

static unsigned writtenRegisters(const Instruction &I) {
  bool IsMatrix = I.Root.ends_with("MMA") || I.is("MOVM");
  if (IsMatrix && I.Root != "HFMA2")
    return 4;
  bool IsDouble =
      I.Root.starts_with("D") || I.has("F64") || isWide(I) || I.has("WIDE");
  return IsDouble && !I.is("DSETP") ? 2 : 1;
}

bool Lowering::pure(const Instruction &I) {
  auto To = destinations(I);
  llvm::SmallVector<ValueId, 5> Sources;
  unsigned Registers = writtenRegisters(I);
  if (Registers > 2)
    return unknownValue(I);
  for (const Operand &O : llvm::drop_begin(I.Operands, To.size()))
    Sources.push_back(
        valueOf(O, Registers == 2 && O.is(Form::Register) ? 64 : 32));
  unsigned Nth = 0;
  for (const Operand *O : To) {
    bool IsPredicate = O->is(Form::Predicate);
    unsigned Bits = IsPredicate ? 1 : Registers == 2 ? 64 : 32;
    write(*O, op(OpCode::Pure, {uint16_t(Bits)}, Sources, I.Opcode, Nth++),
          Bits);
  }
  return true;
}

bool Lowering::unknownValue(const Instruction &I) {
  auto To = destinations(I);
  llvm::SmallVector<ValueId, 5> Sources;
  for (const Operand &O : llvm::drop_begin(I.Operands, To.size()))
    Sources.push_back(valueOf(O));
  for (const Operand *O : To) {
    if (O->is(Form::Predicate)) {
      writePredicate(*O, B.havoc(Bit, Sources));
      continue;
    }
    unsigned Count = writtenRegisters(I);
    for (unsigned N = 0; N < Count && O->Number != NoRegister; ++N)
      writeRegister(O->IsUniform, O->Number + N, B.havoc(Word, Sources));
  }
  return true;
}
