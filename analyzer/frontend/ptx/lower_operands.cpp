//===- lower_operands.cpp - operands to values and back ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 6 (operands, addresses, vectors) and 10 (special
// registers). An address is its base plus a constant: OpCode::Add.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/lowering.h"
#include "analyzer/model/fold.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

ValueId Lowering::op(OpCode Op, ValueType Type, ArrayRef<ValueId> Operands,
                     int64_t Imm, StringRef Name) {
  // The unknown value equals nothing, not even itself.
  if (llvm::is_contained(Operands, UnknownValue)) {
    llvm::SmallVector<ValueId, 3> Known;
    llvm::copy_if(Operands, std::back_inserter(Known),
                  [](ValueId V) { return V != UnknownValue; });
    return B.havoc(Type, Known);
  }
  return B.op(Op, Type, Operands, Imm, Name);
}

ValueId Lowering::valueOf(const Operand &O, ValueType Type) {
  switch (O.Kind) {
  case Operand::Form::None:
  case Operand::Form::Sink:
    return UnknownValue;
  case Operand::Form::Integer:
    return B.constant(extendTo(O.Imm, Type), Type);
  case Operand::Form::Float: {
    unsigned Bits = Type.Bits == 64 ? 64 : 32;
    if (Type.Bits == 0)
      Type = {32, true};
    uint64_t Raw = floatBits(O.Text, Bits);
    if (O.Negative)
      Raw ^= uint64_t(1) << (Bits - 1);
    return B.constant(Bits == 64 ? int64_t(Raw) : llvm::SignExtend64(Raw, Bits),
                      Type);
  }
  case Operand::Form::Vector: {
    llvm::SmallVector<ValueId, 4> Parts;
    for (const Operand &Part : O.Parts)
      Parts.push_back(valueOf(Part, Type));
    if (Parts.empty())
      return UnknownValue;
    return op(OpCode::Aggregate, {}, Parts);
  }
  case Operand::Form::Pair:
    return valueOf(O.Parts[0], Type);
  case Operand::Form::Address:
    return addressOf(O);
  case Operand::Form::Register:
  case Operand::Form::Name:
    break;
  }

  ValueId V;
  if (const Register *R = findRegister(O.Name, O.Number))
    V = B.read(R->Var, R->Type.Bits ? R->Type : Type);
  else if (O.Name == "WARP_SZ")
    V = B.constant(32, Type);
  else if (O.Name.starts_with("%") && isSpecialRegister(O.Name.drop_front()))
    V = specialRegister(O.Name.drop_front());
  else if (O.Kind == Operand::Form::Name)
    V = symbolAddress(O.Name);
  else
    V = B.read(registerFor(O.Name, O.Number).Var, Type);
  if (O.Imm != 0) {
    ValueType Of = B.value(V).Type;
    V = op(OpCode::Add, Of, {V, B.constant(extendTo(O.Imm, Of), Of)});
  }
  if (!O.Lanes.empty())
    V = op(OpCode::Pure, {32}, {V}, 0, "lanes." + O.Lanes.str());
  if (O.Negated)
    V = op(OpCode::LogicalNot, {1}, {V});
  if (O.Negative)
    V = op(OpCode::Neg, Type, {V});
  return V;
}

ValueId Lowering::coerced(const Operand &O, ValueType Type) {
  ValueId V = valueOf(O, Type);
  ValueType Has = B.value(V).Type;
  bool Same = Has.Bits == Type.Bits && Has.IsSigned == Type.IsSigned;
  if (V == UnknownValue || Same || Type.IsFloat || Has.Bits == 0)
    return V;
  return op(OpCode::Cast, Type, {V});
}

ValueId Lowering::operandAt(const Instruction &I, unsigned Index,
                            ValueType Type) {
  return Index < I.Operands.size() ? valueOf(I.Operands[Index], Type)
                                   : UnknownValue;
}

ValueId Lowering::addressOf(const Operand &O) {
  if (O.Kind != Operand::Form::Address || O.Parts.empty())
    return UnknownValue;
  return valueOf(O.Parts[0], {64, false, false, true});
}

ValueId Lowering::symbolAddress(StringRef Name) {
  auto It = Symbols.find(Name);
  if (It != Symbols.end())
    return It->second;
  if (Names) {
    ValueId V = Names->symbol(Name);
    if (V != UnknownValue)
      return Symbols[Name] = V;
  } else if (B.module().global(Name)) {
    return B.global(Name);
  }
  return op(OpCode::Pure, {64, false, false, true}, {}, 0,
            "symbol." + Name.str());
}

ValueId Lowering::specialRegister(StringRef Name) {
  bool IsWide = Name.ends_with("64") || Name == "gridid" ||
                Name == "globaltimer" || Name == "current_graph_exec";
  ValueType Type{uint16_t(IsWide ? 64 : 32)};
  ValueId V = B.special(Name, Type);
  return changesBetweenReads(Name) ? B.havoc(Type, {V}) : V;
}

std::string Lowering::objectText(const Operand &O) const {
  if (O.Parts.empty())
    return {};
  const Operand &Base = O.Parts[0];
  auto It = RegisterNames.empty() ? RegisterNames.end()
                                  : RegisterNames.find(Base.Name);
  if (!Base.isName() || It == RegisterNames.end())
    return O.Text.str();
  if (Base.Imm == 0)
    return It->second;
  return "[" + It->second + (Base.Imm < 0 ? "" : "+") +
         std::to_string(Base.Imm) + "]";
}

//===- Destinations -------------------------------------------------------===//

void Lowering::writeRegister(const Operand &Destination, ValueId V) {
  StringRef Name = Destination.Name;
  Register R = registerFor(Name, Destination.Number);
  if (HasGuard) {
    ValueId Old = B.read(R.Var, R.Type);
    V = op(OpCode::Select, B.value(V).Type, {Guard, V, Old});
  }
  B.write(R.Var, V);
  // `cvta.to.global.u64 a, %1`: a is still what the user calls %1.
  auto It = ValueNames.find(V);
  if (It != ValueNames.end())
    RegisterNames[Name] = It->second;
  else if (!RegisterNames.empty())
    RegisterNames.erase(Name);
}

ValueId Lowering::part(ValueId V, unsigned Index, unsigned Count,
                       ValueType Type) {
  const Value &Node = B.value(V);
  if (Node.Kind == ValueKind::Op && Node.Op == OpCode::Aggregate &&
      Node.Operands.size() == Count)
    return Node.Operands[Index];
  return op(OpCode::Extract, Type, {V}, Index);
}

void Lowering::write(const Operand &Destination, ValueId V) {
  switch (Destination.Kind) {
  case Operand::Form::Register:
  case Operand::Form::Name:
    return writeRegister(Destination, V);
  case Operand::Form::Vector: {
    unsigned Count = Destination.Parts.size();
    ValueType Whole = B.value(V).Type;
    ValueType Type = Whole;
    Type.Bits = Count ? Whole.Bits / Count : 0;
    for (unsigned I = 0; I < Count; ++I)
      write(Destination.Parts[I], part(V, I, Count, Type));
    return;
  }
  case Operand::Form::Pair:
    // Callers that know the second half write it themselves.
    return write(Destination.Parts[0], V);
  case Operand::Form::None:
  case Operand::Form::Integer:
  case Operand::Form::Float:
  case Operand::Form::Sink:
  case Operand::Form::Address:
    return;
  }
}

bool Lowering::isUnused(const Operand &Destination) const {
  if (Destination.Kind == Operand::Form::Sink)
    return true;
  if (!Destination.Parts.empty())
    return llvm::all_of(Destination.Parts,
                        [&](const Operand &P) { return isUnused(P); });
  // Written here and mentioned nowhere else; operands of the asm statement
  // are read after it.
  return Destination.isName() && Mentions.get(Destination.Name) == 1 &&
         !Kept.contains(Destination.Name);
}

//===- Events -------------------------------------------------------------===//

Event Lowering::start(EventKind Kind, const Instruction &I) const {
  Event E = Prototype;
  E.Kind = Kind;
  E.Spelling = I.spelling();
  return E;
}

EventId Lowering::emit(Event E, ValueType ResultType) {
  ++EventCount;
  return B.emit(std::move(E), ResultType);
}

void Lowering::setAddress(Event &E, const Operand &Address) {
  E.Address = addressOf(Address);
  E.Object = objectText(Address);
}

void Lowering::setShape(Event &E, const Qualifiers &Q) const {
  ElementType T = Q.type();
  E.Bits = T.Type.Bits;
  E.Elements = T.Packed * Q.Vector;
  E.IsFloat = T.Type.IsFloat;
}

void Lowering::setAccessOrder(Event &E, const Qualifiers &Q,
                              Scope NoScope) const {
  E.IsVolatile = Q.IsVolatile;
  E.IsMmio = Q.IsMmio;
  E.Hint = Q.Hint;
  if (Q.IsVolatile || (Q.IsMmio && !Q.Sem)) {
    E.Ord = Order::Relaxed;
    E.Scp = Scope::Sys;
    return;
  }
  E.Ord = Q.accessSem(Order::Weak);
  E.Scp = E.Ord == Order::Weak ? Scope::None : Q.scope(NoScope);
}

ValueType Lowering::resultType(const Qualifiers &Q) const {
  ValueType Type = Q.type().registerType();
  if (Q.Vector > 1)
    Type.Bits *= Q.Vector;
  return Type;
}

void Lowering::writeLoaded(const Operand &Destination, const Event &E,
                           const Qualifiers &Q) {
  ValueId Result = E.Result;
  if (Destination.Kind != Operand::Form::Vector)
    return write(Destination, Result);
  unsigned Count = Destination.Parts.size();
  for (unsigned I = 0; I < Count; ++I)
    write(Destination.Parts[I],
          Count == 1 ? Result
                     : part(Result, I, Count, Q.type().registerType()));
}
