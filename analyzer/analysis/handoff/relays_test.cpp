//===- relays_test.cpp ----------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.8: causality order is transitive. A release hands on what its
// thread has acquired, and no more.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/relays.h"

using namespace fencepost;

namespace {

/// All threads of block 0 store and count; its first thread waits for the count
/// by Wait, does Then, and raises the flag by Raise. Other blocks wait for it.
TestUnit relay(llvm::StringRef Wait, llvm::StringRef Then,
               llvm::StringRef Raise) {
  return TestUnit((R"(kernel @k(ptr %data, ptr %count, ptr %flag, u32 %n) {
  %t = special tid.x
  %b = special ctaid.x
  %a = element %data, %t, 4
  %first = eq %b, 0
  br %first, store, wait
store:
  store.weak.global.b32 [%a], 1 obj="store"
  red.add.release.gpu.global.b32 [%count], 1 obj="count"
  %one = eq %t, 0
  br %one, poll, done
poll:
  %c = load.)" + Wait +
                   R"(.gpu.global.b32 [%count] : u32 obj="wait"
  %less = lt %c, %n
  br %less, poll, raise
raise:
)" + Then + "\n  store." +
                   Raise + R"(.gpu.global.b32 [%flag], 1 obj="publish"
  ret
wait:
  %f = load.acquire.gpu.global.b32 [%flag] : u32
  %zero = eq %f, 0
  br %zero, wait, use
use:
  %v = load.weak.global.b32 [%a]
done:
})")
                      .str());
}

constexpr const char *Release = "  fence.release.gpu";

TEST(Relays, AWaitThatAcquires) {
  TestUnit U = relay("acquire", "", "release");
  auto R = relayOf(U.fn(), U["store"], U["publish"]);
  ASSERT_TRUE(R);
  EXPECT_TRUE(R->Acquires);
  EXPECT_EQ(R->Count, U["count"]);
  EXPECT_EQ(R->Wait, U["wait"]);
  EXPECT_TRUE(unacquiredRelays(U.unit(), U.fn()).empty());
}

TEST(Relays, AFenceBehindTheWait) {
  TestUnit U = relay("relaxed", "  fence.acq_rel.gpu", "relaxed");
  auto R = relayOf(U.fn(), U["store"], U["publish"]);
  ASSERT_TRUE(R);
  EXPECT_TRUE(R->Acquires);
  EXPECT_TRUE(unacquiredRelays(U.unit(), U.fn()).empty());
}

TEST(Relays, AWaitThatAcquiresNothing) {
  TestUnit U = relay("relaxed", "", "release");
  auto Found = unacquiredRelays(U.unit(), U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].By.Wait, U["wait"]);
  EXPECT_EQ(Found[0].Store, U["store"]);
  EXPECT_EQ(Found[0].Publish, U["publish"]);
}

// The release is a fence of its own, before a flag that is relaxed.
TEST(Relays, AFlagBehindAReleaseFence) {
  TestUnit U = relay("relaxed", Release, "relaxed");
  auto Found = unacquiredRelays(U.unit(), U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Publish, U["publish"]);
  TestUnit Acquired = relay("acquire", Release, "relaxed");
  EXPECT_TRUE(unacquiredRelays(Acquired.unit(), Acquired.fn()).empty());
}

} // namespace
