//===- other_blocks_test.cpp - words of the next block --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `(b + k) % n` is not b where k is no multiple of n, and `b ^ k` is not where
// k is not zero; `b + k` around the grid is told for what it was written.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/handoff_detail.h"

using namespace fencepost;

namespace {

/// Is the word at %to one of another block than that at the block's number?
Ternary isOther(llvm::StringRef To) {
  TestUnit U(("kernel @k(ptr %a, i32 %shift, i32 %seed) {\nentry:\n"
              "  %b = special ctaid.x\n  %blocks = special nctaid.x\n"
              "  %rows = special nctaid.y\n" +
              To +
              "\n  %own = element %a, %b, 4\n  %there = element %a, %to, 4\n"
              "  store.weak.global.b32 [%own], 1 obj=\"own\"\n"
              "  %v = load.weak.global.b32 [%there] obj=\"there\"\n  ret\n}\n")
                 .str());
  return isOfOtherBlock(U.fn(), U.fn().event(U["own"]).Address,
                        U.fn().event(U["there"]).Address);
}

TEST(OtherBlocks, TheNextOneIsAnother) {
  for (const char *To :
       {"%s = add %b, 1\n  %to = rem %s, %blocks",
        "%s = add %b, %blocks\n  %p = sub %s, 1\n  %to = rem %p, %blocks",
        "%s = add %b, 3\n  %to = rem %s, 8",
        "%s = add %b, 3\n  %to = and %s, 7", "%to = xor %b, 1"})
    EXPECT_EQ(isOther(To), Ternary::Yes) << To;
}

TEST(OtherBlocks, AroundAllOfThemIsTheBlockItself) {
  for (const char *To : {"%to = rem %b, %blocks",
                         "%s = add %b, %blocks\n  %to = rem %s, %blocks",
                         "%s = add %b, 8\n  %to = rem %s, 8",
                         "%s = add %b, 4\n  %to = and %s, 3", "%to = xor %b, 0",
                         "%s = add %b, 1\n  %to = rem %s, %rows"})
    EXPECT_EQ(isOther(To), Ternary::No) << To;
}

TEST(OtherBlocks, WhatIsDrawnOrGivenMayBeAnother) {
  for (const char *To : {"%s = add %b, %shift\n  %to = rem %s, %blocks",
                         "%to = rem %seed, %blocks"})
    EXPECT_EQ(isOther(To), Ternary::Unknown) << To;
}

/// Is the word at %to the block's alone?
bool isOwned(llvm::StringRef To) {
  TestUnit U(("kernel @k(ptr %a, i32 %n) {\n"
              "  %b = special ctaid.x\n  %blocks = special nctaid.x\n" +
              To +
              "\n  %there = element %a, %to, 4\n"
              "  store.weak.global.b32 [%there], 1 obj=\"there\"\n}\n")
                 .str());
  return isOwnedByBlock(U.fn(), U.fn().event(U["there"]).Address);
}

TEST(OtherBlocks, AGroupHasOneWord) {
  for (const char *To : {"%to = shr %b, 1", "%to = div %b, %n",
                         "%to = and %b, 7", "%to = rem %b, 4"})
    EXPECT_FALSE(isOwned(To)) << To;
  for (const char *To :
       {"%to = add %b, %n", "%to = rem %b, %blocks",
        "%q = div %b, %n\n  %r = rem %b, %n\n  %m = mul %q, 64\n"
        "  %to = add %m, %r",
        "%t = special tid.x\n  %m = mul %b, 256\n  %i = add %m, %t\n"
        "  %to = shr %i, 5"})
    EXPECT_TRUE(isOwned(To)) << To;
}

} // namespace
