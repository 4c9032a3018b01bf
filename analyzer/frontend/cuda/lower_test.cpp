//===- lower_test.cpp - C++ constructs to events ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_testing.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::lower::testing;

TEST(Lower, PollThenRead) {
  auto L = lowered(R"(
__device__ int data[64];
__global__ void k(volatile int *flag, int *out) {
  while (*flag == 0) {}
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x];
})");
  EXPECT_EQ(L.events("k"), "load relaxed.sys *flag; fence sc.gpu; "
                           "load weak data[threadIdx.x]; "
                           "store weak out[threadIdx.x]");
}
