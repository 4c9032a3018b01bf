//===- export_compdb.cpp - a database for tools built on Clang ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/export_compdb.h"
#include "analyzer/driver/command_text.h"
#include "analyzer/input/compile_database.h"
#include "analyzer/report/json_text.h"
#include "cli/output_file.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fencepost {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

int tellError(const llvm::Twine &Message) {
  llvm::errs() << "fencepost: error: " << Message << '\n';
  return UserError;
}

/// Where the database goes; "-" stays.
std::string outputFile(const CommandLine &Options) {
  if (!Options.OutputFile.empty())
    return Options.OutputFile;
  llvm::SmallString<256> Path(Options.Run.Input.BuildPath);
  if (fs::is_regular_file(Path))
    path::remove_filename(Path);
  path::append(Path, "fencepost", "compile_commands.json");
  return std::string(Path);
}

std::string headerFolder(const CommandLine &Options, llvm::StringRef Output) {
  if (!Options.OwnHeaders.empty())
    return absolutePath(Options.OwnHeaders);
  return absolutePath("fencepost-headers",
                      path::parent_path(absolutePath(Output)));
}

Json entryOf(llvm::StringRef Directory, llvm::StringRef File,
             llvm::ArrayRef<std::string> Arguments) {
  Json Words = Json::array();
  for (const std::string &A : Arguments)
    Words.push_back(text(A));
  return {{"directory", text(Directory)},
          {"file", text(File)},
          {"arguments", std::move(Words)}};
}

void tell(llvm::ArrayRef<Notification> Notes) {
  for (const Notification &N : Notes)
    llvm::errs() << "fencepost: " << N.Message << '\n';
}

} // namespace

int exportCompdb(const CommandLine &Options) {
  InputPlan Plan = planInputs(Options.Run.Input);
  tell(Plan.Notes);
  if (Plan.HasUserError && Plan.Units.empty())
    return UserError;
  std::string Output = outputFile(Options);
  llvm::SmallString<128> Read(Options.Run.Input.BuildPath);
  if (fs::is_directory(Read))
    path::append(Read, "compile_commands.json");
  if (!isNoInput(Output, std::string(Read)))
    return UserError;
  std::string Headers = headerFolder(Options, Output);

  Json All = Json::array();
  llvm::StringSet<> Cuda;
  for (const Unit &U : Plan.Units) {
    if (U.What != Layer::Cuda || U.Buffer)
      continue;
    std::vector<std::string> Words =
        toolCommand(U, Options.Run.CudaPath, Headers);
    if (Words.empty())
      return tellError(
          "this build has no CUDA front end (FENCEPOST_CLANG=OFF)");
    std::string File = absolutePath(U.File);
    Cuda.insert(File);
    Words.back() = File;
    All.push_back(entryOf(U.Directory.empty() ? absolutePath(".") : U.Directory,
                          File, Words));
  }
  size_t Units = All.size();
  CompileDatabase Database = readCompileDatabase(Options.Run.Input.BuildPath);
  for (const CompileEntry &E : Database.Entries)
    if (!Cuda.contains(E.File))
      All.push_back(entryOf(E.Directory, E.File, E.Argv));

  std::vector<Notification> Notes;
  if (!writeOwnHeaders(Headers, Notes)) {
    tell(Notes);
    return UserError;
  }
  std::string Folder = path::parent_path(absolutePath(Output)).str();
  if (std::error_code Code = fs::create_directories(Folder))
    return tellError("cannot make '" + Folder + "': " + Code.message());
  if (!writeOutput(Output,
                   [&](llvm::raw_ostream &OS) { OS << dump(All, 1) << '\n'; }))
    return UserError;
  if (!Options.Quiet)
    llvm::errs() << "fencepost: " << Units << (Units == 1 ? " unit" : " units")
                 << " written for clang-tidy and clangd: -p " << Folder << '\n';
  return Plan.HasUserError ? UserError : Clean;
}

} // namespace fencepost
