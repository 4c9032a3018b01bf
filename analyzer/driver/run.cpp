//===- run.cpp - one run: units in, findings and coverage out -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/cache/result_cache.h"
#include "analyzer/driver/configured.h"
#include "analyzer/driver/guard.h"
#include "analyzer/driver/partial_run.h"
#include "analyzer/driver/python_tests.h"
#include "analyzer/driver/rule_globs.h"
#include "analyzer/driver/workers.h"
#include "checks/checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace fencepost {

using TellProgress = function_ref<void(const Unit &, size_t, size_t)>;

static UnitOutcome analyseHere(const Unit &U, ResultCache &Cache) {
  UnitOutcome Out;
  if (guardedOnLargeStack([&] { Out = Cache.analyse(U); }))
    return Out;
  return failedUnit(U, "crashed");
}

static std::vector<UnitOutcome> analyse(ArrayRef<Unit> Units,
                                        const RunOptions &Options,
                                        ResultCache &Cache,
                                        TellProgress Progress) {
  if (Options.InWorkers)
    return analyseInWorkers(
        Units, Options, [&](const Unit &U) { return Cache.analyse(U); },
        Progress);
  std::vector<UnitOutcome> Outcomes;
  for (size_t I = 0; I < Units.size(); ++I) {
    Progress(Units[I], I, Units.size());
    Outcomes.push_back(analyseHere(Units[I], Cache));
  }
  return Outcomes;
}

/// Units whose outcome is known are not analysed again.
static std::vector<UnitOutcome> findOrAnalyse(std::vector<Unit> Units,
                                              const RunOptions &Options,
                                              ResultCache &Cache,
                                              TellProgress Progress) {
  std::vector<UnitOutcome> Outcomes(Units.size());
  std::vector<size_t> Places; // Of those to analyse.
  std::vector<Unit> Left;
  for (size_t I = 0; I < Units.size(); ++I) {
    if (std::optional<UnitOutcome> Known = Cache.find(Units[I])) {
      Outcomes[I] = std::move(*Known);
      continue;
    }
    Places.push_back(I);
    Left.push_back(std::move(Units[I]));
  }
  size_t Found = Units.size() - Left.size();
  auto Tell = [&](const Unit &U, size_t Done, size_t) {
    Progress(U, Found + Done, Units.size());
  };
  for (auto [I, Out] : enumerate(analyse(Left, Options, Cache, Tell)))
    Outcomes[Places[I]] = std::move(Out);
  Cache.prune(Options.CacheMegabytes);
  return Outcomes;
}

/// Round robin: neighbours in a folder tend to cost alike.
static std::vector<Unit> takeShard(std::vector<Unit> Units, PartialRun &Part) {
  std::vector<Unit> Taken;
  for (size_t I = Part.Shard - 1; I < Units.size(); I += Part.Shards) {
    Part.Positions.push_back(static_cast<uint32_t>(I));
    Taken.push_back(std::move(Units[I]));
  }
  return Taken;
}

static std::string keyOf(ArrayRef<Unit> Units) {
  std::string Names;
  for (const Unit &U : Units)
    Names += U.File + '\0' + U.Arch + '\0';
  return utohexstr(xxh3_64bits(Names));
}

PartialRun analysePart(const RunOptions &Options, TellProgress Progress) {
  PartialRun Part;
  Part.Shard = Options.Shard;
  Part.Shards = Options.Shards;

  std::vector<StringRef> Names;
  for (const Check &C : checks())
    Names.push_back(C.Rule->Name);
  Configured Configs(Options, Names);
  RuleSelection Rules = selectRules(
      Options.Rules.empty() ? StringRef("*") : Options.Rules, Names);
  Part.HasUserError |= !Rules.Notes.empty();
  Part.Notes = std::move(Rules.Notes);
  UnitSettings Settings;
  Settings.CudaPath = Options.CudaPath;
  for (StringRef Name : Rules.Enabled)
    Settings.Rules.push_back(Name.str());
  Part.Rules = Settings.Rules;

  InputRequest Request = Options.Input;
  std::vector<std::string> PythonFiles =
      takePythonFiles(Request.Paths, Part.PythonNotes);
  InputPlan Plan = planInputs(Request);
  Part.HasUserError |= Plan.HasUserError;
  append_range(Part.Notes, std::move(Plan.Notes));
  if (!Configs.plan(Plan.Units, Part))
    return Part;
  Part.PlannedUnits = Plan.Units.size();
  Part.PlanKey = keyOf(Plan.Units);
  Settings.IsAlone = Plan.Units.size() < 2 && Options.SummaryFolder.empty() &&
                     PythonFiles.empty() && !Options.IsPart;
  for (const Unit &U : Plan.Units)
    if (U.Buffer)
      Part.Streams.push_back({U.File, *U.Buffer});

  ResultCache Cache(
      {Options.CacheFolder, Options.ListsFiles},
      [&](const Unit &U) -> const UnitSettings & {
        return Configs.settings(U, Settings);
      },
      Part.Notes);
  std::vector<Unit> Units = takeShard(std::move(Plan.Units), Part);
  Part.Outcomes = findOrAnalyse(Units, Options, Cache, Progress);
  for (auto [U, Out] : zip(Units, Part.Outcomes)) {
    const Config &C = Configs.of(inputOf(U));
    settleFindings(C, Out.Findings, Part.LeftOut);
    if (Options.ListsFiles && !C.File.empty()) {
      Out.FilesRead.push_back(C.File);
      append_range(Out.FilesRead, C.Extended);
    }
  }
  if (!PythonFiles.empty() && any_of(Part.Outcomes, [](const UnitOutcome &O) {
        return bindsForPython(O.Summary);
      }))
    Part.PythonSummary = pythonSummary(PythonFiles, Part.PythonNotes);
  return Part;
}

RunResult run(const RunOptions &Options, TellProgress Progress) {
  return finishRun(analysePart(Options, Progress), Options);
}

} // namespace fencepost
