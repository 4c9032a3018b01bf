//===- witness_test.cpp - a finding's witness in reports ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/report.h"
#include "analyzer/report/sample_run.h"
#include "analyzer/report/witness.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace fencepost;
using testing::HasSubstr;

namespace {

WitnessProgram sample() {
  return {"PTX weak-poll\nexists (P0:r == 0)\n",
          {"P0's 'ld.weak r, [a_b]' returns 0 from the initial value"},
          {"the sender is made up"},
          ""};
}

TEST(Witness, AKeyOnlyWhereThereIsOne) {
  Json J = Json::object();
  addWitness(J, {});
  addWitness(J, {"", {}, {}, "refuted"});
  EXPECT_FALSE(J.contains("witness"));
  addWitness(J, sample());
  EXPECT_EQ(J["witness"]["litmus"], sample().Litmus);
  EXPECT_EQ(J["witness"]["execution"], sample().Execution);
  EXPECT_EQ(J["witness"]["remarks"], sample().Remarks);
}

TEST(Witness, MarkdownKeepsLinksAndIsNothingElse) {
  std::string Text =
      markdownOf("'*p' and 'a_b'. Evidence: [poll](1).", sample());
  EXPECT_THAT(Text, HasSubstr("'\\*p' and 'a\\_b'. Evidence: [poll](1)."));
  EXPECT_THAT(Text, HasSubstr("\n```\n" + sample().Litmus + "```\n"));
  EXPECT_THAT(Text, HasSubstr("\n- P0's 'ld.weak r, [a\\_b]' returns 0"));
  WitnessProgram Odd = sample();
  Odd.Litmus = "```\n";
  EXPECT_THAT(markdownOf("m", Odd), HasSubstr("\n````\n```\n````\n"));
}

TEST(Witness, IsInJsonAndSarif) {
  SourceText Sources;
  RunResult R = sampleRun("/none");
  auto Rendered = [&](auto Render) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    Render(ReportInput{R, sampleRules(), Sources, "1.0"}, OS);
    return Json::parse(Text);
  };
  auto InJson = [&] {
    return Rendered([](const ReportInput &In, llvm::raw_ostream &OS) {
      renderJson(In, OS);
    })["findings"][0];
  };
  auto InSarif = [&] {
    return Rendered([](const ReportInput &In, llvm::raw_ostream &OS) {
      renderSarif(In, {}, OS);
    })["runs"][0]["results"][0];
  };
  EXPECT_FALSE(InJson().contains("witness"));
  EXPECT_FALSE(InSarif()["message"].contains("markdown"));
  R.Findings[0].Witness = sample();
  EXPECT_EQ(InJson()["witness"]["litmus"], sample().Litmus);
  Json Result = InSarif();
  EXPECT_EQ(Result["properties"]["witness"]["litmus"], sample().Litmus);
  EXPECT_THAT(Result["message"]["markdown"].get<std::string>(),
              HasSubstr(sample().Litmus));
  EXPECT_THAT(Result["message"]["text"].get<std::string>(),
              testing::Not(HasSubstr(sample().Litmus)));
}

} // namespace
