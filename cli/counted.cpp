//===- counted.cpp - which findings of a run count ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/counted.h"
#include "analyzer/driver/apply_fixes.h"
#include "analyzer/driver/git_changes.h"
#include "analyzer/input/compile_database.h"
#include "analyzer/report/words.h"
#include "cli/output_file.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace fencepost {
namespace {

namespace fs = llvm::sys::fs;

bool refuse(const llvm::Twine &Message) {
  llvm::errs() << "fencepost: error: " << printable(Message.str()) << '\n';
  return false;
}

std::string folderOf(llvm::StringRef File) {
  return llvm::sys::path::parent_path(absolutePath(File)).str();
}

bool readBaseline(llvm::StringRef File, std::optional<Baseline> &Out) {
  fs::file_status Status;
  if (!fs::status(File, Status) &&
      Status.type() == fs::file_type::character_file)
    return refuse("--baseline: '" + File + "' is a device");
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return refuse("--baseline: cannot read '" + File +
                  "': " + Buffer.getError().message() +
                  "; --write-baseline=" + File + " writes it");
  llvm::Expected<Baseline> Read = Baseline::read((*Buffer)->getBuffer());
  if (!Read)
    return refuse("--baseline: '" + File +
                  "': " + llvm::toString(Read.takeError()));
  Out = std::move(*Read);
  return true;
}

/// A word is the name of a file if there is one of it, else a revision.
llvm::Expected<Changes> readChanges(llvm::StringRef Word) {
  if (Word != "-" && (Word.empty() || !fs::is_regular_file(Word)))
    return changesSince(Word.empty() ? "HEAD" : Word, ".");
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(Word, /*IsText=*/true);
  if (!Buffer)
    return llvm::errorCodeToError(Buffer.getError());
  llvm::Expected<Changes> Read =
      Changes::read((*Buffer)->getBuffer(), absolutePath("."));
  if (Read && !Read->isEmpty() && !Read->hasFiles())
    return llvm::createStringError("none of the diff's files is in '" +
                                   absolutePath(".") +
                                   "' or above it: run where its paths begin");
  return Read;
}

} // namespace

std::optional<Counted> Counted::read(const CommandLine &Options) {
  Counted Out;
  Out.BaselineFile = Options.Baseline;
  if (!Options.Baseline.empty() && !readBaseline(Options.Baseline, Out.Known))
    return std::nullopt;
  if (!Options.Diff)
    return Out;
  Out.Since = Options.Diff->empty() ? "HEAD" : *Options.Diff;
  llvm::Expected<Changes> Read = readChanges(*Options.Diff);
  if (!Read) {
    refuse("--diff: " + llvm::toString(Read.takeError()));
    return std::nullopt;
  }
  Out.Changed = std::move(*Read);
  return Out;
}

void Counted::apply(RunResult &R) {
  std::vector<Finding> All = std::move(R.Findings);
  for (Finding &F : R.Suppressed)
    All.push_back(std::move(F));
  R.Suppressed.clear();
  if (Known) {
    std::vector<std::string> Missing =
        Known->suppress(All, "'" + BaselineFile + "' has it");
    // What was not read this time may still be there.
    llvm::StringSet<> Read;
    for (const UnitReport &U : R.Units)
      Read.insert(absolutePath(U.Input.empty() ? U.File : U.Input));
    Gone = llvm::count_if(Missing, [&](const std::string &File) {
      llvm::SmallString<256> Path(File);
      llvm::sys::path::make_absolute(folderOf(BaselineFile), Path);
      return Read.contains(Path) || !fs::exists(Path);
    });
  }
  if (Changed)
    Changed->suppressOthers(All, "no step of it is in what changed since '" +
                                     Since + "'");
  R.Findings = std::move(All);
  setAsideSuppressed(R);
}

std::string Counted::remark() const {
  if (!Gone)
    return {};
  return std::to_string(Gone) + " of '" + BaselineFile +
         (Gone == 1 ? "' is gone" : "' are gone") +
         ": --write-baseline writes it anew";
}

bool writeBaselineFile(const CommandLine &Options, const RunResult &R) {
  if (Options.WriteBaseline.empty())
    return true;
  std::string Text = writeBaseline(R.Findings, folderOf(Options.WriteBaseline));
  if (!writeOutput(Options.WriteBaseline == "-" ? "" : Options.WriteBaseline,
                   [&](llvm::raw_ostream &OS) { OS << Text; }))
    return false;
  if (!Options.Quiet)
    llvm::errs() << R.Findings.size()
                 << (R.Findings.size() == 1 ? " finding" : " findings")
                 << " written to '" << printable(Options.WriteBaseline)
                 << "'\n";
  return true;
}

static void tellRest(const FixPlan &Plan) {
  if (Plan.Unsafe)
    llvm::errs() << Plan.Unsafe
                 << (Plan.Unsafe == 1 ? " fix needs" : " fixes need")
                 << " a look: --unsafe-fixes takes "
                 << (Plan.Unsafe == 1 ? "it" : "them") << " as well\n";
  if (Plan.Conflicts)
    llvm::errs() << Plan.Conflicts
                 << (Plan.Conflicts == 1 ? " fix changes" : " fixes change")
                 << " what another one changes: run again afterwards\n";
}

static bool tellRefused(const FixResult &Result) {
  for (const auto &[File, Why] : Result.Refused)
    refuse("'" + File + "' is not changed: " + Why);
  return Result.Refused.empty();
}

bool fixFindings(const FixChoice &Choice, RunResult &R, bool Quiet) {
  FixPlan Plan = planFixes(R.Findings, Choice.Unsafe);
  FixResult Result = applyFixes(Plan);
  llvm::StringSet<> Refused;
  for (const auto &[File, Why] : Result.Refused)
    Refused.insert(File);
  size_t Before = R.Findings.size();
  std::vector<Finding> Left;
  for (auto [F, Taken] : llvm::zip_equal(R.Findings, Plan.TakenOf)) {
    bool IsFixed = Taken != FixPlan::None &&
                   llvm::none_of(F.Fixes[Taken].Edits, [&](const Edit &E) {
                     return Refused.contains(E.File);
                   });
    if (!IsFixed)
      Left.push_back(std::move(F));
  }
  R.Findings = std::move(Left);
  if (!Quiet) {
    size_t Fixed = Before - R.Findings.size();
    if (Fixed)
      llvm::errs() << Fixed << " fixed in " << Result.Written.size()
                   << (Result.Written.size() == 1 ? " file\n" : " files\n");
    tellRest(Plan);
  }
  return tellRefused(Result);
}

bool printFixDiff(const FixChoice &Choice, const RunResult &R,
                  llvm::raw_ostream &OS) {
  FixPlan Plan = planFixes(R.Findings, Choice.Unsafe);
  FixResult Result = printFixes(Plan, absolutePath("."), OS);
  tellRest(Plan);
  return tellRefused(Result);
}

} // namespace fencepost
