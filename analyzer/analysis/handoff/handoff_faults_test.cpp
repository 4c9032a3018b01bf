//===- handoff_faults_test.cpp --------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.4, 8.7 and 8.8: the scope of each side has to hold the other one, a
// release covers what its thread stored or was joined with, a strong read alone
// acquires nothing.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/narrow_publications.h"
#include "analyzer/analysis/handoff/unjoined_stores.h"
#include "analyzer/analysis/handoff/unordered_reads.h"
#include "analyzer/analysis/handoff/unreleased_stores.h"

using namespace fencepost;

namespace {

/// Each thread of a first kernel stores, and one raises a flag; a second kernel
/// waits for it and reads.
struct Message {
  std::string Before = "  fence.acq_rel.gpu\n";
  std::string Raise = "store.relaxed.gpu";
  std::string Wait = "load.relaxed.gpu", Behind = "  fence.acq_rel.gpu\n";
  std::string Flag = "global @flag space=global size=4\n";

  TestUnit unit() const {
    return TestUnit("global @data space=global size=4096\n" + Flag +
                    "kernel @send(ptr %in) {\n"
                    "  %t = special tid.x\n"
                    "  %at = element @data, %t, 4\n"
                    "  store.weak.global.b32 [%at], 1 obj=\"data\"\n" +
                    Before +
                    "  %first = eq %t, 0\n"
                    "  br %first, one, end\n"
                    "one:\n  " +
                    Raise +
                    ".global.b32 [@flag], 1 obj=\"raise\"\n"
                    "  jump end\n"
                    "end:\n"
                    "}\n"
                    "kernel @receive(ptr %out) {\n"
                    "  %t = special tid.x\n"
                    "  jump wait\n"
                    "wait:\n"
                    "  %v = " +
                    Wait +
                    ".global.b32 [@flag] obj=\"wait\"\n"
                    "  %d = ne %v, 0\n"
                    "  br %d, done, wait\n"
                    "done:\n" +
                    Behind +
                    "  %at = element @data, %t, 4\n"
                    "  %r = load.weak.global.b32 [%at] obj=\"read\"\n"
                    "  %to = element %out, %t, 4\n"
                    "  store.weak.global.b32 [%to], %r\n"
                    "}\n");
  }
  size_t unreleased() const {
    TestUnit U = unit();
    EventId E = U["raise"];
    return unreleasedStores(U.unit(), U.fn(), E, flagOf(U.unit(), U.fn(), E))
        .size();
  }
  size_t unjoined() const {
    TestUnit U = unit();
    return unjoinedStores(U.unit(), U.fn(), U["raise"]).size();
  }
  size_t unordered() const {
    TestUnit U = unit();
    const FunctionView &In = U.fn(1);
    const Poll *P = In.polls().of(U.find("wait", 1));
    EXPECT_TRUE(P);
    return P ? unorderedReads(U.unit(), In, *P, locksOf(In)).size() : 0;
  }
  std::optional<NarrowPublish> narrow() const {
    TestUnit U = unit();
    return narrowPublish(U.unit(), U.fn(), U["raise"]);
  }
};

TEST(UnreleasedStores, NothingOrANarrowFenceBetween) {
  EXPECT_EQ(Message{.Before = ""}.unreleased(), 1u);
  EXPECT_EQ(Message{.Before = "  fence.acq_rel.cta\n"}.unreleased(), 1u);
  EXPECT_EQ(Message{}.unreleased(), 0u);
}

TEST(UnreleasedStores, AReleaseIsNoneOfThem) {
  EXPECT_EQ((Message{.Before = "", .Raise = "store.release.gpu"}.unreleased()),
            0u);
}

TEST(UnjoinedStores, OneThreadReleasesForOthersBehindABarrier) {
  EXPECT_EQ((Message{.Before = "", .Raise = "store.release.gpu"}.unjoined()),
            1u);
  EXPECT_EQ(
      (Message{.Before = "  barrier.sync 0\n", .Raise = "store.release.gpu"}
           .unjoined()),
      0u);
}

TEST(UnorderedReads, AStrongReadAloneAcquiresNothing) {
  EXPECT_EQ(Message{.Behind = ""}.unordered(), 1u);
  EXPECT_EQ(Message{.Behind = "  barrier.sync 0\n"}.unordered(), 1u);
  EXPECT_EQ(Message{.Behind = "  fence.acq_rel.cta\n"}.unordered(), 1u);
}

TEST(UnorderedReads, AnAcquireOrdersThem) {
  EXPECT_EQ(Message{}.unordered(), 0u);
  EXPECT_EQ((Message{.Wait = "load.acquire.gpu", .Behind = ""}.unordered()),
            0u);
}

TEST(NarrowPublications, AFlagForTheSystemBehindAFenceForTheGpu) {
  Message M;
  M.Raise = "store.relaxed.sys";
  M.Flag = "global @flag space=global size=4 managed\n";
  auto N = M.narrow();
  ASSERT_TRUE(N);
  EXPECT_EQ(N->Why, NarrowPublish::Reason::FlagOutside);
  EXPECT_EQ(N->Has, Scope::Gpu);
  EXPECT_EQ(N->Needed, Scope::Sys);
  M.Before = "  fence.acq_rel.sys\n";
  EXPECT_FALSE(M.narrow());
}

TEST(NarrowPublications, AReleaseForTheBlockBeforeAnotherBlocksWait) {
  Message M{.Before = "  barrier.sync 0\n", .Raise = "store.release.cta"};
  auto N = M.narrow();
  ASSERT_TRUE(N);
  EXPECT_EQ(N->Why, NarrowPublish::Reason::OtherBlock);
  EXPECT_EQ(N->Needed, Scope::Gpu);
  M.Raise = "store.release.gpu";
  EXPECT_FALSE(M.narrow());
}

} // namespace
