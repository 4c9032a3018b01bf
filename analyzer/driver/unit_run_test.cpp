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

static UnitOutcome analyse(llvm::StringRef File, llvm::StringRef Text) {
  Unit U;
  U.File = File.str();
  U.What = File.ends_with(".ptx") ? Layer::Ptx : Layer::Cuda;
  U.Arch = "sm_90";
  U.Buffer = Text.str();
  UnitSettings Settings;
  Settings.CudaPath = "none";
  return analyseUnit(U, Settings, nullptr);
}

// What code does that is called and not there is not known: the function counts
// as analysed in part, and the unit, of which everything was read, as a whole.
TEST(Coverage, CallsThatAreNotSeenAreTold) {
  UnitOutcome Out = analyse("unit.cu", R"(
struct Base { virtual __device__ void go(int *p); };
extern __device__ void helper(int *p);
__global__ void calls(Base *b, void (*f)(int *), int *p) {
  helper(p);
  f(p);
  atomicAdd(p, 1);
}
__global__ void whole(int *p) { atomicAdd(p, 1); printf("%d", *p); }
)");
  EXPECT_EQ(Out.Report.State, UnitState::Analysed);
  ASSERT_EQ(Out.Functions.size(), 2u);
  EXPECT_EQ(Out.Functions[0].State, Coverage::Partly);
  EXPECT_EQ(Out.Functions[0].Name, "calls");
  EXPECT_EQ(Out.Functions[0].Reason,
            "calls code that is not seen: helper(), indirect call");
  EXPECT_EQ(Out.Functions[1].State, Coverage::Analysed);
}

TEST(Coverage, CallsOfExternalFunctionsInPtx) {
  UnitOutcome Out = analyse("unit.ptx", R"(
.version 8.5
.target sm_90
.address_size 64
.extern .func helper(.param .b64 p);
.visible .entry k(.param .u64 p) {
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  red.global.add.u32 [%rd1], 1;
  { .param .b64 a;
  st.param.b64 [a], %rd1;
  call.uni helper, (a); }
  ret;
}
)");
  ASSERT_EQ(Out.Functions.size(), 1u);
  EXPECT_EQ(Out.Functions[0].State, Coverage::Partly);
  EXPECT_THAT(Out.Functions[0].Reason, testing::HasSubstr("helper"));
}

// A file whose only function breaks off is no file that was analysed.
TEST(Coverage, AUnitOfWhichNothingWasReadIsSkipped) {
  UnitOutcome Out = analyse("cut.ptx", R"(
.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)");
  ASSERT_EQ(Out.Functions.size(), 1u);
  EXPECT_EQ(Out.Functions[0].State, Coverage::Skipped);
  EXPECT_EQ(Out.Report.State, UnitState::Skipped);
  EXPECT_EQ(Out.Report.Reason, Out.Functions[0].Reason);
}
