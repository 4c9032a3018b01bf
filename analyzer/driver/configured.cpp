//===- configured.cpp - a run under its configurations --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/configured.h"

#include "analyzer/driver/rule_globs.h"
#include "analyzer/input/compile_database.h"
#include "checks/checks.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {

static void leaveOut(StringRef File, const SkippedPath &By,
                     std::vector<NamedReason> &LeftOut) {
  if (any_of(LeftOut, [&](const NamedReason &N) { return N.File == File; }))
    return;
  LeftOut.push_back(
      {File.str(), "'skip: " + By.Glob + "' of '" + By.File + "'", File.str()});
}

StringRef inputOf(const Unit &U) {
  if (U.Image)
    return U.Image->Container;
  return U.Only.empty() ? U.File : U.Only;
}

Configured::Configured(const RunOptions &Options, ArrayRef<StringRef> Rules)
    : Options(Options), Rules(Rules),
      Configs(Options.Config, Options.Input.BuildPath, Rules) {}

bool Configured::plan(std::vector<Unit> &Units, PartialRun &Part) {
  (void)Configs.ofRun(Options.Input.Paths);
  erase_if(Units, [&](const Unit &U) {
    const SkippedPath *By =
        Configs.of(inputOf(U)).skips(absolutePath(inputOf(U)));
    if (By)
      leaveOut(inputOf(U), *By, Part.LeftOut);
    return By != nullptr;
  });
  std::vector<Notification> Faults = Configs.takeFaults();
  bool AreGood = Faults.empty();
  append_range(Part.Notes, std::move(Faults));
  Part.HasUserError |= !AreGood;
  return AreGood;
}

const UnitSettings &Configured::settings(const Unit &U,
                                         const UnitSettings &Base) {
  const Config &C = Configs.of(inputOf(U));
  auto [It, IsNew] = Known.try_emplace(&C);
  UnitSettings &S = It->second;
  if (!IsNew)
    return S;
  S = Base;
  S.Homes = C.Homes;
  S.Models = C.Models.get();
  if (!C.Homes.empty() || C.Models)
    S.ConfigKey = C.Key;
  if (!Options.Rules.empty())
    return S;
  S.Rules.clear();
  for (StringRef Rule : selectRules(C.Rules.value_or("*"), Rules).Enabled)
    if (const RuleLevel *L = C.levelOf(Rule); !L || L->To)
      S.Rules.push_back(Rule.str());
  return S;
}

void settleFindings(const Config &C, std::vector<Finding> &Findings,
                    std::vector<NamedReason> &LeftOut) {
  erase_if(Findings, [&](const Finding &F) {
    const SkippedPath *By = C.skips(absolutePath(F.Primary.File));
    if (By)
      leaveOut(F.Primary.File, *By, LeftOut);
    return By != nullptr;
  });
  for (Finding &F : Findings)
    if (const RuleLevel *L = C.levelOf(F.Rule); L && L->To)
      F.Severity = *L->To;
}

void settleLinked(const RunOptions &Options, std::vector<Finding> &Findings,
                  std::vector<NamedReason> &LeftOut) {
  ConfigSet Configs(Options.Config, Options.Input.BuildPath, {});
  std::vector<Finding> Kept;
  for (Finding &F : Findings) {
    const Config &C = Configs.of(F.Primary.File);
    const RuleLevel *L = C.levelOf(F.Rule);
    bool IsOn = (!L || L->To) &&
                (!C.Rules || !selectRules(*C.Rules, {F.Rule}).Enabled.empty());
    if (!IsOn && Options.Rules.empty())
      continue;
    std::vector<Finding> One;
    One.push_back(std::move(F));
    settleFindings(C, One, LeftOut);
    append_range(Kept, std::move(One));
  }
  Findings = std::move(Kept);
}

Config configOfRun(const RunOptions &Options) {
  std::vector<StringRef> Rules;
  for (const Check &C : checks())
    Rules.push_back(C.Rule->Name);
  ConfigSet Set(Options.Config, Options.Input.BuildPath, Rules);
  return Set.ofRun(Options.Input.Paths);
}

} // namespace fencepost
