//===- consumers_test.cpp -------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rules/relaxed-poll.md: when the data of a wait is certain although no writer
// is in sight.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/handoff.h"

using namespace fencepost;

namespace {

/// One thread polls, all read behind a barrier; First stands before the wait.
std::string wait(llvm::StringRef First, llvm::StringRef Barrier,
                 llvm::StringRef Data, llvm::StringRef Who = "eq %t, 0") {
  return ("global @table space=global size=4096\n"
          "kernel @k(ptr %flag, ptr %data, ptr %other) {\n"
          "  %t = special tid.x\n" +
          First + "  %c = " + Who +
          "\n  br %c, poll, join\n"
          "poll:\n"
          "  %v = load.relaxed.gpu.global.b32 [%flag] obj=\"wait\"\n"
          "  %d = ne %v, 0\n"
          "  br %d, join, poll\n"
          "join:\n" +
          Barrier + "  %i = element " + Data +
          ", %t, 4\n"
          "  load.weak.global.f32 [%i] obj=\"read\"\n"
          "}\n")
      .str();
}

bool isForThat(const std::string &Text) {
  TestUnit U(Text);
  for (const Consumer &C : consumersOf(U.unit(), U.fn(), U["wait"]))
    if (C.Read == U["read"])
      return isWhatWaitIsFor(U.fn(), U["wait"], C);
  ADD_FAILURE() << "the read is no consumer";
  return false;
}

TEST(WhatAWaitIsFor, TheOnlyMemoryPassedIn) {
  EXPECT_TRUE(isForThat(wait("", "  barrier.sync 0\n", "%data")));
  EXPECT_TRUE(isForThat(wait("", "  bar.warp.sync -1\n", "%data")));
}

TEST(WhatAWaitIsFor, NotWhereOtherMemoryIsReadBefore) {
  EXPECT_FALSE(isForThat(wait("  load.weak.global.b32 [%other]\n",
                              "  barrier.sync 0\n", "%data")));
}

TEST(WhatAWaitIsFor, NotWithoutABarrierForAll) {
  EXPECT_FALSE(isForThat(wait("", "", "%data")));
}

TEST(WhatAWaitIsFor, NotATableOfTheUnit) {
  EXPECT_FALSE(isForThat(wait("", "  barrier.sync 0\n", "@table")));
}

} // namespace
