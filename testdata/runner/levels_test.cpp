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

namespace {

/// That of the first finding of the rule.
std::optional<Level> levelOf(const char *Rule, const std::string &Kernel) {
  AnnotatedText Text;
  Text.Stripped = Kernel;
  for (const Finding &F : runText(Text, "k.cu", "", "none").Result.Findings)
    if (F.Rule == Rule)
      return F.Severity;
  return std::nullopt;
}

constexpr const char *Watch =
    "__device__ void watch(volatile unsigned *marks, unsigned *last, int n,\n"
    "    volatile int *stop, unsigned *seen) {\n"
    "  while (!*stop)\n"
    "    for (int i = threadIdx.x; i < n; i += blockDim.x) {\n"
    "      unsigned mark = marks[i];\n"
    "      if (mark <= last[i]) continue;\n"
    "      last[i] = mark;\n"
    "      atomicAdd(seen, 1u);\n"
    "    }\n"
    "}\n"
    "__global__ void k(volatile unsigned *marks, unsigned *last, int n,\n"
    "    volatile int *stop, unsigned *seen, int *work) {\n";

} // namespace

// The warps of one block that meet now and then keep no grid waiting.
TEST(Levels, OneBlockThatCountsByDataIsANote) {
  EXPECT_EQ(levelOf("contended-atomic",
                    std::string(Watch) +
                        "  if (blockIdx.x == 0)\n"
                        "    watch(marks, last, n, stop, seen);\n"
                        "  else\n"
                        "    work[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n"
                        "}\n"),
            Level::Note);
  EXPECT_EQ(
      levelOf("contended-atomic",
              std::string(Watch) + "  watch(marks, last, n, stop, seen);\n}\n"),
      Level::Warning);
}

// Bins named by data, and behind them one sum a block: two arrays in one.
TEST(Levels, AnArrayBehindTheBinsIsAGuess) {
  auto Sum = [](const char *At) {
    return "__global__ void k(const unsigned *keys, int n, unsigned *bins) {\n"
           "  unsigned mine = 0;\n"
           "  for (int i = threadIdx.x; i < n; i += blockDim.x) {\n"
           "    atomicAdd(&bins[keys[i]], 1u);\n"
           "    mine += keys[i] & 1;\n"
           "  }\n"
           "  if (threadIdx.x == 0) bins[" +
           std::string(At) + "] = mine;\n}\n";
  };
  EXPECT_EQ(levelOf("mixed-access", Sum("256 + blockIdx.x")), Level::Note);
  EXPECT_EQ(levelOf("mixed-access", Sum("blockIdx.x")), Level::Warning);
}
