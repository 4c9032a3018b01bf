//===- plan_commands.cpp - CUDA units and their commands ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/layer_guess.h"
#include "analyzer/input/planner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fencepost {

/// Does the command compile CUDA whatever the file is called?
static bool asksForCuda(ArrayRef<std::string> Argv) {
  for (size_t I = 1; I < Argv.size(); ++I) {
    StringRef W = Argv[I];
    if (W == "-xcuda" || W == "-x=cu" || W == "--x=cu" ||
        W == "--language=cuda")
      return true;
    if ((W == "-x" || W == "--x") && I + 1 < Argv.size() &&
        (Argv[I + 1] == "cu" || Argv[I + 1] == "cuda"))
      return true;
  }
  return false;
}

static bool compilesCuda(const CompileEntry &E) {
  return layerOfExtension(E.File) == Layer::Cuda || asksForCuda(E.Argv);
}

/// Every CUDA file of the database that lies in Folder; all if it is empty.
void Planner::addDatabase(StringRef Folder, StringRef AbsoluteFolder) {
  std::string Prefix = AbsoluteFolder.str();
  std::string RealPrefix;
  if (!Prefix.empty()) {
    SmallString<256> Real;
    if (!sys::fs::real_path(Folder, Real) && Real.str() != Prefix)
      RealPrefix = std::string(Real) + "/";
    if (Prefix.back() != '/')
      Prefix += '/';
  }
  // File as shown to the user, and its commands; a map for the order.
  std::map<std::string, std::vector<const CompileEntry *>> Files;
  for (const CompileEntry &E : Database.Entries) {
    if (!compilesCuda(E))
      continue;
    StringRef Rest = E.File;
    if (Folder.empty()) {
      Files[E.File].push_back(&E);
    } else if (Rest.consume_front(Prefix) ||
               (!RealPrefix.empty() && Rest.consume_front(RealPrefix))) {
      SmallString<256> Shown(Folder);
      sys::path::append(Shown, Rest);
      Files[std::string(Shown)].push_back(&E);
    }
  }
  unsigned Missing = 0;
  std::string FirstMissing;
  for (const auto &[Shown, Entries] : Files) {
    if (sys::fs::exists(Shown)) {
      addCuda(Shown, Entries, /*WasNamed=*/false);
    } else if (++Missing == 1) {
      FirstMissing = Shown;
    }
  }
  if (Missing)
    note(NoticeClass::User,
         "files of '" + Database.Path +
             "' that do not exist (build the project if they are generated): " +
             Twine(Missing) + ", the first is '" + FirstMissing + "'",
         FirstMissing);
  if (Folder.empty() && Out.Units.empty())
    userError("no CUDA command in '" + Database.Path + "'", Database.Path);
}

std::vector<const CompileEntry *> Planner::entriesOf(StringRef Path) const {
  auto It = ByFileName.find(sys::path::filename(Path));
  std::vector<const CompileEntry *> Found;
  std::string Absolute = absolutePath(Path);
  if (It != ByFileName.end())
    for (const CompileEntry *E : It->second)
      if (E->File == Absolute || sys::fs::equivalent(E->File, Path))
        Found.push_back(E);
  return Found;
}

std::vector<std::string>
Planner::archsFor(ArrayRef<std::string> OfCommand) const {
  if (!Extra.Archs.empty())
    OfCommand = Extra.Archs;
  std::vector<std::string> Result = Archs;
  if (AllArchs)
    for (const std::string &A : OfCommand)
      if (std::string Name = chooseArch(A); !is_contained(Result, Name))
        Result.push_back(Name);
  if (Result.empty())
    Result.push_back(chooseArch(OfCommand));
  return Result;
}

static void ensureCuda(Unit &U) {
  for (size_t I = 0; I + 1 < U.Arguments.size(); ++I)
    if (U.Arguments[I] == "-x" && U.Arguments[I + 1] == "cuda")
      return;
  U.Arguments.insert(U.Arguments.end(), {"-x", "cuda"});
}

void Planner::addDefault(Unit U) {
  U.Arguments = Extra.Arguments;
  U.CudaPath = Extra.IsNvcc ? "" : Extra.CudaPath;
  ensureCuda(U);
  for (const std::string &Arch : archsFor({})) {
    U.Arch = Arch;
    push(U);
  }
}

void Planner::addCuda(StringRef Shown, ArrayRef<const CompileEntry *> Entries,
                      bool WasNamed, StringRef Only) {
  Unit U;
  U.File = Shown.str();
  U.Only = Only.str();
  U.WasNamed = WasNamed;
  if (Entries.empty())
    return addDefault(std::move(U));
  std::vector<std::pair<const CompileEntry *, AdjustedCommand>> Commands;
  for (const CompileEntry *E : Entries) {
    Expected<AdjustedCommand> A = adjustCommand(E->Argv, E->Directory);
    if (A)
      Commands.emplace_back(E, std::move(*A));
    else
      userError(toString(A.takeError()), Shown);
  }
  // Recorders that see nvcc's children list the host compiler's runs too.
  auto IsCuda = [](const auto &C) {
    return C.second.IsNvcc || C.second.Language == "cuda" ||
           StringRef(sys::path::filename(C.second.Compiler)).contains("clang");
  };
  if (any_of(Commands, IsCuda))
    erase_if(Commands, [&](const auto &C) { return !IsCuda(C); });
  for (auto &[E, A] : Commands) {
    noteUnknown(("'" + Shown + "'").str(), A.Unknown);
    U.FromDatabase = true;
    U.Directory =
        A.Folder.empty() ? E->Directory : absolutePath(A.Folder, E->Directory);
    U.Compiler = A.Compiler;
    U.CudaPath = A.IsNvcc ? "" : A.CudaPath;
    if (!Extra.IsNvcc && !Extra.CudaPath.empty())
      U.CudaPath = Extra.CudaPath;
    U.Arguments = A.Arguments;
    append_range(U.Arguments, Extra.Arguments);
    ensureCuda(U);
    for (const std::string &Arch : archsFor(A.Archs)) {
      U.Arch = Arch;
      push(U);
    }
  }
}

bool Planner::addThroughDatabase(StringRef Path) {
  if (!CudaUnits) {
    CudaUnits.emplace();
    for (const CompileEntry &E : Database.Entries) {
      if (!compilesCuda(E))
        continue;
      Expected<AdjustedCommand> A = adjustCommand(E.Argv, E.Directory);
      if (!A) {
        consumeError(A.takeError()); // Told when the unit itself is read.
        continue;
      }
      CudaUnits->push_back({E.File, std::move(A->Arguments),
                            A->Folder.empty()
                                ? E.Directory
                                : absolutePath(A->Folder, E.Directory)});
      CudaEntries.push_back(&E);
    }
  }
  size_t Through = findIncluder(*CudaUnits, Path);
  if (Through != NoUnit) {
    const CompileEntry *E = CudaEntries[Through];
    note(NoticeClass::User,
         "'" + Path + "' is read through '" + E->File + "', which includes it",
         Path);
    addCuda(E->File, E, /*WasNamed=*/true, Path);
    return true;
  }
  size_t Beside = findNeighbour(*CudaUnits, Path);
  if (Beside == NoUnit || sys::path::extension(Path) == ".cu")
    return false;
  const CompileEntry *E = CudaEntries[Beside];
  note(NoticeClass::User,
       "no unit of '" + Database.Path + "' includes '" + Path +
           "': it is read alone, with the options of '" + E->File + "'",
       Path);
  addCuda(Path, E, /*WasNamed=*/true);
  return true;
}

/// A command that compiles nothing (it links, it prints a version) has no unit.
void Planner::addCommand() {
  Expected<AdjustedCommand> A = adjustCommand(Request.Command, "");
  if (!A)
    return userError(toString(A.takeError()));
  std::vector<std::string> Inputs = A->Inputs;
  Database.Entries.reserve(Inputs.size());
  for (const std::string &Input : Inputs) {
    if (layerOfExtension(Input) != Layer::Cuda && A->Language != "cuda")
      continue;
    CompileEntry &E = Database.Entries.emplace_back();
    E.File = absolutePath(Input);
    E.Directory = absolutePath(".");
    E.Argv = Request.Command;
    addCuda(Input, &E, /*WasNamed=*/true);
  }
}

} // namespace fencepost
