//===- sass_frontend_test.cpp - listings of all kinds ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/sass_testing.h"
#include <gmock/gmock.h>

using namespace fencepost;
using namespace fencepost::test;
using llvm::StringRef;
using testing::HasSubstr;

// What cuobjdump -sass prints: encodings behind and between the instructions,
// targets of branches as offsets.
static const char *const Cuobjdump = R"sass(
Fatbin elf code:
================
arch = sm_80
code version = [1,8]
host = linux
compile_size = 64bit

	code for sm_80
	.target	sm_80

		Function : _Z4waitPi
	.headerflags	@"EF_CUDA_SM80 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM80)"
        /*0000*/                   MOV R2, c[0x0][0x160] ;               /* 0x0000580000027a02 */
                                                                         /* 0x000fe40000000f00 */
        /*0010*/                   MOV R3, c[0x0][0x164] ;               /* 0x0000590000037a02 */
                                                                         /* 0x000fca0000000f00 */
        /*0020*/                   LDG.E.STRONG.GPU R0, [R2.64] ;        /* 0x0000000402007981 */
                                                                         /* 0x000ea4000c1ef900 */
        /*0030*/                   ISETP.NE.AND P0, PT, R0, RZ, PT ;     /* 0x000000ff0000720c */
                                                                         /* 0x004fe20003f05270 */
        /*0040*/              @!P0 BRA 0x20 ;                            /* 0xffffff8000008947 */
                                                                         /* 0x000fea000383ffff */
        /*0050*/                   EXIT ;                                /* 0x000000000000794d */
                                                                         /* 0x000fea0003800000 */
        /*0060*/                   BRA 0x60;                             /* 0xfffffff000007947 */
                                                                         /* 0x000fc0000383ffff */
		..........
)sass";

TEST(Listings, Cuobjdump) {
  SassUnit U = readChecked(Cuobjdump);
  ASSERT_TRUE(U.M);
  EXPECT_TRUE(U.Notes.empty());
  EXPECT_EQ(U.M->Origin, Layer::Sass);
  EXPECT_EQ(U.M->Arch, "sm_80");
  ASSERT_EQ(U.M->Functions.size(), 1u);
  const Function &Fn = *U.M->Functions[0];
  EXPECT_EQ(Fn.Name, "_Z4waitPi");
  EXPECT_EQ(Fn.Display, "wait");
  EXPECT_EQ(Fn.Kind, FunctionKind::Kernel);
  ASSERT_EQ(Fn.Events.size(), 1u);
  EXPECT_EQ(Fn.Events[0].Object, "[param_0x0]");
  // Line 18 of the text holds the load.
  const Location &At = U.M->at(Fn.Events[0].Loc);
  EXPECT_EQ(U.M->Files[At.File].Path, "k.sass");
  EXPECT_EQ(At.Line, 18u);
  EXPECT_EQ(U.M->at(Fn.Loc).Line, 12u);
}

// What holds on the oldest holds on all; the same kernel twice has two names.
TEST(Listings, SeveralArchitectures) {
  std::string Newer = Cuobjdump;
  for (size_t At; (At = Newer.find("sm_80")) != std::string::npos;)
    Newer.replace(At, 5, "sm_90");
  SassUnit U = readChecked(Newer + Cuobjdump);
  ASSERT_TRUE(U.M);
  EXPECT_EQ(U.M->Arch, "sm_80");
  ASSERT_EQ(U.M->Functions.size(), 2u);
  EXPECT_EQ(U.M->Functions[1]->Name, "_Z4waitPi.2");
}

TEST(Listings, SourceLines) {
  LoweredKernel K("//## File \"/x/a.cu\", line 5\nLDC.64 R2, c[0x0][0x210]\n"
                  "//## File \"/x/poll.h\", line 7 inlined at \"/x/a.cu\", "
                  "line 9\n//## File \"/x/a.cu\", line 9\n"
                  "LDG.E.STRONG.GPU R0, desc[UR4][R2.64]\n"
                  "//## File \"/x/a.cu\", line 11\nMEMBAR.SC.GPU");
  const Module &M = *K.Unit.M;
  auto Events = K.events();
  ASSERT_EQ(Events.size(), 2u);
  const Location &Load = M.at(Events[0]->Loc), &Fence = M.at(Events[1]->Loc);
  EXPECT_EQ(M.Files[Load.File].Path, "/x/poll.h");
  EXPECT_EQ(Load.Line, 7u);
  ASSERT_NE(Load.InlinedAt, Nowhere);
  EXPECT_EQ(M.Files[M.at(Load.InlinedAt).File].Path, "/x/a.cu");
  EXPECT_EQ(M.at(Load.InlinedAt).Line, 9u);
  ASSERT_NE(Load.Spelling, Nowhere);
  EXPECT_EQ(M.Files[M.at(Load.Spelling).File].Path, "k.sass");
  EXPECT_EQ(M.at(Load.Spelling).Line, 10u);
  EXPECT_EQ(Fence.Line, 11u);
  EXPECT_EQ(Fence.InlinedAt, Nowhere);
  EXPECT_EQ(M.at(K.Fn->Loc).Line, 5u);
}

// Headers of the toolkit are told from the user's; nobody has the PTX that
// nvdisasm -gp names.
TEST(Listings, PlacesThatAreNoSource) {
  for (StringRef File :
       {"/usr/local/cuda/include/crt/sm_70_rt.hpp", ".nv_debug_ptx_txt"}) {
    LoweredKernel K(
        ("//## File \"" + File + "\", line 3\nMEMBAR.SC.GPU").str());
    const Location &At = K.Unit.M->at(K.events()[0]->Loc);
    EXPECT_EQ(K.Unit.M->Files[At.File].Path, "k.sass") << File.str();
  }
}

// nvdisasm without -c: data sections, the variables that bank 4 points to.
TEST(Listings, AllSections) {
  std::string Data = "\t.target\tsm_90\n"
                     "\t.section\t.debug_frame,\"\",@progbits\n.debug_frame:\n"
                     "        /*0000*/ \t.byte\t0xff, 0xff\n"
                     "\t.section\t.nv.constant4,\"a\",@progbits\n"
                     "        /*0000*/ \t.dword\tcounter\n";
  std::string Code = listingOf("LDC.64 R2, c[0x4][0x0]\n"
                               "LDG.E R0, desc[UR4][R2.64]\nEXIT");
  SassUnit U = readChecked(Data + Code);
  ASSERT_TRUE(U.M);
  ASSERT_EQ(U.M->Functions.size(), 1u);
  ASSERT_EQ(U.M->Functions[0]->Events.size(), 1u);
  EXPECT_EQ(U.M->Functions[0]->Events[0].Object, "counter");
  ASSERT_EQ(U.M->Globals.size(), 1u);
  EXPECT_EQ(U.M->Globals[0].Spc, Space::Global);
}

TEST(Listings, DeviceFunctionsReturn) {
  SassUnit U = readChecked("\t.target\tsm_90\n\t\tFunction : f\n"
                           "        /*0000*/   MEMBAR.SC.GPU ;\n"
                           "        /*0010*/   RET.REL.NODEC R20 0x0 ;\n");
  ASSERT_TRUE(U.M);
  ASSERT_EQ(U.M->Functions.size(), 1u);
  EXPECT_EQ(U.M->Functions[0]->Kind, FunctionKind::Device);
}

TEST(Listings, ArchitectureFromOutside) {
  std::string Text = "\t\tFunction : k\n        /*0000*/   MEMBAR.SC.GPU ;\n"
                     "        /*0010*/   EXIT ;\n";
  SassOptions O;
  O.Arch = "sm_100a";
  SassUnit Known = readSass(Text, "k.sass", O);
  ASSERT_TRUE(Known.M);
  EXPECT_EQ(Known.M->Arch, "sm_100a");
  EXPECT_TRUE(Known.Notes.empty());
  SassUnit Unknown = readSass(Text, "k.sass");
  ASSERT_TRUE(Unknown.M);
  ASSERT_EQ(Unknown.Notes.size(), 1u);
  EXPECT_THAT(Unknown.Notes[0].Message, HasSubstr("architecture"));
}

TEST(Listings, OldMachinesAreToldNotRead) {
  SassUnit U = readChecked(listingOf("MEMBAR.GL\nEXIT", "sm_61"));
  ASSERT_TRUE(U.M);
  ASSERT_EQ(U.M->Functions.size(), 1u);
  EXPECT_EQ(U.M->Functions[0]->State, Coverage::Skipped);
}

TEST(Listings, NothingOfInterestIsNotLowered) {
  SassUnit U = readChecked(listingOf("LDC.64 R2, c[0x0][0x210]\n"
                                     "LDG.E R0, desc[UR4][R2.64]\n"
                                     "STG.E desc[UR4][R2.64+0x4], R0\nEXIT\n"
                                     ".L_x_0:\nBRA `(.L_x_0)"));
  ASSERT_TRUE(U.M);
  EXPECT_EQ(U.M->Functions[0]->State, Coverage::Analysed);
  EXPECT_TRUE(U.M->Functions[0]->Events.empty());
}

TEST(Listings, RefusedWithTheWayOut) {
  std::pair<StringRef, StringRef> Rows[] = {
      {"", "the file is empty"},
      {"int main() {}\n", "this is no SASS"},
      {{"\xff\xfe.\0s\0", 6}, "save it as UTF-8"},
      {"        /*0000*/   EXIT ;\n", "without the line that names"},
      {"\t.target\tsm_90\n", "holds no function"},
  };
  for (auto [Text, Message] : Rows) {
    SassUnit U = readSass(Text, "k.sass");
    EXPECT_FALSE(U.M);
    ASSERT_EQ(U.Notes.size(), 1u) << Text.str();
    EXPECT_THAT(U.Notes[0].Message, HasSubstr(Message.str()));
  }
}
