//===- in_parallel_test.cpp - pieces of work on several cores -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/in_parallel.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>
#include <gtest/gtest.h>
#include <latch>
#include <numeric>
#include <vector>

using namespace fencepost;

TEST(InParallel, EachPieceOnce) {
  for (size_t Count : {0u, 1u, 2u, 1000u})
    for (unsigned Threads : {1u, 2u, 7u}) {
      std::vector<std::atomic<int>> Done(Count);
      inParallel(Count, Threads, [&](size_t I) { ++Done[I]; });
      EXPECT_TRUE(llvm::all_of(Done, [](int N) { return N == 1; }))
          << Count << " on " << Threads;
    }
}

TEST(InParallel, OneThreadKeepsTheOrder) {
  std::vector<size_t> Order, Expected(20);
  std::iota(Expected.begin(), Expected.end(), 0);
  inParallel(Expected.size(), 1, [&](size_t I) { Order.push_back(I); });
  EXPECT_EQ(Order, Expected);
}

TEST(InParallel, AsManyThreadsAsPiecesMayMeet) {
  std::latch All(5);
  std::atomic<int> Met = 0;
  inParallel(5, 5, [&](size_t) {
    All.arrive_and_wait();
    ++Met;
  });
  EXPECT_EQ(Met, 5);
}
