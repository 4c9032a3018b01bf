//===- idle_fence_test.cpp ------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/fences/idle_fence.h"

using namespace fencepost;

namespace {

bool isLastOf(const TestUnit &U) {
  return idleFence(U.unit(), U.fn(), U["fence"]).Is ==
         IdleFence::Why::LastOfKernel;
}

bool isLast(llvm::StringRef Body) {
  TestUnit U(("kernel @k(ptr %p, ptr %f) {\n  %t = special tid.x\n"
              "  %a = element %p, %t, 4\n" +
              Body + "\n}")
                 .str());
  return isLastOf(U);
}

TEST(IdleFence, LastOfTheKernel) {
  const char *Fence = "  store.weak [%a], 1\n  fence.sc.sys obj=\"fence\"\n";
  EXPECT_TRUE(isLast(Fence));
  EXPECT_FALSE(isLast(std::string(Fence) + "  store.weak [%f], 1"));
  // Another thread may go on behind the barrier, for all of them.
  EXPECT_FALSE(isLast(std::string(Fence) + "  barrier.sync 0"));
  EXPECT_FALSE(isLast(std::string(Fence) + "  call spelled=\"unknown\""));
}

TEST(IdleFence, BehindTheFlagItIsMisplaced) {
  EXPECT_FALSE(isLast("  store.weak [%a], 1\n  store.relaxed.gpu [%f], 1\n"
                      "  fence.sc.gpu obj=\"fence\""));
}

TEST(IdleFence, NotAtTheEndOfAFunctionThatOthersCall) {
  TestUnit U(R"(device @f(ptr %p) {
  store.weak [%p], 1
  fence.sc.gpu obj="fence"
})");
  EXPECT_FALSE(isLastOf(U));
}

bool isOwn(llvm::StringRef Before, llvm::StringRef Behind) {
  TestUnit U((llvm::Twine(R"(global @tile space=shared::cta size=1024
kernel @k(ptr const %in, ptr %p, ptr %f) {
  %t = special tid.x
  %a = element %p, %t, 4
  %b = element @tile, %t, 4
)") + Before + "\n  fence.sc.gpu obj=\"fence\"\n  barrier.sync 0\n" +
              Behind + "\n}")
                 .str());
  return idleFence(U.unit(), U.fn(), U["fence"]).Is == IdleFence::Why::OwnBlock;
}

TEST(IdleFence, SharedTile) {
  EXPECT_TRUE(isOwn("  store.weak.shared::cta [%b], 1",
                    "  %v = load.weak.shared::cta [%b]\n"
                    "  store.weak [%a], %v"));
}

TEST(IdleFence, WhatMayTellOtherBlocks) {
  const char *Data = "  store.weak [%a], 1";
  EXPECT_TRUE(isOwn(Data, "  store.weak [%a], %t"));
  // One value for all: each thread may raise a flag of its own.
  EXPECT_FALSE(isOwn(Data, "  store.weak [%a], 2"));
  // A flag, raised in whatever way.
  EXPECT_FALSE(isOwn(Data, "  store.weak [%f], 1"));
  EXPECT_FALSE(isOwn(Data, "  store.volatile [%f], 1"));
  EXPECT_FALSE(isOwn(Data, "  red.add [%f], 1"));
  EXPECT_FALSE(isOwn(Data, "  griddep.arrive"));
  EXPECT_FALSE(isOwn(Data, "  barrier.cluster.arrive.relaxed.cluster"));
  EXPECT_FALSE(isOwn("  %s = load.volatile [%f]", "  store.weak [%a], 1"));
}

// A block of the same cluster is another block.
TEST(IdleFence, SharedMemoryOfPeers) {
  std::string Peer = "  %peer = pure \"mapa\", @tile, 1 : ptr\n";
  std::string Element = "  %at = element %peer, %t, 4\n";
  std::string Data = "  store.weak.shared::cta [%b], 1";
  EXPECT_FALSE(
      isOwn(Peer + Data, "  store.volatile.shared::cluster [%peer], 1"));
  EXPECT_FALSE(isOwn(Peer + Data, "  store.weak.shared::cluster [%peer], 1"));
  EXPECT_FALSE(isOwn(Peer + Data, "  red.add.shared::cluster [%peer], 1"));
  // The peers do what this block does: the flag is raised by them.
  EXPECT_FALSE(isOwn(Peer + Data, "  %s = load.volatile.shared::cta [@tile]"));
  EXPECT_TRUE(isOwn(Data, "  %s = load.volatile.shared::cta [@tile]"));
  EXPECT_TRUE(
      isOwn(Peer + Data, Element + "  store.weak.shared::cluster [%at], %t"));
}

IdleFence::Why ofBlockScope(llvm::StringRef Behind) {
  TestUnit U((llvm::Twine(R"(global @tile space=shared::cta size=1024
kernel @k(ptr %f) {
  store.weak.shared::cta [@tile], 1
  fence.acq_rel.cta obj="fence"
)") + Behind + "\n}")
                 .str());
  return idleFence(U.unit(), U.fn(), U["fence"]).Is;
}

TEST(IdleFence, BlockScopeBesideTheBarrier) {
  EXPECT_EQ(ofBlockScope("  barrier.sync 0"), IdleFence::Why::ScopeOfBlock);
  // Only some of the threads meet here.
  EXPECT_EQ(ofBlockScope("  barrier.sync 1, 64"), IdleFence::Why::Not);
  EXPECT_EQ(ofBlockScope("  store.relaxed.gpu [%f], 1\n  barrier.sync 0"),
            IdleFence::Why::Not);
}

bool isBesideGridBarrier(llvm::StringRef Fence, llvm::StringRef Behind) {
  TestUnit U((R"(file 0 "/x/k.cu"
global @grid_barrier space=global size=4
kernel @k(ptr %p, ptr %f) {
entry:
  %t = special tid.x
  %b = special ctaid.x
  %d = special ntid.x
  %o = mul %b, %d
  %i = add %o, %t
  %a = element %p, %i, 4
  %z = eq %t, 0
  store.weak.global [%a], 1
  )" + Fence + R"( obj="fence" loc=0:8:3-8:18
  barrier.sync 0 loc=0:9:3-9:14
  br %z, arrive, met
arrive:
  atom.add.release.gpu.global.b0 [@grid_barrier] unused loc=0:9:3-9:14
  jump wait
wait:
  %g = load.acquire.gpu.global.b0 [@grid_barrier] loc=0:9:3-9:14
  %h = pure "holds", %g : u1
  br %h, met, wait
met:
  barrier.sync 0 loc=0:9:3-9:14
)" + Behind + R"(
  ret
})")
                 .str());
  return idleFence(U.unit(), U.fn(), U["fence"]).Is ==
         IdleFence::Why::GridBarrier;
}

TEST(IdleFence, BesideABarrierOfTheGrid) {
  EXPECT_TRUE(isBesideGridBarrier("fence.sc.gpu", ""));
  EXPECT_FALSE(isBesideGridBarrier("fence.sc.sys", ""));
  EXPECT_FALSE(isBesideGridBarrier("fence.sc.gpu",
                                   "  store.relaxed.gpu.global [%f], 1"));
}

} // namespace
