//===- sharing_test.cpp - who else reaches the location of an access ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/contention/sharing.h"
#include "analyzer/analysis/memory/overlap.h"
#include "analyzer/analysis/order/barrier_intervals.h"

using namespace fencepost;

namespace {

constexpr const char *Kernel = R"(
kernel @k(ptr %a, ptr %key, i32 %n) {
entry:
  %t = special tid.x
  %b = special ctaid.x
  %d = special ntid.x
  %o = mul %b, %d
  %i = add %o, %t
  store.weak.global.b32 [%a], 1 obj="uniform"
  %own = element %a, %i, 4
  store.weak.global.b32 [%own], 1 obj="own"
  %q = div %i, %n
  %row = element %a, %q, 4
  store.weak.global.b32 [%row], 1 obj="row"
  %column = element %a, %t, 4
  store.weak.global.b32 [%column], 1 obj="column"
  %ka = element %key, %i, 4
  %k = load.weak.global.b32 [%ka]
  %scatter = element %a, %k, 4
  store.weak.global.b32 [%scatter], 1 obj="scatter"
  %bin = rem %k, 64
  %hist = element %a, %bin, 4
  store.weak.global.b32 [%hist], 1 obj="hist"
  %slot = atom.add.relaxed.gpu.global.b32 [%key], 1
  %claimed = element %a, %slot, 4
  store.weak.global.b32 [%claimed], 1 obj="claimed"
  %z = eq %t, 0
  br %z, one, join
one:
  store.weak.global.b32 [%a], 1 obj="elected"
  jump join
join:
  ret
}
)";

Reached reached(const char *Mark) {
  TestUnit U(Kernel);
  return Sharing(U.unit(), U.fn()).reached(U[Mark]);
}

} // namespace

TEST(Sharing, OneWordForAllIsReachedByBlocks) {
  EXPECT_EQ(reached("uniform"), Reached::ByBlocks);
  EXPECT_EQ(reached("elected"), Reached::ByBlocks);
  EXPECT_EQ(reached("column"), Reached::ByBlocks);
}

TEST(Sharing, QuotientsAreReachedByNeighbours) {
  EXPECT_EQ(reached("row"), Reached::ByThreads);
}

TEST(Sharing, OwnAndClaimedLocationsAreNotShared) {
  EXPECT_EQ(reached("own"), Reached::Unknown);
  EXPECT_EQ(reached("claimed"), Reached::Unknown);
}

TEST(Sharing, IndicesFromDataAreToldApart) {
  EXPECT_EQ(reached("scatter"), Reached::ByData);
  EXPECT_EQ(reached("hist"), Reached::Scattered);
}

TEST(BarrierIntervals, ABarrierEndsAnInterval) {
  TestUnit U(R"(
kernel @k(ptr %a) {
  store.weak.global.b32 [%a], 1 obj="first"
  store.weak.global.b32 [%a], 2 obj="second"
  barrier.sync 0
  store.weak.global.b32 [%a], 3 obj="third"
}
)");
  BarrierIntervals Steps(U.fn());
  EXPECT_TRUE(Steps.mayRunTogether(U["first"], U["second"]));
  EXPECT_FALSE(Steps.mayRunTogether(U["second"], U["third"]));
}

TEST(BarrierIntervals, ALoopWithoutBarrierAtItsEndJoinsTurns) {
  TestUnit U(R"(
kernel @k(ptr %a, i32 %n) {
entry:
  jump body
body:
  %i = phi [0, entry], [%j, body]
  store.weak.global.b32 [%a], 1 obj="clear"
  barrier.sync 0
  store.weak.global.b32 [%a], 2 obj="use"
  %j = add %i, 1
  %c = lt %j, %n
  br %c, body, done
done:
  ret
}
)");
  BarrierIntervals Steps(U.fn());
  EXPECT_TRUE(Steps.mayRunTogether(U["use"], U["clear"]));
}

TEST(Overlap, PartsOfRecordsAndBuffersAreToldApart) {
  TestUnit U(R"(
kernel @k(ptr %a, i32 %n) {
  %t = special tid.x
  %x = mul %t, 4
  %i = element %a, %x, 4
  store.weak.global.b32 [%i], 1 obj="x"
  %y = add %x, 3
  %j = element %a, %y, 4
  store.weak.global.b32 [%j], 1 obj="y"
  %z = add %t, %n
  %l = element %a, %z, 4
  store.weak.global.b32 [%l], 1 obj="behind n"
  %m = element %a, %t, 4
  store.weak.global.b32 [%m], 1 obj="any"
}
)");
  EXPECT_FALSE(mayOverlap(U.fn(), U["x"], U["y"]));
  EXPECT_FALSE(mayOverlap(U.fn(), U["any"], U["behind n"]));
  EXPECT_TRUE(mayOverlap(U.fn(), U["any"], U["x"]));
}
