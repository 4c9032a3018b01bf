//===- lower_arith.cpp - arithmetic to values -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 9.7.1 to 9.7.8 and 9.7.9.1 (mov). What has an OpCode
// becomes it; every other function of its operands alone is Pure, named by its
// full spelling, so that only equal operations are equal values. Instructions
// that read the carry flag are Havoc.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/lowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

static constexpr ValueType Predicate{1};

static OpCode binaryOp(StringRef Root) {
  return llvm::StringSwitch<OpCode>(Root)
      .Case("add", OpCode::Add)
      .Case("sub", OpCode::Sub)
      .Case("div", OpCode::Div)
      .Case("rem", OpCode::Rem)
      .Case("shl", OpCode::Shl)
      .Case("shr", OpCode::Shr)
      .Case("and", OpCode::And)
      .Case("or", OpCode::Or)
      .Case("xor", OpCode::Xor)
      .Case("min", OpCode::Min)
      .Case("max", OpCode::Max)
      .Default(OpCode::None);
}

static bool dependsOnSign(OpCode Op) {
  return Op == OpCode::Div || Op == OpCode::Rem || Op == OpCode::Shr ||
         Op == OpCode::Min || Op == OpCode::Max;
}

/// 2^k where `Left - Right` is how compilers write the signed `Left % 2^k`:
/// `x - ((x + (sign >> (bits - k))) & -2^k)`.
static std::optional<uint64_t> roundedOff(const Function &Fn, ValueId Left,
                                          ValueId Right, unsigned Bits) {
  auto Is = [&](ValueId V, OpCode Op) {
    const Value &Node = Fn.value(V);
    return Node.Kind == ValueKind::Op && Node.Op == Op &&
           Node.Operands.size() == 2;
  };
  auto Number = [&](ValueId V) -> std::optional<uint64_t> {
    const Value &Node = Fn.value(V);
    if (Node.Kind != ValueKind::Constant || Node.Type.IsFloat)
      return std::nullopt;
    return uint64_t(Node.Imm) & llvm::maskTrailingOnes<uint64_t>(Bits);
  };
  if (Bits < 8 || !Is(Right, OpCode::And))
    return std::nullopt;
  ValueId Sum = Fn.value(Right).Operands[0];
  auto Mask = Number(Fn.value(Right).Operands[1]);
  uint64_t Power =
      Mask ? (~*Mask + 1) & llvm::maskTrailingOnes<uint64_t>(Bits) : 0;
  if (!llvm::isPowerOf2_64(Power) || !Is(Sum, OpCode::Add))
    return std::nullopt;
  llvm::ArrayRef<ValueId> Parts = Fn.value(Sum).Operands;
  unsigned Own = Parts[0] == Left ? 0 : 1;
  ValueId Bias = Parts[1 - Own];
  if (Parts[Own] != Left || !Is(Bias, OpCode::Shr) ||
      Fn.value(Bias).Type.IsSigned ||
      Number(Fn.value(Bias).Operands[1]) != Bits - llvm::Log2_64(Power))
    return std::nullopt;
  return Power;
}

bool Lowering::binary(const Instruction &I, const Qualifiers &Q) {
  OpCode Op = binaryOp(I.Root);
  ElementType T = Q.type();
  bool IsPlain = T.Packed == 1 && I.Operands.size() == 3 && !I.has("sat") &&
                 !I.has("cc") && !I.has("xorsign");
  if (!IsPlain)
    return pure(I, Q);
  const Operand &L = I.Operands[1], &R = I.Operands[2];
  ValueId Left = dependsOnSign(Op) ? coerced(L, T.Type) : valueOf(L, T.Type);
  bool IsShift = Op == OpCode::Shl || Op == OpCode::Shr;
  ValueType RightType = IsShift ? ValueType{32} : T.Type;
  ValueId Right = dependsOnSign(Op) && !IsShift ? coerced(R, RightType)
                                                : valueOf(R, RightType);
  // PTX shifts of the width or more give zero, or the sign.
  auto Amount = B.constantOf(Right);
  if (IsShift && Amount && uint64_t(*Amount) >= T.Type.Bits &&
      (Op == OpCode::Shl || !T.Type.IsSigned)) {
    write(I.Operands[0], B.constant(0, T.Type));
    return true;
  }
  if (Op == OpCode::Sub && !T.Type.IsFloat)
    if (auto Power = roundedOff(B.function(), Left, Right, T.Type.Bits)) {
      Op = OpCode::Rem;
      Right = B.constant(int64_t(*Power), T.Type);
    }
  write(I.Operands[0], op(Op, T.Type, {Left, Right}));
  return true;
}

bool Lowering::unary(const Instruction &I, const Qualifiers &Q) {
  ElementType T = Q.type();
  if (I.Operands.size() != 2)
    return false;
  if (T.Packed != 1)
    return pure(I, Q);
  OpCode Op =
      llvm::StringSwitch<OpCode>(I.Root)
          .Case("neg", OpCode::Neg)
          .Case("cnot", OpCode::LogicalNot)
          .Default(T.Type == Predicate ? OpCode::LogicalNot : OpCode::Not);
  write(I.Operands[0], op(Op, T.Type, {valueOf(I.Operands[1], T.Type)}));
  return true;
}

// mul, mad: `.lo` (and floats) are products, `.wide` doubles the width.
bool Lowering::multiply(const Instruction &I, const Qualifiers &Q) {
  bool IsMad = I.Root == "mad";
  ElementType T = Q.type();
  if (I.Operands.size() < (IsMad ? 4u : 3u))
    return false;
  if (I.has("hi") || T.Packed != 1 || I.has("cc") || I.has("sat"))
    return pure(I, Q);
  bool IsWide = I.has("wide");
  ValueType Product = T.Type;
  if (IsWide)
    Product.Bits *= 2;
  auto Factor = [&](const Operand &O) {
    ValueId V = IsWide ? coerced(O, T.Type) : valueOf(O, T.Type);
    return IsWide ? op(OpCode::Cast, Product, {V}) : V;
  };
  ValueId V =
      op(OpCode::Mul, Product, {Factor(I.Operands[1]), Factor(I.Operands[2])});
  if (IsMad)
    V = op(OpCode::Add, Product, {V, valueOf(I.Operands[3], Product)});
  write(I.Operands[0], V);
  return true;
}

bool Lowering::move(const Instruction &I, const Qualifiers &Q) {
  if (I.Operands.size() != 2)
    return false;
  ValueType Type = Q.type().registerType();
  const Operand &To = I.Operands[0], &From = I.Operands[1];
  if (From.Kind == Operand::Form::Vector) {
    ValueType Part = Type;
    if (!From.Parts.empty())
      Part.Bits /= From.Parts.size();
    llvm::SmallVector<ValueId, 4> Parts;
    for (const Operand &O : From.Parts)
      Parts.push_back(valueOf(O, Part));
    if (To.Kind != Operand::Form::Vector) {
      write(To, op(OpCode::Aggregate, Type, Parts));
      return true;
    }
    if (To.Parts.size() != Parts.size())
      return false;
    for (auto [O, V] : llvm::zip_equal(To.Parts, Parts))
      write(O, V);
    return true;
  }
  // The address of a register's own memory, `mov.u64 %rd, buf`, is a symbol.
  ValueId V = valueOf(From, Type);
  if (!RegisterNames.empty() && From.isName() && From.Imm == 0) {
    auto It = RegisterNames.find(From.Name);
    if (It != RegisterNames.end())
      nameValue(V, It->second);
  }
  write(To, V);
  return true;
}

// cvt.to.from, cvta, cvta.to.space, mapa and getctarank keep the object that
// an address points into: the first operand.
bool Lowering::convert(const Instruction &I, const Qualifiers &Q) {
  if (I.Operands.size() < 2)
    return false;
  ElementType To = Q.type(0), From = Q.type(1);
  if (To.Packed != 1 || From.Packed != 1 || I.Operands.size() > 2)
    return pure(I, Q);
  const Operand &Source = I.Operands[1];
  ValueId V;
  if (I.Root == "cvt" && From.Type.Bits && From.Type.Bits < To.Type.Bits)
    V = coerced(Source, From.Type);
  else
    V = valueOf(Source, From.Type.Bits ? From.Type : To.Type);
  ValueId R = op(OpCode::Cast, To.Type, {V});
  if (!RegisterNames.empty() && Source.isName() && Source.Imm == 0) {
    auto It = RegisterNames.find(Source.Name);
    if (It != RegisterNames.end())
      nameValue(R, It->second);
  }
  write(I.Operands[0], R);
  return true;
}

static OpCode comparisonOp(StringRef Word) {
  return llvm::StringSwitch<OpCode>(Word)
      .Case("eq", OpCode::Eq)
      .Cases({"ne", "neu"}, OpCode::Ne)
      .Cases({"lt", "lo"}, OpCode::Lt)
      .Cases({"le", "ls"}, OpCode::Le)
      .Cases({"gt", "hi"}, OpCode::Gt)
      .Cases({"ge", "hs"}, OpCode::Ge)
      .Default(OpCode::None);
}

// Comparisons that are true for NaN have no OpCode, except not-equal; the
// ordered not-equal has none either.
/// The condition that V says in a number: `selp.u32 v, 1, 0, p` is p. Debug
/// builds keep truth values so.
ValueId Lowering::conditionIn(ValueId V) {
  const Value &Node = B.value(V);
  if (V == UnknownValue || Node.Kind != ValueKind::Op ||
      Node.Op != OpCode::Select)
    return UnknownValue;
  auto Yes = B.constantOf(Node.Operands[1]),
       No = B.constantOf(Node.Operands[2]);
  return Yes && No && *Yes != 0 && *No == 0 ? Node.Operands[0] : UnknownValue;
}

ValueId Lowering::comparison(const Instruction &I, ValueType Type, ValueId L,
                             ValueId R) {
  if (I.has("ne") || I.has("eq"))
    if (auto Zero = B.constantOf(R); Zero && *Zero == 0)
      if (ValueId C = conditionIn(L); C != UnknownValue)
        return I.has("ne") ? C : op(OpCode::LogicalNot, Predicate, {C});
  for (StringRef Word : I.Qualifiers) {
    OpCode Op = comparisonOp(Word);
    if (Op == OpCode::None || (Type.IsFloat && Word == "ne"))
      continue;
    return op(Op, Predicate, {L, R});
  }
  return op(OpCode::Pure, Predicate, {L, R}, 0, I.spelling());
}

// setp.cmp{.bool}.type p|q, a, b{, c} and set.cmp{.bool}.dtype.stype.
bool Lowering::compare(const Instruction &I, const Qualifiers &Q) {
  bool IsSet = I.Root == "set";
  ElementType T = Q.type(IsSet ? 1 : 0);
  if (I.Operands.size() < 3)
    return false;
  if (T.Packed != 1)
    return pure(I, Q);
  bool Orders = !I.has("eq") && !I.has("ne");
  // NaN is equal to nothing, its bits are: what is tested must show.
  bool IsEquality = !Orders || I.has("neu");
  auto Side = [&](const Operand &O) {
    ValueId V = Orders ? coerced(O, T.Type) : valueOf(O, T.Type);
    bool IsBits = V != UnknownValue && !B.value(V).Type.IsFloat;
    return T.Type.IsFloat && IsEquality && IsBits
               ? op(OpCode::Cast, T.Type, {V})
               : V;
  };
  ValueId Truth =
      comparison(I, T.Type, Side(I.Operands[1]), Side(I.Operands[2]));
  ValueId Opposite = op(OpCode::LogicalNot, Predicate, {Truth});
  if (I.Operands.size() > 3) {
    ValueId Extra = valueOf(I.Operands[3], Predicate);
    OpCode Op = I.has("or")    ? OpCode::Or
                : I.has("xor") ? OpCode::Xor
                               : OpCode::And;
    Truth = op(Op, Predicate, {Truth, Extra});
    Opposite = op(Op, Predicate, {Opposite, Extra});
  }
  if (IsSet) {
    ValueType D = Q.type(0).Type;
    constexpr int64_t One = 0x3f800000; // 1.0f
    int64_t True = D.IsFloat ? One : D.IsSigned ? -1 : 0xffffffff;
    write(I.Operands[0], op(OpCode::Select, D,
                            {Truth, B.constant(True, D), B.constant(0, D)}));
    return true;
  }
  const Operand &To = I.Operands[0];
  if (To.Kind == Operand::Form::Pair) {
    write(To.Parts[0], Truth);
    write(To.Parts[1], Opposite);
  } else {
    write(To, Truth);
  }
  return true;
}

// selp.type d, a, b, p and slct.dtype.ctype d, a, b, c (c >= 0).
bool Lowering::select(const Instruction &I, const Qualifiers &Q) {
  if (I.Operands.size() != 4)
    return false;
  ValueType Type = Q.type().registerType();
  ValueId Condition;
  if (I.Root == "slct") {
    ValueType By = Q.type(1).Type;
    Condition = op(OpCode::Ge, Predicate,
                   {coerced(I.Operands[3], By), B.constant(0, By)});
  } else {
    Condition = valueOf(I.Operands[3], Predicate);
  }
  write(I.Operands[0], op(OpCode::Select, Type,
                          {Condition, valueOf(I.Operands[1], Type),
                           valueOf(I.Operands[2], Type)}));
  return true;
}

bool Lowering::pure(const Instruction &I, const Qualifiers &Q) {
  if (I.Operands.empty())
    return false;
  ValueType Type = Q.type().registerType();
  llvm::SmallVector<ValueId, 4> Sources;
  for (const Operand &O : llvm::drop_begin(I.Operands))
    Sources.push_back(valueOf(O, Type));
  const Operand &To = I.Operands[0];
  bool ReadsCarry = I.Root == "addc" || I.Root == "subc" || I.Root == "madc";
  if (ReadsCarry || Sources.empty()) {
    write(To, B.havoc(Type, Sources));
    return true;
  }
  // mapa and prmt are met most; their short name tells them in any width.
  std::string Name = I.Root == "mapa" ? I.Root.str() : I.spelling();
  if (!To.Lanes.empty())
    Name += "." + To.Lanes.str();
  ValueId V = op(OpCode::Pure, I.Root == "isspacep" ? Predicate : Type, Sources,
                 0, Name);
  write(To, V);
  if (To.Kind == Operand::Form::Pair)
    write(To.Parts[1],
          op(OpCode::Pure, Predicate, Sources, 0, Name + ".predicate"));
  return true;
}

// Register arithmetic whose result depends on more than its operands, or that
// is not worth telling apart: matrix products, queries.
bool Lowering::unknownValue(const Instruction &I, const Qualifiers &Q) {
  if (I.Operands.empty())
    return false;
  llvm::SmallVector<ValueId, 8> Sources;
  for (const Operand &O : llvm::drop_begin(I.Operands))
    Sources.push_back(valueOf(O, {}));
  write(I.Operands[0], B.havoc(Q.type().registerType(), Sources));
  return true;
}
