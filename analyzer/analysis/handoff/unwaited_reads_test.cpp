//===- unwaited_reads_test.cpp --------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "bar": an arrival does not wait, and the number of the barrier says
// which threads meet. "mbarrier.try_wait": false orders nothing.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/unwaited_reads.h"

using namespace fencepost;
using Behind = UnwaitedRead::Behind;

namespace {

/// Threads below 128 do Reader, the others Writer; all come through First.
TestUnit roles(llvm::StringRef First, llvm::StringRef Reader,
               llvm::StringRef Writer) {
  return TestUnit((R"(
global @tile space=shared::cta size=4096
kernel @k(u32 %n, ptr %out) {
  %t = special tid.x
  %lane = and %t, 31
  %r = sub 31, %lane
  %own = element @tile, %lane, 4
  %other = element @tile, %r, 4
  %mine = element @tile, %t, 4
  %behind = add %t, 512
  %far = element @tile, %behind, 4
  %id = add %n, 1
  %again = add %n, 1
  %next = add %n, 2
)" + First + R"(
  %c = lt %t, 128
  br %c, reader, writer
reader:
)" + Reader + R"(
  ret
writer:
)" + Writer + R"(
  ret
})")
                      .str());
}

constexpr const char *Arrive = "  barrier.arrive 1, 256 obj=\"arrive\"\n";
constexpr const char *ReadOther =
    "  %x = load.weak.shared::cta [%other] obj=\"read\"\n";
constexpr const char *StoreOwn =
    "  store.weak.shared::cta [%own], 1 obj=\"store\"\n";

std::string text(std::initializer_list<const char *> Parts) {
  std::string All;
  for (const char *Part : Parts)
    All += Part;
  return All;
}

TEST(UnwaitedReads, BehindAnArrivalAtTheBarrierOfTheWriters) {
  TestUnit U = roles("", text({Arrive, ReadOther}),
                     text({StoreOwn, "  barrier.sync 1, 256\n"}));
  auto Found = unwaitedReads(U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].What, Behind::BlockArrival);
  EXPECT_EQ(Found[0].At, U["arrive"]);
  EXPECT_EQ(Found[0].Write, U["store"]);
  EXPECT_EQ(Found[0].Read, U["read"]);
}

TEST(UnwaitedReads, AWaitAtTheBarrierOfTheWriters) {
  TestUnit U = roles("", text({"  barrier.sync 1, 256\n", ReadOther}),
                     text({StoreOwn, "  barrier.arrive 1, 256\n"}));
  EXPECT_TRUE(unwaitedReads(U.fn()).empty());
}

TEST(UnwaitedReads, TheWritersMeetAtAnotherBarrier) {
  TestUnit U = roles("", text({Arrive, ReadOther}),
                     text({StoreOwn, "  barrier.sync 2, 256\n"}));
  EXPECT_TRUE(unwaitedReads(U.fn()).empty());
}

// A part of one buffer that a barrier has handed over before.
TEST(UnwaitedReads, AnotherPartOfTheBuffer) {
  const char *Fill = "  store.weak.shared::cta [%mine], 1\n"
                     "  barrier.sync 0\n";
  std::string Writer =
      text({"  store.weak.shared::cta [%far], 2\n", "  barrier.sync 1, 256\n"});
  TestUnit U = roles(
      Fill, text({Arrive, "  %x = load.weak.shared::cta [%mine]\n"}), Writer);
  EXPECT_TRUE(unwaitedReads(U.fn()).empty());
  TestUnit Bad = roles(
      Fill,
      text({Arrive, "  %e = add %lane, 512\n", "  %at = element @tile, %e, 4\n",
            "  %x = load.weak.shared::cta [%at]\n"}),
      Writer);
  EXPECT_EQ(unwaitedReads(Bad.fn()).size(), 1u);
}

TEST(UnwaitedReads, EachThreadsOwnElement) {
  TestUnit U =
      roles("", text({Arrive, "  %x = load.weak.shared::cta [%mine]\n"}),
            text({"  store.weak.shared::cta [%mine], 2\n",
                  "  barrier.sync 1, 256\n"}));
  EXPECT_TRUE(unwaitedReads(U.fn()).empty());
}

// The number of the barrier is computed anew by each role.
TEST(UnwaitedReads, NumbersComputedTwice) {
  const char *ArriveAt = "  barrier.arrive %id, 256\n";
  TestUnit Claimed = roles("", text({ArriveAt, ReadOther}),
                           text({StoreOwn, "  barrier.sync %again, 256\n"}));
  EXPECT_EQ(unwaitedReads(Claimed.fn()).size(), 1u);
  TestUnit Waited = roles(
      "", text({"  barrier.sync %again, 256\n", Arrive, ReadOther}),
      text({StoreOwn, "  barrier.sync %id, 256\n", "  barrier.sync 1, 256\n"}));
  EXPECT_TRUE(unwaitedReads(Waited.fn()).empty());
  TestUnit Elsewhere =
      roles("", text({"  barrier.sync %next, 256\n", ArriveAt, ReadOther}),
            text({StoreOwn, "  barrier.sync %again, 256\n"}));
  EXPECT_EQ(unwaitedReads(Elsewhere.fn()).size(), 1u);
}

/// A number that is not known may be that of any barrier.
TEST(UnwaitedReads, ANumberThatIsNotKnown) {
  TestUnit U = roles("  %s = load.weak.global [%out]\n",
                     text({"  barrier.sync %s, 256\n", Arrive, ReadOther}),
                     text({StoreOwn, "  barrier.sync 1, 256\n"}));
  EXPECT_TRUE(unwaitedReads(U.fn()).empty());
}

TestUnit object(llvm::StringRef Between, llvm::StringRef Read) {
  return TestUnit((R"(
global @row space=shared::cta size=4096
global @bar space=shared::cta size=8
kernel @k(ptr const %in) {
  %t = special tid.x
  %r = xor %t, 1
  %f = add %t, 512
  %own = element @row, %t, 4
  %other = element @row, %r, 4
  %far = element @row, %f, 4
  store.weak.shared::cta [%own], 1 obj="store"
)" + Between + R"(
  %x = load.weak.shared::cta [)" +
                   Read + R"(] obj="read"
})")
                      .str());
}

TEST(UnwaitedReads, AnObjectThatNobodyWaitsFor) {
  const char *Arrives = "  mbarrier.arrive.release.cta.shared::cta.b64 [@bar] "
                        "unused obj=\"arrive\"\n";
  TestUnit U = object(Arrives, "%other");
  auto Found = unwaitedReads(U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].What, Behind::ObjectArrival);
  EXPECT_EQ(Found[0].Write, U["store"]);
  EXPECT_EQ(Found[0].Read, U["read"]);
  EXPECT_TRUE(unwaitedReads(object(Arrives, "%own").fn()).empty());
  std::string Synced = text({Arrives, "  barrier.sync 0\n"});
  EXPECT_TRUE(unwaitedReads(object(Synced, "%other").fn()).empty());
  // What is read was handed over before; the store is to another part.
  std::string Parts = text(
      {"  barrier.sync 0\n", "  store.weak.shared::cta [%far], 2\n", Arrives});
  EXPECT_TRUE(unwaitedReads(object(Parts, "%other").fn()).empty());
}

TEST(UnwaitedReads, ATestThatNobodyLooksAt) {
  auto Copied = [](llvm::StringRef Test) {
    return TestUnit((R"(
global @tile space=shared::cta size=512
global @full space=shared::cta size=8
kernel @k(ptr const %in) {
  %t = special tid.x
  %own = element @tile, %t, 4
  async.copy.mbarrier.async.shared::cluster [@tile], 512, %in, 512 via=@full obj="copy"
  jump ask
ask:
)" + Test + R"(
read:
  %x = load.weak.shared::cta [%own] obj="read"
})")
                        .str());
  };
  TestUnit U = Copied("  mbarrier.try_wait.acquire.cta.shared::cta.b64 "
                      "[@full], 0 unused obj=\"test\"\n  jump read\n");
  auto Found = unwaitedReads(U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].What, Behind::Test);
  EXPECT_EQ(Found[0].At, U["test"]);
  EXPECT_EQ(Found[0].Write, U["copy"]);
  TestUnit Repeated =
      Copied("  %d = mbarrier.try_wait.acquire.cta.shared::cta.b64 "
             "[@full], 0\n  br %d, read, ask\n");
  EXPECT_TRUE(unwaitedReads(Repeated.fn()).empty());
}

// One warp publishes for those who store, and only arrives at their barrier.
TEST(UnwaitedReads, PublishedBehindAnArrival) {
  auto Published = [](llvm::StringRef Meets) {
    return TestUnit((R"(kernel @k(ptr %data, ptr %flag) {
  %t = special tid.x
  %a = element %data, %t, 4
  %c = lt %t, 32
  br %c, publisher, writer
publisher:
)" + Meets + R"(
  %z = eq %t, 0
  br %z, one, done
one:
  store.release.gpu.global.b32 [%flag], 1 obj="publish"
  ret
writer:
  store.weak.global.b32 [%a], 1 obj="store"
  barrier.sync 1, 256
  ret
done:
})")
                        .str());
  };
  TestUnit U = Published("  barrier.arrive 1, 256 obj=\"arrive\"");
  auto Found = unwaitedPublications(U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].At, U["arrive"]);
  EXPECT_EQ(Found[0].Store, U["store"]);
  EXPECT_EQ(Found[0].Publish, U["publish"]);
  EXPECT_TRUE(
      unwaitedPublications(Published("  barrier.sync 1, 256").fn()).empty());
}

} // namespace
