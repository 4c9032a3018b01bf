//===- lost_updates_test.cpp - read-modify-writes that are two steps ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What two threads read, change and write back without an atomic is lost once
// (PTX ISA 8.10.3): the question is which threads have one location.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/contention/lost_updates.h"
#include "analyzer/analysis/contention/own_segment.h"

using namespace fencepost;

namespace {

const char *const Ids = R"(
  %t = special tid.x : u32
  %b = special ctaid.x : u32
  %d = special ntid.x : u32
  %o = mul %b, %d
  %i = add %o, %t
)";

/// Is an update of `p[%x]` in the thread's own segment, where Index makes %x of
/// the counter %at, and Test decides whether another turn is made?
bool isOwn(const std::string &Index,
           const std::string &Test = "%c = lt %at, %last",
           const std::string &Step = "%next = add %at, 1") {
  TestUnit U("kernel @k(ptr %p, ptr %start, u32 %n) {\nentry:\n" +
             std::string(Ids) + R"(
  %f = element %start, %i, 4
  %first = load.weak.global.b32 [%f] : u32
  %i1 = add %i, 1
  %l = element %start, %i1, 4
  %last = load.weak.global.b32 [%l] : u32
  jump head
head:
  %at = phi [%first, entry], [%next, body] : u32
  )" + Test + R"(
  br %c, body, done
body:
  )" + Index +
             R"(
  %a = element %p, %x, 4
  %v = load.weak.global.b32 [%a] : u32
  %w = add %v, 1
  store.weak.global.b32 [%a], %w obj="it"
  )" + Step + R"(
  jump head
done:
  ret
}
)");
  return isInOwnSegment(U.fn(), Sharing(U.unit(), U.fn()), U["it"]);
}

TEST(OwnSegment, OneElementForEachStep) {
  EXPECT_TRUE(isOwn("%x = add %at, 0"));
  EXPECT_TRUE(isOwn("%x = add %at, 1")) << "all segments lie one further";
  EXPECT_TRUE(isOwn("%x = add %at, %n"));
  EXPECT_TRUE(isOwn("%y = mul %at, 3\n  %x = add %y, 2"));
}

TEST(OwnSegment, WhatIsMadeOfTheCounterLeavesTheSegment) {
  EXPECT_FALSE(isOwn("%x = and %at, 63"));
  EXPECT_FALSE(isOwn("%x = rem %at, %n"));
  EXPECT_FALSE(isOwn("%x = div %at, 2"));
  EXPECT_FALSE(isOwn("%x = add %at, %t"));
  EXPECT_FALSE(isOwn("%x = sub %n, %at"));
}

TEST(OwnSegment, TheTestEndsItBeforeTheNext) {
  const char *Plain = "%x = add %at, 0";
  EXPECT_TRUE(isOwn(Plain, "%c = ne %at, %last"));
  EXPECT_TRUE(isOwn(Plain, "%c = gt %last, %at"));
  EXPECT_FALSE(isOwn(Plain, "%c = le %at, %last"));
  EXPECT_FALSE(isOwn(Plain, "%c = ge %at, %last"));
  EXPECT_FALSE(isOwn(Plain, "%c = lt %at, %n"));
}

TEST(OwnSegment, TheCounterGoesUp) {
  const char *Plain = "%x = add %at, 0", *Test = "%c = lt %at, %last";
  EXPECT_TRUE(isOwn(Plain, Test, "%next = add %at, 2"));
  EXPECT_FALSE(isOwn(Plain, Test, "%next = sub %at, 1"));
  EXPECT_FALSE(isOwn(Plain, Test, "%next = add %at, %n"));
  EXPECT_FALSE(isOwn(Plain, "%c = ne %at, %last", "%next = add %at, 2"))
      << "steps over the end";
}

/// A loop as compilers leave it: tested at its end, the address moved on by
/// Bytes for each step of the counter.
bool isOwnByPointer(const std::string &Bytes) {
  TestUnit U("kernel @k(ptr %p, ptr %start, u32 %n) {\nentry:\n" +
             std::string(Ids) + R"(
  %f = element %start, %i, 4
  %first = load.weak.global.b32 [%f] : u32
  %i1 = add %i, 1
  %l = element %start, %i1, 4
  %last = load.weak.global.b32 [%l] : u32
  %a0 = element %p, %first, 4
  %some = lt %first, %last
  br %some, body, done
body:
  %at = phi [%first, entry], [%next, body] : u32
  %a = phi [%a0, entry], [%a1, body] : ptr
  %v = load.weak.global.b32 [%a] : u32
  %w = add %v, 1
  store.weak.global.b32 [%a], %w obj="it"
  %next = add %at, 1
  %a1 = add %a, )" +
             Bytes + R"( : ptr
  %c = lt %next, %last
  br %c, body, done
done:
  ret
}
)");
  return isInOwnSegment(U.fn(), Sharing(U.unit(), U.fn()), U["it"]);
}

TEST(OwnSegment, APointerInStepWithTheCounter) {
  EXPECT_TRUE(isOwnByPointer("4:u64"));
  EXPECT_FALSE(isOwnByPointer("8:u64")) << "further than the counter says";
  EXPECT_FALSE(isOwnByPointer("-4:u64"));
}

/// The update that ends with the store "it", if it is one.
std::optional<LostUpdate> lost(const std::string &Body) {
  TestUnit U("kernel @k(ptr %p, ptr %q, ptr %ids, u32 %n) {\nentry:\n" +
             std::string(Ids) + Body + "}\n");
  for (const LostUpdate &L :
       lostUpdatesOf(U.unit(), U.fn(), Sharing(U.unit(), U.fn())))
    if (L.Store == U["it"])
      return L;
  return std::nullopt;
}

/// The block's choice of %p or %q, updated at %x.
std::optional<LostUpdate> ofChosen(const std::string &Index) {
  return lost(R"(
  %e = eq %b, 0
  %mine = select %e, %p, %q
  )" + Index + R"(
  %a = element %mine, %x, 4
  %v = load.weak.global.b32 [%a] : u32
  %w = add %v, %n
  store.weak.global.b32 [%a], %w obj="it"
  ret
)");
}

TEST(LostUpdates, AnArrayThatTheBlockChooses) {
  EXPECT_FALSE(ofChosen("%x = add %t, 0")) << "perhaps by one block alone";
  auto L = ofChosen("%x = add %n, 0");
  ASSERT_TRUE(L);
  EXPECT_EQ(L->Who, Reached::ByThreads) << "whichever it is";
}

TEST(LostUpdates, APointerThatALoopMovesOnIsNoChoice) {
  auto L = lost(R"(
  jump head
head:
  %row = phi [%p, entry], [%behind, body] : ptr
  %r = phi [%b, entry], [%r1, body] : u32
  %c = lt %r, %n
  br %c, body, done
body:
  %a = element %row, %t, 4
  %v = load.weak.global.b32 [%a] : u32
  %w = add %v, %n
  store.weak.global.b32 [%a], %w obj="it"
  %behind = add %row, 64:u64 : ptr
  %r1 = add %r, 8
  jump head
done:
  ret
)");
  ASSERT_TRUE(L);
  EXPECT_EQ(L->Who, Reached::ByBlocks);
}

/// A word of a bitmap, in which %bit is set.
std::optional<LostUpdate> ofBits(const std::string &Bit) {
  return lost(R"(
  %g = element %ids, %i, 4
  %id = load.weak.global.b32 [%g] : u32
  %a = element %p, %id, 4
  %v = load.weak.global.b32 [%a] : u32
  )" + Bit + R"(
  %w = or %v, %bit
  store.weak.global.b32 [%a], %w obj="it"
  ret
)");
}

TEST(LostUpdates, BitsThatDataChoose) {
  auto L = ofBits("%k = and %id, 31\n  %bit = shl 1:u32, %k");
  ASSERT_TRUE(L);
  EXPECT_EQ(L->Who, Reached::Scattered);
  // One bit for all: a flag of the element, which may be the thread's own.
  L = ofBits("%bit = shl 1:u32, 3");
  ASSERT_TRUE(L);
  EXPECT_EQ(L->Who, Reached::ByData);
  L = ofBits("%bit = shl 1:u32, %n");
  ASSERT_TRUE(L);
  EXPECT_EQ(L->Who, Reached::ByData);
}

} // namespace

namespace {

/// By whom `p[%x]` is updated, where Index makes %x of data: of the floats %u
/// and %v and the number %r, each of another array at the thread's index.
Reached reachedAt(const std::string &Index) {
  TestUnit U(
      "kernel @k(ptr %p, ptr %us, ptr %vs, ptr %rs, i32 %n) {\nentry:\n" +
      std::string(Ids) + R"(
  %ua = element %us, %i, 4
  %u = load.weak.global.f32 [%ua] : f32
  %va = element %vs, %i, 4
  %v = load.weak.global.f32 [%va] : f32
  %ra = element %rs, %i, 4
  %r = load.weak.global.b32 [%ra] : i32
  %ui = cast %u : i32
  %vi = cast %v : i32
  %row = mul %vi, %n
  )" + Index +
      R"(
  %a = element %p, %x, 4
  %old = load.weak.global.b32 [%a] : i32
  %new = add %old, 1
  store.weak.global.b32 [%a], %new
  ret
}
)");
  auto All = lostUpdatesOf(U.unit(), U.fn(), Sharing(U.unit(), U.fn()));
  return All.empty() ? Reached::Unknown : All.front().Who;
}

} // namespace

TEST(LostUpdates, CellsOfSeveralCoordinatesRepeat) {
  EXPECT_EQ(reachedAt("%x = add %ui, 0"), Reached::Scattered);
  EXPECT_EQ(reachedAt("%x = add %row, %ui"), Reached::Scattered);
}

TEST(LostUpdates, APlaceWithinARowMayBeTheThreadsOwn) {
  EXPECT_EQ(reachedAt("%x = add %row, %r"), Reached::Unknown);
}

namespace {

/// Is the update of `p[k]` behind a comparison found, where an atomic in the
/// other branch of the same loop decides on something?
bool isFoundBeside() {
  TestUnit U("kernel @k(ptr %p, ptr %keys, ptr %flag, i32 %n) {\nentry:\n" +
             std::string(Ids) + R"(
  jump head
head:
  %at = phi [%i, entry], [%next, turn]
  %c = lt %at, %n
  br %c, body, done
body:
  %ka = element %keys, %at, 4
  %k = load.weak.global.b32 [%ka] : i32
  %a = element %p, %k, 4
  %light = lt %at, 100
  br %light, atomic, plain
atomic:
  %was = atom.min.relaxed.gpu.global.b32 [%a], %at : i32 used
  %more = gt %was, %at
  br %more, raise, turn
raise:
  store.weak.global.b32 [%flag], 1
  jump turn
plain:
  %old = load.weak.global.b32 [%a] : i32
  %less = lt %at, %old
  br %less, lower, turn
lower:
  store.weak.global.b32 [%a], %at
  jump turn
turn:
  %next = add %at, %d
  jump head
done:
  ret
}
)");
  return !lostUpdatesOf(U.unit(), U.fn(), Sharing(U.unit(), U.fn())).empty();
}

} // namespace

TEST(LostUpdates, AnAtomicOfAnotherTurnKeepsNobodyOut) {
  EXPECT_TRUE(isFoundBeside());
}

namespace {

/// By whom `p[%x]` is updated, for an index from data behind Pointer.
Reached reachedBehind(const std::string &Pointer) {
  TestUnit U("kernel @k(ptr %p, ptr %table, ptr %of) {\nentry:\n" +
             std::string(Ids) + Pointer + R"(
  %ia = element %list, %i, 4
  %x = load.weak.global.b32 [%ia] : i32
  %a = element %p, %x, 4
  store.weak.global.b32 [%a], 1 obj="it"
  ret
}
)");
  return Sharing(U.unit(), U.fn()).reached(U["it"]);
}

/// By whom a float is updated at an index from data, where the word beside it
/// is updated by Other.
Reached reachedBeside(const std::string &Other) {
  TestUnit U("kernel @k(ptr %p, ptr %ids, ptr %w) {\nentry:\n" +
             std::string(Ids) + R"(
  %ia = element %ids, %i, 4
  %x = load.weak.global.b32 [%ia] : i32
  %wa = element %w, %i, 4
  %weight = load.weak.global.f32 [%wa] : f32
  %a = element %p, %x, 8
  %b4 = field %a, 4
  %sum = load.weak.global.f32 [%a] : f32
  %count = load.weak.global.f32 [%b4] : f32
  %more = add %sum, )" +
             Other + R"(
  %one = add %count, 1:f32
  store.weak.global.f32 [%a], %more
  store.weak.global.f32 [%b4], %one
  ret
}
)");
  auto All = lostUpdatesOf(U.unit(), U.fn(), Sharing(U.unit(), U.fn()));
  return All.empty() ? Reached::Unknown : All.back().Who;
}

/// `w[u] += 1` beside `atomicAdd(&deg[u], 1)`, u being read from a list; Body
/// adds to `deg` at %x, another index from data.
std::optional<LostUpdate> besideDegrees(const std::string &Body) {
  return lost(R"(
  %ua = element %ids, %i, 4
  %u = load.weak.global.b32 [%ua] : u32
  %da = element %q, %u, 4
  atom.add.relaxed.gpu.global.b32 [%da], 1:u32
)" + Body + R"(
  %a = element %p, %u, 4
  %v = load.weak.global.b32 [%a] : u32
  %w = mul %v, %n
  store.weak.global.b32 [%a], %w obj="it"
  ret
)");
}

} // namespace

TEST(LostUpdates, APointerOfTheBlockIsNoIndex) {
  EXPECT_EQ(reachedBehind("  %pa = element %table, %b, 8\n"
                          "  %list = load.weak.global.b64 [%pa] : ptr\n"),
            Reached::ByData);
  // An index that was found through another one.
  EXPECT_EQ(reachedBehind("  %oa = element %of, %i, 4\n"
                          "  %at = load.weak.global.b32 [%oa] : i32\n"
                          "  %list = element %table, %at, 4\n"),
            Reached::Scattered);
}

TEST(LostUpdates, ASumOfWeightsIsNoCount) {
  EXPECT_EQ(reachedBeside("%weight"), Reached::ByData);
  EXPECT_EQ(reachedBeside("1:f32"), Reached::Scattered);
}

TEST(LostUpdates, AnAtomicAtTheSameIndexExpectsOthersThere) {
  // Both ends of an edge: the first end repeats as the second does.
  auto L = besideDegrees(R"(
  %j = add %i, %n
  %xa = element %ids, %j, 4
  %x = load.weak.global.b32 [%xa] : u32
  %ea = element %q, %x, 4
  atom.add.relaxed.gpu.global.b32 [%ea], 1:u32
)");
  ASSERT_TRUE(L);
  EXPECT_NE(L->Beside, NoId);
  EXPECT_EQ(L->Who, Reached::Scattered);
}

TEST(LostUpdates, AnAtomicForTheSakeOfTheNeighbours) {
  // Each vertex walks its neighbours and adds to theirs: only they repeat.
  auto L = besideDegrees(R"(
  jump head
head:
  %k = phi [%i, entry], [%k1, body] : u32
  %c = lt %k, %n
  br %c, body, done
body:
  %xa = element %ids, %k, 4
  %x = load.weak.global.b32 [%xa] : u32
  %ea = element %q, %x, 4
  atom.add.relaxed.gpu.global.b32 [%ea], 1:u32
  %k1 = add %k, 1
  jump head
done:
)");
  ASSERT_TRUE(L);
  EXPECT_EQ(L->Beside, NoId);
  EXPECT_EQ(L->Who, Reached::ByData);
}
