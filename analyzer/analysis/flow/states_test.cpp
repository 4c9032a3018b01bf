//===- states_test.cpp ----------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/flow/states.h"
#include "analyzer/analysis/handoff/unordered_reads.h"

using namespace fencepost;

namespace {

/// for (state = Start;;) switch (state) { case 0: if (ready) state = 1; break;
/// case 1: read; state = 2; break; case 2: work; state = Last; break; ... }
std::string machine(llvm::StringRef Start, llvm::StringRef Last,
                    llvm::StringRef Idle = "", llvm::StringRef Fetch = "") {
  return ("kernel @k(ptr %flag, ptr %data, ptr %out) {\n"
          "entry:\n"
          "  jump head\n"
          "head:\n"
          "  %state = phi [" +
          Start +
          ":u32, entry], [%next, latch] : u32\n"
          "  switch %state [0: idle, 1: fetch, 2: work], done\n"
          "idle:\n"
          "  %v = load.relaxed.gpu.global.b32 [%flag] : u32 obj=\"look\"\n"
          "  %is = ne %v, 0:u32\n"
          "  br %is, seen, unseen\n"
          "seen:\n"
          "  jump looked\n"
          "unseen:\n  " +
          Idle +
          "\n"
          "  jump looked\n"
          "looked:\n"
          "  %s0 = phi [1:u32, seen], [%state, unseen] : u32\n"
          "  jump latch\n"
          "fetch:\n  " +
          Fetch +
          "\n"
          "  %f = load.weak.global.b32 [%data] : u32 obj=\"read\"\n"
          "  store.weak.global.b32 [%out], %f\n"
          "  jump latch\n"
          "work:\n"
          "  store.weak.global.b32 [%out], 1 obj=\"work\"\n"
          "  jump latch\n"
          "latch:\n"
          "  %next = phi [%s0, looked], [2:u32, fetch], [" +
          Last +
          ":u32, work] : u32\n"
          "  jump head\n"
          "done:\n"
          "  ret\n"
          "}\n")
      .str();
}

bool isLed(const TestUnit &U, llvm::StringRef To) {
  const Loop &L = U.fn().loops().all()[0];
  BlockId Looks = U.blockOf("look");
  Loop::Exit Seen{Looks, 0, U.fn().fn().block(Looks).Term.Successors[0]};
  return isLedToByState(U.fn(), L, Seen, U.blockOf(To));
}

bool isUnordered(const TestUnit &U) {
  const Poll *P = U.fn().polls().of(U["look"]);
  return P && P->IsPure && !unorderedReads(U.unit(), U.fn(), *P, {}).empty();
}

TEST(States, ACaseThatOneTestLeadsToComesBehindIt) {
  TestUnit U(machine("0", "0"));
  EXPECT_TRUE(isLed(U, "read"));
  EXPECT_TRUE(isLed(U, "work"));
  EXPECT_FALSE(isLed(U, "look"));
}

TEST(States, AStartInTheCaseComesBeforeTheTest) {
  TestUnit U(machine("1", "0"));
  EXPECT_FALSE(isLed(U, "read"));
  EXPECT_FALSE(isLed(U, "work"));
  TestUnit Later(machine("2", "1"));
  EXPECT_FALSE(isLed(Later, "read"));
}

TEST(States, CasesThatLeadToEachOtherComeBehindTheTestToo) {
  TestUnit U(machine("0", "1"));
  EXPECT_TRUE(isLed(U, "read"));
  EXPECT_TRUE(isLed(U, "work"));
}

// The turn that does not see the flag is the same again: a wait.
TEST(States, TheIdleStateWaits) {
  EXPECT_TRUE(isUnordered(TestUnit(machine("0", "0"))));
  EXPECT_TRUE(isUnordered(TestUnit(machine("0", "0", "sleep 100"))));
}

TEST(States, AnAcquireInTheNextStateOrders) {
  TestUnit U(machine("0", "0", "", "fence.acq_rel.gpu"));
  EXPECT_TRUE(U.fn().polls().of(U["look"]));
  EXPECT_FALSE(isUnordered(U));
}

// Who works while the flag is not set only looks.
TEST(States, AnIdleStateThatWorksDoesNotWait) {
  TestUnit U(machine("0", "0", "store.weak.global.b32 [%out], 3"));
  const Poll *P = U.fn().polls().of(U["look"]);
  EXPECT_FALSE(P && P->IsPure);
  EXPECT_FALSE(isUnordered(U));
}

} // namespace
