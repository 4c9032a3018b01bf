//===- baseline_test.cpp -----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/finding/baseline.h"
#include "analyzer/finding/merge.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {

/// The findings that a rule makes of every line with `poll` in it, as after a
/// run.
std::vector<Finding> findingsIn(const std::string &File, llvm::StringRef Text) {
  std::vector<Finding> Out;
  SourceText Sources;
  Sources.add(File, Text);
  std::string Function;
  for (uint32_t Line = 1; auto L = Sources.line(File, Line); ++Line) {
    if (L->consume_front("void "))
      Function = L->split('(').first.str();
    if (!L->contains("poll"))
      continue;
    Finding F;
    F.Rule = "relaxed-poll";
    F.Function = Function;
    F.Skeleton = "poll:load.relaxed.gpu";
    F.Primary = {File, Line, 3, Line, 9};
    Out.push_back(F);
  }
  finishFindings(Out, {}, Sources);
  return Out;
}

constexpr char Code[] = "void first(int *f) {\n  poll(f);\n}\n"
                        "void second(int *f) {\n  poll(f);\n  poll(f);\n}\n";

Baseline baselineOf(llvm::ArrayRef<Finding> Findings) {
  return llvm::cantFail(Baseline::read(writeBaseline(Findings, "/src")));
}

size_t newOnes(const Baseline &Known, std::vector<Finding> Findings) {
  (void)Known.suppress(Findings, "known");
  return llvm::count_if(Findings, [](const Finding &F) {
    return F.Suppressed == Suppression::None;
  });
}

TEST(Baseline, KnowsWhatItWasWrittenFrom) {
  std::vector<Finding> Found = findingsIn("/src/a.cu", Code);
  ASSERT_EQ(Found.size(), 3u);
  Baseline Known = baselineOf(Found);
  EXPECT_TRUE(Known.suppress(Found, "'b.json' has it").empty());
  for (const Finding &F : Found) {
    EXPECT_EQ(F.Suppressed, Suppression::Baseline);
    EXPECT_EQ(F.SuppressionReason, "'b.json' has it");
  }
}

TEST(Baseline, SurvivesEditsElsewhere) {
  Baseline Known = baselineOf(findingsIn("/src/a.cu", Code));
  std::string Text = Code;
  EXPECT_EQ(newOnes(Known, findingsIn("/src/a.cu", "// more\n\n" + Text)), 0u);
  EXPECT_EQ(newOnes(Known, findingsIn("/src/a.cu", "void third() {}\n" + Text)),
            0u);
  EXPECT_EQ(newOnes(Known, findingsIn("/elsewhere/b.cu", Text)), 0u);
  std::string Renamed = Text;
  Renamed.replace(Renamed.find("first"), 5, "other");
  EXPECT_EQ(newOnes(Known, findingsIn("/src/a.cu", Renamed)), 1u); // Its own.
  std::string Indented = Text;
  Indented.replace(Indented.find("  poll"), 2, "\t\t");
  EXPECT_EQ(newOnes(Known, findingsIn("/src/a.cu", Indented)), 0u);
}

TEST(Baseline, TellsNewOnesFromEqualOldOnes) {
  Baseline Known = baselineOf(findingsIn("/src/a.cu", Code));
  std::string Text = Code;
  EXPECT_EQ(
      newOnes(Known, findingsIn("/src/a.cu", Text + "void third(int *f) {\n"
                                                    "  poll(f);\n}\n")),
      1u);
  Text.insert(Text.rfind("  poll"), "  poll(f);\n"); // A third of its kind.
  EXPECT_EQ(newOnes(Known, findingsIn("/src/a.cu", Text)), 1u);
}

TEST(Baseline, WhatIsGone) {
  std::vector<Finding> Found = findingsIn("/src/a.cu", Code);
  Baseline Known = baselineOf(Found);
  Found.erase(Found.begin());
  EXPECT_EQ(Known.suppress(Found, ""), std::vector<std::string>{"a.cu"});
  // A comment in the source is stronger, but the finding is not gone.
  Found.front().Suppressed = Suppression::InSource;
  Found.front().SuppressionReason = "mine";
  EXPECT_EQ(Known.suppress(Found, "").size(), 1u);
  EXPECT_EQ(Found.front().Suppressed, Suppression::InSource);
  EXPECT_EQ(Found.front().SuppressionReason, "mine");
}

TEST(Baseline, OneLineAFindingInOneOrder) {
  std::vector<Finding> Found = findingsIn("/src/a.cu", Code);
  std::string Text = writeBaseline(Found, "/src");
  std::reverse(Found.begin(), Found.end());
  EXPECT_EQ(writeBaseline(Found, "/src"), Text);
  EXPECT_EQ(llvm::StringRef(Text).count('\n'), 3u + 3u + 2u);
  EXPECT_TRUE(llvm::StringRef(Text).contains(
      "{\"rule\": \"relaxed-poll\", \"file\": \"a.cu\", \"function\": "
      "\"first\", \"fingerprint\": \""))
      << Text;
  EXPECT_EQ(
      writeBaseline({}, "/src"),
      "{\n  \"format\": \"fencepost-baseline/1\",\n  \"findings\": []\n}\n");
}

TEST(Baseline, BrokenAndForeignFiles) {
  auto Fault = [](llvm::StringRef Text) {
    auto Read = Baseline::read(Text);
    return Read ? "none" : llvm::toString(Read.takeError());
  };
  EXPECT_EQ(Fault(writeBaseline({}, "")), "none");
  for (const char *Text : {"", "{", "rules: 3", "\x80"})
    EXPECT_EQ(Fault(Text), "it is no JSON; --write-baseline=FILE writes one");
  for (const char *Text :
       {"[]", "{}", "{\"version\": \"2.1.0\", \"runs\": []}",
        "{\"format\": \"fencepost-baseline/9\", \"findings\": []}"})
    EXPECT_TRUE(llvm::StringRef(Fault(Text))
                    .starts_with("it is no baseline of Fencepost"))
        << Fault(Text);
  EXPECT_NE(Fault(std::string(1000000, '[')), "none");
  EXPECT_EQ(Fault("{\"format\": \"fencepost-baseline/1\", \"findings\": "
                  "[{\"rule\": \"a\"}]}"),
            "entry 1 has no \"rule\" or no \"fingerprint\"");
  EXPECT_NE(Fault("{\"format\": \"fencepost-baseline/1\"}"), "none");
}

} // namespace
