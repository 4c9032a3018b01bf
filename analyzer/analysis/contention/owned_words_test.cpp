//===- owned_words_test.cpp -----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread's load and store of its own word do what its atomic does.
// rules/redundant-atomic.md.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/contention/owned_words.h"

using namespace fencepost;

namespace {

/// Each thread of the grid does this to what a value names; %i is its number.
WordOf owner(llvm::StringRef Index, llvm::StringRef Atomic,
             llvm::StringRef Also = "") {
  TestUnit U((R"(kernel @k(ptr const %in, ptr %out) {
  %t = special tid.x : u32
  %b = special ctaid.x : u32
  %d = special ntid.x : u32
  %o = mul %b, %d
  %i = add %o, %t
  %e = element %in, %i, 4
  %v = load.weak [%e] : u32
  %a = element %out, )" +
              Index + ", 4\n  " + Atomic + " [%a], %v obj=\"atomic\"\n" + Also +
              "}\n")
                 .str());
  auto C = contentionOf(U.unit(), U.fn(), U["atomic"]);
  EXPECT_TRUE(C);
  return C ? ownerOfWord(U.unit(), U.fn(), *C) : WordOf::Many;
}

constexpr const char *Add = "red.add.relaxed.gpu.b32";

TEST(OwnedWords, TheElementOfTheThread) {
  EXPECT_EQ(owner("%i", Add), WordOf::Thread);
  EXPECT_EQ(owner("%b", Add), WordOf::Many);
  EXPECT_EQ(owner("%v", Add), WordOf::Many);
}

TEST(OwnedWords, WhatOtherDevicesReachIsNotTheThreadsOwn) {
  EXPECT_EQ(owner("%i", "red.add.relaxed.sys.b32"), WordOf::Many);
}

TEST(OwnedWords, AnotherThreadReadsIt) {
  EXPECT_EQ(owner("%i", Add,
                  "  %j = add %i, 1\n"
                  "  %n = element %out, %j, 4\n"
                  "  %r = load.weak [%n] : u32\n"),
            WordOf::Many);
}

} // namespace
