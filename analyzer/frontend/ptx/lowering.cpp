//===- lowering.cpp - bodies, scopes and registers --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names: PTX ISA 9.0, sections 4.4, 5.4 (declarations, parametrized names) and
// 9.3 (guards). A register belongs to the innermost braces that declare it, a
// label to the braces around it.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/lowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

Lowering::Lowering(FunctionBuilder &B) : B(B) {
  Scopes.emplace_back();
  Labels.emplace_back();
  ScopeParents.push_back(0);
}

//===- Registers ----------------------------------------------------------===//

const Lowering::Register *Lowering::findRegister(StringRef Name,
                                                 NameTable::Numbered Number) {
  for (size_t Depth = Scopes.size(); --Depth;) {
    RegisterScope &Scope = Scopes[Depth];
    if (Scope.Names.empty() && Scope.Ranges.empty())
      continue;
    auto It = Scope.Names.find(Name);
    if (It != Scope.Names.end())
      return &It->second;
    if (auto R = inRanges(Scope, Name))
      return &Scope.Names.try_emplace(Name, *R).first->second;
  }
  uint32_t Place =
      Number.Class ? OuterPlaces.get(Number, Name) : OuterPlaces.get(Name);
  if (Place)
    return &Outer[Place - 1];
  auto It = Scopes.front().Names.find(Name);
  std::optional<Register> R = It != Scopes.front().Names.end()
                                  ? It->second
                                  : inRanges(Scopes.front(), Name);
  if (!R)
    return nullptr;
  Outer.push_back(*R);
  OuterPlaces[Name] = Outer.size();
  return &Outer.back();
}

/// The register that a range of the scope declares, made anew.
std::optional<Lowering::Register> Lowering::inRanges(const RegisterScope &Scope,
                                                     StringRef Name) {
  if (Scope.Ranges.empty())
    return std::nullopt;
  size_t Size = Name.size();
  while (Size && llvm::isDigit(Name[Size - 1]))
    --Size;
  StringRef Prefix = Name.take_front(Size), Digits = Name.drop_front(Size);
  uint32_t Number = 0;
  if (Digits.empty() || Digits.getAsInteger(10, Number))
    return std::nullopt;
  for (const Range &R : Scope.Ranges)
    if (R.Prefix == Prefix && Number < R.Count)
      return Register{B.freshVariable(), R.Type};
  return std::nullopt;
}

/// Name is declared anew.
void Lowering::forget(StringRef Name) {
  if (OuterPlaces.get(Name))
    OuterPlaces[Name] = 0;
}

const Lowering::Register &Lowering::registerFor(StringRef Name,
                                                NameTable::Numbered Number) {
  if (const Register *R = findRegister(Name, Number))
    return *R;
  return Scopes.front()
      .Names.try_emplace(Name, Register{B.freshVariable(), ValueType{}})
      .first->second;
}

void Lowering::declare(const Statement &S) {
  ValueType Type;
  for (StringRef Word : S.Types)
    if (auto T = parseType(Word))
      Type = T->registerType();
  for (const Statement::Declared &D : S.Names) {
    if (S.Directive == "param" && Slots) {
      Params[D.Name] = ParamSymbol{std::nullopt, false, Slots->make()};
      continue;
    }
    if (S.Directive != "reg") {
      ValueId V = Names ? Names->declared(S, D.Name) : UnknownValue;
      if (V != UnknownValue) {
        Symbols[D.Name] = V;
        continue;
      }
      Symbols[D.Name] = op(OpCode::Pure, {64, false, false, true}, {}, 0,
                           "symbol." + D.Name.str());
      continue;
    }
    if (Scopes.size() == 1)
      forget(D.Name);
    if (D.Count)
      Scopes.back().Ranges.push_back({D.Name, D.Count, Type});
    else
      Scopes.back().Names.insert_or_assign(D.Name,
                                           Register{B.freshVariable(), Type});
  }
}

void Lowering::bind(StringRef Name, ValueId V, ValueType Type) {
  Register R{B.freshVariable(), Type};
  forget(Name);
  Scopes.front().Names.insert_or_assign(Saver.save(Name), R);
  if (V != UnknownValue)
    B.write(R.Var, V);
}

void Lowering::alias(StringRef Name, StringRef Target) {
  Register R = registerFor(Saver.save(Target));
  forget(Name);
  Scopes.front().Names.insert_or_assign(Saver.save(Name), R);
}

ValueId Lowering::read(StringRef Name) {
  const Register &R = registerFor(Saver.save(Name));
  return B.read(R.Var, R.Type);
}

void Lowering::nameValue(ValueId V, StringRef Text) {
  if (V != UnknownValue && !Text.empty())
    ValueNames.try_emplace(V, Text.str());
}

void Lowering::nameRegister(StringRef Name, StringRef Text) {
  if (!Text.empty())
    RegisterNames[Name] = Text.str();
}

//===- Scopes and labels --------------------------------------------------===//

void Lowering::openScope() {
  uint32_t Id = NextScope++;
  Scopes.emplace_back();
  Scopes.back().Id = Id;
}

// A closing brace without its opening one is ignored: the text of one asm may
// close what another opened.
void Lowering::closeScope() {
  if (Scopes.size() > 1)
    Scopes.pop_back();
}

void Lowering::collectLabels(ArrayRef<Statement> Body) {
  uint32_t Current = Scopes.back().Id;
  for (auto [Index, S] : llvm::enumerate(Body)) {
    switch (S.Kind) {
    case Statement::Form::OpenBrace:
      ScopeParents.push_back(Current);
      Labels.emplace_back();
      Current = Labels.size() - 1;
      break;
    case Statement::Form::CloseBrace:
      Current = ScopeParents[Current];
      break;
    case Statement::Form::Label: {
      const Statement *Next =
          Index + 1 < Body.size() ? &Body[Index + 1] : nullptr;
      if (Next && Next->Kind == Statement::Form::Directive) {
        auto &Table = BranchTables[S.Name];
        for (const Statement::Declared &D : Next->Names)
          Table.push_back(D.Name);
      }
      if (!Labels[Current].contains(S.Name))
        Labels[Current][S.Name] = B.newBlock();
      break;
    }
    case Statement::Form::Instruction: {
      auto Count = [&](auto &&Self, const Operand &O) -> void {
        if (O.isName())
          ++(O.Number.Class ? Mentions.at(O.Number, O.Name) : Mentions[O.Name]);
        for (const Operand &Part : O.Parts)
          Self(Self, Part);
      };
      if (!S.Inst.Guard.empty())
        ++Mentions[S.Inst.Guard];
      for (const Operand &O : S.Inst.Operands)
        Count(Count, O);
      break;
    }
    case Statement::Form::End:
    case Statement::Form::Declaration:
    case Statement::Form::Directive:
    case Statement::Form::Garbage:
      break;
    }
  }
}

std::optional<BlockId> Lowering::findLabel(StringRef Name) const {
  return labelIn(Scopes.back().Id, Name);
}

std::optional<BlockId> Lowering::labelIn(uint32_t Scope, StringRef Name) const {
  for (uint32_t Id = Scope;; Id = ScopeParents[Id]) {
    auto It = Labels[Id].find(Name);
    if (It != Labels[Id].end())
      return It->second;
    if (Id == 0)
      return std::nullopt;
  }
}

llvm::SmallVector<StringRef, 1> Lowering::targetsOf(const Statement &S) const {
  llvm::SmallVector<StringRef, 1> Targets;
  const Instruction &I = S.Inst;
  if (S.Kind != Statement::Form::Instruction || !I.Root.starts_with("br") ||
      I.Operands.empty())
    return Targets;
  if (I.Root == "bra")
    Targets.push_back(I.Operands[0].Name);
  if (I.Root == "brx" && I.Operands.size() > 1)
    if (auto It = BranchTables.find(I.Operands[1].Name);
        It != BranchTables.end())
      Targets.append(It->second.begin(), It->second.end());
  return Targets;
}

void Lowering::countBranches(ArrayRef<Statement> Body) {
  uint32_t Current = Scopes.back().Id, Opened = Current;
  for (const Statement &S : Body) {
    if (S.Kind == Statement::Form::OpenBrace)
      Current = ++Opened;
    else if (S.Kind == Statement::Form::CloseBrace)
      Current = ScopeParents[Current];
    for (StringRef Target : targetsOf(S))
      if (auto Block = labelIn(Current, Target))
        ++AwaitedBranches[*Block];
  }
}

// Dead branches count as well: they were counted before.
void Lowering::passBranch(const Statement &S) {
  for (StringRef Target : targetsOf(S)) {
    auto Block = findLabel(Target);
    if (Block && --AwaitedBranches[*Block] == 0 && Started.contains(*Block))
      B.seal(*Block);
  }
}

void Lowering::lowerBody(ArrayRef<Statement> Body) {
  collectLabels(Body);
  countBranches(Body);
  for (const Statement &S : Body)
    lowerStatement(S);
  for (auto &Scope : Labels)
    for (auto &Label : Scope)
      B.seal(Label.second);
}

//===- Statements ---------------------------------------------------------===//

void Lowering::startLabel(const Statement &S) {
  auto Block = findLabel(S.Name);
  if (!Block)
    return;
  // A second label of one name in the same braces is no PTX; the first
  // keeps the block.
  if (!Started.insert(*Block).second)
    return giveUp(S.Text, /*Opaque=*/true);
  // Compilers mark places of debug information with labels.
  bool IsTarget = AwaitedBranches.lookup(*Block) != 0 ||
                  !B.function().block(*Block).Predecessors.empty();
  if (!IsTarget && !B.isTerminated())
    return;
  if (!B.isTerminated())
    B.jump(*Block, Prototype.Loc);
  B.startBlock(*Block);
  if (AwaitedBranches.lookup(*Block) == 0)
    B.seal(*Block);
}

void Lowering::lowerStatement(const Statement &S) {
  switch (S.Kind) {
  case Statement::Form::End:
    return;
  case Statement::Form::OpenBrace:
    return openScope();
  case Statement::Form::CloseBrace:
    return closeScope();
  case Statement::Form::Declaration:
    return declare(S);
  case Statement::Form::Directive:
    if (OnDirective)
      OnDirective(S);
    return;
  case Statement::Form::Label:
    return startLabel(S);
  case Statement::Form::Instruction: {
    std::optional<Opcode> Own;
    const Opcode &Is = opcodeOf(S.Inst, Own);
    if (OnStatement && !(Is.Known && Is.Known->What == Effect::Value))
      OnStatement(S);
    if (!B.isTerminated())
      lowerInstruction(S.Inst, Is);
    if (Is.Known && Is.Known->What == Effect::Flow)
      passBranch(S);
    return;
  }
  case Statement::Form::Garbage:
    if (OnStatement)
      OnStatement(S);
    if (!B.isTerminated())
      giveUp(S.Text, /*Opaque=*/true);
    return;
  }
}

/// The start of Text on one line.
static std::string excerpt(StringRef Text) {
  constexpr size_t Longest = 80;
  std::string Out;
  for (char C : Text.trim().take_front(Longest))
    Out += llvm::isPrint(C) ? C : ' ';
  return Text.size() > Longest ? Out + "..." : Out;
}

void Lowering::giveUp(StringRef Text, bool Opaque) {
  constexpr size_t MostKept = 8;
  if (Unparsed.size() < MostKept)
    Unparsed.push_back(excerpt(Text));
  if (!Opaque || LastWasOpaque)
    return;
  Event E = Prototype;
  E.Kind = EventKind::OpaqueCall;
  E.Spelling = excerpt(Text);
  emit(std::move(E));
  LastWasOpaque = true;
}

void Lowering::lowerInstruction(const Instruction &I, const Opcode &Is) {
  if (!Is.Known)
    return lowerUnknown(I);
  const Qualifiers &Q = Is.Q;
  IgnoredQualifiers += Q.Unknown;
  LastWasOpaque = false;
  Handler Lower = Is.Known->Lower;
  switch (Is.Known->What) {
  case Effect::Value:
    if (!I.Guard.empty()) {
      Guard = guardOf(I);
      HasGuard = true;
    }
    if (!(this->*Lower)(I, Q))
      lowerUnknown(I);
    HasGuard = false;
    return;
  case Effect::Memory:
    return lowerGuarded(I, [&] {
      if (!(this->*Lower)(I, Q))
        lowerUnknown(I);
    });
  case Effect::Flow:
    if (!(this->*Lower)(I, Q))
      giveUp(I.spelling(), /*Opaque=*/true);
    return;
  }
}

ValueId Lowering::guardOf(const Instruction &I) {
  ValueType Predicate{1};
  const Register &R = registerFor(I.Guard);
  ValueId V = B.read(R.Var, Predicate);
  return I.GuardNegated ? op(OpCode::LogicalNot, Predicate, {V}) : V;
}

// Debug builds negate every condition in a register of its own.
Lowering::Condition Lowering::conditionOf(const Instruction &I) {
  Condition C{B.read(registerFor(I.Guard).Var, {1}), I.GuardNegated};
  constexpr unsigned MaxNots = 8;
  for (unsigned N = 0; N < MaxNots && C.V != UnknownValue; ++N) {
    const Value &Node = B.value(C.V);
    if (Node.Kind != ValueKind::Op || Node.Op != OpCode::LogicalNot)
      break;
    C = {Node.Operands[0], !C.IsNegated};
  }
  return C;
}

void Lowering::lowerGuarded(const Instruction &I,
                            llvm::function_ref<void()> Body) {
  if (I.Guard.empty())
    return Body();
  BlockId Then = B.newBlock(), Join = B.newBlock();
  Condition C = conditionOf(I);
  B.branch(C.V, C.IsNegated ? Join : Then, C.IsNegated ? Then : Join,
           Prototype.Loc);
  B.seal(Then);
  B.startBlock(Then);
  Body();
  B.jump(Join, Prototype.Loc);
  B.seal(Join);
  B.startBlock(Join);
}

// Nothing is known but the shape: the first operand is written, and what has
// an address may do anything to memory.
void Lowering::lowerUnknown(const Instruction &I) {
  auto Body = [&] {
    bool WasGuarded = std::exchange(HasGuard, false);
    bool Opaque = I.hasAddress();
    ValueId Result = UnknownValue;
    llvm::SmallVector<ValueId, 4> Values;
    for (const Operand &O : I.Operands)
      if (O.Kind != Operand::Form::Sink)
        Values.push_back(valueOf(O, {}));
    if (Opaque) {
      Event E = start(EventKind::OpaqueCall, I);
      E.Extra.append(Values.begin(), Values.end());
      Result = B.event(emit(std::move(E))).Result;
    }
    giveUp(I.spelling(), /*Opaque=*/false);
    if (!I.Operands.empty() && I.Operands[0].Kind != Operand::Form::Address) {
      if (Result != UnknownValue)
        Values.push_back(Result);
      write(I.Operands[0], B.havoc({}, Values));
    }
    HasGuard = WasGuarded;
  };
  if (HasGuard)
    lowerGuarded(I, Body);
  else
    Body();
}
