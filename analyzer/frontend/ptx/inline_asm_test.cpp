//===- inline_asm_test.cpp - asm statements as people write them ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operand rules: "Inline PTX Assembly in CUDA", sections 1 and 2. The strings
// have the shapes that libraries use: helpers with one access, wait loops with
// labels, predicates in braces.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/inline_asm_testing.h"
#include "gmock/gmock.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;
using testing::ElementsAre;
using testing::IsEmpty;

//===- Operands -----------------------------------------------------------===//

TEST_F(InlineAsm, ALoadWritesItsOutput) {
  output();
  input("l", "my_flag");
  lower("ld.relaxed.sys.global.u32 %0, [%1];");
  ASSERT_THAT(spellings(), ElementsAre("ld.relaxed.sys.global.u32"));
  const Event &E = Fn->Events[0];
  EXPECT_EQ(E.Object, "my_flag");
  EXPECT_EQ(value(E.Address).Kind, ValueKind::Param);
  EXPECT_EQ(outputValue().Kind, ValueKind::Result);
  EXPECT_EQ(outputValue().Imm, 0);
  EXPECT_TRUE(E.ResultUsed);
}

TEST_F(InlineAsm, EventsCarryWhatTheStatementSays) {
  Location Place;
  Place.File = M.file("a.cu");
  Place.Line = 7;
  Asm.Loc = M.location(Place);
  Asm.IsVolatile = false;
  Asm.ClobbersMemory = false;
  output();
  input("l", "p");
  lower("ld.acquire.gpu.u32 %0, [%1];");
  const Event &E = Fn->Events[0];
  EXPECT_TRUE(E.InAsm);
  EXPECT_FALSE(E.AsmVolatile);
  EXPECT_FALSE(E.CompilerBarrier);
  EXPECT_EQ(M.at(E.Loc).Line, 7u);
}

TEST_F(InlineAsm, WithoutOutputsAsmIsVolatile) {
  Asm.IsVolatile = false;
  lower("fence.sc.gpu;");
  EXPECT_TRUE(Fn->Events[0].AsmVolatile);
}

TEST_F(InlineAsm, NumbersOfNBecomeText) {
  input("l", "peer_flag");
  operand("n").ConstantText = "1";
  lower("red.release.sys.global.add.u32 [%0], %1;");
  const Event &E = event("red.release.sys.global.add.u32");
  EXPECT_EQ(E.Kind, EventKind::Red);
  EXPECT_EQ(value(E.Operand).Kind, ValueKind::Constant);
  EXPECT_EQ(value(E.Operand).Imm, 1);
}

TEST_F(InlineAsm, CharactersOfCBecomeText) {
  output();
  input("l", "p");
  operand("C").ConstantText = "acquire.gpu";
  lower("ld.%2.global.u32 %0, [%1];");
  EXPECT_EQ(Fn->Events[0].Ord, Order::Acquire);
  EXPECT_EQ(Fn->Events[0].Scp, Scope::Gpu);
  EXPECT_EQ(Fn->Events[0].Spelling, "ld.acquire.gpu.global.u32");
}

TEST_F(InlineAsm, SymbolicNamesAndDollars) {
  operand("=r").SymbolicName = "old";
  ValueId P = B.param(0, U64);
  operand("l", "slot", P).SymbolicName = "addr";
  lower("atom.exch.b32 %[old], [%[addr]], 3;");
  EXPECT_EQ(Fn->Events[0].Object, "slot");
  EXPECT_EQ(outputValue().Kind, ValueKind::Result);
}

TEST_F(InlineAsm, DollarOperands) {
  output();
  input("l", "p");
  lower("ld.global.cg.u32 $0, [${1}];");
  EXPECT_EQ(Fn->Events[0].Object, "p");
  EXPECT_EQ(outputValue().Kind, ValueKind::Result);
}

TEST_F(InlineAsm, ReadWriteOperandsStartWithTheirInput) {
  ValueId V = B.param(0, U32);
  operand("+r", "x", V);
  lower("add.u32 %0, %0, 1;");
  EXPECT_EQ(outputValue().Op, OpCode::Add);
  EXPECT_EQ(value(outputValue().Operands[0]).Kind, ValueKind::Param);
}

TEST_F(InlineAsm, TiedInputsAreTheOutputsRegister) {
  output();
  ValueId V = B.param(0, U32);
  operand("0", "x", V);
  lower("xor.b32 %0, %0, 5;");
  EXPECT_EQ(outputValue().Op, OpCode::Xor);
  EXPECT_EQ(value(outputValue().Operands[0]).Kind, ValueKind::Param);
}

TEST_F(InlineAsm, AnUnwrittenOutputIsUnknown) {
  output();
  lower("fence.sc.gpu;");
  EXPECT_EQ(outputValue().Op, OpCode::Havoc);
}

TEST_F(InlineAsm, ObjectFollowsTheAddress) {
  output();
  input("l", "&t.status[tile]");
  lower("{ .reg .u64 a; cvta.to.global.u64 a, %1; ld.global.u32 %0, [a]; }");
  EXPECT_EQ(Fn->Events[0].Object, "&t.status[tile]");
}

TEST_F(InlineAsm, OffsetsAreAddedToTheAddress) {
  output();
  input("r", "smem");
  lower("ld.shared.s32 %0, [%1+4];");
  const Event &E = Fn->Events[0];
  EXPECT_EQ(E.Spc, Space::SharedCta);
  EXPECT_EQ(E.Object, "[smem+4]");
  EXPECT_EQ(value(E.Address).Op, OpCode::Add);
  EXPECT_EQ(value(value(E.Address).Operands[0]).Kind, ValueKind::Param);
  EXPECT_EQ(value(value(E.Address).Operands[1]).Imm, 4);
}

TEST_F(InlineAsm, AddressesOfRWithoutASpaceAreGeneric) {
  output();
  input("r", "smem");
  lower("ld.u32 %0, [%1];");
  EXPECT_EQ(Fn->Events[0].Spc, Space::Generic);
}

TEST_F(InlineAsm, VectorsAreSplitAndJoined) {
  operand("=l");
  operand("=l");
  input("l", "src");
  lower("ld.global.relaxed.gpu.v2.u64 {%0, %1}, [%2];");
  EXPECT_EQ(Fn->Events[0].Bits, 64);
  EXPECT_EQ(Fn->Events[0].Elements, 2);
  EXPECT_EQ(outputValue(0).Op, OpCode::Extract);
  EXPECT_EQ(outputValue(0).Imm, 0);
  EXPECT_EQ(outputValue(1).Imm, 1);
}

TEST_F(InlineAsm, StoredVectorsAreAggregates) {
  input("l", "slot");
  input("l", "a");
  input("l", "b");
  lower("st.global.release.cta.v2.u64 [%0], {%1,%2};");
  const Value &V = value(Fn->Events[0].Operand);
  EXPECT_EQ(V.Op, OpCode::Aggregate);
  EXPECT_EQ(V.Operands.size(), 2u);
}

//===- Compilers ----------------------------------------------------------===//

TEST_F(InlineAsm, AnEmptyAsmWithAClobberIsACompilerBarrier) {
  lower("");
  ASSERT_EQ(Fn->Events.size(), 1u);
  EXPECT_EQ(Fn->Events[0].Kind, EventKind::CompilerOnly);
}

TEST_F(InlineAsm, AnEmptyAsmWithoutAClobberIsNothing) {
  Asm.ClobbersMemory = false;
  lower(" // nothing\n");
  EXPECT_TRUE(Fn->Events.empty());
}

//===- Several statements -------------------------------------------------===//

TEST_F(InlineAsm, StatementsAreEventsInOrder) {
  input("r", "bar");
  lower("mbarrier.init.shared::cta.b64 [%0], 1;\n"
        "fence.mbarrier_init.release.cluster;");
  EXPECT_THAT(spellings(), ElementsAre("mbarrier.init.shared::cta.b64",
                                       "fence.mbarrier_init.release.cluster"));
  EXPECT_EQ(Fn->Blocks.size(), 1u);
}

TEST_F(InlineAsm, TryWaitWithSelpGivesTheTruthValue) {
  output();
  input("r", "bar");
  lower("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta"
        ".b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }");
  const Event &E = Fn->Events[0];
  EXPECT_EQ(E.Mbar, MbarrierAction::TryWait);
  EXPECT_EQ(E.Ord, Order::Acquire);
  EXPECT_EQ(E.Scp, Scope::Cluster);
  EXPECT_EQ(E.Object, "bar");
  EXPECT_TRUE(E.ResultUsed);
  ASSERT_EQ(outputValue().Op, OpCode::Select);
  EXPECT_EQ(value(outputValue().Operands[0]).Kind, ValueKind::Result);
}

TEST_F(InlineAsm, AnInnerRegisterShadowsAnOuterOne) {
  output();
  lower("{ .reg .b32 t; mov.b32 t, 1; { .reg .b32 t; mov.b32 t, 2; } "
        "mov.b32 %0, t; }");
  EXPECT_EQ(outputValue().Kind, ValueKind::Constant);
  EXPECT_EQ(outputValue().Imm, 1);
}

TEST_F(InlineAsm, ParametrizedRegisters) {
  output();
  lower("{ .reg .b32 %r<3>; mov.b32 %r2, 7; mov.b32 %r1, %r2; "
        "mov.b32 %0, %r1; }");
  EXPECT_EQ(outputValue().Imm, 7);
}

TEST_F(InlineAsm, UnreadResultsOfLocalRegistersAreDiscarded) {
  input("r", "m");
  lower(
      "{\n.reg .b32 t;\natom.release.cta.shared::cta.exch.b32 t, [%0], 0;\n}");
  EXPECT_EQ(Fn->Events[0].Kind, EventKind::Rmw);
  EXPECT_EQ(Fn->Events[0].Ord, Order::Release);
  EXPECT_FALSE(Fn->Events[0].ResultUsed);
}

//===- Values -------------------------------------------------------------===//

TEST_F(InlineAsm, SpecialRegisters) {
  output();
  lower("mov.u32 %0, %%cluster_ctarank;");
  EXPECT_EQ(outputValue().Kind, ValueKind::Special);
  EXPECT_EQ(outputValue().Name, "cluster_ctarank");
}

TEST_F(InlineAsm, SpecialRegistersWithOnePercent) {
  output();
  lower("mov.u32 %0, %laneid;");
  EXPECT_EQ(outputValue().Kind, ValueKind::Special);
  EXPECT_EQ(outputValue().Name, "laneid");
}

TEST_F(InlineAsm, TwoClockReadsDiffer) {
  operand("=l");
  lower("{ .reg .u64 a, b; mov.u64 a, %%globaltimer; mov.u64 b, "
        "%%globaltimer; sub.u64 %0, b, a; }");
  EXPECT_EQ(outputValue().Op, OpCode::Sub);
  const Value &First = value(outputValue().Operands[0]);
  EXPECT_EQ(First.Op, OpCode::Havoc);
  EXPECT_EQ(value(First.Operands[0]).Name, "globaltimer");
}

TEST_F(InlineAsm, MapaIsAPureFunctionOfAddressAndRank) {
  output();
  input("r", "bar");
  lower("mapa.shared::cluster.u32 %0, %1, 0;");
  EXPECT_EQ(outputValue().Op, OpCode::Pure);
  EXPECT_EQ(outputValue().Name, "mapa");
  EXPECT_EQ(value(outputValue().Operands[0]).Kind, ValueKind::Param);
}

TEST_F(InlineAsm, ConstantsFold) {
  output();
  lower("{ .reg .u32 a; mov.u32 a, 6; mad.lo.u32 a, a, 7, 1; "
        "shl.b32 a, a, 2; and.b32 %0, a, 0xff; }");
  EXPECT_EQ(outputValue().Kind, ValueKind::Constant);
  EXPECT_EQ(outputValue().Imm, 43 * 4);
}

TEST_F(InlineAsm, ShiftsOfTheWidthGiveZero) {
  output();
  input("r", "x");
  lower("shl.b32 %0, %1, 32;");
  EXPECT_EQ(outputValue().Kind, ValueKind::Constant);
  EXPECT_EQ(outputValue().Imm, 0);
}

TEST_F(InlineAsm, WideProductsExtendTheirFactors) {
  operand("=l");
  operand("n").ConstantText = "-2";
  lower("{ .reg .s32 a; mov.s32 a, %1; mul.wide.s32 %0, a, 3; }");
  EXPECT_EQ(outputValue().Kind, ValueKind::Constant);
  EXPECT_EQ(outputValue().Imm, -6);
}

TEST_F(InlineAsm, ComparisonsOfSignedRegistersAreSigned) {
  output();
  lower("{ .reg .s32 a; .reg .pred p, q; mov.s32 a, -1; "
        "setp.lt.s32 p|q, a, 0; selp.u32 %0, 1, 0, p; }");
  EXPECT_EQ(outputValue().Kind, ValueKind::Constant);
  EXPECT_EQ(outputValue().Imm, 1);
}

TEST_F(InlineAsm, BothHalvesOfAPairAreWritten) {
  output();
  operand("=r");
  input("r", "n");
  lower("{ .reg .pred p, q; setp.eq.u32 p|q, %2, 0; selp.u32 %0, 1, 0, p; "
        "selp.u32 %1, 1, 0, q; }");
  EXPECT_EQ(value(outputValue(0).Operands[0]).Op, OpCode::Eq);
  EXPECT_EQ(value(outputValue(1).Operands[0]).Op, OpCode::LogicalNot);
}

TEST_F(InlineAsm, PackingAndUnpackingCancel) {
  output();
  input("r", "lo");
  input("r", "hi");
  lower("{ .reg .b64 t; .reg .b32 u; mov.b64 t, {%1, %2}; "
        "mov.b64 {u, %0}, t; }");
  EXPECT_EQ(outputValue().Kind, ValueKind::Param);
  EXPECT_EQ(outputValue().Imm, 1);
}

TEST_F(InlineAsm, ElectGivesThePredicateOfItsEvent) {
  output();
  lower("{ .reg .pred p; .reg .b32 r; elect.sync r|p, 0xffffffff; "
        "selp.u32 %0, 1, 0, p; }");
  EXPECT_EQ(Fn->Events[0].Kind, EventKind::WarpCollective);
  EXPECT_EQ(value(outputValue().Operands[0]).Kind, ValueKind::Result);
}

//===- What is not understood ---------------------------------------------===//

TEST_F(InlineAsm, UnknownQualifiersAreCountedAndSkipped) {
  output();
  input("l", "p");
  lower("ld.acquire.gpu.global.L9::future.u32 %0, [%1];");
  EXPECT_EQ(Result.IgnoredQualifiers, 1u);
  EXPECT_EQ(Fn->Events[0].Ord, Order::Acquire);
  EXPECT_THAT(Result.Unparsed, IsEmpty());
}

TEST_F(InlineAsm, AnUnknownOpcodeWithAnAddressMaySynchronise) {
  output();
  input("l", "p");
  lower("ldfuture.sync.u32 %0, [%1];");
  ASSERT_EQ(Fn->Events.at(0).Kind, EventKind::OpaqueCall);
  EXPECT_THAT(Result.Unparsed, ElementsAre("ldfuture.sync.u32"));
  EXPECT_EQ(outputValue().Op, OpCode::Havoc);
}

TEST_F(InlineAsm, AnUnknownOpcodeWithoutAnAddressIsAnUnknownValue) {
  ValueId V = B.param(0, U32);
  operand("+r", "x", V);
  lower("twiddle.b32 %0, %0, 3;");
  EXPECT_THAT(spellings(), ElementsAre("asm volatile(\"\" ::: \"memory\")"));
  EXPECT_EQ(outputValue().Op, OpCode::Havoc);
  EXPECT_THAT(Result.Unparsed, ElementsAre("twiddle.b32"));
}

TEST_F(InlineAsm, AMalformedAccessIsOpaque) {
  lower("st.global.u32 %rd1, 5;\nld.u32 [%rd1];");
  for (const Event &E : Fn->Events)
    EXPECT_TRUE(E.Kind == EventKind::OpaqueCall ||
                E.Kind == EventKind::CompilerOnly);
  EXPECT_EQ(Result.Unparsed.size(), 2u);
}

TEST(MayHoldEvent, ArithmeticHoldsNone) {
  for (StringRef Text :
       {"", "mov.u32 %0, %%laneid;", "mov.u64 %0, %%globaltimer;",
        "{ .reg .pred p; setp.ne.s32 p, %1, 0; selp.b32 %0, 1, 0, p; }",
        "lop3.b32 %0, %1, %2, %3, 0xc0;", "bfe.u32 $0, $1, 4, 4;",
        "mapa.shared::cluster.u32 %0, %1, 0;", "// ld.u32 %0, [%1];"})
    EXPECT_FALSE(mayHoldEvent(Text)) << Text.str();
}

TEST(MayHoldEvent, TheRestMay) {
  for (StringRef Text :
       {"ld.u32 %0, [%1];", "bar.sync 0;", "fence.sc.gpu;", "exit;",
        "add.u32 %0, %1, 1;\n@%p membar.gl;", "newthing.x %0;",
        "%2.sync 0xffffffff;", "shfl.sync.idx.b32 %0, %1, 0, 31, -1;",
        "mov.u32 %[x], 1; red.global.add.u32 [%[p]], 1;"})
    EXPECT_TRUE(mayHoldEvent(Text)) << Text.str();
}
