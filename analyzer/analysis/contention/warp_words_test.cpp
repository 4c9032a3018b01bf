//===- warp_words_test.cpp - words that belong to one warp ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp is 32 threads of consecutive numbers (CUDA C++ Programming Guide,
// "SIMT Architecture"), of which x counts first.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/contention/warp_words.h"

using namespace fencepost;

namespace {

bool isOfWarp(llvm::StringRef Row, llvm::StringRef First = "%row",
              llvm::StringRef To = "%row", llvm::StringRef Also = "") {
  TestUnit U((R"(kernel @k(ptr const %first, ptr %y, u32 %n) {
  %t = special tid.x : u32
  %b = special ctaid.x : u32
  %d = special ntid.x : u32
  %o = mul %b, %d
  %i = add %o, %t
)" + Also + R"(
  %row = )" + Row +
              R"(
  %f = element %first, )" +
              First + R"(, 4
  %v = load.weak [%f]
  %to = add )" +
              To + R"(, 0
  %a = element %y, %to, 4
  red.add.relaxed.gpu.f32 [%a], %v obj="sum"
})")
                 .str());
  return isWordOfWarp(U.fn(), U["sum"]);
}

TEST(WarpWords, TheNumberOfTheWarpInTheGrid) {
  EXPECT_TRUE(isOfWarp("div %i, 32"));
  EXPECT_TRUE(isOfWarp("shr %i, 5"));
  EXPECT_FALSE(isOfWarp("div %i, 64"));
  EXPECT_FALSE(isOfWarp("shr %i, 4")) << "two words for a warp";
  EXPECT_FALSE(isOfWarp("div %t, 32")) << "each block has a first one";
}

TEST(WarpWords, TheWarpHasAllOfTheRow) {
  EXPECT_FALSE(isOfWarp("div %i, 32", "%i")) << "nothing is read by the row";
}

TEST(WarpWords, ASecondAxisCountsTheWarpsAgain) {
  EXPECT_FALSE(
      isOfWarp("div %i, 32", "%row", "%row", "  %y2 = special ctaid.y : u32"));
  EXPECT_FALSE(
      isOfWarp("div %i, 32", "%row", "%row", "  %y2 = special tid.y : u32"));
}

TEST(WarpWords, APlaceWithinTheRowOfAllIsStillTheWarps) {
  EXPECT_TRUE(
      isOfWarp("div %i, 32", "%row", "%beyond", "  %beyond = add %row, %n"));
  EXPECT_FALSE(
      isOfWarp("div %i, 32", "%row", "%other", "  %other = add %row, %t"))
      << "words of other warps";
}

} // namespace
