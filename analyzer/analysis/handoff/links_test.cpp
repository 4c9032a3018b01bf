//===- links_test.cpp -----------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.9: that an address depends on what was read orders nothing. Within
// one thread the order is that of the program (8.7).
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/links.h"

using namespace fencepost;

namespace {

/// A record is filled and put into the word at Word; what Head reads leads to
/// the record that is read.
TestUnit list(llvm::StringRef Word, llvm::StringRef Head,
              llvm::StringRef Between = "", llvm::StringRef Fill = "%rec") {
  return TestUnit((R"(kernel @k(ptr %heads, ptr %pool, ptr const %keys) {
  %t = special tid.x
  %b = special ctaid.x
  %d = special ntid.x
  %o = mul %b, %d
  %i = add %o, %t
  %ka = element %keys, %i, 4
  %key = load.weak.global.b32 [%ka] : u32
  %own = element %heads, %i, 4
  %any = element %heads, %key, 4
  %rec = element %pool, %i, 4
  %odd = element %pool, %key, 4
  store.weak.global.b32 [)" +
                   Fill + R"(], 7 obj="fill"
  atom.exch.relaxed.gpu.global.b32 [)" +
                   Word + R"(], %i obj="put"
)" + Between + R"(
  %h = load.relaxed.gpu.global.b32 [)" +
                   Head + R"(] : u32 obj="head"
  %at = element %pool, %h, 4
  %v = load.weak.global.b32 [%at] obj="read"
})")
                      .str());
}

TEST(Links, AWordThatAllThreadsPutTheirRecordsInto) {
  TestUnit U = list("%any", "%any");
  const auto &Found = linksOf(U.unit(), U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Fill, U["fill"]);
  EXPECT_EQ(Found[0].Put, U["put"]);
  EXPECT_EQ(Found[0].Head, U["head"]);
  EXPECT_EQ(Found[0].Read, U["read"]);
}

TEST(Links, AWordOfTheThreadItself) {
  TestUnit Own = list("%own", "%own");
  EXPECT_TRUE(linksOf(Own.unit(), Own.fn()).empty());
  TestUnit Others = list("%own", "%any");
  EXPECT_EQ(linksOf(Others.unit(), Others.fn()).size(), 1u);
}

TEST(Links, ARecordThatIsNotTheOnePut) {
  TestUnit U = list("%any", "%any", "", "%odd");
  EXPECT_TRUE(linksOf(U.unit(), U.fn()).empty());
}

TEST(Links, ABarrierBetweenPuttingAndFollowing) {
  TestUnit U = list("%any", "%any", "  barrier.sync 0");
  EXPECT_TRUE(linksOf(U.unit(), U.fn()).empty());
}

TEST(Links, BucketsOfOthersBehindABranch) {
  TestUnit U(R"(kernel @k(ptr %heads, ptr %pool, ptr const %keys, ptr %out) {
entry:
  %t = special tid.x
  %b = special ctaid.x
  %d = special ntid.x
  %o = mul %b, %d
  %i = add %o, %t
  %ka = element %keys, %i, 4
  %key = load.weak.global.b32 [%ka] : u32
  %bucket = rem %key, 64
  %word = element %heads, %bucket, 8
  %rec = element %pool, %i, 16
  %value = field %rec, 4, "Rec::value"
  %odd = and %i, 1
  %c = ne %odd, 0
  br %c, push, find
push:
  store.weak.global.b32 [%value], 7 obj="fill"
  atom.exch.release.gpu.global.b64 [%word], %rec obj="put"
  ret
find:
  %h = load.relaxed.gpu.global.b64 [%word] : ptr obj="head"
  %at = field %h, 4, "Rec::value"
  %v = load.weak.global.b32 [%at] obj="read"
  store.weak.global.b32 [%out], %v
  ret
})");
  const auto &Found = linksOf(U.unit(), U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Head, U["head"]);
  EXPECT_EQ(Found[0].Read, U["read"]);
}

} // namespace
