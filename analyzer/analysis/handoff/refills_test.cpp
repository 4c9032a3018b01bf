//===- refills_test.cpp ---------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Async proxy": an ordinary store and a bulk copy into the same
// memory need a proxy fence between them, whichever thread issues the copy.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/refills.h"

using namespace fencepost;

namespace {

constexpr const char *Shared = R"(
global @stage space=shared::cta size=512
global @full space=shared::cta size=8
global @empty space=shared::cta size=8
)";

/// Consumers do Use and arrive at @empty; a producer waits there, does Ready
/// and fills @stage again.
TestUnit pipeline(llvm::StringRef Use, llvm::StringRef Ready = "",
                  llvm::StringRef Awaited = "@empty") {
  return TestUnit((llvm::Twine(Shared) + R"(kernel @k(ptr const %in, ptr %out) {
b0:
  %t = special tid.x
  %a = element @stage, %t, 4
  %c = ge %t, 128
  br %c, fill, use
fill:
  %d = mbarrier.try_wait.acquire.cta.shared::cta.b64 [)" +
                   Awaited + R"(], 0
  br %d, go, fill
go:
)" + Ready + R"(
  async.copy.mbarrier.async.shared::cluster [@stage], 512, %in, 512 via=@full obj="copy"
  jump fill
use:
  %e = mbarrier.try_wait.acquire.cta.shared::cta.b64 [@full], 0
  br %e, body, use
body:
)" + Use + R"(
  mbarrier.arrive.release.cta.shared::cta.b64 [@empty] obj="arrive"
  jump use
})")
                      .str());
}

TEST(Refills, StoresOfAnotherRole) {
  TestUnit U = pipeline("  store.weak.shared::cta [%a], 1 obj=\"store\"");
  auto R = unfencedRefills(U.fn());
  ASSERT_EQ(R.size(), 1u);
  EXPECT_EQ(R[0].Copy, U["copy"]);
  EXPECT_EQ(R[0].Store, U["store"]);
  EXPECT_EQ(R[0].HandBack, U["arrive"]);
}

TEST(Refills, WhatWasOnlyReadNeedsNoFence) {
  TestUnit U = pipeline("  %v = load.weak.shared::cta [%a]");
  EXPECT_TRUE(unfencedRefills(U.fn()).empty());
}

TEST(Refills, FenceOfTheWritersOrOfTheIssuer) {
  llvm::StringRef Store = "  store.weak.shared::cta [%a], 1\n";
  llvm::StringRef Fence = "  fence.proxy.async.shared::cta\n";
  EXPECT_TRUE(unfencedRefills(pipeline((Store + Fence).str()).fn()).empty());
  EXPECT_TRUE(unfencedRefills(pipeline(Store, Fence).fn()).empty());
  llvm::StringRef Global = "  fence.proxy.async.global\n";
  EXPECT_EQ(unfencedRefills(pipeline((Store + Global).str()).fn()).size(), 1u);
}

TEST(Refills, ArrivalThatTheIssuerDoesNotWaitFor) {
  TestUnit U = pipeline("  store.weak.shared::cta [%a], 1", "", "@full");
  EXPECT_TRUE(unfencedRefills(U.fn()).empty());
}

TEST(Refills, StoresOfTheSameThreads) {
  auto Looped = [](llvm::StringRef Between) {
    return TestUnit((llvm::Twine(Shared) + R"(kernel @k(ptr const %in) {
b0:
  %t = special tid.x
  %a = element @stage, %t, 4
  jump top
top:
  async.copy.mbarrier.async.shared::cluster [@stage], 512, %in, 512 via=@full obj="copy"
  jump wait
wait:
  %e = mbarrier.try_wait.acquire.cta.shared::cta.b64 [@full], 0
  br %e, body, wait
body:
  store.weak.shared::cta [%a], 1 obj="store"
)" + Between + R"(
  barrier.sync 0 obj="bar"
  jump top
})")
                        .str());
  };
  TestUnit U = Looped("");
  auto R = unfencedRefills(U.fn());
  ASSERT_EQ(R.size(), 1u);
  EXPECT_EQ(R[0].HandBack, U["bar"]);
  TestUnit Fenced = Looped("  fence.proxy.async.shared::cta");
  EXPECT_TRUE(unfencedRefills(Fenced.fn()).empty());
}

/// Threads that Comes lets in store Stored; each turn copies Size bytes to
/// @stage again.
size_t refillsOf(llvm::StringRef Stored, llvm::StringRef Size = "?",
                 llvm::StringRef Comes = "ge %t, 0") {
  TestUnit U((llvm::Twine(Shared) +
              R"(kernel @k(ptr const %in, u64 %bytes, u32 %n) {
b0:
  %t = special tid.x
  %lane = and %t, 31
  %c = )" + Comes +
              "\n" + Stored + R"(
  jump top
top:
  async.copy.mbarrier.async.shared::cluster [@stage], )" +
              Size + ", %in, " + Size + R"( via=@full
  jump wait
wait:
  %e = mbarrier.try_wait.acquire.cta.shared::cta.b64 [@full], 0
  br %e, body, wait
body:
  br %c, store, join
store:
  store.weak.shared::cta [%a], 1
  jump join
join:
  barrier.sync 0
  %more = eq %e, %n
  br %more, top, end
end:
  ret
})")
                 .str());
  return unfencedRefills(U.fn()).size();
}

TEST(Refills, PartsOfADynamicBuffer) {
  const char *Own = "  %a = element @stage, %t, 4";
  EXPECT_EQ(refillsOf(Own), 1u);
  EXPECT_EQ(refillsOf(Own, "%bytes"), 1u);
  // The results stand behind what is copied.
  const char *Behind = "  %out = add @stage, %bytes\n"
                       "  %a = element %out, %t, 4";
  EXPECT_EQ(refillsOf(Behind, "%bytes"), 0u);
  EXPECT_EQ(refillsOf(Behind), 0u);
  EXPECT_EQ(refillsOf("  %i = add %t, %n\n  %a = element @stage, %i, 4"), 0u);
  EXPECT_EQ(refillsOf("  %i = mul %t, %n\n  %a = element @stage, %i, 4"), 1u);
}

TEST(Refills, ThreadsThatStore) {
  const char *Own = "  %a = element @stage, %t, 4";
  const char *Warps = "  %a = element @stage, %lane, 4";
  const char *Role = "  %i = sub %t, 128\n  %a = element @stage, %i, 4";
  // Threads from 128 on come to 512 bytes and more with their own numbers.
  EXPECT_EQ(refillsOf(Own, "512", "ge %t, 128"), 0u);
  EXPECT_EQ(refillsOf(Own, "512", "ge %t, 96"), 1u);
  EXPECT_EQ(refillsOf(Own, "%bytes", "ge %t, 128"), 0u);
  EXPECT_EQ(refillsOf(Warps, "?", "ge %t, 128"), 1u);
  EXPECT_EQ(refillsOf(Role, "512", "ge %t, 128"), 1u);
  EXPECT_EQ(refillsOf(Own, "512", "eq %lane, 5"), 1u);
  EXPECT_EQ(refillsOf(Own, "?", "eq %lane, 5"), 0u);
}

} // namespace
