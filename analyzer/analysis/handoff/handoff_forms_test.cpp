//===- handoff_forms_test.cpp - rarer ways to hand over ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.7: a release covers what comes before it in program order, an
// acquire what comes behind it; both hold for shared::cluster as well.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/claims.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/peer_flags.h"
#include "analyzer/analysis/handoff/second_looks.h"

using namespace fencepost;

namespace {

/// One kernel changes data between two writes of a word; another one reads
/// them between two looks at it.
TestUnit sequence(llvm::StringRef Between, llvm::StringRef Behind = "add %n, 2",
                  llvm::StringRef Done = "") {
  return TestUnit((R"(kernel @change(ptr %seq, ptr %data, u32 %n) {
  %odd = add %n, 1
  %even = )" + Behind +
                   R"( 
  store.relaxed.gpu [%seq], %odd
  fence.acq_rel.gpu
  store.relaxed.gpu [%data], 7 obj="data"
  store.release.gpu [%seq], %even
}
kernel @look(ptr %seq, ptr %data, ptr %out) {
entry:
  jump turn
turn:
  %a = load.acquire.gpu [%seq] : u32 obj="first"
  %v = load.relaxed.gpu [%data] : u32 obj="read"
)" + Between + R"(
  %b = load.acquire.gpu [%seq] : u32 obj="second"
  %same = eq %a, %b
  br %same, done, turn
done:
)" + Done + R"(
  store.weak [%out], %v
  ret
})")
                      .str());
}

TEST(SecondLooks, ASwapDecides) {
  TestUnit U = sequence("", "add %n, 2",
                        "  %was = atom.cas.relaxed.gpu [%seq], %v, %a : u32");
  EXPECT_TRUE(unorderedSecondLooks(U.unit(), U.fn(1)).empty());
}

TEST(SecondLooks, ASwapOfWhatWasNotLookedAt) {
  TestUnit U = sequence("", "add %n, 2",
                        "  %was = atom.cas.relaxed.gpu [%seq], %v, 0 : u32");
  EXPECT_EQ(unorderedSecondLooks(U.unit(), U.fn(1)).size(), 1u);
}

TEST(SecondLooks, AnAcquireDoesNotHoldWhatStandsBeforeIt) {
  TestUnit U = sequence("");
  auto Found = unorderedSecondLooks(U.unit(), U.fn(1));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].First, U.find("first", 1));
  EXPECT_EQ(Found[0].Read, U.find("read", 1));
  EXPECT_EQ(Found[0].Second, U.find("second", 1));
  EXPECT_EQ(Found[0].Writer.E, U.find("data", 0));
}

TEST(SecondLooks, AFenceBetween) {
  TestUnit U = sequence("  fence.acq_rel.gpu");
  EXPECT_TRUE(unorderedSecondLooks(U.unit(), U.fn(1)).empty());
}

TEST(SecondLooks, NobodyWritesBetweenTwoChanges) {
  // The data is stored behind both changes of the word: no sequence lock.
  TestUnit U(R"(
kernel @change(ptr %seq, ptr %data, u32 %n) {
  store.relaxed.gpu [%seq], %n
  store.release.gpu [%seq], %n
  store.relaxed.gpu [%data], 7
}
kernel @look(ptr %seq, ptr %data, ptr %out) {
entry:
  jump turn
turn:
  %a = load.acquire.gpu [%seq] : u32
  %v = load.relaxed.gpu [%data] : u32
  %b = load.acquire.gpu [%seq] : u32
  %same = eq %a, %b
  br %same, done, turn
done:
  store.weak [%out], %v
  ret
})");
  EXPECT_TRUE(unorderedSecondLooks(U.unit(), U.fn(1)).empty());
}

TEST(SecondLooks, DataThatAcquiresHoldsTheSecondLook) {
  TestUnit U(R"(
kernel @change(ptr %seq, ptr %data, u32 %n) {
  %even = add %n, 1
  store.relaxed.gpu [%seq], %n
  fence.acq_rel.gpu
  store.relaxed.gpu [%data], 7
  store.release.gpu [%seq], %even
}
kernel @look(ptr %seq, ptr %data, ptr %out) {
entry:
  jump turn
turn:
  %a = load.acquire.gpu [%seq] : u32
  %v = load.acquire.gpu [%data] : u32
  %b = load.relaxed.gpu [%seq] : u32
  %same = eq %a, %b
  br %same, done, turn
done:
  store.weak [%out], %v
  ret
})");
  EXPECT_TRUE(unorderedSecondLooks(U.unit(), U.fn(1)).empty());
}

/// Block 1 of a cluster stores a letter and raises a flag at block 0.
TestUnit letter(llvm::StringRef Raise, llvm::StringRef Wait,
                llvm::StringRef Sending = "", llvm::StringRef Reading = "") {
  return TestUnit((R"(global @letter space=shared::cta size=4
global @flag space=shared::cta size=4
kernel @k(ptr const %in, ptr %out) cluster=2 {
entry:
  %r = special cluster_ctarank
  %first = eq %r, 0
  %there = pure "mapa", @letter, 0 : ptr
  %raised = pure "mapa", @flag, 0 : ptr
  br %first, wait, send
send:
  %v = load.weak [%in]
  store.weak [%there], %v obj="store"
)" + Sending + "\n  store." +
                   Raise +
                   R"( [%raised], 1 obj="raise"
  jump done
wait:
  %f = load.)" + Wait +
                   R"( [@flag] obj="wait"
  %up = ne %f, 0
  br %up, read, wait
read:
)" + Reading + R"(
  %l = load.weak [@letter] obj="read"
  store.weak [%out], %l
  jump done
done:
  barrier.cluster.arrive.release.cluster
  barrier.cluster.wait.acquire.cluster
  ret
})")
                      .str());
}

TEST(PeerFlags, AFlagInThePeersSharedMemory) {
  TestUnit U = letter("relaxed.cluster", "relaxed.cluster");
  auto Found = peerFlagsOf(U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Store, U["store"]);
  EXPECT_EQ(Found[0].Raise, U["raise"]);
  EXPECT_EQ(Found[0].Wait, U["wait"]);
  EXPECT_EQ(Found[0].Read, U["read"]);
  EXPECT_EQ(Found[0].Sent.MayRelease, Scope::None);
  EXPECT_EQ(Found[0].Received.MayAcquire, Scope::None);
}

TEST(PeerFlags, FencesOfBothSides) {
  TestUnit U = letter("relaxed.cluster", "relaxed.cluster",
                      "  fence.acq_rel.cluster", "  fence.acq_rel.gpu");
  auto Found = peerFlagsOf(U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Sent.MayRelease, Scope::Cluster);
  EXPECT_EQ(Found[0].Received.MayAcquire, Scope::Gpu);
}

TEST(PeerFlags, AFenceForTheOwnBlock) {
  TestUnit U = letter("relaxed.cluster", "relaxed.cluster",
                      "  fence.acq_rel.cta", "  fence.acq_rel.cta");
  auto Found = peerFlagsOf(U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Sent.MayRelease, Scope::Cta);
  EXPECT_EQ(Found[0].Received.MayAcquire, Scope::Cta);
}

TEST(PeerFlags, ACallThatIsNotKnownMayOrder) {
  TestUnit U = letter("relaxed.cluster", "relaxed.cluster", "  call");
  auto Found = peerFlagsOf(U.fn());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].Sent.Opaque);
  EXPECT_FALSE(Found[0].Received.Opaque);
}

TEST(PeerFlags, TheFlagAndTheLetterGoToThePeer) {
  auto Flags = [](const char *Raised, const char *Read) {
    TestUnit U(std::string(R"(global @letter space=shared::cta size=4
global @other space=shared::cta size=4
global @flag space=shared::cta size=4
kernel @k(ptr const %in, ptr %out) cluster=2 {
entry:
  %r = special cluster_ctarank
  %first = eq %r, 0
  %there = pure "mapa", @letter, 0 : ptr
  %peer = pure "mapa", @flag, 0 : ptr
  br %first, wait, send
send:
  %v = load.weak [%in]
  store.weak [%there], %v
  store.relaxed.cluster [)") +
               Raised + R"(], 1
  jump done
wait:
  %f = load.relaxed.cluster [@flag]
  %up = ne %f, 0
  br %up, read, wait
read:
  %l = load.weak [)" +
               Read + R"(]
  store.weak [%out], %l
  jump done
done:
  ret
})");
    return peerFlagsOf(U.fn()).size();
  };
  EXPECT_EQ(Flags("%peer", "@letter"), 1u);
  EXPECT_EQ(Flags("@flag", "@letter"), 0u) << "raised at home";
  EXPECT_EQ(Flags("%peer", "@other"), 0u) << "the letter is not read";
}

/// A key is put in; Fill is done by its owner, Found by who finds the key.
TestUnit table(llvm::StringRef New, llvm::StringRef Found) {
  return TestUnit(
      (R"(kernel @k(ptr %table, ptr const %keys, ptr %out, u32 %size) {
entry:
  %t = special tid.x
  %ka = element %keys, %t, 4
  %key = load.weak [%ka] : u32
  %at = rem %key, %size
  %rec = element %table, %at, 8
  %word = field %rec, 0, "Rec::key"
  %value = field %rec, 4, "Rec::value"
  %was = atom.cas.relaxed.gpu [%word], )" +
       New + R"(, 0 : u32 used obj="key"
  %free = eq %was, 0
  br %free, own, other
own:
  store.weak [%value], %t obj="fill"
  ret
other:
  %hit = eq %was, %key
  br %hit, found, done
found:
)" + Found +
       R"(
  store.weak [%out], %v
  jump done
done:
  ret
})")
          .str());
}

TEST(Claims, AKeyBeforeItsValue) {
  TestUnit U = table("%key", "  %v = load.weak [%value] obj=\"read\"");
  auto Early = keyedTooEarly(U.fn(), U["key"]);
  ASSERT_TRUE(Early);
  EXPECT_EQ(Early->Store, U["fill"]);
  EXPECT_EQ(Early->Read, U["read"]);
}

TEST(Claims, AMarkIsNoKey) {
  TestUnit U = table("1:u32", "  %v = load.weak [%value] obj=\"read\"");
  EXPECT_FALSE(keyedTooEarly(U.fn(), U["key"]));
}

TEST(Claims, ABarrierBeforeTheRead) {
  TestUnit U = table("%key", "  barrier.sync 0\n"
                             "  %v = load.weak [%value] obj=\"read\"");
  EXPECT_FALSE(keyedTooEarly(U.fn(), U["key"]));
}

TEST(Claims, ABarrierOfTheWarpBeforeTheRead) {
  TestUnit U = table("%key", "  bar.warp -1\n"
                             "  %v = load.weak [%value] obj=\"read\"");
  EXPECT_FALSE(keyedTooEarly(U.fn(), U["key"]));
}

TEST(Claims, WhoAsksWhetherTheValueIsThere) {
  TestUnit U = table("%key", R"(  jump ask
ask:
  %v = load.weak [%value] obj="read"
  %none = eq %v, 0
  br %none, ask, there
there:
)");
  EXPECT_FALSE(keyedTooEarly(U.fn(), U["key"]));
}

TEST(Claims, AValueBeforeItsKey) {
  TestUnit U(R"(kernel @k(ptr %table, ptr const %keys, ptr %out, u32 %size) {
entry:
  %t = special tid.x
  %ka = element %keys, %t, 4
  %key = load.weak [%ka] : u32
  %at = rem %key, %size
  %rec = element %table, %at, 8
  %word = field %rec, 0, "Rec::key"
  %value = field %rec, 4, "Rec::value"
  store.weak [%value], %t
  %was = atom.cas.release.gpu [%word], %key, 0 : u32 used obj="key"
  %hit = eq %was, %key
  br %hit, found, done
found:
  %v = load.weak [%value]
  store.weak [%out], %v
  jump done
done:
  ret
})");
  EXPECT_FALSE(keyedTooEarly(U.fn(), U["key"]));
}

TEST(Claims, WhatTheOwnerReadsIsItsOwn) {
  TestUnit U(R"(kernel @k(ptr %table, ptr const %keys, u32 %size) {
entry:
  %t = special tid.x
  %ka = element %keys, %t, 4
  %key = load.weak [%ka] : u32
  %at = rem %key, %size
  %rec = element %table, %at, 8
  %word = field %rec, 0, "Rec::key"
  %value = field %rec, 4, "Rec::value"
  %was = atom.cas.relaxed.gpu [%word], %key, 0 : u32 used obj="key"
  %free = eq %was, 0
  br %free, own, done
own:
  %old = load.weak [%value] : u32
  %new = add %old, 1
  store.weak [%value], %new
  jump done
done:
  ret
})");
  EXPECT_FALSE(keyedTooEarly(U.fn(), U["key"]));
}

TEST(Records, TheNextWordOfAnArrayIsNoFieldBeside) {
  TestUnit U(R"(kernel @k(ptr %flags, ptr %out) {
  %b = special ctaid.x
  %next = add %b, 1
  %one = element %flags, %b, 4
  %two = element %flags, %next, 4
  %twice = mul %b, 2
  %odd = add %twice, 1
  %low = element %flags, %twice, 4
  %high = element %flags, %odd, 4
  store.weak [%one], 1:u32 obj="one"
  store.weak [%two], 1:u32 obj="two"
  store.weak [%low], 1:u32 obj="low"
  store.weak [%high], 1:u32 obj="high"
  ret
})");
  EXPECT_FALSE(areFieldsOfOne(U.fn(), U["one"], U["two"]));
  EXPECT_TRUE(areFieldsOfOne(U.fn(), U["low"], U["high"]));
  EXPECT_TRUE(areFieldsOfOne(U.fn(), U["high"], U["low"]));
  EXPECT_FALSE(areFieldsOfOne(U.fn(), U["low"], U["low"]));
}

} // namespace
