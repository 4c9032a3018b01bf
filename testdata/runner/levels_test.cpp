//===- levels_test.cpp - how sure a finding is of itself ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "testdata/runner/run_text.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::testdata;

namespace {

/// The finding of unreleased-publish in a kernel of this body.
Finding publish(const std::string &Body) {
  AnnotatedText Text;
  Text.Stripped = "__global__ void k(float **peer_rows, float *mine,\n"
                  "    unsigned *const *doors, volatile unsigned *ready,\n"
                  "    const float *in, int r) {\n" +
                  Body + "}\n";
  TextRun Run = runText(Text, "k.cu", "", "none");
  for (const Finding &F : Run.Result.Findings)
    if (F.Rule == "unreleased-publish")
      return F;
  ADD_FAILURE() << "no finding in " << Body;
  return {};
}

constexpr const char *Raised =
    "if (threadIdx.x == 0)\n"
    "  asm volatile(\"st.relaxed.sys.global.u32 [%0], 1;\"\n"
    "               :: \"l\"(doors[r]) : \"memory\");\n";

} // namespace

// Pushes to another GPU have been seen to arrive late. That the memory is
// another GPU's takes more than the name of a table.
TEST(Levels, APushIsAnErrorWhereTheFlagGoesThereToo) {
  Finding Named = publish("mine[threadIdx.x] = in[threadIdx.x];\n"
                          "peer_rows[r][threadIdx.x] = in[threadIdx.x];\n"
                          "__syncthreads();\n"
                          "if (threadIdx.x == 0) *ready = 1u;\n");
  EXPECT_EQ(Named.Severity, Level::Warning);
  EXPECT_EQ(Named.Judgement, Verdict::ViolatesModel);

  Finding Told = publish("mine[threadIdx.x] = in[threadIdx.x];\n"
                         "peer_rows[r][threadIdx.x] = in[threadIdx.x];\n"
                         "__syncthreads();\n" +
                         std::string(Raised));
  EXPECT_EQ(Told.Severity, Level::Error);
  EXPECT_EQ(Told.Judgement, Verdict::SeenOnHardware);
  EXPECT_NE(Told.Message.find("before 'peer_rows[r]"), std::string::npos)
      << Told.Message;
}
