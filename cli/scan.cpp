//===- scan.cpp - one run from the command line ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/scan.h"
#include "analyzer/driver/command_text.h"
#include "analyzer/driver/link.h"
#include "analyzer/driver/parts.h"
#include "analyzer/driver/wire.h"
#include "analyzer/report/report.h"
#include "analyzer/report/words.h"
#include "cli/counted.h"
#include "cli/exit_code.h"
#include "cli/explain_finding.h"
#include "cli/job_summary.h"
#include "cli/output_file.h"
#include "cli/progress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace fencepost {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string workingDirectory() {
  llvm::SmallString<128> Dir;
  return fs::current_path(Dir) ? std::string() : std::string(Dir);
}

/// The nearest folder with a .git, from Dir upwards; Dir if there is none.
std::string repositoryOf(llvm::StringRef Dir) {
  for (llvm::StringRef D = Dir; !D.empty(); D = path::parent_path(D)) {
    llvm::SmallString<128> Git(D);
    path::append(Git, ".git");
    if (fs::exists(Git))
      return D.str();
  }
  return Dir.str();
}

bool isSet(const char *Variable) {
  std::optional<std::string> V = llvm::sys::Process::GetEnv(Variable);
  return V && !V->empty() && *V != "0";
}

bool wantsColor(const CommandLine &Options) {
  switch (Options.Color) {
  case ColorWhen::Always:
    return true;
  case ColorWhen::Never:
    return false;
  case ColorWhen::Auto:
    if (isSet("NO_COLOR"))
      return false;
    if (isSet("FORCE_COLOR"))
      return true;
    return Options.OutputFile.empty() &&
           llvm::sys::Process::StandardOutHasColors();
  }
  llvm_unreachable("colour outside its set");
}

void render(const CommandLine &Options, const ReportInput &In, int Code,
            llvm::raw_ostream &OS) {
  std::string Here = workingDirectory();
  switch (Options.Output) {
  case Format::Text:
    renderTerminal(In, {wantsColor(Options), Here}, OS);
    if (!Options.ExplainFinding.empty())
      printWitness(In.Result.Findings.front(), OS);
    return;
  case Format::Json:
    return renderJson(In, OS);
  case Format::Github:
    return renderGithub(In, {repositoryOf(Here), Here}, OS);
  case Format::Html:
    return renderHtml(In, {repositoryOf(Here), Here}, OS);
  case Format::Part: // Written before it is finished.
    return;
  case Format::Sarif: {
    llvm::SmallString<128> Root(Options.SarifRoot);
    if (Root.empty())
      Root = repositoryOf(Here);
    (void)fs::make_absolute(Root);
    path::remove_dots(Root, /*remove_dot_dot=*/true);
    return renderSarif(In,
                       {{std::string(Root), Here},
                        Options.SarifCategory,
                        Code,
                        Options.SarifIncludeSuppressed},
                       OS);
  }
  }
}

constexpr size_t MaxTold = 20;

/// A file as findings name it: relative below the working folder.
std::string shown(llvm::StringRef File) {
  return printable(below(File, workingDirectory()));
}

void tellNotices(const RunResult &R) {
  size_t Told = 0;
  for (const Notification &N : R.Notes) {
    bool IsInternal = N.Class == NoticeClass::Internal;
    if (++Told > MaxTold && !IsInternal)
      continue;
    llvm::errs() << "fencepost: ";
    if (!N.File.empty() && !llvm::StringRef(N.Message).contains(N.File)) {
      llvm::errs() << shown(N.File) << ':';
      if (N.Line)
        llvm::errs() << N.Line << ':';
      llvm::errs() << ' ';
    }
    llvm::errs() << (IsInternal ? "internal error: " : "")
                 << printable(N.Message) << '\n';
    if (IsInternal && !N.File.empty())
      llvm::errs() << "  please report it with the output of 'fencepost "
                      "--dump=events "
                   << printable(N.File) << "'\n";
  }
  if (Told > MaxTold)
    llvm::errs() << "fencepost: " << Told - MaxTold
                 << " more notices; --format=json has them all\n";
}

bool isTold(const RunResult &R, const UnitReport &U) {
  return llvm::any_of(R.Notes, [&](const Notification &N) {
    return (N.File == U.File || N.File.empty()) && N.Message == U.Reason;
  });
}

/// What a comment in the source does not explain.
std::string whySuppressed(llvm::ArrayRef<Finding> Suppressed) {
  auto Count = [&](Suppression By) {
    return llvm::count_if(Suppressed,
                          [&](const Finding &F) { return F.Suppressed == By; });
  };
  std::string Out;
  if (size_t Known = Count(Suppression::Baseline))
    Out += std::to_string(Known) + " in the baseline";
  if (size_t Outside = Count(Suppression::Outside))
    Out += (Out.empty() ? "" : ", ") + std::to_string(Outside) +
           " not in the change";
  return Out.empty() ? Out : " (" + Out + ")";
}

void tellSummary(const RunResult &R) {
  size_t Told = 0, Left = 0;
  for (const UnitReport &U : R.Units) {
    if (U.State == UnitState::Analysed || U.Reason.empty() || isTold(R, U))
      continue;
    if (++Told > MaxTold) {
      ++Left;
      continue;
    }
    llvm::errs() << shown(U.File);
    if (!U.Arch.empty())
      llvm::errs() << " (" << U.Arch << ")";
    llvm::errs() << ": " << word(U.State) << ": " << printable(U.Reason)
                 << '\n';
  }
  if (Left)
    llvm::errs() << "and " << Left << " more units not analysed in full\n";
  size_t Count[3] = {};
  for (const Finding &F : R.Findings)
    ++Count[static_cast<size_t>(F.Severity)];
  if (!R.Findings.empty() || !R.Suppressed.empty()) {
    llvm::StringRef Separator = "";
    for (Level L : {Level::Error, Level::Warning, Level::Note})
      if (size_t N = Count[static_cast<size_t>(L)]) {
        llvm::errs() << Separator << N << ' ' << spelling(L)
                     << (N == 1 ? "" : "s");
        Separator = ", ";
      }
    if (!R.Suppressed.empty())
      llvm::errs() << Separator << R.Suppressed.size() << " suppressed"
                   << whySuppressed(R.Suppressed);
    llvm::errs() << '\n';
  }
  llvm::errs() << printable(coverageLine(R)) << '\n';
}

/// The units analysed, or the parts named; nullopt with `link`.
std::optional<PartialRun> firstHalf(const CommandLine &Options) {
  if (Options.Link)
    return std::nullopt;
  if (Options.Merge)
    return readParts(Options.Run.Input.Paths, ToolVersion);
  ProgressLine Progress(!Options.Quiet);
  return analysePart(Options.Run, [&](const Unit &U, size_t Done, size_t All) {
    Progress.show(U.File, Done, All);
  });
}

/// What was found goes to a file, for `fencepost merge` to tell. The same file
/// is left as it is, so that steps of a build that follow need not run.
int writePartOnly(const CommandLine &Options, const PartialRun &Part) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writePart(Part, ToolVersion, OS);
  bool IsThere = false;
  if (!Options.OutputFile.empty() && isReplaceable(Options.OutputFile))
    if (auto Known = llvm::MemoryBuffer::getFile(Options.OutputFile))
      IsThere = (*Known)->getBuffer() == Text;
  bool WasWritten =
      IsThere || writeOutput(Options.OutputFile,
                             [&](llvm::raw_ostream &OS) { OS << Text; });
  RunResult Told;
  Told.Notes = Part.Notes;
  tellNotices(Told);
  if (!Options.Quiet)
    llvm::errs() << Part.Outcomes.size() << " of " << Part.PlannedUnits
                 << " units; 'fencepost merge' joins the parts and tells\n";
  return WasWritten && !Part.HasUserError ? Clean : UserError;
}

/// The command of each unit, to paste into a shell.
int printCommands(const CommandLine &Options) {
  InputPlan Plan = planInputs(Options.Run.Input);
  RunResult Told;
  Told.Notes = std::move(Plan.Notes);
  bool NamesOwnHeaders = false;
  for (const Unit &U : Plan.Units) {
    CommandText Text = commandOf(U, Options.Run.CudaPath, Options.OwnHeaders);
    NamesOwnHeaders |= Text.NamesOwnHeaders;
    llvm::outs() << Text.Line << '\n';
  }
  if (NamesOwnHeaders && Options.OwnHeaders.empty())
    Told.Notes.push_back(
        {NoticeClass::Environment,
         "headers under /__fencepost_cuda are inside this program: "
         "--own-headers=DIR writes them to DIR, for the command to find",
         "", 0});
  bool WereWritten = Options.OwnHeaders.empty() ||
                     writeOwnHeaders(Options.OwnHeaders, Told.Notes);
  tellNotices(Told);
  return Plan.HasUserError || !WereWritten ? UserError : Clean;
}

int dumpStage(const CommandLine &Options) {
  RunResult Empty;
  bool WasRead = false;
  bool WasWritten = writeOutput(Options.OutputFile, [&](llvm::raw_ostream &OS) {
    WasRead = dump(Options.Run, OS, Empty.Notes);
  });
  tellNotices(Empty);
  int Code = exitCode(Empty, {});
  return WasRead && WasWritten ? Code : std::max<int>(Code, UserError);
}

/// What reports show of files that are about to change.
void keepSources(const RunResult &R, SourceText &Sources) {
  for (const Finding &F : R.Findings) {
    (void)Sources.line(F.Primary.File, 1);
    for (const Step &S : F.Steps)
      (void)Sources.line(S.At.File, 1);
  }
}

/// The report and the baseline: two files, neither of which is read.
bool canWriteAll(const CommandLine &Options) {
  std::vector<std::string> Read = Options.Run.Input.Paths;
  for (const std::string &File : {Options.WriteBaseline, Options.OutputFile}) {
    if (!canWrite(File) || !isNoInput(File, Read))
      return false;
    if (!File.empty())
      Read.push_back(File);
  }
  return true;
}

} // namespace

int scan(const CommandLine &Options) {
  if (workingDirectory().empty()) { // Clang has no answer to that.
    llvm::errs() << "fencepost: error: the current folder is gone\n";
    return UserError;
  }
  if (!canWriteAll(Options))
    return UserError;
  if (Options.PrintCommand)
    return printCommands(Options);
  if (!Options.Run.Dump.empty())
    return dumpStage(Options);

  std::optional<Counted> Count = Counted::read(Options);
  if (!Count)
    return UserError;
  SourceText Sources;
  std::optional<PartialRun> Part = firstHalf(Options);
  if (Part && !Options.DepFile.empty() &&
      !writeOutput(Options.DepFile, [&](llvm::raw_ostream &OS) {
        OS << depfileOf(Options.OutputFile, *Part);
      }))
    return UserError;
  if (Part && Options.Output == Format::Part)
    return writePartOnly(Options, *Part);
  RunResult R = Part ? finishRun(std::move(*Part), Options.Run, Sources)
                     : linkFolders(Options.Run);
  if (!Part)
    for (const Excerpt &E : R.Excerpts)
      Sources.add(E.File, E.Text);
  Count->apply(R);
  bool WasDone = writeBaselineFile(Options, R);
  if (!Options.ExplainFinding.empty())
    if (llvm::Error E = keepFinding(R, Options.ExplainFinding)) {
      tellNotices(R);
      llvm::errs() << "fencepost: error: " << llvm::toString(std::move(E))
                   << '\n';
      return UserError;
    }
  if (Options.Fixes.Apply) {
    keepSources(R, Sources);
    WasDone &= fixFindings(Options.Fixes, R, Options.Quiet);
  }
  int Code = exitCode(R, {Options.FailOn, Options.StrictCoverage});
  ReportInput In{R, catalogue(), Sources, ToolVersion};
  WasDone &= writeOutput(Options.OutputFile, [&](llvm::raw_ostream &OS) {
    if (Options.Fixes.Print)
      WasDone &= printFixDiff(Options.Fixes, R, OS);
    else
      render(Options, In, Code, OS);
  });
  if (Options.Output == Format::Github && !Options.Fixes.Print)
    WasDone &= appendJobSummary(
        In, {repositoryOf(workingDirectory()), workingDirectory()});
  tellNotices(R);
  if (!Options.Quiet)
    tellSummary(R);
  if (std::string Remark = Count->remark(); !Remark.empty() && !Options.Quiet)
    llvm::errs() << printable(Remark) << '\n';
  return WasDone ? Code : std::max<int>(Code, UserError);
}

} // namespace fencepost
