//===- compiler_call.cpp - the compiler within a command ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/compiler_call.h"

#include "analyzer/input/words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fencepost {

/// `sh -c "sh -c ..."`, to this depth.
static constexpr unsigned MaxShells = 4;

static StringRef nameOf(StringRef Word) { return sys::path::filename(Word); }

static bool isSource(StringRef Word) {
  return is_contained(
      {".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".o"},
      sys::path::extension(Word));
}

static bool isNvccName(StringRef Word) {
  return nameOf(Word).starts_with("nvcc") && !isSource(Word);
}

static bool isClangName(StringRef Word) {
  return nameOf(Word).contains("clang");
}

/// gcc, x86_64-linux-gnu-g++-12, mpicxx, crosstool_wrapper_driver_is_not_gcc.
static bool isHostCompilerName(StringRef Word) {
  StringRef Name = nameOf(Word).rtrim("0123456789.").rtrim('-');
  for (StringRef Compiler : {"gcc", "g++", "c++", "cc", "cpp", "icpx", "icpc",
                             "mpicc", "mpicxx", "hipcc"}) {
    StringRef Before = Name;
    if (Before.consume_back(Compiler) &&
        (Before.empty() || Before.ends_with("-") || Before.ends_with("_") ||
         Before == "mpi"))
      return true;
  }
  return false;
}

bool hasNvccOptions(ArrayRef<std::string> Words) {
  return any_of(Words, [](StringRef W) {
    for (StringRef P :
         {"-gencode", "--generate-code", "-arch", "--gpu-", "-ccbin", "-rdc",
          "--compiler-", "-Xcompiler", "--expt-", "-expt-", "--extended-lambda",
          "--relocatable-device-code", "--options-file", "-isystem=", "-I="})
      if (W.starts_with(P))
        return true;
    return false;
  });
}

CompilerKind compilerKind(ArrayRef<std::string> Words) {
  if (Words.empty())
    return CompilerKind::Other;
  if (nameOf(Words[0]).starts_with("nvcc"))
    return CompilerKind::Nvcc;
  if (isClangName(Words[0]))
    return CompilerKind::Clang;
  if (!isHostCompilerName(Words[0]) && hasNvccOptions(Words))
    return CompilerKind::Nvcc;
  return CompilerKind::Other;
}

static bool isShell(StringRef Word) {
  return is_contained({"sh", "bash", "dash", "zsh", "ksh"}, nameOf(Word));
}

/// `-c`, `-ec`, `-lc`: the next word is a command line.
static bool asksForCommand(StringRef Option) {
  return Option.size() > 1 && Option[0] == '-' && Option[1] != '-' &&
         Option.ends_with("c");
}

/// The place of the compiler in one simple command. Launchers, their options
/// and assignments come before it.
static size_t compilerIndex(ArrayRef<std::string> Words) {
  if (isNvccName(Words[0]) || isClangName(Words[0]) ||
      isHostCompilerName(Words[0]))
    return 0;
  static constexpr StringRef TakeFile[] = {"-o", "-MF", "-MT", "-MQ"};
  for (size_t I = 1; I < Words.size(); ++I)
    if (isNvccName(Words[I]) && Words[I][0] != '-' &&
        !is_contained(TakeFile, Words[I - 1]))
      return I;
  // `-ccbin g++` is an option of a compiler that is called otherwise.
  for (size_t I = 1; I < Words.size(); ++I) {
    StringRef Before = Words[I - 1];
    bool MayBeValue =
        Before.starts_with("-") && Before != "--" && !Before.contains('=');
    if (!MayBeValue && !StringRef(Words[I]).starts_with("-") &&
        !isSource(Words[I]) &&
        (isClangName(Words[I]) || isHostCompilerName(Words[I])))
      return I;
  }
  static constexpr StringRef Launchers[] = {"ccache",     "sccache", "distcc",
                                            "icecc",      "env",     "time",
                                            "buildcache", "gomacc",  "nice"};
  size_t I = 0;
  while (I + 1 < Words.size() &&
         (is_contained(Launchers, sys::path::stem(Words[I])) ||
          (I > 0 && StringRef(Words[I]).contains('='))))
    ++I;
  return I;
}

static std::vector<std::string> withoutShell(ArrayRef<std::string> Argv) {
  std::vector<std::string> Words(Argv.begin(), Argv.end());
  for (unsigned Depth = 0; Depth < MaxShells; ++Depth) {
    if (Words.size() < 3 || !isShell(Words[0]) || !asksForCommand(Words[1]))
      break;
    Words = splitShell(Words[2]);
  }
  return Words;
}

CompilerCall compilerCall(ArrayRef<std::string> Argv) {
  std::vector<std::string> Words = withoutShell(Argv);
  CompilerCall Best;
  std::string Folder;
  bool HasNvcc = false;
  for (ArrayRef<std::string> Rest = Words; !Rest.empty();) {
    size_t End = 0;
    while (End < Rest.size() &&
           !is_contained({"&&", ";", "||", "|"}, StringRef(Rest[End])))
      ++End;
    ArrayRef<std::string> One = Rest.take_front(End);
    Rest = Rest.drop_front(std::min(End + 1, Rest.size()));
    if (One.empty() || One[0] == ":")
      continue;
    if (One[0] == "cd" && One.size() == 2) {
      SmallString<128> Path(sys::path::is_absolute(One[1]) ? "" : Folder);
      sys::path::append(Path, One[1]);
      Folder = std::string(Path);
      continue;
    }
    ArrayRef<std::string> Call = One.drop_front(compilerIndex(One));
    // The last is the compilation; runs for dependencies come before it.
    bool IsNvcc = compilerKind(Call) == CompilerKind::Nvcc;
    if (HasNvcc && !IsNvcc)
      continue;
    HasNvcc = IsNvcc;
    Best = {Call.vec(), Folder};
  }
  return Best;
}

} // namespace fencepost
