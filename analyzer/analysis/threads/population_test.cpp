//===- population_test.cpp ------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"

using namespace fencepost;

namespace {

/// Population of the guarded store in `if (%c) *p = 0`, where Values defines
/// %c.
Population guarded(const std::string &Values) {
  TestUnit U("kernel @k(ptr %p, u32 %n, ptr %q) {\n" + Values +
             "\n"
             "  br %c, then, done\n"
             "then:\n"
             "  store [%p], 0 obj=\"it\"\n"
             "done:\n"
             "}\n");
  return U.fn().populations().ofEvent(U["it"]);
}

struct Case {
  const char *Values;
  Population Who;
};

TEST(Population, Conditions) {
  using P = Population;
  const Case Cases[] = {
      // threadIdx.x == 0 in its spellings.
      {"%t = special tid.x : u32\n%c = eq %t, 0:u32", P::OnePerBlock},
      {"%t = special tid.x : u32\n%c = lnot %t : u1", P::OnePerBlock},
      {"%t = special tid.x : u32\n%c = lt %t, 1:u32", P::OnePerBlock},
      {"%t = special tid.x : u32\n%c = ge 0:u32, %t", P::OnePerBlock},
      {"%t = special tid.x : u32\n%m = ne %t, 0:u32\n%c = lnot %m",
       P::OnePerBlock},
      {"%t = special tid.x : u32\n%m = ne %t, 0:u32\n%c = eq %m, 0:u1",
       P::OnePerBlock},
      // Not: everybody but thread 0, a range.
      {"%t = special tid.x : u32\n%c = ne %t, 0:u32", P::SomeThreads},
      {"%t = special tid.x : u32\n%c = lt %t, %n", P::SomeThreads},
      {"%t = special tid.x : u32\n%c = lt %t, 8:u32", P::SomeThreads},
      // The last thread, a thread that a parameter names.
      {"%t = special tid.x : u32\n%s = special ntid.x : u32\n"
       "%l = sub %s, 1:u32\n%c = eq %t, %l",
       P::OnePerBlock},
      {"%t = special tid.x : u32\n%c = eq %t, %n", P::OnePerBlock},
      {"%t = special tid.x : u32\n%d = load [%q] : u32\n%l = special laneid : "
       "u32\n%a = element %q, %l, 4\n%v = load [%a] : u32\n%c = eq %t, %v",
       P::SomeThreads},
      // The linear index of a block of two dimensions.
      {"%x = special tid.x : u32\n%y = special tid.y : u32\n"
       "%w = special ntid.x : u32\n%m = mul %y, %w\n%t = add %x, %m\n"
       "%c = eq %t, 0:u32",
       P::OnePerBlock},
      // One row of it only.
      {"%x = special tid.x : u32\n%y = special tid.y : u32\n"
       "%a = element %q, %y, 4\nstore [%a], 0\n%c = eq %x, 0:u32",
       P::SomeThreads},
      {"%x = special tid.x : u32\n%y = special tid.y : u32\n"
       "%a = eq %x, 0:u32\n%b = eq %y, 0:u32\n%c = and %a, %b",
       P::OnePerBlock},
      // Lanes.
      {"%t = special tid.x : u32\n%l = and %t, 31:u32\n%c = eq %l, 0:u32",
       P::OnePerWarp},
      {"%t = special tid.x : u32\n%l = rem %t, 32:u32\n%c = lnot %l : u1",
       P::OnePerWarp},
      {"%t = special tid.x : u32\n%l = and %t, 15:u32\n%c = eq %l, 0:u32",
       P::SomeThreads},
      {"%l = special laneid : u32\n%c = eq %l, 7:u32", P::OnePerWarp},
      {"%l = special laneid : u32\n%m = warp ? : u32 spelled=\"__activemask()\""
       "\n%f = pure \"ffs\", %m : u32\n%g = sub %f, 1:u32\n%c = eq %l, %g",
       P::OnePerWarp},
      {"%l = special laneid : u32\n%m = warp -1, -1, %n : u32 "
       "spelled=\"__match_any_sync(m, n)\"\n%f = pure \"ffs\", %m : u32\n"
       "%g = sub %f, 1:u32\n%c = eq %l, %g",
       P::SomeThreads},
      {"%c = warp -1 : u1 spelled=\"elect.sync _|p, m\"", P::OnePerWarp},
      // Warps.
      {"%t = special tid.x : u32\n%c = lt %t, 32:u32", P::FewWarps},
      {"%t = special tid.x : u32\n%w = shr %t, 5:u32\n%c = eq %w, 2:u32",
       P::FewWarps},
      {"%t = special tid.x : u32\n%w = div %t, 128:u32\n%c = eq %w, 0:u32",
       P::FewWarps},
      {"%t = special tid.x : u32\n%w = shr %t, 5:u32\n%l = and %t, 31:u32\n"
       "%a = eq %w, 2:u32\n%b = eq %l, 0:u32\n%c = and %a, %b",
       P::OnePerBlock},
      {"%t = special tid.x : u32\n%a = lt %t, 32:u32\n"
       "%b = warp -1 : u1 spelled=\"elect.sync\"\n%c = and %a, %b",
       P::OnePerBlock},
      {"%t = special tid.x : u32\n%a = lt %t, 128:u32\n"
       "%b = warp -1 : u1 spelled=\"elect.sync\"\n%c = and %a, %b",
       P::OnePerWarp},
      // Blocks.
      {"%b = special ctaid.x : u32\n%c = eq %b, 0:u32", P::EveryThread},
      {"%t = special tid.x : u32\n%b = special ctaid.x : u32\n"
       "%d = eq %b, 0:u32\n%e = eq %t, 0:u32\n%c = and %d, %e",
       P::OnePerGrid},
      {"%t = special tid.x : u32\n%b = special ctaid.x : u32\n"
       "%w = special ntid.x : u32\n%m = mul %b, %w\n%i = add %m, %t\n"
       "%c = eq %i, 0:u32",
       P::OnePerGrid},
      {"%t = special tid.x : u32\n%r = special cluster_ctarank : u32\n"
       "%d = eq %r, 0:u32\n%e = eq %t, 0:u32\n%c = and %d, %e",
       P::OnePerCluster},
      // Uniform conditions choose no threads; neither does a shared variable.
      {"%c = eq %n, 0:u32", P::EveryThread},
      {"%t = special tid.x : u32\n%e = eq %t, 0:u32\n%f = gt %n, 4:u32\n"
       "%c = and %e, %f",
       P::OnePerBlock},
      {"%t = special tid.x : u32\n%e = eq %t, 0:u32\n%f = gt %n, 4:u32\n"
       "%c = or %e, %f",
       P::SomeThreads},
      {"%t = special tid.x : u32\n%e = eq %t, 0:u32\n%f = eq %t, 1:u32\n"
       "%c = or %e, %f",
       P::SomeThreads},
      // && as a select; data-dependent.
      {"%t = special tid.x : u32\n%e = eq %t, 0:u32\n%f = gt %n, 4:u32\n"
       "%c = select %e, %f, 0:u1 : u1",
       P::OnePerBlock},
      {"%t = special tid.x : u32\n%a = element %q, %t, 4\n%v = load [%a] : u32"
       "\n%c = eq %v, 0:u32",
       P::SomeThreads},
      {"%c = havoc : u1", P::SomeThreads},
  };
  for (const Case &C : Cases)
    EXPECT_EQ(spelling(guarded(C.Values)), spelling(C.Who)) << C.Values;
}

TEST(Population, SharedBroadcastIsNotElected) {
  TestUnit U(R"(
global @last space=shared::cta size=4
kernel @k(ptr %p, ptr %ctr, u32 %n) {
  %t = special tid.x : u32
  %c = eq %t, 0:u32
  br %c, elect, join
elect:
  %k = atom.add [%ctr], 1 : u32
  %w = eq %k, %n
  store.shared::cta [@last], %w
join:
  barrier.sync 0
  %l = load.shared::cta [@last] : u32
  %d = ne %l, 0:u32
  br %d, then, done
then:
  store [%p], 0 obj="it"
done:
})");
  EXPECT_GE(U.fn().populations().ofEvent(U["it"]), Population::SomeThreads);
}

TEST(Population, EarlyReturn) {
  TestUnit U(R"(kernel @k(ptr %p) {
  %t = special tid.x : u32
  %c = ne %t, 0:u32
  br %c, leave, go
leave:
  ret
go:
  store [%p], 0 obj="it"
})");
  EXPECT_EQ(U.fn().populations().ofEvent(U["it"]), Population::OnePerBlock);
}

TEST(Population, RangeCheckLeavesAnUnknownSubset) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
  %t = special tid.x : u32
  %b = special ctaid.x : u32
  %s = special ntid.x : u32
  %m = mul %b, %s
  %i = add %m, %t
  %c = ge %i, %n
  br %c, leave, go
leave:
  ret
go:
  store [%p], 0 obj="it"
})");
  EXPECT_EQ(U.fn().populations().ofEvent(U["it"]), Population::SomeThreads);
}

// A grid-stride loop, a range check, and what is no range check.
TEST(Population, UpToBounds) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
entry:
  %t = special tid.x : u32
  %b = special ctaid.x : u32
  %s = special ntid.x : u32
  %m = mul %b, %s
  %i = add %m, %t
  %g = special nctaid.x : u32
  %stride = mul %g, %s
  jump head
head:
  %w = phi [%i, entry], [%w1, body] : u32
  %c = lt %w, %n
  br %c, body, next
body:
  store [%p], 0 obj="stride"
  %w1 = add %w, %stride
  jump head
next:
  %d = lt %i, %n
  br %d, then, more
then:
  store [%p], 0 obj="range"
  %z = eq %t, 0:u32
  br %z, one, more
one:
  store [%p], 0 obj="one"
more:
  %e = lt %t, %n
  br %e, few, done
few:
  store [%p], 0 obj="first n"
  %f = lt %t, 8:u32
  br %f, eight, done
eight:
  store [%p], 0 obj="few"
done:
})");
  const Populations &P = U.fn().populations();
  EXPECT_EQ(P.of(U.blockOf("stride")), Population::SomeThreads);
  EXPECT_EQ(P.upToBounds(U.blockOf("stride")), Population::EveryThread);
  EXPECT_EQ(P.of(U.blockOf("range")), Population::SomeThreads);
  EXPECT_EQ(P.upToBounds(U.blockOf("range")), Population::EveryThread);
  EXPECT_EQ(P.of(U.blockOf("one")), Population::OnePerBlock);
  EXPECT_EQ(P.upToBounds(U.blockOf("one")), Population::OnePerBlock);
  EXPECT_EQ(P.upToBounds(U.blockOf("first n")), Population::EveryThread);
  EXPECT_EQ(P.of(U.blockOf("first n")), Population::SomeThreads);
  EXPECT_EQ(P.upToBounds(U.blockOf("few")), Population::SomeThreads);
}

TEST(Population, AssertionSelectsNobody) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
  %t = special tid.x : u32
  %c = ge %t, %n
  br %c, fail, go
fail:
  unreachable
go:
  store [%p], 0 obj="it"
})");
  EXPECT_EQ(U.fn().populations().ofEvent(U["it"]), Population::EveryThread);
}

TEST(Population, AfterTheJoinEverybodyIsBack) {
  TestUnit U(R"(kernel @k(ptr %p) {
  %t = special tid.x : u32
  %c = eq %t, 0:u32
  br %c, then, join
then:
  store [%p], 0 obj="one"
join:
  store [%p], 0 obj="all"
})");
  EXPECT_EQ(U.fn().populations().ofEvent(U["one"]), Population::OnePerBlock);
  EXPECT_EQ(U.fn().populations().ofEvent(U["all"]), Population::EveryThread);
  EXPECT_TRUE(U.fn().populations().isElected(U.blockOf("one")));
  EXPECT_EQ(U.fn().populations().cause(U.blockOf("one")), 0u);
  EXPECT_FALSE(
      U.fn().populations().sameThreads(U.blockOf("one"), U.blockOf("all")));
}

// bool leader = false; if (threadIdx.x == 0 && n > 0) leader = true;
// if (leader) ...
TEST(Population, BooleanVariable) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
entry:
  %t = special tid.x : u32
  %c = eq %t, 0:u32
  br %c, second, join
second:
  %d = gt %n, 0:u32
  br %d, set, join
set:
  jump join
join:
  %l = phi [0:u1, entry], [0:u1, second], [1:u1, set] : u1
  br %l, then, done
then:
  store [%p], 0 obj="it"
done:
})");
  EXPECT_EQ(U.fn().populations().ofEvent(U["it"]), Population::OnePerBlock);
}

TEST(Population, DisjunctionByControlFlow) {
  TestUnit U(R"(kernel @k(ptr %p) {
entry:
  %t = special tid.x : u32
  %c = eq %t, 0:u32
  br %c, then, other
other:
  %d = eq %t, 5:u32
  br %d, then, done
then:
  store [%p], 0 obj="it"
done:
})");
  EXPECT_EQ(U.fn().populations().ofEvent(U["it"]), Population::SomeThreads);
}

// A loop that each lane leaves when its turn comes: all arrive behind it. With
// the turn inside the loop it is one lane at a time.
TEST(Population, TurnsInALoop) {
  TestUnit U(R"(kernel @k(ptr %p) {
entry:
  %l = special laneid : u32
  jump head
head:
  %k = phi [0:u32, entry], [%k1, next] : u32
  %c = eq %k, %l
  br %c, mine, next
mine:
  store [%p], 0 obj="after"
  ret
next:
  %k1 = add %k, 1:u32
  jump head
})");
  EXPECT_EQ(U.fn().populations().ofEvent(U["after"]), Population::EveryThread);
  TestUnit V(R"(kernel @k(ptr %p) {
entry:
  %l = special laneid : u32
  jump head
head:
  %k = phi [0:u32, entry], [%k1, next] : u32
  %c = eq %k, %l
  br %c, mine, next
mine:
  store [%p], 0 obj="turn"
  jump next
next:
  %k1 = add %k, 1:u32
  %e = lt %k1, 32:u32
  br %e, head, done
done:
})");
  EXPECT_EQ(V.fn().populations().ofEvent(V["turn"]), Population::OnePerWarp);
}

TEST(Population, LoopBodyRunsForAllThatEnter) {
  TestUnit U(R"(kernel @k(ptr %p) {
entry:
  %t = special tid.x : u32
  jump head
head:
  %i = phi [%t, entry], [%j, head] : u32
  store [%p], 0 obj="body"
  %j = add %i, 32:u32
  %e = lt %j, 1024:u32
  br %e, head, done
done:
  store [%p], 1 obj="after"
})");
  EXPECT_EQ(U.fn().populations().ofEvent(U["body"]), Population::EveryThread);
  EXPECT_EQ(U.fn().populations().ofEvent(U["after"]), Population::EveryThread);
}

TEST(Population, SameThreadsInOtherWords) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
entry:
  %t = special tid.x : u32
  %c = eq %t, 0:u32
  br %c, a, next
a:
  store [%p], 0 obj="a"
next:
  %d = ne %t, 0:u32
  br %d, third, b
b:
  store [%p], 0 obj="b"
third:
  %e = eq %t, 1:u32
  br %e, one, fourth
one:
  store [%p], 0 obj="one"
fourth:
  %f = lt %t, %n
  br %f, some, done
some:
  store [%p], 0 obj="some"
done:
})");
  const Populations &P = U.fn().populations();
  EXPECT_TRUE(P.sameThreads(U.blockOf("a"), U.blockOf("b")));
  EXPECT_FALSE(P.sameThreads(U.blockOf("a"), U.blockOf("one")));
  EXPECT_FALSE(P.sameThreads(U.blockOf("a"), U.blockOf("some")));
}

TEST(Population, SwitchOnThreadIndex) {
  TestUnit U(R"(kernel @k(ptr %p) {
  %t = special tid.x : u32
  switch %t [0: zero, 1: both, 2: both], rest
zero:
  store [%p], 0 obj="zero"
  ret
both:
  store [%p], 0 obj="both"
  ret
rest:
  store [%p], 0 obj="rest"
})");
  const Populations &P = U.fn().populations();
  EXPECT_EQ(P.ofEvent(U["zero"]), Population::OnePerBlock);
  EXPECT_EQ(P.ofEvent(U["both"]), Population::SomeThreads);
  EXPECT_EQ(P.ofEvent(U["rest"]), Population::SomeThreads);
}

} // namespace
