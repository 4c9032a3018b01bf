//===- collision_test.cpp -------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/contention/contention.h"

using namespace fencepost;

namespace {

/// The global index %i of a one-dimensional grid, checked against %n.
const char *const Index = R"(
  %t = special tid.x : u32
  %b = special ctaid.x : u32
  %s = special ntid.x : u32
  %m = mul %b, %s
  %i = add %m, %t
)";

/// What is known of `atomicAdd(&p[%x], 1)`, where Values defines %x.
Collision collisionAt(const std::string &Values) {
  TestUnit U("kernel @k(ptr %p, u32 %n, u32 %w, ptr %q) {\n" + Values +
             "\n  %a = element %p, %x, 4\n"
             "  red.add [%a], 1 obj=\"it\"\n}\n");
  return collisionOf(U.fn(), U["it"]);
}

TEST(Collision, OneWord) {
  Collision C = collisionAt("%x = special ctaid.x : u32");
  EXPECT_EQ(C.By, SharedBy::Everyone);
  EXPECT_EQ(C.Group, Uniform::Block);
  EXPECT_EQ(collisionAt("%x = add %n, 1:u32").Group, Uniform::Grid);
}

TEST(Collision, OneThread) {
  EXPECT_EQ(collisionAt(std::string(Index) + "%x = add %i, 1:u32").By,
            SharedBy::OneThread);
  // The thread's number alone: blocks meet.
  std::string Thread = std::string(Index) + "%x = add %t, %n\n"
                                            "store [%q], %i";
  EXPECT_EQ(collisionAt(Thread).By, SharedBy::OneOfBlock);
  // Another axis of blocks that the index does not know.
  std::string Split = std::string(Index) + "%z = special ctaid.z : u32\n"
                                           "store [%q], %z\n"
                                           "%x = add %i, 0:u32";
  EXPECT_EQ(collisionAt(Split).By, SharedBy::OneOfBlock);
}

/// What is known of an atomic on %a = &p[i] that adds %v.
Collision collisionOfSum(const std::string &Sum) {
  TestUnit U("kernel @k(ptr %p, u32 %n, u32 %w, ptr const %q) {\nb0:\n" +
             std::string(Index) + "  %z = special ctaid.z : u32\n" + Sum +
             "  %a = element %p, %i, 4\n"
             "  red.add [%a], %v obj=\"it\"\n  ret\n}\n");
  return collisionOf(U.fn(), U["it"]);
}

TEST(Collision, BlocksWithElementsOfTheirOwn) {
  Collision C = collisionOfSum("  %j = mul %z, %n\n  %e = add %j, %i\n"
                               "  %f = element %q, %e, 4\n"
                               "  %v = load.weak.global.b32 [%f] : u32\n");
  EXPECT_EQ(C.Why, ManyToOne::Blocks);
  EXPECT_EQ(C.Axis, 2u);
  EXPECT_EQ(C.By, SharedBy::OneOfBlock);
  // The same element for all blocks along z: no data of their own.
  EXPECT_EQ(collisionOfSum("  %f = element %q, %i, 4\n"
                           "  %v = load.weak.global.b32 [%f] : u32\n"
                           "  store [%q], %z\n")
                .Why,
            ManyToOne::None);
  // A number of the block over all axes: along z there may be one block.
  EXPECT_EQ(collisionOfSum("  %g = special nctaid.x : u32\n"
                           "  %h = mul %z, %g\n  %e = add %h, %i\n"
                           "  %f = element %q, %e, 4\n"
                           "  %v = load.weak.global.b32 [%f] : u32\n")
                .Why,
            ManyToOne::None);
}

TEST(Collision, Digits) {
  Collision Rest = collisionAt(std::string(Index) + "%x = rem %i, %w");
  EXPECT_EQ(Rest.By, SharedBy::Many);
  EXPECT_EQ(Rest.Why, ManyToOne::Rest);
  EXPECT_EQ(collisionAt(std::string(Index) + "%x = and %i, 7:u32").Why,
            ManyToOne::Rest);
  Collision Quotient = collisionAt(std::string(Index) + "%x = shr %i, 5:u32");
  EXPECT_EQ(Quotient.By, SharedBy::Many);
  EXPECT_EQ(Quotient.Why, ManyToOne::Quotient);
  // All digits are there: a transpose.
  std::string Both = std::string(Index) + "%r = rem %i, %w\n%d = div %i, %w\n"
                                          "%h = mul %r, %n\n%x = add %h, %d";
  EXPECT_EQ(collisionAt(Both).By, SharedBy::Unknown);
  // The middle one is left out.
  std::string Gap = std::string(Index) +
                    "%r = rem %i, %w\n%e = div %i, %w\n%d = div %e, %n\n"
                    "%h = mul %r, %n\n%x = add %h, %d";
  EXPECT_EQ(collisionAt(Gap).By, SharedBy::Many);
}

TEST(Collision, AxisLeftOut) {
  Collision C = collisionAt("%y = special tid.y : u32\n"
                            "%t = special tid.x : u32\n"
                            "%e = element %q, %t, 4\nstore [%e], 0\n"
                            "%x = add %y, 0:u32");
  EXPECT_EQ(C.By, SharedBy::Many);
  EXPECT_EQ(C.Why, ManyToOne::Axis);
  EXPECT_EQ(C.Axis, 0u);
}

TEST(Collision, DataNameFewWords) {
  std::string Load = std::string(Index) + "%e = element %q, %i, 4\n"
                                          "%v = load.global [%e] : u32\n";
  Collision C = collisionAt(Load + "%x = and %v, 255:u32");
  EXPECT_EQ(C.By, SharedBy::Data);
  EXPECT_EQ(C.Words, 256u);
  EXPECT_EQ(collisionAt(Load + "%x = shr %v, 28:u32").Words, 16u);
  EXPECT_EQ(collisionAt(Load + "%x = add %v, 0:u32").Words, 0u);
  EXPECT_FALSE(C.IsPerBlock);
  Collision OfBlock = collisionAt(Load + "%y = and %v, 15:u32\n"
                                         "%r = mul %b, 16:u32\n"
                                         "%x = add %r, %y");
  EXPECT_EQ(OfBlock.Words, 16u);
  EXPECT_TRUE(OfBlock.IsPerBlock);
}

/// A loop with counter %k from 0 to Bound around `atomicAdd(&p[%x], 1)`.
Collision collisionInLoop(const std::string &Bound, const std::string &Body) {
  TestUnit U("kernel @k(ptr %p, u32 %n, u32 %w) {\nentry:\n" +
             std::string(Index) +
             R"(  jump head
head:
  %k = phi [0:u32, entry], [%k1, body] : u32
  %c = lt %k, )" +
             Bound + "\n  br %c, body, done\nbody:\n" + Body + R"(
  %a = element %p, %x, 4
  red.add [%a], 1 obj="it"
  %k1 = add %k, 1:u32
  jump head
done:
})");
  return collisionOf(U.fn(), U["it"]);
}

TEST(Collision, Windows) {
  Collision C = collisionInLoop("%n", "%x = add %i, %k");
  EXPECT_EQ(C.By, SharedBy::Many);
  EXPECT_EQ(C.Why, ManyToOne::Window);
  // The tile of a thread is as wide as its step; a wider one overlaps.
  EXPECT_NE(collisionInLoop("4:u32", "%f = mul %i, 4:u32\n%x = add %f, %k").By,
            SharedBy::Many);
  EXPECT_EQ(collisionInLoop("5:u32", "%f = mul %i, 4:u32\n%x = add %f, %k").By,
            SharedBy::Many);
}

TEST(Collision, Repeats) {
  EXPECT_NE(collisionInLoop("%n", "%x = add %i, 1:u32").Repeats, NoId);
  EXPECT_TRUE(collisionInLoop("%n", "%x = add %i, 1:u32").IsInvariant);
  EXPECT_EQ(collisionInLoop("%n", "%x = add %i, %k").Repeats, NoId);
  // Four times is no loop to speak of.
  EXPECT_EQ(collisionInLoop("4:u32", "%x = add %i, 1:u32").Repeats, NoId);
}

/// The contention of `red [%p]` behind the condition %c that Values defines.
Contention contentionBehind(const std::string &Values) {
  TestUnit U("kernel @k(ptr %p, u32 %n, ptr %q) {\n" + std::string(Index) +
             Values + R"(
  br %c, then, done
then:
  red.add.global.f32 [%p], 1 obj="it"
done:
})");
  auto C = contentionOf(U.unit(), U.fn(), U["it"]);
  EXPECT_TRUE(C.has_value());
  return C.value_or(Contention{});
}

TEST(Contention, Crowds) {
  EXPECT_EQ(contentionBehind("%c = lt %i, %n").Who, Crowd::Everyone);
  EXPECT_EQ(contentionBehind("%c = eq %t, 0:u32").Who, Crowd::One);
  EXPECT_EQ(contentionBehind("%l = and %t, 31:u32\n%c = eq %l, 0:u32").Who,
            Crowd::PerWarp);
  EXPECT_EQ(contentionBehind("%l = and %t, 3:u32\n%c = eq %l, 0:u32").Who,
            Crowd::Unknown);
  std::string Load = "%e = element %q, %i, 4\n%v = load.global [%e] : u32\n";
  EXPECT_EQ(contentionBehind(Load + "%c = gt %v, 3:u32").Who, Crowd::ByData);
  EXPECT_TRUE(contentionBehind(Load + "%f = element %q, %t, 4\n"
                                      "%u = load.global [%f] : u32\n"
                                      "%c = ne %v, %u")
                  .IsRare);
  EXPECT_TRUE(contentionBehind("%c = eq %b, 0:u32").IsFewBlocks);
  EXPECT_TRUE(contentionBehind("%c = eq %b, 0:u32").IsOneBlock);
  EXPECT_FALSE(contentionBehind(Load + "%c = gt %v, 3:u32").IsOneBlock);
}

TEST(Contention, WhatTheCompilerMerges) {
  auto Merged = [](const std::string &Operation) {
    TestUnit U("kernel @k(ptr %p) {\n  %t = special tid.x\n  " + Operation +
               " obj=\"it\"\n}\n");
    auto C = contentionOf(U.unit(), U.fn(), U["it"]);
    return C && C->IsMerged;
  };
  EXPECT_TRUE(Merged("red.add [%p], %t"));
  EXPECT_TRUE(Merged("red.max [%p], %t"));
  EXPECT_TRUE(Merged("red.xor.b64 [%p], %t"));
  EXPECT_FALSE(Merged("red.add.f32 [%p], %t"));
  EXPECT_FALSE(Merged("red.add.f64 [%p], %t"));
  EXPECT_FALSE(Merged("red.inc [%p], %t"));
  EXPECT_FALSE(Merged("%o = atom.exch [%p], %t"));
}

// SASS of nvcc 13.0 for sm_90a: VOTE and one RED by one lane where the address
// is the same for the block, a RED by every lane otherwise.
TEST(Contention, WhereTheCompilerSeesOneAddress) {
  auto Merged = [](const std::string &Index) {
    TestUnit U(R"(kernel @k(ptr %p) {
  %t = special tid.x : u32
  %b = special ctaid.x : u32
  %d = special ntid.x : u32
  %o = mul %b, %d
  %i = add %o, %t
  %x = )" + Index +
               R"(
  %a = element %p, %x, 4
  red.add [%a], %t obj="it"
})");
    auto C = contentionOf(U.unit(), U.fn(), U["it"]);
    return C && C->IsMerged;
  };
  EXPECT_TRUE(Merged("add %b, 0"));
  EXPECT_FALSE(Merged("div %i, 1024"));
  EXPECT_FALSE(Merged("div %t, 32"));
}

TEST(Collision, FewWordsOfAVariable) {
  TestUnit U(R"(global @count space=global size=32
global @table space=global size=65536
kernel @k(ptr const %q) {
  %t = special tid.x
  %a = element %q, %t, 4
  %x = load.weak [%a] : i32
  %b = element @count, %x, 4
  red.add [%b], 1 obj="few"
  %c = element @table, %x, 8
  red.add [%c], 1 obj="many"
})");
  Collision C = collisionOf(U.fn(), U["few"]);
  EXPECT_EQ(C.By, SharedBy::Data);
  EXPECT_EQ(C.Words, 8u);
  EXPECT_EQ(collisionOf(U.fn(), U["many"]).Words, 8192u);
}

TEST(Collision, FewWordsByAChoice) {
  TestUnit U(R"(kernel @k(ptr %p, ptr const %q) {
b0:
  %t = special tid.x
  %a = element %q, %t, 4
  %v = load.weak [%a] : i32
  %c = lt %v, 0
  br %c, low, high
low:
  jump end
high:
  jump end
end:
  %x = phi [0, low], [1, high] : i32
  %b = element %p, %x, 4
  red.add [%b], 1 obj="it"
  ret
})");
  Collision C = collisionOf(U.fn(), U["it"]);
  EXPECT_EQ(C.By, SharedBy::Data);
  EXPECT_EQ(C.Words, 2u);
}

} // namespace
