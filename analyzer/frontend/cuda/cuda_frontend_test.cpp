//===- cuda_frontend_test.cpp - reading units, good and bad ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/cuda_frontend.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"

using namespace fencepost;
using llvm::StringRef;
using testing::AllOf;
using testing::Contains;
using testing::EndsWith;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fencepost {
void PrintTo(const Notification &Note, std::ostream *OS) {
  *OS << Note.File << ":" << Note.Line << ": " << Note.Message;
}
} // namespace fencepost

namespace {

/// A folder that goes away with the test.
class FrontendTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> Name;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fencepost", Name));
    Folder = std::string(Name);
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  void file(StringRef Name, StringRef Text) {
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Name);
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path));
    std::error_code Error;
    llvm::raw_fd_ostream Out(Path, Error);
    ASSERT_FALSE(Error);
    Out << Text;
  }
  CudaInput input(StringRef Name) {
    CudaInput In;
    In.File = Name.str();
    In.Directory = Folder;
    In.CudaPath = "none";
    return In;
  }
  CudaUnit read(StringRef Name) { return readCuda(input(Name)); }
  CudaUnit readText(StringRef Text) {
    CudaInput In = input("-");
    In.Buffer = Text.str();
    return readCuda(In);
  }

  std::string Folder;
};

auto note(NoticeClass Class, StringRef Text, unsigned Line) {
  return AllOf(Field(&Notification::Class, Class),
               Field(&Notification::Message, HasSubstr(Text.str())),
               Field(&Notification::Line, Line));
}

TEST_F(FrontendTest, ReadsAFileOfItsDirectory) {
  file("a.cu",
       "#include \"sub/b.cuh\"\n__global__ void k(int *p) { *p = 1; }\n");
  file("sub/b.cuh", "#pragma once\n");
  CudaUnit Unit = read("a.cu");
  EXPECT_FALSE(Unit.HadErrors);
  ASSERT_NE(Unit.M, nullptr);
  EXPECT_EQ(Unit.M->Name, "a.cu");
  EXPECT_EQ(Unit.M->Origin, Layer::Cuda);
  EXPECT_EQ(Unit.M->Arch, "sm_90");
  EXPECT_THAT(Unit.FilesRead, Contains(EndsWith("/a.cu")));
  for (const std::string &File : Unit.FilesRead)
    EXPECT_TRUE(llvm::sys::path::is_absolute(File)) << File;
  EXPECT_THAT(Unit.FilesRead, Contains(EndsWith("sub/b.cuh")));
  EXPECT_THAT(Unit.FilesRead, Not(Contains(HasSubstr("__fencepost_cuda"))));
}

TEST_F(FrontendTest, StandardInputReadsHeadersOfTheDirectory) {
  file("b.cuh", "#define VALUE 1\n");
  CudaUnit Unit = readText(
      "#include \"b.cuh\"\n__global__ void k(int *p) { *p = VALUE; }\n");
  EXPECT_FALSE(Unit.HadErrors);
  EXPECT_THAT(Unit.FilesRead, Contains(EndsWith("b.cuh")));
  EXPECT_THAT(Unit.FilesRead, Not(Contains(HasSubstr("<stdin>"))));
}

TEST_F(FrontendTest, BufferReplacesTheFile) {
  file("a.cu", "this is not code\n");
  CudaInput In = input("a.cu");
  In.Buffer = "__global__ void k(int *p) { *p = 1; }\n";
  EXPECT_FALSE(readCuda(In).HadErrors);
}

TEST_F(FrontendTest, ArchitectureDecidesTheCode) {
  CudaInput In = input("-");
  In.Buffer = "#if __CUDA_ARCH__ != 800\n#error wrong\n#endif\n";
  In.Arch = "sm_80";
  EXPECT_FALSE(readCuda(In).HadErrors);
  In.Arch = "sm_90";
  EXPECT_TRUE(readCuda(In).HadErrors);
}

TEST_F(FrontendTest, HostCodeThatTheDevicePassLeavesOutIsTold) {
  CudaInput In = input("-");
  In.Buffer = "__global__ void k(int *p) { *p = 1; }\n"
              "#ifndef __CUDA_ARCH__\n"
              "void run(int *p) { k<<<1, 2>>>(p); k<<<3, 4>>>(p); }\n"
              "#endif\n"
              "#if __CUDA_ARCH__ >= 700\n"
              "__device__ int One;\n"
              "#else\n"
              "void other(int *p) { k<<<1, 2>>>(p); }\n"
              "#endif\n"
              "#if !defined(__CUDA_ARCH__)\n"
              "int noLaunch();\n"
              "#endif\n";
  CudaUnit Unit = readCuda(In);
  EXPECT_FALSE(Unit.HadErrors);
  ASSERT_EQ(Unit.Notes.size(), 2u);
  EXPECT_EQ(Unit.Notes[0].Class, NoticeClass::Environment);
  EXPECT_EQ(Unit.Notes[0].Line, 2u);
  EXPECT_THAT(Unit.Notes[0].Message,
              AllOf(HasSubstr("up to line 4"), HasSubstr("2 kernel launches")));
  EXPECT_EQ(Unit.Notes[1].Line, 7u);
  EXPECT_THAT(Unit.Notes[1].Message, HasSubstr("1 kernel launch in it"));
}

TEST_F(FrontendTest, OptionsOfTheCommandCount) {
  file("inc/mine.h", "");
  CudaInput In = input("-");
  In.Buffer = "#include <mine.h>\n#if VALUE != 3\n#error wrong\n#endif\n";
  In.Arguments = {"-Iinc", "-DVALUE=3"};
  CudaUnit Unit = readCuda(In);
  EXPECT_FALSE(Unit.HadErrors);
}

TEST_F(FrontendTest, MissingHeaderNamesTheWayOut) {
  file("a.cu", "#include \"b.h\"\n");
  file("b.h",
       "\n#include <no/such.h>\n__global__ void k(int *p) { *p = 1; }\n");
  CudaUnit Unit = read("a.cu");
  EXPECT_TRUE(Unit.HadErrors);
  EXPECT_NE(Unit.M, nullptr);
  EXPECT_THAT(Unit.Notes,
              Contains(AllOf(
                  note(NoticeClass::Environment, "'no/such.h' not found", 2),
                  Field(&Notification::File, EndsWith("b.h")),
                  Field(&Notification::Message,
                        AllOf(HasSubstr("-IFOLDER"), HasSubstr("-p BUILD"))))));
}

TEST_F(FrontendTest, MissingToolkitHeaderAsksForAToolkit) {
  CudaUnit Unit = readText("#include <cub/no_such_header.cuh>\n");
  EXPECT_THAT(Unit.Notes,
              Contains(note(NoticeClass::Environment, "--cuda-path", 1)));
}

TEST_F(FrontendTest, SyntaxErrorsAreShownAndCounted) {
  std::string Text = "__global__ void good(int *p) { *p = 1; }\n";
  for (int I = 0; I != 9; ++I)
    Text +=
        "int x" + std::to_string(I) + " = unknown" + std::to_string(I) + ";\n";
  CudaUnit Unit = readText(Text);
  EXPECT_TRUE(Unit.HadErrors);
  EXPECT_THAT(Unit.Notes, Contains(note(NoticeClass::User, "unknown0", 2)));
  EXPECT_THAT(Unit.Notes,
              Contains(note(NoticeClass::User, "4 more errors", 0)));
}

TEST_F(FrontendTest, CodeAfterAMissingHeaderIsStillInstantiated) {
  CudaUnit Unit =
      readText("#include \"missing.h\"\n"
               "template <class T> struct S { T v = T(nothing); };\n"
               "__global__ void k(int *p) { S<int> s; *p = s.v; }\n");
  EXPECT_THAT(Unit.Notes, Contains(note(NoticeClass::User, "nothing", 2)));
}

// nvcc 13 takes each of these; Clang's complaint leaves the tree whole.
TEST_F(FrontendTest, StricterThanNvccIsNotAnError) {
  const char *Texts[] = {
      "__global__ void k(int *p) { asm(\"mov.u32 %0, %laneid;\" : \"=r\"(*p)); "
      "}",
      "struct S { int a; __device__ S() {} };\n"
      "__global__ void k(int *p) { __shared__ S s; *p = s.a; }",
      "__host__ __device__ int f(int);\n"
      "__device__ inline int f(int x) { return x; }",
      "struct S { int g(); };\n__host__ __device__ int f() { S s; return "
      "s.g(); }\n"
      "__global__ void k(int *p) { *p = f(); }",
      "template <int M> __device__ void k() { asm volatile(\"fence%0;\" :: "
      "\"C\"(\".sc\")); }\n"
      "__global__ void g() { k<1>(); }",
      "template <class C> struct S { template <class D> void f(); };\n"
      "template <class C> void g(S<C> &s) { s.template ~S<C>(); }",
      "__device__ int f(int *p, int n) {\n"
      "  switch (n) { case 0: int x = p[0]; return x; case 1: return 1; }\n"
      "  return 2;\n}\n"
      "__global__ void k(int *p) { *p = f(p, p[1]); }",
  };
  for (const char *Text : Texts) {
    CudaUnit Unit = readText(Text);
    EXPECT_FALSE(Unit.HadErrors) << Text;
    EXPECT_THAT(Unit.Notes, IsEmpty()) << Text;
  }
}

// nvcc reads both; Clang alone finds no function to call.
TEST_F(FrontendTest, HostFunctionNamedWhereNothingIsEvaluated) {
  CudaUnit Unit = readText(R"(#include <utility>
namespace mine {
template <typename T> T &&declval() noexcept {
  static_assert(sizeof(T) != sizeof(T), "only named");
}
} // namespace mine
template <typename C> struct Session {
  template <int N, typename E, typename F>
  __device__ auto own(F Of) -> decltype(Of(mine::declval<E>()));
  template <int N, typename E, typename F>
  __device__ auto library(F Of) -> decltype(Of(std::declval<E>())) {
    return Of(E(2));
  }
};
template <typename C>
template <int N, typename E, typename F>
__device__ auto Session<C>::own(F Of) -> decltype(Of(mine::declval<E>())) {
  return Of(E(1));
}
__global__ void k(int *Out) {
  Session<int> S;
  Out[0] = S.template own<8, int>([&] __device__(int X) -> int { return X; });
  Out[1] = S.template library<8, int>([&] __device__(int X) -> int { return X; });
}
)");
  EXPECT_FALSE(Unit.HadErrors) << testing::PrintToString(Unit.Notes);
}

TEST_F(FrontendTest, HostFunctionCalledFromDeviceCodeStaysAnError) {
  CudaUnit Unit = readText(R"(template <typename T> T &&value() noexcept;
__global__ void k(int *Out) { *Out = value<int>(); }
)");
  EXPECT_TRUE(Unit.HadErrors);
}

// nvcc reads all of them, and makes a dim3 of each list.
TEST_F(FrontendTest, LaunchSizesInBraces) {
  CudaUnit Unit = readText(R"(template <int N> __global__ void k(int *p) {}
struct Box { int a[3]; };
template <int N> void inTemplate(int *p, int n) {
  k<N><<<{unsigned(n), 2}, {N, 1, 1}, 0, nullptr>>>(p);
}
struct Runner {
  void run(int *p, int n) { k<3><<<n, {4, 2}>>>(p); }
};
void launch(int *p, int n, cudaStream_t s) {
  Box b{{1, 2, 3}};
  auto body = [&] { k<5><<<{8}, {16}>>>(p); };
  body();
  inTemplate<7>(p, n);
  k<9><<<b.a[1], dim3{32, 4}, 0, s>>>(p);
  int shifted[] = {n >> 2, {3}};
}
)");
  EXPECT_FALSE(Unit.HadErrors) << testing::PrintToString(Unit.Notes);
  std::vector<std::optional<uint64_t>> Threads;
  for (const HostLaunch &Launch : Unit.M->Host.Launches)
    Threads.push_back(Launch.Block.product());
  EXPECT_THAT(Threads, testing::UnorderedElementsAre(7, 8, 16, 128));
}

TEST_F(FrontendTest, ExternSharedObjectAndDeviceLaunch) {
  CudaUnit Unit =
      readText("struct S { int a; };\nextern __shared__ S s;\n"
               "__global__ void c() {}\n"
               "__global__ void k(int *p) { *p = s.a; c<<<1, 1>>>(); }\n");
  EXPECT_THAT(Unit.Notes, IsEmpty());
  EXPECT_FALSE(Unit.HadErrors);
}

TEST_F(FrontendTest, NoSuchFile) {
  CudaUnit Unit = read("absent.cu");
  EXPECT_TRUE(Unit.HadErrors);
  EXPECT_EQ(Unit.M, nullptr);
  EXPECT_THAT(Unit.Notes, Contains(note(NoticeClass::User, "cannot read", 0)));
}

TEST_F(FrontendTest, FolderAsFile) {
  file("folder/a.cu", "");
  CudaUnit Unit = read("folder");
  EXPECT_EQ(Unit.M, nullptr);
  EXPECT_THAT(Unit.Notes, Contains(note(NoticeClass::User, "folder", 0)));
}

TEST_F(FrontendTest, EmptyFile) {
  file("a.cu", " \n\t\n");
  CudaUnit Unit = read("a.cu");
  EXPECT_EQ(Unit.M, nullptr);
  EXPECT_THAT(Unit.Notes, Contains(note(NoticeClass::User, "empty", 0)));
}

TEST_F(FrontendTest, BinaryFile) {
  file("a.cu", StringRef("\x7f"
                         "ELF\0\0\x01\xff",
                         8));
  file("b.cu", StringRef("\xff\xfe"
                         "i\0n\0t\0",
                         8));
  EXPECT_THAT(read("a.cu").Notes,
              Contains(note(NoticeClass::User, "binary", 0)));
  EXPECT_THAT(read("b.cu").Notes,
              Contains(note(NoticeClass::User, "UTF-16", 0)));
}

TEST_F(FrontendTest, BinaryHeaderDoesNotCrash) {
  file("a.h", StringRef("\x7f"
                        "ELF\0\0\x01\xff\xfe",
                        9));
  CudaUnit Unit = readText("#include \"a.h\"\n");
  EXPECT_TRUE(Unit.HadErrors);
}

TEST_F(FrontendTest, HeadersInCycles) {
  file("a.h", "#include \"b.h\"\n");
  file("b.h", "#include \"a.h\"\n");
  CudaUnit Unit = readText("#include \"a.h\"\n");
  EXPECT_TRUE(Unit.HadErrors);
  EXPECT_THAT(Unit.Notes,
              Contains(Field(&Notification::Message, HasSubstr("each other"))));
}

TEST_F(FrontendTest, UnknownOptionIsToldAndTheUnitStillRead) {
  CudaInput In = input("-");
  In.Buffer = "__global__ void k(int *p) { *p = 1; }\n";
  In.Arguments = {"--no-such-option"};
  CudaUnit Unit = readCuda(In);
  EXPECT_THAT(Unit.Notes,
              Contains(note(NoticeClass::User, "no-such-option", 0)));
  EXPECT_NE(Unit.M, nullptr);
  EXPECT_FALSE(Unit.HadErrors);
}

TEST_F(FrontendTest, FileNamedLikeAnOption) {
  file("-a.cu", "__global__ void k(int *p) { *p = 1; }\n");
  EXPECT_FALSE(read("-a.cu").HadErrors);
}

TEST_F(FrontendTest, HeaderAsUnit) {
  file("a.cuh", "#pragma once\n__device__ inline int f() { return 1; }\n");
  file("a.h", "#pragma once\n__device__ inline int f() { return 1; }\n");
  EXPECT_FALSE(read("a.cuh").HadErrors);
  EXPECT_FALSE(read("a.h").HadErrors);
}

// What is a device function for being constexpr alone was written for the host.
TEST_F(FrontendTest, ConstexprOfHeadersThatNoKernelCalls) {
  file("view.h", "#include <sstream>\n"
                 "struct View { unsigned size;\n"
                 "  constexpr View slice(unsigned n) const {\n"
                 "    if (n > size) throw (std::ostringstream() << n).str();\n"
                 "    return {n}; } };\n"
                 "struct Lock { int word; __device__ void take() {\n"
                 "  while (atomicCAS(&word, 0, 1) != 0); } };\n");
  file("a.cu",
       "#include \"view.h\"\nView rest(View v) { return v.slice(1); }\n");
  CudaUnit Unit = read("a.cu");
  ASSERT_NE(Unit.M, nullptr);
  ASSERT_EQ(Unit.M->Functions.size(), 1u);
  EXPECT_EQ(Unit.M->Functions[0]->Display, "Lock::take");
}

TEST_F(FrontendTest, UnknownArchitectureIsTold) {
  CudaInput In = input("-");
  In.Buffer = "__global__ void k(int *p) { *p = 1; }\n";
  In.Arch = "sm_2000";
  CudaUnit Unit = readCuda(In);
  EXPECT_THAT(Unit.Notes, Contains(note(NoticeClass::User, "'sm_2000'", 0)));
  ASSERT_NE(Unit.M, nullptr);
  EXPECT_EQ(Unit.M->Arch, "sm_90");
}

TEST_F(FrontendTest, ManyUnitsInOneProcess) {
  for (int I = 0; I != 3; ++I) {
    EXPECT_TRUE(readText("int broken(").HadErrors);
    EXPECT_FALSE(readText("__global__ void k(int *p) { *p = 1; }").HadErrors);
  }
}

TEST_F(FrontendTest, DeepNestingDoesNotCrash) {
  std::string Text = "__global__ void k(int *p) { *p = ";
  Text += std::string(20000, '(') + "1" + std::string(20000, ')') + "; }\n";
  EXPECT_TRUE(readText(Text).HadErrors);
}

TEST_F(FrontendTest, CommandIsClangs) {
  CudaInput In = input("a.cu");
  In.Arguments = {"-DX"};
  std::vector<std::string> Command = clangCommand(In);
  EXPECT_EQ(Command.front(), "clang++");
  EXPECT_THAT(Command, Contains("-DX"));
  EXPECT_EQ(Command.back(), "a.cu");
}

} // namespace
