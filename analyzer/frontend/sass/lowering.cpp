//===- lowering.cpp - code, blocks and predicates -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/lowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;

static constexpr unsigned MaxSpliced = 60000;

std::optional<uint32_t> Code::target(const Operand &O) const {
  if (O.is(Operand::Form::Integer)) {
    auto It = At.find(uint64_t(O.Imm));
    return It == At.end() ? std::nullopt : std::optional(It->second);
  }
  if (!O.is(Operand::Form::Label))
    return std::nullopt;
  auto It = Labels.find(O.Name);
  if (It == Labels.end() || It->second >= Instructions.size())
    return std::nullopt;
  return It->second;
}

Lowering::Lowering(FunctionBuilder &B, Surroundings &Around, unsigned Sm)
    : B(B), Around(Around), Sm(Sm), Budget(MaxSpliced) {}

void Lowering::lowerFunction(const Code &Of) {
  C = &Of;
  if (!Of.Instructions.empty())
    lowerBody(0, std::nullopt);
}

//===- What can be reached ------------------------------------------------===//

static const Operand *targetOperand(const Instruction &I) {
  for (const Operand &O : llvm::reverse(I.Operands))
    if (O.is(Operand::Form::Label) || O.is(Operand::Form::Integer))
      return &O;
  return nullptr;
}

static bool isBranch(const Instruction &I) {
  return I.is("BRA") || I.is("JMP");
}
static bool isIndexed(const Instruction &I) {
  return I.is("BRX") || I.is("JMX") || I.is("BRXU") || I.is("JMXU");
}
static bool isAlways(const std::optional<Operand> &O) {
  return !O || (O->Number == NoRegister && !O->IsInverted);
}

llvm::SmallVector<uint32_t, 2> Lowering::targetsOf(const Instruction &I) const {
  llvm::SmallVector<uint32_t, 2> Out;
  if (isBranch(I)) {
    if (const Operand *O = targetOperand(I))
      if (auto To = C->target(*O))
        Out.push_back(*To);
  } else if (isIndexed(I)) {
    for (StringRef Name : I.Targets)
      if (auto It = C->Labels.find(Name);
          It != C->Labels.end() && It->second < C->Instructions.size())
        Out.push_back(It->second);
  }
  return Out;
}

static bool hasCondition(const Instruction &I) {
  if (!isAlways(I.Guard))
    return true;
  return isBranch(I) && llvm::any_of(I.Operands, [](const Operand &O) {
           return O.is(Operand::Form::Predicate) &&
                  (O.Number != NoRegister || O.IsInverted);
         });
}

bool Lowering::fallsThrough(const Instruction &I) const {
  bool Ends = isBranch(I) || isIndexed(I) || I.is("EXIT") || I.is("RET") ||
              I.is("KILL") || (I.is("BPT") && I.has("TRAP"));
  // `BRA.DIV`, `BRA.CONV` and `BRA.U.ANY` ask the warp.
  bool AsksWarp = isBranch(I) && (I.has("DIV") || I.has("CONV"));
  return !Ends || hasCondition(I) || AsksWarp;
}

void Lowering::explore(Body &Here, uint32_t Entry) {
  Here.Reached.assign(C->Instructions.size(), false);
  llvm::SmallVector<uint32_t, 16> Work{Entry};
  while (!Work.empty()) {
    uint32_t At = Work.pop_back_val();
    for (; At < C->Instructions.size() && !Here.Reached[At]; ++At) {
      const Instruction &I = C->Instructions[At];
      Here.Reached[At] = true;
      if (I.Guard && I.Guard->isNever())
        continue;
      for (uint32_t To : targetsOf(I)) {
        ++Here.Awaited[To];
        Here.Leaders.try_emplace(To, NoId);
        Work.push_back(To);
      }
      if (!fallsThrough(I))
        break;
    }
  }
  for (auto &Leader : Here.Leaders)
    Leader.second = B.newBlock();
}

//===- Bodies -------------------------------------------------------------===//

void Lowering::jumpTo(BlockId To) {
  if (B.isTerminated())
    return;
  flush();
  B.jump(To, C->Places[Index]);
}

void Lowering::startLeader(uint32_t At) {
  BlockId Block = In->Leaders[At];
  closeRegion();
  Index = At;
  jumpTo(Block);
  B.startBlock(Block);
  Dirty.reset();
  In->Started[At] = true;
  if (In->Awaited[At] == 0)
    B.seal(Block);
}

void Lowering::passEdges(const Instruction &I) {
  if (I.Guard && I.Guard->isNever())
    return;
  for (uint32_t To : targetsOf(I))
    if (--In->Awaited[To] == 0 && In->Started.lookup(To))
      B.seal(In->Leaders[To]);
}

void Lowering::lowerBody(uint32_t Entry, std::optional<BlockId> ReturnTo) {
  Body Here;
  Here.ReturnTo = ReturnTo;
  Body *Outer = std::exchange(In, &Here);
  uint32_t OuterIndex = std::exchange(Index, Entry);
  explore(Here, Entry);
  // The entry need not be the first of what it reaches.
  if (auto It = Here.Leaders.find(Entry); It != Here.Leaders.end())
    jumpTo(It->second);
  else if (llvm::find(Here.Reached, true) - Here.Reached.begin() != Entry) {
    Here.Leaders[Entry] = B.newBlock();
    jumpTo(Here.Leaders[Entry]);
  }
  for (uint32_t At = 0; At < C->Instructions.size(); ++At) {
    if (!Here.Reached[At])
      continue;
    if (Here.Leaders.contains(At))
      startLeader(At);
    Index = At;
    const Instruction &I = C->Instructions[At];
    lowerInstruction(I);
    passEdges(I);
  }
  closeRegion();
  flush();
  for (auto &Leader : Here.Leaders)
    B.seal(Leader.second);
  In = Outer;
  Index = OuterIndex;
}

//===- Predicates ---------------------------------------------------------===//

void Lowering::enter(unsigned Which) {
  OnSide = Which;
  B.startBlock(Open->Sides[Which].Block);
  Dirty = Open->Sides[Which].Dirty;
}

void Lowering::leaveSide(unsigned Which) {
  OnSide.reset();
  Open->Sides[Which] = {B.currentBlock(), Dirty};
}

void Lowering::openRegion(ValueId Condition) {
  bool IsLeader = isLeader(Condition, /*Steps=*/4);
  if (IsLeader)
    meetLanes();
  flush();
  BlockId Then = B.newBlock(), Else = B.newBlock();
  B.branch(Condition, Then, Else, C->Places[Index]);
  B.seal(Then);
  B.seal(Else);
  Open.emplace();
  OnSide.reset();
  Open->Condition = Condition;
  Open->IsLeader = IsLeader;
  Open->Sides[1].Block = Then;
  Open->Sides[0].Block = Else;
}

void Lowering::closeRegion() {
  if (!Open)
    return;
  BlockId Join = B.newBlock();
  for (unsigned Which : {0u, 1u}) {
    enter(Which);
    jumpTo(Join);
  }
  B.seal(Join);
  B.startBlock(Join);
  Dirty.reset();
  bool WasLeader = Open->IsLeader;
  Open.reset();
  if (WasLeader)
    meetLanes();
}

std::optional<unsigned> Lowering::sideOf(const Operand &Guard) {
  if (!Open)
    return std::nullopt;
  for (unsigned Which : {0u, 1u}) {
    enter(Which);
    ValueId V = readPredicate(Guard, /*AsWritten=*/false);
    leaveSide(Which);
    if (V != Open->Condition)
      return std::nullopt;
  }
  return Guard.IsInverted ? 0 : 1;
}

//===- Instructions -------------------------------------------------------===//

void Lowering::lowerInstruction(const Instruction &I) {
  if (I.Guard && I.Guard->isNever())
    return;
  auto E = I.IsReadable ? entryFor(I) : std::nullopt;
  if (!E) {
    bool HasAddress = llvm::any_of(I.Operands, [](const Operand &O) {
      return O.is(Operand::Form::Address);
    });
    E = HasAddress || !I.IsReadable
            ? Entry{nullptr, Effect::Memory}
            : Entry{&Lowering::unknownValue, Effect::Value};
    constexpr size_t MostKept = 8;
    if (Unparsed.size() < MostKept) {
      std::string Text;
      for (char Ch : I.Text.take_front(80))
        Text += llvm::isPrint(Ch) ? Ch : ' ';
      Unparsed.push_back(std::move(Text));
    }
  }
  switch (E->What) {
  case Effect::Value:
    return lowerValue(I, E->Lower);
  case Effect::Memory:
    return lowerMemory(I, E->Lower);
  case Effect::Flow:
    return lowerFlow(I);
  }
}

void Lowering::run(const Instruction &I, Handler Lower) {
  if (!Lower || !(this->*Lower)(I))
    giveUp(I);
}

/// On the current path, under the guard.
void Lowering::runValue(const Instruction &I, Handler Lower) {
  if (!isAlways(I.Guard))
    Selecting = readPredicate(*I.Guard);
  if (!(this->*Lower)(I))
    unknownValue(I);
  Selecting.reset();
}

void Lowering::lowerValue(const Instruction &I, Handler Lower) {
  constexpr unsigned MaxLength = 64;
  if (Open && ++Open->Length > MaxLength)
    closeRegion();
  if (!Open)
    return runValue(I, Lower);
  auto Guarded = isAlways(I.Guard) ? std::nullopt : sideOf(*I.Guard);
  for (unsigned Which : {0u, 1u}) {
    if (Guarded && *Guarded != Which)
      continue;
    enter(Which);
    if (Guarded) {
      if (!(this->*Lower)(I))
        unknownValue(I);
    } else {
      runValue(I, Lower);
    }
    leaveSide(Which);
  }
}

void Lowering::lowerMemory(const Instruction &I, Handler Lower) {
  if (isAlways(I.Guard)) {
    closeRegion();
    return run(I, Lower);
  }
  auto Which = sideOf(*I.Guard);
  if (!Which) {
    closeRegion();
    ValueId Condition = readPredicate(*I.Guard, /*AsWritten=*/false);
    if (auto Known = B.constantOf(Condition)) {
      if ((*Known != 0) != I.Guard->IsInverted)
        run(I, Lower);
      return;
    }
    openRegion(Condition);
    Which = I.Guard->IsInverted ? 0 : 1;
  }
  enter(*Which);
  run(I, Lower);
  leaveSide(*Which);
}

// Nothing is known but the shape: it may do anything to memory.
void Lowering::giveUp(const Instruction &I) {
  Event E = start(EventKind::OpaqueCall, I);
  E.Ord = Order::None;
  for (const Operand &O : I.Operands)
    E.Extra.push_back(valueOf(O));
  ValueId Result = B.event(emit(std::move(E))).Result;
  for (const Operand &O : I.Operands) {
    if (O.is(Operand::Form::Address))
      break;
    write(O, B.havoc({32}, {Result}));
  }
}
