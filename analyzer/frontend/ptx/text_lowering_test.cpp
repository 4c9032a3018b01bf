//===- text_lowering_test.cpp - one text, several threads -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What comes out must not depend on how many threads read the text, wherever
// its parts begin.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/ptx_testing.h"
#include "analyzer/model/text.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;
using namespace fencepost::test;

namespace {

/// Larger than what one thread reads alone.
constexpr size_t Large = 1u << 20;

std::string told(const PtxUnit &U) {
  std::string Text;
  for (const Notification &N : U.Notes)
    Text += std::to_string(N.Line) + ": " + N.Message + "\n";
  for (const PtxUnit::BodyStart &B : U.Bodies)
    Text += std::to_string(B.Line) + "@" + std::to_string(B.Offset) + " ";
  return Text + (U.HoldsNolint ? "\nnolint\n" : "\n");
}

std::string printed(const Module &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(M, OS);
  return Text;
}

void expectSame(const std::string &Text) {
  PtxUnit Alone = readPtx(Text, "t.ptx");
  for (unsigned Threads : {2u, 3u, 7u}) {
    PtxUnit Shared = readPtx(Text, "t.ptx", {.Threads = Threads});
    EXPECT_EQ(told(Shared), told(Alone)) << Threads;
    ASSERT_EQ(bool(Shared.M), bool(Alone.M));
    if (Alone.M)
      EXPECT_TRUE(printed(*Shared.M) == printed(*Alone.M)) << Threads;
  }
}

/// A kernel with places, a variable of its own, a call and a wait.
std::string kernel(unsigned N) {
  std::string Id = std::to_string(N);
  return ".visible .entry _Z4wait" + Id + "Pj(.param .u64 flag_" + Id +
         ")\n{\n\t.reg .pred %p<2>;\n\t.reg .b32 %r<4>;\n\t.reg .b64 %rd<4>;\n"
         "\t.shared .align 4 .u32 taken;\n"
         "\t.loc 1 " +
         std::to_string(N % 97 + 1) + " 3\n\tld.param.u64 %rd1, [flag_" + Id +
         "];\n\tcvta.to.global.u64 %rd2, %rd1;\n$L_" + Id +
         ":\n\t.loc 2 7 5, function_name $name, inlined_at 1 " +
         std::to_string(N % 97 + 1) +
         " 3\n\tld.relaxed.gpu.global.u32 %r1, [%rd2];\n"
         "\tsetp.eq.s32 %p1, %r1, 0;\n\t@%p1 bra $L_" +
         Id +
         ";\n\tst.shared.u32 [taken], %r1;\n\tcall.uni raise, (%rd2);\n"
         "\tret;\n}\n";
}

const std::string Callee =
    ".func raise(.reg .b64 %at)\n{\n\tatom.global.add.u32 _, [%at], 1;\n"
    "\tst.global.u32 [count], 1;\n\tret;\n}\n";

/// A module of kernels First to Last.
std::string module(unsigned First, unsigned Last, llvm::StringRef Target) {
  std::string Text = ".version 9.0\n.target " + Target.str() +
                     "\n.address_size 64\n.global .u32 count;\n" + Callee;
  for (unsigned N = First; N < Last; ++N)
    Text += kernel(N);
  return Text + ".file 1 \"/home/u/a.cu\"\n.file 2 \"/home/u/b.h\"\n"
                ".section .debug_str {\n$name:\n.b8 95,90,52,112,111,108,108,"
                "118,0\n}\n";
}

std::string textOf(unsigned Kernels, llvm::StringRef Target = "sm_90") {
  return module(0, Kernels, Target);
}

constexpr unsigned Many = 2500;

} // namespace

TEST(PtxThreads, OneModule) {
  std::string Text = textOf(Many);
  ASSERT_GT(Text.size(), Large);
  PtxUnit U = readPtx(Text, "t.ptx", {.Threads = 4});
  ASSERT_TRUE(U.M);
  EXPECT_EQ(U.M->Functions.size(), Many);
  const Function &Last = *functionIn(U, "_Z4wait2499Pj");
  EXPECT_EQ(only(Last, EventKind::Rmw).Object, "[flag_2499]");
  const Location &Poll = U.M->at(only(Last, EventKind::Load).Loc);
  EXPECT_EQ(Poll.Line, 7u);
  EXPECT_EQ(Poll.Function, "poll");
  EXPECT_EQ(U.M->at(Poll.InlinedAt).Line, 2499u % 97 + 1);
  expectSame(Text);
}

TEST(PtxThreads, SeveralModulesWithTheSameNames) {
  std::string Text;
  for (unsigned I = 0; I < 9; ++I)
    Text += "Fatbin ptx code:\n" + module(0, 300, "sm_90");
  ASSERT_GT(Text.size(), Large);
  expectSame(Text);
}

TEST(PtxThreads, CodeForDebuggers) {
  std::string Text = textOf(Many, "sm_90, debug");
  // Without an order nothing but its stores tells whether it is worth reading.
  for (unsigned I = 0; I < 2000; ++I)
    Text += ".visible .entry plain" + std::to_string(I) +
            "(.param .u64 p)\n{\n\t.reg .b64 %rd<3>;\n\t.reg .b32 %r<2>;\n"
            "\tld.param.u64 %rd1, [p];\n\tld.global.u32 %r1, [%rd1];\n"
            "\tst.global.u32 [%rd1+4], %r1;\n\tret;\n}\n";
  expectSame(Text);
}

TEST(PtxThreads, WhatLooksLikeABeginningIsNone) {
  std::string InComment, InString;
  while (InComment.size() < Large)
    InComment += "\n.visible .entry none()\n{\n ret;\n}\n";
  InString = ".section .info {\n\"" + InComment + "\"\n}\n";
  expectSame(textOf(40) + "/*" + InComment + "*/\n" + kernel(41));
  expectSame(textOf(40) + InString + kernel(41));
  std::string Declared = textOf(40);
  for (unsigned I = 0; Declared.size() < Large; ++I)
    Declared += ".extern\n.func f" + std::to_string(I) + ";\n.visible\n" +
                kernel(100 + I);
  expectSame(Declared);
}

TEST(PtxThreads, WhatIsTold) {
  std::string Text = textOf(Many);
  expectSame(Text + "no PTX\n" + kernel(Many) + "other words\n");
  expectSame(Text + "// NOLINT\n" + kernel(Many));
  expectSame(Text + kernel(Many) + ".visible .entry cut()\n{\n\tret;\n");
  expectSame(Text + kernel(Many) + "/* no end\n" + kernel(Many + 1));
  expectSame(Text + ".global .u32 x[2]={1,\n");
}
