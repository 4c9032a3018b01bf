//===- host_options.cpp - clang's and g++'s options for a parse -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GCC 14 manual, "Option Summary"; Clang 22 command line reference.
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/host_options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fencepost {

static bool startsWithAny(StringRef S, ArrayRef<StringRef> Prefixes) {
  return any_of(Prefixes, [&](StringRef P) { return S.starts_with(P); });
}

/// Keep the option and its value, joined or in the next word.
static constexpr StringRef KeptWithValue[] = {
    "-D",         "-U",       "-I",           "-isystem",
    "-include",   "-imacros", "-iquote",      "-isysroot",
    "-idirafter", "-iprefix", "-iwithprefix", "-iwithprefixbefore"};

static constexpr StringRef DroppedWithValue[] = {"-o",
                                                 "-MF",
                                                 "-MT",
                                                 "-MQ",
                                                 "-Xlinker",
                                                 "-Xassembler",
                                                 "-Xpreprocessor",
                                                 "-L",
                                                 "-l",
                                                 "-u",
                                                 "-z",
                                                 "-T",
                                                 "-e",
                                                 "--param",
                                                 "-aux-info",
                                                 "-dumpbase",
                                                 "-dumpdir",
                                                 "-wrapper",
                                                 "-framework",
                                                 "-arch",
                                                 "-MJ"};

static constexpr StringRef DroppedPrefixes[] = {
    "-W",       "-O",        "-g",       "-M",          "-m",      "-f",
    "-p",       "-no",       "-static",  "-shared",     "-l",      "-L",
    "-B",       "-rdynamic", "-o",       "-save-temps", "-specs=", "-Q",
    "-time",    "-dump",     "--param=", "-print",      "-ansi",   "--coverage",
    "-fuse-ld", "-symbolic", "-T",       "-d"};

static constexpr StringRef DroppedWords[] = {"-c", "-S",   "-E", "-w",
                                             "-v", "-s",   "-r", "-C",
                                             "-P", "-###", "-H", "-pipe"};

/// The -f options that a parse depends on, without their `-f` or `-fno-`.
static bool changesParse(StringRef Option) {
  StringRef Name = Option.drop_front(2);
  Name.consume_front("no-");
  return StringSwitch<bool>(Name)
      .Cases({"exceptions",
              "rtti",
              "signed-char",
              "unsigned-char",
              "short-wchar",
              "short-enums",
              "openmp",
              "ms-extensions",
              "char8_t",
              "permissive",
              "strict-aliasing",
              "builtin",
              "freestanding",
              "hosted",
              "fast-math",
              "finite-math-only",
              "coroutines",
              "modules",
              "gnu-keywords",
              "operator-names",
              "sized-deallocation",
              "aligned-new",
              "delayed-template-parsing",
              "strict-overflow"},
             true)
      .Default(Name.starts_with("template-depth") ||
               Name.starts_with("constexpr-depth=") ||
               Name.starts_with("constexpr-steps=") ||
               Name.starts_with("bracket-depth=") ||
               Name.starts_with("macro-prefix-map=") ||
               Name.starts_with("abi-version="));
}

/// Macros that nvcc sets for the compilers that it runs itself; some recorders
/// of commands see those runs.
static bool isSetByNvcc(StringRef Macro) {
  return startsWithAny(Macro, {"__CUDA_ARCH", "__CUDACC__", "__NVCC__",
                               "__CUDACC_VER", "__CUDA_API_VER",
                               "__NVCC_DIAG_PRAGMA", "__CUDACC_DEVICE_ATOMIC",
                               "CUDA_DOUBLE_MATH_FUNCTIONS"});
}

static bool isLinkInput(StringRef Word) {
  StringRef Ext = sys::path::extension(Word);
  return StringSwitch<bool>(Ext)
      .Cases({".o", ".a", ".so", ".obj", ".lib", ".dylib"}, true)
      .Default(false);
}

void HostOptions::take(StringRef Word) {
  Value What = Pending;
  Pending = Value::None;
  switch (What) {
  case Value::None:
  case Value::Drop:
    return;
  case Value::Language:
    Out.Language = Word == "cu" ? "cuda" : Word.str();
    return;
  case Value::Keep:
    if (How == Reading::Compiler && PendingOption == "-D" && isSetByNvcc(Word))
      return;
    Out.Arguments.push_back(PendingOption);
    Out.Arguments.push_back(Word.str());
    return;
  }
}

void HostOptions::feed(StringRef Word) {
  if (wantsValue())
    return take(Word);
  if (Word.empty())
    return;
  if (!Word.starts_with("-") || Word == "-") {
    if (How == Reading::Compiler && !isLinkInput(Word))
      Out.Inputs.push_back(Word.str());
    return;
  }
  if (Word == "-x") {
    Pending = Value::Language;
    return;
  }
  if (is_contained(DroppedWithValue, Word)) {
    Pending = Value::Drop;
    return;
  }
  // The longest name first: `-iwithprefixbefore` is not `-iwithprefix`.
  StringRef Kept;
  for (StringRef Option : KeptWithValue)
    if (Word.starts_with(Option) && Option.size() > Kept.size())
      Kept = Option;
  if (!Kept.empty()) {
    PendingOption = Kept.str();
    Pending = Value::Keep;
    if (Word.size() > Kept.size())
      take(Word.drop_front(Kept.size()));
    return;
  }
  if (Word.starts_with("-std=") || Word.starts_with("--std=")) {
    Out.Arguments.push_back("-std=" + Word.split('=').second.str());
    return;
  }
  if (Word == "-pthread" || Word.starts_with("--sysroot=") ||
      Word == "-nostdinc" || Word == "-nostdinc++" || Word == "-undef") {
    Out.Arguments.push_back(Word.str());
    return;
  }
  if (Word.starts_with("-f") && changesParse(Word)) {
    Out.Arguments.push_back(Word.str());
    return;
  }
  if (is_contained(DroppedWords, Word) || startsWithAny(Word, DroppedPrefixes))
    return;
  Out.Unknown.push_back(Word.str());
}

static constexpr StringRef ClangDropped[] = {"-c",
                                             "-S",
                                             "-E",
                                             "-fsyntax-only",
                                             "-emit-llvm",
                                             "-emit-ast",
                                             "-M",
                                             "-MM",
                                             "-MD",
                                             "-MMD",
                                             "-MP",
                                             "-MG",
                                             "-MV",
                                             "-###",
                                             "-v",
                                             "--verbose",
                                             "-pedantic-errors",
                                             "-ftime-report",
                                             "-ftime-trace",
                                             "--cuda-device-only",
                                             "--cuda-host-only",
                                             "--cuda-compile-host-device",
                                             "--offload-device-only",
                                             "--offload-host-only",
                                             "--offload-host-device",
                                             "-Wfatal-errors",
                                             "-save-temps",
                                             "--save-temps"};

static constexpr StringRef ClangDroppedPrefixes[] = {
    "-Werror",       "-save-temps=",        "--save-temps=",
    "-ftime-trace=", "-fplugin=",           "-fpass-plugin=",
    "-fplugin-arg-", "-fcrash-diagnostics", "-gen-cdb-fragment-path"};

static constexpr StringRef ClangDroppedWithValue[] = {"-o", "-MF", "-MT", "-MQ",
                                                      "-MJ"};

static constexpr StringRef ClangWithValue[] = {"-Xclang",
                                               "-mllvm",
                                               "-Xcuda-ptxas",
                                               "-Xcuda-fatbinary",
                                               "-Xassembler",
                                               "-Xlinker",
                                               "-Xpreprocessor",
                                               "-Xopenmp-target",
                                               "-Xanalyzer",
                                               "-Xoffload-linker",
                                               "-include",
                                               "-imacros",
                                               "-include-pch",
                                               "-I",
                                               "-D",
                                               "-U",
                                               "-isystem",
                                               "-iquote",
                                               "-idirafter",
                                               "-isysroot",
                                               "-iprefix",
                                               "-iwithprefix",
                                               "-iwithprefixbefore",
                                               "-iframework",
                                               "-ivfsoverlay",
                                               "-cxx-isystem",
                                               "-L",
                                               "-l",
                                               "-target",
                                               "-resource-dir",
                                               "-F",
                                               "-framework",
                                               "-T",
                                               "-u",
                                               "-z",
                                               "-arch",
                                               "-e",
                                               "-G",
                                               "-working-directory",
                                               "-dumpdir",
                                               "-serialize-diagnostics",
                                               "--serialize-diagnostics"};

static void addArchs(StringRef List, std::vector<std::string> &Archs) {
  SmallVector<StringRef, 4> Parts;
  List.split(Parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef P : Parts)
    if (isRealArch(P) && !is_contained(Archs, P))
      Archs.push_back(P.str());
}

/// `-Xclang -load -Xclang FILE` and the like run code of the project: not ours
/// to load.
static bool isPluginOption(StringRef CC1) {
  return CC1 == "-load" || CC1 == "-plugin" || CC1 == "-add-plugin";
}

void readClangCommand(ArrayRef<std::string> Words, AdjustedCommand &Out,
                      std::vector<std::string> &Archs) {
  bool OnlyInputs = false;
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef W = Words[I];
    bool HasNext = I + 1 < Words.size();
    if (W.empty())
      continue;
    if (OnlyInputs || !W.starts_with("-") || W == "-") {
      if (!isLinkInput(W))
        Out.Inputs.push_back(W.str());
    } else if (W == "--") {
      OnlyInputs = true;
    } else if (is_contained(ClangDropped, W) ||
               startsWithAny(W, ClangDroppedPrefixes)) {
      continue;
    } else if (is_contained(ClangDroppedWithValue, W)) {
      ++I;
    } else if (startsWithAny(W, {"-MF", "-MT", "-MQ", "-MJ"}) ||
               (W.starts_with("-o") && W.size() > 2)) {
      continue;
    } else if (W == "-x" && HasNext) {
      Out.Language = Words[++I];
    } else if (W.starts_with("-x") && W.size() > 2) {
      Out.Language = W.drop_front(2).str();
    } else if (W.consume_front("--cuda-gpu-arch=") ||
               W.consume_front("--offload-arch=")) {
      addArchs(W, Archs);
    } else if (startsWithAny(W,
                             {"--no-cuda-gpu-arch=", "--no-offload-arch="})) {
      std::string Value = W.split('=').second.str();
      if (Value == "all")
        Archs.clear();
      erase(Archs, Value);
    } else if (W.starts_with("--cuda-path=")) {
      Out.CudaPath = W.split('=').second.str();
    } else if (W == "-Xclang" && HasNext && isPluginOption(Words[I + 1])) {
      I += 3;
    } else {
      Out.Arguments.push_back(W.str());
      if ((is_contained(ClangWithValue, W) || W.starts_with("-Xarch_")) &&
          HasNext)
        Out.Arguments.push_back(Words[++I]);
    }
  }
}

} // namespace fencepost
