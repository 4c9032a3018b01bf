//===- builder.h - SSA construction for all front ends ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Simple and Efficient Construction of Static Single Assignment Form"
// (Braun et al., CC 2013): write and read variables per block, seal a block
// once all its predecessors are known. PTX and SASS registers are variables;
// in C++ a variable is an access path. Trivial phis vanish.
//
//   FunctionBuilder B(M, "kernel");
//   BlockId Loop = B.newBlock(), Exit = B.newBlock();
//   B.jump(Loop); B.startBlock(Loop);
//   EventId Poll = B.emit(PollLoad);
//   B.branch(B.op(OpCode::Eq, Bit, {B.event(Poll).Result, Zero}), Loop, Exit);
//   B.seal(Loop); B.seal(Exit); B.startBlock(Exit); B.ret(); B.finish();
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_BUILDER_H
#define FENCEPOST_ANALYZER_MODEL_BUILDER_H

#include "analyzer/model/dominators.h"
#include "analyzer/model/fold.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace fencepost {

class FunctionBuilder {
public:
  /// Starts function Name in M with one sealed entry block as insert point.
  FunctionBuilder(Module &M, llvm::StringRef Name);

  Function &function() { return *Fn; }
  Module &module() { return M; }

  // Blocks. A block without terminator at finish() returns.
  BlockId newBlock();
  void startBlock(BlockId B) { Current = B; }
  BlockId currentBlock() const { return Current; }
  /// True once the current block has a terminator: what follows is dead until
  /// startBlock(). Emitting into a terminated block goes to a fresh block
  /// without predecessors, which finish() removes.
  bool isTerminated() const;
  /// All predecessors of B are known from now on.
  void seal(BlockId B);

  void jump(BlockId To, LocationId Loc = Nowhere);
  /// A constant Condition folds to a jump.
  void branch(ValueId Condition, BlockId IfTrue, BlockId IfFalse,
              LocationId Loc = Nowhere);
  void switchTo(ValueId Condition,
                llvm::ArrayRef<std::pair<int64_t, BlockId>> Cases,
                BlockId Default, LocationId Loc = Nowhere);
  void ret(LocationId Loc = Nowhere);
  void unreachable(LocationId Loc = Nowhere);

  // Variables, numbered by the caller, from 0 up.
  void write(VariableId Var, ValueId V);
  /// A variable never written reads as a fresh Havoc of nothing.
  ValueId read(VariableId Var, ValueType Type = {});
  /// A number that no caller counting from 0 reaches and no second call gets:
  /// for registers of inline asm.
  VariableId freshVariable() { return NextFresh--; }

  // Values. op() folds constants and a few identities (x+0, x*1, !!x...).
  ValueId constant(int64_t V, ValueType Type);
  ValueId param(unsigned Index, ValueType Type, llvm::StringRef Leaf = {});
  ValueId special(llvm::StringRef Register, ValueType Type);
  ValueId global(llvm::StringRef Name);
  ValueId local(unsigned Object);
  ValueId op(OpCode Op, ValueType Type, llvm::ArrayRef<ValueId> Operands,
             int64_t Imm = 0, llvm::StringRef Name = {});
  ValueId havoc(ValueType Type, llvm::ArrayRef<ValueId> Operands = {});
  const Value &value(ValueId V) const { return Fn->Values[V]; }
  /// What V stands for by now: a removed phi is its only operand.
  ValueId current(ValueId V) const { return resolve(V); }
  /// For a phi whose block is not sealed yet: the variable's value at the end
  /// of the first predecessor, which is final if the loop never writes it.
  /// nullopt for any other value.
  std::optional<std::pair<VariableId, ValueId>> entryValue(ValueId Phi);
  std::optional<int64_t> constantOf(ValueId V) const;

  /// Appends E to the current block. Where E yields a value (loads, RMW,
  /// collectives, barrier reductions, test_wait, opaque calls) its Result is
  /// created with ResultType. The reference from event() is valid until the
  /// next emit().
  EventId emit(Event E, ValueType ResultType = {});
  Event &event(EventId E) { return Fn->Events[E]; }

  /// Seals what is open, removes unreachable blocks, numbers blocks in reverse
  /// post order, drops phis that nobody reads, and hands the function to the
  /// module. The builder must not be used afterwards.
  Function &finish();
  /// Drops the function instead (a body that cannot be lowered at all).
  void abandon();

private:
  Module &M;
  std::unique_ptr<Function> Fn;
  BlockId Current = 0;
  VariableId NextFresh = NoId - 16; ///< DenseMap keeps the topmost two.
  struct BlockState {
    bool Sealed = false, Terminated = false;
    llvm::DenseMap<VariableId, ValueId> Defs;
    llvm::SmallVector<std::pair<VariableId, ValueId>, 4> IncompletePhis;
  };
  std::deque<BlockState> States; ///< Tables that do not move.
  DominatorForest Dominators;
  /// The blocks in which a caller wrote a variable.
  llvm::DenseMap<VariableId, llvm::SmallVector<BlockId, 2>> Writers;
  ValueIndex Interned;
  /// Phis whose operands are still to be read.
  llvm::SmallVector<std::pair<VariableId, ValueId>, 8> Pending;
  llvm::DenseMap<ValueId, ValueId> Replaced; ///< Removed phi -> its value.
  llvm::DenseMap<ValueId, llvm::SmallVector<ValueId, 4>> PhiUsers;

  void writeIn(VariableId Var, BlockId B, ValueId V);
  ValueId readIn(VariableId Var, BlockId B, ValueType Type);
  ValueId newPhi(BlockId B, ValueType Type);
  ValueId lookUp(VariableId Var, BlockId B, ValueType Type);
  void completePhis();
  void removeTrivialPhi(ValueId Phi);
  ValueId resolve(ValueId V) const;
  ValueId intern(Value &&V);
  ValueId append(Value &&V);
  void addEdge(BlockId From, BlockId To);
  void terminate(Terminator T);
  void ensureOpen();
};

} // namespace fencepost

#endif
