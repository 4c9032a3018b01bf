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

} // namespace
