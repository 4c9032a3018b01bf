//===- plan_test.cpp - from paths and databases to units ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/compile_database.h"
#include "analyzer/input/layer_guess.h"
#include "analyzer/input/temp_folder.h"
#include "analyzer/input/unit.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <unistd.h>

using namespace fencepost;
using namespace llvm;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

std::vector<std::string> files(const InputPlan &Plan) {
  std::vector<std::string> Names;
  for (const Unit &U : Plan.Units)
    Names.push_back(U.File);
  return Names;
}

std::string notes(const InputPlan &Plan) {
  std::string Text;
  for (const Notification &N : Plan.Notes)
    Text += N.Message + "\n";
  return Text;
}

InputPlan plan(std::vector<std::string> Paths, std::string BuildPath = "") {
  InputRequest R;
  R.Paths = std::move(Paths);
  R.BuildPath = std::move(BuildPath);
  return planInputs(R);
}

TEST(Plan, NamedFiles) {
  TempFolder T;
  std::string Cu = T.write("a.cu", ""), Ptx = T.write("b.ptx", ""),
              Sass = T.write("c.sass", ""), Events = T.write("d.events", ""),
              Header = T.write("e.cuh", ""), Cpp = T.write("f.hpp", "");
  InputPlan P = plan({Sass, Ptx, Cu, Events, Header, Cpp, Cu});
  EXPECT_THAT(files(P), ElementsAre(Sass, Ptx, Cu, Events, Header, Cpp));
  EXPECT_FALSE(P.HasUserError);
  EXPECT_EQ(P.Units[0].What, Layer::Sass);
  EXPECT_EQ(P.Units[1].What, Layer::Ptx);
  EXPECT_EQ(P.Units[1].Arch, "");
  EXPECT_EQ(P.Units[3].What, Layer::Events);
  for (size_t I : {2, 4, 5}) {
    EXPECT_EQ(P.Units[I].What, Layer::Cuda);
    EXPECT_EQ(P.Units[I].Arch, "sm_90");
    EXPECT_THAT(P.Units[I].Arguments, ElementsAre("-x", "cuda"));
    EXPECT_TRUE(P.Units[I].WasNamed);
  }
}

TEST(Plan, MissingAndEmptyInputs) {
  InputPlan P = plan({"no/such/file.cu"});
  EXPECT_TRUE(P.HasUserError);
  EXPECT_THAT(notes(P), HasSubstr("'no/such/file.cu' does not exist"));
  EXPECT_THAT(P.Units, IsEmpty());
  EXPECT_TRUE(plan({}).HasUserError);
  TempFolder T;
  T.write("x.txt", "");
  P = plan({T.root()});
  EXPECT_TRUE(P.HasUserError);
  EXPECT_THAT(notes(P), HasSubstr("nothing to analyse in"));
}

TEST(Plan, FoldersAreWalkedInOrderWithoutHiddenOnes) {
  TempFolder T;
  std::string B = T.write("b.cu", ""), A = T.write("a/z.cuh", ""),
              C = T.write("a/deep/er/k.ptx", ""), S = T.write("c.sass", "");
  T.write(".git/x.cu", "");
  T.write("notes.txt", "");
  T.write("g.events", "");
  T.write("k.cubin", "");
  T.write("host.o", StringRef("\x7f"
                              "ELF"));
  ASSERT_EQ(symlink(T.root().c_str(), T.path("loop").c_str()), 0);
  InputPlan P = plan({T.root()});
  EXPECT_THAT(files(P), ElementsAre(C, A, B, S));
  EXPECT_FALSE(P.HasUserError);
  EXPECT_FALSE(P.Units[0].WasNamed);
  // Binaries of a folder: what is damaged is told.
  EXPECT_THAT(notes(P), HasSubstr("host.o': an ELF file that is cut off"));
}

std::string binary(StringRef Name) {
  return (StringRef(FENCEPOST_TESTDATA "/binaries/") + Name).str();
}

// The names are those by which cuobjdump extracts an image.
TEST(Plan, ABinaryGivesAUnitPerChosenImage) {
  std::string Fat = binary("poll.fatbin"), Archive = binary("libpoll.a");
  InputPlan P = plan({Fat});
  EXPECT_THAT(files(P), ElementsAre(Fat + ":poll.1.sm_90.ptx"));
  EXPECT_EQ(P.Units[0].What, Layer::Ptx);
  EXPECT_EQ(P.Units[0].Arch, "sm_90");
  EXPECT_EQ(P.Units[0].Image->Container, Fat);
  EXPECT_THAT(notes(P), HasSubstr("other architectures (sm_80)"));
  InputRequest R;
  R.Paths = {Fat, Archive};
  R.Archs = {"all"};
  EXPECT_THAT(files(planInputs(R)),
              ElementsAre(Fat + ":poll.1.sm_90.ptx",
                          Fat + ":poll.1.sm_90.cubin",
                          Fat + ":poll.2.sm_80.cubin",
                          Archive + ":poll.o:libpoll.1.sm_90.ptx",
                          Archive + ":poll.o:libpoll.1.sm_90.cubin",
                          Archive + ":code_only.o:libpoll.2.sm_100a.cubin"));
  R.ForcedLayer = Layer::Sass;
  R.Archs = {"sm_80"};
  R.Paths = {Fat};
  P = planInputs(R);
  EXPECT_THAT(files(P), ElementsAre(Fat + ":poll.2.sm_80.cubin"));
  EXPECT_EQ(P.Units[0].What, Layer::Sass);
  EXPECT_THAT(files(plan({binary("poll.cubin")})),
              ElementsAre(binary("poll.cubin")));
}

TEST(Plan, BinariesWithoutWhatIsWanted) {
  InputRequest R;
  R.Paths = {binary("poll.fatbin")};
  R.Archs = {"sm_75"};
  InputPlan P = planInputs(R);
  EXPECT_TRUE(P.HasUserError);
  EXPECT_THAT(notes(P), HasSubstr("it has sm_80, sm_90"));
  R.Archs = {};
  R.ForcedLayer = Layer::Cuda;
  EXPECT_TRUE(planInputs(R).HasUserError);
  P = plan({"/proc/self/exe"});
  EXPECT_TRUE(P.HasUserError);
  EXPECT_THAT(notes(P), HasSubstr("holds no device code"));
}

TEST(Plan, ANamedDisassemblerThatIsNoneIsAnError) {
  InputRequest R;
  R.Paths = {binary("poll.cubin")};
  R.Disassembler = "/no/such/tool";
  InputPlan P = planInputs(R);
  ASSERT_EQ(P.Units.size(), 1u);
  EXPECT_EQ(P.Units[0].Image->Disassembler, "");
  EXPECT_THAT(P.Units[0].Image->WhyNoDisassembler,
              HasSubstr("--nvdisasm: '/no/such/tool'"));
}

TEST(Plan, AFolderGivesEachBinaryOnce) {
  TempFolder T;
  auto Bytes = MemoryBuffer::getFile(binary("poll.o"));
  ASSERT_TRUE(Bytes);
  std::string A = T.write("a.so.1.2", (*Bytes)->getBuffer()),
              B = T.write("b.o", (*Bytes)->getBuffer());
  ASSERT_EQ(symlink("a.so.1.2", T.path("a.so").c_str()), 0);
  T.write("text.o", "no binary at all");
  InputPlan P = plan({T.root()});
  EXPECT_THAT(files(P), ElementsAre(T.path("a.so") + ":a.1.sm_90.ptx",
                                    B + ":b.1.sm_90.ptx"));
  EXPECT_FALSE(P.HasUserError);
  EXPECT_FALSE(P.Units[0].WasNamed);
  InputRequest R;
  R.Paths = {T.root()};
  R.ForcedLayer = Layer::Cuda;
  EXPECT_TRUE(planInputs(R).HasUserError);
}

TEST(Plan, ContentDecidesForUnknownExtensions) {
  EXPECT_EQ(guessLayer("//\n// made by\n.version 8.0\n.target sm_90").What,
            Layer::Ptx);
  EXPECT_EQ(guessLayer("\n\t\tFunction : k\n").What, Layer::Sass);
  EXPECT_EQ(guessLayer("        /*0000*/   MOV R1, c[0x0][0x28] ;").What,
            Layer::Sass);
  EXPECT_EQ(guessLayer("module \"a\" layer=events").What, Layer::Events);
  EXPECT_EQ(guessLayer("#include <x.h>\n__global__ void k();").What,
            Layer::Cuda);
  EXPECT_EQ(guessLayer("\xef\xbb\xbf.version 8.0").What, Layer::Ptx);
  EXPECT_THAT(guessLayer("hello").Why, HasSubstr("does not look like"));
  EXPECT_THAT(guessLayer("hello").Why, HasSubstr("--layer=cuda, ptx or sass"));
  EXPECT_EQ(guessLayer(" \n").Why, "is empty");
  EXPECT_THAT(guessLayer("\xff\xfe.").Why, HasSubstr("save it as UTF-8"));
  EXPECT_THAT(guessLayer(StringRef("ab\0c", 4)).Why, HasSubstr("binary file"));

  TempFolder T;
  std::string Ptx = T.write("kernel.txt", ".version 7.0\n");
  std::string Elf = T.write("kernel", StringRef("\x7f"
                                                "ELF\0\0",
                                                6));
  InputPlan P = plan({Ptx, Elf});
  ASSERT_THAT(files(P), ElementsAre(Ptx));
  EXPECT_EQ(P.Units[0].What, Layer::Ptx);
  EXPECT_TRUE(P.HasUserError);
  EXPECT_THAT(notes(P), HasSubstr("kernel': an ELF file that is cut off"));
}

TEST(Plan, ForcedLayer) {
  TempFolder T;
  InputRequest R;
  R.Paths = {T.write("kernel.txt", "anything")};
  R.ForcedLayer = Layer::Sass;
  InputPlan P = planInputs(R);
  ASSERT_EQ(P.Units.size(), 1u);
  EXPECT_EQ(P.Units[0].What, Layer::Sass);
}

/// Runs the plan with Text on standard input.
InputPlan planWithStdin(StringRef Text, InputRequest R) {
  TempFolder T;
  std::string File = T.write("in", Text);
  int Saved = dup(0);
  FILE *In = freopen(File.c_str(), "r", stdin);
  EXPECT_NE(In, nullptr);
  InputPlan P = planInputs(R);
  dup2(Saved, 0);
  close(Saved);
  return P;
}

TEST(Plan, StandardInputIsReadOnce) {
  InputRequest R;
  R.Paths = {"-", "-"};
  R.ForcedLayer = Layer::Cuda;
  R.Archs = {"sm_80,sm_90a"};
  InputPlan P = planWithStdin("__global__ void k();", R);
  ASSERT_EQ(P.Units.size(), 2u);
  EXPECT_EQ(P.Units[0].Arch, "sm_80");
  EXPECT_EQ(P.Units[1].Arch, "sm_90a");
  for (const Unit &U : P.Units) {
    EXPECT_EQ(U.File, "-");
    EXPECT_EQ(U.Buffer, "__global__ void k();");
  }
  R.ForcedLayer.reset();
  P = planWithStdin("hello", R);
  EXPECT_TRUE(P.HasUserError);
  EXPECT_THAT(notes(P), HasSubstr("--layer"));
}

TEST(Plan, Architectures) {
  TempFolder T;
  InputRequest R;
  R.Paths = {T.write("a.cu", "")};
  R.Archs = {"sm_100f", "sm_80"};
  InputPlan P = planInputs(R);
  ASSERT_EQ(P.Units.size(), 2u);
  EXPECT_EQ(P.Units[0].Arch, "sm_100f");
  EXPECT_EQ(P.Units[1].Arch, "sm_80");
  R.Archs = {"compute_90"};
  P = planInputs(R);
  EXPECT_TRUE(P.HasUserError);
  EXPECT_THAT(notes(P), HasSubstr("did you mean 'sm_90'?"));
}

TEST(Plan, OptionsAfterTheDashes) {
  TempFolder T;
  InputRequest R;
  R.Paths = {T.write("a.cu", "")};
  R.ExtraArguments = {"-DA", "-c", "-o", "x", "--cuda-gpu-arch=sm_86"};
  InputPlan P = planInputs(R);
  ASSERT_EQ(P.Units.size(), 1u);
  EXPECT_THAT(P.Units[0].Arguments, ElementsAre("-DA", "-x", "cuda"));
  EXPECT_EQ(P.Units[0].Arch, "sm_86");
  R.ExtraArguments = {"-arch=sm_89", "-isystem=/s"};
  P = planInputs(R);
  ASSERT_EQ(P.Units.size(), 1u);
  EXPECT_EQ(P.Units[0].Arch, "sm_89");
  EXPECT_THAT(P.Units[0].Arguments,
              ElementsAre("-isystem", "/s", "-x", "cuda"));
}

std::string entry(StringRef Directory, StringRef File, StringRef Command) {
  return ("{\"directory\":\"" + Directory + "\",\"file\":\"" + File +
          "\",\"command\":\"" + Command + "\"}")
      .str();
}

// As CMake's Makefile generator writes it: includes in a response file.
TEST(PlanWithDatabase, CMakeMakefiles) {
  TempFolder T;
  std::string A = T.write("src/a.cu", "");
  T.write("src/h.cpp", "");
  std::string Build = T.path("b");
  T.write("b/CMakeFiles/a.dir/includes_CUDA.rsp", "-I/inc -isystem=/opt/sys");
  T.write("b/compile_commands.json",
          "[" +
              entry(Build, A,
                    "/usr/local/cuda/bin/nvcc "
                    "-forward-unknown-to-host-compiler -DS=\\\"\\\\\\\"x "
                    "y\\\\\\\"\\\" --options-file "
                    "CMakeFiles/a.dir/includes_CUDA.rsp "
                    "--generate-code=arch=compute_80,code=[compute_80,sm_80] "
                    "--generate-code=arch=compute_90a,code=[sm_90a] -x cu "
                    "-rdc=true -c " +
                        A + " -o a.o") +
              ",\n" +
              entry(Build, T.path("src/h.cpp"),
                    "/usr/bin/c++ -DH -x c++ -o h.o -c ../src/h.cpp") +
              "]");
  for (std::string BuildPath : {Build, Build + "/compile_commands.json"}) {
    InputPlan P = plan({}, BuildPath);
    EXPECT_FALSE(P.HasUserError) << notes(P);
    ASSERT_THAT(files(P), ElementsAre(A));
    const Unit &U = P.Units[0];
    EXPECT_THAT(U.Arguments, ElementsAre("-D", "S=\"x y\"", "-I", "/inc",
                                         "-isystem", "/opt/sys", "-fgpu-rdc",
                                         "-D", "__CUDACC_RDC__", "-x", "cuda"));
    EXPECT_EQ(U.Arch, "sm_90a");
    EXPECT_EQ(U.Directory, Build);
    EXPECT_EQ(U.Compiler, "/usr/local/cuda/bin/nvcc");
    EXPECT_TRUE(U.FromDatabase);
    EXPECT_FALSE(U.WasNamed);
  }
  // A file that is named keeps its name and gets its command.
  InputPlan P = plan({T.path("src/../src/a.cu")}, Build);
  ASSERT_EQ(P.Units.size(), 1u);
  EXPECT_TRUE(P.Units[0].FromDatabase);
  EXPECT_TRUE(P.Units[0].WasNamed);
  EXPECT_EQ(P.Units[0].File, T.path("src/../src/a.cu"));
  // Named though the database compiles it as C++.
  P = plan({T.path("src/h.cpp")}, Build);
  ASSERT_EQ(P.Units.size(), 1u);
  EXPECT_THAT(P.Units[0].Arguments, ElementsAre("-D", "H", "-x", "cuda"));
}

// As Bear writes it: `arguments`, relative names, and nvcc's children.
TEST(PlanWithDatabase, Bear) {
  TempFolder T;
  T.write("src/a.cu", "");
  T.write("src/k.cpp", "");
  T.write("compile_commands.json", R"([
    {"arguments": ["/usr/local/cuda/bin/nvcc", "-isystem=/s", "-gencode",
      "arch=compute_90,code=sm_90", "-dc", "-o", "a.o", "a.cu"],
     "directory": "src", "file": "a.cu", "output": "a.o"},
    {"arguments": ["gcc", "-D__CUDA_ARCH__=900", "-E", "-x", "c++", "a.cu"],
     "directory": "src", "file": "a.cu"},
    {"arguments": ["nvcc", "-x", "cu", "-c", "k.cpp"],
     "directory": "src", "file": "k.cpp"}])");
  InputPlan P = plan({}, T.root());
  EXPECT_FALSE(P.HasUserError) << notes(P);
  ASSERT_THAT(files(P), ElementsAre(T.path("src/a.cu"), T.path("src/k.cpp")));
  EXPECT_THAT(P.Units[0].Arguments,
              ElementsAre("-isystem", "/s", "-fgpu-rdc", "-D", "__CUDACC_RDC__",
                          "-x", "cuda"));
  EXPECT_EQ(P.Units[0].Directory, T.path("src"));
}

TEST(PlanWithDatabase, EqualCommandsAreOneDistinctOnesAreKept) {
  TempFolder T;
  T.write("a.cu", "");
  std::string Root = T.root();
  T.write("compile_commands.json",
          "[" + entry(Root, "a.cu", "nvcc -DX=1 -c a.cu -o one.o") + "," +
              entry(Root, "./a.cu", "nvcc -DX=1 -O3 -c a.cu -o two.o") + "," +
              entry(Root, "a.cu", "nvcc -DX=2 -c a.cu -o three.o") + "]");
  InputPlan P = plan({}, Root);
  ASSERT_EQ(P.Units.size(), 2u);
  EXPECT_THAT(P.Units[0].Arguments, Contains("X=1"));
  EXPECT_THAT(P.Units[1].Arguments, Contains("X=2"));
}

TEST(PlanWithDatabase, PathsFilterIt) {
  TempFolder T;
  std::string A = T.write("one/a.cu", ""), B = T.write("two/b.cu", ""),
              C = T.write("one/c.cu", ""), D = T.write("one/d.ptx", "");
  std::string Root = T.root();
  T.write("compile_commands.json",
          "[" + entry(Root, B, "nvcc -c two/b.cu") + "," +
              entry(Root, A, "nvcc -DA -c one/a.cu") + "]");
  EXPECT_THAT(files(plan({}, Root)), ElementsAre(A, B));
  InputPlan P = plan({T.path("one")}, Root);
  EXPECT_THAT(files(P), ElementsAre(A, D));
  EXPECT_THAT(notes(P), HasSubstr("not analysed: 1"));
  P = plan({C}, Root);
  ASSERT_THAT(files(P), ElementsAre(C));
  EXPECT_FALSE(P.Units[0].FromDatabase);
  EXPECT_THAT(notes(P), HasSubstr("default options"));
}

TEST(PlanWithDatabase, FilesThatAreGoneAreTold) {
  TempFolder T;
  T.write("a.cu", "");
  T.write("compile_commands.json",
          "[" + entry(T.root(), "a.cu", "nvcc -c a.cu") + "," +
              entry(T.root(), "gen.cu", "nvcc -c gen.cu") + "]");
  InputPlan P = plan({}, T.root());
  EXPECT_THAT(files(P), ElementsAre(T.path("a.cu")));
  EXPECT_FALSE(P.HasUserError);
  EXPECT_THAT(notes(P), HasSubstr("gen.cu"));
}

TEST(PlanWithDatabase, NoDatabaseNamesTheWaysToMakeOne) {
  TempFolder T;
  InputPlan P = plan({}, T.root());
  EXPECT_TRUE(P.HasUserError);
  for (const char *Way :
       {"CMAKE_EXPORT_COMPILE_COMMANDS", "bear", "ninja -t compdb"})
    EXPECT_THAT(notes(P), HasSubstr(Way));
  EXPECT_THAT(notes(plan({}, T.path("none"))), HasSubstr("does not exist"));
}

TEST(PlanWithDatabase, BrokenOnes) {
  TempFolder T;
  auto Read = [&](StringRef Text) {
    T.write("compile_commands.json", Text);
    return readCompileDatabase(T.root());
  };
  CompileDatabase D = Read("[\n{\"file\": \"a.cu\",\n]\n");
  EXPECT_FALSE(D.Usable);
  ASSERT_EQ(D.Notes.size(), 1u);
  EXPECT_EQ(D.Notes[0].Class, NoticeClass::User);
  EXPECT_EQ(D.Notes[0].Line, 3u);
  EXPECT_THAT(D.Notes[0].Message, HasSubstr("no valid JSON"));
  EXPECT_FALSE(Read("").Usable);
  EXPECT_FALSE(Read("{}").Usable);
  EXPECT_FALSE(Read(StringRef("[\"\xff\xfe\"]")).Usable);
  EXPECT_FALSE(Read(std::string(2000000, '[')).Usable);
  D = Read("[1, {\"file\":\"a.cu\"}, {\"command\":\"nvcc a.cu\"}, "
           "{\"file\":\"a.cu\",\"arguments\":[1]}, "
           "{\"file\":\"a.cu\",\"arguments\":[]}, "
           "{\"file\":\"a.cu\",\"command\":\"nvcc a.cu\"}]");
  EXPECT_TRUE(D.Usable);
  EXPECT_EQ(D.Entries.size(), 1u);
  EXPECT_EQ(D.Notes.size(), 5u);
  EXPECT_TRUE(Read("[]").Usable);
  EXPECT_TRUE(plan({}, T.root()).HasUserError);
}

TEST(PlanWithDatabase, ResponseFileThatIsGone) {
  TempFolder T;
  T.write("a.cu", "");
  T.write("compile_commands.json",
          "[" + entry(T.root(), "a.cu", "nvcc --options-file no.rsp -c a.cu") +
              "]");
  InputPlan P = plan({}, T.root());
  EXPECT_TRUE(P.HasUserError);
  EXPECT_THAT(notes(P), HasSubstr("no.rsp"));
}

} // namespace
