//===- toolkit_test.cpp - discovery on made-up machines -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/toolkit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include <map>

using namespace fencepost;
using llvm::StringRef;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class ToolkitTest : public testing::Test {
protected:
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Files =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  std::map<std::string, std::string> Variables;
  std::vector<Notification> Notes;

  void file(StringRef Path, StringRef Text = "") {
    Files->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  }
  void headers(const std::string &Folder, unsigned Version = 13000) {
    file(Folder + "/cuda.h", "#pragma once\n#define CUDA_VERSION " +
                                 std::to_string(Version) + "\n");
    file(Folder + "/cuda_runtime.h");
    file(Folder + "/crt/host_runtime.h");
  }
  Toolkit find(StringRef CudaPath = "", StringRef Compiler = "") {
    Machine M{Files, [this](StringRef Name) -> std::optional<std::string> {
                auto It = Variables.find(Name.str());
                if (It == Variables.end())
                  return std::nullopt;
                return It->second;
              }};
    return findToolkit({CudaPath.str(), Compiler.str()}, M, Notes);
  }
};

TEST_F(ToolkitTest, NothingFound) {
  EXPECT_FALSE(find().found());
  EXPECT_THAT(Notes, IsEmpty());
}

TEST_F(ToolkitTest, NoneForcesOwnHeaders) {
  headers("/usr/local/cuda/include");
  EXPECT_FALSE(find("none").found());
  EXPECT_TRUE(find().found());
}

TEST_F(ToolkitTest, UserPathComesFirst) {
  headers("/opt/mine/include", 12040);
  headers("/usr/local/cuda/include");
  Variables["CUDA_PATH"] = "/usr/local/cuda";
  Toolkit T = find("/opt/mine");
  EXPECT_EQ(T.Root, "/opt/mine");
  EXPECT_EQ(T.Version, 12040u);
  EXPECT_THAT(T.Includes, ElementsAre("/opt/mine/include"));
}

TEST_F(ToolkitTest, WrongUserPathIsToldAndSearchGoesOn) {
  headers("/usr/local/cuda/include");
  Toolkit T = find("/opt/nowhere");
  EXPECT_EQ(T.Root, "/usr/local/cuda");
  ASSERT_EQ(Notes.size(), 1u);
  EXPECT_EQ(Notes[0].Class, NoticeClass::Environment);
  EXPECT_THAT(Notes[0].Message, HasSubstr("/opt/nowhere"));
  EXPECT_THAT(Notes[0].Message, HasSubstr("--cuda-path"));
}

TEST_F(ToolkitTest, CcclComesBeforeInclude) {
  headers("/usr/local/cuda/include");
  file("/usr/local/cuda/include/cccl/cuda/atomic");
  EXPECT_THAT(find().Includes, ElementsAre("/usr/local/cuda/include/cccl",
                                           "/usr/local/cuda/include"));
}

TEST_F(ToolkitTest, CompilerOfTheCommandBeatsTheEnvironment) {
  headers("/opt/cuda-12.4/include", 12040);
  file("/opt/cuda-12.4/bin/nvcc");
  headers("/usr/local/cuda/include");
  Variables["CUDA_HOME"] = "/usr/local/cuda";
  EXPECT_EQ(find("", "/opt/cuda-12.4/bin/nvcc").Root, "/opt/cuda-12.4");
}

// On a real folder: the file system in memory does not resolve links.
TEST(ToolkitLinks, LinkToNvccIsFollowed) {
  llvm::SmallString<128> Folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fencepost", Folder));
  std::string Root = Folder.str().str();
  for (const char *Name :
       {"/kit/include/cuda.h", "/kit/include/cuda_runtime.h",
        "/kit/include/crt/host_runtime.h", "/kit/bin/nvcc", "/bin/other"}) {
    std::string Path = Root + Name;
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path));
    std::error_code Error;
    llvm::raw_fd_ostream(Path, Error) << "\n";
    ASSERT_FALSE(Error);
  }
  ASSERT_FALSE(
      llvm::sys::fs::create_link(Root + "/kit/bin/nvcc", Root + "/bin/nvcc"));
  Machine M{llvm::vfs::createPhysicalFileSystem(),
            [](StringRef) { return std::optional<std::string>(); }};
  std::vector<Notification> Notes;
  Toolkit T = findToolkit({"", Root + "/bin/nvcc"}, M, Notes);
  llvm::SmallString<128> Real;
  ASSERT_FALSE(llvm::sys::fs::real_path(Root + "/kit", Real));
  EXPECT_EQ(T.Root, std::string(Real));
  EXPECT_EQ(T.Origin, "the compile command");
  llvm::sys::fs::remove_directories(Folder);
}

// conda: nvcc in PREFIX/bin, headers in PREFIX/targets/x86_64-linux/include,
// nvcc.profile says `TOP = $(_HERE_)/..`.
TEST_F(ToolkitTest, CondaLayoutThroughProfile) {
  headers("/env/targets/x86_64-linux/include");
  file("/env/targets/x86_64-linux/include/cccl/cub/cub.cuh");
  file("/env/bin/nvcc");
  file("/env/bin/nvcc.profile", "\nTOP              = $(_HERE_)/..\n");
  Toolkit T = find("", "/env/bin/nvcc");
  EXPECT_EQ(T.Root, "/env");
  EXPECT_THAT(T.Includes, ElementsAre("/env/targets/x86_64-linux/include/cccl",
                                      "/env/targets/x86_64-linux/include"));
}

TEST_F(ToolkitTest, ProfileMayPointElsewhere) {
  headers("/data/toolkit/include");
  file("/tools/bin/nvcc");
  file("/tools/bin/nvcc.profile", "TOP = /data/toolkit\n");
  EXPECT_EQ(find("", "/tools/bin/nvcc").Root, "/data/toolkit");
}

TEST_F(ToolkitTest, OtherCompilersNameNoToolkit) {
  headers("/opt/x/include");
  file("/opt/x/bin/clang++");
  EXPECT_FALSE(find("", "/opt/x/bin/clang++").found());
}

TEST_F(ToolkitTest, EnvironmentInOrder) {
  headers("/a/include");
  headers("/b/include");
  Variables["CUDA_HOME"] = "/b";
  EXPECT_EQ(find().Root, "/b");
  Variables["CUDA_PATH"] = "/a";
  EXPECT_EQ(find().Root, "/a");
  EXPECT_EQ(find().Origin, "CUDA_PATH");
}

TEST_F(ToolkitTest, NvccOnPathBeatsUsualFolders) {
  headers("/usr/local/cuda/include");
  headers("/home/user/cuda/include");
  file("/home/user/cuda/bin/nvcc");
  Variables["PATH"] = "/usr/bin::/home/user/cuda/bin";
  EXPECT_EQ(find().Root, "/home/user/cuda");
}

TEST_F(ToolkitTest, NewestOfTheVersionedFolders) {
  headers("/usr/local/cuda-9.2/include", 9020);
  headers("/usr/local/cuda-13.0/include", 13000);
  headers("/usr/local/cuda-12.6/include", 12060);
  EXPECT_EQ(find().Root, "/usr/local/cuda-13.0");
}

TEST_F(ToolkitTest, DistributionFolders) {
  headers("/usr/lib/cuda/include", 11080);
  EXPECT_EQ(find().Root, "/usr/lib/cuda");
  headers("/opt/cuda/include");
  EXPECT_EQ(find().Root, "/opt/cuda");
}

TEST_F(ToolkitTest, WheelsOfCuda13ShareAFolder) {
  std::string Site = "/venv/lib/python3.12/site-packages/nvidia/cu13";
  headers(Site + "/include");
  file(Site + "/include/cccl/cuda/atomic");
  file("/venv/bin/python3");
  Variables["PATH"] = "/usr/bin:/venv/bin";
  Toolkit T = find();
  EXPECT_EQ(T.Root, Site);
  EXPECT_THAT(T.Includes,
              ElementsAre(Site + "/include/cccl", Site + "/include"));
}

TEST_F(ToolkitTest, WheelsOfCuda12AreFoldersOfTheirOwn) {
  std::string Nvidia = "/venv/lib/python3.11/site-packages/nvidia";
  file(Nvidia + "/cuda_runtime/include/cuda.h", "#define CUDA_VERSION 12080\n");
  file(Nvidia + "/cuda_runtime/include/cuda_runtime.h");
  Variables["VIRTUAL_ENV"] = "/venv";
  EXPECT_FALSE(find().found()) << "crt/ is in the nvcc wheel";
  file(Nvidia + "/cuda_nvcc/include/crt/host_runtime.h");
  file(Nvidia + "/cuda_cccl/include/cuda/atomic");
  Toolkit T = find();
  EXPECT_EQ(T.Version, 12080u);
  EXPECT_THAT(T.Includes, ElementsAre(Nvidia + "/cuda_cccl/include",
                                      Nvidia + "/cuda_runtime/include",
                                      Nvidia + "/cuda_nvcc/include"));
}

TEST_F(ToolkitTest, HalfAToolkitIsNone) {
  file("/usr/local/cuda/include/cuda_runtime.h");
  EXPECT_FALSE(find().found());
}

TEST_F(ToolkitTest, UnreadableVersionIsUnknown) {
  headers("/usr/local/cuda/include");
  file("/opt/odd/include/cuda.h", "#define CUDA_VERSION\n");
  file("/opt/odd/include/cuda_runtime.h");
  file("/opt/odd/include/crt/host_runtime.h");
  Toolkit T = find("/opt/odd");
  EXPECT_EQ(T.Root, "/opt/odd");
  EXPECT_EQ(T.Version, 0u);
}

} // namespace
