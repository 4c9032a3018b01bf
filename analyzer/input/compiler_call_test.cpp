//===- compiler_call_test.cpp - the compiler within a command -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/compiler_call.h"
#include "analyzer/input/nvcc_adjuster.h"
#include "analyzer/input/temp_folder.h"
#include "analyzer/input/unit.h"
#include "analyzer/input/words.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace fencepost;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

CompilerCall call(llvm::StringRef Command) {
  return compilerCall(splitShell(Command));
}

TEST(CompilerCall, LaunchersAndAssignments) {
  for (const char *Before :
       {"", "ccache ", "/usr/bin/ccache ", "sccache ", "env A=1 B=2 ccache ",
        "env -u A ", "nice -n 10 ", "time -p ", "cmake -E env A=1 -- ",
        "fencepost launcher -- ", "python3 wrap.py --log x.log -- "})
    EXPECT_THAT(call(Before + std::string("/opt/cuda/bin/nvcc -c a.cu")).Words,
                ElementsAre("/opt/cuda/bin/nvcc", "-c", "a.cu"))
        << Before;
  EXPECT_THAT(call("ccache clang++-22 -x cuda a.cu").Words,
              ElementsAre("clang++-22", "-x", "cuda", "a.cu"));
  EXPECT_THAT(call("ccache x86_64-linux-gnu-g++-12 -c a.cpp").Words,
              ElementsAre("x86_64-linux-gnu-g++-12", "-c", "a.cpp"));
}

TEST(CompilerCall, LibtoolAndScripts) {
  EXPECT_THAT(call("/bin/sh ../libtool --tag=CC --mode=compile nvcc -c a.cu "
                   "-o a.lo")
                  .Words,
              ElementsAre("nvcc", "-c", "a.cu", "-o", "a.lo"));
  EXPECT_THAT(call("libtool --mode=compile gcc -c a.c").Words,
              ElementsAre("gcc", "-c", "a.c"));
  EXPECT_THAT(
      call("./build-aux/cudacc.sh nvcc -c nvcc_check.cu -o nvcc.o").Words,
      ElementsAre("nvcc", "-c", "nvcc_check.cu", "-o", "nvcc.o"));
  // A wrapper of another name shows by its options what it wraps.
  CompilerCall Wrapped = call("tools/cudacc -ccbin g++ -gencode "
                              "arch=compute_90,code=sm_90 -c a.cu");
  EXPECT_EQ(Wrapped.Words.front(), "tools/cudacc");
  EXPECT_EQ(compilerKind(Wrapped.Words), CompilerKind::Nvcc);
  EXPECT_EQ(compilerKind(call("g++ -c a.cpp").Words), CompilerKind::Other);
  EXPECT_EQ(compilerKind(call("nvcc_wrapper -c a.cpp").Words),
            CompilerKind::Nvcc);
}

TEST(CompilerCall, Shells) {
  CompilerCall C =
      call("sh -c 'cd sub && bash -ec \"true\" ; nvcc -DS=\"a b\" -c a.cu'");
  EXPECT_THAT(C.Words, ElementsAre("nvcc", "-DS=a b", "-c", "a.cu"));
  EXPECT_EQ(C.Folder, "sub");
  EXPECT_EQ(call("cd /a && cd b && nvcc -c a.cu").Folder, "/a/b");
  // Older generators run nvcc twice, for dependencies first.
  EXPECT_THAT(call("nvcc -M a.cu -o a.d && nvcc -c a.cu").Words,
              ElementsAre("nvcc", "-c", "a.cu"));
  EXPECT_THAT(call(": && nvcc -c a.cu && :").Words,
              ElementsAre("nvcc", "-c", "a.cu"));
  EXPECT_THAT(call("nvcc -c a.cu && sed s/a/b/ a.d").Words,
              ElementsAre("nvcc", "-c", "a.cu"));
  EXPECT_THAT(call(":").Words, IsEmpty());
  EXPECT_THAT(call("sh -c ''").Words, IsEmpty());
  std::string Deep = "nvcc";
  for (int I = 0; I < 40; ++I)
    Deep = "sh -c " + Deep;
  EXPECT_FALSE(call(Deep).Words.empty());
}

TEST(CompilerCall, FolderOfTheUnit) {
  TempFolder T;
  T.write("d/a.cu", "");
  T.write("d/x.rsp", "-DX");
  T.write("compile_commands.json",
          R"([{"directory": ".", "file": "d/a.cu",
              "command": "cd d && nvcc --options-file x.rsp -c a.cu"}])");
  InputRequest R;
  R.BuildPath = T.root();
  InputPlan P = planInputs(R);
  ASSERT_EQ(P.Units.size(), 1u);
  EXPECT_EQ(P.Units[0].Directory, T.path("d"));
  EXPECT_THAT(P.Units[0].Arguments, Contains("X"));
}

// As the Bazel extractors write it: relative to the workspace, with clang's
// target options behind nvcc's name or clang as the compiler of CUDA.
TEST(CompilerCall, BazelExtractors) {
  TempFolder T;
  std::string A = T.write("ws/pkg/a.cu", "");
  T.write("ws/bazel-out/k8-opt/bin/external/dep/gen.h", "");
  T.write("ws/compile_commands.json", R"([
    {"file": "pkg/a.cu", "directory": ".", "arguments": [
      "external/local_cuda/cuda/bin/nvcc", "-x", "cuda", "-iquote", ".",
      "-isystem", "external/dep/include", "-Ibazel-out/k8-opt/bin",
      "--cuda-gpu-arch=sm_80", "--cuda-gpu-arch=sm_100a", "-Xcompiler=-fPIC",
      "-c", "pkg/a.cu", "-o", "bazel-out/k8-opt/bin/pkg/a.o"]}])");
  InputRequest R;
  R.BuildPath = T.path("ws");
  R.Archs = {"all"};
  InputPlan P = planInputs(R);
  ASSERT_EQ(P.Units.size(), 2u);
  EXPECT_THAT(P.Notes, IsEmpty());
  EXPECT_EQ(P.Units[0].File, A);
  EXPECT_EQ(P.Units[0].Directory, T.path("ws"));
  EXPECT_EQ(P.Units[0].Arch, "sm_80");
  EXPECT_EQ(P.Units[1].Arch, "sm_100a");
  EXPECT_THAT(P.Units[0].Arguments,
              ElementsAre("-iquote", ".", "-isystem", "external/dep/include",
                          "-I", "bazel-out/k8-opt/bin", "-x", "cuda"));
  T.write("ws/compile_commands.json", R"([
    {"file": "pkg/a.cu", "directory": ".", "arguments": [
      "external/llvm/bin/clang", "-x", "cuda", "--cuda-gpu-arch=sm_90",
      "--cuda-path=external/local_cuda/cuda", "-isystem",
      "external/dep/include", "-c", "pkg/a.cu"]}])");
  P = planInputs(R);
  ASSERT_EQ(P.Units.size(), 1u);
  EXPECT_EQ(P.Units[0].Arch, "sm_90");
  EXPECT_EQ(P.Units[0].CudaPath, "external/local_cuda/cuda");
}

// A link of the workspace leads elsewhere: `..` behind it is not lexical.
TEST(CompilerCall, DotsBehindALink) {
  TempFolder T;
  T.write("cache/dep/src/a.cu", "");
  T.write("cache/dep/lib/keep", "");
  T.write("ws/keep", "");
  ASSERT_FALSE(
      llvm::sys::fs::create_link(T.path("cache/dep/lib"), T.path("ws/lib")));
  T.write("ws/compile_commands.json",
          R"([{"directory": ".", "file": "lib/../src/a.cu",
              "command": "nvcc -c lib/../src/a.cu"}])");
  InputRequest R;
  R.BuildPath = T.path("ws");
  InputPlan P = planInputs(R);
  ASSERT_EQ(P.Units.size(), 1u) << P.Notes.front().Message;
  EXPECT_EQ(P.Units[0].File, T.path("cache/dep/src/a.cu"));
}

TEST(CompilerCall, OneCommandInPlaceOfADatabase) {
  InputRequest R;
  R.Command = splitShell("ccache nvcc -DX=1 -arch=sm_90a -c a.cu b.cu m.cpp");
  InputPlan P = planInputs(R);
  ASSERT_EQ(P.Units.size(), 2u);
  EXPECT_EQ(P.Units[0].File, "a.cu");
  EXPECT_EQ(P.Units[1].Arch, "sm_90a");
  EXPECT_THAT(P.Units[1].Arguments, Contains("X=1"));
  R.Command = splitShell("nvcc --version");
  P = planInputs(R);
  EXPECT_THAT(P.Units, IsEmpty());
  EXPECT_FALSE(P.HasUserError);
}

} // namespace
