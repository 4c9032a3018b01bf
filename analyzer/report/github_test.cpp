//===- github_test.cpp - annotations and job summary ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/sample_run.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"

using namespace fencepost;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {

struct Github : testing::Test {
  RunResult R = sampleRun(FENCEPOST_TESTDATA);
  SourceText Sources;

  std::string annotations(std::string Root = FENCEPOST_TESTDATA) {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    renderGithub({R, sampleRules(), Sources, "0.1.0"}, {Root, ""}, OS);
    return Out;
  }
  std::string summary(SummaryOptions Options = {{FENCEPOST_TESTDATA, ""}, ""}) {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    renderGithubSummary({R, sampleRules(), Sources, "0.1.0"}, Options, OS);
    return Out;
  }
};

TEST_F(Github, PropertiesAreEscaped) {
  R.Findings[0].Primary.File = "/r/a,b:c.cu";
  R.Findings[0].Message = "100% of it: a, b";
  R.Findings[0].InstanceCount = 1;
  R.Findings[0].Alternatives = {{"x", "one\ntwo\r"}};
  EXPECT_EQ(annotations("/r"),
            "::error file=a%2Cb%3Ac.cu,line=3,endLine=3,col=10,endColumn=22,"
            "title=weak-poll::100%25 of it: a, b%0A- one%0Atwo?\n");
}

TEST_F(Github, ColumnsOnlyOnOneLine) {
  R.Findings[0].Primary.EndLine = 5;
  EXPECT_THAT(annotations(), HasSubstr(",line=3,endLine=5,title="));
  R.Findings[0].Primary = {"/x.cu", 0, 0, 0, 0};
  EXPECT_THAT(annotations(), StartsWith("::error file=/x.cu,title="));
}

TEST_F(Github, NoTextStartsACommand) {
  R = hostileRun(FENCEPOST_TESTDATA);
  std::string Kept = annotations();
  EXPECT_EQ(llvm::StringRef(Kept).count('\n'), R.Findings.size());
  EXPECT_EQ(llvm::StringRef(Kept).count("\n::"), R.Findings.size() - 1);
  EXPECT_THAT(Kept, Not(HasSubstr("\r")));
}

TEST_F(Github, MoreThanGithubShowsIsSaid) {
  R = manyFindings(FENCEPOST_TESTDATA, 30);
  EXPECT_THAT(annotations(), Not(HasSubstr("GitHub shows")));
  R = manyFindings(FENCEPOST_TESTDATA, 31);
  EXPECT_THAT(annotations(),
              EndsWith("\nGitHub shows 10 annotations of each level: all 31 "
                       "findings are above\n"));
}

TEST_F(Github, SummaryIsATableWithLinks) {
  std::string Out =
      summary({{FENCEPOST_TESTDATA, ""}, "https://h/o/r/blob/1/"});
  EXPECT_THAT(Out, StartsWith("## Fencepost\n\n1 error.\n\n| level |"));
  EXPECT_THAT(Out, HasSubstr("| error | <a href=\"https://h/o/r/blob/1/report/"
                             "sample.cu#L3\"><code>report/sample.cu&#58;3"
                             "</code></a> | poll of 'flag' has no order"));
  EXPECT_THAT(Out, HasSubstr("| weak-poll |\n"));
  EXPECT_THAT(Out, HasSubstr("5 functions&#58; 4 analysed"));
  EXPECT_THAT(summary(), Not(HasSubstr("href")));
}

TEST_F(Github, SummaryTakesTextLiterally) {
  R = hostileRun(FENCEPOST_TESTDATA);
  std::string Out = summary();
  for (const char *Text : {"<img", "[a](b)", "</script", "`", "{{"})
    EXPECT_THAT(Out, Not(HasSubstr(Text)));
  for (llvm::StringRef Line : llvm::split(Out, '\n'))
    if (Line.starts_with("|"))
      EXPECT_EQ(Line.count('|'), 5u) << Line.str();
}

TEST_F(Github, SummaryFitsWithTheSevereFirst) {
  R = manyFindings(FENCEPOST_TESTDATA, 3000);
  std::string Out = summary();
  EXPECT_LE(Out.size(), size_t(1) << 20);
  EXPECT_EQ(llvm::StringRef(Out).count("\n| error |"), 1000u);
  EXPECT_THAT(Out, HasSubstr("\n2000 more are not shown here.\n"));
  SummaryOptions Small{{FENCEPOST_TESTDATA, ""}, ""};
  Small.MaxBytes = 10000;
  Out = summary(Small);
  EXPECT_LE(Out.size(), 10000u);
  EXPECT_GT(llvm::StringRef(Out).count("\n| error |"), 3u);
  Small.MaxBytes = 10;
  EXPECT_EQ(summary(Small), "");
}

} // namespace
