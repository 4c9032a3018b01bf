//===- call_site_test.cpp - a callee's summary in its caller --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that launches is summed up once; what its parameters hold is each
// caller's affair: sums of whole numbers are the same in any order.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/host_flow.h"
#include "analyzer/model/text.h"
#include <gtest/gtest.h>

using namespace fencepost;

namespace {

/// Function 0, `add(x, sums)`, launches; function 1 calls it by Ops. How many
/// exact comparisons of sums are there?
size_t tests(llvm::StringRef Ops, llvm::StringRef Callee = "launch") {
  std::string Text = (R"(
host read
buffer 1 param "x" in=0
buffer 2 param "sums" in=0 number=1
buffer 3 local "in" in=1
buffer 4 local "out" in=1 number=1
buffer 5 local "want" in=1 number=2
buffer 6 local "copy" in=1 number=3
launch @total(1, 2) in=0 grid=(4, 1, 1) block=(256, 1, 1)
hostfn @add params=2 {
)" + Callee + "\n}\nhostfn @check {\n" +
                      Ops + R"(
}
kernel @total(ptr const %x, ptr %sums) {
  %t = special tid.x
  %from = element %x, %t, 4
  %v = load.global.f32 [%from] : f32
  red.add.f32.global [%sums], %v spelled="atomicAdd" obj="sums[0]"
}
)")
                         .str();
  auto M = parseEvents(Text, "t.events");
  if (!M) {
    ADD_FAILURE() << toString(M.takeError());
    return 0;
  }
  UnitView View(**M);
  return HostFlow(View).tests().size();
}

constexpr const char *Call = "call (3, 4) callee=\"add\"\n";

TEST(CallSites, SumsComeBackThroughTheParameter) {
  std::string Ops = std::string("fill 3\n") + Call;
  EXPECT_EQ(tests(Ops + "compare (4, 5)"), 1u);
  EXPECT_EQ(tests(Ops + "copy 6 (4)\ncompare (6, 5)"), 1u);
  EXPECT_EQ(tests(Ops + "compare (3, 5)"), 0u) << "what was given, unchanged";
  EXPECT_EQ(tests("fill 3\ncompare (4, 5)\n" + std::string(Call)), 0u);
}

TEST(CallSites, WholeNumbersOfTheCaller) {
  EXPECT_EQ(tests("fill 3 whole\n" + std::string(Call) + "compare (4, 5)"), 0u);
  // One of two ways there gives fractions.
  EXPECT_EQ(tests("fill 3 whole\nif\nfill 3\nend\n" + std::string(Call) +
                  "compare (4, 5)"),
            1u);
}

TEST(CallSites, EachCallForItself) {
  EXPECT_EQ(tests("fill 3 whole\n" + std::string(Call) +
                  "compare (4, 5)\nfill 3\n" + Call + "compare (4, 5)"),
            1u);
}

TEST(CallSites, TheCalleeMayEndItsOwnSums) {
  EXPECT_EQ(tests("fill 3\n" + std::string(Call) + "compare (4, 5)",
                  "launch\nfill 2"),
            0u);
}

} // namespace
