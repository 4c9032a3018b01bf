//===- lower_params.cpp - parameters and spliced calls ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 5.1.6 (parameter state space) and 7.1 (functions).
// Parameters are no memory in the model: those of a kernel cannot change, and
// those of a call are registers by offset.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/lowering.h"
#include "analyzer/model/fold.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

void Lowering::bindParam(StringRef Name, unsigned Index, const Formal &F) {
  Params[Name] = ParamSymbol{Index, F.IsArray, 0};
  ValueId Address = op(OpCode::Pure, {64, false, false, true}, {}, 0,
                       "param." + std::to_string(Index));
  Symbols[Name] = Address;
  ParamAddresses[Address] = Params.find(Name)->first();
}

void Lowering::bindResult(StringRef Name) {
  Params[Name] = ParamSymbol{std::nullopt, false, Slots->make()};
}

// The name itself, or a register that holds its address and a constant.
Lowering::ParamPlace Lowering::paramPlace(const Operand &Address) {
  ParamPlace P;
  if (Address.Kind != Operand::Form::Address || Address.Parts.empty())
    return P;
  const Operand &Base = Address.Parts[0];
  if (Base.isName() && !findRegister(Base.Name))
    if (auto It = Params.find(Base.Name); It != Params.end())
      return {&It->second, Base.Imm};
  ValueId V = addressOf(Address);
  constexpr unsigned MaxSteps = 8;
  for (unsigned Step = 0; Step < MaxSteps; ++Step) {
    if (auto It = ParamAddresses.find(V); It != ParamAddresses.end())
      return {&Params[It->second], P.Offset};
    const Value &Node = B.value(V);
    if (Node.Kind != ValueKind::Op)
      break;
    if (Node.Op == OpCode::Add && B.constantOf(Node.Operands[1]))
      P.Offset = wrappingAdd(P.Offset, *B.constantOf(Node.Operands[1]));
    else if (Node.Op != OpCode::Cast)
      break;
    V = Node.Operands[0];
  }
  return {};
}

ValueId Lowering::readParam(const ParamPlace &P, int64_t Offset,
                            ValueType Type) {
  if (!P.Symbol->Index)
    return B.read(Slots->at(P.Symbol->Slot, Offset), Type);
  bool IsWhole = Offset == 0 && !P.Symbol->IsArray;
  return B.param(*P.Symbol->Index, Type,
                 IsWhole ? std::string() : "at" + std::to_string(Offset));
}

bool Lowering::loadParam(const Instruction &I, const Qualifiers &Q) {
  ValueType Type = Q.type().registerType();
  ParamPlace P = paramPlace(I.Operands[1]);
  if (!P.Symbol) {
    ValueId V = addressOf(I.Operands[1]);
    write(I.Operands[0], op(OpCode::Pure, Type, {V}, 0, "ld.param"));
    return true;
  }
  const Operand &To = I.Operands[0];
  if (To.Kind != Operand::Form::Vector) {
    write(To, readParam(P, P.Offset, Type));
    return true;
  }
  for (unsigned N = 0; N < To.Parts.size(); ++N)
    write(To.Parts[N],
          readParam(P, wrappingAdd(P.Offset, N * (Type.Bits / 8)), Type));
  return true;
}

// An argument or result of a call.
bool Lowering::storeParam(const Instruction &I, const Qualifiers &Q) {
  ParamPlace P = paramPlace(I.Operands[0]);
  if (!P.Symbol || P.Symbol->Index)
    return true;
  ValueType Type = Q.type().registerType();
  const Operand &From = I.Operands[1];
  auto Put = [&](const Operand &O, int64_t Offset) {
    B.write(Slots->at(P.Symbol->Slot, Offset), valueOf(O, Type));
  };
  if (From.Kind != Operand::Form::Vector) {
    Put(From, P.Offset);
    return true;
  }
  for (unsigned N = 0; N < From.Parts.size(); ++N)
    Put(From.Parts[N], wrappingAdd(P.Offset, N * (Type.Bits / 8)));
  return true;
}

void Lowering::passArgument(Lowering &Inner, const Formal &F,
                            const Operand *Actual) {
  auto It = Actual ? Params.find(Actual->Name) : Params.end();
  bool IsParam = It != Params.end() && !It->second.Index;
  if (F.IsRegister) {
    ValueId V = IsParam  ? B.read(Slots->at(It->second.Slot, 0), F.Type)
                : Actual ? valueOf(*Actual, F.Type)
                         : UnknownValue;
    return Inner.bind(F.Name, V, F.Type);
  }
  ParamSymbol Symbol;
  Symbol.Slot = IsParam ? It->second.Slot : Slots->make();
  if (!IsParam && Actual)
    if (ValueId V = valueOf(*Actual, F.Type); V != UnknownValue)
      B.write(Slots->at(Symbol.Slot, 0), V);
  Inner.Params[F.Name] = Symbol;
}

void Lowering::takeResult(Lowering &Inner, const Formal &F,
                          const Operand &Actual) {
  auto It = Params.find(Actual.Name);
  bool IsParam = It != Params.end() && !It->second.Index;
  if (F.IsRegister) {
    ValueId V = Inner.read(F.Name);
    if (IsParam)
      B.write(Slots->at(It->second.Slot, 0), V);
    else
      write(Actual, V);
    return;
  }
  if (!IsParam)
    write(Actual, B.read(Slots->at(Inner.Params[F.Name].Slot, 0), F.Type));
}

bool Lowering::splice(const Instruction &I, StringRef Name, const Callee &To) {
  bool HasResults = I.Operands[0].Kind == Operand::Form::Vector;
  unsigned At = (HasResults ? 1 : 0) + 1;
  auto Actuals = [&](unsigned Index) -> llvm::ArrayRef<Operand> {
    if (Index < I.Operands.size() &&
        I.Operands[Index].Kind == Operand::Form::Vector)
      return I.Operands[Index].Parts;
    return {};
  };
  llvm::ArrayRef<Operand> Arguments = Actuals(At);
  llvm::ArrayRef<Operand> Results = HasResults ? Actuals(0) : Actuals(NoId);
  if (!Slots || Arguments.size() < To.Params.size() ||
      Results.size() != To.Results.size())
    return false;

  Lowering Inner(B);
  Inner.Prototype = Prototype;
  Inner.Names = Names;
  Inner.Slots = Slots;
  Inner.ReturnTo = B.newBlock();
  for (auto [Index, F] : llvm::enumerate(To.Params))
    passArgument(Inner, F, &Arguments[Index]);
  for (auto [Index, F] : llvm::enumerate(To.Results))
    passArgument(Inner, F, F.IsRegister ? nullptr : &Results[Index]);
  Names->enter(Inner, Name);
  Inner.lowerBody(To.Body);
  Names->leave();
  if (!B.isTerminated())
    B.jump(*Inner.ReturnTo, Prototype.Loc);
  B.seal(*Inner.ReturnTo);
  B.startBlock(*Inner.ReturnTo);
  for (auto [Index, F] : llvm::enumerate(To.Results))
    takeResult(Inner, F, Results[Index]);
  EventCount += Inner.EventCount;
  IgnoredQualifiers += Inner.IgnoredQualifiers;
  for (const std::string &Text : Inner.Unparsed)
    if (Unparsed.size() < 8)
      Unparsed.push_back(Text);
  return true;
}
