//===- line_table_test.cpp - places in the source -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/line_table.h"
#include "analyzer/frontend/ptx/ptx_testing.h"

using namespace fencepost;
using namespace fencepost::test;

static std::string pathOf(const PtxUnit &U, const Location &L) {
  return L.File < U.M->Files.size() ? U.M->Files[L.File].Path : "";
}

TEST(PtxLines, WithoutLocThePtxLineIsThePlace) {
  PtxUnit U = readChecked(Header + ".entry k() {\n"
                                   "  fence.sc.gpu;\n"
                                   "}\n");
  const Event &E = only(*functionIn(U, "k"), EventKind::Fence);
  const Location &L = U.M->at(E.Loc);
  EXPECT_EQ(pathOf(U, L), "k.ptx");
  EXPECT_EQ(L.Line, 5u);
  EXPECT_EQ(L.Column, 3u);
  EXPECT_EQ(L.Spelling, Nowhere);
}

TEST(PtxLines, FilesMayComeLast) {
  PtxUnit U = readChecked(Header + ".entry _Z1kv() {\n"
                                   "  .loc 1 7 0\n"
                                   "  .loc 1 9 3\n"
                                   "  bar.sync 0;\n"
                                   "  .loc 1 0 3\n"
                                   "  fence.sc.gpu;\n"
                                   "}\n"
                                   ".file 1 \"/home/u/a.cu\"\n");
  const Function &Fn = *functionIn(U, "_Z1kv");
  const Location &L = U.M->at(only(Fn, EventKind::CtaBarrier).Loc);
  EXPECT_EQ(pathOf(U, L), "/home/u/a.cu");
  EXPECT_EQ(L.Line, 9u);
  EXPECT_EQ(L.Column, 3u);
  EXPECT_EQ(L.Function, "k");
  const Location &Own = U.M->at(L.Spelling);
  EXPECT_EQ(pathOf(U, Own), "k.ptx");
  EXPECT_EQ(Own.Line, 7u);
  // Line 0 is the compiler's own code: the line before goes on.
  EXPECT_EQ(U.M->at(only(Fn, EventKind::Fence).Loc).Line, 9u);
  EXPECT_EQ(U.M->at(Fn.Loc).Line, 7u);
}

TEST(PtxLines, FoldersAndNamesOfFiles) {
  PtxUnit U =
      readChecked(Header + ".file 1 \"/home/u\" \"sub/../a.cu\"\n"
                           ".file 2 \"/home/u\" \"/abs/b.cuh\", 12345, 678\n"
                           ".entry k() {\n"
                           "  .loc 1 3 1\n  bar.sync 0;\n"
                           "  .loc 2 4 1\n  fence.sc.gpu;\n}\n");
  const Function &Fn = *functionIn(U, "k");
  EXPECT_EQ(pathOf(U, U.M->at(only(Fn, EventKind::CtaBarrier).Loc)),
            "/home/u/a.cu");
  EXPECT_EQ(pathOf(U, U.M->at(only(Fn, EventKind::Fence).Loc)), "/abs/b.cuh");
}

TEST(PtxLines, ChainsOfInlinedCalls) {
  // nvcc: one .loc per call, the outermost first; names in .debug_str.
  PtxUnit U = readChecked(
      Header +
      ".entry k() {\n"
      "  .loc 1 9 3\n"
      "  .loc 2 5 1, function_name $L__info_string0, inlined_at 1 9 3\n"
      "  .loc 2 80 13, function_name $L__info_string1, inlined_at 2 5 1\n"
      "  bar.sync 0;\n"
      "  .loc 1 10 3\n"
      "  fence.sc.gpu;\n"
      "}\n"
      ".file 1 \"/home/u/a.cu\"\n.file 2 \"/home/u/b.cuh\"\n"
      ".section .debug_str\n{\n"
      "$L__info_string0:\n"
      // _ZN2ns4waitIiEEvPT_
      ".b8 95,90,78,50,110,115,52,119,97,105,116\n"
      ".b8 73,105,69,69,118,80,84,95,0\n"
      // _Z4syncv
      "$L__info_string1:\n.b8 0x5f,90,52,0163,121,110,99,0x76,0\n"
      "}\n");
  const Function &Fn = *functionIn(U, "k");
  const Location &Inner = U.M->at(only(Fn, EventKind::CtaBarrier).Loc);
  EXPECT_EQ(pathOf(U, Inner), "/home/u/b.cuh");
  EXPECT_EQ(Inner.Line, 80u);
  EXPECT_EQ(Inner.Function, "sync");
  const Location &Middle = U.M->at(Inner.InlinedAt);
  EXPECT_EQ(Middle.Line, 5u);
  EXPECT_EQ(Middle.Function, "ns::wait");
  const Location &Outer = U.M->at(Middle.InlinedAt);
  EXPECT_EQ(pathOf(U, Outer), "/home/u/a.cu");
  EXPECT_EQ(Outer.Line, 9u);
  EXPECT_EQ(Outer.Function, "k");
  EXPECT_EQ(Outer.InlinedAt, Nowhere);
  EXPECT_EQ(U.M->at(only(Fn, EventKind::Fence).Loc).InlinedAt, Nowhere);
}

TEST(PtxLines, ToolkitHeadersAreOneFrame) {
  PtxUnit U = readChecked(
      Header +
      ".entry k() {\n"
      "  .loc 1 9 3\n"
      "  .loc 2 80 1, function_name $s, inlined_at 1 9 3\n"
      "  .loc 2 90 1, function_name $s, inlined_at 2 80 1\n"
      "  .loc 2 99 1, function_name $s, inlined_at 2 90 1\n"
      "  fence.sc.gpu;\n"
      "}\n"
      ".file 1 \"/home/u/a.cu\"\n"
      ".file 2 \"/usr/local/cuda-13.0/include/cccl/cuda/std/atomic\"\n");
  const Location &L = U.M->at(only(*functionIn(U, "k"), EventKind::Fence).Loc);
  EXPECT_EQ(L.Line, 80u) << "the function that the user called";
  EXPECT_TRUE(U.M->Files[L.File].IsSystem);
  EXPECT_EQ(U.M->at(L.InlinedAt).Line, 9u);
  EXPECT_EQ(U.M->at(L.Spelling).Line, 9u) << "the instruction in the PTX";
}

TEST(PtxLines, ClangTellsCallersInComments) {
  PtxUnit U = readChecked(
      Header + ".file 1 \"/home/u\" \"a.cu\"\n"
               ".file 2 \"/usr/lib/llvm-22/lib/clang/22/include/c.h\"\n"
               ".entry k() {\n"
               "  .loc 2 528 39 // /usr/lib/llvm-22/lib/clang/22/include/"
               "c.h:528:39 @[ u/a.cu:10:5 ]\n"
               "  bar.sync 0;\n"
               "  .loc 2 530 39\n"
               "  fence.sc.gpu;\n"
               "}\n");
  const Function &Fn = *functionIn(U, "k");
  const Location &L = U.M->at(only(Fn, EventKind::CtaBarrier).Loc);
  EXPECT_EQ(L.Line, 528u);
  const Location &Caller = U.M->at(L.InlinedAt);
  EXPECT_EQ(pathOf(U, Caller), "/home/u/a.cu");
  EXPECT_EQ(Caller.Line, 10u);
  EXPECT_EQ(Caller.Column, 5u);
  // A header's line that nobody is known to call: the PTX itself is told.
  EXPECT_EQ(pathOf(U, U.M->at(only(Fn, EventKind::Fence).Loc)), "k.ptx");
}

TEST(PtxLines, NamesWithoutInternals) {
  EXPECT_EQ(ptx::demangledName("_Z6reduceIfEvPT_"), "reduce<float>");
  EXPECT_EQ(ptx::demangledName("plain"), "plain");
  EXPECT_EQ(ptx::demangledName("_ZN4cuda3std3__44loadEv"), "cuda::std::load");
  EXPECT_EQ(ptx::demangledName("_ZN12_INTERNAL_ab3ns_4waitEv"), "ns_::wait");
  EXPECT_EQ(ptx::demangledName("_ZN4x__31fEv"), "x__3::f");
  EXPECT_EQ(ptx::demangledName("_Zbroken"), "_Zbroken");
}
