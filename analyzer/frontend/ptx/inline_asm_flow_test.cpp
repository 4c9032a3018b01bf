//===- inline_asm_flow_test.cpp - guards, labels and loops in asm ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 9.3 (guards) and 9.7.12 (control flow), in the shapes
// of wait loops that libraries write.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/inline_asm_testing.h"
#include "gmock/gmock.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;
using testing::ElementsAre;
using testing::IsEmpty;

TEST_F(InlineAsm, AGuardedAccessIsBranchedAround) {
  output();
  input("l", "p");
  input("r", "n");
  lower("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %2, 0;\n\t"
        "@p ld.relaxed.gpu.global.s32 %0, [%1];\n\t}");
  BlockId Load = blockOf("ld.relaxed.gpu.global.s32");
  EXPECT_NE(Load, Fn->Entry);
  const Terminator &T = Fn->Blocks[Fn->Entry].Term;
  ASSERT_EQ(T.Kind, TerminatorKind::Branch);
  EXPECT_EQ(T.Successors[0], Load);
  EXPECT_EQ(value(T.Condition).Op, OpCode::Ne);
  EXPECT_EQ(outputValue().Kind, ValueKind::Phi);
}

TEST_F(InlineAsm, ANegatedGuardRunsWhereItIsFalse) {
  input("l", "p");
  input("r", "n");
  lower("{ .reg .pred q; setp.eq.u32 q, %1, 3; @!q st.global.u32 [%0], 1; }");
  const Terminator &T = Fn->Blocks[Fn->Entry].Term;
  ASSERT_EQ(T.Kind, TerminatorKind::Branch);
  EXPECT_EQ(value(T.Condition).Op, OpCode::Eq);
  EXPECT_EQ(T.Successors[1], blockOf("st.global.u32"));
}

TEST_F(InlineAsm, GuardedArithmeticIsASelect) {
  ValueId V = B.param(0, U32);
  operand("+r", "x", V);
  input("r", "n");
  lower("{ .reg .pred q; setp.gt.u32 q, %1, 3; @q add.u32 %0, %0, 1; }");
  EXPECT_EQ(Fn->Blocks.size(), 1u);
  EXPECT_EQ(outputValue().Op, OpCode::Select);
}

static bool isInLoop(const Function &Fn, BlockId B) {
  std::vector<BlockId> Work(Fn.Blocks[B].Term.Successors.begin(),
                            Fn.Blocks[B].Term.Successors.end());
  std::vector<bool> Seen(Fn.Blocks.size());
  while (!Work.empty()) {
    BlockId At = Work.back();
    Work.pop_back();
    if (At == B)
      return true;
    if (Seen[At])
      continue;
    Seen[At] = true;
    Work.insert(Work.end(), Fn.Blocks[At].Term.Successors.begin(),
                Fn.Blocks[At].Term.Successors.end());
  }
  return false;
}

TEST_F(InlineAsm, AWaitLoopIsALoop) {
  input("r", "b");
  lower("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.shared::cta.b64 p, "
        "[%0], 0;\n@!p bra W;\n}");
  BlockId Wait = blockOf("mbarrier.try_wait.parity.shared::cta.b64");
  EXPECT_TRUE(isInLoop(*Fn, Wait));
  const Terminator &T = Fn->Blocks[Wait].Term;
  ASSERT_EQ(T.Kind, TerminatorKind::Branch);
  EXPECT_EQ(value(T.Condition).Kind, ValueKind::Result);
  EXPECT_EQ(T.Successors[1], Wait);
}

TEST_F(InlineAsm, ForwardLabelsWithUniqueNumbers) {
  input("r", "b");
  input("r", "phase");
  lower("{\n"
        ".reg .pred P1;\n"
        "LAB_WAIT_%=:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
        "@P1 bra.uni DONE_%=;\n"
        "bra.uni LAB_WAIT_%=;\n"
        "DONE_%=:\n"
        "}\n");
  BlockId Wait = blockOf("mbarrier.try_wait.parity.shared::cta.b64");
  EXPECT_TRUE(isInLoop(*Fn, Wait));
  EXPECT_THAT(Result.Unparsed, IsEmpty());
  // The loop is left where the wait succeeded.
  const Terminator &T = Fn->Blocks[Wait].Term;
  ASSERT_EQ(T.Kind, TerminatorKind::Branch);
  EXPECT_FALSE(isInLoop(*Fn, T.Successors[0]));
}

TEST_F(InlineAsm, ASpinOnAWordPollsItsValue) {
  input("l", "flag");
  lower("{ .reg .u32 v; .reg .pred p;\n"
        "$L_spin: ld.acquire.gpu.u32 v, [%0];\n"
        "setp.eq.u32 p, v, 0; @p bra $L_spin; }");
  BlockId Poll = blockOf("ld.acquire.gpu.u32");
  EXPECT_TRUE(isInLoop(*Fn, Poll));
  const Value &Condition = value(Fn->Blocks[Poll].Term.Condition);
  EXPECT_EQ(Condition.Op, OpCode::Eq);
  EXPECT_EQ(value(Condition.Operands[0]).Kind, ValueKind::Result);
}

TEST_F(InlineAsm, LabelsOfTwoBracesAreTwoLabels) {
  input("l", "a");
  lower("{ .reg .pred p; L: ld.relaxed.gpu.u32 %tmp, [%0]; "
        "setp.eq.u32 p, %tmp, 0; @p bra L; }"
        "{ .reg .pred p; L: ld.relaxed.sys.u32 %tmp, [%0]; "
        "setp.eq.u32 p, %tmp, 0; @p bra L; }");
  BlockId First = blockOf("ld.relaxed.gpu.u32"),
          Second = blockOf("ld.relaxed.sys.u32");
  EXPECT_TRUE(isInLoop(*Fn, First));
  EXPECT_TRUE(isInLoop(*Fn, Second));
  EXPECT_EQ(Fn->Blocks[First].Term.Successors[0], First);
  EXPECT_EQ(Fn->Blocks[Second].Term.Successors[0], Second);
}

TEST_F(InlineAsm, TrapEndsThePath) {
  input("r", "n");
  lower("{ .reg .pred p; setp.gt.u32 p, %0, 7; @p trap; fence.sc.gpu; }");
  EXPECT_EQ(llvm::count_if(Fn->Blocks,
                           [](const Block &Blk) {
                             return Blk.Term.Kind ==
                                    TerminatorKind::Unreachable;
                           }),
            1);
  EXPECT_THAT(spellings(), ElementsAre("fence.sc.gpu"));
}

TEST_F(InlineAsm, ABranchToNowhereIsOpaque) {
  lower("bra NOWHERE;");
  EXPECT_EQ(Fn->Events.at(0).Kind, EventKind::OpaqueCall);
  EXPECT_EQ(Result.Unparsed.size(), 1u);
}

TEST_F(InlineAsm, TwoStatementsDoNotShareRegisters) {
  output();
  Asm.Text = "{ .reg .b32 t; mov.b32 t, 1; mov.b32 %tmp, t; }";
  lowerInlineAsm(B, Asm);
  lower("mov.b32 %0, %tmp;");
  EXPECT_NE(outputValue().Kind, ValueKind::Constant);
}
