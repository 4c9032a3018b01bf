//===- early_resets_test.cpp - words cleared before all have read them ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier completes once all its threads have arrived, and those who leave it
// go on at any pace (PTX ISA, bar.sync): what one of them stores next may come
// before what another has yet to read.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/contention/early_resets.h"

using namespace fencepost;

namespace {

std::vector<EarlyReset> resetsIn(const TestUnit &U) {
  std::vector<EventId> Plains, Rmws;
  const FunctionView &In = U.fn();
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    if (!In.event(E).Object.starts_with("word"))
      continue;
    (isRmw(In.event(E).Kind) ? Rmws : Plains).push_back(E);
  }
  return earlyResets(In, Sharing(U.unit(), In), BarrierIntervals(In), Plains,
                     Rmws);
}

/// One turn: thread 0 clears the word, some threads set it by Set, a barrier,
/// Read by which all threads read it, Behind.
struct Turn {
  llvm::StringRef Behind = "";
  llvm::StringRef Clear = "0";
  llvm::StringRef Word = "%s";
  llvm::StringRef Set = "  atom.or.relaxed.cta.shared::cta [%a], 1 obj=\"word "
                        "set\"\n";
  llvm::StringRef Elect = "eq %t, 0";
  llvm::StringRef ReadBy = "ge %t, 0";
  TestUnit unit() const;
};

TestUnit Turn::unit() const {
  std::string Text = R"(global @again space=shared::cta size=1024
kernel @k(ptr const %marks, i32 %n) {
entry:
  %t = special tid.x
  %s = global @again
  %own = element %s, %t, 4
  %a = element WORD, 0, 4
  %z = ELECT
  %all = READBY
  %m = element %marks, %t, 4
  jump turn
turn:
  br %z, clear, go
clear:
  store.weak.shared::cta [%a], CLEAR obj="word cleared"
  jump go
go:
  barrier.sync 0
  %v = load.weak [%m]
  %c = ne %v, 0
  br %c, set, met
set:
SET  jump met
met:
  barrier.sync 0
  br %all, read, leave
read:
  %w = load.weak.shared::cta [%a] obj="word read"
BEHIND  jump leave
leave:
  %k = phi [0, met], [%w, read]
  %more = ne %k, 0
  br %more, turn, done
done:
  ret
})";
  for (auto [Name, With] : {std::pair("WORD", Word),
                            {"ELECT", Elect},
                            {"READBY", ReadBy},
                            {"CLEAR", Clear},
                            {"SET", Set},
                            {"BEHIND", Behind}})
    Text.replace(Text.find(Name), strlen(Name), With.str());
  return TestUnit(Text);
}

TEST(EarlyResets, NoBarrierBehindTheRead) {
  TestUnit U = Turn{.ReadBy = "lt %n, 100"}.unit();
  auto Found = resetsIn(U);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Clear, U["word cleared"]);
  EXPECT_EQ(Found[0].Read, U["word read"]);
}

TEST(EarlyResets, ABarrierBehindTheRead) {
  EXPECT_TRUE(
      resetsIn(
          Turn{.Behind = "  barrier.sync 0\n", .ReadBy = "lt %n, 100"}.unit())
          .empty());
}

TEST(EarlyResets, WhoReadsAloneIsNotOvertaken) {
  // Thread 0 reads and clears: in its own order.
  EXPECT_TRUE(resetsIn(Turn{.ReadBy = "eq %t, 0"}.unit()).empty());
}

TEST(EarlyResets, AWordOfTheThreadItself) {
  EXPECT_TRUE(
      resetsIn(Turn{.Word = "%own", .ReadBy = "lt %n, 100"}.unit()).empty());
}

TEST(EarlyResets, WithoutAtomicsNoRoundSetsTheWord) {
  EXPECT_TRUE(resetsIn(Turn{.Set = "", .ReadBy = "lt %n, 100"}.unit()).empty());
}

TEST(EarlyResets, WhatIsNotConstantClearsNothing) {
  EXPECT_TRUE(
      resetsIn(Turn{.Clear = "%n", .ReadBy = "lt %n, 100"}.unit()).empty());
}

/// All threads read the word and count themselves in; the one that Wins says
/// clears it.
std::vector<EarlyReset> resetsOfLast(llvm::StringRef Wins) {
  TestUnit U((R"(global @word space=shared::cta size=4
global @done space=shared::cta size=4
kernel @k(ptr %out, i32 %n) {
entry:
  %t = special tid.x
  jump turn
turn:
  atom.or.relaxed.cta.shared::cta [@word], 1 obj="word set"
  barrier.sync 0
  %w = load.weak.shared::cta [@word] : i32 obj="word read"
  %o = element %out, %t, 4
  store.weak [%o], %w
  %was = atom.inc.relaxed.cta.shared::cta [@done], 255 : i32 used
  %last = )" + Wins +
              R"(
  br %last, clear, go
clear:
  store.weak.shared::cta [@word], 0 obj="word cleared"
  jump go
go:
  %more = lt %n, 9
  br %more, turn, done
done:
  ret
})")
                 .str());
  return resetsIn(U);
}

TEST(EarlyResets, TheLastOneClearsBehindAllReads) {
  EXPECT_TRUE(resetsOfLast("eq %was, 255").empty());
}

TEST(EarlyResets, ThreadZeroMayBeFirst) {
  EXPECT_EQ(resetsOfLast("eq %t, 0").size(), 1u);
}

} // namespace
