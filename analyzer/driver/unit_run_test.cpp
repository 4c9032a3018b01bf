//===- unit_run_test.cpp - how much of a unit was read --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/unit_run.h"
#include "gmock/gmock.h"

using namespace fencepost;

static ReadUnit read(llvm::StringRef Text) {
  Unit U;
  U.File = "unit.cu";
  U.Arch = "sm_90";
  U.Buffer = Text.str();
  return readUnit(U, "none");
}

// An error in a host function costs that function alone, and is told so.
TEST(WhyPartly, ErrorInAHostFunctionLeavesKernelsWhole) {
  ReadUnit Unit = read(R"(
template <class T> __global__ void kernel(T *p) { atomicAdd(p, 1); }
void host(int *p) {
  missing(p);
  kernel<<<1, 32>>>(p);
  kernel<<<1, 32>>>((unsigned *)p);
}
)");
  ASSERT_TRUE(Unit.M);
  EXPECT_EQ(Unit.M->Functions.size(), 2u);
  EXPECT_THAT(Unit.WhyPartly, testing::HasSubstr("host functions have errors"));
  ASSERT_FALSE(Unit.Notes.empty());
  EXPECT_EQ(Unit.Notes[0].Line, 4u);
}

TEST(WhyPartly, ErrorInAKernelOrBesideFunctions) {
  for (const char *Text :
       {"__global__ void kernel(int *p) { atomicAdd(p, missing(p)); }\n",
        "__global__ void kernel(int *p) { atomicAdd(p, 1); }\nmissing *all;\n"})
    EXPECT_THAT(read(Text).WhyPartly, testing::HasSubstr("what parsed"))
        << Text;
}

TEST(WhyPartly, NotWithoutErrors) {
  EXPECT_EQ(
      read("__global__ void kernel(int *p) { atomicAdd(p, 1); }").WhyPartly,
      "");
}
