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
#include "analyzer/analysis/handoff/cluster_arrivals.h"
#include "analyzer/analysis/handoff/handoff.h"
#include "analyzer/analysis/handoff/scope_needs.h"

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

/// Each block but the first waits for the one before it; what decides that is
/// asked again where it reads. The fence of each turn stands behind the read.
TEST(Consumers, AChoiceMadeAgainLeadsTheSameWay) {
  TestUnit U(R"(
kernel @k(ptr %data, ptr %done, i32 %turns) {
entry:
  %b = special ctaid.x
  %t = special tid.x
  %first = eq %b, 0
  %elected = eq %t, 0
  %before = sub %b, 1
  %flag = element %done, %before, 4
  %theirs = element %data, %before, 4
  %own = element %data, %b, 4
  %raise = element %done, %b, 4
  jump turn
turn:
  %n = phi [0, entry], [%m, next]
  br %first, met, choose
choose:
  br %elected, poll, met
poll:
  %v = load.relaxed.gpu.global.b32 [%flag] obj="poll"
  %d = gt %v, %n
  br %d, met, poll
met:
  barrier.sync 0
  br %first, fill, read
read:
  %r = load.weak.global.b32 [%theirs] obj="read"
  jump fill
fill:
  store.weak.global.b32 [%own], %n
  barrier.sync 0
  br %elected, tell, next
tell:
  fence.acq_rel.gpu
  red.add.relaxed.gpu.global.b32 [%raise], 1
  jump next
next:
  %m = add %n, 1
  %more = lt %m, %turns
  br %more, turn, end
end:
  ret
})");
  const auto &All = consumersOf(U.unit(), U.fn(), U["poll"]);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Read, U["read"]);
  EXPECT_EQ(All[0].Way.MayAcquire, Scope::None);
  EXPECT_EQ(U.fn().order().firstWay(U["poll"], U["read"]).MayAcquire,
            Scope::Gpu);
}

/// The ticket of each round decides what its own round reads.
TEST(Consumers, TheNextTicketIsAnotherOne) {
  TestUnit U(R"(
kernel @k(ptr %part, ptr %drawn, ptr %out, i32 %rounds) {
entry:
  %b = special ctaid.x
  %t = special tid.x
  %blocks = special nctaid.x
  %elected = eq %t, 0
  %own = element %part, %b, 4
  %last = sub %blocks, 1
  jump round
round:
  %n = phi [0, entry], [%m, next]
  store.weak.global.f32 [%own], %n
  fence.acq_rel.gpu
  br %elected, draw, next
draw:
  %at = element %drawn, %n, 4
  %ticket = atom.add.relaxed.gpu.global.b32 [%at], 1 obj="ticket"
  %is = eq %ticket, %last
  br %is, sum, next
sum:
  %other = element %part, %n, 4
  %v = load.weak.global.f32 [%other] obj="read"
  %o = element %out, %n, 4
  store.weak.global.f32 [%o], %v
  jump next
next:
  %m = add %n, 1
  %more = lt %m, %rounds
  br %more, round, end
end:
  ret
})");
  auto T = ticketOf(U.fn(), U["ticket"]);
  ASSERT_TRUE(T);
  ASSERT_EQ(T->Readers.size(), 1u);
  EXPECT_EQ(T->Readers[0].Way.MayAcquire, Scope::None);
}

/// A warp fills a buffer and arrives; the other one waits relaxed.
std::optional<UnacquiredWait> unacquired(llvm::StringRef Wait,
                                         llvm::StringRef Behind) {
  TestUnit U(("global @bar space=shared::cta size=8\n"
              "global @buf space=shared::cta size=128\n"
              "kernel @k(ptr %out) maxthreads=64 {\n"
              "  %t = special tid.x\n"
              "  %fills = lt %t, 32\n"
              "  %to = element @buf, %t, 4\n"
              "  %o = element %out, %t, 4\n"
              "  br %fills, fill, poll\n"
              "fill:\n"
              "  store.weak.shared::cta.b32 [%to], %t\n"
              "  mbarrier.arrive.release.cta.shared::cta [@bar]\n"
              "  ret\n"
              "poll:\n"
              "  %p = mbarrier.try_wait." +
              Wait +
              ".cta.shared::cta [@bar], 0 : u1 obj=\"wait\"\n"
              "  br %p, done, poll\n"
              "done:\n  " +
              Behind +
              "\n  %v = load.weak.shared::cta.b32 [%to]\n"
              "  store.weak.global.b32 [%o], %v\n"
              "}\n")
                 .str());
  return unacquiredAtWait(U.fn(), U["wait"]);
}

TEST(Consumers, ARelaxedWaitAtAnMbarrierAcquiresNothing) {
  EXPECT_TRUE(unacquired("relaxed", ""));
  EXPECT_FALSE(unacquired("acquire", ""));
  EXPECT_FALSE(unacquired("relaxed", "fence.acq_rel.cta"));
}

/// What blocks store in each other's shared memory before a relaxed arrival.
TEST(Consumers, ARelaxedArrivalPublishesNothingToPeers) {
  auto Stores = [](llvm::StringRef Read) {
    TestUnit U(("global @mine space=shared::cta size=4\n"
                "global @other space=shared::cta size=4\n"
                "kernel @k(ptr %out, u32 %peer) cluster=2 {\n"
                "  %a = cast @mine : u32\n"
                "  %r = pure \"mapa\", %a, %peer : u32\n"
                "  store.weak.shared::cluster.f32 [%r], 1\n"
                "  barrier.cluster.arrive.relaxed.cluster obj=\"arrive\"\n"
                "  barrier.cluster.wait.acquire.cluster\n"
                "  %v = load.weak.shared::cta.f32 [" +
                Read +
                "]\n"
                "  store.weak.global.f32 [%out], %v\n"
                "}\n")
                   .str());
    return storesForCluster(U.fn(), U["arrive"]).size();
  };
  EXPECT_EQ(Stores("@mine"), 1u);
  EXPECT_EQ(Stores("@other"), 0u);
}

} // namespace
