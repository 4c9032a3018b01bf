//===- json.cpp - the JSON output -----------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/json_text.h"
#include "analyzer/report/report.h"
#include "analyzer/report/witness.h"
#include "analyzer/report/words.h"

namespace fencepost {
namespace {

Json fixOf(const Fix &F) {
  Json Edits = Json::array();
  for (const Edit &E : F.Edits)
    Edits.push_back({{"file", E.File},
                     {"offset", E.Offset},
                     {"length", E.Length},
                     {"text", E.Text}});
  return {{"safety", F.Safe ? "safe" : "unsafe"}, {"edits", std::move(Edits)}};
}

Json layersOf(const Finding &F) {
  Json Names = Json::array();
  for (Layer L : F.Layers)
    Names.push_back(text(spelling(L)));
  return Names;
}

Json findingOf(const ReportInput &In, const Finding &F) {
  const RuleInfo *Rule = In.rule(F.Rule);
  Json Fixes = Json::array(), Steps = Json::array(),
       Alternatives = Json::array();
  for (const Fix &X : F.Fixes)
    Fixes.push_back(fixOf(X));
  for (const Step &S : F.Steps)
    Steps.push_back({{"role", text(spelling(S.What))},
                     {"file", S.At.File},
                     {"line", S.At.Line},
                     {"column", S.At.Column},
                     {"message", S.Message}});
  for (const Alternative &A : F.Alternatives)
    Alternatives.push_back({{"name", A.Name}, {"text", A.Text}});
  Json Out = {{"rule", F.Rule},
              {"kind", !F.Kind.empty() ? F.Kind
                       : Rule          ? text(Rule->Kind)
                                       : ""},
              {"level", text(spelling(F.Severity))},
              {"verdict", text(spelling(F.Judgement))},
              {"file", F.Primary.File},
              {"line", F.Primary.Line},
              {"column", F.Primary.Column},
              {"endLine", F.Primary.EndLine},
              {"endColumn", F.Primary.EndColumn},
              {"function", F.Function},
              {"layer", text(spelling(F.Origin))},
              {"layers", layersOf(F)},
              {"archs", F.Archs},
              {"message", F.Message},
              {"assumptions", F.Assumptions},
              {"instances",
               {{"count", F.InstanceCount}, {"example", F.InstanceExample}}},
              {"fixes", std::move(Fixes)},
              {"steps", std::move(Steps)},
              {"alternatives", std::move(Alternatives)},
              {"fingerprint", F.Fingerprint}};
  addWitness(Out, F.Witness);
  return Out;
}

Json suppressedOf(const ReportInput &In, const Finding &F) {
  Json J = findingOf(In, F);
  J["suppression"] = {{"kind", text(word(F.Suppressed))},
                      {"reason", F.SuppressionReason}};
  return J;
}

Json reasonsOf(const std::vector<NamedReason> &Reasons) {
  Json A = Json::array();
  for (const NamedReason &R : Reasons)
    A.push_back({{"name", R.Name}, {"reason", R.Reason}});
  return A;
}

} // namespace

void renderJson(const ReportInput &In, llvm::raw_ostream &OS) {
  const RunResult &R = In.Result;
  Json Findings = Json::array(), Suppressed = Json::array(),
       Units = Json::array(), Notes = Json::array();
  for (const Finding &F : R.Findings)
    Findings.push_back(findingOf(In, F));
  for (const Finding &F : R.Suppressed)
    Suppressed.push_back(suppressedOf(In, F));
  for (const UnitReport &U : R.Units)
    Units.push_back({{"file", U.File},
                     {"arch", U.Arch},
                     {"layer", text(spelling(U.What))},
                     {"state", text(word(U.State))},
                     {"reason", U.Reason}});
  for (const Notification &N : R.Notes)
    Notes.push_back({{"class", text(word(N.Class))},
                     {"message", N.Message},
                     {"file", N.File},
                     {"line", N.Line}});
  Json Root = {
      {"version", 1},
      {"tool", {{"name", "fencepost"}, {"version", text(In.Version)}}},
      {"findings", std::move(Findings)},
      {"suppressed", std::move(Suppressed)},
      {"coverage",
       {{"functions",
         {{"analysed", R.FunctionsAnalysed},
          {"partly", reasonsOf(R.Partly)},
          {"skipped", reasonsOf(R.Skipped)}}},
        {"units", std::move(Units)},
        {"adviceWithheld", adviceWithheld(R)},
        {"leftOut", reasonsOf(R.LeftOut)}}},
      {"notifications", std::move(Notes)},
  };
  OS << dump(Root, 2) << '\n';
}

} // namespace fencepost
