//===- polls_test.cpp - waits for one word --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop shapes of published kernels, reduced to their flow.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/order/polls_testing.h"

using namespace fencepost;
using Found = FoundPolls;

namespace {

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

} // namespace
