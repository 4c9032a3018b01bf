//===- nvcc_adjuster_test.cpp - commands as projects write them -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/nvcc_adjuster.h"
#include "analyzer/input/temp_folder.h"
#include "analyzer/input/words.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace fencepost;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

AdjustedCommand adjust(StringRef Command, StringRef Directory = "") {
  Expected<AdjustedCommand> A = adjustCommand(splitShell(Command), Directory);
  if (!A) {
    ADD_FAILURE() << toString(A.takeError());
    return {};
  }
  return *A;
}

std::vector<std::string> archs(StringRef Options) {
  return adjust(("nvcc " + Options + " -c a.cu").str()).Archs;
}

// CMake 3.25, Ninja generator, CUDA_ARCHITECTURES "80;90-virtual;90a-real".
TEST(NvccAdjuster, CMakeNinja) {
  AdjustedCommand A = adjust(
      "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler "
      "-DS=\\\"x\\\" -I/src/inc -isystem=/opt/sys "
      "--generate-code=arch=compute_80,code=[compute_80,sm_80] "
      "--generate-code=arch=compute_90,code=[compute_90] "
      "--generate-code=arch=compute_90a,code=[sm_90a] "
      "--expt-relaxed-constexpr -Xcompiler=-Wall,-fno-strict-aliasing "
      "-Xcudafe --diag_suppress=177 -std=c++17 -MD -MT a.cu.o -MF a.cu.o.d "
      "-x cu -rdc=true -c /src/a.cu -o a.cu.o");
  EXPECT_THAT(A.Arguments,
              ElementsAre("-D", "S=\"x\"", "-I", "/src/inc", "-isystem",
                          "/opt/sys", "-D", "__CUDACC_RELAXED_CONSTEXPR__",
                          "-fno-strict-aliasing", "-std=c++17", "-fgpu-rdc",
                          "-D", "__CUDACC_RDC__", "-x", "cuda"));
  EXPECT_THAT(A.Inputs, ElementsAre("/src/a.cu"));
  EXPECT_THAT(A.Archs, ElementsAre("sm_80", "sm_90a"));
  EXPECT_EQ(A.CudaPath, "/usr/local/cuda");
  EXPECT_TRUE(A.IsNvcc);
  EXPECT_THAT(A.Unknown, IsEmpty());
}

// Spellings that clang takes for something else.
TEST(NvccAdjuster, TrapsOfClangsOptionParser) {
  EXPECT_THAT(adjust("nvcc -G -I/a a.cu").Arguments,
              ElementsAre("-D", "__CUDACC_DEBUG__", "-I", "/a"));
  EXPECT_THAT(adjust("nvcc -odir=d -objtemp -opt-info=inline a.cu").Arguments,
              IsEmpty());
  EXPECT_THAT(adjust("nvcc -I=/a -isystem=/b,/c -include=h.h a.cu").Arguments,
              ElementsAre("-I", "/a", "-isystem", "/b", "-isystem", "/c",
                          "-include", "h.h"));
  EXPECT_THAT(adjust("nvcc -D=A=1 -U=B --include-path=/p a.cu").Arguments,
              ElementsAre("-D", "A=1", "-U", "B", "-I", "/p"));
  EXPECT_THAT(adjust("nvcc -use_fast_math -lineinfo -link -lib -lto "
                     "-ldir=/d -dopt=on a.cu")
                  .Arguments,
              IsEmpty());
  AdjustedCommand A = adjust("nvcc -t 4 -O 3 --default-stream per-thread "
                             "-Werror all-warnings -diag-suppress 177 "
                             "-odir d -arch sm_90 a.cu");
  EXPECT_THAT(A.Inputs, ElementsAre("a.cu"));
  EXPECT_THAT(A.Arguments,
              ElementsAre("-D", "CUDA_API_PER_THREAD_DEFAULT_STREAM=1"));
  EXPECT_THAT(A.Archs, ElementsAre("sm_90"));
}

// As `nvcc --dryrun` splits them.
TEST(NvccAdjuster, ListsAreSplitAtCommasOutsideQuotes) {
  EXPECT_THAT(adjust("nvcc -DA=1,B=2 a.cu").Arguments,
              ElementsAre("-D", "A=1", "-D", "B=2"));
  EXPECT_THAT(adjust("nvcc '-DF(a\\,b)=a' a.cu").Arguments,
              ElementsAre("-D", "F(a,b)=a"));
  EXPECT_THAT(adjust("nvcc -D 'A=\"x,y\"' a.cu").Arguments,
              ElementsAre("-D", "A=\"x,y\""));
  EXPECT_THAT(adjust("nvcc '-DB=a\\b' '-DC=a\\\\b' a.cu").Arguments,
              ElementsAre("-D", "B=ab", "-D", "C=a\\b"));
}

TEST(NvccAdjuster, HostCompilerOptions) {
  EXPECT_THAT(adjust("nvcc -Xcompiler '-Wall -DQ=1' a.cu").Arguments,
              ElementsAre("-D", "Q=1"));
  EXPECT_THAT(adjust("nvcc '-Xcompiler=-DZ=a\\,b' a.cu").Arguments,
              ElementsAre("-D", "Z=a,b"));
  EXPECT_THAT(adjust("nvcc -Xcompiler '-DX=\"a b\"' a.cu").Arguments,
              ElementsAre("-D", "X=a b"));
  EXPECT_THAT(adjust("nvcc -Xcompiler -isystem,/q a.cu").Arguments,
              ElementsAre("-isystem", "/q"));
  EXPECT_THAT(
      adjust("nvcc -Xcompiler -include -Xcompiler h.h -Xcompiler -fPIC a.cu")
          .Inputs,
      ElementsAre("a.cu"));
  EXPECT_THAT(adjust("nvcc --compiler-options=-fno-rtti,-O3,-march=native,"
                     "-std=gnu++17 a.cu")
                  .Arguments,
              ElementsAre("-fno-rtti", "-std=gnu++17"));
  AdjustedCommand A =
      adjust("nvcc -forward-unknown-to-host-compiler -Wall -Wno-unused "
             "-isystem/x -march=native -pthread -fopenmp --no-such a.cu");
  EXPECT_THAT(A.Arguments,
              ElementsAre("-isystem", "/x", "-pthread", "-fopenmp"));
  EXPECT_THAT(A.Unknown, ElementsAre("--no-such"));
}

TEST(NvccAdjuster, Architectures) {
  EXPECT_THAT(archs("-gencode arch=compute_80,code=sm_80 "
                    "-gencode=arch=compute_90,code=sm_90a"),
              ElementsAre("sm_80", "sm_90a"));
  EXPECT_THAT(archs("--generate-code arch=compute_80,code=[compute_80,sm_80]"),
              ElementsAre("sm_80"));
  EXPECT_THAT(archs("-gencode 'arch=compute_80,code=\"compute_80,sm_86\"'"),
              ElementsAre("sm_86"));
  EXPECT_THAT(archs("-arch compute_80 -code sm_86,sm_80"),
              ElementsAre("sm_86", "sm_80"));
  EXPECT_THAT(archs("--gpu-architecture=compute_80 --gpu-code=compute_80,"
                    "sm_89"),
              ElementsAre("sm_89"));
  EXPECT_THAT(archs("-arch=compute_80 -arch=sm_90"), ElementsAre("sm_90"));
  EXPECT_THAT(archs("-arch=sm_100f"), ElementsAre("sm_100f"));
  EXPECT_THAT(archs("-gencode arch=compute_90,code=lto_90"),
              ElementsAre("sm_90"));
  // Only PTX is asked for: what __CUDA_ARCH__ is when it is made.
  EXPECT_THAT(archs("-gencode arch=compute_80,code=compute_80"),
              ElementsAre("sm_80"));
  EXPECT_THAT(archs("-arch=native"), IsEmpty());
  EXPECT_THAT(archs("-arch=all-major"), IsEmpty());
  EXPECT_THAT(archs("-arch=all"), IsEmpty());
  EXPECT_THAT(archs("-gencode arch=,code=[ -gencode = -gencode x"), IsEmpty());
}

TEST(NvccAdjuster, ChosenArchitecture) {
  EXPECT_EQ(chooseArch({}), "sm_90");
  EXPECT_EQ(chooseArch({"sm_80", "sm_100", "sm_90a"}), "sm_100");
  EXPECT_EQ(chooseArch({"sm_90", "sm_90a"}), "sm_90a");
  EXPECT_EQ(chooseArch({"sm_103f"}), "sm_103f");
  EXPECT_EQ(chooseArch({"sm_103a", "sm_103f", "sm_103"}), "sm_103a");
  EXPECT_EQ(chooseArch({"sm_103", "sm_103f"}), "sm_103f");
  EXPECT_EQ(chooseArch({"nonsense"}), "sm_90");
  EXPECT_TRUE(isRealArch("sm_121a"));
  EXPECT_FALSE(isRealArch("compute_90"));
  EXPECT_FALSE(isRealArch("sm_"));
  EXPECT_FALSE(isRealArch("sm_99999999999999999999"));
}

// Quoting in them as `nvcc --dryrun --options-file` shows it.
TEST(NvccAdjuster, ResponseFilesOfNvcc) {
  TempFolder T;
  T.write("sub/includes_CUDA.rsp", "-I/src/inc -isystem=/opt/sys\n");
  for (const char *Spelling :
       {"--options-file sub/includes_CUDA.rsp", "-optf=sub/includes_CUDA.rsp",
        "--options-file=sub/includes_CUDA.rsp", "-optf sub/includes_CUDA.rsp",
        "@sub/includes_CUDA.rsp"})
    EXPECT_THAT(
        adjust((Twine("nvcc ") + Spelling + " -DA a.cu").str(), T.root())
            .Arguments,
        ElementsAre("-I", "/src/inc", "-isystem", "/opt/sys", "-D", "A"))
        << Spelling;

  auto Read = [&](StringRef Text) {
    T.write("q.rsp", Text);
    return adjust("nvcc --options-file q.rsp a.cu", T.root()).Arguments;
  };
  EXPECT_THAT(Read("-DA=\"x y\""), ElementsAre("-D", "A=x y"));
  EXPECT_THAT(Read("\"-DA=x y\""), ElementsAre("-D", "A=x y"));
  EXPECT_THAT(Read("-I/p\\q"), ElementsAre("-I", "/pq"));
  EXPECT_THAT(Read("-DB\\ C"), ElementsAre("-D", "B C"));
  EXPECT_THAT(Read("-DF=\\\"s\\\""), ElementsAre("-D", "F=s"));
  EXPECT_THAT(Read("-DF=\\\\\\\"s\\\\\\\""), ElementsAre("-D", "F=\"s\""));
  EXPECT_THAT(Read("-Xcompiler \"-Wall,-Wextra -DQ\""), ElementsAre("-D", "Q"));
  EXPECT_THAT(Read("-I\"/a b/c\""), ElementsAre("-I", "/a b/c"));
  EXPECT_THAT(Read("-DA='q'"), ElementsAre("-D", "A='q'"));
  EXPECT_THAT(Read(""), IsEmpty());

  T.write("k.rsp", "-DK=1");
  T.write("l.rsp", "--options-file k.rsp -DL");
  EXPECT_THAT(adjust("nvcc -optf=k.rsp,l.rsp a.cu", T.root()).Arguments,
              ElementsAre("-D", "K=1", "-D", "K=1", "-D", "L"));
}

TEST(NvccAdjuster, ResponseFilesThatCannotBeRead) {
  TempFolder T;
  auto Message = [&](StringRef Command) {
    Expected<AdjustedCommand> A = adjustCommand(splitShell(Command), T.root());
    return A ? std::string() : toString(A.takeError());
  };
  EXPECT_THAT(Message("nvcc -optf none.rsp a.cu"),
              HasSubstr(T.path("none.rsp")));
  EXPECT_THAT(Message("clang++ @none.rsp a.cu"), HasSubstr("none.rsp"));
  EXPECT_THAT(Message("nvcc -optf /dev/zero a.cu"),
              HasSubstr("not a regular file"));
  T.write("loop.rsp", "--options-file loop.rsp");
  EXPECT_THAT(Message("nvcc -optf loop.rsp a.cu"), HasSubstr("too deep"));
  T.write("gnu.rsp", "@" + T.path("gnu.rsp"));
  EXPECT_THAT(Message("clang++ @gnu.rsp a.cu"), HasSubstr("too deep"));
  EXPECT_THAT(Message(""), HasSubstr("empty"));
}

TEST(NvccAdjuster, CommandsOfClang) {
  AdjustedCommand A = adjust(
      "/usr/bin/clang++-22 -x cuda --cuda-gpu-arch=sm_80 "
      "--offload-arch=sm_90a,sm_100 --cuda-path=/opt/cuda -DA=1 -Wall -Werror "
      "-Xclang -fcuda-allow-variadic-functions -MD -MF a.d -MT a.o "
      "--cuda-device-only -fplugin=evil.so -Xclang -load -Xclang evil.so "
      "-isystem /s -c a.cu -o a.o");
  EXPECT_THAT(A.Arguments, ElementsAre("-DA=1", "-Wall", "-Xclang",
                                       "-fcuda-allow-variadic-functions",
                                       "-isystem", "/s", "-x", "cuda"));
  EXPECT_THAT(A.Inputs, ElementsAre("a.cu"));
  EXPECT_THAT(A.Archs, ElementsAre("sm_80", "sm_90a", "sm_100"));
  EXPECT_EQ(A.CudaPath, "/opt/cuda");
  EXPECT_FALSE(A.IsNvcc);
}

TEST(NvccAdjuster, CommandsOfOtherCompilers) {
  AdjustedCommand A =
      adjust("/usr/bin/g++-12 -DA -I/i -iquote /q -O2 -Wall "
             "-std=gnu++20 -fno-rtti -x c++ -D__CUDA_ARCH__=900 "
             "-o h.o -c h.cpp");
  EXPECT_THAT(A.Arguments, ElementsAre("-D", "A", "-I", "/i", "-iquote", "/q",
                                       "-std=gnu++20", "-fno-rtti"));
  EXPECT_THAT(A.Inputs, ElementsAre("h.cpp"));
  EXPECT_EQ(A.Language, "c++");
}

TEST(NvccAdjuster, LaunchersAreStepped) {
  EXPECT_EQ(adjust("/usr/bin/ccache /opt/bin/nvcc -c a.cu").Compiler,
            "/opt/bin/nvcc");
  EXPECT_TRUE(adjust("env CCACHE_DIR=/x ccache nvcc -c a.cu").IsNvcc);
}

TEST(Words, ShellQuoting) {
  EXPECT_THAT(splitShell("a 'b\\c d' \"e\\\"f\\g\" h\\ i \"\" '"),
              ElementsAre("a", "b\\c d", "e\"f\\g", "h i", "", ""));
  EXPECT_THAT(splitShell("  \t\n "), IsEmpty());
  EXPECT_THAT(splitShell("a\\"), ElementsAre("a\\"));
}

// Words at the end of a command that want a value must not read past it.
TEST(NvccAdjuster, ValuesThatAreMissing) {
  for (const char *Last :
       {"-D", "-I", "-arch", "-gencode", "-optf", "-Xcompiler", "-x", "-std",
        "--default-stream", "-rdc", "-Werror", "-o"})
    EXPECT_THAT(adjust((Twine("nvcc -DA ") + Last).str()).Inputs, IsEmpty())
        << Last;
  for (const char *Last : {"-D", "-o", "-x", "-Xclang", "-MF", "--"})
    EXPECT_THAT(adjust((Twine("clang++ -DA ") + Last).str()).Inputs, IsEmpty())
        << Last;
}

// Random words of the kind that projects write, in random order: every command
// has an answer, and no answer holds an option that clang takes for an output.
TEST(NvccAdjuster, AnyOrderOfWordsHasAnAnswer) {
  static const char *const Pieces[] = {"-D",
                                       "-DA=1,B",
                                       "-I",
                                       "-I=/a,/b",
                                       "-isystem=",
                                       "-Xcompiler",
                                       "-include",
                                       "-gencode",
                                       "arch=compute_90,code=[sm_90",
                                       "code=\"",
                                       "-arch",
                                       "sm_90a",
                                       "=",
                                       "-",
                                       "--",
                                       "-o",
                                       "a.cu",
                                       "-x",
                                       "cu",
                                       "-Werror",
                                       "-t",
                                       "-t4",
                                       "\\",
                                       "\"a,b",
                                       "-G",
                                       "-std",
                                       "--default-stream",
                                       "-Xclang",
                                       "-load",
                                       "-optf",
                                       "@",
                                       "",
                                       "-MF",
                                       ",",
                                       "--gpu-code=",
                                       "-O",
                                       "-isystem",
                                       "-rdc",
                                       "true"};
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::vector<std::string> Argv{Round % 3 == 0   ? "nvcc"
                                  : Round % 3 == 1 ? "clang++"
                                                   : "g++"};
    for (unsigned N = Random() % 12; N; --N)
      Argv.push_back(Pieces[Random() % std::size(Pieces)]);
    Expected<AdjustedCommand> A = adjustCommand(Argv, "/nowhere");
    if (!A) {
      // Only a response file can be at fault.
      EXPECT_THAT(toString(A.takeError()), HasSubstr("response file"));
      continue;
    }
    if (A->IsNvcc)
      for (size_t I = 0; I < A->Arguments.size(); ++I) {
        StringRef W = A->Arguments[I];
        bool TakesNext = W == "-D" || W == "-U" || W == "-I" ||
                         W == "-isystem" || W == "-include" || W == "-x";
        ASSERT_TRUE(TakesNext || W.starts_with("-std=") || W == "-fgpu-rdc")
            << testing::PrintToString(Argv);
        I += TakesNext;
        ASSERT_LT(I, A->Arguments.size());
      }
  }
}

} // namespace
