//===- grid_barriers_test.cpp - barriers of the grid, by hand -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that wait for each other need to be resident together: only a
// cooperative launch gives that (CUDA C++ Programming Guide, grid
// synchronization; PTX ISA 8.9 has no progress between blocks of a grid).
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/grid_barriers.h"

using namespace fencepost;

namespace {

struct Found {
  std::vector<GridBarrier> Barriers;
  std::vector<CountReset> Resets;
};

/// Thread 0 of each block runs Body, whose last block must jump to `join`.
struct Elected : TestUnit {
  explicit Elected(llvm::StringRef Body, llvm::StringRef After = "")
      : TestUnit(("kernel @k(ptr %count, ptr %flag, i32 %n) {\nentry:\n"
                  "  %t = special tid.x\n  %b = special ctaid.x\n"
                  "  %grid = special nctaid.x\n"
                  "  %z = eq %t, 0\n  br %z, one, join\none:\n" +
                  Body + "join:\n  barrier.sync 0\n" + After + "  ret\n}\n")
                     .str()) {}
  Found found() const {
    Sharing Who(unit(), fn());
    return {gridBarriersOf(fn(), Who), countResetsOf(fn(), Who)};
  }
};

/// Adds one, then waits until the counter is Until.
std::string countTo(llvm::StringRef Until, llvm::StringRef Exit = "join") {
  return ("  atom.add.acq_rel.gpu.global.b32 [%count], 1 obj=\"arrive\"\n"
          "  jump wait\nwait:\n"
          "  %v = load.acquire.gpu.global.b32 [%count] obj=\"wait\"\n"
          "  %w = lt %v, " +
          Until + "\n  br %w, wait, " + Exit + "\n")
      .str();
}

} // namespace

TEST(GridBarriers, ACountOfTheBlocksIsABarrier) {
  Elected U(countTo("%grid"));
  auto All = U.found().Barriers;
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Arrive, U["arrive"]);
  EXPECT_EQ(All[0].Wait, U["wait"]);
  EXPECT_FALSE(All[0].IsCooperative);
}

TEST(GridBarriers, AWaitForAnotherNumberIsNone) {
  EXPECT_TRUE(Elected(countTo("1")).found().Barriers.empty());
}

TEST(GridBarriers, TheLastToArriveMayRaiseAFlag) {
  Elected U(R"(
  %old = atom.add.acq_rel.gpu.global.b32 [%count], 1 obj="arrive"
  %last = sub %grid, 1
  %am = eq %old, %last
  br %am, raise, wait
raise:
  store.release.gpu.global.b32 [%flag], 1
  jump wait
wait:
  %v = load.acquire.gpu.global.b32 [%flag] obj="wait"
  %w = eq %v, 0
  br %w, wait, join
)");
  auto All = U.found().Barriers;
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Arrive, U["arrive"]);
  EXPECT_EQ(All[0].Wait, U["wait"]);
}

TEST(GridBarriers, ATicketWithoutAWaitIsNone) {
  Found F = Elected(R"(
  %old = atom.add.acq_rel.gpu.global.b32 [%count], 1
  %last = sub %grid, 1
  %am = eq %old, %last
  br %am, reset, join
reset:
  store.weak.global.b32 [%count], 0
  jump join
)")
                .found();
  EXPECT_TRUE(F.Barriers.empty());
  EXPECT_TRUE(F.Resets.empty());
}

TEST(GridBarriers, AWaiterThatSetsTheCountBackStrandsTheOthers) {
  Elected U(countTo("%grid", "reset") + R"(
reset:
  store.relaxed.gpu.global.b32 [%count], 0 obj="reset"
  jump join
)");
  auto All = U.found().Resets;
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Wait, U["wait"]);
  EXPECT_EQ(All[0].Reset, U["reset"]);
  EXPECT_EQ(All[0].Arrive, U["arrive"]);
  EXPECT_TRUE(All[0].IsByWaiter);
  EXPECT_FALSE(All[0].IsOfDevices);
}

namespace {
/// The last to arrive sets the count back, for which the others wait.
std::string waitForZero(llvm::StringRef Loop, llvm::StringRef Exit) {
  return ("  jump turn\nturn:\n" + Loop +
          R"(  %old = atom.add.acq_rel.gpu.global.b32 [%count], 1 obj="arrive"
  %last = sub %grid, 1
  %am = eq %old, %last
  br %am, last, wait
last:
  store.release.gpu.global.b32 [%count], 0 obj="reset"
  jump next
wait:
  %v = load.acquire.gpu.global.b32 [%count] obj="wait"
  %w = ne %v, 0
  br %w, wait, next
next:
)" + Exit)
      .str();
}
constexpr const char *NextTurn = "  %k = phi [0, one], [%k1, again]\n";
constexpr const char *UntilDone =
    "  jump again\nagain:\n  %k1 = add %k, 1\n  %more = lt %k1, %n\n"
    "  br %more, turn, join\n";
} // namespace

TEST(GridBarriers, AZeroIsGoneWithTheFirstArrivalOfTheNextRound) {
  Elected U(waitForZero(NextTurn, UntilDone));
  auto All = U.found().Resets;
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Arrive, U["arrive"]);
  EXPECT_EQ(All[0].Reset, U["reset"]);
  EXPECT_EQ(All[0].Wait, U["wait"]);
  EXPECT_TRUE(All[0].IsTransient);
}

TEST(GridBarriers, AZeroOfOneRoundStays) {
  EXPECT_TRUE(Elected(waitForZero("", "  jump join\n")).found().Resets.empty());
}

// Nobody arrives again before all have left the second wait.
TEST(GridBarriers, AnotherWaitKeepsTheRoundsApart) {
  std::string Other = "  red.add.release.gpu.global.b32 [%flag], 1\n"
                      "  jump second\nsecond:\n"
                      "  %f = load.acquire.gpu.global.b32 [%flag]\n"
                      "  %g = lt %f, %grid\n  br %g, second, done\ndone:\n";
  EXPECT_TRUE(
      Elected(waitForZero(NextTurn, Other + UntilDone)).found().Resets.empty());
}

TEST(GridBarriers, TheLastOfEachRoundMayEraseTheCount) {
  Elected U(R"(
  jump turn
turn:
  %k = phi [0, one], [%k1, next]
  %old = atom.add.acq_rel.gpu.global.b32 [%count], 1 obj="arrive"
  %last = sub %grid, 1
  %am = eq %old, %last
  br %am, last, wait
last:
  store.release.gpu.global.b32 [%count], 0 obj="reset"
  jump next
wait:
  %v = load.acquire.gpu.global.b32 [%count] obj="wait"
  %w = lt %v, %grid
  br %w, wait, next
next:
  %k1 = add %k, 1
  %more = lt %k1, %n
  br %more, turn, join
)");
  auto All = U.found().Resets;
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Reset, U["reset"]);
  EXPECT_FALSE(All[0].IsTransient);
  EXPECT_FALSE(All[0].IsByWaiter);
}

TEST(GridBarriers, ACountThatOnlyGrowsIsNotSetBack) {
  EXPECT_TRUE(Elected(countTo("%n")).found().Resets.empty());
}

namespace {
/// The last to arrive raises the flag first and sets the count back then.
std::string openFirst(llvm::StringRef Loop, llvm::StringRef Exit) {
  return ("  jump turn\nturn:\n" + Loop +
          R"(  %now = load.relaxed.gpu.global.b32 [%flag]
  %old = atom.add.acq_rel.gpu.global.b32 [%count], 1 obj="arrive"
  %last = sub %grid, 1
  %am = eq %old, %last
  br %am, raise, wait
raise:
  red.add.release.gpu.global.b32 [%flag], 1 obj="open"
  store.relaxed.gpu.global.b32 [%count], 0 obj="reset"
  jump next
wait:
  %v = load.acquire.gpu.global.b32 [%flag] obj="wait"
  %w = eq %v, %now
  br %w, wait, next
next:
)" + Exit)
      .str();
}
} // namespace

TEST(GridBarriers, ACountSetBackLateIsWipedOutInTheNextRound) {
  Elected U(openFirst("  %k = phi [0, one], [%k1, next]\n",
                      "  %k1 = add %k, 1\n  %more = lt %k1, %n\n"
                      "  br %more, turn, join\n"));
  auto All = U.found().Resets;
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Arrive, U["arrive"]);
  EXPECT_EQ(All[0].Open, U["open"]);
  EXPECT_EQ(All[0].Reset, U["reset"]);
}

// The end of the kernel comes before the next launch.
TEST(GridBarriers, ABarrierOfOneRoundMaySetItsCountBackLate) {
  Elected U(openFirst("", "  jump join\n"));
  EXPECT_EQ(U.found().Barriers.size(), 1u);
  EXPECT_TRUE(U.found().Resets.empty());
}

namespace {

/// By the constants of a launch, does a block come to the barrier that Test
/// leads to?
Ternary reached(llvm::StringRef Test, llvm::StringRef Constants,
                llvm::StringRef Meet = "") {
  TestUnit U(("host read\n"
              "buffer 1 local \"a\" in=0\n"
              "launch @k(1, 0, 0) in=0" +
              Constants +
              "\nhostfn @f {\n  launch\n}\n"
              "kernel @k(ptr %count, i32 %mode, i32 %n) {\nentry:\n"
              "  %t = special tid.x\n  %grid = special nctaid.x\n"
              "  %m = " +
              Test + "\n  br %m, meet, done\nmeet:\n" + Meet +
              "  barrier.sync 0\n"
              "  %z = eq %t, 0\n  br %z, one, join\none:\n" +
              countTo("%grid") +
              "join:\n  barrier.sync 0\n  jump done\ndone:\n  ret\n}\n")
                 .str());
  auto All = gridBarriersOf(U.fn(), Sharing(U.unit(), U.fn()));
  if (All.size() != 1u || U.unit().host().Launches.size() != 1u) {
    ADD_FAILURE() << "no barrier or no launch";
    return Ternary::Unknown;
  }
  return isReachedBy(U.fn(), All[0], U.unit().host().Launches[0]);
}

} // namespace

TEST(GridBarriers, ConstantsOfTheLaunchDecide) {
  EXPECT_EQ(reached("ne %mode, 0", " constants=(?, 0, ?)"), Ternary::No);
  EXPECT_EQ(reached("ne %mode, 0", " constants=(?, 2, ?)"), Ternary::Yes);
  EXPECT_EQ(reached("eq %mode, 0", " constants=(?, 0, ?)"), Ternary::Yes);
}

TEST(GridBarriers, WhatIsNotKnownDecidesNothing) {
  EXPECT_EQ(reached("ne %mode, 0", ""), Ternary::Unknown);
  EXPECT_EQ(reached("ne %mode, 0", " constants=(?, ?, 1)"), Ternary::Unknown);
  EXPECT_EQ(reached("lt %t, %n", " constants=(?, 1, 1)"), Ternary::Unknown)
      << "threads decide as well";
}

TEST(GridBarriers, WhatElseDecidesLeavesItUnknown) {
  llvm::StringRef ByMode = "ne %mode, 0", Set = " constants=(?, 2, ?)";
  EXPECT_EQ(reached(ByMode, Set,
                    "  %p = element %count, 2, 4\n"
                    "  %asked = load.weak.global.b32 [%p]\n"
                    "  %a = ne %asked, 0\n  br %a, asked, done\nasked:\n"),
            Ternary::Unknown)
      << "a word in memory";
  EXPECT_EQ(reached(ByMode, Set,
                    "  %b = special ctaid.x\n  %f = lt %b, 4\n"
                    "  br %f, few, done\nfew:\n"),
            Ternary::Unknown)
      << "not all blocks";
}
