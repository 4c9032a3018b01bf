//===- report_test.cpp - terminal, JSON and what formats share ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/json_text.h"
#include "analyzer/report/sample_run.h"
#include "analyzer/report/snippet.h"
#include "analyzer/report/words.h"
#include "gmock/gmock.h"

using namespace fencepost;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

struct Report : testing::Test {
  RunResult R = sampleRun(FENCEPOST_TESTDATA);
  SourceText Sources;
  ReportInput In{R, sampleRules(), Sources, "0.1.0"};
  std::string Out;
  llvm::raw_string_ostream OS{Out};
};

std::vector<std::string> keysOf(const Json &J) {
  std::vector<std::string> Keys;
  for (const auto &[Key, Value] : J.items())
    Keys.push_back(Key);
  return Keys;
}

TEST_F(Report, TerminalGolden) {
  auto Golden =
      llvm::MemoryBuffer::getFile(FENCEPOST_TESTDATA "/report/terminal.txt");
  ASSERT_TRUE(Golden);
  renderTerminal(In, {/*Color=*/false, FENCEPOST_TESTDATA}, OS);
  EXPECT_EQ(Out, (*Golden)->getBuffer().str());
}

TEST_F(Report, TerminalColoursAreOnlyAdded) {
  std::string Plain;
  llvm::raw_string_ostream PlainOS(Plain);
  renderTerminal(In, {false, ""}, PlainOS);
  renderTerminal(In, {true, ""}, OS);
  std::string Stripped;
  for (size_t I = 0; I < Out.size(); ++I) {
    if (Out[I] == '\x1b')
      I = Out.find('m', I);
    else
      Stripped += Out[I];
  }
  EXPECT_NE(Out, Plain);
  EXPECT_EQ(Stripped, Plain);
}

TEST_F(Report, TerminalLetsNoControlCharactersThrough) {
  R.Findings[0].Message = "bad \x1b[31m\r name \xFF";
  renderTerminal(In, {false, ""}, OS);
  EXPECT_THAT(Out, HasSubstr("bad ?[31m? name ?"));
}

TEST_F(Report, JsonKeysAreTheContract) {
  renderJson(In, OS);
  Json J = Json::parse(Out, nullptr, /*allow_exceptions=*/false);
  ASSERT_FALSE(J.is_discarded());
  EXPECT_THAT(keysOf(J),
              ElementsAre("version", "tool", "findings", "suppressed",
                          "coverage", "notifications"));
  EXPECT_EQ(J["version"], 1);
  EXPECT_THAT(keysOf(J["tool"]), ElementsAre("name", "version"));
  const Json &F = J["findings"][0];
  EXPECT_THAT(keysOf(F),
              ElementsAre("rule", "kind", "level", "verdict", "file", "line",
                          "column", "endLine", "endColumn", "function", "layer",
                          "layers", "archs", "message", "assumptions",
                          "instances", "fixes", "steps", "alternatives",
                          "fingerprint"));
  EXPECT_EQ(F["kind"], "missing-acquire");
  EXPECT_EQ(F["level"], "error");
  EXPECT_EQ(F["verdict"], "seen-on-hardware");
  EXPECT_EQ(F["layer"], "cuda");
  EXPECT_EQ(F["line"], 3);
  EXPECT_EQ(F["endColumn"], 22);
  EXPECT_THAT(keysOf(F["instances"]), ElementsAre("count", "example"));
  EXPECT_THAT(keysOf(F["fixes"][0]), ElementsAre("safety", "edits"));
  EXPECT_EQ(F["fixes"][0]["safety"], "unsafe");
  EXPECT_THAT(keysOf(F["fixes"][0]["edits"][0]),
              ElementsAre("file", "offset", "length", "text"));
  EXPECT_THAT(keysOf(F["steps"][0]),
              ElementsAre("role", "file", "line", "column", "message"));
  EXPECT_EQ(F["steps"][1]["role"], "call-site");
  EXPECT_THAT(keysOf(F["alternatives"][0]), ElementsAre("name", "text"));
  EXPECT_THAT(keysOf(J["coverage"]),
              ElementsAre("functions", "units", "adviceWithheld", "leftOut"));
  EXPECT_THAT(keysOf(J["coverage"]["functions"]),
              ElementsAre("analysed", "partly", "skipped"));
  EXPECT_EQ(J["coverage"]["functions"]["analysed"], 4);
  EXPECT_THAT(keysOf(J["coverage"]["functions"]["partly"][0]),
              ElementsAre("name", "reason"));
  EXPECT_THAT(keysOf(J["coverage"]["units"][0]),
              ElementsAre("file", "arch", "layer", "state", "reason"));
  EXPECT_EQ(J["coverage"]["units"][1]["state"], "skipped");
  EXPECT_THAT(keysOf(J["notifications"][0]),
              ElementsAre("class", "message", "file", "line"));
  EXPECT_EQ(J["notifications"][1]["class"], "environment");
}

TEST_F(Report, SuppressedFindingsAreSetAside) {
  R.Findings.push_back(R.Findings[0]);
  R.Findings[0].Suppressed = Suppression::InSource;
  R.Findings[0].SuppressionReason = "one block only";
  R.Findings[1].Message = "the other";
  setAsideSuppressed(R);
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].Message, "the other");
  ASSERT_EQ(R.Suppressed.size(), 1u);
  setAsideSuppressed(R);
  EXPECT_EQ(R.Suppressed.size(), 1u);

  renderJson(In, OS);
  Json J = Json::parse(Out, nullptr, /*allow_exceptions=*/false);
  ASSERT_FALSE(J.is_discarded());
  EXPECT_EQ(J["findings"].size(), 1u);
  ASSERT_EQ(J["suppressed"].size(), 1u);
  std::vector<std::string> Keys = keysOf(J["findings"][0]);
  Keys.push_back("suppression");
  EXPECT_EQ(keysOf(J["suppressed"][0]), Keys);
  EXPECT_EQ(J["suppressed"][0]["suppression"],
            (Json{{"kind", "in-source"}, {"reason", "one block only"}}));
  for (auto Render : {+[](const ReportInput &In, llvm::raw_ostream &OS) {
                        renderTerminal(In, {false, ""}, OS);
                      },
                      +[](const ReportInput &In, llvm::raw_ostream &OS) {
                        renderGithub(In, {"", ""}, OS);
                      }}) {
    std::string Text;
    llvm::raw_string_ostream TextOS(Text);
    Render(In, TextOS);
    EXPECT_THAT(Text, HasSubstr("the other"));
    EXPECT_THAT(Text, Not(HasSubstr("has no order")));
  }
}

TEST_F(Report, JsonTakesTheFindingsOwnKind) {
  R.Findings[0].Kind = "missing-release";
  renderJson(In, OS);
  EXPECT_THAT(Out, HasSubstr("\"kind\": \"missing-release\""));
}

TEST_F(Report, JsonSurvivesForeignEncodings) {
  R.Findings[0].Message = "latin \xE9";
  renderJson(In, OS);
  Json J = Json::parse(Out, nullptr, false);
  ASSERT_FALSE(J.is_discarded());
  EXPECT_EQ(J["findings"][0]["message"], "latin \xEF\xBF\xBD");
}

TEST_F(Report, CoverageNamesReasonsByFrequency) {
  R.Skipped = {{"a", "x", ""}, {"b", "y", ""}, {"c", "y", ""}};
  EXPECT_EQ(coverageLine(R),
            "8 functions: 4 analysed, 1 partly (calls 'helper', whose body is "
            "not known), 3 skipped (y: 2; x: 1)");
  EXPECT_EQ(coverageLine(RunResult()),
            "0 functions: 0 analysed, 0 partly, 0 skipped");
}

TEST_F(Report, WithheldAdviceIsCounted) {
  R.Units[0].AdviceWithheld = 2;
  R.Units[1].AdviceWithheld = 1;
  EXPECT_TRUE(llvm::StringRef(coverageLine(R))
                  .ends_with("; advice to weaken withheld: 3"));
  renderJson(In, OS);
  Json J = Json::parse(Out, nullptr, /*allow_exceptions=*/false);
  EXPECT_EQ(J["coverage"]["adviceWithheld"], 3);
}

TEST(Snippet, LongLinesAreCutAroundTheColumn) {
  SourceText T;
  T.add("x", std::string(5000, 'a') + "XY" + std::string(5000, 'b'));
  auto S = snippetOf(T, {"x", 1, 5001, 1, 5003});
  ASSERT_TRUE(S);
  EXPECT_LE(S->Line.size(), MaxSnippetColumns + 6);
  size_t At = S->Marks.find('^');
  ASSERT_NE(At, std::string::npos);
  EXPECT_EQ(S->Line.substr(At, 2), "XY");
  EXPECT_EQ(S->Marks.substr(At), "^~");
}

TEST(Snippet, ColumnsFarToTheRightAreShownToo) {
  SourceText T;
  std::string Wide;
  for (int I = 0; I < 40000; ++I)
    Wide += "\xC3\xA9"; // One column, two bytes.
  T.add("x", Wide + "XY" + Wide);
  auto S = snippetOf(T, {"x", 1, 80001, 1, 80003});
  ASSERT_TRUE(S);
  EXPECT_TRUE(llvm::StringRef(S->Line).starts_with("...\xC3\xA9"));
  EXPECT_TRUE(llvm::StringRef(S->Line).ends_with("\xC3\xA9..."));
  EXPECT_NE(S->Line.find("\xC3\xA9XY\xC3\xA9"), std::string::npos);
  EXPECT_TRUE(llvm::StringRef(S->Marks).ends_with(" ^~"));
}

TEST(Snippet, OddPlacesAreTolerated) {
  SourceText T;
  T.add("x", "ab\n\n");
  EXPECT_FALSE(snippetOf(T, {"x", 9, 1, 9, 2}));
  EXPECT_FALSE(snippetOf(T, {"/no/such", 1, 1, 1, 2}));
  EXPECT_EQ(snippetOf(T, {"x", 1, 0, 0, 0})->Marks, "");
  EXPECT_EQ(snippetOf(T, {"x", 1, 99, 1, 100})->Marks, "");
  EXPECT_EQ(snippetOf(T, {"x", 2, 1, 2, 1})->Line, "");
  EXPECT_EQ(snippetOf(T, {"x", 1, 2, 1, 1})->Marks, " ^");
}

TEST(Snippet, PiecesCarryAllMarksOfALine) {
  SourceText T;
  T.add("x", "ab\tcd ef\n" + std::string(5000, 'a') + "\n");
  auto P = piecesOf(T, "x", 1, {{"x", 1, 1, 1, 3}, {"x", 1, 7, 0, 0}});
  ASSERT_TRUE(P);
  EXPECT_THAT(*P, ElementsAre(LinePiece{"ab", true}, LinePiece{"  cd ", false},
                              LinePiece{"ef", true}));
  EXPECT_EQ(piecesOf(T, "x", 1, {})->size(), 1u);
  auto Long = piecesOf(T, "x", 2, {});
  ASSERT_TRUE(Long);
  EXPECT_EQ((*Long)[0].Text.size(), MaxPieceColumns + 3);
  EXPECT_FALSE(piecesOf(T, "x", 9, {}));
}

TEST(Words, WhatCannotBeShownIsAQuestionMark) {
  // A right-to-left override would show a name in another order.
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b\xE2\x81\xA6"
                      "c\n\xFF"),
            "a?b?c??");
  EXPECT_EQ(printableLines("a\nb\r\n"), "a\nb?\n");
}

TEST(Words, PathsBelowARoot) {
  EXPECT_EQ(below("/r/a.cu", "/r"), "a.cu");
  EXPECT_EQ(below("/r/a.cu", "/r/"), "a.cu");
  EXPECT_EQ(below("/rest/a.cu", "/r"), "/rest/a.cu");
  EXPECT_EQ(below("a.cu", ""), "a.cu");
}

} // namespace
