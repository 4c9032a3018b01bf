//===- link.cpp - findings that need several units ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/link.h"
#include "analyzer/driver/configured.h"

#include "analyzer/analysis/host/host_summary.h"
#include "analyzer/driver/guard.h"
#include "analyzer/driver/python_tests.h"
#include "analyzer/driver/rule_globs.h"
#include "analyzer/driver/write_file.h"
#include "analyzer/finding/merge.h"
#include "analyzer/model/text.h"
#include "checks/checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace fencepost {

static constexpr StringLiteral Suffix = ".summary.events";

std::string summaryText(const Module &M) {
  UnitView View(M);
  std::unique_ptr<Module> Summary = hostSummary(View);
  std::string Text;
  if (Summary) {
    raw_string_ostream OS(Text);
    print(*Summary, OS);
  }
  return Text;
}

namespace {
class Collector : public FindingSink {
public:
  void add(Finding F) override {
    F.Origin = Layer::Cuda;
    Found.push_back(std::move(F));
  }
  std::vector<Finding> Found;
};
} // namespace

std::vector<Finding> linkSummaries(ArrayRef<std::string> Texts,
                                   ArrayRef<std::string> Names,
                                   ArrayRef<std::string> Rules,
                                   std::vector<Notification> &Notes) {
  std::vector<std::unique_ptr<Module>> Units;
  for (auto [I, Text] : enumerate(Texts)) {
    if (Text.empty())
      continue;
    std::string Name =
        I < Names.size() ? Names[I] : "summary " + std::to_string(I + 1);
    Expected<std::unique_ptr<Module>> M = parseEvents(Text, Name);
    if (M)
      Units.push_back(std::move(*M));
    else
      Notes.push_back({NoticeClass::User, toString(M.takeError()), Name, 0});
  }
  if (Units.empty())
    return {};
  std::unique_ptr<Module> Joined = joinSummaries(std::move(Units));
  UnitView View(*Joined);
  std::vector<Finding> Found;
  for (const Check &C : checks()) {
    if (!is_contained(Rules, C.Rule->Name))
      continue;
    Collector Sink;
    if (guarded([&] { C.Run(View, Sink); }))
      append_range(Found, std::move(Sink.Found));
    else
      Notes.push_back({NoticeClass::Internal,
                       ("the check of rule '" + C.Rule->Name +
                        "' crashed on the joined units and was left out")
                           .str(),
                       "", 0});
  }
  return Found;
}

void addLinked(std::vector<Finding> Linked, std::vector<Finding> &Findings) {
  size_t Units = Findings.size();
  for (Finding &F : Linked) {
    bool IsKnown =
        any_of(ArrayRef(Findings).take_front(Units), [&](const Finding &Known) {
          return Known.Rule == F.Rule && Known.Primary == F.Primary &&
                 Known.Skeleton == F.Skeleton;
        });
    if (!IsKnown)
      Findings.push_back(std::move(F));
  }
}

void writeSummaries(ArrayRef<UnitOutcome> Outcomes, StringRef Folder,
                    std::vector<Notification> &Notes) {
  auto Tell = [&](StringRef File, const std::error_code &Code) {
    Notes.push_back({NoticeClass::User,
                     ("cannot write '" + File + "': " + Code.message()).str(),
                     File.str(), 0});
  };
  if (std::error_code Code = sys::fs::create_directories(Folder))
    return Tell(Folder, Code);
  for (const UnitOutcome &O : Outcomes) {
    if (O.Summary.empty())
      continue;
    std::string Key = O.Report.File + "\n" + O.Report.Arch;
    SmallString<256> File(Folder);
    sys::path::append(File, sys::path::filename(O.Report.File) + "-" +
                                utohexstr(xxh3_64bits(Key), true, 16) + Suffix);
    if (Error E =
            writeWholeFile(File, [&](raw_ostream &OS) { OS << O.Summary; }))
      Tell(File, errorToErrorCode(std::move(E)));
  }
}

/// A folder that gives PythonFiles need not give summaries, too.
static std::vector<std::string> summariesIn(ArrayRef<std::string> Paths,
                                            ArrayRef<std::string> PythonFiles,
                                            std::vector<Notification> &Notes) {
  std::vector<std::string> Files;
  for (const std::string &Path : Paths) {
    if (!sys::fs::is_directory(Path)) {
      Files.push_back(Path);
      continue;
    }
    std::error_code Code;
    size_t Before = Files.size();
    for (sys::fs::recursive_directory_iterator It(Path, Code), End;
         It != End && !Code; It.increment(Code))
      if (StringRef(It->path()).ends_with(Suffix))
        Files.push_back(It->path());
    bool IsEmpty =
        Files.size() == Before && none_of(PythonFiles, [&](StringRef File) {
          return File.starts_with(Path);
        });
    if (Code || IsEmpty)
      Notes.push_back({NoticeClass::User,
                       Code ? "cannot read '" + Path + "': " + Code.message()
                            : "no '*" + Suffix.str() + "' in '" + Path +
                                  "': --emit-summary=DIR writes them",
                       Path, 0});
  }
  sort(Files);
  return Files;
}

RunResult linkFolders(const RunOptions &Options) {
  RunResult Result;
  std::vector<StringRef> Names;
  for (const Check &C : checks())
    Names.push_back(C.Rule->Name);
  RuleSelection Rules = selectRules(
      Options.Rules.empty() ? StringRef("*") : Options.Rules, Names);
  Result.Notes = std::move(Rules.Notes);
  std::vector<std::string> Enabled, Texts;
  for (StringRef Name : Rules.Enabled)
    Enabled.push_back(Name.str());
  std::vector<std::string> Paths = Options.Input.Paths;
  std::vector<Notification> PythonNotes;
  std::vector<std::string> PythonFiles = takePythonFiles(Paths, PythonNotes);
  std::vector<std::string> Files =
      summariesIn(Paths, PythonFiles, Result.Notes);
  for (const std::string &File : Files) {
    auto Text = MemoryBuffer::getFile(File);
    if (!Text)
      Result.Notes.push_back(
          {NoticeClass::User,
           "cannot read the file: " + Text.getError().message(), File, 0});
    Texts.push_back(Text ? (*Text)->getBuffer().str() : std::string());
  }
  if (!PythonFiles.empty() && any_of(Texts, bindsForPython)) {
    Texts.push_back(pythonSummary(PythonFiles, PythonNotes));
    Files.push_back("the Python files");
  } else {
    PythonNotes.clear();
  }
  Result.Findings = linkSummaries(Texts, Files, Enabled, Result.Notes);
  settleLinked(Options, Result.Findings, Result.LeftOut);
  Result.HasUserError = !Result.Notes.empty();
  append_range(Result.Notes, std::move(PythonNotes));
  MergeOptions Merge;
  Merge.SystemHeaders = Options.SystemHeaders;
  Merge.Lowest = Options.Lowest;
  SourceText Sources;
  suppressInRun(Result.Findings, {}, Enabled, Sources, Result.Notes);
  finishFindings(Result.Findings, Merge, Sources);
  setAsideSuppressed(Result);
  return Result;
}

} // namespace fencepost
