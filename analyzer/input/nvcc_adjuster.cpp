//===- nvcc_adjuster.cpp - nvcc options as clang understands them ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The macros are those that `nvcc --dryrun` (13.0) shows for each option.
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/nvcc_adjuster.h"

#include "analyzer/input/compiler_call.h"
#include "analyzer/input/host_options.h"
#include "analyzer/input/nvcc_options.h"
#include "analyzer/input/words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fencepost {

/// Response files may name response files; past this the command is refused.
static constexpr unsigned MaxDepth = 16;
static constexpr size_t MaxWords = 1u << 20;

/// "sm_90a" gives {90, 'a'}; {0, 0} if S has another shape.
static std::pair<unsigned, char> parseArch(StringRef S, StringRef Prefix) {
  unsigned Number = 0;
  if (!S.consume_front(Prefix) || S.consumeInteger(10, Number) || !Number)
    return {0, 0};
  if (S.empty())
    return {Number, 0};
  if (S == "a" || S == "f")
    return {Number, S[0]};
  return {0, 0};
}

bool isRealArch(StringRef S) { return parseArch(S, "sm_").first != 0; }

std::string chooseArch(ArrayRef<std::string> Archs) {
  // Of one number, sm_100a has all that sm_100f has, and that all of sm_100.
  auto Rank = [](std::pair<unsigned, char> A) {
    return std::pair(A.first, A.second == 'a' ? 2 : A.second == 'f' ? 1 : 0);
  };
  std::pair<unsigned, char> Best{0, 0};
  for (const std::string &A : Archs)
    if (auto Parsed = parseArch(A, "sm_"); Rank(Parsed) > Rank(Best))
      Best = Parsed;
  if (!Best.first)
    return "sm_90";
  std::string Name = "sm_" + std::to_string(Best.first);
  if (Best.second)
    Name += Best.second;
  return Name;
}

namespace {

class NvccCommand {
public:
  NvccCommand(AdjustedCommand &Out, StringRef Directory)
      : Out(Out), Directory(Directory),
        Host(Out, HostOptions::Reading::Forwarded) {}

  Error read(ArrayRef<std::string> Words, bool FromFile, unsigned Depth);
  std::vector<std::string> archs() const;

private:
  Error apply(const NvccOption &O, StringRef Value, bool FromFile,
              unsigned Depth);
  Error translate(const NvccOption &O, StringRef Value, bool FromFile,
                  unsigned Depth);
  Error expand(StringRef File, unsigned Depth);
  bool takeClangTarget(StringRef Word);
  void define(StringRef Macro) { pass("-D", Macro); }
  void pass(StringRef Option, StringRef Value) {
    Out.Arguments.push_back(Option.str());
    Out.Arguments.push_back(Value.str());
  }
  void once(StringRef Option) {
    if (!is_contained(Out.Arguments, Option))
      Out.Arguments.push_back(Option.str());
  }
  void relocatable() {
    once("-fgpu-rdc");
    if (!is_contained(Out.Arguments, "__CUDACC_RDC__"))
      define("__CUDACC_RDC__");
  }
  void generateCode(StringRef Spec);

  AdjustedCommand &Out;
  StringRef Directory;
  HostOptions Host;
  size_t WordCount = 0;
  std::string Arch;
  std::vector<std::string> Code, Generated;
};

} // namespace

static Error userError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

Error NvccCommand::read(ArrayRef<std::string> Words, bool FromFile,
                        unsigned Depth) {
  WordCount += Words.size();
  if (Depth > MaxDepth || WordCount > MaxWords)
    return userError("response files nest too deeply or hold too many words");
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef W = Words[I];
    StringRef Value;
    bool HasValue = false;
    const NvccOption *O =
        W.starts_with("-") ? findNvccOption(W, Value, HasValue) : nullptr;
    // `-Xcompiler -include -Xcompiler h.h` is one option of the host compiler.
    if (Host.wantsValue() && !(O && O->What == NvccOption::Verb::Unwrap)) {
      Host.feed(W);
      continue;
    }
    if (W.starts_with("@") && W.size() > 1) {
      if (Error E = expand(W.drop_front(), Depth))
        return E;
      continue;
    }
    if (!W.starts_with("-") || W == "-") {
      Out.Inputs.push_back(W.str());
      continue;
    }
    if (!O) {
      if (!takeClangTarget(W))
        Host.feed(W);
      continue;
    }
    bool Wants = O->Arg == NvccOption::Argument::Value ||
                 O->Arg == NvccOption::Argument::List;
    bool May = O->Arg == NvccOption::Argument::OptionalValue;
    if (!HasValue && I + 1 < Words.size() &&
        (Wants || (May && !StringRef(Words[I + 1]).starts_with("-"))))
      Value = Words[++I];
    if (Error E = apply(*O, Value, FromFile, Depth))
      return E;
  }
  return Error::success();
}

/// Some generators of databases put clang's words behind nvcc's name.
bool NvccCommand::takeClangTarget(StringRef Word) {
  if (!Word.consume_front("--cuda-gpu-arch=") &&
      !Word.consume_front("--offload-arch="))
    return Word.starts_with("--cuda-path=");
  Generated.push_back(Word.str());
  return true;
}

Error NvccCommand::expand(StringRef File, unsigned Depth) {
  Expected<std::string> Text = readResponseFile(File, Directory);
  if (!Text)
    return Text.takeError();
  return read(splitNvcc(*Text), /*FromFile=*/true, Depth + 1);
}

Error NvccCommand::apply(const NvccOption &O, StringRef Value, bool FromFile,
                         unsigned Depth) {
  switch (O.What) {
  case NvccOption::Verb::Drop:
  case NvccOption::Verb::DropArg:
    return Error::success();
  case NvccOption::Verb::Define:
    define(O.Detail);
    return Error::success();
  case NvccOption::Verb::Unwrap:
    // nvcc hands the parts to a shell, which takes the quotes that are left.
    for (const std::string &Part : splitList(Value, FromFile))
      for (const std::string &Word : splitShell(Part))
        Host.feed(Word);
    return Error::success();
  case NvccOption::Verb::Translate:
    return translate(O, Value, FromFile, Depth);
  }
  return Error::success();
}

Error NvccCommand::translate(const NvccOption &O, StringRef Value,
                             bool FromFile, unsigned Depth) {
  switch (O.How) {
  case NvccOption::Meaning::None:
    break;
  case NvccOption::Meaning::Include:
  case NvccOption::Meaning::Define:
  case NvccOption::Meaning::Undefine:
  case NvccOption::Meaning::IncludePath:
  case NvccOption::Meaning::SystemInclude:
    // Clang's own spelling is nvcc's short one, with the value apart.
    for (const std::string &V : splitList(Value, FromFile))
      pass("-" + O.Short.str(), V);
    break;
  case NvccOption::Meaning::Language:
    Out.Language = Value == "cu" ? "cuda" : Value.str();
    break;
  case NvccOption::Meaning::Standard:
    if (!Value.empty())
      Out.Arguments.push_back("-std=" + Value.str());
    break;
  case NvccOption::Meaning::Arch:
    Arch = Value.str();
    break;
  case NvccOption::Meaning::Code:
    for (std::string &V : splitList(Value, /*DropQuotes=*/true))
      Code.push_back(std::move(V));
    break;
  case NvccOption::Meaning::GenerateCode:
    generateCode(Value);
    break;
  case NvccOption::Meaning::Rdc:
    if (Value == "true")
      relocatable();
    break;
  case NvccOption::Meaning::RdcMode:
    relocatable();
    break;
  case NvccOption::Meaning::DefaultStream:
    if (Value == "per-thread")
      define("CUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    break;
  case NvccOption::Meaning::TemplateDepth:
    Out.Arguments.push_back("-ftemplate-depth=" + Value.str());
    break;
  case NvccOption::Meaning::NoExceptions:
    once("-fno-exceptions");
    break;
  case NvccOption::Meaning::OptionsFile:
    for (const std::string &File : splitList(Value, FromFile))
      if (Error E = expand(File, Depth))
        return E;
    break;
  }
  return Error::success();
}

/// `arch=compute_80,code=[compute_80,sm_80]`, with the list in brackets, in
/// quotes, or of one name; without `code=` the architecture itself.
void NvccCommand::generateCode(StringRef Spec) {
  std::string Virtual;
  std::vector<std::string> Codes;
  while (!Spec.empty()) {
    size_t End = StringRef::npos;
    StringRef Key = Spec.take_until([](char C) { return C == '='; });
    StringRef Rest = Spec.drop_front(std::min(Key.size() + 1, Spec.size()));
    StringRef Body;
    char Open = Rest.empty() ? 0 : Rest.front();
    if (Open == '[' || Open == '"' || Open == '\'') {
      Rest = Rest.drop_front();
      End = Rest.find(Open == '[' ? ']' : Open);
      Body = Rest.take_front(End);
      Rest = End == StringRef::npos ? StringRef() : Rest.drop_front(End + 1);
    } else {
      Body = Rest.take_until([](char C) { return C == ','; });
      Rest = Rest.drop_front(Body.size());
    }
    Rest.consume_front(",");
    if (Key.trim() == "arch")
      Virtual = Body.trim().str();
    else if (Key.trim() == "code")
      for (std::string &C : splitList(Body, /*DropQuotes=*/true))
        Codes.push_back(StringRef(C).trim().str());
    Spec = Rest;
  }
  if (Codes.empty() && !Virtual.empty())
    Codes.push_back(Virtual);
  append_range(Generated, Codes);
}

std::vector<std::string> NvccCommand::archs() const {
  std::vector<std::string> Real, Virtual;
  auto Add = [&](StringRef Name) {
    std::string Text = Name.str();
    for (StringRef Prefix : {"sm_", "lto_", "compute_"}) {
      auto [Number, Suffix] = parseArch(Name, Prefix);
      if (!Number)
        continue;
      Text = ("sm_" + Twine(Number)).str();
      if (Suffix)
        Text += Suffix;
      auto &List = Prefix == "compute_" ? Virtual : Real;
      if (!is_contained(List, Text))
        List.push_back(Text);
    }
  };
  if (Code.empty())
    Add(Arch);
  for (const std::string &C : Code)
    Add(C);
  for (const std::string &C : Generated)
    Add(C);
  return Real.empty() ? Virtual : Real;
}

/// The @file of clang and g++: GNU quoting, one that cannot be read is an
/// error.
static Error expandGnu(ArrayRef<std::string> Words, StringRef Directory,
                       unsigned Depth, size_t &WordCount,
                       std::vector<std::string> &Out) {
  WordCount += Words.size(); // Names of response files count as well.
  if (Depth > MaxDepth || WordCount > MaxWords)
    return userError("response files nest too deeply or hold too many words");
  for (const std::string &W : Words) {
    if (W.size() < 2 || W[0] != '@') {
      Out.push_back(W);
      continue;
    }
    Expected<std::string> Text =
        readResponseFile(StringRef(W).drop_front(), Directory);
    if (!Text)
      return Text.takeError();
    if (Error E =
            expandGnu(splitGnu(*Text), Directory, Depth + 1, WordCount, Out))
      return E;
  }
  return Error::success();
}

/// The folder above the compiler's `bin`; empty if the compiler has no folder.
static std::string toolkitOf(StringRef Compiler) {
  StringRef Bin = sys::path::parent_path(Compiler);
  if (sys::path::filename(Bin) != "bin")
    return "";
  return sys::path::parent_path(Bin).str();
}

Expected<AdjustedCommand> adjustCommand(ArrayRef<std::string> Argv,
                                        StringRef Directory) {
  AdjustedCommand Out;
  if (Argv.empty())
    return userError("the command is empty");
  CompilerCall Call = compilerCall(Argv);
  if (Call.Words.empty())
    return userError("the command '" + join(Argv, " ") + "' runs no compiler");
  Out.Compiler = Call.Words.front();
  Out.Folder = Call.Folder;
  SmallString<256> Folder(Directory);
  if (!Call.Folder.empty()) {
    if (sys::path::is_absolute(Call.Folder))
      Folder.clear();
    sys::path::append(Folder, Call.Folder);
    Directory = Folder;
  }
  CompilerKind Kind = compilerKind(Call.Words);
  ArrayRef<std::string> Words = ArrayRef(Call.Words).drop_front();
  if (Kind == CompilerKind::Nvcc) {
    Out.IsNvcc = true;
    Out.CudaPath = toolkitOf(Out.Compiler);
    NvccCommand Command(Out, Directory);
    if (Error E = Command.read(Words, /*FromFile=*/false, 0))
      return std::move(E);
    Out.Archs = Command.archs();
  } else {
    std::vector<std::string> All;
    size_t WordCount = 0;
    if (Error E = expandGnu(Words, Directory, 0, WordCount, All))
      return std::move(E);
    if (Kind == CompilerKind::Clang) {
      readClangCommand(All, Out, Out.Archs);
    } else {
      HostOptions Host(Out, HostOptions::Reading::Compiler);
      for (const std::string &W : All)
        Host.feed(W);
    }
  }
  if (Out.Language == "cuda") {
    Out.Arguments.push_back("-x");
    Out.Arguments.push_back("cuda");
  }
  return Out;
}

} // namespace fencepost
