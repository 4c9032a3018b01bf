//===- instruction_test.cpp - statements of PTX -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/instruction.h"
#include "analyzer/frontend/ptx/qualifiers.h"
#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;
using Form = Operand::Form;
using testing::ElementsAre;

static std::vector<Statement> statements(StringRef Text) {
  std::vector<Statement> All;
  static llvm::BumpPtrAllocator Memory;
  StatementReader R(Text, Memory);
  for (Statement S = R.next(); S.Kind != Statement::Form::End; S = R.next())
    All.push_back(std::move(S));
  return All;
}

static std::vector<Statement::Form> forms(StringRef Text) {
  std::vector<Statement::Form> All;
  for (const Statement &S : statements(Text))
    All.push_back(S.Kind);
  return All;
}

static Instruction instruction(StringRef Text) {
  auto All = statements(Text);
  EXPECT_EQ(All.size(), 1u) << Text.str();
  if (All.empty())
    return {};
  EXPECT_EQ(All[0].Kind, Statement::Form::Instruction) << Text.str();
  return All[0].Inst;
}

TEST(Instruction, QualifiersAreASet) {
  for (StringRef Text : {"atom.global.cta.add.acquire.s32 %r1, [%rd1], 1;",
                         "atom.add.acquire.cta.s32.global %r1, [%rd1], 1;",
                         "atom.acquire.cta.global.add.s32 %r1, [%rd1], 1;"}) {
    Qualifiers Q = readQualifiers(instruction(Text));
    EXPECT_EQ(Q.Sem, Order::Acquire);
    EXPECT_EQ(Q.Scp, Scope::Cta);
    EXPECT_EQ(Q.space(), Space::Global);
    EXPECT_EQ(Q.Op, RmwOp::Add);
    EXPECT_EQ(Q.type().Type, (ValueType{32, false, true}));
    EXPECT_EQ(Q.Unknown, 0u);
  }
}

TEST(Instruction, SpellingIsTheUsersOrder) {
  EXPECT_EQ(
      instruction("ld .global . relaxed\n.sys .u32 %r1, [%rd1]").spelling(),
      "ld.global.relaxed.sys.u32");
}

TEST(Instruction, Guards) {
  Instruction I = instruction("@!%p1 bra $L1;");
  EXPECT_EQ(I.Guard, "%p1");
  EXPECT_TRUE(I.GuardNegated);
  EXPECT_EQ(I.Operands[0].Name, "$L1");
  EXPECT_FALSE(instruction("@p ret;").GuardNegated);
}

TEST(Instruction, AddressesHaveABaseAndAConstant) {
  std::string Texts[] = {
      "ld.u32 %r1, [%rd1+16];",    "ld.u32 %r1, [%rd1+-4];",
      "ld.u32 %r1, [%rd1 - 4];",   "ld.u32 %r1, [buf+8*4];",
      "ld.u32 %r1, [64];",         "ld.u32 %r1, [16+%rd1];",
      "ld.u32 %r1, [%rd1+(2+2)];",
  };
  int64_t Constants[] = {16, -4, -4, 32, 64, 16, 4};
  for (auto [Text, Constant] : llvm::zip_equal(Texts, Constants)) {
    Operand O = instruction(Text).Operands[1];
    ASSERT_EQ(O.Kind, Form::Address) << Text;
    EXPECT_EQ(O.Parts[0].Imm, Constant) << Text;
  }
  EXPECT_EQ(instruction(Texts[0]).Operands[1].Text, "[%rd1+16]");
}

TEST(Instruction, TensorCoordinatesFollowTheMap) {
  Instruction I = instruction(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::"
      "bytes [%r9], [%rd9, {%r1, %r2}], [%r8];");
  ASSERT_EQ(I.Operands.size(), 3u);
  EXPECT_EQ(I.Operands[1].Parts[0].Name, "%rd9");
  ASSERT_EQ(I.Operands[1].Parts[1].Kind, Form::Vector);
  EXPECT_EQ(I.Operands[1].Parts[1].Parts[1].Name, "%r2");
}

TEST(Instruction, VectorsPairsSinksAndSigns) {
  Instruction I = instruction("ld.v2.u64 {%rd5,_}, [%rd1];");
  ASSERT_EQ(I.Operands[0].Kind, Form::Vector);
  EXPECT_EQ(I.Operands[0].Parts[1].Kind, Form::Sink);
  I = instruction("setp.lt.and.s32 p|q, %r1, -5, !r;");
  ASSERT_EQ(I.Operands[0].Kind, Form::Pair);
  EXPECT_EQ(I.Operands[0].Parts[1].Name, "q");
  EXPECT_EQ(I.Operands[2].Imm, -5);
  EXPECT_TRUE(I.Operands[3].Negated);
  I = instruction("mov.f32 %f1, -1.5;");
  EXPECT_EQ(I.Operands[1].Kind, Form::Float);
  EXPECT_TRUE(I.Operands[1].Negative);
}

TEST(Instruction, LanesOfVideoInstructions) {
  Instruction I =
      instruction("vmad.s32.s32.u32.shr7 %r1.h0, -%r2.b3, a.h10, %r4;");
  ASSERT_EQ(I.Operands.size(), 4u);
  EXPECT_EQ(I.Operands[0].Name, "%r1");
  EXPECT_EQ(I.Operands[0].Lanes, "h0");
  EXPECT_EQ(I.Operands[0].Text, "%r1.h0");
  EXPECT_TRUE(I.Operands[1].Negative);
  EXPECT_EQ(I.Operands[1].Lanes, "b3");
  EXPECT_EQ(I.Operands[2].Name, "a");
  EXPECT_EQ(I.Operands[2].Lanes, "h10");
  EXPECT_EQ(I.Operands[3].Lanes, "");
}

TEST(Instruction, ConstantExpressions) {
  EXPECT_EQ(instruction("nanosleep.u32 (3+4)*2-1;").Operands[0].Imm, 13);
  EXPECT_EQ(instruction("nanosleep.u32 1<<4;").Operands[0].Imm, 16);
  EXPECT_EQ(instruction("nanosleep.u32 ~0;").Operands[0].Imm, -1);
  EXPECT_EQ(instruction("nanosleep.u32 7/0;").Operands[0].Imm, 0);
}

TEST(Instruction, Calls) {
  Instruction I = instruction("call.uni (ret0), callee, (p0, p1);");
  ASSERT_EQ(I.Operands.size(), 3u);
  EXPECT_EQ(I.Operands[0].Kind, Form::Vector);
  EXPECT_EQ(I.Operands[1].Name, "callee");
  EXPECT_EQ(I.Operands[2].Parts.size(), 2u);
}

TEST(Statement, ScopesLabelsAndDeclarations) {
  using F = Statement::Form;
  EXPECT_THAT(forms("{ .reg .pred p; W: @!p bra W; }"),
              ElementsAre(F::OpenBrace, F::Declaration, F::Label,
                          F::Instruction, F::CloseBrace));
  auto S = statements(".reg .b32 %r<9>, t1, %x; .reg .v2 .f32 v;");
  ASSERT_EQ(S.size(), 2u);
  EXPECT_EQ(S[0].Directive, "reg");
  ASSERT_EQ(S[0].Names.size(), 3u);
  EXPECT_EQ(S[0].Names[0].Name, "%r");
  EXPECT_EQ(S[0].Names[0].Count, 9u);
  EXPECT_EQ(S[0].Names[1].Name, "t1");
  EXPECT_THAT(S[1].Types, ElementsAre("v2", "f32"));
  auto Shared = statements(".shared .align 8 .b8 buf[128]; ret;");
  ASSERT_EQ(Shared.size(), 2u);
  EXPECT_EQ(Shared[0].Names[0].Name, "buf");
}

TEST(Statement, LocEndsWithItsLine) {
  using F = Statement::Form;
  EXPECT_THAT(forms(".loc 1 18 30\nret;"),
              ElementsAre(F::Directive, F::Instruction));
}

TEST(Statement, OneBadStatementDoesNotSpoilTheNext) {
  using F = Statement::Form;
  EXPECT_THAT(forms("ld.u32 %r1 %r2 ]; bar.sync 0;"),
              ElementsAre(F::Garbage, F::Instruction));
  EXPECT_THAT(
      forms("{ ld.v2.u32 {a b}, [c]; bar.sync 0; }"),
      ElementsAre(F::OpenBrace, F::Garbage, F::Instruction, F::CloseBrace));
  EXPECT_THAT(forms("@; ret;"), ElementsAre(F::Garbage, F::Instruction));
}

TEST(Statement, TheLastSemicolonMayBeMissing) {
  EXPECT_EQ(instruction("bar.warp.sync 0xffffffff").Root, "bar");
  using F = Statement::Form;
  EXPECT_THAT(forms("{ fence.sc.gpu }"),
              ElementsAre(F::OpenBrace, F::Instruction, F::CloseBrace));
}

TEST(Qualifiers, Types) {
  EXPECT_EQ(parseType("u32")->Type, (ValueType{32}));
  EXPECT_EQ(parseType("b128")->Type, (ValueType{128}));
  EXPECT_EQ(parseType("pred")->Type, (ValueType{1}));
  EXPECT_EQ(parseType("f16x2")->Type, (ValueType{16, true}));
  EXPECT_EQ(parseType("f16x2")->Packed, 2);
  EXPECT_EQ(parseType("f16x2")->registerType(), (ValueType{32}));
  EXPECT_EQ(parseType("bf16")->Type, (ValueType{16, true}));
  EXPECT_EQ(parseType("e4m3x2")->Type, (ValueType{8, true}));
  for (StringRef Word : {"sync", "exch", "eq", "bulk", "ftz", "u0", "s9999"})
    EXPECT_FALSE(parseType(Word)) << Word.str();
}

TEST(Qualifiers, UnknownWordsAreCounted) {
  EXPECT_EQ(readQualifiers(instruction("ld.frob.global.fizz::buzz.u32 a,[b];"))
                .Unknown,
            2u);
}

TEST(Qualifiers, SpecialRegisters) {
  for (StringRef Name : {"tid.x", "nctaid.z", "laneid", "clock64",
                         "cluster_ctarank", "lanemask_lt", "globaltimer"})
    EXPECT_TRUE(isSpecialRegister(Name)) << Name.str();
  for (StringRef Name : {"r1", "p", "0", "tidx", "rd12"})
    EXPECT_FALSE(isSpecialRegister(Name)) << Name.str();
  EXPECT_TRUE(changesBetweenReads("clock"));
  EXPECT_FALSE(changesBetweenReads("tid.x"));
}
