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

} // namespace
