//===- mixed_accesses_test.cpp - plain accesses beside atomics ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two conflicting accesses that are not morally strong, and not ordered by
// causality, race (PTX ISA 8.7.1, 8.10.3): a barrier of the block orders its
// own threads alone.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/contention/mixed_accesses.h"

using namespace fencepost;

namespace {

/// The pair whose plain access is marked "plain", if there is one.
std::optional<MixedPair> mixed(llvm::StringRef Text) {
  TestUnit U(Text);
  for (const MixedPair &M :
       mixedPairsOf(U.unit(), U.fn(), Sharing(U.unit(), U.fn())))
    if (M.Plain == U["plain"])
      return M;
  return std::nullopt;
}

std::string inKernel(llvm::StringRef Body) {
  return ("kernel @k(ptr %a, ptr %key, ptr %parent, i32 %n, i32 %first) "
          "{\nentry:\n"
          "  %t = special tid.x\n  %b = special ctaid.x\n"
          "  %d = special ntid.x\n  %o = mul %b, %d\n  %i = add %o, %t\n" +
          Body + "}\n")
      .str();
}

} // namespace

TEST(MixedAccesses, ClearingOneWordRacesWithOtherBlocks) {
  auto M = mixed(inKernel(R"(
  %z = eq %i, 0
  br %z, one, join
one:
  store.weak.global.b32 [%a], 0 obj="plain"
  jump join
join:
  barrier.sync 0
  atom.add.relaxed.gpu.global.b32 [%a], 1
  ret
)"));
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::Init);
  EXPECT_TRUE(M->IsAcrossBlocks);
  EXPECT_TRUE(M->IsOneWord);
}

TEST(MixedAccesses, ABarrierOfTheBlockOrdersSharedMemory) {
  constexpr const char *Text = R"(
global @s space=shared::cta size=4
kernel @k(ptr %out) {
entry:
  %s = global @s
  %t = special tid.x
  %z = eq %t, 0
  br %z, one, join
one:
  store.weak.shared::cta.b32 [%s], 0 obj="plain"
  jump join
join:
  BARRIER
  atom.add.relaxed.cta.shared::cta.b32 [%s], 1
  ret
}
)";
  auto With = [&](llvm::StringRef Barrier) {
    std::string Full = Text;
    Full.replace(Full.find("BARRIER"), 7, Barrier.str());
    return mixed(Full);
  };
  EXPECT_FALSE(With("barrier.sync 0"));
  auto M = With("fence.acq_rel.cta");
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::Init);
  EXPECT_FALSE(M->IsAcrossBlocks);
}

TEST(MixedAccesses, AFinalReadMissesWhatOtherBlocksStillAdd) {
  auto M = mixed(inKernel(R"(
  atom.add.relaxed.gpu.global.b32 [%a], 1
  barrier.sync 0
  %z = eq %i, 0
  br %z, one, join
one:
  %v = load.weak.global.b32 [%a] obj="plain"
  store.weak.global.b32 [%key], %v
  jump join
join:
  ret
)"));
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::FinalRead);
}

TEST(MixedAccesses, StrongReadsAndOwnElementsDoNotRace) {
  EXPECT_FALSE(mixed(inKernel(R"(
  atom.add.relaxed.gpu.global.b32 [%a], 1
  %v = load.relaxed.gpu.global.b32 [%a] obj="plain"
  %o2 = element %key, %i, 4
  store.weak.global.b32 [%o2], %v
  ret
)")));
  EXPECT_FALSE(mixed(inKernel(R"(
  %own = element %a, %i, 4
  store.weak.global.b32 [%own], 0 obj="plain"
  atom.add.relaxed.gpu.global.b32 [%own], 1
  ret
)")));
}

TEST(MixedAccesses, AProbeOnlyDecidesWhetherTheAtomicIsTried) {
  auto M = mixed(inKernel(R"(
  %v = load.weak.global.b32 [%a] obj="plain"
  %l = lt %v, %i
  br %l, try, join
try:
  atom.max.relaxed.gpu.global.b32 [%a], %i
  jump join
join:
  ret
)"));
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::Probe);
}

// The chain of parents is walked, then the last one's is swapped if it has not
// changed.
TEST(MixedAccesses, AWalkToTheWordOfASwapIsAProbe) {
  auto M = mixed(inKernel(R"(
  %k = element %key, %i, 4
  %v = load.weak.global.b32 [%k]
  jump walk
walk:
  %x = phi [%v, entry], [%p, walk], [%v, retry]
  %at = element %parent, %x, 4
  %p = load.weak.global.b32 [%at] obj="plain"
  %more = ne %p, %x
  br %more, walk, swap
swap:
  %to = element %parent, %p, 4
  %old = atom.cas.relaxed.gpu.global.b32 [%to], %n, %p
  %done = eq %old, %p
  br %done, end, retry
retry:
  jump walk
end:
  ret
)"));
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::Probe);
}

// Blocks that differ in another dimension share what one dimension chooses.
TEST(MixedAccesses, ABlockOwnsWhatAllItsDimensionsChoose) {
  auto IsMixed = [](llvm::StringRef Tile) {
    return mixed(("kernel @k(ptr %sum, ptr %x, i32 %n) {\nentry:\n"
                  "  %t = special tid.x\n  %q = special ctaid.y\n" +
                  Tile +
                  "  %in = element %x, %i, 4\n"
                  "  %v = load.weak.global.b32 [%in]\n"
                  "  %of = element %sum, %q, 4\n"
                  "  atom.add.relaxed.gpu.global.b32 [%of], %v\n"
                  "  barrier.sync 0\n"
                  "  %s = load.weak.global.b32 [%of] obj=\"plain\"\n"
                  "  store.weak.global.b32 [%in], %s\n  ret\n}\n")
                     .str())
        .has_value();
  };
  EXPECT_TRUE(IsMixed("  %b = special ctaid.x\n  %o = mul %b, 64\n"
                      "  %i = add %o, %t\n"));
  EXPECT_FALSE(IsMixed("  %o = mul %q, 64\n  %i = add %o, %t\n"));
}

TEST(MixedAccesses, ElementsOfAGivenRangeMayBeApartFromThoseTheyName) {
  auto Push = [](const char *Begin) {
    return mixed(inKernel((llvm::Twine("  %j = add %i, ") + Begin + R"(
  %na = element %key, %j, 4
  %node = load.weak.global.b32 [%na]
  %pa = element %parent, %node, 4
  %p = load.weak.global.b32 [%pa]
  %mine = element %a, %node, 4
  %v = load.weak.global.b32 [%mine] obj="plain"
  %theirs = element %a, %p, 4
  atom.add.relaxed.gpu.global.b32 [%theirs], %v
  ret
)")
                              .str()));
  };
  auto Level = Push("%first"), All = Push("0");
  ASSERT_TRUE(Level && All);
  EXPECT_TRUE(Level->IsOfRange);
  EXPECT_FALSE(All->IsOfRange);
}

TEST(MixedAccesses, WhatALoopAddsIsNoRange) {
  auto M = mixed(inKernel(R"(
  jump head
head:
  %j = phi [%i, entry], [%next, body]
  %c = lt %j, %n
  br %c, body, done
body:
  %ka = element %key, %j, 4
  %k = load.weak.global.b32 [%ka]
  %mine = element %a, %j, 4
  %v = load.weak.global.b32 [%mine] obj="plain"
  %theirs = element %a, %k, 4
  atom.add.relaxed.gpu.global.b32 [%theirs], %v
  %next = add %j, %first
  jump head
done:
  ret
)"));
  ASSERT_TRUE(M);
  EXPECT_FALSE(M->IsOfRange);
}

/// Each thread packs into a stretch of %a that begins at data; an atomic goes
/// Atomic words behind its start.
static std::optional<MixedPair> inStretch(llvm::StringRef Atomic) {
  return mixed(inKernel((R"(
  %ks = element %key, %i, 4
  %s = load.weak.global.b32 [%ks] : i32
  %kc = element %parent, %i, 4
  %c = load.weak.global.b32 [%kc] : i32
  %x = add %s, )" + Atomic +
                         R"(
  %ax = element %a, %x, 4
  atom.add.relaxed.gpu.global.b32 [%ax], 1
  jump head
head:
  %j = phi [1, entry], [%j1, head] : i32
  %y = add %s, %j
  %ay = element %a, %y, 4
  store.weak.global.b32 [%ay], 5 obj="plain"
  %j1 = add %j, 1
  %more = lt %j1, %n
  br %more, head, out
out:
  ret
)")
                            .str()));
}

// Apart where the atomic goes to a fixed place of the stretch, and not where
// more data say to which.
TEST(MixedAccesses, AStretchOfOnesOwn) {
  auto Start = inStretch("0");
  ASSERT_TRUE(Start);
  EXPECT_TRUE(Start->IsSetApart);
  auto Anywhere = inStretch("%c");
  ASSERT_TRUE(Anywhere);
  EXPECT_FALSE(Anywhere->IsSetApart);
}

namespace {

/// A plain look at `a[key[i]]`, and an atomic that it decides on; Use is what
/// becomes of the number that the atomic returns.
std::optional<MixedPair> look(const std::string &Use,
                              const char *Atomic = "atom.add") {
  return mixed(inKernel(R"(
  %ka = element %key, %i, 4
  %u = load.weak.global.b32 [%ka] : i32
  %p = element %a, %u, 4
  %have = load.weak.global.b32 [%p] : i32 obj="plain"
  %c = lt %have, %n
  br %c, take, done
take:
  %k = )" + std::string(Atomic) +
                        R"(.relaxed.gpu.global.b32 [%p], 1 : i32 used
  )" + Use + R"(
  jump done
done:
  ret
)"));
}

} // namespace

TEST(MixedAccesses, ALookThatLetsMorePassThanThereArePlaces) {
  auto M = look("%at = element %parent, %k, 4\n"
                "  store.weak.global.b32 [%at], %i");
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::Gate);
}

TEST(MixedAccesses, ANumberThatMayBeCheckedElsewhereIsAProbe) {
  // A ring, a store of the number itself, another comparison.
  for (const char *Use : {"%r = rem %k, %n\n  %at = element %parent, %r, 4\n"
                          "  store.weak.global.b32 [%at], %i",
                          "%at = element %parent, %i, 4\n"
                          "  store.weak.global.b32 [%at], %k",
                          "%more = lt %k, %n\n  br %more, put, done\nput:\n"
                          "  %at = element %parent, %k, 4\n"
                          "  store.weak.global.b32 [%at], %i"}) {
    auto M = look(Use);
    ASSERT_TRUE(M) << Use;
    EXPECT_EQ(M->What, Mixed::Probe) << Use;
  }
}

TEST(MixedAccesses, AtomicsWithALimitOfTheirOwnAreProbed) {
  auto M = look("%at = element %parent, %k, 4\n"
                "  store.weak.global.b32 [%at], %i",
                "atom.inc");
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::Probe);
}

TEST(MixedAccesses, AnIndexThatWasLoadedIsNoBeginning) {
  auto Sizes = [](const char *Index) {
    return mixed(inKernel(std::string(R"(
  %ka = element %key, %i, 4
  %u = load.weak.global.b32 [%ka] : i32
  %p = element %a, %u, 4
  %la = element %parent, %i, 4
  %w = load.weak.global.b32 [%la] : i32
)") + Index + R"(
  store.relaxed.gpu.global.b32 [%p], 0 obj="plain"
  atom.add.relaxed.gpu.global.b64 [%q], 1
  ret
)"));
  };
  auto M = Sizes("%q = element %a, %u, 4");
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::Size);
  // A part of a buffer whose beginning is read from a table.
  EXPECT_FALSE(Sizes("%q = element %a, %w, 1"));
}

TEST(MixedAccesses, AHalfIsLookedAtWhereOthersMayChangeTheWhole) {
  auto Half = [](const char *Address) {
    return mixed(inKernel(std::string(R"(
  %ka = element %key, %i, 4
  %u = load.weak.global.b32 [%ka] : i32
)") + Address + R"(
  %v = load.weak.global.b32 [%p] : i32 obj="plain"
  %c = eq %v, 0
  br %c, change, done
change:
  atom.exch.relaxed.gpu.global.b64 [%p], 1
  jump done
done:
  ret
)"));
  };
  auto M = Half("%p = element %a, %u, 8");
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::Probe);
  EXPECT_FALSE(Half("%p = element %a, %i, 8"));
}

TEST(MixedAccesses, ATableThatAllTryToEnterIsNoWait) {
  auto Kernel = [](const char *Way) {
    return inKernel(std::string(R"(
  %z = eq %i, 0
  br %z, one, start
one:
  store.weak.global.b32 [%a], 0 obj="plain"
  jump start
start:
  %ka = element %key, %i, 4
  %u = load.weak.global.b32 [%ka] : i32
  %p = element %parent, %u, 4
  %old = atom.cas.relaxed.gpu.global.b32 [%p], %i, 0 : i32 used
  %free = eq %old, 0
)") + Way + R"(
raise:
  atom.or.relaxed.gpu.global.b32 [%a], 1
  jump done
done:
  ret
)");
  };
  // What follows does not hang on who has entered.
  auto M = mixed(Kernel("  br %free, won, join\nwon:\n  jump join\njoin:\n"
                        "  %c = lt %u, %n\n  br %c, raise, done\n"));
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::Init);
  // Here it does.
  EXPECT_FALSE(mixed(Kernel("  br %free, done, raise\n")));
}

namespace {

/// All threads read a word that atomics set, and one thread clears it for the
/// next turn.
std::optional<MixedPair> cleared(llvm::StringRef BehindRead,
                                 llvm::StringRef Reads = "%more") {
  return mixed((
                   R"(global @again space=shared::cta size=4
kernel @k(ptr %marks) {
entry:
  %t = special tid.x
  %z = eq %t, 0
  %m = element %marks, %t, 4
  jump turn
turn:
  br %z, clear, go
clear:
  store.weak.shared::cta [@again], 0 obj="plain"
  jump go
go:
  barrier.sync 0
  %v = load.weak [%m]
  %c = ne %v, 0
  br %c, set, met
set:
  atom.or.relaxed.cta.shared::cta [@again], 1
  jump met
met:
  barrier.sync 0
  %w = load.weak.shared::cta [@again]
)" + BehindRead + R"(
  %more = ne %w, 0
  br )" + Reads + R"(, turn, done
done:
  ret
})")
                   .str());
}

TEST(MixedAccesses, ClearedBeforeAllHaveRead) {
  auto M = cleared("");
  ASSERT_TRUE(M);
  EXPECT_EQ(M->What, Mixed::Reset);
  EXPECT_FALSE(cleared("  barrier.sync 0"));
}

} // namespace
