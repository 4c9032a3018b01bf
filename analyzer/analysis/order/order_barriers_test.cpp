//===- order_barriers_test.cpp --------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers that are two instructions, or a number, and what grids wait for.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"

using namespace fencepost;

namespace {

Between way(const TestUnit &U, const char *From = "from",
            const char *To = "to") {
  return U.fn().order().between(U[From], U[To]);
}

// PTX ISA barrier.cluster: arrival and wait together are the barrier; a relaxed
// arrival orders nothing.
TEST(Order, HalvesOfAClusterBarrier) {
  auto Body = [](const char *Arrive) {
    return std::string("kernel @k(ptr %d) {\n"
                       "  store.weak [%d], 1 obj=\"from\"\n  ") +
           Arrive +
           "\n  barrier.cluster.wait.acquire.cluster obj=\"wait\"\n"
           "  load [%d] obj=\"to\"\n}";
  };
  TestUnit Whole(Body("barrier.cluster.arrive.release.cluster obj=\"arrive\""));
  EXPECT_TRUE(way(Whole).MustBarrier);
  EXPECT_FALSE(way(Whole, "arrive", "to").MustBarrier);
  auto Back = Whole.fn().order().backward(
      Whole["to"], [&](EventId E) { return E == Whole["from"]; });
  ASSERT_EQ(Back.size(), 1u);
  EXPECT_TRUE(Back[0].Way.MustBarrier);
  TestUnit Relaxed(Body("barrier.cluster.arrive.relaxed.cluster"));
  EXPECT_FALSE(way(Relaxed).MustBarrier);
}

// `bar.sync 1, 128` of a kernel of at most 128 threads is for all of them.
TEST(Order, NamedBarrierOfTheWholeBlock) {
  auto Body = [](const char *Bounds) {
    return std::string("kernel @k(ptr %d) ") + Bounds +
           " {\n  store.weak [%d], 1 obj=\"from\"\n"
           "  barrier.sync 1, 128\n  load [%d] obj=\"to\"\n}";
  };
  EXPECT_TRUE(way(TestUnit(Body("maxthreads=128"))).MustBarrier);
  EXPECT_FALSE(way(TestUnit(Body("maxthreads=256"))).MustBarrier);
  EXPECT_FALSE(way(TestUnit(Body(""))).MustBarrier);
}

TEST(Order, GridDependencyMayAcquire) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  griddep.wait
  load [%d] obj="to"
})");
  EXPECT_EQ(way(U).MayAcquire, Scope::Sys);
  EXPECT_EQ(way(U).MustAcquire, Scope::None);
}

} // namespace
