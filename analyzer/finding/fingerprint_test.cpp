//===- fingerprint_test.cpp -----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The line hashes are those that GitHub's upload action documents by its own
// tests: other values would orphan alerts.
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/fingerprint.h"
#include "analyzer/finding/source_text.h"
#include "gmock/gmock.h"

using namespace fencepost;
using testing::ElementsAre;

namespace {

TEST(GithubLineHash, EmptyText) {
  EXPECT_THAT(githubLineHashes(""), ElementsAre("c129715d7a2bc9a3:1"));
}

TEST(GithubLineHash, BlanksDoNotCount) {
  EXPECT_THAT(githubLineHashes(" a\nb\n  \t\tc\n d"),
              ElementsAre("271789c17abda88f:1", "54703d4cd895b18:1",
                          "180aee12dab6264:1", "a23a3dc5e078b07b:1"));
}

TEST(GithubLineHash, EveryEndOfLineCountsAlike) {
  for (const char *Text :
       {" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n",
        " hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r",
        " hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n",
        " hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n"})
    EXPECT_THAT(githubLineHashes(Text),
                ElementsAre("e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1",
                            "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
                            "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1",
                            "c129715d7a2bc9a3:1"))
        << Text;
}

TEST(GithubLineHash, EqualLinesAreNumbered) {
  std::string Text;
  for (int I = 0; I < 10; ++I)
    Text += "Lorem ipsum dolor sit amet.\n";
  EXPECT_THAT(githubLineHashes(Text),
              ElementsAre("a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2",
                          "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
                          "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6",
                          "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
                          "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1",
                          "c129715d7a2bc9a3:1"));
}

TEST(Fingerprint, IgnoresBlanksCommentsAndTemplateArguments) {
  Finding A, B;
  A.Rule = B.Rule = "relaxed-poll";
  A.Skeleton = B.Skeleton = "poll:load.relaxed.gpu";
  A.Function = "reduce<float>", B.Function = "reduce<std::pair<int, int>>";
  EXPECT_EQ(fingerprint(A, "  while (load(flag) == 0);"),
            fingerprint(B, "while (load(flag)==0);   // spin"));
}

// Computed with another SHA-1: a changed recipe would orphan every baseline.
TEST(Fingerprint, RecipeIsFixed) {
  Finding F;
  F.Rule = "relaxed-poll";
  F.Function = "reduce<float>";
  F.Skeleton = "poll:load.relaxed.gpu";
  EXPECT_EQ(fingerprint(F, "  while (ld(f) == 0); // spin"),
            "6297d4a1735ce85f1c46a51b67e80fa4");
}

TEST(Fingerprint, DiffersByRuleFunctionSkeletonAndText) {
  Finding A;
  A.Rule = "relaxed-poll", A.Function = "k", A.Skeleton = "s";
  std::string Base = fingerprint(A, "x");
  Finding B = A;
  B.Rule = "weak-poll";
  EXPECT_NE(fingerprint(B, "x"), Base);
  B = A, B.Function = "l";
  EXPECT_NE(fingerprint(B, "x"), Base);
  B = A, B.Skeleton = "t";
  EXPECT_NE(fingerprint(B, "x"), Base);
  EXPECT_NE(fingerprint(A, "y"), Base);
  B = A, B.Function = "ks", B.Skeleton = "";
  EXPECT_NE(fingerprint(B, "x"), Base);
}

TEST(SourceText, LinesOfALongText) {
  std::string Text;
  for (int I = 1; I <= 20000; ++I)
    Text += std::string(I % 7, '.') + std::to_string(I) + "\n";
  Text += std::string(100000, 'x') + "\nlast";
  SourceText T;
  T.add("-", Text);
  for (int I : {1, 2, 19999, 7, 1 << 14, 20000, 4096})
    EXPECT_EQ(T.line("-", I), std::string(I % 7, '.') + std::to_string(I));
  EXPECT_EQ(T.line("-", 20001)->size(), 100000u);
  EXPECT_EQ(T.line("-", 20002), "last");
  EXPECT_FALSE(T.line("-", 20003));
  EXPECT_FALSE(T.line("-", 4000000000u));
  T.add("-", "a\n\nb\n");
  EXPECT_EQ(T.line("-", 2), "");
  EXPECT_EQ(T.line("-", 4), "");
  EXPECT_FALSE(T.line("-", 5));
}

TEST(SourceText, LinesAndMissingFiles) {
  SourceText T;
  T.add("-", "one\r\ntwo\n");
  EXPECT_EQ(T.line("-", 1), "one");
  EXPECT_EQ(T.line("-", 2), "two");
  EXPECT_EQ(T.line("-", 3), "");
  EXPECT_FALSE(T.line("-", 4));
  EXPECT_FALSE(T.line("-", 0));
  EXPECT_FALSE(T.line("/no/such/file", 1));
  EXPECT_FALSE(T.text("/"));
}

TEST(Utf16, CountsUnitsNotBytes) {
  // é: 2 bytes, 1 unit. U+1F600: 4 bytes, 2 units.
  EXPECT_EQ(utf16Column("abc", 3), 3u);
  EXPECT_EQ(utf16Column("\xC3\xA9x", 3), 2u);
  EXPECT_EQ(utf16Column("\xF0\x9F\x98\x80x", 5), 3u);
  EXPECT_EQ(utf16Column("\xFFx", 2), 2u);
  EXPECT_EQ(utf16Column("ab", 9), 9u);
  EXPECT_EQ(utf16Column("ab", 0), 0u);
}

} // namespace
