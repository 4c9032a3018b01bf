//===- lower_flow.cpp - branches, calls, exits ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.12 (control flow) and 9.7.19 (trap).
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/lowering.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

bool Lowering::branch(const Instruction &I, const Qualifiers &) {
  if (I.Operands.size() != 1 || !I.Operands[0].isName())
    return false;
  auto Target = findLabel(I.Operands[0].Name);
  if (!Target)
    return false;
  if (I.Guard.empty()) {
    B.jump(*Target, Prototype.Loc);
    return true;
  }
  Condition C = conditionOf(I);
  BlockId Next = B.newBlock();
  B.branch(C.V, C.IsNegated ? Next : *Target, C.IsNegated ? *Target : Next,
           Prototype.Loc);
  B.seal(Next);
  B.startBlock(Next);
  return true;
}

bool Lowering::indexedBranch(const Instruction &I, const Qualifiers &) {
  if (I.Operands.size() != 2 || !I.Operands[1].isName())
    return false;
  auto Table = BranchTables.find(I.Operands[1].Name);
  if (Table == BranchTables.end() || Table->second.empty())
    return false;
  llvm::SmallVector<std::pair<int64_t, BlockId>, 8> Cases;
  for (StringRef Label : Table->second) {
    auto Target = findLabel(Label);
    if (!Target)
      return false;
    Cases.push_back({int64_t(Cases.size()), *Target});
  }
  lowerGuarded(I, [&] {
    // An index outside the table is undefined: the last entry is the default.
    BlockId Default = Cases.pop_back_val().second;
    B.switchTo(valueOf(I.Operands[0], {32}), Cases, Default, Prototype.Loc);
  });
  return true;
}

bool Lowering::leave(const Instruction &I, const Qualifiers &) {
  lowerGuarded(I, [&] {
    if (I.Root == "trap")
      B.unreachable(Prototype.Loc);
    else if (I.Root == "ret" && ReturnTo)
      B.jump(*ReturnTo, Prototype.Loc);
    else
      B.ret(Prototype.Loc);
  });
  return true;
}

llvm::SmallVector<ValueId, 4> Lowering::argumentsOf(const Instruction &I,
                                                    unsigned Callee) {
  llvm::SmallVector<ValueId, 4> Values;
  if (Callee + 1 >= I.Operands.size())
    return Values;
  for (const Operand &Argument : I.Operands[Callee + 1].Parts) {
    auto It = Params.find(Argument.Name);
    if (It == Params.end() || It->second.Index)
      Values.push_back(valueOf(Argument, {}));
    else
      for (VariableId Word : Slots->words(It->second.Slot))
        Values.push_back(B.read(Word, {}));
  }
  return Values;
}

void Lowering::opaqueCall(const Instruction &I, unsigned Callee) {
  Event E = start(EventKind::OpaqueCall, I);
  E.Ord = Order::None;
  if (Callee < I.Operands.size())
    E.Spelling = "call " + I.Operands[Callee].Text.str();
  llvm::append_range(E.Extra, argumentsOf(I, Callee));
  EventId Id = emit(std::move(E));
  if (Callee == 1)
    for (const Operand &Result : I.Operands[0].Parts)
      write(Result, B.havoc({}, {B.event(Id).Result}));
}

// Its results are not known, but made of its arguments: those are used.
void Lowering::harmlessCall(const Instruction &I, unsigned Callee) {
  llvm::SmallVector<ValueId, 4> Arguments = argumentsOf(I, Callee);
  if (Callee != 1)
    return;
  for (const Operand &Result : I.Operands[0].Parts) {
    auto It = Params.find(Result.Name);
    if (It == Params.end())
      write(Result, B.havoc({}, Arguments));
    else if (!It->second.Index)
      B.write(Slots->at(It->second.Slot, 0), B.havoc({}, Arguments));
  }
}

// `call (results), callee, (arguments), prototype`
bool Lowering::call(const Instruction &I, const Qualifiers &) {
  bool HasResults =
      !I.Operands.empty() && I.Operands[0].Kind == Operand::Form::Vector;
  unsigned At = HasResults ? 1 : 0;
  if (At >= I.Operands.size())
    return false;
  lowerGuarded(I, [&] {
    const Operand &Name = I.Operands[At];
    Callee To;
    auto Kind = Names && Name.Kind == Operand::Form::Name
                    ? Names->resolve(Name.Name, To)
                    : ModuleNames::CallKind::Opaque;
    switch (Kind) {
    case ModuleNames::CallKind::Opaque:
      return opaqueCall(I, At);
    case ModuleNames::CallKind::Harmless:
      return harmlessCall(I, At);
    case ModuleNames::CallKind::NeverReturns:
      return B.unreachable(Prototype.Loc);
    case ModuleNames::CallKind::Splice:
      if (!splice(I, Name.Name, To))
        opaqueCall(I, At);
      return;
    }
  });
  return true;
}
