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
      {File, "sm_90", Layer::Cuda, UnitState::Partly, "1 error", true},
      {"b.cu", "", Layer::Cuda, UnitState::Skipped, "no such file", true}};
  R.Notes = {{NoticeClass::User, "'b.cu' does not exist", "b.cu", 0},
             {NoticeClass::Environment,
              "no CUDA toolkit was found; set --cuda-path", "", 0},
             {NoticeClass::Internal, "lowering failed", File, 7}};
  return R;
}

} // namespace fencepost
