//===- suppress_test.cpp - NOLINT comments --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is that of clang-tidy's page "Suppressing undesired diagnostics".
// That the program itself agrees is shown by testdata/tidy/nolint.cu.
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/merge.h"
#include "analyzer/finding/suppress.h"
#include "gmock/gmock.h"

using namespace fencepost;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

struct Suppress : testing::Test {
  SourceText Sources;
  Suppressor S{Sources};

  /// The reason with which rule `a-b` is suppressed on a line of Text, or
  /// "shown".
  std::string at(llvm::StringRef Text, uint32_t Line, uint32_t Column = 1,
                 llvm::StringRef Rule = "a-b") {
    Sources.add("k.cu", Text);
    Suppressor Fresh(Sources);
    Finding F;
    F.Rule = Rule.str();
    F.Primary = {"k.cu", Line, Column, 0, 0};
    Fresh.apply(F);
    return F.Suppressed == Suppression::InSource ? F.SuppressionReason
                                                 : "shown";
  }
  bool isShown(llvm::StringRef Text, uint32_t Line, uint32_t Column = 1,
               llvm::StringRef Rule = "a-b") {
    return at(Text, Line, Column, Rule) == "shown";
  }
};

TEST_F(Suppress, OnTheLineItself) {
  EXPECT_FALSE(isShown("x; // NOLINT\n", 1));
  EXPECT_TRUE(isShown("x; // NOLINT\ny;\n", 2));
  EXPECT_FALSE(isShown("x; // NOLINT(gpu-a-b)\n", 1));
  EXPECT_TRUE(isShown("x; // NOLINT(a-b)\n", 1)); // The check is gpu-a-b.
  EXPECT_TRUE(isShown("x; // NOLINT(gpu-a)\n", 1));
  EXPECT_TRUE(isShown("x; // NOLINT()\n", 1)); // Names no check.
  EXPECT_TRUE(isShown("x; // nolint\n", 1));
  EXPECT_TRUE(isShown("x;\n", 1));
}

TEST_F(Suppress, SeveralNamesAndGlobs) {
  EXPECT_FALSE(isShown("x; // NOLINT(bugprone-x, gpu-a-b )\n", 1));
  EXPECT_FALSE(isShown("x; // NOLINT(gpu-*)\n", 1));
  EXPECT_FALSE(isShown("x; // NOLINT(*-b)\n", 1));
  EXPECT_FALSE(isShown("x; // NOLINT(gpu-*-b,bugprone-*)\n", 1));
  EXPECT_TRUE(isShown("x; // NOLINT(gpu-c*)\n", 1));
  // Negative globs take nothing away, nor do they name anything.
  EXPECT_FALSE(isShown("x; // NOLINT(gpu-*,-gpu-a-b)\n", 1));
  EXPECT_TRUE(isShown("x; // NOLINT(-gpu-c)\n", 1));
  // Letters that would be special in a regular expression are not.
  EXPECT_TRUE(isShown("x; // NOLINT(gpu-a.b)\n", 1));
}

TEST_F(Suppress, OnTheLineBefore) {
  EXPECT_FALSE(isShown("// NOLINTNEXTLINE(gpu-a-b)\nx;\n", 2));
  EXPECT_FALSE(isShown("// NOLINTNEXTLINE\nx;\n", 2));
  EXPECT_TRUE(isShown("// NOLINTNEXTLINE(gpu-a-b)\n\nx;\n", 3));
  EXPECT_TRUE(isShown("x; // NOLINTNEXTLINE(gpu-a-b)\n", 1));
  EXPECT_TRUE(isShown("// NOLINTNEXTLINES\nx;\n", 2));
}

TEST_F(Suppress, InABlock) {
  const char *Text = "a;\n"
                     "// NOLINTBEGIN(gpu-a-b)\n"
                     "b;\n"
                     "// NOLINTEND(gpu-a-b)\n"
                     "c;\n";
  EXPECT_TRUE(isShown(Text, 1));
  EXPECT_FALSE(isShown(Text, 3));
  EXPECT_TRUE(isShown(Text, 5));
  EXPECT_TRUE(isShown(Text, 3, 1, "c-d"));
}

TEST_F(Suppress, ABlockOnOneLineEndsAtItsColumns) {
  const char *Text = "a /*NOLINTBEGIN*/ b /*NOLINTEND*/ c\n";
  EXPECT_TRUE(isShown(Text, 1, 1));
  EXPECT_FALSE(isShown(Text, 1, 19));
  EXPECT_TRUE(isShown(Text, 1, 35));
}

TEST_F(Suppress, AnEndMustNameWhatTheInnermostBeginNames) {
  EXPECT_TRUE(isShown("// NOLINTBEGIN(gpu-a-b)\nx;\n// NOLINTEND\n", 2));
  EXPECT_TRUE(isShown("// NOLINTBEGIN(gpu-*)\nx;\n// NOLINTEND(gpu-a-b)\n", 2));
  EXPECT_FALSE(isShown(
      "// NOLINTBEGIN( gpu-a-b,x )\ny;\n// NOLINTEND(gpu-a-b, x)\n", 2));
  EXPECT_TRUE(isShown("// NOLINTBEGIN(gpu-a-b)\nx;\n", 2));
  // The inner one is closed, the outer one never.
  const char *Nested = "// NOLINTBEGIN(x)\na;\n// NOLINTBEGIN(gpu-a-b)\nb;\n"
                       "// NOLINTEND(gpu-a-b)\nc;\n";
  EXPECT_TRUE(isShown(Nested, 2));
  EXPECT_FALSE(isShown(Nested, 4));
  EXPECT_TRUE(isShown(Nested, 6));
  std::vector<Nolint> All = nolintsOf(Nested);
  ASSERT_EQ(All.size(), 3u);
  EXPECT_TRUE(All[0].IsUnmatched);
  EXPECT_FALSE(All[1].IsUnmatched);
  EXPECT_TRUE(nolintsOf("// NOLINTEND\n")[0].IsUnmatched);
}

TEST_F(Suppress, ParenthesesEndOnTheLine) {
  // Without an end they count as no list.
  EXPECT_FALSE(isShown("x; // NOLINT(gpu-c\ny;)\n", 1));
  EXPECT_FALSE(isShown("x; // NOLINT (gpu-c)\n", 1));
  EXPECT_THAT(nolintsOf("NOLINT( a , b,c)")[0].Names,
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(nolintsOf("NOLINT( a , b,c)")[0].Line, 1u);
  EXPECT_THAT(nolintsOf("nothing"), IsEmpty());
}

TEST_F(Suppress, Reasons) {
  EXPECT_EQ(at("x; // NOLINT(gpu-a-b): one block only\n", 1), "one block only");
  EXPECT_EQ(at("x; // NOLINT(gpu-a-b) - one block only\r\n", 1),
            "one block only");
  EXPECT_EQ(at("x; /* NOLINT(gpu-a-b): one block */ y;\n", 1), "one block");
  EXPECT_EQ(at("x; // NOLINT(gpu-a-b): here // NOLINT(c): there\n", 1), "here");
  EXPECT_EQ(at("x # NOLINT(gpu-a-b): in Python\n", 1), "in Python");
  EXPECT_EQ(at("x; // NOLINT: everything\n", 1), "everything");
  EXPECT_EQ(at("x; // NOLINT(gpu-a-b)\n", 1), "");
}

TEST_F(Suppress, WhereAMacroSpellsIt) {
  Sources.add("k.cu", "#define WAIT wait() // NOLINT(gpu-a-b)\nWAIT;\n");
  Finding F;
  F.Rule = "a-b";
  F.Primary = {"k.cu", 2, 1, 2, 5};
  S.apply(F);
  EXPECT_EQ(F.Suppressed, Suppression::None);
  F.Spelled = {"k.cu", 1, 14, 1, 20};
  S.apply(F);
  EXPECT_EQ(F.Suppressed, Suppression::InSource);
}

TEST_F(Suppress, AFileThatCannotBeRead) {
  Finding F;
  F.Rule = "a-b";
  F.Primary = {"/no/such/file.cu", 2, 1, 2, 5};
  S.apply(F);
  EXPECT_EQ(F.Suppressed, Suppression::None);
}

TEST_F(Suppress, KnowsWhatWasOfUse) {
  Sources.add("k.cu", "x; // NOLINT(gpu-a-b, gpu-*, gpu-c)\n// NOLINT\n");
  EXPECT_TRUE(S.namesOurs("k.cu"));
  ASSERT_EQ(S.in("k.cu").size(), 2u);
  Finding F;
  F.Rule = "a-b";
  F.Primary = {"k.cu", 1, 1, 0, 0};
  S.apply(F);
  EXPECT_TRUE(S.wasUsed("k.cu", 1, "gpu-a-b"));
  EXPECT_TRUE(S.wasUsed("k.cu", 1, "gpu-*"));
  EXPECT_FALSE(S.wasUsed("k.cu", 1, "gpu-c"));
  EXPECT_FALSE(S.wasUsed("k.cu", 2, "*"));
  Sources.add("other.cu", "x; // NOLINT(bugprone-x)\n");
  EXPECT_FALSE(S.namesOurs("other.cu"));
}

TEST_F(Suppress, OneExpansionOfAMacroIsNotTheOther) {
  Sources.add("k.cu", "#define WAIT wait()\nWAIT; // NOLINT(gpu-a-b)\nWAIT;\n");
  std::vector<Finding> All(2);
  for (Finding &F : All) {
    F.Rule = "a-b";
    F.Spelled = {"k.cu", 1, 14, 1, 20};
    F.Function = "f";
  }
  All[0].Primary = {"k.cu", 2, 1, 2, 5};
  All[1].Primary = {"k.cu", 3, 1, 3, 5};
  for (Finding &F : All)
    S.apply(F);
  finishFindings(All, {}, Sources);
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].Suppressed, Suppression::InSource);
  EXPECT_EQ(All[1].Suppressed, Suppression::None);
  EXPECT_EQ(All[1].Primary.Line, 3u);
}

TEST_F(Suppress, FingerprintsDoNotDependOnIt) {
  Sources.add("k.cu", "x(), y();\n");
  auto FingerprintOfTheSecond = [&](Suppression OfTheFirst) {
    std::vector<Finding> All(2);
    for (Finding &F : All)
      F.Rule = "a-b";
    All[0].Primary = {"k.cu", 1, 1, 1, 4};
    All[1].Primary = {"k.cu", 1, 6, 1, 9};
    All[0].Suppressed = OfTheFirst;
    finishFindings(All, {}, Sources);
    return All.at(1).Fingerprint;
  };
  EXPECT_EQ(FingerprintOfTheSecond(Suppression::None),
            FingerprintOfTheSecond(Suppression::InSource));
}

// Quadratic work would take a minute.
TEST(Nolints, VeryManyOnOneLine) {
  std::string Text = "/* ";
  for (int I = 0; I < 100000; ++I)
    Text += "NOLINT ";
  EXPECT_EQ(nolintsOf(Text + "*/\n").size(), 100000u);
}

} // namespace
