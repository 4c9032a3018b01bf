//===- cli_test.cpp - exit codes, near names, filled pages ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/exit_code.h"
#include "cli/ninja.h"
#include "cli/options.h"
#include "cli/pages.h"
#include "cli/progress.h"
#include "cli/rule_names.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {

Finding of(Level L) {
  Finding F;
  F.Severity = L;
  return F;
}

UnitReport unit(const char *File, UnitState S, bool WasNamed = true) {
  UnitReport U;
  U.File = File;
  U.State = S;
  U.WasNamed = WasNamed;
  return U;
}

TEST(ExitCode, FindingsCountFromTheFailLevelOn) {
  RunResult R;
  EXPECT_EQ(exitCode(R, {}), Clean);
  R.Findings = {of(Level::Warning)};
  EXPECT_EQ(exitCode(R, {Level::Note}), HasFindings);
  EXPECT_EQ(exitCode(R, {Level::Warning}), HasFindings);
  EXPECT_EQ(exitCode(R, {Level::Error}), Clean);
  EXPECT_EQ(exitCode(R, {std::nullopt}), Clean);
}

TEST(ExitCode, ANamedInputOfWhichNothingCouldBeAnalysed) {
  RunResult R;
  R.Units = {unit("a", UnitState::Skipped, /*WasNamed=*/false)};
  EXPECT_EQ(exitCode(R, {}), Clean);
  R.Units = {unit("a", UnitState::Partly)};
  EXPECT_EQ(exitCode(R, {}), Clean);
  R.Units = {unit("a", UnitState::Skipped), unit("a", UnitState::Analysed)};
  EXPECT_EQ(exitCode(R, {}), Clean);
  R.Units = {unit("a", UnitState::Analysed), unit("b", UnitState::Skipped)};
  EXPECT_EQ(exitCode(R, {}), UserError);
}

TEST(ExitCode, TheHighestWins) {
  RunResult R;
  R.Findings = {of(Level::Error)};
  R.HasUserError = true;
  EXPECT_EQ(exitCode(R, {}), UserError);
  R.Notes.push_back({NoticeClass::Environment, "", "", 0});
  EXPECT_EQ(exitCode(R, {}), UserError);
  R.Notes.push_back({NoticeClass::Internal, "", "", 0});
  EXPECT_EQ(exitCode(R, {}), InternalError);
}

TEST(ExitCode, PartlyAnalysedCountsOnlyIfAskedFor) {
  RunResult R;
  R.Partly = {{"f", "opaque call", ""}};
  EXPECT_EQ(exitCode(R, {}), Clean);
  EXPECT_EQ(exitCode(R, {Level::Warning, /*StrictCoverage=*/true}), UserError);
}

TEST(DidYouMean, OnlyNearNames) {
  EXPECT_EQ(didYouMean("relaxed-pol", {"relaxed-poll", "weak-poll"}),
            ", did you mean 'relaxed-poll'?");
  EXPECT_EQ(didYouMean("something-else", {"relaxed-poll", "weak-poll"}), "");
  EXPECT_EQ(didYouMean("", {"relaxed-poll"}), "");
}

TEST(Filled, ParagraphsAndItemsWrapCodeDoesNot) {
  EXPECT_EQ(filled("# A heading that is long\n\n"
                   "one two three\nfour five\n\n"
                   "- item that wraps here\n"
                   "  and goes on\n"
                   "12. numbered one here\n\n"
                   "```cuda expect\n"
                   "int code = that_is_longer_than_the_width;\n"
                   "```",
                   15),
            "# A heading that is long\n\n"
            "one two three\nfour five\n\n"
            "- item that\n"
            "  wraps here\n"
            "  and goes on\n"
            "12. numbered\n"
            "    one here\n\n"
            "```cuda expect\n"
            "int code = that_is_longer_than_the_width;\n"
            "```\n");
}

TEST(Filled, CodeIsNotParted) {
  EXPECT_EQ(filled("say `a b c` or `d` now", 9), "say\n`a b c`\nor `d`\nnow\n");
}

TEST(Filled, AWordLongerThanTheWidthStandsAlone) {
  EXPECT_EQ(filled("a bbbbbbbbbb c", 4), "a\nbbbbbbbbbb\nc\n");
}

TEST(Progress, CountsNamesAndEstimates) {
  using std::chrono::seconds;
  EXPECT_EQ(progressText("/d/a.cu", 0, 20, 0, seconds(0), 80), "[0/20] a.cu");
  EXPECT_EQ(progressText("a.cu", 1, 20, 0, seconds(9), 80), "[1/20] a.cu")
      << "one unit says little about the others";
  EXPECT_EQ(progressText("a.cu", 5, 20, 0, seconds(50), 80),
            "[5/20] a.cu, about 3 min left");
  // Ten were kept from an earlier run: they say nothing about the others.
  EXPECT_EQ(progressText("a.cu", 15, 20, 10, seconds(50), 80),
            "[15/20] a.cu, less than 1 min left");
  EXPECT_EQ(progressText("a_long_name.cu", 0, 1, 0, seconds(0), 21),
            "[0/1] a_long_name.cu");
  EXPECT_EQ(progressText("a_longer_name.cu", 0, 1, 0, seconds(0), 20),
            "[0/1] a_longer_n...");
}

TEST(Ninja, PathsInABuildLine) {
  EXPECT_EQ(ninjaPath("/a b/c:d/$e"), "/a$ b/c$:d/$$e");
}

} // namespace
