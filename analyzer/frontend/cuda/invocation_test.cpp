//===- invocation_test.cpp - the command of a unit ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/invocation.h"
#include "analyzer/frontend/cuda/own_headers.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"

using namespace fencepost;
using llvm::StringRef;
using testing::Contains;
using testing::Each;
using testing::Not;
using testing::StartsWith;

namespace {

class InvocationTest : public testing::Test {
protected:
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Files =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  std::vector<Notification> Notes;
  CudaInput In;

  ClangPlan plan() {
    if (In.File.empty())
      In.File = "a.cu";
    return planClang(
        In, {Files, [](StringRef) { return std::optional<std::string>(); }},
        Notes);
  }
};

/// Position of an option, or the list's size.
size_t at(const std::vector<std::string> &Command, StringRef Option) {
  return std::find(Command.begin(), Command.end(), Option) - Command.begin();
}

TEST(ClangArch, NamesThatClangLacks) {
  EXPECT_EQ(clangArch("sm_90"), "sm_90");
  EXPECT_EQ(clangArch("sm_90a"), "sm_90a");
  EXPECT_EQ(clangArch("sm_100f"), "sm_100");
  EXPECT_EQ(clangArch("compute_80"), "sm_80");
  EXPECT_EQ(clangArch("sm_125"), "sm_121");
  EXPECT_EQ(clangArch("native"), "sm_90");
  EXPECT_EQ(clangArch(""), "sm_90");
  EXPECT_EQ(clangArch("sm_99999999999999999999"), "sm_90");
}

TEST_F(InvocationTest, DevicePassOfTheArchitecture) {
  In.Arch = "sm_80";
  std::vector<std::string> C = plan().Command;
  EXPECT_THAT(C, Contains("--cuda-device-only"));
  EXPECT_THAT(C, Contains("--cuda-gpu-arch=sm_80"));
  EXPECT_THAT(C, Contains("-fgpu-rdc"));
  EXPECT_EQ(C.back(), "a.cu");
}

TEST_F(InvocationTest, StandardIsAtLeastGnu17) {
  auto StandardOf = [&](const char *Option) {
    In.Arguments = {Option};
    for (const std::string &Arg : plan().Command)
      if (StringRef(Arg).starts_with("-std="))
        return Arg;
    return std::string();
  };
  EXPECT_EQ(StandardOf("-DX"), "-std=gnu++17");
  EXPECT_EQ(StandardOf("-std=c++14"), "-std=gnu++17");
  EXPECT_EQ(StandardOf("-std=c++17"), "-std=gnu++17");
  EXPECT_EQ(StandardOf("-std=c++20"), "-std=gnu++20");
  EXPECT_EQ(StandardOf("--std=gnu++23"), "-std=gnu++23");
}

TEST_F(InvocationTest, ArchitecturesOfTheArgumentsGiveWay) {
  In.Arguments = {"--cuda-gpu-arch=sm_70", "--offload-arch=sm_52", "-x", "cu",
                  "-DKEEP"};
  std::vector<std::string> C = plan().Command;
  EXPECT_THAT(C, Not(Contains("--cuda-gpu-arch=sm_70")));
  EXPECT_THAT(C, Not(Contains("cu")));
  EXPECT_THAT(C, Contains("-DKEEP"));
}

TEST_F(InvocationTest, OwnHeadersWithoutToolkit) {
  ClangPlan Plan = plan();
  EXPECT_FALSE(Plan.Kit.found());
  EXPECT_THAT(Plan.Command, Contains("/__fencepost_cuda/cuda"));
  EXPECT_THAT(Plan.Command,
              Contains("/__fencepost_cuda/cuda/fencepost_runtime.h"));
}

TEST_F(InvocationTest, ToolkitFoldersFollowTheUsersAndHeadersPrecede) {
  for (const char *Name : {"cuda.h", "cuda_runtime.h", "crt/host_runtime.h"})
    Files->addFile(std::string("/kit/include/") + Name, 0,
                   llvm::MemoryBuffer::getMemBuffer(""));
  In.CudaPath = "/kit";
  In.Arguments = {"-I/mine", "-include", "mine.h"};
  std::vector<std::string> C = plan().Command;
  EXPECT_LT(at(C, "-I/mine"), at(C, "/kit/include"));
  EXPECT_LT(at(C, "/__fencepost_cuda/shim/fencepost_shim.h"), at(C, "mine.h"));
  EXPECT_LT(at(C, "__clang_cuda_runtime_wrapper.h"),
            at(C, "/__fencepost_cuda/shim/fencepost_shim.h"));
}

// Clang's headers name cuda.h, which the program may have too.
TEST_F(InvocationTest, CudaHeaderIsTheToolkitsWhereTheProgramHasOne) {
  for (const char *Name : {"/kit/include/cuda.h", "/kit/include/cuda_runtime.h",
                           "/kit/include/crt/host_runtime.h", "/mine/cuda.h"})
    Files->addFile(Name, 0, llvm::MemoryBuffer::getMemBuffer(""));
  In.CudaPath = "/kit";
  In.Arguments = {"-I/other"};
  EXPECT_EQ(plan().CudaHeader, "");
  for (std::vector<std::string> Options :
       {std::vector<std::string>{"-I/mine"}, {"-I", "/mine"}}) {
    In.Arguments = Options;
    ClangPlan Plan = plan();
    EXPECT_EQ(Plan.CudaHeaderOfKit, "/kit/include/cuda.h");
    EXPECT_EQ(Plan.CudaHeader, resourceFolder() + "/include/cuda.h");
  }
}

TEST_F(InvocationTest, CudaPathAmongTheArguments) {
  for (const char *Name : {"cuda.h", "cuda_runtime.h", "crt/host_runtime.h"})
    Files->addFile(std::string("/kit/include/") + Name, 0,
                   llvm::MemoryBuffer::getMemBuffer(""));
  In.Arguments = {"--cuda-path=/kit"};
  ClangPlan Plan = plan();
  EXPECT_EQ(Plan.Kit.Root, "/kit");
  EXPECT_THAT(Plan.Command, Not(Contains("--cuda-path=/kit")));
}

TEST_F(InvocationTest, FamilyTargetDefinesItsMacro) {
  In.Arch = "sm_100f";
  std::vector<std::string> C = plan().Command;
  EXPECT_THAT(C, Contains("--cuda-gpu-arch=sm_100"));
  EXPECT_THAT(C, Contains("-D__CUDA_ARCH_FAMILY_SPECIFIC__=1000"));
  EXPECT_THAT(C, Not(Contains("-D__CUDA_ARCH_SPECIFIC__=1000")));
}

// `nvcc --dryrun -arch=sm_103a` of 13.0.
TEST_F(InvocationTest, TargetOfOneArchitectureDefinesItsMacros) {
  In.Arch = "sm_103a";
  std::vector<std::string> C = plan().Command;
  EXPECT_THAT(C, Contains("--cuda-gpu-arch=sm_103a"));
  EXPECT_THAT(C, Contains("-D__CUDA_ARCH_FAMILY_SPECIFIC__=1030"));
  EXPECT_THAT(C, Contains("-D__CUDA_ARCH_SPECIFIC__=1030"));
}

TEST(OwnHeaders, AreInTheBinaryAndMounted) {
  auto Files = filesWithOwnHeaders(realMachine(), "");
  ASSERT_FALSE(ownHeaders().empty());
  for (const OwnHeader &Header : ownHeaders()) {
    EXPECT_TRUE(Files->exists(OwnHeaderRoot + "/" + Header.Path))
        << Header.Path.str();
    EXPECT_TRUE(Header.Text.contains("SPDX-License-Identifier"))
        << Header.Path.str();
  }
}

} // namespace
