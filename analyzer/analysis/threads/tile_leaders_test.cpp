//===- tile_leaders_test.cpp - one thread of each tile --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is a part of a warp (CUDA C++ Programming Guide, "Thread Block Tile").
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/threads/tile_leaders.h"

using namespace fencepost;

namespace {

/// One thread of each Size comes to the event marked "flag".
TestUnit led(llvm::StringRef Rank, llvm::StringRef Index) {
  return TestUnit((R"(kernel @k(ptr %data, ptr %flags) {
entry:
  %t = special tid.x : u32
  %b = special ctaid.x : u32
  %d = special ntid.x : u32
  %lane = special laneid : u32
  %o = mul %b, %d
  %i = add %o, %t
  %row = div %i, 8
  %rank = )" + Rank +
                   R"(
  %a = element %data, %i, 4
  %at = element %flags, )" +
                   Index + R"(, 4
  store.weak [%a], 1
  %z = eq %rank, 0
  br %z, tell, done
tell:
  store.release.gpu [%at], 1 obj="flag"
  jump done
done:
  ret
})")
                      .str());
}

TEST(TileLeaders, AFlagOfTheTile) {
  TestUnit ByRest = led("rem %i, 8", "%row");
  EXPECT_EQ(tileLedAt(ByRest.fn(), ByRest.blockOf("flag")), 8u);
  EXPECT_TRUE(tellsForTile(ByRest.fn(), ByRest["flag"]));
  TestUnit ByMask = led("and %t, 3", "%row");
  EXPECT_EQ(tileLedAt(ByMask.fn(), ByMask.blockOf("flag")), 4u);
  EXPECT_TRUE(tellsForTile(ByMask.fn(), ByMask["flag"]));
  TestUnit ByLane = led("rem %lane, 16", "%row");
  EXPECT_EQ(tileLedAt(ByLane.fn(), ByLane.blockOf("flag")), 16u);
}

TEST(TileLeaders, AFlagOfTheThread) {
  TestUnit U = led("rem %i, 8", "%i");
  EXPECT_FALSE(tellsForTile(U.fn(), U["flag"]));
}

TEST(TileLeaders, WarpsAndOddNumbersAreNoTiles) {
  TestUnit Warp = led("rem %i, 32", "%row");
  EXPECT_EQ(tileLedAt(Warp.fn(), Warp.blockOf("flag")), 0u);
  TestUnit Odd = led("rem %i, 6", "%row");
  EXPECT_EQ(tileLedAt(Odd.fn(), Odd.blockOf("flag")), 0u);
}

} // namespace
