//===- host_divisors_test.cpp - what a function divides by ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A comparison that keeps a division from zero checks no result; one that only
// stands in the same function as a division does.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_testing.h"
#include <gtest/gtest.h>

using namespace fencepost;
using fencepost::lower::testing::lowered;

namespace {

/// Is the comparison of r, which comes from memory, one of the host's
/// operations?
bool isCompared(const std::string &Body) {
  auto L = lowered("extern \"C\" { double fabs(double); void fail(); "
                   "void log(float); }\n"
                   "float f(float *p, float a) {\n  float r = p[0];\n"
                   "  float out = 0;\n  *p = a;\n" +
                   Body + "\n  return out;\n}\n");
  if (L.M->Host.Functions.empty())
    return false;
  for (const HostOp &Op : L.M->Host.Functions.back().Ops)
    if (spelling(Op.Kind) == "compare")
      return true;
  return false;
}

TEST(HostDivisors, TheDivisionHangsOnTheTest) {
  EXPECT_FALSE(isCompared("  out = r > 1e-20f ? a / r : 0;"));
  EXPECT_FALSE(isCompared("  if (r > 1e-20f) out = a / r;"));
  EXPECT_FALSE(isCompared("  if (r > 1e-20f) out /= r;"));
  EXPECT_FALSE(isCompared("  if (fabs(r) > 1e-20) out = a / r;"));
  EXPECT_FALSE(isCompared("  if (r > 1e-20f && a / r > a) out = 1;"));
}

TEST(HostDivisors, ATestThatLeavesKeepsTheDivisionBehindIt) {
  EXPECT_FALSE(isCompared("  if (r < 1e-20f) return 0;\n  out = a / r;"));
}

TEST(HostDivisors, ADivisionElsewhereExcusesNothing) {
  EXPECT_TRUE(isCompared("  if (r > 1e-6f) fail();\n  log(1 / r);"));
  EXPECT_TRUE(isCompared("  log(1 / r);\n  if (r > 1e-6f) fail();"));
}

TEST(HostDivisors, AnotherVariableDivides) {
  EXPECT_TRUE(isCompared("  if (r > 1e-6f) out = r / a;"));
  EXPECT_TRUE(isCompared("  if (r > 1e-6f) out = 1;"));
}

} // namespace
