//===- ninja.cpp - a build's analysis as a Ninja file ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step has a database of its own, with the commands of one source file: it
// is written only where they differ from those there, so that a change of one
// command repeats one step. Beside the Ninja file lies a folder of the same
// name without `.ninja`, with all that the steps read and write.
//
//===----------------------------------------------------------------------===//
#include "cli/ninja.h"
#include "analyzer/driver/command_text.h"
#include "analyzer/input/compile_database.h"
#include "analyzer/input/unit.h"
#include "cli/output_file.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <map>

namespace fencepost {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

std::string ninjaPath(StringRef Path) {
  std::string Out;
  for (char C : Path) {
    if (C == ' ' || C == ':' || C == '$')
      Out += '$';
    Out += C;
  }
  return Out;
}

namespace {

/// A word of a shell, in the value of a variable.
std::string ninjaWord(StringRef Word) {
  std::string Out;
  for (char C : shellWord(Word))
    Out += C == '$' ? "$$" : std::string(1, C);
  return Out;
}

/// One source file: its commands, and what was found in it.
struct NinjaStep {
  std::string Source, Database, Part;
};

int tellError(const llvm::Twine &Message) {
  llvm::errs() << "fencepost: error: " << Message << '\n';
  return UserError;
}

bool writeFile(StringRef File, StringRef Text) {
  return writeOutput(File, [&](llvm::raw_ostream &OS) { OS << Text; });
}

/// A step whose database is the same need not be repeated.
bool writeIfChanged(StringRef File, StringRef Text) {
  auto Known = llvm::MemoryBuffer::getFile(File);
  return (Known && (*Known)->getBuffer() == Text) || writeFile(File, Text);
}

std::string databaseOf(llvm::ArrayRef<const CompileEntry *> Entries) {
  llvm::json::Array Commands;
  for (const CompileEntry *E : Entries)
    Commands.push_back(
        llvm::json::Object{{"directory", llvm::json::fixUTF8(E->Directory)},
                           {"file", llvm::json::fixUTF8(E->File)},
                           {"arguments", llvm::json::Array(E->Argv)}});
  std::string Text;
  llvm::raw_string_ostream(Text)
      << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(Commands)));
  return Text;
}

/// The options that each step, or the last one, is given in turn.
std::string optionsOf(const CommandLine &Options) {
  std::string Out;
  auto Add = [&](StringRef Name, StringRef Value) {
    if (!Value.empty())
      Out += " " + ninjaWord(("--" + Name + "=" + Value).str());
  };
  Add("rules", Options.Run.Rules);
  if (!Options.Run.Config.IsWanted)
    Out += " --no-config";
  if (!Options.Run.Config.File.empty())
    Add("config", absolutePath(Options.Run.Config.File));
  Add("arch", llvm::join(Options.Run.Input.Archs, ","));
  Add("cuda-path", Options.Run.CudaPath);
  if (Options.Run.UnitSeconds != RunOptions().UnitSeconds)
    Add("timeout", std::to_string(Options.Run.UnitSeconds));
  if (Options.Run.UnitMegabytes != RunOptions().UnitMegabytes)
    Add("memory-limit", std::to_string(Options.Run.UnitMegabytes));
  return Out;
}

StringRef nameOf(Format F) {
  switch (F) {
  case Format::Json:
    return "json";
  case Format::Sarif:
    return "sarif";
  case Format::Html:
    return "html";
  case Format::Github:
    return "github";
  case Format::Text:
  case Format::Part:
    break;
  }
  return "text";
}

std::string tellingOf(const CommandLine &Options) {
  std::string Out = (" --format=" + nameOf(Options.Output) +
                     " --level=" + spelling(Options.Run.Lowest))
                        .str();
  if (Options.Run.SystemHeaders)
    Out += " --system-headers";
  // A step that fails is repeated, and stops the steps after it.
  Out += " --fail-on=";
  Out += Options.NamesFailOn && Options.FailOn ? spelling(*Options.FailOn)
                                               : StringRef("never");
  return Out;
}

std::string ninjaText(const CommandLine &Options, StringRef Tool,
                      StringRef Folder, llvm::ArrayRef<NinjaStep> Steps) {
  std::string Extra;
  for (const std::string &Word : Options.Run.Input.ExtraArguments)
    Extra += (Extra.empty() ? " -- " : " ") + ninjaWord(Word);
  std::string Report =
      (Folder + "/report." +
       (Options.Output == Format::Text ? "txt" : nameOf(Options.Output)))
          .str();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "# Written by fencepost " << ToolVersion << ".\n"
     << "ninja_required_version = 1.7\n"
     << "fencepost = " << ninjaWord(Tool) << "\n\n"
     << "rule analyse\n"
     << "  command = $fencepost -p $database" << optionsOf(Options)
     << " -j1 --quiet --format=part -o $out --depfile=$out.d" << Extra << "\n"
     << "  depfile = $out.d\n  deps = gcc\n  restat = 1\n"
     << "  description = fencepost $source\n\n"
     << "rule merge\n"
     << "  command = $fencepost merge --quiet" << tellingOf(Options)
     << " -o $out @$out.rsp\n"
     << "  rspfile = $out.rsp\n  rspfile_content = $in_newline\n"
     << "  description = fencepost merge $out\n\n";
  for (const NinjaStep &S : Steps)
    OS << "build " << ninjaPath(S.Part) << ": analyse " << ninjaPath(S.Database)
       << " | " << ninjaPath(S.Source) << ' ' << ninjaPath(Tool)
       << "\n  database = " << ninjaWord(S.Database)
       << "\n  source = " << ninjaWord(S.Source) << '\n';
  OS << "\nbuild " << ninjaPath(Report) << ": merge";
  for (const NinjaStep &S : Steps)
    OS << " $\n    " << ninjaPath(S.Part);
  OS << " | " << ninjaPath(Tool) << "\n\ndefault " << ninjaPath(Report) << '\n';
  return Text;
}

/// The sources that a run over the database would analyse, in its order, with
/// their commands.
std::vector<std::pair<std::string, std::vector<const CompileEntry *>>>
sourcesOf(const CommandLine &Options, const CompileDatabase &Database) {
  InputPlan Plan = planInputs(Options.Run.Input);
  for (const Notification &N : Plan.Notes)
    llvm::errs() << "fencepost: " << N.Message << '\n';
  std::vector<std::pair<std::string, std::vector<const CompileEntry *>>> Out;
  for (const Unit &U : Plan.Units) {
    if (!Out.empty() && Out.back().first == U.File)
      continue; // Another target or command.
    auto &Entries = Out.emplace_back(U.File, 0).second;
    for (const CompileEntry &E : Database.Entries)
      if (E.File == U.File)
        Entries.push_back(&E);
  }
  return Out;
}

} // namespace

int writeNinja(const CommandLine &Options) {
  CompileDatabase Database = readCompileDatabase(Options.Run.Input.BuildPath);
  auto Sources = sourcesOf(Options, Database);
  if (Sources.empty())
    return tellError("there is nothing to analyse");
  std::string Output = absolutePath(
      Options.OutputFile.empty() ? "fencepost.ninja" : Options.OutputFile);
  llvm::SmallString<256> Folder(Output);
  if (!isNoInput(Output, Database.Path))
    return UserError;
  if (path::extension(Folder) == ".ninja")
    path::replace_extension(Folder, "");
  else
    Folder += ".steps";
  if (std::error_code Code = fs::create_directories(Folder))
    return tellError("cannot make '" + Folder + "': " + Code.message());
  std::vector<NinjaStep> Steps;
  for (const auto &[Source, Entries] : Sources) {
    std::string Base =
        (Folder + "/" + path::filename(Source) + "-" +
         llvm::utohexstr(llvm::xxh3_64bits(Source), /*LowerCase=*/true, 16))
            .str();
    Steps.push_back({Source, Base + ".json", Base + ".part"});
    if (!writeIfChanged(Steps.back().Database, databaseOf(Entries)))
      return UserError;
  }
  std::string Tool = fs::getMainExecutable(nullptr, nullptr);
  if (!writeFile(Output, ninjaText(Options, Tool, Folder, Steps)))
    return UserError;
  if (!Options.Quiet)
    llvm::errs() << Steps.size() << " steps; run them with: ninja -f "
                 << shellWord(Output) << '\n';
  return Clean;
}

} // namespace fencepost
