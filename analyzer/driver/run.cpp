//===- run.cpp - one run: units in, findings and coverage out -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/driver.h"

#include "analyzer/driver/guard.h"
#include "analyzer/driver/link.h"
#include "analyzer/driver/python_tests.h"
#include "analyzer/driver/rule_globs.h"
#include "analyzer/driver/unit_run.h"
#include "analyzer/driver/workers.h"
#include "analyzer/finding/merge.h"
#include "checks/checks.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace fencepost {

/// Coverage of one function over all units that hold it: the worst counts.
static void addCoverage(ArrayRef<UnitOutcome> Outcomes, RunResult &Result) {
  std::map<std::string, const FunctionCoverage *> Worst;
  for (const UnitOutcome &O : Outcomes)
    for (const FunctionCoverage &C : O.Functions) {
      const FunctionCoverage *&Known = Worst[C.Key];
      if (!Known || C.State > Known->State)
        Known = &C;
    }
  for (const auto &[Key, C] : Worst) {
    NamedReason Reason{C->Name, C->Reason, C->File};
    switch (C->State) {
    case Coverage::Analysed:
      ++Result.FunctionsAnalysed;
      break;
    case Coverage::Partly:
      Result.Partly.push_back(std::move(Reason));
      break;
    case Coverage::Skipped:
      Result.Skipped.push_back(std::move(Reason));
      break;
    }
  }
}

/// The same missing header is told once, not once per unit.
static void
addNotes(std::vector<Notification> Notes, RunResult &Result,
         std::set<std::tuple<NoticeClass, std::string, std::string, uint32_t>>
             &Told) {
  for (Notification &N : Notes)
    if (Told.insert({N.Class, N.Message, N.File, N.Line}).second)
      Result.Notes.push_back(std::move(N));
}

static UnitOutcome analyseHere(const Unit &U, const UnitSettings &Settings) {
  UnitOutcome Out;
  if (guardedOnLargeStack([&] { Out = analyseUnit(U, Settings); }))
    return Out;
  return failedUnit(U, "crashed");
}

static void linkOutcomes(
    ArrayRef<UnitOutcome> Outcomes, ArrayRef<std::string> PythonFiles,
    const RunOptions &Options, const UnitSettings &Settings, RunResult &Result,
    std::set<std::tuple<NoticeClass, std::string, std::string, uint32_t>>
        &Told) {
  std::vector<std::string> Texts, Names;
  for (const UnitOutcome &O : Outcomes)
    if (!O.Summary.empty()) {
      Texts.push_back(O.Summary);
      Names.push_back(O.Report.File);
    }
  std::vector<Notification> Notes;
  if (!PythonFiles.empty() && any_of(Texts, bindsForPython))
    if (std::string Text = pythonSummary(PythonFiles, Notes); !Text.empty()) {
      Texts.push_back(std::move(Text));
      Names.push_back("the Python files");
    }
  if (Texts.size() > 1)
    addLinked(linkSummaries(Texts, Names, Settings.Rules, Notes),
              Result.Findings);
  if (!Options.SummaryFolder.empty()) {
    writeSummaries(Outcomes, Options.SummaryFolder, Notes);
    Result.HasUserError |= any_of(Notes, [](const Notification &N) {
      return N.Class == NoticeClass::User;
    });
  }
  addNotes(std::move(Notes), Result, Told);
}

RunResult run(const RunOptions &Options,
              function_ref<void(const Unit &, size_t, size_t)> Progress) {
  RunResult Result;
  std::set<std::tuple<NoticeClass, std::string, std::string, uint32_t>> Told;

  std::vector<StringRef> Names;
  for (const Check &C : checks())
    Names.push_back(C.Rule->Name);
  RuleSelection Rules = selectRules(Options.Rules, Names);
  Result.HasUserError |= !Rules.Notes.empty();
  addNotes(std::move(Rules.Notes), Result, Told);
  UnitSettings Settings;
  Settings.CudaPath = Options.CudaPath;
  for (StringRef Name : Rules.Enabled)
    Settings.Rules.push_back(Name.str());

  InputRequest Request = Options.Input;
  std::vector<std::string> PythonFiles = takePythonFiles(Request.Paths);
  InputPlan Plan = planInputs(Request);
  Result.HasUserError |= Plan.HasUserError;
  addNotes(std::move(Plan.Notes), Result, Told);

  Settings.IsAlone = Plan.Units.size() < 2 && Options.SummaryFolder.empty() &&
                     PythonFiles.empty();

  std::vector<UnitOutcome> Outcomes;
  if (!Options.InWorkers) {
    for (size_t I = 0; I < Plan.Units.size(); ++I) {
      Progress(Plan.Units[I], I, Plan.Units.size());
      Outcomes.push_back(analyseHere(Plan.Units[I], Settings));
    }
  } else {
    Outcomes = analyseInWorkers(
        Plan.Units, Options,
        [&](const Unit &U) { return analyseUnit(U, Settings); }, Progress);
  }

  for (UnitOutcome &O : Outcomes) {
    Result.Units.push_back(O.Report);
    addNotes(std::move(O.Notes), Result, Told);
    for (Excerpt &E : O.Excerpts)
      Result.Excerpts.push_back(std::move(E));
    for (Finding &F : O.Findings)
      Result.Findings.push_back(std::move(F));
  }
  linkOutcomes(Outcomes, PythonFiles, Options, Settings, Result, Told);
  addCoverage(Outcomes, Result);
  MergeOptions Merge;
  Merge.SystemHeaders = Options.SystemHeaders;
  Merge.Lowest = Options.Lowest;
  SourceText Sources;
  for (const Unit &U : Plan.Units)
    if (U.Buffer)
      Sources.add(U.File, *U.Buffer);
  for (const Excerpt &E : Result.Excerpts)
    Sources.add(E.File, E.Text);
  finishFindings(Result.Findings, Merge, Sources);
  setAsideSuppressed(Result);
  return Result;
}

} // namespace fencepost
