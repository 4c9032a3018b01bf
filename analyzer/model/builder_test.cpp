//===- builder_test.cpp - SSA construction --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expected values follow Braun et al., CC 2013 and the contract in builder.h.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/builder.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {

constexpr ValueType Int{32, false, true, false};
constexpr ValueType Unsigned{32, false, false, false};
constexpr ValueType Bit{1, false, false, false};
constexpr ValueType Float{32, true, false, false};
constexpr VariableId X = 0, Y = 1;

class BuilderTest : public testing::Test {
protected:
  Module M;
  FunctionBuilder B{M, "k"};

  ValueId number(int64_t V) { return B.constant(V, Int); }
  ValueId condition() { return B.special("tid.x", Bit); }
  /// Makes V observable in the finished function.
  EventId use(ValueId V) {
    Event E;
    E.Kind = EventKind::Store;
    E.Operand = V;
    return B.emit(E);
  }
  EventId load() { return B.emit(Event{}, Int); }
  Function &finished() {
    Function &Fn = B.finish();
    EXPECT_EQ(verify(Fn), "");
    return Fn;
  }
  /// The values stored by the function, in the order of its blocks.
  static std::vector<const Value *> stored(const Function &Fn) {
    std::vector<const Value *> Out;
    for (const Block &Blk : Fn.Blocks)
      for (EventId E : Blk.Events)
        if (Fn.event(E).Kind == EventKind::Store)
          Out.push_back(&Fn.value(Fn.event(E).Operand));
    return Out;
  }
  static unsigned countPhis(const Function &Fn) {
    return llvm::count_if(
        Fn.Values, [](const Value &V) { return V.Kind == ValueKind::Phi; });
  }
};

TEST_F(BuilderTest, AJoinMergesWhatItsPredecessorsWrote) {
  BlockId Then = B.newBlock(), Else = B.newBlock(), Join = B.newBlock();
  B.branch(condition(), Then, Else);
  B.seal(Then);
  B.seal(Else);
  B.startBlock(Then);
  B.write(X, number(1));
  B.jump(Join);
  B.startBlock(Else);
  B.write(X, number(2));
  B.jump(Join);
  B.seal(Join);
  B.startBlock(Join);
  use(B.read(X, Int));
  Function &Fn = finished();

  const Value *V = stored(Fn).at(0);
  ASSERT_EQ(V->Kind, ValueKind::Phi);
  const Block &At = Fn.block(V->Imm);
  ASSERT_EQ(At.Predecessors.size(), 2u);
  const Terminator &T = Fn.block(Fn.Entry).Term;
  for (unsigned I = 0; I < 2; ++I)
    EXPECT_EQ(Fn.value(V->Operands[I]).Imm,
              At.Predecessors[I] == T.Successors[0] ? 1 : 2);
}

TEST_F(BuilderTest, EqualWritesNeedNoPhi) {
  BlockId Then = B.newBlock(), Join = B.newBlock();
  B.write(X, number(7));
  B.branch(condition(), Then, Join);
  B.seal(Then);
  B.startBlock(Then);
  B.write(X, number(7));
  B.jump(Join);
  B.seal(Join);
  B.startBlock(Join);
  use(B.read(X, Int));
  Function &Fn = finished();
  EXPECT_EQ(stored(Fn).at(0)->Kind, ValueKind::Constant);
  EXPECT_EQ(countPhis(Fn), 0u);
}

TEST_F(BuilderTest, ALoopCounterIsAPhiOfItself) {
  BlockId Loop = B.newBlock(), Exit = B.newBlock();
  B.write(X, number(0));
  B.write(Y, number(5));
  B.jump(Loop);
  B.startBlock(Loop);
  ValueId I = B.read(X, Int);
  ValueId Y1 = B.read(Y, Int); // Sealed late: an incomplete phi for now.
  B.write(X, B.op(OpCode::Add, Int, {I, number(1)}));
  B.branch(B.op(OpCode::Lt, Bit, {I, B.special("n", Int)}), Loop, Exit);
  B.seal(Loop);
  B.seal(Exit);
  B.startBlock(Exit);
  use(B.read(X, Int));
  use(Y1);
  use(B.read(Y, Int));
  Function &Fn = finished();

  auto Values = stored(Fn);
  ASSERT_EQ(Values.size(), 3u);
  ASSERT_EQ(Values[0]->Op, OpCode::Add);
  const Value &Phi = Fn.value(Values[0]->Operands[0]);
  ASSERT_EQ(Phi.Kind, ValueKind::Phi);
  ASSERT_EQ(Phi.Operands.size(), 2u);
  bool EntryFirst = Fn.block(Phi.Imm).Predecessors[0] == Fn.Entry;
  EXPECT_EQ(Fn.value(Phi.Operands[!EntryFirst]).Kind, ValueKind::Constant);
  EXPECT_EQ(&Fn.value(Phi.Operands[EntryFirst]), Values[0]);
  // What the loop leaves alone is the value from before, also where it was
  // read through a phi that turned out trivial later.
  EXPECT_EQ(Values[1], Values[2]);
  EXPECT_EQ(Values[1]->Kind, ValueKind::Constant);
  EXPECT_EQ(Values[1]->Imm, 5);
  EXPECT_EQ(countPhis(Fn), 1u);
}

TEST_F(BuilderTest, NestedLoopsCarryAnUntouchedVariableWithoutPhis) {
  BlockId Outer = B.newBlock(), Inner = B.newBlock(), Latch = B.newBlock(),
          Exit = B.newBlock();
  B.write(X, number(3));
  B.jump(Outer);
  B.startBlock(Outer);
  B.jump(Inner);
  B.startBlock(Inner);
  use(B.read(X, Int));
  B.branch(condition(), Inner, Latch);
  B.seal(Inner);
  B.seal(Latch);
  B.startBlock(Latch);
  B.branch(B.special("tid.y", Bit), Outer, Exit);
  B.seal(Outer);
  B.seal(Exit);
  B.startBlock(Exit);
  use(B.read(X, Int));
  Function &Fn = finished();
  EXPECT_EQ(countPhis(Fn), 0u);
  for (const Value *V : stored(Fn))
    EXPECT_EQ(V->Imm, 3);
}

TEST_F(BuilderTest, AVariableNeverWrittenIsUnknown) {
  use(B.read(X, Int));
  use(B.read(Y, Int));
  Function &Fn = finished();
  auto Values = stored(Fn);
  EXPECT_EQ(Values[0]->Op, OpCode::Havoc);
  EXPECT_TRUE(Values[0]->Operands.empty());
  EXPECT_NE(Values[0], Values[1]);
}

TEST_F(BuilderTest, PhisThatNobodyReadsAreDropped) {
  BlockId Then = B.newBlock(), Join = B.newBlock();
  B.write(X, number(1));
  B.branch(condition(), Then, Join);
  B.seal(Then);
  B.startBlock(Then);
  B.write(X, number(2));
  B.jump(Join);
  B.seal(Join);
  B.startBlock(Join);
  B.read(X, Int);
  Function &Fn = finished();
  for (const Block &Blk : Fn.Blocks)
    EXPECT_TRUE(Blk.Phis.empty());
}

TEST_F(BuilderTest, ABranchOnAConstantIsAJumpAndItsOtherSideVanishes) {
  BlockId Taken = B.newBlock(), Dead = B.newBlock(), Join = B.newBlock();
  B.branch(B.op(OpCode::Eq, Bit, {number(4), number(4)}), Taken, Dead);
  B.seal(Taken);
  B.seal(Dead);
  B.startBlock(Taken);
  B.write(X, number(1));
  B.jump(Join);
  B.startBlock(Dead);
  use(number(99));
  B.write(X, number(2));
  B.jump(Join);
  B.seal(Join);
  B.startBlock(Join);
  use(B.read(X, Int));
  Function &Fn = finished();
  EXPECT_EQ(Fn.Blocks.size(), 3u);
  auto Values = stored(Fn);
  ASSERT_EQ(Values.size(), 1u);
  EXPECT_EQ(Values[0]->Kind, ValueKind::Constant);
  EXPECT_EQ(Values[0]->Imm, 1);
}

TEST_F(BuilderTest, CodeAfterATerminatorIsDead) {
  use(number(1));
  B.ret();
  EXPECT_TRUE(B.isTerminated());
  use(number(2));
  B.jump(B.newBlock());
  Function &Fn = finished();
  EXPECT_EQ(Fn.Blocks.size(), 1u);
  EXPECT_EQ(stored(Fn).size(), 1u);
  EXPECT_EQ(Fn.Blocks[0].Term.Kind, TerminatorKind::Return);
}

TEST_F(BuilderTest, ABlockWithoutTerminatorReturns) {
  use(number(1));
  EXPECT_EQ(finished().Blocks[0].Term.Kind, TerminatorKind::Return);
}

TEST_F(BuilderTest, ABranchToOnePlaceIsAJump) {
  BlockId Next = B.newBlock();
  B.branch(condition(), Next, Next);
  B.seal(Next);
  Function &Fn = finished();
  EXPECT_EQ(Fn.Blocks[0].Term.Kind, TerminatorKind::Jump);
  EXPECT_EQ(Fn.Blocks[1].Predecessors.size(), 1u);
}

TEST_F(BuilderTest, ASwitchKeepsItsCasesAndOneEdgePerBlock) {
  BlockId A = B.newBlock(), Default = B.newBlock();
  B.write(X, number(1));
  B.switchTo(B.special("tid.x", Int), {{10, A}, {-3, A}, {4, Default}},
             Default);
  B.seal(A);
  B.startBlock(A);
  B.write(X, number(2));
  B.jump(Default);
  B.seal(Default);
  B.startBlock(Default);
  use(B.read(X, Int));
  Function &Fn = finished();
  const Terminator &T = Fn.block(Fn.Entry).Term;
  ASSERT_EQ(T.Kind, TerminatorKind::Switch);
  EXPECT_EQ(T.CaseValues, (llvm::SmallVector<int64_t, 0>{10, -3, 4}));
  ASSERT_EQ(T.Successors.size(), 4u);
  EXPECT_EQ(T.Successors[0], T.Successors[1]);
  EXPECT_EQ(T.Successors[2], T.Successors[3]);
  EXPECT_EQ(Fn.block(T.Successors[0]).Predecessors.size(), 1u);
  EXPECT_EQ(Fn.block(T.Successors[3]).Predecessors.size(), 2u);
  EXPECT_EQ(stored(Fn).at(0)->Kind, ValueKind::Phi);
}

TEST_F(BuilderTest, ASwitchOnAConstantTakesItsCase) {
  BlockId A = B.newBlock(), C = B.newBlock(), Default = B.newBlock();
  B.switchTo(number(4), {{3, A}, {4, C}}, Default);
  B.startBlock(A);
  use(number(30));
  B.startBlock(C);
  use(number(40));
  B.startBlock(Default);
  use(number(50));
  auto Values = stored(finished());
  ASSERT_EQ(Values.size(), 1u);
  EXPECT_EQ(Values[0]->Imm, 40);
}

TEST_F(BuilderTest, BlocksAreNumberedInReversePostOrder) {
  BlockId Exit = B.newBlock(), Body = B.newBlock(), Head = B.newBlock();
  B.jump(Head);
  B.startBlock(Head);
  B.branch(condition(), Body, Exit);
  B.startBlock(Body);
  use(number(1));
  B.jump(Head);
  B.startBlock(Exit);
  use(number(2));
  Function &Fn = finished();
  ASSERT_EQ(Fn.Blocks.size(), 4u);
  EXPECT_EQ(Fn.Entry, 0u);
  EXPECT_EQ(Fn.Blocks[0].Term.Successors[0], 1u);
  EXPECT_EQ(Fn.Blocks[1].Term.Successors,
            (llvm::SmallVector<BlockId, 2>{2, 3}));
  EXPECT_EQ(stored(Fn).at(0)->Imm, 1);
}

TEST_F(BuilderTest, EqualOperationsAreOneValueButLoadsAreNot) {
  ValueId T = B.special("tid.x", Unsigned);
  EXPECT_EQ(T, B.special("tid.x", Unsigned));
  EXPECT_NE(T, B.special("tid.y", Unsigned));
  EXPECT_EQ(B.op(OpCode::Mul, Unsigned, {T, T}),
            B.op(OpCode::Mul, Unsigned, {T, T}));
  EXPECT_NE(B.op(OpCode::Element, Unsigned, {T, T}, 4),
            B.op(OpCode::Element, Unsigned, {T, T}, 8));
  EXPECT_EQ(B.global("g"), B.global("g"));
  EXPECT_EQ(B.param(0, Int), B.param(0, Int));
  EXPECT_NE(B.param(0, Int, "a"), B.param(0, Int, "b"));
  EXPECT_NE(B.local(0), B.local(1));
  EventId First = load(), Second = load();
  EXPECT_NE(B.event(First).Result, B.event(Second).Result);
  EXPECT_NE(B.havoc(Int, {T}), B.havoc(Int, {T}));
  EXPECT_NE(number(1), B.constant(1, Unsigned));
}

TEST_F(BuilderTest, ResultsBelongToTheirEvents) {
  EventId Dead = load();
  (void)Dead;
  use(B.event(load()).Result);
  Event Red;
  Red.Kind = EventKind::Red;
  EventId R = B.emit(Red, Int);
  EXPECT_EQ(B.event(R).Result, UnknownValue);
  Function &Fn = finished();
  const Value *V = stored(Fn).at(0);
  ASSERT_EQ(V->Kind, ValueKind::Result);
  EXPECT_EQ(V->Imm, 1);
  EXPECT_EQ(V->Type, Int);
}

TEST_F(BuilderTest, IntegerArithmeticFolds) {
  struct {
    OpCode Op;
    ValueType Type;
    int64_t A, B, Result;
  } Cases[] = {
      {OpCode::Add, Int, 2, 3, 5},
      {OpCode::Add, Int, INT32_MAX, 1, INT32_MIN},
      {OpCode::Sub, Unsigned, 0, 1, 0xffffffff},
      {OpCode::Mul, Int, -4, 5, -20},
      {OpCode::Div, Int, -7, 2, -3},
      {OpCode::Rem, Int, -7, 2, -1},
      {OpCode::Shl, Unsigned, 1, 31, 0x80000000},
      {OpCode::Shr, Int, -8, 1, -4},
      {OpCode::And, Int, 12, 10, 8},
      {OpCode::Or, Int, 12, 10, 14},
      {OpCode::Xor, Int, 12, 10, 6},
      {OpCode::Min, Int, -1, 1, -1},
      {OpCode::Max, Int, -1, 1, 1},
      {OpCode::Eq, Bit, 4, 4, 1},
      {OpCode::Ne, Bit, 4, 4, 0},
      {OpCode::Lt, Bit, -1, 1, 1},
      {OpCode::Ge, Bit, -1, 1, 0},
  };
  for (const auto &C : Cases) {
    ValueType Of = C.Type == Bit ? Int : C.Type;
    ValueId V = B.op(C.Op, C.Type, {B.constant(C.A, Of), B.constant(C.B, Of)});
    EXPECT_EQ(B.constantOf(V), C.Result) << spelling(C.Op).str();
  }
}

TEST_F(BuilderTest, WhatHasNoSafeValueDoesNotFold) {
  EXPECT_FALSE(B.constantOf(B.op(OpCode::Div, Int, {number(1), number(0)})));
  EXPECT_FALSE(B.constantOf(B.op(OpCode::Rem, Int, {number(1), number(0)})));
  EXPECT_FALSE(B.constantOf(B.op(OpCode::Shl, Int, {number(1), number(64)})));
  ValueId One = B.constant(0x3f800000, Float);
  EXPECT_FALSE(B.constantOf(B.op(OpCode::Add, Float, {One, One})));
  EXPECT_FALSE(B.constantOf(UnknownValue));
}

TEST_F(BuilderTest, IdentitiesFold) {
  ValueId V = B.param(0, Int), Truth = B.param(1, Bit);
  EXPECT_EQ(B.op(OpCode::Add, Int, {V, number(0)}), V);
  EXPECT_EQ(B.op(OpCode::Mul, Int, {V, number(1)}), V);
  EXPECT_EQ(B.op(OpCode::Cast, Int, {V}), V);
  EXPECT_NE(B.op(OpCode::Cast, Unsigned, {V}), V);
  EXPECT_EQ(
      B.op(OpCode::LogicalNot, Bit, {B.op(OpCode::LogicalNot, Bit, {Truth})}),
      Truth);
  EXPECT_EQ(B.op(OpCode::Select, Int, {Truth, V, V}), V);
  EXPECT_EQ(B.op(OpCode::Select, Int, {number(0), V, number(3)}), number(3));
  // !!x of a number that is no truth value is not x.
  EXPECT_NE(B.op(OpCode::LogicalNot, Bit, {B.op(OpCode::LogicalNot, Bit, {V})}),
            V);
}

TEST_F(BuilderTest, AnAbandonedFunctionLeavesTheModuleAlone) {
  use(number(1));
  B.abandon();
  EXPECT_TRUE(M.Functions.empty());
}

// Statements with branches of their own, one behind another, as the bodies of
// called functions leave them: what outlives them costs one node, not one each.
TEST_F(BuilderTest, JoinsBehindJoinsMakeNoPhiForWhatTheyDoNotWrite) {
  constexpr unsigned Statements = 100, Kept = 50;
  for (VariableId Var = 0; Var < Kept; ++Var)
    B.write(Var, B.event(load()).Result);
  for (unsigned I = 0; I < Statements; ++I) {
    BlockId Then = B.newBlock(), Inner = B.newBlock(), InnerJoin = B.newBlock(),
            Join = B.newBlock();
    B.branch(condition(), Then, Join);
    B.seal(Then);
    B.startBlock(Then);
    B.branch(condition(), Inner, InnerJoin);
    B.seal(Inner);
    B.startBlock(Inner);
    B.write(Kept, number(I));
    B.jump(InnerJoin);
    B.seal(InnerJoin);
    B.startBlock(InnerJoin);
    B.jump(Join);
    B.seal(Join);
    B.startBlock(Join);
    use(B.read(I % Kept, Int));
  }
  size_t Before = B.function().Values.size();
  for (VariableId Var = 0; Var < Kept; ++Var)
    EXPECT_EQ(B.value(B.read(Var, Int)).Kind, ValueKind::Result);
  EXPECT_EQ(B.function().Values.size(), Before);
  EXPECT_LT(Before, Statements + 2 * Kept + 10);
  finished();
}

// What stands behind a jump is dead: no successor sees it.
TEST_F(BuilderTest, WriteBehindAJumpReachesNobody) {
  BlockId Next = B.newBlock();
  B.write(X, number(1));
  B.jump(Next);
  B.write(X, number(2));
  B.seal(Next);
  B.startBlock(Next);
  use(B.read(X, Int));
  Function &Fn = finished();
  EXPECT_EQ(stored(Fn)[0]->Imm, 1);
}

} // namespace

// A chain of joins as long as a generated kernel may have: nothing recurses.
TEST(Builder, LongChainsOfJoinsAreReadWithoutRecursion) {
  Module M;
  FunctionBuilder B(M, "long");
  VariableId Var = B.freshVariable();
  ValueType I32{32, false, true};
  B.write(Var, B.constant(7, I32));
  ValueId Condition = B.param(0, {1});
  for (int I = 0; I < 100000; ++I) {
    BlockId Then = B.newBlock(), Join = B.newBlock();
    B.branch(Condition, Then, Join);
    B.seal(Then);
    B.startBlock(Then);
    B.jump(Join);
    B.seal(Join);
    B.startBlock(Join);
  }
  EXPECT_EQ(B.constantOf(B.read(Var, I32)), 7);
}
