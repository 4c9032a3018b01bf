//===- finish.cpp - from outcomes of units to the result of a run
//------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/configured.h"
#include "analyzer/driver/link.h"
#include "analyzer/driver/partial_run.h"
#include "analyzer/driver/python_tests.h"
#include "analyzer/finding/merge.h"
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

using NotesTold =
    std::set<std::tuple<NoticeClass, std::string, std::string, uint32_t>>;

/// The same missing header is told once, not once per unit.
static void addNotes(std::vector<Notification> Notes, RunResult &Result,
                     NotesTold &Told) {
  for (Notification &N : Notes)
    if (Told.insert({N.Class, N.Message, N.File, N.Line}).second)
      Result.Notes.push_back(std::move(N));
}

static void linkOutcomes(PartialRun &Part, const RunOptions &Options,
                         RunResult &Result, NotesTold &Told) {
  std::vector<std::string> Texts, Names;
  for (const UnitOutcome &O : Part.Outcomes)
    if (!O.Summary.empty()) {
      Texts.push_back(O.Summary);
      Names.push_back(O.Report.File);
    }
  std::vector<Notification> Notes;
  if (any_of(Texts, bindsForPython)) {
    Notes = std::move(Part.PythonNotes);
    if (!Part.PythonSummary.empty()) {
      Texts.push_back(Part.PythonSummary);
      Names.push_back("the Python files");
    }
  }
  if (Texts.size() > 1) {
    std::vector<Finding> Linked =
        linkSummaries(Texts, Names, Part.Rules, Notes);
    settleLinked(Options, Linked, Result.LeftOut);
    addLinked(std::move(Linked), Result.Findings);
  }
  if (!Options.SummaryFolder.empty()) {
    writeSummaries(Part.Outcomes, Options.SummaryFolder, Notes);
    Result.HasUserError |= any_of(Notes, [](const Notification &N) {
      return N.Class == NoticeClass::User;
    });
  }
  addNotes(std::move(Notes), Result, Told);
}

RunResult finishRun(PartialRun Part, const RunOptions &Options) {
  SourceText Sources;
  return finishRun(std::move(Part), Options, Sources);
}

RunResult finishRun(PartialRun Part, const RunOptions &Options,
                    SourceText &Sources) {
  RunResult Result;
  NotesTold Told;
  Result.HasUserError = Part.HasUserError;
  addNotes(std::move(Part.Notes), Result, Told);
  Result.LeftOut = std::move(Part.LeftOut);
  for (UnitOutcome &O : Part.Outcomes) {
    Result.Units.push_back(O.Report);
    addNotes(std::move(O.Notes), Result, Told);
    for (Excerpt &E : O.Excerpts)
      Result.Excerpts.push_back(std::move(E));
    for (Finding &F : O.Findings)
      Result.Findings.push_back(std::move(F));
  }
  linkOutcomes(Part, Options, Result, Told);
  addCoverage(Part.Outcomes, Result);
  MergeOptions Merge;
  Merge.SystemHeaders = Options.SystemHeaders;
  Merge.Lowest = Options.Lowest;
  for (const Excerpt &E : Part.Streams)
    Sources.add(E.File, E.Text);
  for (const Excerpt &E : Result.Excerpts)
    Sources.add(E.File, E.Text);
  std::vector<NolintName> Nolints;
  for (UnitOutcome &O : Part.Outcomes) {
    for (const LineMark &At : O.LineMarks)
      Sources.mark(O.Report.File, At);
    if (!O.HoldsNolint)
      Sources.withoutNolint(O.Report.File);
    append_range(Nolints, std::move(O.Nolints));
  }
  std::vector<Notification> AboutNolints;
  suppressInRun(Result.Findings, Nolints, Part.Rules, Sources, AboutNolints);
  addNotes(std::move(AboutNolints), Result, Told);
  finishFindings(Result.Findings, Merge, Sources);
  setAsideSuppressed(Result);
  // Whichever unit or part told it first.
  sort(Result.LeftOut, [](const NamedReason &A, const NamedReason &B) {
    return A.File < B.File;
  });
  return Result;
}

} // namespace fencepost
