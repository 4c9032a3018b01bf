//===- async_reads_test.cpp -----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Async proxy": a proxy fence stands between ordinary writes and the
// asynchronous reads behind them, wherever both touch the same memory.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/fences/proxy_duty.h"
#include "analyzer/analysis/handoff/async_reads.h"

using namespace fencepost;

namespace {

constexpr const char *Tile = R"(
global @tile space=shared::cta size=512
global @other space=shared::cta size=512
)";

TestUnit storeOf(llvm::StringRef Between, llvm::StringRef Written = "@tile") {
  return TestUnit((llvm::Twine(Tile) + R"(kernel @k(ptr %out, u32 %n) {
  %t = special tid.x
  %a = element )" + Written +
                   R"(, %t, 4
  store.weak.shared::cta [%a], 1 obj="store"
)" + Between + R"(
  async.copy.bulk.async.global [%out], ?, @tile, 512 obj="copy"
})")
                      .str());
}

std::vector<UnfencedWrite> unfenced(const TestUnit &U) {
  auto Reads = asyncReads(U.fn());
  EXPECT_EQ(Reads.size(), 1u);
  return Reads.empty() ? std::vector<UnfencedWrite>()
                       : unfencedWrites(U.fn(), Reads.front(), 8);
}

TEST(AsyncReads, SourceOfABulkStore) {
  TestUnit U = storeOf("  barrier.sync 0");
  auto Reads = asyncReads(U.fn());
  ASSERT_EQ(Reads.size(), 1u);
  EXPECT_EQ(Reads[0].By, U["copy"]);
  EXPECT_EQ(Reads[0].Spc, Space::SharedCta);
  EXPECT_EQ(Reads[0].Bytes, 512);
}

TEST(AsyncReads, BarrierIsNoProxyFence) {
  TestUnit U = storeOf("  barrier.sync 0 obj=\"bar\"");
  auto W = unfenced(U);
  ASSERT_EQ(W.size(), 1u);
  EXPECT_EQ(W[0].Store, U["store"]);
  EXPECT_EQ(W[0].Barrier, U["bar"]);
}

TEST(AsyncReads, FenceBeforeOrBehindTheBarrier) {
  EXPECT_TRUE(unfenced(storeOf("  fence.proxy.async.shared::cta\n"
                               "  barrier.sync 0"))
                  .empty());
  EXPECT_TRUE(unfenced(storeOf("  barrier.sync 0\n"
                               "  fence.proxy.async.shared::cta"))
                  .empty());
  EXPECT_TRUE(unfenced(storeOf("  fence.proxy.async")).empty());
}

TEST(AsyncReads, FenceOfTheOtherSpace) {
  TestUnit U = storeOf("  fence.proxy.async.global obj=\"narrow\"");
  auto W = unfenced(U);
  ASSERT_EQ(W.size(), 1u);
  EXPECT_EQ(W[0].Narrow, U["narrow"]);
}

TEST(AsyncReads, GenericFencesAreNone) {
  EXPECT_EQ(unfenced(storeOf("  fence.sc.sys")).size(), 1u);
}

TEST(AsyncReads, OtherMemoryIsNotRead) {
  EXPECT_TRUE(unfenced(storeOf("  barrier.sync 0", "@other")).empty());
}

TEST(AsyncReads, UnknownCallsMayFence) {
  EXPECT_TRUE(unfenced(storeOf("  call spelled=\"unknown()\"")).empty());
}

TEST(AsyncReads, Covers) {
  Event E;
  E.Kind = EventKind::ProxyFence;
  E.Prx = Proxy::Async;
  E.Spc = Space::SharedCta;
  EXPECT_TRUE(coversProxy(E, Space::SharedCta));
  EXPECT_FALSE(coversProxy(E, Space::Global));
  E.Spc = Space::Unknown;
  EXPECT_TRUE(coversProxy(E, Space::Global));
  E.Prx = Proxy::Alias;
  EXPECT_FALSE(coversProxy(E, Space::Global));
}

TEST(ProxyDuty, CompletionLeavesNothingToDo) {
  TestUnit U((llvm::Twine(Tile) + R"(kernel @k(ptr %out) {
  async.copy.bulk.async.global [%out], ?, @tile, 512 obj="copy"
  async.commit.bulk
  async.wait.bulk 0 obj="wait"
  fence.proxy.async obj="fence"
  ret
})")
                 .str());
  ProxyDuty D = dutyOfProxyFence(U.fn(), U["fence"]);
  EXPECT_EQ(D.Waits, std::vector<EventId>{U["wait"]});
  EXPECT_TRUE(D.AsyncBehind.empty());
}

TEST(ProxyDuty, NextCopyInALoopComesBehind) {
  TestUnit U((llvm::Twine(Tile) + R"(kernel @k(ptr %out, u32 %n) {
loop:
  async.copy.bulk.async.global [%out], ?, @tile, 512 obj="copy"
  async.commit.bulk
  async.wait.bulk 0
  fence.proxy.async obj="fence"
  %v = load.weak [%out]
  %c = eq %v, 0
  br %c, loop, end
end:
  ret
})")
                 .str());
  EXPECT_EQ(dutyOfProxyFence(U.fn(), U["fence"]).AsyncBehind,
            std::vector<EventId>{U["copy"]});
}

TEST(ProxyDuty, CopyOfAnotherRoleMayComeBehind) {
  TestUnit U((llvm::Twine(Tile) + R"(kernel @k(ptr %out, u32 %n) {
  %t = special tid.x
  %c = lt %t, 32
  br %c, producer, consumer
producer:
  async.copy.bulk.async.global [%out], ?, @tile, 512 obj="copy"
  ret
consumer:
  mbarrier.try_wait.acquire.cta.shared::cta [@other]
  fence.proxy.async obj="fence"
  ret
})")
                 .str());
  EXPECT_EQ(dutyOfProxyFence(U.fn(), U["fence"]).AsyncBehind,
            std::vector<EventId>{U["copy"]});
}

} // namespace
