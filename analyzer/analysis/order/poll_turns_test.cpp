//===- poll_turns_test.cpp - loops that wait and work ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over data in which some turns wait, and loops that only look as if they
// did. Shapes of published kernels, reduced to their flow.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/order/polls_testing.h"

using namespace fencepost;
using Found = FoundPolls;

namespace {

// for (i = 0; i < *count; ++i): the counter makes the progress.
TEST(Polls, LoadedLoopBoundIsNone) {
  Found F(R"(kernel @k(ptr %count, ptr %a) {
entry:
  jump head
head:
  %i = phi [0:u32, entry], [%i1, body] : u32
  %n = load.volatile [%count] : u32 obj="count"
  %c = lt %i, %n
  br %c, body, done
body:
  %p = element %a, %i, 4
  store [%p], 0
  %i1 = add %i, 1:u32
  jump head
done:
})");
  EXPECT_EQ(F.count(), 0u);
}

// for (p = tid; p < n; p += 32) do { v = ld(flags + p); } while (v != want);
TEST(Polls, InnerLoopOverAnArrayOfFlags) {
  Found F(R"(kernel @k(ptr %flags, u32 %n, u32 %want) {
entry:
  %t = special tid.x : u32
  jump head
head:
  %p = phi [%t, entry], [%q, next] : u32
  %c = lt %p, %n
  br %c, prep, done
prep:
  %a = element %flags, %p, 4
  jump poll
poll:
  %v = load.relaxed.sys [%a] : u32 obj="flag"
  %d = ne %v, %want
  br %d, poll, next
next:
  %q = add %p, 32:u32
  jump head
done:
})");
  const Poll *P = F.at("flag");
  ASSERT_TRUE(P);
  EXPECT_TRUE(P->IsPure);
  EXPECT_EQ(P->Exits[0].To, F.U.fn().loops().all()[P->Loop].Exits[0].To);
  EXPECT_EQ(F.U.fn().loops().all().size(), 2u);
}

TEST(Polls, LinkedListIsNone) {
  Found F(R"(kernel @k(ptr %head) {
entry:
  jump head
head:
  %p = phi [%head, entry], [%q, head] : ptr
  %q = load.volatile [%p] : ptr obj="next"
  %c = ne %q, 0:u64
  br %c, head, done
done:
})");
  EXPECT_EQ(F.count(), 0u);
}

// while (i < n && !*stop) { work; ++i; }
TEST(Polls, StopFlagIsNotPure) {
  Found F(R"(kernel @k(ptr %stop, ptr %a, u32 %n) {
entry:
  jump head
head:
  %i = phi [0:u32, entry], [%i1, body] : u32
  %c = lt %i, %n
  br %c, ask, done
ask:
  %s = load.volatile [%stop] : u32 obj="stop"
  %z = eq %s, 0:u32
  br %z, body, done
body:
  %p = element %a, %i, 4
  store [%p], 0
  %i1 = add %i, 1:u32
  jump head
done:
})");
  ASSERT_TRUE(F.at("stop"));
  EXPECT_FALSE(F.at("stop")->IsPure);
}

// Two flags or'ed; the same poll unrolled by hand.
TEST(Polls, SeveralReads) {
  Found F(R"(kernel @k(ptr %f, ptr %g) {
  jump head
head:
  %a = load.relaxed.gpu [%f] : u32 obj="a"
  %b = load.relaxed.gpu [%g] : u32 obj="b"
  %o = or %a, %b
  %c = eq %o, 0:u32
  br %c, head, done
done:
})");
  EXPECT_TRUE(F.at("a"));
  EXPECT_TRUE(F.at("b"));
  Found G(R"(kernel @k(ptr %f) {
  jump head
head:
  %a = load.relaxed.gpu [%f] : u32 obj="a"
  %c = ne %a, 0:u32
  br %c, done, again
again:
  %b = load.relaxed.gpu [%f] : u32 obj="b"
  %d = ne %b, 0:u32
  br %d, done, head
done:
})");
  ASSERT_TRUE(G.at("a"));
  ASSERT_TRUE(G.at("b"));
  EXPECT_TRUE(G.at("b")->IsPure);
}

// while (*(volatile int *)args->flag == 0): the pointer is loaded again and
// again, but nothing writes it.
TEST(Polls, PointerLoadedInsideTheLoop) {
  Found F(R"(kernel @k(ptr %args) {
  %fp = field %args, 8, "Args::flag"
  jump head
head:
  %p = load [%fp] : ptr obj="pointer"
  %v = load.volatile [%p] : i32 obj="flag"
  %c = eq %v, 0
  br %c, head, done
done:
})");
  ASSERT_TRUE(F.at("flag"));
  EXPECT_TRUE(F.at("flag")->IsPure);
  EXPECT_FALSE(F.at("pointer"));
}

// A flag read in a loop that counts on it only to skip work is none.
TEST(Polls, ReadThatDecidesNoExitIsNone) {
  Found F(R"(kernel @k(ptr %flag, ptr %a, u32 %n) {
entry:
  jump head
head:
  %i = phi [0:u32, entry], [%i1, next] : u32
  %v = load.volatile [%flag] : u32 obj="flag"
  %z = ne %v, 0:u32
  br %z, work, next
work:
  store [%a], %i
  jump next
next:
  %i1 = add %i, 1:u32
  %c = lt %i1, %n
  br %c, head, done
done:
})");
  EXPECT_EQ(F.count(), 0u);
}

// for (j = a; j < b;) if (ready[col[j]]) { work; ++j; }
TEST(Polls, WaitForTheTurnOfEachElement) {
  const char *Text = R"(kernel @k(ptr %ready, ptr %col, ptr %x, u32 %b) {
entry:
  jump head
head:
  %j = phi [0:u32, entry], [%j2, latch] : u32
  %c = lt %j, %b
  br %c, body, done
body:
  %p = element %col, %j, 4
  %i = load [%p] : u32
  %f = element %ready, %i, 4
  %v = load.volatile [%f] : u32 obj="flag"
  %r = ne %v, 0:u32
  br %r, work, latch
work:
  %q = element %x, %i, 4
  load [%q] obj="data"
  %j1 = add %j, 1:u32
  jump latch
latch:
  %j2 = phi [%j, body], [%j1, work] : u32
  jump head
done:
})";
  Found F(Text);
  const Poll *P = F.at("flag");
  ASSERT_TRUE(P);
  EXPECT_TRUE(P->IsPure);
  ASSERT_EQ(P->Exits.size(), 1u);
  EXPECT_EQ(P->Exits[0].To, F.U.blockOf("data"));
  // Counting on in either case, it is a scan.
  std::string Scan = Text;
  size_t At = Scan.find("[%j, body]");
  Scan.replace(At, 10, "[%j3, body]");
  Scan.replace(Scan.find("  %r = ne"), 0, "  %j3 = add %j, 2:u32\n");
  Found G(Scan.c_str());
  EXPECT_EQ(G.count(), 0u);
}

// for (j = 0; j < n;) if (a[j] & 1) ++j; else j += 2: ordinary data.
TEST(Polls, SkippingLoopIsNone) {
  Found F(R"(kernel @k(ptr %a, u32 %n) {
entry:
  jump head
head:
  %j = phi [0:u32, entry], [%j1, latch] : u32
  %k = phi [0:u32, entry], [%k2, latch] : u32
  %c = lt %j, %n
  br %c, body, done
body:
  %p = element %a, %j, 4
  %v = load [%p] : u32
  %r = ne %v, 0:u32
  br %r, count, latch
count:
  %k1 = add %k, 1:u32
  jump latch
latch:
  %k2 = phi [%k, body], [%k1, count] : u32
  %j1 = add %j, 1:u32
  jump head
done:
  store [%a], %k
})");
  EXPECT_EQ(F.count(), 0u);
}

// while (i < j) if (a[i]) ++i; else --j;
TEST(Polls, TwoIndicesOverDataAreNone) {
  Found F(R"(kernel @k(ptr %a, u32 %n) {
entry:
  jump head
head:
  %i = phi [0:u32, entry], [%i1, up], [%i, down] : u32
  %j = phi [%n, entry], [%j, up], [%j1, down] : u32
  %c = lt %i, %j
  br %c, body, done
body:
  %p = element %a, %i, 4
  %v = load [%p] : u32
  %r = ne %v, 0:u32
  br %r, up, down
up:
  %i1 = add %i, 1:u32
  jump head
down:
  %j1 = sub %j, 1:u32
  jump head
done:
})");
  EXPECT_EQ(F.count(), 0u);
}

// An opaque call, other atomics or stores make the loop more than a wait.
TEST(Polls, WorkInTheLoopIsNotPure) {
  for (const char *Work : {"store [%d], 1", "red.add [%d], 1", "call ?"}) {
    std::string Text = "kernel @k(ptr %p, ptr %d) {\n  jump head\nhead:\n  " +
                       std::string(Work) +
                       "\n  %o = load.relaxed.gpu [%p] : i32 obj=\"it\"\n"
                       "  %c = eq %o, 0\n  br %c, head, done\ndone:\n}\n";
    Found F(Text.c_str());
    ASSERT_TRUE(F.at("it")) << Work;
    EXPECT_FALSE(F.at("it")->IsPure) << Work;
  }
}

/// for (turn = 0; Until; ++turn) if (Turn == lane) lock = cas(m, 0, 1) == 0;
FoundPolls inTurn(llvm::StringRef Turn, llvm::StringRef Until) {
  return FoundPolls((R"(kernel @k(ptr %m, u32 %n) {
entry:
  %t = special laneid : u32
  jump head
head:
  %turn = phi [0:u32, entry], [%turn1, next] : u32
  %done = phi [0:u32, entry], [%done1, next] : u32
  %mine = )" + Turn + R"(
  %is = eq %mine, %t
  br %is, try, next
try:
  %old = atom.cas.relaxed.gpu.global.b32 [%m], 1, 0 : u32 obj="cas"
  %won = eq %old, 0:u32
  br %won, got, next
got:
  store.weak.global.b32 [%m], 0
  jump next
next:
  %done1 = phi [%done, head], [%done, try], [1:u32, got] : u32
  %turn1 = add %turn, 1:u32
  %c = )" + Until + R"(
  br %c, head, out
out:
})")
                        .str()
                        .c_str());
}

// Each lane tries once, on its own turn; turns that come again are tries.
TEST(Polls, OnesOwnTurnIsNone) {
  EXPECT_EQ(inTurn("add %turn, 0", "lt %turn1, 32").count(), 0u);
}

TEST(Polls, TurnsThatComeAgainWait) {
  EXPECT_TRUE(inTurn("and %turn, 31", "eq %done1, 0").at("cas"));
  EXPECT_TRUE(inTurn("add %turn, 0", "eq %done1, 0").at("cas"));
}

/// while ((c = *cmd) != 0) { if (Who) *cmd = atomicAdd(n, 1); }
FoundPolls ownProgress(llvm::StringRef Who, llvm::StringRef Meet = "") {
  return FoundPolls((R"(kernel @k(ptr %cmd, ptr %n) {
entry:
  %t = special tid.x : u32
  %b = special ctaid.x : u32
  jump head
head:
  %c = load.volatile [%cmd] : u32 obj="cmd"
  %go = ne %c, 0:u32
  br %go, body, out
body:
  %is = eq )" + Who + R"(, 0:u32
  br %is, lead, join
lead:
  %k = atom.add.relaxed.gpu.global.b32 [%n], 1 : u32
  store.volatile [%cmd], %k
  jump join
join:
)" + Meet + R"(
  jump head
out:
})")
                        .str()
                        .c_str());
}

// What all the readers store is their own progress; what a leader stores for
// the others they wait for.
TEST(Polls, WhatTheReadersStoreThemselvesIsNone) {
  EXPECT_EQ(ownProgress("%c").count(), 0u);
}

TEST(Polls, WhatALeaderStoresIsWaitedFor) {
  EXPECT_TRUE(ownProgress("%b").at("cmd"));
  EXPECT_TRUE(ownProgress("%t").at("cmd"));
  EXPECT_EQ(ownProgress("%t", "  barrier.sync 0").count(), 0u);
  EXPECT_TRUE(ownProgress("%b", "  barrier.sync 0").at("cmd"));
}

// while (*flag == 0 & clock() - start < limit): a bound on the time beside it.
TEST(Polls, APlainFlagBesideAClockIsOne) {
  Found F(R"(kernel @k(ptr %flag, u64 %limit) {
entry:
  %start = special clock64 : u64
  jump head
head:
  %v = load.weak.global.b32 [%flag] : u32 obj="flag"
  %zero = eq %v, 0:u32
  %now = special clock64 : u64
  %d = sub %now, %start
  %early = lt %d, %limit
  %both = and %zero, %early
  br %both, head, out
out:
})");
  EXPECT_TRUE(F.at("flag"));
}

// for (i = 0; i < 4 & !(a > 0 & a * i < b); ++i): what does not change, asked
// for beside the numbers that are searched.
TEST(Polls, ASearchAmongWhatDoesNotChangeIsNone) {
  Found F(R"(kernel @k(ptr %m, u32 %b) {
entry:
  jump head
head:
  %i = phi [0:u32, entry], [%i1, head] : u32
  %i1 = add %i, 1:u32
  %a = load.weak.global.b32 [%m] : u32
  %some = gt %a, 0:u32
  %x = mul %a, %i
  %near = lt %x, %b
  %found = and %some, %near
  %not = lnot %found
  %more = lt %i1, 4:u32
  %both = and %more, %not
  br %both, head, out
out:
})");
  EXPECT_EQ(F.count(), 0u);
}

/// for (;;) if (key[at] == free) { if (cas(key + at, free, mine) == free)
/// return; } else at = Next;
Found placeForKey(const char *Next) {
  return Found((R"(kernel @k(ptr %key, u32 %first, u32 %mine) {
entry:
  jump head
head:
  %at = phi [%first, entry], [%at, tried], [)" +
                llvm::Twine(Next) + R"(, other] : u32
  %a = element %key, %at, 4
  %v = load.weak.global.b32 [%a] : u32
  %c = eq %v, 0:u32
  br %c, try, other
try:
  %old = atom.cas.relaxed.gpu.global.b32 [%a], %mine, 0 : u32 obj="cas"
  %d = eq %old, 0:u32
  br %d, done, tried
tried:
  jump head
other:
  %next = add %at, 1:u32
  jump head
done:
})")
                   .str()
                   .c_str());
}

TEST(Polls, AFailedClaimDoesNotComeToTheWordAgain) {
  EXPECT_FALSE(placeForKey("%next").at("cas"));
  // Back at the same place, it waits until the place is free.
  EXPECT_TRUE(placeForKey("%at").at("cas"));
}

} // namespace
