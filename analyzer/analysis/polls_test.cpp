//===- polls_test.cpp -----------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop shapes of published kernels, reduced to their flow.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"

using namespace fencepost;

namespace {

struct Found {
  TestUnit U;
  explicit Found(const char *Text) : U(Text) {}
  const Poll *at(const char *Mark) { return U.fn().polls().of(U[Mark]); }
  size_t count() { return U.fn().polls().all().size(); }
};

TEST(Polls, DoWhile) {
  Found F(R"(kernel @k(ptr %flag, ptr %d) {
  jump poll
poll:
  %v = load.relaxed.gpu [%flag] obj="flag"
  %c = eq %v, 0
  br %c, poll, done
done:
  load [%d] obj="data"
})");
  const Poll *P = F.at("flag");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Kind, PollKind::Flag);
  EXPECT_TRUE(P->IsPure);
  ASSERT_EQ(P->Exits.size(), 1u);
  EXPECT_EQ(P->Exits[0].To, F.U.blockOf("data"));
  EXPECT_EQ(F.count(), 1u);
}

// for (;;) { v = ld; if (v == want) break; __nanosleep(ns); ns *= 2; }
TEST(Polls, BackOffAndTimeOut) {
  Found F(R"(kernel @k(ptr %flag, u32 %want, u32 %limit) {
entry:
  jump head
head:
  %ns = phi [8:u32, entry], [%ns2, tail] : u32
  %n = phi [0:u32, entry], [%n1, tail] : u32
  %v = load.relaxed.gpu [%flag] : u32 obj="flag"
  %c = eq %v, %want
  br %c, done, wait
wait:
  sleep %ns
  %ns2 = mul %ns, 2:u32
  %n1 = add %n, 1:u32
  %late = gt %n1, %limit
  br %late, done, tail
tail:
  jump head
done:
})");
  const Poll *P = F.at("flag");
  ASSERT_TRUE(P);
  EXPECT_TRUE(P->IsPure);
  EXPECT_EQ(P->Exits.size(), 1u) << "the time-out is no exit of the read";
}

// while (*flag == 0 && ++n < limit), the condition in one predicate.
TEST(Polls, TimeOutInTheSameCondition) {
  Found F(R"(kernel @k(ptr %flag, u32 %limit) {
entry:
  jump head
head:
  %n = phi [0:u32, entry], [%n1, head] : u32
  %v = load.volatile [%flag] : u32 obj="flag"
  %n1 = add %n, 1:u32
  %a = eq %v, 0:u32
  %b = lt %n1, %limit
  %c = and %a, %b
  br %c, head, done
done:
})");
  EXPECT_TRUE(F.at("flag"));
}

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

TEST(Polls, WeakLoadIsAPoll) {
  Found F(R"(kernel @k(ptr %flag) {
poll:
  %v = load [%flag] obj="flag"
  %c = eq %v, 0
  br %c, poll, done
done:
})");
  // The entry block cannot be a loop header in front ends' output, but may be
  // in hand-written text.
  ASSERT_TRUE(F.at("flag"));
  EXPECT_TRUE(F.at("flag")->IsPure);
}

// do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (...)
TEST(Polls, UpdateLoopIsNone) {
  Found F(R"(kernel @k(ptr %p) {
entry:
  %first = load [%p] : u32 obj="first"
  jump head
head:
  %assumed = phi [%first, entry], [%old, head] : u32
  %new = add %assumed, 1:u32
  %old = atom.cas [%p], %new, %assumed : u32 obj="cas"
  %c = ne %old, %assumed
  br %c, head, done
done:
})");
  EXPECT_EQ(F.count(), 0u);
}

// The same with the load inside, and an early end: an atomic maximum.
TEST(Polls, UpdateLoopWithLoadInsideIsNone) {
  Found F(R"(kernel @k(ptr %p, u32 %x) {
entry:
  jump head
head:
  %old = load.volatile [%p] : u32 obj="load"
  %big = ge %old, %x
  br %big, done, try
try:
  %seen = atom.cas [%p], %x, %old : u32 obj="cas"
  %c = ne %seen, %old
  br %c, head, done
done:
})");
  EXPECT_EQ(F.count(), 0u);
}

TEST(Polls, Locks) {
  Found F(R"(kernel @k(ptr %lock) {
  jump head
head:
  %o = atom.cas [%lock], 1, 0 : i32 obj="lock"
  %c = ne %o, 0
  br %c, head, in
in:
  store.relaxed.gpu [%lock], 0
})");
  ASSERT_TRUE(F.at("lock"));
  EXPECT_EQ(F.at("lock")->Kind, PollKind::Lock);
  EXPECT_TRUE(F.at("lock")->IsPure);
  Found G(R"(kernel @k(ptr %lock) {
  jump head
head:
  %o = atom.exch [%lock], 1 : i32 obj="lock"
  %c = eq %o, 1
  br %c, head, in
in:
})");
  ASSERT_TRUE(G.at("lock"));
  EXPECT_EQ(G.at("lock")->Kind, PollKind::Lock);
}

TEST(Polls, ReadModifyWritesThatOnlyRead) {
  for (const char *Op :
       {"atom.add [%p], 0", "atom.or [%p], 0", "atom.cas [%p], 0, 0",
        "atom.and [%p], -1", "atom.xor [%p], 0", "atom.cas [%p], %n, %n"}) {
    std::string Text = "kernel @k(ptr %p, i32 %n) {\n  jump head\nhead:\n"
                       "  %o = " +
                       std::string(Op) +
                       " : i32 obj=\"it\"\n  %c = eq %o, 0\n"
                       "  br %c, head, done\ndone:\n}\n";
    Found F(Text.c_str());
    ASSERT_TRUE(F.at("it")) << Op;
    EXPECT_EQ(F.at("it")->Kind, PollKind::Flag) << Op;
  }
}

// while ((i = atomicAdd(&head, 1)) < n) work(i);
TEST(Polls, WorkQueueIsNone) {
  for (const char *Op : {"atom.add [%p], 1", "atom.inc [%p], 100",
                         "atom.sub [%p], 1", "atom.add [%p], %n"}) {
    std::string Text = "kernel @k(ptr %p, i32 %n) {\n  jump head\nhead:\n"
                       "  %o = " +
                       std::string(Op) +
                       " : i32 obj=\"it\"\n  %c = lt %o, %n\n"
                       "  br %c, head, done\ndone:\n}\n";
    Found F(Text.c_str());
    EXPECT_EQ(F.count(), 0u) << Op;
  }
}

// if (!done) with the critical section inside the loop.
TEST(Polls, LockWithDoneFlag) {
  Found F(R"(kernel @k(ptr %lock, ptr %sum) {
entry:
  jump head
head:
  %done = phi [0:u1, entry], [%next, join] : u1
  br %done, out, try
try:
  %o = atom.cas [%lock], 1, 0 : i32 obj="lock"
  %c = eq %o, 0
  br %c, critical, join
critical:
  store [%sum], 1
  atom.exch [%lock], 0 obj="unlock"
  jump join
join:
  %next = phi [%done, try], [1:u1, critical] : u1
  jump head
out:
})");
  const Poll *P = F.at("lock");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Kind, PollKind::Lock);
  EXPECT_FALSE(P->IsPure);
  EXPECT_FALSE(F.at("unlock"));
}

// while (__syncthreads_and(state != turn)) if (t0) state = ld.acquire(lock);
TEST(Polls, ThroughABarrierReduction) {
  Found F(R"(kernel @k(ptr %lock, i32 %turn) {
entry:
  %t = special tid.x : u32
  %first = eq %t, 0:u32
  jump head
head:
  %state = phi [-1, entry], [%next, join] : i32
  %w = ne %state, %turn
  %all = barrier.sync 0, ?, %w : u1
  br %all, body, done
body:
  br %first, read, join
read:
  %v = load.acquire.gpu [%lock] : i32 obj="lock"
  jump join
join:
  %next = phi [%state, body], [%v, read] : i32
  jump head
done:
})");
  ASSERT_TRUE(F.at("lock"));
  EXPECT_TRUE(F.at("lock")->IsPure);
}

// do { if (t0) s = *flag; sync; v = s; sync; } while (v == 0);
TEST(Polls, ThroughASharedVariable) {
  Found F(R"(
global @s space=shared::cta size=4
kernel @k(ptr %flag) {
  %t = special tid.x : u32
  %first = eq %t, 0:u32
  jump head
head:
  br %first, read, join
read:
  %v = load.relaxed.gpu [%flag] : i32 obj="flag"
  store.shared::cta [@s], %v
  jump join
join:
  barrier.sync 0
  %w = load.shared::cta [@s] : i32 obj="broadcast"
  barrier.sync 0
  %c = eq %w, 0
  br %c, head, done
done:
})");
  ASSERT_TRUE(F.at("flag"));
  EXPECT_TRUE(F.at("flag")->IsPure);
  EXPECT_FALSE(F.at("broadcast"));
}

// do { changed = 0; sync; if (x) changed = 1; sync; } while (changed);
TEST(Polls, ConvergenceLoopIsNone) {
  Found F(R"(
global @changed space=shared::cta size=4
kernel @k(ptr %dist) {
  %t = special tid.x : u32
  %p = element %dist, %t, 4
  jump head
head:
  store.shared::cta [@changed], 0
  barrier.sync 0
  %d = load [%p] : i32
  %b = gt %d, 5
  br %b, mark, join
mark:
  store [%p], 5
  store.shared::cta [@changed], 1
  jump join
join:
  barrier.sync 0
  %w = load.shared::cta [@changed] : i32
  %c = ne %w, 0
  br %c, head, done
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

// v = 0; while (v == 0) v = ld(flag): the condition is a phi.
TEST(Polls, ThroughAPhiAndAVote) {
  Found F(R"(kernel @k(ptr %f) {
entry:
  jump head
head:
  %v = phi [0:u32, entry], [%w, body] : u32
  %c = eq %v, 0:u32
  br %c, body, done
body:
  %w = load.relaxed.gpu [%f] : u32 obj="f"
  jump head
done:
})");
  EXPECT_TRUE(F.at("f"));
  Found G(R"#(kernel @k(ptr %f) {
  %l = special laneid : u32
  %a = element %f, %l, 4
  jump head
head:
  %w = load.relaxed.gpu [%a] : u32 obj="f"
  %p = ne %w, 0:u32
  %all = warp -1, -1, %p : u1 spelled="__all_sync(m, w)"
  br %all, done, head
done:
})#");
  EXPECT_TRUE(G.at("f"));
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

TEST(Polls, MbarrierWait) {
  Found F(R"(
global @bar space=shared::cta size=8
kernel @k() {
  jump head
head:
  %d = mbarrier.try_wait.acquire.cta.shared::cta [@bar], 0 : u1 obj="wait"
  br %d, done, head
done:
})");
  ASSERT_TRUE(F.at("wait"));
  EXPECT_EQ(F.at("wait")->Kind, PollKind::Object);
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
