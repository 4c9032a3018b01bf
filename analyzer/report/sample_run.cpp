//===- sample_run.cpp - a hand-made run for reporter tests ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/sample_run.h"

namespace fencepost {

llvm::ArrayRef<RuleInfo> sampleRules() {
  static const Layer Layers[] = {Layer::Cuda, Layer::Ptx};
  static const llvm::StringRef Tags[] = {"gpu", "memory-model"};
  static const RuleSection Sections[] = {
      {"What it finds",
       "A loop that polls\na `weak` word.\n\n```cuda\nx\n```"}};
  static const std::vector<RuleInfo> Rules = [] {
    RuleInfo R{};
    R.Kind = "missing-acquire";
    R.DefaultLevel = Level::Warning;
    R.Precision = "high";
    R.Layers = Layers;
    R.Tags = Tags;
    R.Sections = Sections;
    R.Page = "# The page\n\nText with `code`.\n";
    std::vector<RuleInfo> All(2, R);
    All[0].Name = "relaxed-poll";
    All[0].Title = "A relaxed poll guards data";
    All[1].Name = "weak-poll";
    All[1].Title = "A plain load polls";
    return All;
  }();
  return Rules;
}

RunResult sampleRun(llvm::StringRef Testdata) {
  std::string File = (Testdata + "/report/sample.cu").str();
  Finding F;
  F.Rule = "weak-poll";
  F.Severity = Level::Error;
  F.Judgement = Verdict::SeenOnHardware;
  F.Primary = {File, 3, 10, 3, 22};
  F.Function = F.InstanceExample = "consume<int>";
  F.InstanceCount = 3;
  F.Message = "poll of 'flag' has no order, so 'data[0]' may be stale";
  F.Steps = {
      {Role::Poll, F.Primary, "the loop ends when this is set"},
      {Role::CallSite,
       {File, 7, 2, 7, 12},
       "'wait' is called from 'consume' here"},
      {Role::Consumer, {File, 8, 29, 8, 36}, "then 'data[0]' is read"},
      {Role::Producer,
       {File, 12, 3, 12, 17},
       "another thread writes 'data[0]'"},
      {Role::Publish, {"/no/such/file.cuh", 13, 3, 0, 0}, "then sets 'flag'"}};
  F.Assumptions = {"'flag' and 'data' do not overlap"};
  F.Alternatives = {
      {"fence-after-loop", "put '__threadfence()' after the loop"},
      {"acquire-load", "poll with an acquire load"}};
  F.Fixes = {{false, {{File, 40, 6, "__ldcv"}}}};
  F.Archs = {"sm_90"};
  F.Fingerprint = "0123456789abcdef0123456789abcdef:1";

  RunResult R;
  R.Findings = {F};
  R.FunctionsAnalysed = 4;
  R.Partly = {{"reduce", "calls 'helper', whose body is not known", File}};
  R.Units = {
      {File, "sm_90", Layer::Cuda, UnitState::Partly, "1 error", true, "", 0},
      {"b.cu", "", Layer::Cuda, UnitState::Skipped, "no such file", true, "",
       0}};
  R.Notes = {{NoticeClass::User, "'b.cu' does not exist", "b.cu", 0},
             {NoticeClass::Environment,
              "no CUDA toolkit was found; set --cuda-path", "", 0},
             {NoticeClass::Internal, "lowering failed", File, 7}};
  return R;
}

RunResult hostileRun(llvm::StringRef Testdata) {
  RunResult R = sampleRun(Testdata);
  // Ends of elements and comments, quotes, template marks, a right-to-left
  // override, a line end, a bell, a byte that is no UTF-8.
  std::string Bad = "</script></style><img src=x onerror=alert(1)>\"'`{{x}}"
                    "{{{script}}}-->]]>|[a](b)\xE2\x80\xAE\nend\a\xFF";
  Finding F = R.Findings[0];
  F.Message = F.Function = F.InstanceExample = Bad;
  F.Primary.File = "/odd/" + Bad + ".cu";
  for (Step &S : F.Steps)
    S.Message = Bad;
  F.Assumptions = {Bad};
  F.Alternatives = {{"x", Bad}};
  F.Archs = {Bad};
  F.Fingerprint = "ffffffffffffffffffffffffffffffff:1";
  R.Findings.push_back(F);
  F.Rule = Bad;
  R.Findings.push_back(F);
  for (Suppression S :
       {Suppression::InSource, Suppression::Baseline, Suppression::Outside}) {
    F.Suppressed = S;
    F.SuppressionReason = Bad;
    R.Suppressed.push_back(F);
  }
  R.Partly.push_back({Bad, Bad, Bad});
  R.Skipped.push_back({Bad, Bad, Bad});
  R.LeftOut.push_back({Bad, Bad, Bad});
  R.Units.push_back(
      {Bad, Bad, Layer::Cuda, UnitState::Skipped, Bad, true, "", 0});
  R.Notes.push_back({NoticeClass::User, Bad, Bad, 1});
  return R;
}

RunResult manyFindings(llvm::StringRef Testdata, unsigned Count) {
  RunResult R = sampleRun(Testdata);
  const Finding First = R.Findings[0];
  R.Findings.clear();
  for (unsigned I = 0; I < Count; ++I) {
    Finding F = First;
    F.Primary.File = "/p/file" + std::to_string(I * 50 / Count) + ".cu";
    F.Primary.Line = I + 1;
    F.Function = "kernel" + std::to_string(I);
    F.Severity = static_cast<Level>(I % 3);
    F.Rule = I % 2 ? "weak-poll" : "relaxed-poll";
    F.Fingerprint = std::to_string(I) + ":1";
    R.Findings.push_back(std::move(F));
  }
  return R;
}

} // namespace fencepost
