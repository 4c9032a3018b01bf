//===- flag_notes_test.cpp ------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a release tells of: the writes that somebody reads because of the flag
// (PTX ISA 8.7), and not each word that was written before.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/handoff_detail.h"

using namespace fencepost;

namespace {

/// `if (number - *copy > size) { while (tail behind) ; *copy = tail; }`
TestUnit ring(llvm::StringRef Kept) {
  return TestUnit(("kernel @k(ptr %copy, ptr %tail, i32 %number) {\n"
                   "  %seen = load.weak.global.b32 [%copy] obj=\"read\"\n"
                   "  %free = lt %number, %seen\n"
                   "  br %free, go, poll\n"
                   "poll:\n"
                   "  %v = load.acquire.sys.global.b32 [%tail]\n"
                   "  %d = lt %number, %v\n"
                   "  br %d, keep, poll\n"
                   "keep:\n"
                   "  store.weak.global.b32 [%copy], " +
                   Kept +
                   " obj=\"kept\"\n"
                   "  jump go\n"
                   "go:\n"
                   "}\n")
                      .str());
}

TEST(FlagNotes, ACopySparesTheWait) {
  TestUnit U = ring("%v");
  EXPECT_TRUE(isCopyOfFlag(U.fn(), U["kept"]));
  EXPECT_TRUE(isOnlyCopyOfFlag(U.unit(), U.fn(), U["read"]));
}

TEST(FlagNotes, WhatIsMadeOfAFlagIsNoCopy) {
  TestUnit U = ring("%number");
  EXPECT_FALSE(isCopyOfFlag(U.fn(), U["kept"]));
  EXPECT_FALSE(isOnlyCopyOfFlag(U.unit(), U.fn(), U["read"]));
}

TEST(FlagNotes, AReceivedWordThatNobodyAsksForFirstIsData) {
  TestUnit U(R"(
kernel @k(ptr %out, ptr %flag) {
  jump poll
poll:
  %v = load.acquire.sys.global.b32 [%flag]
  %d = ne %v, 0
  br %d, keep, poll
keep:
  store.weak.global.b32 [%out], %v obj="kept"
})");
  EXPECT_FALSE(isCopyOfFlag(U.fn(), U["kept"]));
}

/// A wait that ends early once the word at Asked says so.
TestUnit givingUp(llvm::StringRef Asked, llvm::StringRef Stored = "1") {
  return TestUnit(("kernel @k(ptr %stop, ptr %other, ptr %flag, i32 %x) {\n"
                   "  jump poll\n"
                   "poll:\n"
                   "  %v = load.relaxed.sys.global.b32 [%flag]\n"
                   "  %d = ne %v, 0\n"
                   "  br %d, out, late\n"
                   "late:\n"
                   "  sleep\n"
                   "  store.weak.global.b32 [%stop], " +
                   Stored +
                   " obj=\"stop\"\n"
                   "  %s = load.weak.global.b32 [" +
                   Asked +
                   "]\n"
                   "  %e = ne %s, 0\n"
                   "  br %e, out, poll\n"
                   "out:\n"
                   "}\n")
                      .str());
}

TEST(FlagNotes, AWaitIsGivenUpByItsOwnWord) {
  TestUnit Own = givingUp("%stop"), Other = givingUp("%other");
  EXPECT_TRUE(givesUpWait(Own.fn(), Own["stop"]));
  EXPECT_FALSE(givesUpWait(Other.fn(), Other["stop"]));
  TestUnit Zero = givingUp("%stop", "0"), Result = givingUp("%stop", "%x");
  EXPECT_FALSE(givesUpWait(Zero.fn(), Zero["stop"])) << "the loop goes on";
  EXPECT_FALSE(givesUpWait(Result.fn(), Result["stop"])) << "a result";
}

/// A word is waited for, and then set to Value.
TestUnit cleared(const char *Value, const char *Early, const char *Late) {
  return TestUnit(("kernel @k(ptr %data, ptr %flag) {\n" + llvm::Twine(Early) +
                   "  jump poll\n"
                   "poll:\n"
                   "  %v = load.relaxed.sys.global.b32 [%flag]\n"
                   "  %d = eq %v, 7\n"
                   "  br %d, seen, poll\n"
                   "seen:\n" +
                   Late + "  store.relaxed.sys.global.b32 [%flag], " + Value +
                   " obj=\"clear\"\n"
                   "}\n")
                      .str());
}

TEST(FlagNotes, ClearingAFlagTellsOfWhatFollowedTheWait) {
  const char *Store = "  store.weak.global.b32 [%data], 1 obj=\"data\"\n";
  TestUnit Before = cleared("0", Store, ""), After = cleared("0", "", Store);
  TestUnit PassedOn = cleared("8", Store, "");
  EXPECT_TRUE(isToldBeforeWait(Before.fn(), Before["clear"], Before["data"]));
  EXPECT_FALSE(isToldBeforeWait(After.fn(), After["clear"], After["data"]));
  EXPECT_FALSE(
      isToldBeforeWait(PassedOn.fn(), PassedOn["clear"], PassedOn["data"]))
      << "a turn that is passed on tells of all before it";
}

TEST(FlagNotes, CountsKeptForTheNextLaunch) {
  TestUnit U(R"(
kernel @k(ptr %round, ptr %flag) {
  %n = load.weak.global.b32 [%round] : i32
  %m = add %n, 1
  store.weak.global.b32 [%round], %m obj="count"
  red.add.release.sys.global.b32 [%flag], 1
  jump poll
poll:
  %v = load.acquire.sys.global.b32 [%flag]
  %d = ge %v, %m
  br %d, out, poll
out:
})");
  EXPECT_TRUE(isKeptForNextLaunch(U.fn(), U["count"]));
  TestUnit Read(R"(
kernel @k(ptr %round, ptr %flag) {
  %n = load.weak.global.b32 [%round] : i32
  %m = add %n, 1
  store.weak.global.b32 [%round], %m obj="count"
  jump poll
poll:
  %v = load.acquire.sys.global.b32 [%flag]
  %d = ge %v, %m
  br %d, out, poll
out:
  %again = load.weak.global.b32 [%round]
  store.weak.global.b32 [%flag], %again
})");
  EXPECT_FALSE(isKeptForNextLaunch(Read.fn(), Read["count"]));
}

/// Others wait at a word of %words by Asked, and one is added to another.
bool mayCountEnd(const char *Asked) {
  TestUnit U(("kernel @k(ptr %words, i32 %rank) {\n"
              "  %t = special tid.x\n"
              "  %own = element %words, %t, 4\n"
              "  %theirs = element %words, %rank, 4\n"
              "  red.add.relaxed.sys.global.b32 [%theirs], 1 obj=\"raise\"\n"
              "  jump poll\n"
              "poll:\n"
              "  %v = load.relaxed.sys.global.b32 [%own] obj=\"wait\"\n" +
              llvm::Twine(Asked) +
              "  br %d, out, poll\n"
              "out:\n"
              "}\n")
                 .str());
  return mayEndWait(U.fn(), U["raise"], {&U.fn(), U["wait"]});
}

TEST(FlagNotes, ACountThatGrowsEndsNoWaitForItsFall) {
  EXPECT_FALSE(mayCountEnd("  %d = le %v, 0\n"));
  EXPECT_FALSE(mayCountEnd("  %c = le %v, 0\n"
                           "  %all = warp -1, -1, %c : i32\n"
                           "  %d = ne %all, 0\n"))
      << "a vote of the warp";
  EXPECT_TRUE(mayCountEnd("  %c = gt %v, 0\n"
                          "  %all = warp -1, -1, %c : i32\n"
                          "  %d = ne %all, 0\n"));
  EXPECT_TRUE(mayCountEnd("  %d = ne %v, 0\n")) << "a credit";
}

TEST(FlagNotes, TimesAreForAProfile) {
  TestUnit U(R"(
kernel @k(ptr %log, ptr %data, i32 %x) {
  %c = special clock64 : u64
  %e = special globaltimer : u64
  %passed = sub %e, %c
  %in = div %passed, 1000:u64
  %mixed = xor %c, %x
  %next = mul %mixed, 1664525:u64
  store.weak.global.b64 [%data], %next obj="seeded"
  jump next
next:
  store.weak.global.b64 [%log], %c obj="time"
  jump third
third:
  store.weak.global.b64 [%log], %in obj="passed"
  jump last
last:
  store.weak.global.b32 [%data], %x obj="data"
})");
  EXPECT_TRUE(isTimeStamp(U.fn(), U["time"]));
  EXPECT_TRUE(isTimeStamp(U.fn(), U["passed"]));
  EXPECT_FALSE(isTimeStamp(U.fn(), U["seeded"])) << "a number to start from";
  EXPECT_FALSE(isTimeStamp(U.fn(), U["data"]));
}

/// A kernel of one store to memory of the grid.
TestUnit filling(const char *Index, const char *Value, const char *More) {
  return TestUnit(("kernel @k(ptr %words, ptr %in, i32 %x) {\n"
                   "  %t = special tid.x\n"
                   "  %i = element %words, " +
                   llvm::Twine(Index) +
                   ", 4\n"
                   "  %own = element %in, %t, 4\n"
                   "  %v = load.weak.global.b32 [%own]\n"
                   "  store.weak.global.b32 [%i], " +
                   Value + "\n" + More + "}\n")
                      .str());
}

TEST(FlagNotes, KernelsThatOnlyFill) {
  EXPECT_TRUE(onlyFills(filling("%t", "%x", "").fn()));
  EXPECT_FALSE(onlyFills(filling("0", "%x", "").fn())) << "one word for all";
  EXPECT_FALSE(onlyFills(filling("%t", "%v", "").fn())) << "data";
  EXPECT_FALSE(onlyFills(filling("%t", "%x", "  fence.acq_rel.gpu\n").fn()))
      << "something is handed over";
}

TEST(FlagNotes, AConditionKeepsTwoWordsApart) {
  constexpr const char *Text = R"(
kernel @k(ptr %words, i32 %rank) {
  %t = special tid.x
  %own = element %words, %rank, 4
  %theirs = element %words, %t, 4
  red.add.relaxed.gpu.global.b32 [%own], 1 obj="own"
  load.relaxed.sys.global.b32 [%theirs] obj="any"
  red.add.relaxed.sys.global.b32 [%own], 1 obj="far"
  %c = ne %t, %rank
  br %c, other, out
other:
  load.relaxed.sys.global.b32 [%theirs] obj="other"
  jump out
out:
})";
  TestUnit U(Text);
  EXPECT_TRUE(isExcluded(U.unit(), U.fn(), U["own"], U["other"]));
  EXPECT_FALSE(isExcluded(U.unit(), U.fn(), U["own"], U["any"]));
  EXPECT_FALSE(isExcluded(U.unit(), U.fn(), U["far"], U["other"]))
      << "another GPU has another rank";
}

TEST(FlagNotes, PeersMeetBySwapsOfTheWordsThatTheyWaitFor) {
  constexpr const char *Text = R"(
kernel @k(ptr %words, ptr %lock, i32 %rank) {
  %t = special tid.x
  %own = element %words, %rank, 4
  %theirs = element %words, %t, 4
  jump raise
raise:
  %r = atom.cas.relaxed.sys.global.b32 [RAISED], 1, 0
  %e = eq %r, 0
  br %e, wait, raise
wait:
  %v = load.relaxed.sys.global.b32 [%own] obj="wait"
  %d = ne %v, 0
  br %d, out, wait
out:
})";
  auto Meets = [&](llvm::StringRef Raised) {
    std::string All = Text;
    All.replace(All.find("RAISED"), 6, Raised.str());
    TestUnit U(All);
    return isStartBySwap(U.fn(), U["wait"]);
  };
  EXPECT_TRUE(Meets("%theirs"));
  EXPECT_FALSE(Meets("%lock")) << "a lock before a hand-off";
}

/// Thread 0 raises %flag if the data at %label, which the kernel also writes,
/// say so; with Asked, another condition decides.
TestUnit changed(const char *Asked) {
  return TestUnit(("kernel @k(ptr %label, ptr %from, ptr %flag, u32 %on) {\n"
                   "entry:\n"
                   "  %t = special tid.x : u32\n"
                   "  %p = element %label, %t, 4\n"
                   "  %q = element %from, %t, 4\n"
                   "  %old = load.weak.global.b32 [%p] : u32\n"
                   "  %new = load.weak.global.b32 [%q] : u32\n"
                   "  %c = lt %new, " +
                   llvm::Twine(Asked) +
                   "\n"
                   "  br %c, write, join\n"
                   "write:\n"
                   "  store.weak.global.b32 [%p], %new\n"
                   "  jump join\n"
                   "join:\n"
                   "  %is = phi [0:u1, entry], [1:u1, write] : u1\n"
                   "  %z = eq %t, 0:u32\n"
                   "  br %z, first, out\n"
                   "first:\n"
                   "  br %is, raise, out\n"
                   "raise:\n"
                   "  store.relaxed.sys.global.b32 [%flag], 1 obj=\"raise\"\n"
                   "  jump out\n"
                   "out:\n"
                   "}\n")
                      .str());
}

TEST(FlagNotes, AFindingIsNoAnnouncement) {
  TestUnit ByData = changed("%old"), ByHost = changed("%on");
  EXPECT_TRUE(tellsOfFinding(ByData.fn(), ByData["raise"]));
  EXPECT_FALSE(tellsOfFinding(ByHost.fn(), ByHost["raise"]))
      << "nothing that it asks for is written";
}

/// The second count undoes the first one, or not.
TestUnit counted(const char *Second) {
  return TestUnit(("kernel @k(ptr %own, ptr %peer) {\n"
                   "  red.add.relaxed.sys.global.b32 [%own], 1024 obj=\"arm\"\n"
                   "  fence.sc.sys\n"
                   "  red.add.relaxed.sys.global.b32 [%own], " +
                   llvm::Twine(Second) + " obj=\"tell\"\n}\n")
                      .str());
}

TEST(FlagNotes, WhatIsCountedBackArms) {
  TestUnit Back = counted("-1024:i32"), On = counted("1");
  EXPECT_TRUE(isCountedBack(Back.fn(), Back["arm"]));
  EXPECT_FALSE(isCountedBack(Back.fn(), Back["tell"]));
  EXPECT_FALSE(isCountedBack(On.fn(), On["arm"]));
}

/// A word is taken by a compare-and-swap, and put back, behind Between.
TestUnit putBack(const char *Between, const char *Value) {
  return TestUnit(("kernel @k(ptr %word, ptr %data, u32 %key) {\n"
                   "  %v = load.relaxed.gpu.global [%word] : u32\n"
                   "  %old = atom.cas.acquire.gpu.global.b32 [%word], "
                   "4294967295:u32, %v : u32 obj=\"take\"\n"
                   "  %is = eq %old, %v\n"
                   "  br %is, in, out\n"
                   "in:\n" +
                   llvm::Twine(Between) +
                   "  store.release.gpu.global.b32 [%word], " + Value +
                   " obj=\"back\"\n"
                   "  jump out\n"
                   "out:\n"
                   "}\n")
                      .str());
}

TEST(FlagNotes, WhatIsPutBackTellsNothing) {
  TestUnit Same = putBack("", "%v"), Found = putBack("", "%old"),
           Filled = putBack("  store.weak.global.b32 [%data], %key\n", "%v"),
           Other = putBack("", "%key"), State = putBack("", "0");
  EXPECT_TRUE(isUndone(Same.fn(), Same["back"]));
  EXPECT_TRUE(isUndone(Found.fn(), Found["back"]));
  EXPECT_FALSE(isUndone(Filled.fn(), Filled["back"]));
  EXPECT_FALSE(isUndone(Other.fn(), Other["back"]));
  EXPECT_FALSE(isUndone(State.fn(), State["back"]));
}

/// The bit of value 2 is set, then, behind Between and in this order, that of
/// value 1, while another kernel waits for those of Mask.
TestUnit bits(const char *Between, const char *Order, const char *Mask) {
  return TestUnit(
      ("kernel @k(ptr %word, ptr %data) {\n"
       "  store.weak.global.b32 [%data], 1\n"
       "  red.or.relaxed.gpu.global.b32 [%word], 2 obj=\"first\"\n" +
       llvm::Twine(Between) + "  red.or." + Order +
       ".gpu.global.b32 [%word], 1 obj=\"second\"\n}\n"
       "kernel @r(ptr %word, ptr %data) {\n"
       "  jump poll\n"
       "poll:\n"
       "  %v = load.acquire.gpu.global.b32 [%word]\n"
       "  %m = and %v, " +
       Mask +
       "\n"
       "  %d = ne %m, 0\n"
       "  br %d, out, poll\n"
       "out:\n"
       "  %x = load.weak.global.b32 [%data]\n"
       "}\n")
          .str());
}

bool isFirstTold(const TestUnit &U) {
  return isToldByNext(U.unit(), U.fn(), U["first"]);
}

TEST(FlagNotes, TheBitThatIsWaitedForTells) {
  TestUnit Told = bits("", "release", "1");
  EXPECT_TRUE(isFirstTold(Told));
  EXPECT_FALSE(isToldByNext(Told.unit(), Told.fn(), Told["second"]));
  EXPECT_TRUE(isFirstTold(bits("  fence.sc.gpu\n", "relaxed", "1")));
  EXPECT_FALSE(isFirstTold(bits("", "relaxed", "1")));
  EXPECT_FALSE(isFirstTold(bits("  fence.sc.cta\n", "relaxed", "1")));
  EXPECT_FALSE(isFirstTold(bits("  barrier.sync 0\n", "release", "1")));
}

TEST(FlagNotes, TheBitThatComesTooEarlyDoesNot) {
  EXPECT_FALSE(isFirstTold(bits("", "release", "2")));
  EXPECT_FALSE(isFirstTold(bits("", "release", "3")));
  EXPECT_FALSE(isFirstTold(bits("", "release", "%data")));
  EXPECT_FALSE(isFirstTold(bits("", "release", "4")));
}

} // namespace
