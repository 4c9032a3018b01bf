//===- told_elsewhere_test.cpp - stores that a flag does not tell of ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A release covers all that comes before it in program order (PTX ISA 8.7): it
// is needed only for the writes that somebody reads because of the flag.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

namespace {

//===- Flags of the same kind ---------------------------------------------===//

/// A word of one record is stored, then one of another record of Cell.
struct TwoRecords {
  std::string First = "%left", Then = "%right";
  std::string Member = "4, \"Cell::ready\"";
  std::string How = "store.relaxed.sys";
  std::string Value = "1:u32";
  bool areAlike() const;
};

bool TwoRecords::areAlike() const {
  TestUnit U(R"(kernel @k(ptr const %table, ptr %other, u32 %a, u32 %b) {
  %cells = load.weak.global.b64 [%table] : ptr
  %left = element %cells, %a, 8
  %right = element %cells, %b, 8
  %twice = mul %a, 2
  %odd = add %twice, 1
  %even = element %cells, %twice, 8
  %beside = element %cells, %odd, 8
  %x = field )" +
             First + ", " + Member + "\n  %y = field " + Then +
             ", 4, \"Cell::ready\"\n  " + How +
             " [%x], 1:u32 obj=\"first\"\n  store.relaxed.sys [%y], " + Value +
             " obj=\"then\"\n}\n");
  return isFlagOfSameKind(U.fn(), U["then"], U["first"]);
}

TEST(FlagsOfOneKind, ReadyWordsOfTwoRecords) {
  EXPECT_TRUE(TwoRecords{}.areAlike());
}

TEST(FlagsOfOneKind, RecordsSideBySideMayHoldDataAndFlag) {
  EXPECT_FALSE((TwoRecords{.First = "%even", .Then = "%beside"}.areAlike()));
}

TEST(FlagsOfOneKind, AnotherMemberOrOrderIsNoSuchFlag) {
  EXPECT_FALSE(TwoRecords{.Member = "0, \"Cell::value\""}.areAlike());
  EXPECT_FALSE(TwoRecords{.How = "store.weak"}.areAlike());
}

TEST(FlagsOfOneKind, AnArrayOfWordsHasNoMembers) {
  TestUnit U(R"(kernel @k(ptr %flags, u32 %a, u32 %b) {
  %x = element %flags, %a, 4
  %y = element %flags, %b, 4
  store.relaxed.sys [%x], 1:u32 obj="first"
  store.relaxed.sys [%y], 1:u32 obj="then"
})");
  EXPECT_FALSE(isFlagOfSameKind(U.fn(), U["then"], U["first"]));
}

TEST(FlagsOfOneKind, ALinkTellsOfTheRecordItLeadsTo) {
  // `mine->next = null; last->next = mine`
  EXPECT_FALSE(TwoRecords{.Value = "%left"}.areAlike());
}

//===- Turns of a loop ----------------------------------------------------===//

/// A loop stores data in some turns and raises `flag[turn]` in the others.
bool isPayload(const std::string &Kind, const std::string &Flag = "%i") {
  TestUnit U(R"(kernel @k(ptr %data, ptr const %kinds, ptr %flags, u32 %n) {
entry:
  jump turn
turn:
  %i = phi [0:u32, entry], [%next, behind]
  %ka = element %kinds, %i, 4
  %loaded = load.weak.global.b32 [%ka] : u32
  %first = load.weak.global.b32 [%kinds] : u32
  %odd = and %i, 1:u32
  %c = eq )" +
             Kind + R"(, 0
  br %c, fill, raise
fill:
  %d = element %data, %i, 4
  store.weak.global.b32 [%d], 7 obj="data"
  jump behind
raise:
  %f = element %flags, )" +
             Flag + R"(, 4
  store.relaxed.gpu.global.b32 [%f], 1:u32 obj="flag"
  jump behind
behind:
  %next = add %i, 1
  %more = lt %next, %n
  br %more, turn, done
done:
  ret
})");
  return llvm::is_contained(payloadStores(U.fn(), U["flag"]), U["data"]);
}

TEST(Turns, AFlagOfTheTurnsOwnTellsOfItsEntry) {
  EXPECT_FALSE(isPayload("%loaded")) << "an entry is data or a flag";
}

TEST(Turns, AFlagOfTheTurnBehindTellsOfIt) {
  // `s % 2 == 0 ? data[s / 2] : flag[s / 2]`: no entry says which it is.
  EXPECT_TRUE(isPayload("%odd"));
  EXPECT_TRUE(isPayload("%first")) << "one word for all turns";
}

TEST(Turns, OneFlagForAllTurnsTellsOfAllOfThem) {
  EXPECT_TRUE(isPayload("%loaded", "0:u32"));
}

//===- Waits that are over ------------------------------------------------===//

/// Data is stored, a word awaited and cleared; a wait for its being cleared
/// stands at the start, followed by Behind. Is the data told of by the clear?
bool isTold(const std::string &Behind, const std::string &After = "") {
  TestUnit U(R"(kernel @k(ptr %mail, ptr %sums, ptr %out, ptr %count) {
entry:
  %t = special tid.x : u32
  %grid = special nctaid.x : u32
  %one = eq %t, 0
  jump room
room:
  %r = load.relaxed.gpu.global.b32 [%mail] : u32
  %free = eq %r, 0
  br %free, go, room
go:
)" + Behind + R"(
next:
  %sa = element %sums, %t, 4
  %s = load.weak.global.b32 [%sa] : u32
  %oa = element %out, %t, 4
  store.weak.global.b32 [%oa], %s
  store.weak.global.b32 [%sa], 0 obj="data"
  jump ask
ask:
  %v = load.acquire.gpu.global.b32 [%mail] : u32
  %there = ne %v, 0
  br %there, seen, ask
seen:
  store.relaxed.gpu.global.b32 [%mail], 0 obj="clear"
)" + (After.empty() ? "  ret" : After) +
             "\n}\n");
  return llvm::any_of(payloadFor(U.unit(), U.fn(), U["clear"]),
                      [&](const Payload &P) { return P.Store == U["data"]; });
}

constexpr const char *OfBlock = "  barrier.sync 0\n  jump next";
/// One thread of each block counts it and waits for all.
constexpr const char *OfGrid = R"(  barrier.sync 0
  br %one, arrive, join
arrive:
  atom.add.acq_rel.gpu.global.b32 [%count], 1:u32
  jump wait
wait:
  %c = load.acquire.gpu.global.b32 [%count] : u32
  %less = lt %c, %grid
  br %less, wait, join
join:
  barrier.sync 0
  jump next)";

TEST(WaitsThatAreOver, ABarrierOfTheGridLeavesNoneToTell) {
  EXPECT_FALSE(isTold(OfGrid));
}

TEST(WaitsThatAreOver, ABarrierOfTheBlockKeepsNoOtherBlockFromWaiting) {
  EXPECT_TRUE(isTold(OfBlock));
}

TEST(WaitsThatAreOver, TheNextRoundWaitsAgain) {
  EXPECT_TRUE(isTold(OfGrid, "  %again = lt %v, 9\n  br %again, room, done\n"
                             "done:\n  ret"));
}

} // namespace
