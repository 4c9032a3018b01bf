//===- first_looks_test.cpp -----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.7: a release pattern and an acquire pattern synchronize; one of
// them alone orders nothing for the other thread.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/first_looks.h"

using namespace fencepost;

namespace {

/// A thread of each block looks; who does not find 2 claims, stores and puts 2.
std::string once(llvm::StringRef Look, llvm::StringRef Behind,
                 llvm::StringRef Before, llvm::StringRef Put) {
  return ("global @word space=global size=4\n"
          "global @data space=global size=64\n"
          "kernel @k(ptr %out) {\n"
          "  %b = special ctaid.x\n"
          "  %v = " +
          Look +
          " obj=\"look\"\n"
          "  %is = eq %v, 2\n"
          "  br %is, found, missing\n"
          "found:\n  " +
          Behind +
          "\n"
          "  %f = load.weak.global.f32 [@data] obj=\"read\"\n"
          "  %o = element %out, %b, 4\n"
          "  store.weak.global.f32 [%o], %f\n"
          "  ret\n"
          "missing:\n"
          "  %was = atom.cas.relaxed.gpu.global.b32 [@word], 1, 0\n"
          "  %mine = eq %was, 0\n"
          "  br %mine, fill, done\n"
          "fill:\n"
          "  store.weak.global.f32 [@data], %b obj=\"store\"\n  " +
          Before + "\n  " + Put +
          " obj=\"put\"\n"
          "  jump done\n"
          "done:\n"
          "  ret\n"
          "}\n")
      .str();
}

constexpr const char *Relaxed = "load.relaxed.gpu.global.b32 [@word]";
constexpr const char *Acquiring = "load.acquire.gpu.global.b32 [@word]";
constexpr const char *Fence = "fence.acq_rel.gpu";
constexpr const char *RelaxedPut = "store.relaxed.gpu.global.b32 [@word], 2";
constexpr const char *ReleasingPut = "store.release.gpu.global.b32 [@word], 2";

TEST(FirstLooks, ARelaxedLookIsNoAcquire) {
  for (auto [Before, Put] :
       {std::pair(Fence, RelaxedPut), std::pair("", ReleasingPut)}) {
    TestUnit U(once(Relaxed, "", Before, Put));
    auto Found = unacquiredLooks(U.unit(), U.fn());
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_EQ(Found[0].Look, U["look"]);
    EXPECT_EQ(Found[0].Read, U["read"]);
    EXPECT_EQ(Found[0].Store, U["store"]);
    EXPECT_EQ(Found[0].Publish, U["put"]);
    EXPECT_TRUE(unreleasedAnswers(U.unit(), U.fn()).empty());
  }
}

TEST(FirstLooks, AnAcquireOrAFenceBehindTheLookOrders) {
  for (auto [Look, Behind] :
       {std::pair(Acquiring, ""), std::pair(Relaxed, Fence)}) {
    TestUnit U(once(Look, Behind, "", ReleasingPut));
    EXPECT_TRUE(unacquiredLooks(U.unit(), U.fn()).empty());
    EXPECT_TRUE(unreleasedAnswers(U.unit(), U.fn()).empty());
  }
}

TEST(FirstLooks, AnotherValueSaysNothing) {
  TestUnit U(
      once(Relaxed, "", Fence, "store.relaxed.gpu.global.b32 [@word], 3"));
  EXPECT_TRUE(unacquiredLooks(U.unit(), U.fn()).empty());
}

TEST(FirstLooks, AnAcquireNeedsARelease) {
  TestUnit U(once(Acquiring, "", "", RelaxedPut));
  auto Found = unreleasedAnswers(U.unit(), U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Publish, U["put"]);
  EXPECT_EQ(Found[0].Store, U["store"]);
  TestUnit Fenced(once(Acquiring, "", Fence, RelaxedPut));
  EXPECT_TRUE(unreleasedAnswers(Fenced.unit(), Fenced.fn()).empty());
}

TEST(FirstLooks, WithNeitherSideOrderedNoHandOverIsMeant) {
  TestUnit U(once(Relaxed, "", "", RelaxedPut));
  EXPECT_TRUE(unacquiredLooks(U.unit(), U.fn()).empty());
  EXPECT_TRUE(unreleasedAnswers(U.unit(), U.fn()).empty());
}

/// Each thread draws a row, stores its result and announces it; it looks at the
/// word of another row, and reads that row's result where it is there.
std::string turns(llvm::StringRef Look, llvm::StringRef Is,
                  llvm::StringRef Before, llvm::StringRef Put,
                  llvm::StringRef Row) {
  return ("kernel @k(ptr %rows, ptr %of, ptr %value, ptr %word, u32 %n, "
          "u32 %round) {\n"
          "entry:\n  " +
          Row +
          "\n"
          "  jump head\n"
          "head:\n"
          "  %i = phi [0:u32, entry], [%j, latch] : u32\n"
          "  %ca = element %of, %i, 4\n"
          "  %c = load.weak.global.b32 [%ca] : u32\n"
          "  %a = element %word, %c, 4\n"
          "  %own = eq %c, %row\n"
          "  br %own, store, other\n"
          "store:\n"
          "  %x = element %value, %row, 4\n"
          "  store.weak.global.b32 [%x], %i obj=\"store\"\n  " +
          Before +
          "\n"
          "  %w = element %word, %row, 4\n  " +
          Put +
          " obj=\"put\"\n"
          "  jump latch\n"
          "other:\n"
          "  %v = " +
          Look + " obj=\"look\"\n  %is = " + Is +
          "\n"
          "  br %is, use, latch\n"
          "use:\n"
          "  %y = element %value, %c, 4\n"
          "  %f = load.weak.global.b32 [%y] : u32 obj=\"read\"\n"
          "  %out = element %rows, %f, 4\n"
          "  atom.add.relaxed.gpu.global.b32 [%out], 1\n"
          "  jump latch\n"
          "latch:\n"
          "  %j = add %i, 1:u32\n"
          "  %more = lt %j, %n\n"
          "  br %more, head, done\n"
          "done:\n"
          "}\n")
      .str();
}

constexpr const char *Plain = "load.weak.global.b32 [%a] : u32";
constexpr const char *PlainPut = "store.weak.global.b32 [%w], 1";
constexpr const char *IsOne = "eq %v, 1:u32";
constexpr const char *Drawn =
    "%row = atom.add.relaxed.gpu.global.b32 [%rows], 1 : u32";
constexpr const char *OfBlocks = "%row = special ctaid.x : u32";

bool isUnacquired(const std::string &Text) {
  TestUnit U(Text);
  auto Found = unacquiredLooks(U.unit(), U.fn());
  return Found.size() == 1 && Found[0].Look == U["look"] &&
         Found[0].Read == U["read"] && Found[0].Store == U["store"];
}

TEST(FirstLooks, APlainLookAcquiresNothingEither) {
  for (const char *Row : {Drawn, OfBlocks})
    EXPECT_TRUE(isUnacquired(turns(Plain, IsOne, Fence, PlainPut, Row)));
}

TEST(FirstLooks, AnAtomicThatChangesNothingLooks) {
  EXPECT_TRUE(isUnacquired(
      turns("atom.add.relaxed.gpu.global.b32 [%a], 0 : u32", IsOne, Fence,
            "store.relaxed.gpu.global.b32 [%w], 1", Drawn)));
  // One that takes the word is a claim.
  EXPECT_FALSE(isUnacquired(
      turns("atom.exch.relaxed.gpu.global.b32 [%a], 2 : u32", IsOne, Fence,
            "store.relaxed.gpu.global.b32 [%w], 1", Drawn)));
}

TEST(FirstLooks, TheValueMayBeThatOfTheCall) {
  const char *Put = "store.relaxed.gpu.global.b32 [%w], %round";
  const char *Look = "load.relaxed.gpu.global.b32 [%a] : u32";
  EXPECT_TRUE(isUnacquired(turns(Look, "eq %v, %round", Fence, Put, Drawn)));
  EXPECT_FALSE(isUnacquired(turns(Look, "ne %v, %round", Fence, Put, Drawn)));
  EXPECT_FALSE(isUnacquired(turns(Look, "eq %v, %n", Fence, Put, Drawn)));
}

TEST(FirstLooks, WithoutAFenceAPlainStoreAnnouncesNothing) {
  EXPECT_FALSE(isUnacquired(turns(Plain, IsOne, "", PlainPut, Drawn)));
  EXPECT_FALSE(
      isUnacquired(turns(Plain, IsOne, "fence.acq_rel.cta", PlainPut, Drawn)));
}

TEST(FirstLooks, OneBlockMayMeetAtItsBarrier) {
  EXPECT_FALSE(isUnacquired(
      turns(Plain, IsOne, Fence, PlainPut, "%row = special tid.x : u32")));
}

} // namespace
