//===- handoff_facts_test.cpp ---------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.7: which writes a release covers, and whose reads an acquire
// orders. rules/unreleased-publish.md, rules/relaxed-poll.md.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/compiler_order.h"
#include "analyzer/analysis/handoff/handoff.h"
#include "analyzer/analysis/handoff/led_readers.h"

using namespace fencepost;

namespace {

constexpr const char *Words = "global @data space=global size=4\n"
                              "global @flag space=global size=8\n";

/// Another kernel takes the flag by a compare-and-swap, or waits for half of
/// it, and then reads the data.
FlagSign signOf(llvm::StringRef Raise, llvm::StringRef Wait) {
  TestUnit U((Words +
              llvm::Twine("kernel @raise(i32 %x) {\n"
                          "  store.weak.global.b32 [@data], %x obj=\"data\"\n"
                          "  ") +
              Raise +
              " obj=\"raise\"\n}\n"
              "kernel @take(ptr %out) {\n"
              "  jump poll\n"
              "poll:\n"
              "  %v = " +
              Wait +
              "\n"
              "  %d = ne %v, 0\n"
              "  br %d, join, poll\n"
              "join:\n"
              "  fence.acq_rel.gpu\n"
              "  %r = load.weak.global.b32 [@data]\n"
              "  store.weak.global.b32 [%out], %r\n"
              "}\n")
                 .str());
  return flagOf(U.unit(), U.fn(), U["raise"]).Sign;
}

TEST(Flags, AWordTakenByCompareAndSwapIsNoCount) {
  EXPECT_EQ(signOf("store.weak.global.b32 [@flag], 1",
                   "atom.cas.relaxed.gpu.global.b32 [@flag], 1, 0"),
            FlagSign::Polled);
}

TEST(Flags, APairEndsTheWaitForItsHalf) {
  EXPECT_EQ(signOf("store.weak.global.b64 [@flag], 30064771073",
                   "load.relaxed.gpu.global.b32 [@flag]"),
            FlagSign::Polled);
}

/// What a function waits for and what it raises lie behind two pointers of one
/// table, Apart bytes from each other.
FlagSign signBehindPointers(llvm::StringRef Apart) {
  TestUnit U(("kernel @k(ptr %table, ptr %data, i32 %peer, i32 %rank) {\n"
              "  %e = element %table, %peer, 8\n"
              "  %f = element %table, %rank, 8\n"
              "  %p = load [%e] : ptr\n"
              "  %q = load [%f] : ptr\n"
              "  %word = add %p, " +
              Apart +
              ":u64 : ptr\n"
              "  store.weak.global.b32 [%data], 1\n"
              "  store.weak.generic.b32 [%word], 1 obj=\"raise\"\n"
              "  jump poll\n"
              "poll:\n"
              "  %v = load.relaxed.sys.generic.b32 [%q]\n"
              "  %d = ne %v, 0\n"
              "  br %d, out, poll\n"
              "out:\n"
              "}\n")
                 .str());
  return flagOf(U.unit(), U.fn(), U["raise"]).Sign;
}

TEST(Flags, AnotherWordOfTheRecordsOfATableIsNotWaitedFor) {
  EXPECT_EQ(signBehindPointers("0"), FlagSign::Polled);
  EXPECT_EQ(signBehindPointers("8"), FlagSign::None);
}

/// One lane waits and acquires; all read, behind Behind.
bool isLed(llvm::StringRef Behind) {
  TestUnit U((Words +
              llvm::Twine("kernel @raise(i32 %x) {\n"
                          "  store.weak.global.b32 [@data], %x\n"
                          "  store.release.gpu.global.b32 [@flag], 1\n"
                          "}\n"
                          "kernel @take(ptr %out) {\n"
                          "  %t = special tid.x\n"
                          "  %c = eq %t, 0\n"
                          "  br %c, poll, join\n"
                          "poll:\n"
                          "  %v = load.acquire.gpu.global.b32 [@flag] "
                          "obj=\"wait\"\n"
                          "  %d = ne %v, 0\n"
                          "  br %d, join, poll\n"
                          "join:\n") +
              Behind +
              "  %r = load.weak.global.b32 [@data]\n"
              "  %o = element %out, %t, 4\n"
              "  store.weak.global.b32 [%o], %r\n"
              "}\n")
                 .str());
  const FunctionView &In = U.fn(1);
  const Poll *P = In.polls().of(U.find("wait", 1));
  EXPECT_TRUE(P);
  return P && ledRead(U.unit(), In, *P).has_value();
}

TEST(LedReaders, NeitherWaitNorMeet) {
  EXPECT_TRUE(isLed(""));
  EXPECT_FALSE(isLed("  barrier.sync 0\n"));
}

TEST(LedReaders, MayAcquireThemselves) {
  EXPECT_FALSE(isLed("  load.acquire.gpu.global.b32 [@flag]\n"));
  EXPECT_FALSE(isLed("  fence.acq_rel.gpu\n"));
}

TEST(CompilerOrder, AFenceReleasesBeforeAWriteOfSomethingElse) {
  TestUnit U("kernel @k(ptr %a, ptr %b) {\n"
             "  store.weak.global.b32 [%a], 1 obj=\"a\"\n"
             "  store.weak.global.b32 [%b], 1 obj=\"b\"\n"
             "  fence.sc.gpu obj=\"fence\"\n"
             "  store.weak.global.b32 [%b], 2\n"
             "}\n");
  EXPECT_TRUE(isReleasedBy(U.fn(), U["a"], U["fence"]));
  EXPECT_FALSE(isReleasedBy(U.fn(), U["b"], U["fence"]));
}

/// Another kernel stores the data and raises the word to 1. This one asks for
/// the word, and goes by Ways to where it reads, or out.
bool mayBeToldAt(llvm::StringRef Ways) {
  TestUnit U((Words +
              llvm::Twine("kernel @take(ptr %out, u32 %n) {\n"
                          "  %v = load.acquire.gpu.global.b32 [@flag] "
                          "obj=\"look\"\n"
                          "  %unset = eq %v, 0\n"
                          "  %all = eq %n, 0\n") +
              Ways +
              "join:\n"
              "  %r = load.weak.global.b32 [@data] obj=\"read\"\n"
              "  store.weak.global.b32 [%out], %r\n"
              "  jump out\n"
              "out:\n"
              "}\n"
              "kernel @raise(i32 %x) {\n"
              "  store.weak.global.b32 [@data], %x\n"
              "  store.release.gpu.global.b32 [@flag], 1\n"
              "}\n")
                 .str());
  return mayBeTold(U.unit(), U.fn(), U["look"], U["read"]);
}

TEST(CompilerOrder, AReadWhereTheWordIsUnsetHasSeenNoStore) {
  EXPECT_FALSE(mayBeToldAt("  br %unset, join, out\n"));
  EXPECT_TRUE(mayBeToldAt("  br %unset, out, join\n"));
}

TEST(CompilerOrder, AReadBehindAJoinIsMetOnEitherWay) {
  EXPECT_TRUE(mayBeToldAt("  br %unset, some, set\n"
                          "some:\n"
                          "  br %all, join, out\n"
                          "set:\n"
                          "  jump join\n"));
}

} // namespace
