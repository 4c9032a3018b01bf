//===- near_order_test.cpp ------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.4: which threads a scope holds. rules/wide-scope.md.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/fences/near_order.h"

using namespace fencepost;

namespace {

/// Data and a flag, one of them perhaps memory that the host reaches.
struct Flagged {
  std::string Raise = "store.relaxed.gpu.global.b32 [@flag], 1";
  std::string Flag = "global @flag space=global size=4\n";

  TestUnit unit() const {
    return TestUnit("global @data space=global size=4\n" + Flag +
                    "kernel @k() {\n"
                    "  store.weak.global.b32 [@data], 1 obj=\"data\"\n"
                    "  fence.acq_rel.sys obj=\"fence\"\n  " +
                    Raise + " obj=\"flag\"\n}\n");
  }
  bool servesGpu() const {
    TestUnit U = unit();
    return servesThisGpu(U.unit(), U.fn(),
                         dutyOf(U.unit(), U.fn(), U["fence"]));
  }
  size_t released() const {
    TestUnit U = unit();
    return releasedNearby(U.unit(), U.fn(), U["flag"]).size();
  }
};

constexpr const char *Managed = "global @flag space=global size=4 managed\n";

TEST(NearOrder, AFlagAtGpuScopeTellsNoOtherDevice) {
  EXPECT_TRUE(Flagged{}.servesGpu());
  EXPECT_FALSE(
      Flagged{.Raise = "store.relaxed.sys.global.b32 [@flag], 1"}.servesGpu());
  EXPECT_FALSE(Flagged{.Flag = Managed}.servesGpu());
}

TEST(NearOrder, SequenceBetweenThreadsOfThisGpu) {
  auto Serves = [](const std::string &Scope) {
    TestUnit U("global @mine space=global size=4\n"
               "global @theirs space=global size=4\n"
               "global @in space=global size=4\n"
               "kernel @k() {\n  store.relaxed." +
               Scope +
               ".global.b32 [@mine], 1\n  fence.sc.sys obj=\"fence\"\n"
               "  %v = load.relaxed.gpu.global.b32 [@theirs]\n"
               "  red.add.relaxed.gpu.global.b32 [@in], 1\n"
               "  store.relaxed.gpu.global.b32 [@theirs], 0\n}\n");
    FenceDuty D = dutyOf(U.unit(), U.fn(), U["fence"]);
    EXPECT_TRUE(D.StoreBuffering);
    return servesThisGpu(U.unit(), U.fn(), D);
  };
  EXPECT_TRUE(Serves("gpu"));
  EXPECT_FALSE(Serves("sys"));
}

TEST(NearOrder, AReleaseAtSystemScopeOfAVariableOfThisGpu) {
  const char *Release = "store.release.sys.global.b32 [@flag], 1";
  EXPECT_EQ(Flagged{.Raise = Release}.released(), 1u);
  EXPECT_EQ((Flagged{.Raise = Release, .Flag = Managed}.released()), 0u);
  EXPECT_EQ(
      Flagged{.Raise = "store.release.gpu.global.b32 [@flag], 1"}.released(),
      0u);
}

TEST(NearOrder, OneCounterIsToldOnce) {
  TestUnit U("global @n space=global size=4\n"
             "global @shared space=global size=4 managed\n"
             "kernel @k() {\n"
             "  red.add.relaxed.sys.global.b32 [@n], 1 obj=\"first\"\n"
             "  red.add.relaxed.sys.global.b32 [@n], 1 obj=\"second\"\n"
             "  red.add.relaxed.sys.global.b32 [@shared], 1 obj=\"host\"\n"
             "}\n");
  EXPECT_TRUE(isSystemCounterOfGpu(U.unit(), U.fn(), U["first"]));
  EXPECT_FALSE(isSystemCounterOfGpu(U.unit(), U.fn(), U["second"]));
  EXPECT_FALSE(isSystemCounterOfGpu(U.unit(), U.fn(), U["host"]));
}

} // namespace
