//===- block_reach_test.cpp - words that several blocks reach -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/threads/block_reach.h"

using namespace fencepost;

namespace {

/// Is the store the same word for all blocks, if it stands where Test, a value
/// of these lines, is not zero?
bool isShared(const std::string &Lines, const char *Address = "%a") {
  TestUnit U(std::string(R"(
kernel @k(ptr %a, ptr %key, i32 %n) {
entry:
  %t = special tid.x
  %b = special ctaid.x
  %d = special ntid.x
  %o = mul %b, %d
  %i = add %o, %t
)") + Lines +
             R"(
  br %test, then, join
then:
  store.weak.global.b32 [)" +
             Address + R"(], 1 obj="word"
  jump join
join:
  ret
}
)");
  return isOneForTheGrid(U.unit(), U.fn(), U["word"]);
}

} // namespace

TEST(BlockReach, ABoundOfTheGridPicksNoBlock) {
  EXPECT_TRUE(isShared("  %test = lt %i, %n"));
  EXPECT_TRUE(isShared("  %test = gt %n, %i"));
  EXPECT_TRUE(isShared("  %not = ge %i, %n\n  %test = lnot %not"));
  EXPECT_TRUE(isShared("  %w = div %i, 32\n  %test = lt %w, %n"));
}

TEST(BlockReach, TestsOfTheNumberPickBlocks) {
  EXPECT_FALSE(isShared("  %test = eq %b, 0"));
  EXPECT_FALSE(isShared("  %test = lt %b, 1"));
  EXPECT_FALSE(isShared("  %test = lt %b, %n"));
  // The first 64 threads of the grid; those behind n; a window of the block's.
  EXPECT_FALSE(isShared("  %test = lt %i, 64"));
  EXPECT_FALSE(isShared("  %test = ge %i, %n"));
  EXPECT_FALSE(isShared("  %test = ge %t, %o"));
  EXPECT_FALSE(isShared("  %r = special cluster_ctarank\n  %test = eq %r, 0"));
}

TEST(BlockReach, DataPicksABlockOnlyWhereItIsTheBlocksOwn) {
  EXPECT_TRUE(isShared("  %e = element %key, %i, 4\n"
                       "  %k = load.weak.global.b32 [%e]\n"
                       "  %test = gt %k, 3"));
  EXPECT_FALSE(isShared("  %e = element %key, %b, 4\n"
                        "  %k = load.weak.global.b32 [%e]\n"
                        "  %test = eq %k, 3"));
  EXPECT_FALSE(isShared("  %e = element %key, %i, 4\n"
                        "  %k = load.weak.global.b32 [%e]\n"
                        "  %test = eq %k, %b"));
}

TEST(BlockReach, AddressesWithinTheBlock) {
  EXPECT_TRUE(isShared("  %test = lt %i, %n\n  %e = element %a, %t, 4", "%e"));
  EXPECT_FALSE(isShared("  %test = lt %i, %n\n  %e = element %a, %b, 4", "%e"));
  EXPECT_FALSE(isShared("  %test = lt %i, %n\n"
                        "  %k = load.weak.global.b32 [%key]\n"
                        "  %e = element %a, %k, 4",
                        "%e"));
}

namespace {

/// Is `count[data[i]]` one table for all blocks, where a loop starts i at First
/// and adds Step to it?
bool isTableShared(const char *First, const char *Step) {
  TestUnit U(std::string(R"(
kernel @k(ptr %count, ptr const %data, i32 %n) {
entry:
  %t = special tid.x
  %b = special ctaid.x
  %d = special ntid.x
  %g = special nctaid.x
  %o = mul %b, %d
  %i = add %o, %t
  %whole = mul %g, %d
  jump head
head:
  %at = phi [)") +
             First +
             R"(, entry], [%next, body]
  %c = lt %at, %n
  br %c, body, done
body:
  %p = element %data, %at, 4
  %v = load.weak.global.b32 [%p]
  %w = element %count, %v, 4
  store.weak.global.b32 [%w], 1 obj="word"
  %next = add %at, )" +
             Step + R"(
  jump head
done:
  ret
}
)");
  return isOneForTheGrid(U.unit(), U.fn(), U["word"]);
}

} // namespace

TEST(BlockReach, ElementsThatALoopDealsOutAreOfNoBlock) {
  EXPECT_TRUE(isTableShared("%i", "%whole"));
  // A stretch of its own for each block.
  EXPECT_FALSE(isTableShared("%o", "%d"));
  EXPECT_FALSE(isTableShared("%i", "1"));
}
