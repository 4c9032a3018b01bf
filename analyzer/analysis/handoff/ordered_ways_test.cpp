//===- ordered_ways_test.cpp ----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.7: an acquire or release pattern is made of a fence or access with
// that order and of the strong access that it stands by; 8.8: what a barrier
// joins. A word of at most 64 bits is written as one.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/carried_data.h"
#include "analyzer/analysis/handoff/handoff.h"
#include "analyzer/analysis/handoff/ordered_ways.h"

using namespace fencepost;

namespace {

/// All threads store, Between stands before the flag.
Scope released(llvm::StringRef Between) {
  TestUnit U(("kernel @k(ptr %data, ptr %flag, ptr %other) {\n"
              "  %t = special tid.x\n"
              "  %at = element %data, %t, 4\n"
              "  store.weak.global.b32 [%at], 1 obj=\"data\"\n" +
              Between +
              "  store.relaxed.gpu.global.b32 [%flag], 1 "
              "obj=\"flag\"\n}\n")
                 .str());
  const std::vector<Payload> &All = payloadOf(U.fn(), U["flag"]);
  EXPECT_EQ(All.size(), 1u);
  return All.empty() ? Scope::Unknown
                     : mayRelease(U.fn(), U["data"], All[0].Way);
}

TEST(OrderedWays, AFenceReleasesAtItsScope) {
  EXPECT_EQ(released(""), Scope::None);
  EXPECT_EQ(released("  fence.acq_rel.gpu\n"), Scope::Gpu);
  EXPECT_EQ(released("  fence.acq_rel.cta\n"), Scope::Cta);
}

TEST(OrderedWays, AReleaseOfAnotherWordPublishesNothingHere) {
  EXPECT_EQ(released("  store.release.gpu.global.b32 [%other], 1\n"),
            Scope::None);
}

/// One thread's fence, with a barrier of the block before or behind it.
std::string electedFence(bool BarrierFirst) {
  const char *Barrier = "  barrier.sync 0\n";
  return std::string(BarrierFirst ? Barrier : "") +
         "  %first = eq %t, 0\n"
         "  br %first, one, all\n"
         "one:\n"
         "  fence.acq_rel.gpu\n"
         "  jump all\n"
         "all:\n" +
         (BarrierFirst ? "" : Barrier);
}

TEST(OrderedWays, AFenceOfOneThreadCoversOthersBehindABarrierOnly) {
  EXPECT_EQ(released(electedFence(false)), Scope::None);
}

/// What stands between a wait and a read.
Scope acquired(llvm::StringRef Between) {
  TestUnit U(("kernel @k(ptr %data, ptr %flag, ptr %out, ptr %other) {\n"
              "  jump wait\n"
              "wait:\n"
              "  %v = load.relaxed.gpu.global.b32 [%flag] obj=\"flag\"\n"
              "  %d = ne %v, 0\n"
              "  br %d, done, wait\n"
              "done:\n" +
              Between +
              "  %r = load.weak.global.b32 [%data] obj=\"data\"\n"
              "  store.weak.global.b32 [%out], %r\n}\n")
                 .str());
  return mayAcquire(U.fn().order().between(U["flag"], U["data"]));
}

TEST(OrderedWays, AnAcquireOfAnotherWordMayBeTheOneThatCounts) {
  EXPECT_EQ(acquired(""), Scope::None);
  EXPECT_EQ(acquired("  fence.acq_rel.gpu\n"), Scope::Gpu);
  EXPECT_EQ(acquired("  %o = load.acquire.gpu.global.b32 [%other]\n"),
            Scope::Gpu);
}

TEST(OrderedWays, AnUnknownCallMayOrderAll) {
  EXPECT_EQ(acquired("  call\n"), Scope::Sys);
}

/// A wait for a word, then Use of the value that it has brought.
bool carries(llvm::StringRef Use) {
  TestUnit U(("kernel @k(ptr %word, ptr %table, ptr %out) {\n"
              "  jump wait\n"
              "wait:\n"
              "  %v = load.relaxed.gpu.global.b32 [%word] : u32 obj=\"word\"\n"
              "  %d = ne %v, 0\n"
              "  br %d, done, wait\n"
              "done:\n" +
              Use + "}\n")
                 .str());
  return carriesData(U.fn(), U["word"]);
}

TEST(CarriedData, AValueThatIsStoredOrAnIndex) {
  EXPECT_TRUE(carries("  store.weak.global.b32 [%out], %v\n"));
  EXPECT_TRUE(carries("  %at = element %table, %v, 4\n"
                      "  %r = load.weak.global.b32 [%at]\n"));
}

TEST(CarriedData, NotWhatIsOnlyAskedFor) {
  EXPECT_FALSE(carries("  %is = eq %v, 7\n"
                       "  store.weak.global.b32 [%out], %is\n"));
  EXPECT_FALSE(carries("  %next = add %v, 1\n"
                       "  store.relaxed.gpu.global.b32 [%word], %next\n"));
}

} // namespace
