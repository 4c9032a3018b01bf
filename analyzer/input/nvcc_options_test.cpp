//===- nvcc_options_test.cpp - every option of nvcc, in every spelling ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expectations are written from the CUDA Compiler Driver documentation
// and from what `nvcc --dryrun` (13.0) hands to the host compiler, apart from
// the table that they test.
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/nvcc_adjuster.h"
#include "analyzer/input/nvcc_options.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace llvm;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

namespace {

struct Row {
  const char *Long, *Short;
  const char *Value; ///< nullptr: the option has none.
  std::vector<std::string> Expected;
};

// 142 of the 143 options of nvcc 13.0; --options-file has tests of its own.
const Row Rows[] = {
    {"--cuda", "-cuda", nullptr, {}},
    {"--cubin", "-cubin", nullptr, {}},
    {"--fatbin", "-fatbin", nullptr, {}},
    {"--ptx", "-ptx", nullptr, {}},
    {"--optix-ir", "-optix-ir", nullptr, {}},
    {"--ltoir", "-ltoir", nullptr, {}},
    {"--preprocess", "-E", nullptr, {}},
    {"--generate-dependencies", "-M", nullptr, {}},
    {"--generate-nonsystem-dependencies", "-MM", nullptr, {}},
    {"--generate-dependencies-with-compile", "-MD", nullptr, {}},
    {"--generate-nonsystem-dependencies-with-compile", "-MMD", nullptr, {}},
    {"--dependency-output", "-MF", "x.d", {}},
    {"--generate-dependency-targets", "-MP", nullptr, {}},
    {"--compile", "-c", nullptr, {}},
    {"--device-c", "-dc", nullptr, {"-fgpu-rdc", "-D", "__CUDACC_RDC__"}},
    {"--device-w", "-dw", nullptr, {"-fgpu-rdc", "-D", "__CUDACC_RDC__"}},
    {"--device-link", "-dlink", nullptr, {}},
    {"--link", "-link", nullptr, {}},
    {"--lib", "-lib", nullptr, {}},
    {"--run", "-run", nullptr, {}},
    {"--output-file", "-o", "a.o", {}},
    {"--pre-include", "-include", "h.h", {"-include", "h.h"}},
    {"--objdir-as-tempdir", "-objtemp", nullptr, {}},
    {"--library", "-l", "m", {}},
    {"--define-macro", "-D", "A=1", {"-D", "A=1"}},
    {"--undefine-macro", "-U", "A", {"-U", "A"}},
    {"--include-path", "-I", "/p", {"-I", "/p"}},
    {"--system-include", "-isystem", "/p", {"-isystem", "/p"}},
    {"--library-path", "-L", "value", {}},
    {"--output-directory", "-odir", "value", {}},
    {"--compiler-bindir", "-ccbin", "g++-12", {}},
    {"--allow-unsupported-compiler",
     "-allow-unsupported-compiler",
     nullptr,
     {}},
    {"--archiver-binary", "-arbin", "value", {}},
    {"--cudart", "-cudart", "none", {}},
    {"--cudadevrt", "-cudadevrt", "none", {}},
    {"--libdevice-directory", "-ldir", "value", {}},
    {"--target-directory", "-target-dir", "value", {}},
    {"--use-local-env", "-use-local-env", nullptr, {}},
    {"--force-cl-env-setup", "-force-cl-env-setup", nullptr, {}},
    {"--profile", "-pg", nullptr, {}},
    {"--debug", "-g", nullptr, {}},
    {"--device-debug", "-G", nullptr, {"-D", "__CUDACC_DEBUG__"}},
    {"--generate-line-info", "-lineinfo", nullptr, {}},
    {"--optimization-info", "-opt-info", "value", {}},
    {"--optimize", "-O", "3", {}},
    {"--Ofast-compile", "-Ofc", "4", {}},
    {"--dopt", "-dopt", "value", {}},
    {"--dlink-time-opt",
     "-dlto",
     nullptr,
     {"-fgpu-rdc", "-D", "__CUDACC_RDC__"}},
    {"--lto", "-lto", nullptr, {}},
    {"--gen-opt-lto", "-gen-opt-lto", nullptr, {}},
    {"--ftemplate-backtrace-limit", "-ftemplate-backtrace-limit", "4", {}},
    {"--ftemplate-depth", "-ftemplate-depth", "900", {"-ftemplate-depth=900"}},
    {"--no-exceptions", "-noeh", nullptr, {"-fno-exceptions"}},
    {"--shared", "-shared", nullptr, {}},
    {"--x", "-x", "cu", {"-x", "cuda"}},
    {"--std", "-std", "c++17", {"-std=c++17"}},
    {"--no-host-device-initializer-list", "-nohdinitlist", nullptr, {}},
    {"--no-host-device-move-forward", "-nohdmoveforward", nullptr, {}},
    {"--expt-relaxed-constexpr",
     "-expt-relaxed-constexpr",
     nullptr,
     {"-D", "__CUDACC_RELAXED_CONSTEXPR__"}},
    {"--extended-lambda",
     "-extended-lambda",
     nullptr,
     {"-D", "__CUDACC_EXTENDED_LAMBDA__"}},
    {"--expt-extended-lambda",
     "-expt-extended-lambda",
     nullptr,
     {"-D", "__CUDACC_EXTENDED_LAMBDA__"}},
    {"--machine", "-m", "64", {}},
    {"--m64", "-m64", nullptr, {}},
    {"--compiler-options", "-Xcompiler", "-Wall,-DQ=1,-O2", {"-D", "Q=1"}},
    {"--linker-options", "-Xlinker", "-z,now", {}},
    {"--archive-options", "-Xarchive", "-x", {}},
    {"--ptxas-options", "-Xptxas", "-v", {}},
    {"--nvlink-options", "-Xnvlink", "-v", {}},
    {"--static-global-template-stub",
     "-static-global-template-stub",
     "true",
     {}},
    {"--device-entity-has-hidden-visibility",
     "-device-entity-has-hidden-visibility",
     "true",
     {}},
    {"--forward-unknown-to-host-compiler",
     "-forward-unknown-to-host-compiler",
     nullptr,
     {}},
    {"--forward-unknown-to-host-linker",
     "-forward-unknown-to-host-linker",
     nullptr,
     {}},
    {"--forward-unknown-opts", "-forward-unknown-opts", nullptr, {}},
    {"--dont-use-profile", "-noprof", nullptr, {}},
    {"--dryrun", "-dryrun", nullptr, {}},
    {"--verbose", "-v", nullptr, {}},
    {"--threads", "-t", "4", {}},
    {"--split-compile", "-split-compile", "4", {}},
    {"--split-compile-extended", "-split-compile-extended", "4", {}},
    {"--fdevice-syntax-only", "-fdevice-syntax-only", nullptr, {}},
    {"--fdevice-time-trace", "-fdevice-time-trace", "value", {}},
    {"--keep", "-keep", nullptr, {}},
    {"--keep-dir", "-keep-dir", "value", {}},
    {"--save-temps", "-save-temps", nullptr, {}},
    {"--clean-targets", "-clean", nullptr, {}},
    {"--time", "-time", "value", {}},
    {"--run-args", "-run-args", "-n", {}},
    {"--input-drive-prefix", "-idp", "value", {}},
    {"--dependency-drive-prefix", "-ddp", "value", {}},
    {"--drive-prefix", "-dp", "value", {}},
    {"--dependency-target-name", "-MT", "value", {}},
    {"--no-align-double", "", nullptr, {}},
    {"--no-device-link", "-nodlink", nullptr, {}},
    {"--gpu-architecture", "-arch", "sm_100", {}},
    {"--gpu-code", "-code", "sm_100", {}},
    {"--generate-code", "-gencode", "arch=compute_100,code=sm_100", {}},
    {"--relocatable-device-code",
     "-rdc",
     "true",
     {"-fgpu-rdc", "-D", "__CUDACC_RDC__"}},
    {"--entries", "-e", "value", {}},
    {"--maxrregcount", "-maxrregcount", "4", {}},
    {"--use_fast_math", "-use_fast_math", nullptr, {}},
    {"--ftz", "-ftz", "true", {}},
    {"--prec-div", "-prec-div", "true", {}},
    {"--prec-sqrt", "-prec-sqrt", "true", {}},
    {"--fmad", "-fmad", "true", {}},
    {"--extra-device-vectorization",
     "-extra-device-vectorization",
     nullptr,
     {}},
    {"--default-stream",
     "-default-stream",
     "per-thread",
     {"-D", "CUDA_API_PER_THREAD_DEFAULT_STREAM=1"}},
    {"--disable-warnings", "-w", nullptr, {}},
    {"--keep-device-functions", "-keep-device-functions", nullptr, {}},
    {"--source-in-ptx", "-src-in-ptx", nullptr, {}},
    {"--restrict", "-restrict", nullptr, {}},
    {"--Wreorder", "-Wreorder", nullptr, {}},
    {"--Wdefault-stream-launch", "-Wdefault-stream-launch", nullptr, {}},
    {"--Wmissing-launch-bounds", "-Wmissing-launch-bounds", nullptr, {}},
    {"--Wext-lambda-captures-this", "-Wext-lambda-captures-this", nullptr, {}},
    {"--Wno-deprecated-declarations",
     "-Wno-deprecated-declarations",
     nullptr,
     {}},
    {"--Wno-deprecated-gpu-targets",
     "-Wno-deprecated-gpu-targets",
     nullptr,
     {}},
    {"--Werror", "-Werror", "all-warnings", {}},
    {"--resource-usage", "-res-usage", nullptr, {}},
    {"--extensible-whole-program", "-ewp", nullptr, {"-D", "__CUDACC_EWP__"}},
    {"--no-compress", "-no-compress", nullptr, {}},
    {"--qpp-config", "-qpp-config", nullptr, {}},
    {"--compile-as-tools-patch", "-astoolspatch", nullptr, {}},
    {"--list-gpu-code", "-code-ls", nullptr, {}},
    {"--list-gpu-arch", "-arch-ls", nullptr, {}},
    {"--display-error-number", "-err-no", nullptr, {}},
    {"--no-display-error-number", "-no-err-no", nullptr, {}},
    {"--diag-error", "-diag-error", "177", {}},
    {"--diag-suppress", "-diag-suppress", "177", {}},
    {"--diag-warn", "-diag-warn", "177", {}},
    {"--host-linker-script", "-hls", "use-lcs", {}},
    {"--augment-host-linker-script", "-aug-hls", nullptr, {}},
    {"--relocatable-link", "-r", nullptr, {}},
    {"--brief-diagnostics", "-brief-diag", "true", {}},
    {"--jump-table-density", "-jtd", "4", {}},
    {"--relocatable-ptx", "-reloc-ptx", nullptr, {}},
    {"--device-stack-protector", "-device-stack-protector", "true", {}},
    {"--compress-mode", "-compress-mode", "value", {}},
    {"--frandom-seed", "-frandom-seed", "value", {}},
    {"--sanitize", "-sanitize", "value", {}},
    {"--jobserver", "-jobserver", nullptr, {}},
    {"--help", "-h", nullptr, {}},
    {"--version", "-V", nullptr, {}},
};

using Words = std::vector<std::string>;

std::vector<Words> spellings(const Row &R) {
  std::vector<Words> All;
  for (std::string Name : {std::string(R.Long), std::string(R.Short)}) {
    if (Name.empty())
      continue;
    if (!R.Value) {
      All.push_back({Name});
      continue;
    }
    All.push_back({Name + "=" + R.Value});
    All.push_back({Name, R.Value});
    if (StringSet<>{"-D", "-U", "-I", "-l", "-L", "-O", "-t"}.contains(Name) &&
        (Name != "-t" || isdigit(R.Value[0])))
      All.push_back({Name + R.Value});
  }
  return All;
}

TEST(NvccOptions, EveryOptionInEverySpelling) {
  EXPECT_EQ(std::size(Rows), 142u);
  for (const Row &R : Rows) {
    for (const Words &Spelling : spellings(R)) {
      std::string Shown = testing::PrintToString(Spelling);
      Words Argv{"nvcc", "-DBEFORE"};
      Argv.insert(Argv.end(), Spelling.begin(), Spelling.end());
      // The words after it show that nothing was eaten and nothing is left.
      Argv.insert(Argv.end(), {"-DAFTER", "a.cu"});
      Expected<AdjustedCommand> A = adjustCommand(Argv, "");
      ASSERT_TRUE(bool(A)) << Shown << toString(A.takeError());
      Words Want{"-D", "BEFORE"}, After{"-D", "AFTER"};
      bool GoesLast = StringRef(R.Long) == "--x";
      const Words &First = GoesLast ? After : R.Expected;
      const Words &Last = GoesLast ? R.Expected : After;
      Want.insert(Want.end(), First.begin(), First.end());
      Want.insert(Want.end(), Last.begin(), Last.end());
      EXPECT_EQ(A->Arguments, Want) << Shown;
      EXPECT_THAT(A->Inputs, ElementsAre("a.cu")) << Shown;
      EXPECT_THAT(A->Unknown, IsEmpty()) << Shown;
    }
  }
}

TEST(NvccOptions, OptionsOutsideTheHelp) {
  const std::vector<Words> Dropped = {{"-Xcudafe", "--diag_suppress=177"},
                                      {"-Xcudafe=--diag_suppress=177"},
                                      {"-Xfatbin", "-compress-all"},
                                      {"-Xfatbin=-compress-all"},
                                      {"-Xcicc", "-O3"},
                                      {"--diag_suppress=177"},
                                      {"--diag_suppress", "177"},
                                      {"--display_error_number"},
                                      {"-m32"},
                                      {"--Werror", "-O2"},
                                      {"-Werror"},
                                      {"-W"}};
  for (const Words &Spelling : Dropped) {
    Words Argv{"nvcc"};
    Argv.insert(Argv.end(), Spelling.begin(), Spelling.end());
    Argv.insert(Argv.end(), {"-DAFTER", "a.cu"});
    Expected<AdjustedCommand> A = adjustCommand(Argv, "");
    ASSERT_TRUE(bool(A));
    EXPECT_THAT(A->Arguments, ElementsAre("-D", "AFTER"))
        << testing::PrintToString(Spelling);
    EXPECT_THAT(A->Inputs, ElementsAre("a.cu"));
    EXPECT_THAT(A->Unknown, IsEmpty());
  }
}

TEST(NvccOptions, NamesAreUnique) {
  StringSet<> Long, Short;
  for (const NvccOption &O : nvccOptions()) {
    EXPECT_TRUE(Long.insert(O.Long).second) << O.Long.str();
    if (!O.Short.empty())
      EXPECT_TRUE(Short.insert(O.Short).second) << O.Short.str();
    if (O.What == NvccOption::Verb::Translate)
      EXPECT_NE(O.How, NvccOption::Meaning::None) << O.Long.str();
  }
}

// The installed nvcc may be newer than the table.
TEST(NvccOptions, TableHoldsWhatTheInstalledNvccLists) {
  auto Nvcc = sys::findProgramByName("nvcc");
  if (!Nvcc)
    GTEST_SKIP() << "no nvcc on PATH to compare the table with";
  SmallString<128> File;
  ASSERT_FALSE(sys::fs::createTemporaryFile("nvcc-help", "txt", File));
  FileRemover Remove(File);
  std::optional<StringRef> Redirects[] = {std::nullopt, StringRef(File),
                                          std::nullopt};
  ASSERT_EQ(
      sys::ExecuteAndWait(*Nvcc, {*Nvcc, "--help"}, std::nullopt, Redirects),
      0);
  auto Text = MemoryBuffer::getFile(File);
  ASSERT_TRUE(bool(Text));
  unsigned Count = 0;
  SmallVector<StringRef> Lines;
  (*Text)->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    if (!Line.starts_with("--"))
      continue;
    ++Count;
    auto [Name, Rest] = Line.split(' ');
    bool TakesValue = Rest.take_until([](char C) { return C == '('; })
                          .trim()
                          .find_first_of("<{[e") == 0;
    StringRef Value;
    bool HasValue = false;
    const NvccOption *O = findNvccOption(Name, Value, HasValue);
    ASSERT_NE(O, nullptr) << Line.str();
    EXPECT_EQ(O->Long, Name.drop_front(2));
    // The help shows no value for this one; nvcc takes one.
    if (Name != "--dependency-output")
      EXPECT_EQ(O->Arg != NvccOption::Argument::None, TakesValue) << Line.str();
    size_t Open = Line.find("(-");
    if (Open != StringRef::npos)
      EXPECT_EQ(O->Short, Line.drop_front(Open + 2).split(')').first);
  }
  EXPECT_GE(Count, 100u);
}

} // namespace
