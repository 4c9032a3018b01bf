//===- changes_test.cpp ------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/finding/changes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {

Changes changes(llvm::StringRef Diff) {
  return llvm::cantFail(Changes::read(Diff, "/src"));
}

Place line(uint32_t Line, const char *File = "/src/a.cu") {
  return {File, Line, 1, Line, 2};
}

// Unified diffs as POSIX and git's manual describe them.
TEST(Changes, LinesOfAHunk) {
  Changes C = changes("diff --git a/a.cu b/a.cu\n"
                      "index 1..2 100644\n"
                      "--- a/a.cu\n+++ b/a.cu\n"
                      "@@ -10,2 +10,3 @@ void f()\n-old\n-old\n+x\n+y\n+z\n"
                      "@@ -40 +41,0 @@\n-gone\n");
  EXPECT_FALSE(C.touches(line(8)));
  for (uint32_t L : {10u, 11u, 12u})
    EXPECT_TRUE(C.touches(line(L))) << L;
  EXPECT_FALSE(C.touches(line(13)));
  // Removed between lines 41 and 42.
  EXPECT_FALSE(C.touches(line(40)));
  EXPECT_TRUE(C.touches(line(41)));
  EXPECT_TRUE(C.touches(line(42)));
  EXPECT_FALSE(C.touches(line(43)));
  EXPECT_FALSE(C.touches(line(11, "/src/b.cu")));
  EXPECT_TRUE(C.touches(Place{"/src/a.cu", 5, 1, 10, 2}));
  EXPECT_FALSE(C.touches(Place{}));
}

TEST(Changes, ContextDoesNotCount) {
  Changes C = changes("--- a.cu\t2026-01-01\n+++ a.cu\t2026-01-02\n"
                      "@@ -1,5 +1,5 @@\n 1\n 2\n-3\n+three\n 4\n 5\n"
                      "\\ No newline at end of file\n");
  EXPECT_FALSE(C.touches(line(1)));
  EXPECT_TRUE(C.touches(line(3)));
  EXPECT_FALSE(C.touches(line(5)));
}

TEST(Changes, NewDeletedAndOddlyNamedFiles) {
  Changes C = changes("--- /dev/null\n+++ b/new.cu\n@@ -0,0 +1,2 @@\n+1\n+2\n"
                      "--- a/old.cu\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n"
                      "--- \"a/\\303\\244.cu\"\n+++ \"b/\\303\\244.cu\"\n"
                      "@@ -3 +3 @@\n-1\n+2\n");
  EXPECT_TRUE(C.touches(line(2, "/src/new.cu")));
  EXPECT_FALSE(C.touches(line(1, "/src/old.cu")));
  EXPECT_TRUE(C.touches(line(3, "/src/\xc3\xa4.cu")));
  C.addFile("/src/whole.cu");
  EXPECT_TRUE(C.touches(line(12345, "/src/whole.cu")));
}

TEST(Changes, AnyStepMakesAFindingCount) {
  Changes C = changes("--- a/a.cu\n+++ b/a.cu\n@@ -7 +7 @@\n-a\n+b\n");
  Finding AtStep, AtPrimary, Spelled, Nowhere, Known;
  AtStep.Primary = Nowhere.Primary = Known.Primary = line(1);
  AtStep.Steps = {{Role::Producer, line(3), ""}, {Role::Fence, line(7), ""}};
  AtPrimary.Primary = line(7);
  Spelled.Primary = line(2);
  Spelled.Spelled = line(7);
  Known.Suppressed = Suppression::Baseline;
  std::vector<Finding> All = {AtStep, AtPrimary, Spelled, Nowhere, Known};
  C.suppressOthers(All, "elsewhere");
  EXPECT_EQ(All[0].Suppressed, Suppression::None);
  EXPECT_EQ(All[1].Suppressed, Suppression::None);
  EXPECT_EQ(All[2].Suppressed, Suppression::None);
  EXPECT_EQ(All[3].Suppressed, Suppression::Outside);
  EXPECT_EQ(All[3].SuppressionReason, "elsewhere");
  EXPECT_EQ(All[4].Suppressed, Suppression::Baseline);
}

// git prints paths from the top of the repository wherever it is called.
TEST(Changes, PathsFromAFolderAbove) {
  llvm::SmallString<128> Top;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fencepost-diff", Top));
  std::string Source = (Top + "/src/a.cu").str(), Below = (Top + "/sub").str();
  llvm::sys::fs::create_directories(Top + "/src");
  llvm::sys::fs::create_directories(Below);
  std::error_code Code;
  llvm::raw_fd_ostream(Source, Code) << "x\n";
  constexpr llvm::StringRef Diff =
      "--- a/src/a.cu\n+++ b/src/a.cu\n@@ -7 +7 @@\n-a\n+b\n";
  Changes C = llvm::cantFail(Changes::read(Diff, Below));
  EXPECT_TRUE(C.hasFiles());
  EXPECT_TRUE(C.touches(line(7, Source.c_str())));
  EXPECT_FALSE(C.touches(line(8, Source.c_str())));
  EXPECT_FALSE(llvm::cantFail(Changes::read(Diff, "/no/such")).hasFiles());
  llvm::sys::fs::remove_directories(Top);
}

TEST(Changes, WhatIsNoDiff) {
  auto Fault = [](llvm::StringRef Text) {
    auto Read = Changes::read(Text, "/src");
    return Read ? "none" : llvm::toString(Read.takeError());
  };
  EXPECT_EQ(Fault(""), "none"); // Nothing has changed.
  EXPECT_EQ(Fault("hello\n"), "it is no unified diff");
  EXPECT_EQ(Fault("--- a/a\n+++ b/a\n@@ -1,4 +1,4 @@\n 1\n"),
            "the diff ends in the middle");
  EXPECT_EQ(Fault("--- a/a\n+++ b/a\n@@ -x +1 @@\n"),
            "line 3 is none of a unified diff");
  EXPECT_EQ(Fault("--- a/a\n+++ b/a\n@@ -1 +1 @@\nhello\n"),
            "line 4 is none of a unified diff");
  EXPECT_EQ(Fault("@@ -1 +1 @@\n-a\n+b\n"), "line 1 is none of a unified diff");
  // Numbers beyond any file.
  EXPECT_EQ(Fault("--- a/a\n+++ b/a\n@@ -1,0 +18446744073709551615 @@\n+b\n"),
            "none");
}

} // namespace
