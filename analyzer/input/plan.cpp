//===- plan.cpp - what to analyse -----------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/plan.h"

#include "analyzer/input/compiler_call.h"
#include "analyzer/input/layer_guess.h"
#include "analyzer/input/planner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fencepost {

static constexpr size_t MaxStreamBytes = 512u << 20;
static constexpr size_t HeadBytes = 64u << 10;
/// Enough for where a Windows program says what it is.
static constexpr size_t MagicBytes = 4096;

bool Planner::readArchs() {
  for (StringRef Given : Request.Archs) {
    SmallVector<StringRef, 4> Parts;
    Given.split(Parts, ',', -1, /*KeepEmpty=*/false);
    for (StringRef P : Parts) {
      P = P.trim();
      if (P == "all") {
        AllArchs = true;
        continue;
      }
      if (!isRealArch(P)) {
        StringRef Number = P;
        Number.consume_front("compute_");
        std::string Hint =
            isRealArch(("sm_" + Number).str())
                ? ("; did you mean 'sm_" + Number + "'?").str()
                : std::string(", give a name such as sm_90 or sm_100a");
        userError("unknown architecture '" + P + "'" + Hint);
        continue;
      }
      std::string Arch = chooseArch(P.str());
      if (!is_contained(Archs, Arch))
        Archs.push_back(Arch);
    }
  }
  return !Out.HasUserError;
}

bool Planner::readExtra() {
  if (Request.ExtraArguments.empty())
    return true;
  std::vector<std::string> Words = Request.ExtraArguments;
  // The words after `--` are clang's, unless some are unmistakably nvcc's.
  if (StringRef(Words.front()).starts_with("-"))
    Words.insert(Words.begin(), hasNvccOptions(Words) ? "nvcc" : "clang++");
  Expected<AdjustedCommand> Adjusted = adjustCommand(Words, "");
  if (!Adjusted) {
    userError(toString(Adjusted.takeError()));
    return false;
  }
  Extra = std::move(*Adjusted);
  noteUnknown("the options after '--'", Extra.Unknown);
  return true;
}

bool Planner::readDatabase() {
  if (Request.BuildPath.empty())
    return true;
  Database = readCompileDatabase(Request.BuildPath);
  append_range(Out.Notes, Database.Notes);
  if (!Database.Usable) {
    Out.HasUserError = true;
    return false;
  }
  for (const CompileEntry &E : Database.Entries)
    ByFileName[sys::path::filename(E.File)].push_back(&E);
  return true;
}

InputPlan Planner::run() {
  if (!readArchs() || !readExtra() || !readDatabase())
    return std::move(Out);
  if (!Request.Command.empty()) {
    addCommand();
  } else if (Request.Paths.empty()) {
    if (Request.BuildPath.empty())
      userError("no input: name files or folders, '-' for standard input, or "
                "'-p BUILD' for a folder with compile_commands.json");
    else
      addDatabase("", "");
  }
  for (const std::string &Path : Request.Paths)
    addPath(Path);
  tellLeftOut();
  for (const auto &[Option, File] : UnknownOptions)
    note(NoticeClass::User,
         "option '" + Option + "' of " + File + " is not known and left out");
  return std::move(Out);
}

void Planner::addPath(StringRef Path) {
  if (Path == "-")
    return addStream(Path);
  sys::fs::file_status Status;
  std::error_code EC = sys::fs::status(Path, Status);
  if (EC == std::errc::no_such_file_or_directory)
    return userError("'" + Path + "' does not exist", Path);
  if (EC)
    return userError("cannot read '" + Path + "': " + EC.message(), Path);
  switch (Status.type()) {
  case sys::fs::file_type::directory_file:
    return addFolder(Path);
  case sys::fs::file_type::regular_file:
    return addFile(Path);
  default:
    return addStream(Path);
  }
}

/// Standard input, or a pipe that can be read only once.
void Planner::addStream(StringRef Path) {
  if (Path == "-" && ReadStdin)
    return;
  ReadStdin |= Path == "-";
  std::string Shown = Path == "-" ? "standard input" : ("'" + Path + "'").str();
  Expected<std::string> Text = readInput(Path, MaxStreamBytes);
  if (!Text)
    return userError("cannot read " + Shown + ": " + toString(Text.takeError()),
                     Path);
  if (isContainer(*Text))
    return addBinaryStream(Path, std::move(*Text));
  std::optional<Layer> What = Request.ForcedLayer;
  if (!What)
    What = layerOfExtension(Path);
  if (!What) {
    Guess G = guessLayer(*Text);
    if (!G.What)
      return userError(Shown + " " + G.Why, Path);
    What = G.What;
  }
  addText(Path, *What, /*WasNamed=*/true, std::move(*Text));
}

void Planner::addFile(StringRef Path) {
  std::optional<Layer> What = layerOfExtension(Path);
  if (!What) {
    Expected<std::string> Magic = readHead(Path, MagicBytes);
    if (Magic && isContainer(*Magic))
      return addBinaryFile(Path, /*WasNamed=*/true);
    if (!Magic) // Told below, where more is read.
      consumeError(Magic.takeError());
  }
  if (Request.ForcedLayer)
    What = Request.ForcedLayer;
  if (!What && hasCxxExtension(Path))
    What = Layer::Cuda;
  if (!What) {
    Expected<std::string> Head = readHead(Path, HeadBytes);
    if (!Head)
      return userError(
          "cannot read '" + Path + "': " + toString(Head.takeError()), Path);
    if (isLinkTimeCode(*Head))
      return userError("'" + Path + "' " + OnlyLinkTimeCode, Path);
    Guess G = guessLayer(*Head);
    if (!G.What)
      return userError("'" + Path + "' " + G.Why, Path);
    What = G.What;
  }
  if (*What != Layer::Cuda)
    return addText(Path, *What, /*WasNamed=*/true);
  std::vector<const CompileEntry *> Entries = entriesOf(Path);
  if (Entries.empty() && Database.Usable && addThroughDatabase(Path))
    return;
  if (Entries.empty() && Database.Usable && sys::path::extension(Path) == ".cu")
    note(NoticeClass::User,
         "'" + Path + "' is not in '" + Database.Path +
             "', default options are used",
         Path);
  addCuda(Path, Entries, /*WasNamed=*/true);
}

void Planner::addFolder(StringRef Folder) {
  FolderFiles Found = listFolder(Folder);
  size_t Before = Out.Units.size();
  for (const std::string &F : Found.Unreadable)
    note(NoticeClass::User, "cannot read folder '" + F + "'", F);
  if (Database.Usable)
    addDatabase(Folder, absolutePath(Folder));
  unsigned NotInDatabase = 0;
  for (const std::string &File : Found.Files) {
    Layer What = *layerOfExtension(File);
    if (Request.ForcedLayer && What != *Request.ForcedLayer)
      continue;
    if (What != Layer::Cuda)
      addText(File, What, /*WasNamed=*/false);
    else if (!Database.Usable)
      addCuda(File, {}, /*WasNamed=*/false);
    else if (sys::path::extension(File) == ".cu" && entriesOf(File).empty())
      ++NotInDatabase;
  }
  if (Request.ForcedLayer != Layer::Cuda &&
      Request.ForcedLayer != Layer::Events)
    for (const std::string &File : Found.Binaries)
      addBinaryFile(File, /*WasNamed=*/false);
  if (NotInDatabase)
    note(NoticeClass::User, ".cu files in '" + Folder +
                                "' without a command in '" + Database.Path +
                                "', not analysed: " + Twine(NotInDatabase));
  if (Out.Units.size() == Before)
    userError("nothing to analyse in '" + Folder +
                  "': a folder gives its .cu, .cuh, .ptx and .sass files and "
                  "binaries with device code (.cubin, .fatbin, .o, .so, .a, "
                  ".obj, .lib, .dll); "
                  "others can be named one by one",
              Folder);
}

void Planner::noteUnknown(StringRef File, ArrayRef<std::string> Options) {
  for (const std::string &O : Options)
    UnknownOptions.try_emplace(O, File.str());
}

void Planner::push(Unit U) {
  std::string Key = U.File == "-" ? U.File : absolutePath(U.File);
  for (StringRef Part : {StringRef(spelling(U.What)), StringRef(U.Arch),
                         StringRef(U.Directory), StringRef(U.Only)})
    (Key += '\0') += Part;
  for (const std::string &A : U.Arguments)
    (Key += '\0') += A;
  if (U.Image)
    (Key += '\0') += std::to_string(U.Image->What.Offset);
  if (Seen.insert(Key).second)
    Out.Units.push_back(std::move(U));
}

void Planner::addText(StringRef Shown, Layer What, bool WasNamed,
                      std::optional<std::string> Buffer) {
  Unit U;
  U.File = Shown.str();
  U.What = What;
  U.WasNamed = WasNamed;
  U.Buffer = std::move(Buffer);
  if (What == Layer::Cuda)
    addDefault(std::move(U));
  else
    push(std::move(U));
}

InputPlan planInputs(const InputRequest &Request) {
  return Planner(Request).run();
}

} // namespace fencepost
