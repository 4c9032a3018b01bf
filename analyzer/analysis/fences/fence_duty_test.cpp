//===- fence_duty_test.cpp ------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/fences/fence_duty.h"

using namespace fencepost;

namespace {

FenceDuty duty(const TestUnit &U) {
  return dutyOf(U.unit(), U.fn(), U["fence"]);
}

TEST(FenceDuty, RelaxedSignalNeedsIt) {
  TestUnit U(R"(kernel @k(ptr %d, ptr %f) {
  store.weak [%d], 1 obj="data"
  fence.acq_rel.gpu obj="fence"
  store.relaxed.gpu [%f], 1 obj="flag"
})");
  FenceDuty D = duty(U);
  EXPECT_EQ(D.Signals, std::vector<EventId>{U["flag"]});
  EXPECT_TRUE(D.Releases.empty());
  EXPECT_FALSE(D.isReleasedAnyway());
  EXPECT_EQ(D.Stores, std::vector<EventId>{U["data"]});
}

TEST(FenceDuty, ReleaseOfOneFlagDoesNotServeAnother) {
  TestUnit U(R"(kernel @k(ptr %d, ptr %f, ptr %g) {
  store.weak [%d], 1
  fence.acq_rel.gpu obj="fence"
  store.release.gpu [%f], 1 obj="released"
  store.relaxed.gpu [%g], 1 obj="relaxed"
})");
  FenceDuty D = duty(U);
  EXPECT_EQ(D.Releases, std::vector<EventId>{U["released"]});
  EXPECT_FALSE(D.isReleasedAnyway());
}

TEST(FenceDuty, NarrowReleaseIsNone) {
  TestUnit U(R"(kernel @k(ptr %d, ptr %f) {
  store.weak [%d], 1
  fence.acq_rel.sys obj="fence"
  store.release.gpu [%f], 1
})");
  EXPECT_TRUE(duty(U).Releases.empty());
}

/// Every thread stores and fences, one draws a ticket.
std::string ticketOfOne(const std::string &Before, const std::string &Draw) {
  return "kernel @k(ptr %d, ptr %n) {\n"
         "  %t = special tid.x\n  %a = element %d, %t, 4\n"
         "  store.weak [%a], 1\n" +
         Before +
         "  fence.acq_rel.gpu obj=\"fence\"\n"
         "  %z = eq %t, 0\n  br %z, one, out\none:\n  %v = " +
         Draw + " [%n], 1 obj=\"ticket\"\n  jump out\nout:\n  ret\n}";
}

TEST(FenceDuty, BarrierBeforeTheFenceOfAllCoversAllThreads) {
  TestUnit Joined(ticketOfOne("  barrier.sync 0\n", "atom.add.acq_rel.gpu"));
  EXPECT_EQ(duty(Joined).Releases, std::vector<EventId>{Joined["ticket"]});
  TestUnit Apart(ticketOfOne("", "atom.add.acq_rel.gpu"));
  EXPECT_TRUE(duty(Apart).Releases.empty());
  TestUnit Acquires(ticketOfOne("  barrier.sync 0\n", "atom.add.acquire.gpu"));
  EXPECT_TRUE(duty(Acquires).Releases.empty());
}

TEST(FenceDuty, ReleaseBehindTheBarrierCoversAllThreads) {
  TestUnit U(R"(kernel @k(ptr %d, ptr %f) {
  %t = special tid.x
  %a = element %d, %t, 4
  store.weak [%a], 1
  fence.sc.gpu obj="fence"
  barrier.sync 0
  %z = eq %t, 0
  br %z, one, end
one:
  store.release.gpu [%f], 1 obj="flag"
  jump end
end:
  ret
})");
  EXPECT_EQ(duty(U).Releases, std::vector<EventId>{U["flag"]});
  EXPECT_TRUE(duty(U).isReleasedAnyway());
  EXPECT_FALSE(duty(U).StoreBuffering);
}

TEST(FenceDuty, WithoutTheBarrierItDoesNot) {
  TestUnit U(R"(kernel @k(ptr %d, ptr %f) {
  %t = special tid.x
  %a = element %d, %t, 4
  store.weak [%a], 1
  fence.sc.gpu obj="fence"
  %z = eq %t, 0
  br %z, one, end
one:
  store.release.gpu [%f], 1
  jump end
end:
  ret
})");
  EXPECT_TRUE(duty(U).Releases.empty());
}

TEST(FenceDuty, RelaxedPollBeforeNeedsIt) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d) {
poll:
  %v = load.relaxed.gpu [%f] obj="poll"
  %c = ne %v, 0
  br %c, read, poll
read:
  fence.acq_rel.gpu obj="fence"
  load.weak [%d] obj="data"
  ret
})");
  EXPECT_EQ(duty(U).Reads, std::vector<EventId>{U["poll"]});
  EXPECT_EQ(duty(U).Loads, std::vector<EventId>{U["data"]});
}

TEST(FenceDuty, AcquirePollDoesNot) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d) {
poll:
  %v = load.acquire.gpu [%f] obj="poll"
  %c = ne %v, 0
  br %c, read, poll
read:
  fence.acq_rel.gpu obj="fence"
  load.weak [%d]
  ret
})");
  EXPECT_TRUE(duty(U).Reads.empty());
  EXPECT_EQ(duty(U).Acquires, std::vector<EventId>{U["poll"]});
}

// PTX ISA 8.9.2: only fence.sc keeps the store before the load.
TEST(FenceDuty, StoreBuffering) {
  TestUnit U(R"(kernel @k(ptr %w, u32 %me) {
  %o = xor %me, 1
  %a = element %w, %me, 4
  %b = element %w, %o, 4
  store.relaxed.gpu [%a], 1
  fence.sc.gpu obj="fence"
  load.relaxed.gpu [%b]
})");
  EXPECT_TRUE(duty(U).StoreBuffering);
}

TEST(FenceDuty, TwoWordsReadInOneOrder) {
  TestUnit U(R"(kernel @k(ptr %x, ptr %y) {
  load.relaxed.gpu [%x]
  fence.sc.gpu obj="fence"
  load.relaxed.gpu [%y]
})");
  EXPECT_TRUE(duty(U).StoreBuffering);
}

TEST(FenceDuty, TwinAndOpaque) {
  TestUnit U(R"(kernel @k(ptr %d) {
  fence.sc.gpu obj="first"
  fence.acq_rel.gpu obj="fence"
  call spelled="unknown"
})");
  EXPECT_EQ(duty(U).Twin, U["first"]);
  EXPECT_TRUE(duty(U).Opaque);
}

TEST(FenceDuty, PlainStoreToAPolledWord) {
  TestUnit U(R"(kernel @k(ptr %d, ptr %f) {
  store.weak [%d], 1
  fence.sc.gpu obj="fence"
  store.weak [%f], 1 obj="plain"
  jump wait
wait:
  %v = load.relaxed.gpu [%f]
  %c = eq %v, 2
  br %c, end, wait
end:
  ret
})");
  EXPECT_EQ(duty(U).PlainSignals, std::vector<EventId>{U["plain"]});
}

} // namespace
