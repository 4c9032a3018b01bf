//===- lower_flow.cpp - branches, calls, exits ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convergence barriers (BSSY, BSYNC, BREAK) lead nowhere that the next
// instruction does not: they are no control flow. A subroutine is lowered
// anew at each call, with the registers of its caller.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/lowering.h"

#include "analyzer/model/device_runtime.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;

static constexpr ValueType Bit{1};

/// The guard, and the predicates that a branch has as operands. `BRA.U !UPT`
/// behind ELECT leaves the threads that were not elected.
ValueId Lowering::branchCondition(const Instruction &I) {
  ValueId V = I.Guard ? readPredicate(*I.Guard) : B.constant(1, Bit);
  if (!I.is("BRA") && !I.is("JMP"))
    return V;
  for (const Operand &O : I.Operands)
    if (O.is(Operand::Form::Predicate))
      V = op(OpCode::And, Bit,
             {V, O.isNever() ? B.havoc(Bit) : readPredicate(O)});
  if (I.has("DIV") || I.has("CONV"))
    V = op(OpCode::And, Bit, {V, B.havoc(Bit)});
  return V;
}

bool Lowering::isPlainExit(const Instruction &I) const {
  return I.is("EXIT") || I.is("RET") || I.is("KILL") || I.is("BPT");
}

/// What the instruction does where its condition holds.
void Lowering::leave(const Instruction &I) {
  LocationId Loc = C->Places[Index];
  if (I.is("BPT") || I.is("KILL"))
    return B.unreachable(Loc);
  if (I.is("RET") && In->ReturnTo)
    return jumpTo(*In->ReturnTo);
  if (isPlainExit(I))
    return B.ret(Loc);
  auto Targets = targetsOf(I);
  if (Targets.size() == 1)
    return jumpTo(In->Leaders[Targets[0]]);
  if (Targets.empty()) {
    giveUp(I); // Where it leads is not known: it may do anything there.
    return B.ret(Loc);
  }
  // Which target an index means stands in data: any of them.
  llvm::SmallVector<std::pair<int64_t, BlockId>, 8> Cases;
  for (uint32_t To : Targets)
    Cases.push_back({int64_t(Cases.size()), In->Leaders[To]});
  BlockId Default = Cases.pop_back_val().second;
  ValueId Choice = B.havoc({32}, {valueOf(I.Operands[0])});
  flush();
  B.switchTo(Choice, Cases, Default, Loc);
}

void Lowering::lowerFlow(const Instruction &I) {
  if (I.is("BPT") && !I.has("TRAP"))
    return;
  bool IsCall = I.is("CALL");
  bool IsGuarded = I.Guard && I.Guard->Number != NoRegister;
  bool HasMore = llvm::any_of(I.Operands, [](const Operand &O) {
    return O.is(Operand::Form::Predicate);
  });
  // An early exit under the condition of the open region ends that side.
  if (Open && IsGuarded && !IsCall && !HasMore) {
    if (auto Which = sideOf(*I.Guard)) {
      enter(*Which);
      leave(I);
      enter(1 - *Which);
      Open.reset();
      return;
    }
  }
  closeRegion();
  ValueId Condition = branchCondition(I);
  if (B.constantOf(Condition) == 0)
    return;
  if (B.constantOf(Condition)) {
    if (IsCall)
      call(I);
    else
      leave(I);
    return;
  }
  auto Targets = targetsOf(I);
  BlockId Next = B.newBlock();
  LocationId Loc = C->Places[Index];
  if (!IsCall && Targets.size() == 1) {
    flush();
    B.branch(Condition, In->Leaders[Targets[0]], Next, Loc);
  } else {
    BlockId Then = B.newBlock();
    flush();
    B.branch(Condition, Then, Next, Loc);
    B.seal(Then);
    B.startBlock(Then);
    if (IsCall)
      call(I);
    else
      leave(I);
    jumpTo(Next);
  }
  B.seal(Next);
  B.startBlock(Next);
  Dirty.reset();
  // __syncwarp() of a warp that may be together already: the branch leaves for
  // the collective, and a NOP holds the place of the barrier.
  if (I.is("BRA") && I.has("DIV") && Index + 1 < C->Instructions.size() &&
      C->Instructions[Index + 1].is("NOP"))
    warpSync(I);
}

//===- Calls --------------------------------------------------------------===//

void Lowering::opaqueCall(const Instruction &I) {
  StringRef Name;
  for (const Operand &O : I.Operands) {
    if (O.is(Operand::Form::Label) || O.is(Operand::Form::Symbol))
      Name = O.Name;
    else if (O.is(Operand::Form::Register))
      if (const Value &V = B.value(readWide(O.IsUniform, O.Number));
          V.Kind == ValueKind::Global)
        Name = V.Name;
  }
  if (Name == "__assertfail")
    return B.unreachable(C->Places[Index]);
  std::string Called = Name.str();
  ValueId Result = UnknownValue;
  if (!ordersNothing(Called)) {
    Event E = start(EventKind::OpaqueCall, I);
    E.Ord = Order::None;
    E.Spelling = Called.empty() ? I.Text.str() : "call " + Called;
    Result = B.event(emit(std::move(E))).Result;
  }
  // The calling convention keeps R16 and above.
  for (uint16_t Number = 0; Number < 16; ++Number)
    writeRegister(false, Number, B.havoc({32}, {Result}));
}

void Lowering::call(const Instruction &I) {
  constexpr unsigned MaxDepth = 8;
  const Code *To = C;
  std::optional<uint32_t> Entry;
  for (const Operand &O : I.Operands) {
    Entry = C->target(O);
    if (!Entry && O.is(Operand::Form::Label))
      if (const Code *Other = Around.function(O.Name)) {
        To = Other;
        Entry = 0;
      }
    if (Entry)
      break;
  }
  // A listing that is cut may name a function without instructions.
  if (!Entry || *Entry >= To->Instructions.size() || Depth >= MaxDepth ||
      To->Instructions.size() > Budget)
    return opaqueCall(I);
  Budget -= To->Instructions.size();
  ++Depth;
  flush();
  const Code *Caller = std::exchange(C, To);
  BlockId After = B.newBlock();
  BlockId First = B.newBlock();
  B.jump(First, Caller->Places[Index]);
  B.seal(First);
  B.startBlock(First);
  // Pairs that only one of the two reads are kept up to date by that one.
  Dirty = To->WidePairs & ~Caller->WidePairs;
  lowerBody(*Entry, After);
  C = Caller;
  --Depth;
  B.seal(After);
  B.startBlock(After);
  Dirty = Caller->WidePairs & ~To->WidePairs;
}
