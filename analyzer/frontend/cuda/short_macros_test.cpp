//===- short_macros_test.cpp - macros of a command line -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `-DN=4` reaches the unit and what it includes, not the headers that every
// unit gets first; ours use no name that a program may define.
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/cuda_frontend.h"
#include "analyzer/frontend/cuda/toolkit.h"
#include "gmock/gmock.h"

using namespace fencepost;
using llvm::StringRef;

namespace {

std::string words(const CudaUnit &Unit) {
  std::string Out;
  for (const Notification &Note : Unit.Notes)
    Out += Note.File + ":" + std::to_string(Note.Line) + ": " + Note.Message +
           "\n";
  return Out;
}

/// As `-DN=4` on nvcc's command line, for every capital letter.
CudaInput withShortMacros(StringRef Text, StringRef CudaPath) {
  CudaInput In;
  In.File = "snippet.cu";
  In.Buffer = Text.str();
  In.Arch = "sm_90";
  In.CudaPath = CudaPath.str();
  for (char Letter = 'A'; Letter <= 'Z'; ++Letter)
    In.Arguments.push_back(std::string("-D") + Letter + "=4");
  return In;
}

TEST(ShortMacros, OwnHeaders) {
  CudaUnit Unit = readCuda(withShortMacros(R"(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda/std/complex>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <nv/target>
#include <thrust/device_vector.h>
__device__ int table[N];
__global__ void kernel(int *p) { atomicAdd(table + *p, A + Z); }
void host(int *p) { kernel<<<B, T>>>(p); }
)",
                                           "none"));
  EXPECT_FALSE(Unit.HadErrors) << words(Unit);
  ASSERT_NE(Unit.M, nullptr);
  ASSERT_NE(Unit.M->global("table"), nullptr);
  EXPECT_EQ(Unit.M->global("table")->Size, 16u);
}

// nvcc reads no cuda.h before the unit, Clang's runtime wrapper does: macros
// of the unit must not reach it.
TEST(ShortMacros, Toolkit) {
  std::vector<Notification> Notes;
  Toolkit Kit = findToolkit({"", ""}, realMachine(), Notes);
  if (!Kit.found() || Kit.Version < 13000)
    GTEST_SKIP() << "no CUDA 13 toolkit on this machine";
  CudaUnit Unit = readCuda(withShortMacros(R"(
__global__ void kernel(int *p) { atomicAdd(p + N, A + Z); }
void host(int *p) { kernel<<<B, T>>>(p); }
)",
                                           Kit.Root));
  EXPECT_FALSE(Unit.HadErrors) << words(Unit);
}

TEST(ShortMacros, LastWordOfTheCommandLineHolds) {
  CudaInput In;
  In.File = "snippet.cu";
  In.Buffer = R"(
#if NDEBUG != 1 || __MINE != 7 || Y != 1 || defined(GONE) || KEPT != 3
#error "a macro of the command line is lost"
#endif
#if SUM(1, 2) != 3
#error "a macro with parameters is lost"
#endif
int text[sizeof(TEXT) == 4 ? 1 : -1];
)";
  In.CudaPath = "none";
  In.Arguments = {"-DNDEBUG",       "-D__MINE=7",    "-D",     "Y",
                  "-DGONE=1",       "-UGONE",        "-UKEPT", "-DKEPT=3",
                  "-DSUM(p,q)=p+q", "-DTEXT=\"a=b\""};
  CudaUnit Unit = readCuda(In);
  EXPECT_FALSE(Unit.HadErrors) << words(Unit);
}

} // namespace
