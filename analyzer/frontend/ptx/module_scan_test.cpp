//===- module_scan_test.cpp - which functions are worth reading -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/module_scan.h"
#include "analyzer/frontend/ptx/ptx_testing.h"

using namespace fencepost;
using namespace fencepost::test;
using ptx::ScannedFunction;

/// Target follows `.target sm_90`.
static ScannedFunction scanned(const std::string &Body,
                               const std::string &Target = "") {
  static std::string Text; // The result points into it.
  Text = ".version 9.0\n.target sm_90" + Target +
         "\n.address_size 64\n.entry k(.param .u64 x)\n{\n" + Body + "}\n";
  ptx::ScanResult R = ptx::scanModules(Text);
  EXPECT_EQ(R.Modules.size(), 1u);
  return R.Modules[0].Functions.at(0);
}

//===- Loops --------------------------------------------------------------===//

TEST(PtxScan, ALoopInOnePieceMayWait) {
  EXPECT_TRUE(scanned("$A:\n ld.global.u32 %r1, [%rd1];\n"
                      " setp.eq.s32 %p1, %r1, 0;\n @%p1 bra $A;\n ret;\n")
                  .MayWait);
}

TEST(PtxScan, AWordOfTheBlockPassesOnWhatOneThreadFound) {
  std::string Ask = " ld.shared.u32 %r2, [%r9];\n"
                    " setp.eq.s32 %p1, %r2, 0;\n @%p1 bra $A;\n ret;\n";
  EXPECT_FALSE(scanned("$A:\n bar.sync 0;\n" + Ask).MayWait)
      << "no rule speaks of it";
  EXPECT_TRUE(scanned("$A:\n ld.global.u32 %r1, [%rd1];\n"
                      " st.shared.u32 [%r9], %r1;\n bar.sync 0;\n" +
                      Ask)
                  .MayWait);
  EXPECT_FALSE(scanned("$A:\n add.s64 %rd1, %rd1, 4;\n"
                       " ld.global.u32 %r1, [%rd1];\n"
                       " st.shared.u32 [%r9], %r1;\n bar.sync 0;\n" +
                       Ask)
                   .MayWait);
}

TEST(PtxScan, ALoopThatWalksDoesNotWait) {
  EXPECT_FALSE(scanned("$A:\n ld.global.u32 %r1, [%rd1];\n"
                       " add.s64 %rd1, %rd1, 4;\n"
                       " setp.eq.s32 %p1, %r1, 0;\n @%p1 bra $A;\n ret;\n")
                   .MayWait);
}

TEST(PtxScan, TheReadOfAWaitStandsBehindTheBranchBack) {
  // $A asks, $C reads, $B goes back: no single branch back covers it all.
  EXPECT_TRUE(scanned(" mov.u32 %r1, 0;\n"
                      "$A:\n setp.ne.s32 %p1, %r1, 0;\n @%p1 bra $D;\n"
                      " bra.uni $C;\n"
                      "$B:\n add.s32 %r2, %r2, 1;\n setp.lt.s32 %p2, %r2, 9;\n"
                      " @%p2 bra $A;\n bra.uni $D;\n"
                      "$C:\n ld.global.u32 %r1, [%rd1];\n bra.uni $B;\n"
                      "$D:\n ret;\n")
                  .MayWait);
}

TEST(PtxScan, TheWayOutStandsInsideTheLoop) {
  EXPECT_TRUE(scanned("$A:\n ld.global.u32 %r1, [%rd1];\n"
                      " setp.ne.s32 %p1, %r1, 0;\n @%p1 bra $B;\n"
                      " add.s32 %r2, %r2, 1;\n bra.uni $C;\n"
                      "$B:\n st.global.u32 [%rd2], %r2;\n ret;\n"
                      "$C:\n setp.lt.s32 %p2, %r2, 9;\n @%p2 bra $A;\n"
                      " ret;\n")
                  .MayWait);
}

TEST(PtxScan, AnAddressComputedBehindItsUseIsTheSameInEachIteration) {
  // Entered in the middle: the address is computed at the end of the text.
  EXPECT_TRUE(scanned(" bra.uni $M;\n"
                      "$A:\n ld.global.u32 %r1, [%rd3];\n"
                      " setp.ne.s32 %p1, %r1, 0;\n @%p1 bra $D;\n"
                      "$M:\n add.s64 %rd3, %rd1, 16;\n bra.uni $A;\n"
                      "$D:\n ret;\n")
                  .MayWait);
}

TEST(PtxScan, OneOfTwoDefinitionsIsTheRead) {
  EXPECT_TRUE(scanned("$A:\n @%p3 bra $B;\n ld.global.u32 %r1, [%rd1];\n"
                      " bra.uni $C;\n$B:\n mov.u32 %r1, 0;\n"
                      "$C:\n setp.eq.s32 %p1, %r1, 0;\n @%p1 bra $A;\n"
                      " ret;\n")
                  .MayWait);
}

TEST(PtxScan, BlocksOfOthersStandBetweenThoseOfALoop) {
  // A choice by what was read, whose sides meet again; $X is another's.
  EXPECT_FALSE(scanned(" @%p4 bra $X;\n"
                       "$A:\n ld.global.u32 %r1, [%rd1];\n"
                       " setp.ne.s32 %p1, %r1, 0;\n @%p1 bra $B;\n"
                       " add.s32 %r3, %r3, 2;\n bra.uni $C;\n"
                       "$X:\n st.global.u32 [%rd2], %r3;\n bra.uni $E;\n"
                       "$B:\n add.s32 %r3, %r3, 1;\n"
                       "$C:\n add.s32 %r2, %r2, 1;\n"
                       " setp.lt.s32 %p2, %r2, 9;\n @%p2 bra $A;\n"
                       "$E:\n ret;\n")
                   .MayWait);
}

TEST(PtxScan, TheWayOutIsNotTheBranchTaken) {
  EXPECT_TRUE(scanned("$A:\n ld.global.u32 %r1, [%rd1];\n"
                      " setp.ne.s32 %p1, %r1, 0;\n @!%p1 bra $B;\n"
                      " bra.uni $E;\n"
                      "$B:\n add.s32 %r2, %r2, 1;\n bra.uni $A;\n"
                      "$E:\n ret;\n")
                  .MayWait);
  EXPECT_TRUE(scanned("$A:\n ld.global.u32 %r1, [%rd1];\n"
                      " setp.ne.s32 %p1, %r1, 0;\n @%p1 ret;\n"
                      " add.s32 %r2, %r2, 1;\n setp.lt.s32 %p2, %r2, 9;\n"
                      " @%p2 bra $A;\n ret;\n")
                  .MayWait);
}

TEST(PtxScan, AWaitInsideALongerLoop) {
  // Both go back to $A: one while nothing came, the other after the work.
  EXPECT_TRUE(scanned("$A:\n ld.global.u32 %r1, [%rd1];\n"
                      " setp.eq.s32 %p1, %r1, 0;\n @%p1 bra $A;\n"
                      " add.s32 %r2, %r2, 1;\n setp.lt.s32 %p2, %r2, 9;\n"
                      " @%p2 bra $A;\n ret;\n")
                  .MayWait);
}

TEST(PtxScan, AWaitIsSeenHoweverItIsWritten) {
  std::string End = " @%p1 bra $A;\n ret;\n";
  for (std::string Body :
       {"$A: ld.global.u32 %r1, [%rd1]; setp.eq.s32 %p1, %r1, 0;",
        "$A:\n ld.global.u32\n %r1,\n [%rd1];\n setp.eq.s32\n %p1,\n %r1, 0;\n",
        "$A:\n ld.global.v2.u32 {%r8, %r1}, [%rd1];\n"
        " setp.eq.and.s32 %p9|%p1, %r1, 0, %p8;\n",
        "$A:\n ld.global.u64 %rd5, [%rd1];\n mov.b64 {%r8,%r1}, %rd5;\n"
        " setp.eq.s32 %p1, %r1, 0;\n",
        "$A:\n ld.global.u32 %r5, [%rd1];\n /* a, b */ mov.u32 %r1, %r5;\n"
        " // c, d\n setp.eq.s32 %p1, %r1, 0; // e, f\n",
        "$A:\n { .reg .b32 t; ld.global.u32 t, [%rd1]; mov.b32 %r1, t; }\n"
        " setp.eq.s32 %p1, %r1, 0;\n",
        "$A:\n ld.global.u32 %r5, [%rd1];\n @%p7 mov.u32 %r1, %r5;\n"
        " setp.eq.s32 %p1, %r1, 0;\n"})
    EXPECT_TRUE(scanned(Body + End).MayWait) << Body;
}

TEST(PtxScan, ACountIsNoWaitWhateverIsReadBesideIt) {
  EXPECT_FALSE(scanned("$A:\n ld.global.u32 %r11, [%rd1];\n"
                       " st.shared.u32 [%r1], %r11;\n add.s32 %r1, %r1, 4;\n"
                       " setp.lt.s32 %p1, %r1, %r2;\n @%p1 bra $A;\n ret;\n")
                   .MayWait);
}

//===- Updates ------------------------------------------------------------===//

static const std::string OwnIndex = " mov.u32 %r1, %tid.x;\n"
                                    " mov.u32 %r2, %ctaid.x;\n"
                                    " mov.u32 %r3, %ntid.x;\n"
                                    " mad.lo.s32 %r4, %r2, %r3, %r1;\n"
                                    " mul.wide.s32 %rd2, %r4, 4;\n"
                                    " add.s64 %rd3, %rd1, %rd2;\n";
static const std::string AddOne = " ld.global.u32 %r8, [%rd3];\n"
                                  " add.s32 %r9, %r8, 1;\n"
                                  " st.global.u32 [%rd3], %r9;\n";

TEST(PtxScan, AnElementOfEachThread) {
  EXPECT_FALSE(scanned(OwnIndex + AddOne + " ret;\n").UpdatesShared);
}

TEST(PtxScan, ThreadsOfABlockMeet) {
  EXPECT_TRUE(scanned(" mov.u32 %r1, %ctaid.x;\n mul.wide.u32 %rd2, %r1, 4;\n"
                      " add.s64 %rd3, %rd1, %rd2;\n" +
                      AddOne + " ret;\n")
                  .UpdatesShared);
}

TEST(PtxScan, NeighboursMeetInTheQuotient) {
  std::string Text = OwnIndex;
  Text.replace(Text.find("mad.lo"), 6, "mul.hi");
  EXPECT_TRUE(scanned(Text + AddOne + " ret;\n").UpdatesShared)
      << "compilers divide with it";
}

TEST(PtxScan, DigitsOfTheThreadInSharedMemory) {
  auto With = [](const std::string &Operation) {
    return scanned(" mov.u32 %r1, %tid.x;\n " + Operation +
                   ";\n shl.b32 %r3, %r2, 2;\n add.s32 %r5, %r4, %r3;\n"
                   " ld.shared.u32 %r6, [%r5];\n add.s32 %r7, %r6, 1;\n"
                   " st.shared.u32 [%r5], %r7;\n ret;\n")
        .UpdatesShared;
  };
  EXPECT_TRUE(With("and.b32 %r2, %r1, 7"));
  EXPECT_TRUE(With("shr.u32 %r2, %r1, 5"));
  EXPECT_TRUE(With("rem.u32 %r2, %r1, 10"));
  EXPECT_FALSE(With("xor.b32 %r2, %r1, 16"));
  EXPECT_FALSE(With("mov.u32 %r2, %r1"));
}

TEST(PtxScan, ARegisterThatIsUsedAgain) {
  EXPECT_TRUE(scanned(" add.s64 %rd3, %rd1, 64;\n" + AddOne + OwnIndex +
                      AddOne + " ret;\n")
                  .UpdatesShared);
}

TEST(PtxScan, AStoreInTheTextBeforeItsLoad) {
  EXPECT_TRUE(scanned(" add.s64 %rd3, %rd1, 64;\n$A:\n"
                      " st.global.u32 [%rd3], %r9;\n"
                      " ld.global.u32 %r8, [%rd3];\n add.s32 %r9, %r8, 1;\n"
                      " add.s32 %r2, %r2, 1;\n setp.lt.s32 %p1, %r2, %r3;\n"
                      " @%p1 bra $A;\n ret;\n")
                  .UpdatesShared);
}

TEST(PtxScan, InlineAssemblyWritesTheSumOfAnAddress) {
  EXPECT_TRUE(scanned(" add.s64 %rd3, %rd1, 64;\n"
                      " // begin inline asm\n ld.global.u32 %r8, [%rd3];\n"
                      " // end inline asm\n add.s32 %r9, %r8, 1;\n"
                      " st.global.u32 [%rd1+64], %r9;\n ret;\n")
                  .UpdatesShared);
}

TEST(PtxScan, WithoutOptimizationEqualAddressesAreComputedTwice) {
  std::string Text = " add.s64 %rd3, %rd1, 64;\n add.s64 %rd4, %rd1, 64;\n"
                     " ld.global.u32 %r8, [%rd3];\n add.s32 %r9, %r8, 1;\n"
                     " st.global.u32 [%rd4], %r9;\n ret;\n";
  EXPECT_TRUE(scanned(Text, ", debug").UpdatesShared);
  EXPECT_TRUE(scanned(" .local .align 8 .b8 __local_depot0[16];\n" + Text)
                  .UpdatesShared);
}

// A word of the block that threads read and write back.
static std::string sharedUpdate(const std::string &Index,
                                const std::string &New) {
  return " mov.u32 %r1, %tid.x;\n mov.u32 %r9, %laneid;\n" + Index +
         " shl.b32 %r3, %r2, 2;\n add.s32 %r5, %r4, %r3;\n"
         " ld.shared.u32 %r6, [%r5];\n" +
         New + " st.shared.u32 [%r5], %r7;\n$D:\n ret;\n";
}
static const std::string Increment = " add.s32 %r7, %r6, 1;\n";

TEST(PtxScan, WhatIsWrittenBackDependsOnWhatWasRead) {
  std::string Warp = " shr.u32 %r2, %r1, 5;\n";
  EXPECT_TRUE(scanned(sharedUpdate(Warp, Increment)).UpdatesShared);
  EXPECT_FALSE(
      scanned(sharedUpdate(Warp, " add.s32 %r7, %r1, 1;\n")).UpdatesShared);
  EXPECT_TRUE(scanned(sharedUpdate(Warp, " mov.u32 %r7, %r1;\n"
                                         " setp.ge.s32 %p1, %r6, %r7;\n"
                                         " @%p1 bra $D;\n"))
                  .UpdatesShared)
      << "a maximum";
}

TEST(PtxScan, OneThreadUpdates) {
  std::string Word = " mov.u32 %r2, 0;\n";
  auto Behind = [&](const std::string &Guard) {
    return scanned(sharedUpdate(Word + Guard, Increment)).UpdatesShared;
  };
  EXPECT_TRUE(Behind(""));
  EXPECT_FALSE(Behind(" setp.ne.s32 %p1, %r1, 0;\n @%p1 bra $D;\n"));
  EXPECT_FALSE(Behind(" setp.eq.s32 %p1, %r1, 0;\n @!%p1 bra $D;\n"));
  EXPECT_FALSE(Behind(" setp.ne.s32 %p1, %r1, 0;\n"
                      " setp.lt.s32 %p2, %r8, 9;\n"
                      " or.pred %p3, %p2, %p1;\n @%p3 bra $D;\n"));
  EXPECT_TRUE(Behind(" setp.eq.s32 %p1, %r1, 0;\n @%p1 bra $D;\n"))
      << "all but one";
  EXPECT_TRUE(Behind(" setp.gt.s32 %p1, %r1, 63;\n @%p1 bra $D;\n"));
  EXPECT_TRUE(Behind(" setp.lt.s32 %p2, %r8, 9;\n @%p2 bra $E;\n"
                     " setp.ne.s32 %p1, %r1, 0;\n @%p1 bra $D;\n$E:\n"))
      << "others come in from before the test";
}

TEST(PtxScan, LaneAndWarpTellThreadsApart) {
  EXPECT_FALSE(scanned(sharedUpdate(" shr.u32 %r8, %r1, 5;\n"
                                    " mad.lo.s32 %r2, %r8, 33, %r9;\n",
                                    Increment))
                   .UpdatesShared);
}

TEST(PtxScan, ABarrierDefinesNoNumber) {
  EXPECT_FALSE(scanned(" bar.sync 0;\n mov.u32 %r2, 0;\n" +
                       sharedUpdate(" setp.ne.s32 %p1, %r1, 0;\n"
                                    " @%p1 bra $D;\n",
                                    Increment))
                   .UpdatesShared);
}

TEST(PtxScan, AStoreThatOthersLoadBehindIt) {
  std::string Text = " st.global.u32 [%rd1], %r1;\n bar.sync 0;\n"
                     " ld.global.u32 %r2, [%rd1];\n ret;\n";
  EXPECT_TRUE(scanned(Text).UpdatesShared);
  EXPECT_FALSE(scanned(OwnIndex + " st.global.u32 [%rd3], %r1;\n"
                                  " ld.global.u32 %r2, [%rd3];\n ret;\n")
                   .UpdatesShared);
}

TEST(PtxScan, RegistersOfAnyName) {
  for (std::string Name :
       {"%r4000000000", "%r3999999", "%total", "%r1x", "sum", "%r007"})
    EXPECT_TRUE(scanned(" ld.global.u32 " + Name + ", [%rd1];\n add.s32 %r2, " +
                        Name + ", 1;\n st.global.u32 [%rd1], %r2;\n ret;\n")
                    .UpdatesShared)
        << Name;
}

//===- Variables ----------------------------------------------------------===//

TEST(PtxScan, OneOfManyVariablesIsWhatAnotherKernelWaitsFor) {
  std::string Text = Header;
  for (int I = 0; I < 40; ++I)
    Text += ".global .u32 word" + std::to_string(I) + ";\n";
  Text += ".entry wait()\n{\n$A:\n ld.acquire.gpu.global.u32 %r1, [word7];\n"
          " setp.eq.s32 %p1, %r1, 0;\n @%p1 bra $A;\n ret;\n}\n"
          ".entry raise()\n{\n st.global.u32 [word7], 1;\n ret;\n}\n"
          ".entry other()\n{\n st.global.u32 [word8], 1;\n ret;\n}\n";
  PtxUnit U = readChecked(Text);
  EXPECT_EQ(functionIn(U, "raise")->Events.size(), 1u);
  EXPECT_TRUE(functionIn(U, "other")->Events.empty());
}
