//===- edits_test.cpp --------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/finding/edits.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {

Edit edit(const char *File, uint32_t Offset, uint32_t Length,
          const char *Text) {
  return {File, Offset, Length, Text, 7};
}

Finding with(std::vector<Fix> Fixes) {
  Finding F;
  F.Fixes = std::move(Fixes);
  return F;
}

TEST(Edits, SafeOnesUnlessAsked) {
  std::vector<Finding> Found = {
      with({{true, {edit("a", 0, 1, "x")}}}),
      with({{false, {edit("a", 4, 1, "y")}}}), with({}),
      with({{false, {edit("a", 8, 1, "u")}}, {true, {edit("a", 9, 1, "s")}}})};
  FixPlan Safe = planFixes(Found, /*WithUnsafe=*/false);
  EXPECT_EQ(Safe.Taken, 2u);
  EXPECT_EQ(Safe.Unsafe, 1u);
  EXPECT_EQ(Safe.TakenOf,
            (std::vector<size_t>{0, FixPlan::None, FixPlan::None, 1}));
  FixPlan All = planFixes(Found, /*WithUnsafe=*/true);
  EXPECT_EQ(All.Taken, 3u);
  EXPECT_EQ(All.Files["a"].size(), 3u);
}

TEST(Edits, WholeFixesWithoutOverlaps) {
  std::vector<Finding> Found = {
      with({{true, {edit("a", 10, 4, "x"), edit("b", 0, 0, "x")}}}),
      // Half of it would overlap: none of it is taken.
      with({{true, {edit("c", 0, 0, "y"), edit("a", 12, 1, "y")}}}),
      with({{true, {edit("a", 14, 2, "z")}}}), // Just behind.
      with({{true, {edit("a", 10, 4, "x")}}}), // Known.
      with({{true, {edit("b", 0, 0, "other")}}}),
      with({{true, {edit("d", 1, 3, "p"), edit("d", 2, 1, "q")}}})};
  FixPlan Plan = planFixes(Found, false);
  EXPECT_EQ(Plan.Taken, 3u);
  EXPECT_EQ(Plan.Conflicts, 3u);
  EXPECT_EQ(Plan.Files.count("c"), 0u);
  EXPECT_EQ(Plan.Files.count("d"), 0u);
  ASSERT_EQ(Plan.Files["a"].size(), 2u);
  EXPECT_EQ(Plan.Files["a"][0].Offset, 10u);
}

TEST(Edits, NotInListingsAndSystemHeaders) {
  Finding Listing = with({{true, {edit("a", 0, 1, "x")}}});
  Finding System = Listing;
  Listing.IsInListing = true;
  System.InSystemHeader = true;
  EXPECT_TRUE(planFixes({Listing, System}, true).Files.empty());
}

TEST(Edits, Apply) {
  EXPECT_EQ(applyEdits("abcdef", {edit("", 0, 1, "X"), edit("", 3, 0, "-"),
                                  edit("", 5, 1, "")}),
            "Xbc-de");
  EXPECT_EQ(applyEdits("abc", {}), "abc");
}

// The format: POSIX, diff -u.
TEST(Edits, UnifiedDiff) {
  std::string Old;
  for (int I = 1; I <= 30; ++I)
    Old += "line " + std::to_string(I) + "\n";
  auto At = [&](const char *Text) { return uint32_t(Old.find(Text)); };
  std::string Diff = unifiedDiff("f.cu", Old,
                                 {edit("", At("line 2\n"), 4, "LINE"),
                                  edit("", At("5\n") + 1, 0, "!"),
                                  edit("", At("line 20"), 0, "new\n")});
  EXPECT_EQ(Diff, "--- f.cu\n+++ f.cu\n"
                  "@@ -1,8 +1,8 @@\n"
                  " line 1\n-line 2\n-line 3\n-line 4\n-line 5\n"
                  "+LINE 2\n+line 3\n+line 4\n+line 5!\n"
                  " line 6\n line 7\n line 8\n"
                  "@@ -17,7 +17,8 @@\n"
                  " line 17\n line 18\n line 19\n-line 20\n+new\n+line 20\n"
                  " line 21\n line 22\n line 23\n");
  EXPECT_EQ(unifiedDiff("f.cu", "a", {edit("", 0, 1, "b")}),
            "--- f.cu\n+++ f.cu\n@@ -1,1 +1,1 @@\n"
            "-a\n\\ No newline at end of file\n"
            "+b\n\\ No newline at end of file\n");
  EXPECT_EQ(unifiedDiff("f.cu", Old, {}), "");
}

} // namespace
