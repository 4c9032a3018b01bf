//===- lower_operands.cpp - registers, constant banks, addresses ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register has 32 bits; an even one and its neighbour are a pair. Each half
// and the pair are variables: the pair's is brought up to date where it is
// read, and at the end of a block if anything reads it. Halves that were
// computed with a carry between them are joined to one 64-bit operation.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/lowering.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;

static constexpr ValueType Bit{1}, Word{32}, Wide{64};
static constexpr ValueType Pointer{64, false, false, true};

// Variables: registers, uniform registers, predicates, pairs.
static VariableId registerVariable(bool IsUniform, uint16_t Number) {
  return Number + (IsUniform ? 256 : 0);
}
static VariableId predicateVariable(bool IsUniform, uint16_t Number) {
  return 512 + (Number & 31) + (IsUniform ? 32 : 0);
}
static unsigned pairIndex(bool IsUniform, uint16_t Number) {
  return Number / 2 + (IsUniform ? 128 : 0);
}
static VariableId pairVariable(unsigned Pair) { return 600 + Pair; }

ValueId Lowering::number(int64_t N, unsigned Bits) {
  return B.constant(Bits == 32 ? int64_t(uint32_t(N)) : N, {uint16_t(Bits)});
}

static std::optional<OpCode> inverse(OpCode Op) {
  static constexpr std::pair<OpCode, OpCode> Inverses[] = {
      {OpCode::Eq, OpCode::Ne},
      {OpCode::Lt, OpCode::Ge},
      {OpCode::Le, OpCode::Gt}};
  for (auto [A, Opposite] : Inverses)
    if (Op == A || Op == Opposite)
      return Op == A ? Opposite : A;
  return std::nullopt;
}

/// What a comparison of a predicate in a register, `SEL R, 0, 1, P`, asks.
static std::optional<ValueId> asPredicate(FunctionBuilder &B, OpCode Op,
                                          llvm::ArrayRef<ValueId> Values) {
  if ((Op != OpCode::Eq && Op != OpCode::Ne) || Values.size() != 2)
    return std::nullopt;
  const Value Choice = B.value(Values[0]);
  auto With = B.constantOf(Values[1]);
  if (!With || Choice.Kind != ValueKind::Op || Choice.Op != OpCode::Select)
    return std::nullopt;
  auto Then = B.constantOf(Choice.Operands[1]);
  auto Else = B.constantOf(Choice.Operands[2]);
  if (!Then || !Else)
    return std::nullopt;
  bool IfThen = (*Then == *With) == (Op == OpCode::Eq);
  bool IfElse = (*Else == *With) == (Op == OpCode::Eq);
  if (IfThen == IfElse)
    return B.constant(IfThen, Bit);
  return IfThen ? Choice.Operands[0]
                : B.op(OpCode::LogicalNot, Bit, {Choice.Operands[0]});
}

ValueId Lowering::op(OpCode Op, ValueType Type, llvm::ArrayRef<ValueId> Values,
                     StringRef Name, int64_t Imm) {
  if (Op == OpCode::Add && B.constantOf(Values[0]))
    return B.op(Op, Type, {Values[1], Values[0]}, Imm, Name);
  if (Op == OpCode::LogicalNot) {
    const Value Node = B.value(Values[0]);
    if (Node.Kind == ValueKind::Op && Node.Operands.size() == 2)
      if (auto Opposite = inverse(Node.Op))
        return B.op(*Opposite, Type, Node.Operands);
  }
  if (auto V = asPredicate(B, Op, Values))
    return *V;
  return B.op(Op, Type, Values, Imm, Name);
}

//===- Registers ----------------------------------------------------------===//

ValueId Lowering::readRegister(bool IsUniform, uint16_t Number) {
  if (Number == NoRegister)
    return number(0);
  return settled(B.read(registerVariable(IsUniform, Number), Word));
}

void Lowering::writeRegister(bool IsUniform, uint16_t Number, ValueId V) {
  if (Number == NoRegister)
    return;
  VariableId Var = registerVariable(IsUniform, Number);
  if (Selecting)
    V = op(OpCode::Select, Word, {*Selecting, V, B.read(Var, Word)});
  B.write(Var, V);
  Dirty.set(pairIndex(IsUniform, Number));
}

ValueId Lowering::readWide(bool IsUniform, uint16_t Number) {
  if (Number == NoRegister)
    return number(0, 64);
  if (Number % 2)
    return pairOf(readRegister(IsUniform, Number),
                  readRegister(IsUniform, Number + 1));
  unsigned Pair = pairIndex(IsUniform, Number);
  if (!Dirty[Pair])
    return settled(B.read(pairVariable(Pair), Wide));
  ValueId V = pairOf(readRegister(IsUniform, Number),
                     readRegister(IsUniform, Number + 1));
  B.write(pairVariable(Pair), V);
  Dirty.reset(Pair);
  return V;
}

void Lowering::writeWide(bool IsUniform, uint16_t Number, ValueId V) {
  if (Number == NoRegister)
    return;
  if (Selecting)
    V = op(OpCode::Select, B.value(V).Type,
           {*Selecting, V, readWide(IsUniform, Number)});
  ValueId Low = op(OpCode::Cast, Word, {V});
  ValueId High = op(OpCode::Pure, Word, {V}, "hi");
  if (auto N = B.constantOf(V))
    High = number(uint64_t(*N) >> 32);
  B.write(registerVariable(IsUniform, Number), Low);
  B.write(registerVariable(IsUniform, Number + 1), High);
  Dirty.set(pairIndex(IsUniform, Number + 1));
  if (Number % 2) {
    Dirty.set(pairIndex(IsUniform, Number));
    return;
  }
  B.write(pairVariable(pairIndex(IsUniform, Number)), V);
  Dirty.reset(pairIndex(IsUniform, Number));
}

/// Brings pairs that later blocks may read up to date.
void Lowering::flush() {
  std::bitset<256> Due = Dirty & C->WidePairs;
  if (Due.any() && !B.isTerminated())
    for (unsigned Pair = 0; Pair < 256; ++Pair)
      if (Due[Pair])
        readWide(Pair >= 128, (Pair % 128) * 2);
  Dirty.reset();
}

ValueId Lowering::readPredicate(const Operand &O, bool AsWritten) {
  ValueId V = O.Number == NoRegister
                  ? B.constant(1, Bit)
                  : B.read(predicateVariable(O.IsUniform, O.Number), Bit);
  return AsWritten && O.IsInverted ? op(OpCode::LogicalNot, Bit, {V}) : V;
}

void Lowering::writePredicate(const Operand &O, ValueId V) {
  if (!O.is(Operand::Form::Predicate) || O.Number == NoRegister)
    return;
  VariableId Var = predicateVariable(O.IsUniform, O.Number);
  if (Selecting)
    V = op(OpCode::Select, Bit, {*Selecting, V, B.read(Var, Bit)});
  B.write(Var, V);
}

//===- Pairs --------------------------------------------------------------===//

/// Remembers what 64-bit value the register and its neighbour are the halves
/// of: a sum in a loop is taken apart before it is put together again.
void Lowering::noteHalves(const Operand &O) {
  if (!O.is(Operand::Form::Register) || O.Number == NoRegister || O.Number % 2)
    return;
  unsigned Pair = pairIndex(O.IsUniform, O.Number);
  if (Dirty[Pair] || !C->WidePairs[Pair])
    return;
  ValueId Low = readRegister(O.IsUniform, O.Number);
  ValueId High = readRegister(O.IsUniform, O.Number + 1);
  Halves[{Low, High}] = readWide(O.IsUniform, O.Number);
}

//===- Operands -----------------------------------------------------------===//

ValueId Lowering::specialRegister(StringRef Name) {
  if (Name == "SRZ" || Name == "Z")
    return number(0);
  std::string Lower = Name.lower();
  StringRef Known = llvm::StringSwitch<StringRef>(Lower)
                        .Case("lanemask_lt", "lanemask_lt")
                        .Case("ltmask", "lanemask_lt")
                        .Case("lemask", "lanemask_le")
                        .Case("eqmask", "lanemask_eq")
                        .Case("gtmask", "lanemask_gt")
                        .Case("gemask", "lanemask_ge")
                        .Case("cgactaid", "cluster_ctarank")
                        .Case("virtid", "smid")
                        .Case("virtualsmid", "smid")
                        .Default(Lower);
  ValueId V = B.special(Known, Word);
  bool Changes = Known.starts_with("clock") || Known.starts_with("global") ||
                 Known.starts_with("pm");
  return Changes ? B.havoc(Word, {V}) : V;
}

uint64_t Lowering::parameterBase(unsigned Sm) {
  return Sm < 90 ? 0x160 : Sm < 100 ? 0x210 : 0x380;
}

/// Bank 0 below the parameters: the shape of the launch, and what the driver
/// keeps there.
ValueId Lowering::driverConstant(uint64_t Offset, unsigned Bits) {
  static constexpr StringRef Names[] = {"ntid.x",   "ntid.y",   "ntid.z",
                                        "nctaid.x", "nctaid.y", "nctaid.z"};
  uint64_t Threads = Sm < 100 ? 0 : 0x360, Blocks = Sm < 100 ? 0xc : 0x370;
  if (Bits == 32 && Offset % 4 == 0) {
    if (Offset >= Threads && Offset < Threads + 12)
      return B.special(Names[(Offset - Threads) / 4], Word);
    if (Offset >= Blocks && Offset < Blocks + 12)
      return B.special(Names[3 + (Offset - Blocks) / 4], Word);
  }
  return op(OpCode::Pure, {uint16_t(Bits)}, {},
            "c[0x0][0x" + llvm::utohexstr(Offset, /*LowerCase=*/true) + "]");
}

ValueId Lowering::constantBank(const Operand &O, unsigned Bits) {
  ValueType Type{uint16_t(Bits)};
  uint64_t Offset = O.Imm;
  if (O.Terms.size() == 1 && !O.Terms[0].IsNegative)
    if (auto N =
            B.constantOf(readRegister(O.Terms[0].IsUniform, O.Terms[0].Number)))
      Offset += uint32_t(*N);
    else
      return op(OpCode::Pure, Type,
                {readRegister(O.Terms[0].IsUniform, O.Terms[0].Number)},
                O.Text);
  else if (!O.Terms.empty())
    return B.havoc(Type);
  if (O.Bank == 4) {
    ValueId V = Around.addressBank(B, Offset & ~uint64_t(7));
    if (Bits == 64)
      return V;
    return Offset % 8 ? op(OpCode::Pure, Word, {V}, "hi")
                      : op(OpCode::Cast, Word, {V});
  }
  if (O.Bank != 0)
    return op(OpCode::Pure, Type, {}, O.Text);
  uint64_t Base = parameterBase(Sm);
  if (Offset < Base)
    return driverConstant(Offset, Bits);
  constexpr uint64_t MaxParameters = 1 << 15; // Bytes.
  if (Offset - Base >= MaxParameters)
    return op(OpCode::Pure, Type, {}, O.Text);
  unsigned Number = Around.parameter((Offset - Base) / 8);
  bool IsHigh = (Offset - Base) % 8 >= 4;
  if (Bits == 64 && !IsHigh)
    return B.param(Number, Pointer);
  // Below 4 bytes a leaf has the rest of its offset in its name.
  StringRef Half = IsHigh ? "hi" : "";
  if (Offset % 4 == 0)
    return B.param(Number, Type, Half);
  return B.param(Number, Type, Half.str() + "+" + llvm::utostr(Offset % 4));
}

ValueId Lowering::valueOf(const Operand &O, unsigned Bits) {
  using Form = Operand::Form;
  ValueType Type{uint16_t(Bits)};
  ValueId V = UnknownValue;
  switch (O.Kind) {
  case Form::Register:
    V = Bits == 64 ? readWide(O.IsUniform, O.Number)
                   : readRegister(O.IsUniform, O.Number);
    // Parts of a register: `R2.H0_H0`, `R3.B1`.
    if (!O.Suffix.empty() && O.Suffix != "64" && O.Suffix != "U32")
      V = op(OpCode::Pure, Type, {V}, O.Suffix);
    break;
  case Form::Predicate:
    return readPredicate(O);
  case Form::Integer:
    return number(O.Imm, Bits);
  case Form::Float:
    return op(OpCode::Pure, {uint16_t(Bits), true}, {}, O.Text);
  case Form::Constant:
    V = constantBank(O, Bits);
    break;
  case Form::Symbol:
    V = Around.symbol(B, O.Name);
    return O.Imm ? op(OpCode::Pure, Word, {V}, "hi")
                 : op(OpCode::Cast, Word, {V});
  case Form::Special:
    return specialRegister(O.Name);
  case Form::Address:
    return addressOf(O, /*IsShared=*/false);
  case Form::Label:
  case Form::Other:
    return op(OpCode::Pure, Type, {}, O.Text);
  }
  if (O.IsAbsolute)
    V = op(OpCode::Pure, Type, {V}, "abs");
  if (O.IsInverted)
    V = op(OpCode::Not, Type, {V});
  if (O.IsNegative)
    V = op(OpCode::Neg, Type, {V});
  return V;
}

void Lowering::write(const Operand &O, ValueId V, unsigned Bits) {
  if (O.is(Operand::Form::Predicate))
    return writePredicate(O, V);
  if (!O.is(Operand::Form::Register))
    return;
  if (Bits == 64)
    writeWide(O.IsUniform, O.Number, V);
  else
    writeRegister(O.IsUniform, O.Number, V);
}

//===- Addresses ----------------------------------------------------------===//

/// V as an address in shared memory: from where it begins, if V does not say.
ValueId Lowering::sharedAddress(ValueId V) {
  ValueId Base = V;
  for (unsigned Step = 0; Step < 16; ++Step) {
    const Value &Node = B.value(Base);
    if (Node.Kind == ValueKind::Global)
      return V;
    if (Node.Kind != ValueKind::Op ||
        (Node.Op != OpCode::Add && Node.Op != OpCode::Cast))
      break;
    Base = Node.Operands[0];
  }
  return op(OpCode::Add, Pointer, {Around.sharedMemory(B), V});
}

ValueId Lowering::addressOf(const Operand &O, bool IsShared) {
  llvm::SmallVector<ValueId, 4> Parts;
  bool IsNarrow = IsShared;
  for (const Term &T : O.Terms) {
    ValueId V;
    if (IsNarrow || T.Suffix == "U32") {
      V = readRegister(T.IsUniform, T.Number);
      if (!IsNarrow)
        V = op(OpCode::Cast, Wide, {V});
    } else {
      V = readWide(T.IsUniform, T.Number);
    }
    unsigned Scale = 0;
    if (T.Suffix.starts_with("X") &&
        !T.Suffix.drop_front().getAsInteger(10, Scale))
      V = op(OpCode::Mul, {uint16_t(IsNarrow ? 32 : 64)},
             {V, number(Scale, IsNarrow ? 32 : 64)});
    if (T.IsNegative)
      V = op(OpCode::Neg, B.value(V).Type, {V});
    // What leads to the object comes first.
    if (T.IsUniform)
      Parts.insert(Parts.begin(), V);
    else
      Parts.push_back(V);
  }
  unsigned Bits = IsNarrow ? 32 : 64;
  ValueId Sum = Parts.empty() ? number(O.Imm, Bits) : Parts[0];
  for (ValueId V : llvm::ArrayRef(Parts).drop_front(Parts.empty() ? 0 : 1))
    Sum = op(OpCode::Add, {uint16_t(Bits)}, {Sum, V});
  if (!Parts.empty() && O.Imm)
    Sum = op(OpCode::Add, {uint16_t(Bits)}, {Sum, B.constant(O.Imm, {64})});
  return IsShared ? sharedAddress(Sum) : Sum;
}
