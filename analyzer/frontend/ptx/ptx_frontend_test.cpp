//===- ptx_frontend_test.cpp - what is told, and hostile text -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/ptx_testing.h"

using namespace fencepost;
using namespace fencepost::test;

namespace {

/// A bit of everything that compilers print.
const std::string Sample = Header + R"(
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 a, .param .b64 b);
.global .align 4 .u32 counter; // a variable
/* a
   comment */
.func (.param .b32 func_retval0) help(.param .b64 help_param_0)
{
  .reg .b64 %rd<3>; .reg .b32 %r<3>;
  .loc 1 4 1
  ld.param.u64 %rd1, [help_param_0];
  ld.acquire.gpu.global.u32 %r1, [%rd1];
  st.param.b32 [func_retval0+0], %r1;
  ret;
}
.visible .entry k(.param .u64 k_param_0, .param .align 8 .b8 k_param_1[24])
.maxntid 64, 1, 1
{
  .shared .align 4 .b8 tile[256];
  .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
  .loc 1 9 1
  ld.param.u64 %rd1, [k_param_0];
  ld.param.v2.u64 {%rd2, %rd3}, [k_param_1+8];
$L__BB0_1:
  .loc 1 10 3, function_name $L__info_string0, inlined_at 1 9 1
  ld.relaxed.gpu.global.u32 %r1, [%rd1];
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra $L__BB0_1;
  bar.sync 0;
  { .reg .pred q; mbarrier.try_wait.parity.shared::cta.b64 q, [tile], 1; }
  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd2], 64, [tile+8];
  { // callseq
  .param .b64 param0;
  st.param.b64 [param0+0], %rd1;
  .param .b32 retval0;
  call.uni (retval0), help, (param0);
  ld.param.b32 %r2, [retval0+0];
  }
  @!%p1 red.release.gpu.global.add.u32 [%rd3], %r2;
  ret;
}
	.file	1 "/home/u/a.cu"
	.section	.debug_str
	{
$L__info_string0:
.b8 95,90,49,107,118,0
	}
)";

std::string firstNote(const PtxUnit &U) {
  return U.Notes.empty() ? "" : U.Notes.front().Message;
}

} // namespace

TEST(PtxText, TheSampleIsReadInFull) {
  PtxUnit U = readChecked(Sample);
  ASSERT_TRUE(U.M);
  EXPECT_EQ(firstNote(U), "");
  const Function &Fn = *functionIn(U, "k");
  EXPECT_EQ(Fn.State, Coverage::Analysed);
  EXPECT_EQ(eventsOf(Fn, EventKind::Load).size(), 2u);
  only(Fn, EventKind::CtaBarrier);
  only(Fn, EventKind::Mbarrier);
  only(Fn, EventKind::AsyncCopy);
  EXPECT_EQ(only(Fn, EventKind::Red).Ord, Order::Release);
}

TEST(PtxText, AByteOrderMarkIsNoLine) {
  PtxUnit U = readPtx("\xef\xbb\xbf.version 8.0\n.target sm_90\n", "b.ptx");
  ASSERT_TRUE(U.M);
  EXPECT_EQ(U.M->Arch, "sm_90");
  EXPECT_TRUE(U.Notes.empty());
}

TEST(PtxText, WhatEndsOutsideFunctionsIsTold) {
  for (const char *Rest :
       {".section .debug_str {\n.b8 1", ".global .u32 x[2]={1,", ".alias a,",
        ".pragma \"x\""}) {
    std::string Text = std::string(".version 8.0\n.target sm_90\n") + Rest;
    PtxUnit U = readPtx(Text, "t.ptx");
    ASSERT_EQ(U.Notes.size(), 1u) << Rest;
    EXPECT_NE(firstNote(U).find("truncated"), std::string::npos);
    EXPECT_EQ(U.Notes.front().Line, 3u);
  }
}

TEST(PtxText, WhatIsNoPtxIsTold) {
  PtxUnit Empty = readPtx(" \n\n", "e.ptx");
  EXPECT_FALSE(Empty.M);
  EXPECT_NE(firstNote(Empty).find("empty"), std::string::npos);
  EXPECT_EQ(Empty.Notes.front().File, "e.ptx");

  PtxUnit Other = readPtx("\nint main() { return 0; }\n", "m.ptx");
  EXPECT_FALSE(Other.M);
  EXPECT_NE(firstNote(Other).find("no PTX"), std::string::npos);
  EXPECT_EQ(Other.Notes.front().Line, 2u);

  PtxUnit Wide = readPtx({"\xff\xfe.\0v\0", 6}, "w.ptx");
  EXPECT_FALSE(Wide.M);
  EXPECT_NE(firstNote(Wide).find("UTF-16"), std::string::npos);

  PtxUnit Comment = readPtx("// nothing here\n", "c.ptx");
  EXPECT_FALSE(Comment.M);
  EXPECT_FALSE(Comment.Notes.empty());
}

TEST(PtxText, AStrayLineIsPassedOver) {
  PtxUnit U =
      readChecked(Header + "what is this?\n.entry k() { fence.sc.gpu; }");
  ASSERT_TRUE(U.M);
  ASSERT_EQ(U.Notes.size(), 1u);
  EXPECT_EQ(U.Notes[0].Line, 4u);
  only(*functionIn(U, "k"), EventKind::Fence);
}

TEST(PtxText, ABrokenFunctionDoesNotEndTheModule) {
  PtxUnit U = readChecked(Header + R"(
.entry bad(.param .u64 p) {
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  ??? what;
  frobnicate.b32 [%rd1], 5;
  fence.acq_rel.gpu;
}
.entry good() { bar.sync 0; ret; }
)");
  const Function &Bad = *functionIn(U, "bad");
  EXPECT_EQ(Bad.State, Coverage::Partly);
  ASSERT_EQ(Bad.Reasons.size(), 2u);
  EXPECT_NE(Bad.Reasons[1].find("frobnicate.b32"), std::string::npos);
  EXPECT_EQ(eventsOf(Bad, EventKind::OpaqueCall).size(), 2u);
  EXPECT_EQ(functionIn(U, "good")->State, Coverage::Analysed);
}

TEST(PtxText, LaterQualifiersAreCounted) {
  PtxUnit U = readChecked(Header + R"(
.entry k(.param .u64 p) {
  .reg .b64 %rd<2>; .reg .b32 %r<2>;
  ld.param.u64 %rd1, [p];
  ld.acquire.gpu.newthing.global.u32 %r1, [%rd1];
  ret;
}
)");
  EXPECT_EQ(only(*functionIn(U, "k"), EventKind::Load).Ord, Order::Acquire);
  ASSERT_EQ(U.Notes.size(), 1u);
  EXPECT_TRUE(llvm::StringRef(U.Notes[0].Message).starts_with("1 "));
}

TEST(PtxText, ATruncatedFunctionIsPartly) {
  PtxUnit U = readChecked(Header + ".entry a() { bar.sync 0; ret; }\n"
                                   ".entry b() {\n  bar.sync 0;\n  ret;\n");
  ASSERT_TRUE(U.M);
  EXPECT_EQ(functionIn(U, "a")->State, Coverage::Analysed);
  const Function &B = *functionIn(U, "b");
  EXPECT_EQ(B.State, Coverage::Partly);
  only(B, EventKind::CtaBarrier);
  ASSERT_EQ(U.Notes.size(), 1u);
  EXPECT_EQ(U.Notes[0].Line, 5u);
  EXPECT_NE(U.Notes[0].Message.find("truncated"), std::string::npos);
}

TEST(PtxHostile, TruncatedAnywhere) {
  for (size_t Size = 0; Size < Sample.size(); Size += 97) {
    SCOPED_TRACE(Size);
    PtxUnit U = readChecked(Sample.substr(0, Size));
    EXPECT_TRUE(U.M || !U.Notes.empty());
  }
}

TEST(PtxHostile, AHeaderThatEndsInAPragma) {
  PtxUnit U = readChecked(Header + ".visible .entry f() .pragma \"nounroll\";");
  ASSERT_TRUE(U.M);
  EXPECT_TRUE(U.M->Functions.empty()) << "it has no body";
}

TEST(PtxHostile, OneByteChanged) {
  for (size_t At = 0; At < Sample.size(); At += 13)
    for (char C : {'{', '}', '"', ';', '\0', '.', '/', '\xff'}) {
      std::string Text = Sample;
      Text[At] = C;
      PtxUnit U = readChecked(Text);
      EXPECT_TRUE(U.M || !U.Notes.empty()) << At << C;
    }
}

TEST(PtxHostile, NestingAndRepetition) {
  std::string Deep = Header + ".entry k() {" + std::string(200000, '{');
  EXPECT_TRUE(readChecked(Deep).M);
  std::string Closed =
      Header + ".entry k() { bar.sync 0; " + std::string(200000, '}');
  EXPECT_TRUE(readChecked(Closed).M);
  std::string Same;
  for (int I = 0; I < 200; ++I)
    Same += ".entry k() { bar.sync 0; }\n";
  EXPECT_EQ(readChecked(Header + Same).M->Functions.size(), 200u);
  // A chain of calls that doubles at every step is cut by the budget.
  std::string Calls = ".func f0() { fence.acq_rel.gpu; ret; }\n";
  for (int I = 1; I < 40; ++I) {
    std::string Callee = "f" + std::to_string(I - 1);
    Calls += ".func f" + std::to_string(I) + "() { call " + Callee + "; call " +
             Callee + "; ret; }\n";
  }
  PtxUnit U = readChecked(Header + Calls + ".entry k() { call f39; ret; }");
  EXPECT_EQ(functionIn(U, "k")->State, Coverage::Partly);
}

TEST(PtxHostile, TooManyBlocksAreToldNotRead) {
  std::string Body;
  for (int I = 0; I < 30000; ++I)
    Body += "@%p1 red.global.add.u32 [%rd1], 1;\n";
  PtxUnit U = readChecked(Header +
                          ".entry k() {\n.reg .pred %p<2>; .reg .b64 "
                          "%rd<2>;\n" +
                          Body + "}\n.entry good() { bar.sync 0; }");
  EXPECT_EQ(functionIn(U, "k")->State, Coverage::Skipped);
  EXPECT_NE(functionIn(U, "k")->Reasons[0].find("budget"), std::string::npos);
  EXPECT_EQ(functionIn(U, "good")->State, Coverage::Analysed);
}

TEST(PtxHostile, JustBelowTheBudget) {
  // Every register is read across all the places where ways meet.
  std::string Body = "mov.u32 %r1, %tid.x;\n";
  for (int I = 0; I < 9000; ++I)
    Body += "@%p1 red.global.add.u32 [%rd1], 1;\n";
  Body += "red.global.add.u32 [%rd2], %r1;\n";
  PtxUnit U =
      readChecked(Header +
                  ".entry k() {\n.reg .pred %p<2>; .reg .b64 %rd<3>; .reg .b32 "
                  "%r<2>;\n" +
                  Body + "}\n");
  EXPECT_EQ(functionIn(U, "k")->State, Coverage::Analysed);
}

TEST(PtxHostile, FiveMegabytesOfKernels) {
  std::string Kernels;
  size_t Begin = Sample.find(".visible .entry"), End = Sample.find("\t.file");
  std::string One = Sample.substr(Begin, End - Begin);
  for (int I = 0; Kernels.size() < (5u << 20); ++I) {
    std::string Next = One;
    Next.replace(Next.find("entry k") + 6, 1, "k" + std::to_string(I));
    Kernels += Next;
  }
  PtxUnit U = readPtx(Sample.substr(0, Begin) + Kernels + Sample.substr(End),
                      "big.ptx");
  ASSERT_TRUE(U.M);
  EXPECT_GT(U.M->Functions.size(), 3000u);
}
