//===- proxy_duty_test.cpp - what a proxy fence is for ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.7, "Async proxy": the completion of a copy makes its data visible
// to generic accesses; a fence is needed from those to copies behind them.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/fences/proxy_duty.h"

using namespace fencepost;

namespace {

/// A copy into shared memory, a wait and a read in each turn of a loop.
bool isLate(llvm::StringRef BeforeCopy, llvm::StringRef BeforeRead,
            llvm::StringRef BehindRead, llvm::StringRef Filled = "@row",
            llvm::StringRef Row = "@row") {
  TestUnit U((
                 R"(global @row space=shared::cta size=1024
global @tail space=shared::cta size=1024
global @dynamic space=shared::cta
global @cast space=shared::cta
global @bar space=shared::cta size=8
kernel @k(ptr const %in, ptr %out, i32 %n, ptr %given) {
entry:
  %t = special tid.x
  %own = element )" +
                 Row + R"(, %t, 4
  %z = eq %t, 0
  jump turn
turn:
  %r = phi [0, entry], [%next, wait]
)" + BeforeCopy + R"(
  br %z, copy, wait
copy:
  async.copy.mbarrier.async.shared::cta [)" +
                 Filled + R"(], 1024, %in, 1024 via=@bar obj="copy"
  jump wait
wait:
  %d = mbarrier.try_wait.acquire.cta.shared::cta.b64 [@bar], 0 obj="wait"
)" + BeforeRead + R"(
  %v = load.weak.shared::cta [%own]
)" + BehindRead + R"(
  barrier.sync 0
  %next = add %r, 1
  %more = lt %next, %n
  br %more, turn, done
done:
  store.weak.global [%out], %v
  ret
})")
                 .str());
  return comesTooLate(U.fn(), U["fence"], dutyOfProxyFence(U.fn(), U["fence"]));
}

const char *const Fence = "  fence.proxy.async.shared::cta obj=\"fence\"\n";

TEST(ProxyDuty, BetweenTheWaitAndTheReads) {
  EXPECT_TRUE(isLate("", Fence, ""));
}

TEST(ProxyDuty, BehindTheReadsItHandsBack) {
  EXPECT_FALSE(isLate("", "", Fence));
}

TEST(ProxyDuty, BeforeTheCopyItHandsBack) {
  EXPECT_FALSE(isLate(Fence, "", ""));
}

TEST(ProxyDuty, AStoreBeforeIt) {
  EXPECT_FALSE(isLate(
      "", std::string("  store.weak.shared::cta [%own], 0\n") + Fence, ""));
}

/// What a copy fills that cannot touch what is read is no reason for a fence.
TEST(ProxyDuty, ACopyIntoAnotherVariable) {
  EXPECT_TRUE(isLate(Fence, "", "", "@tail"));
}

/// All arrays of dynamic size begin at one place.
TEST(ProxyDuty, ACopyIntoAnotherNameOfDynamicMemory) {
  EXPECT_FALSE(isLate(Fence, "", "", "@cast", "@dynamic"));
  EXPECT_TRUE(isLate(Fence, "", "", "@cast", "@row"));
}

TEST(ProxyDuty, APointerMayLeadToTheVariable) {
  EXPECT_FALSE(isLate(Fence, "", "", "%given"));
}

} // namespace
