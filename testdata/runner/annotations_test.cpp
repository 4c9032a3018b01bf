//===- annotations_test.cpp - the annotation language ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "testdata/runner/annotations.h"
#include <gtest/gtest.h>

using namespace fencepost::testdata;

namespace {
TEST(Annotations, StripKeepsLinesAndOtherComments) {
  AnnotatedText T = readAnnotations("a; // note\n"
                                    "b; // why // expect: weak-poll\n"
                                    "// ok: relaxed-poll\n"
                                    "c;\n");
  EXPECT_EQ(T.Stripped, "a; // note\nb; // why\n\nc;\n");
  ASSERT_EQ(T.Annotations.size(), 2u);
  EXPECT_EQ(T.Annotations[0].Kind, Annotation::Expect);
  EXPECT_EQ(T.Annotations[0].Line, 2u);
  EXPECT_EQ(T.Annotations[0].Rule, "weak-poll");
  EXPECT_EQ(T.Annotations[1].Kind, Annotation::Ok);
  EXPECT_TRUE(T.Faults.empty());
}

TEST(Annotations, SeveralOnOneLine) {
  AnnotatedText T = readAnnotations(
      "x // expect: a-b, c // miss: d — aliasing through memory\n");
  ASSERT_EQ(T.Annotations.size(), 3u);
  EXPECT_EQ(T.Annotations[1].Rule, "c");
  EXPECT_EQ(T.Annotations[2].Kind, Annotation::Miss);
  EXPECT_EQ(T.Annotations[2].Rule, "d");
  EXPECT_EQ(T.Stripped, "x\n");
  EXPECT_TRUE(T.Faults.empty());
}

TEST(Annotations, FileWide) {
  AnnotatedText T = readAnnotations("// arch: sm_80\n// partly: recursion\nx");
  EXPECT_EQ(T.Arch, "sm_80");
  EXPECT_TRUE(T.IsPartly);
  EXPECT_EQ(T.Stripped, "\n\nx");
}

TEST(Annotations, FaultsAreTold) {
  EXPECT_EQ(readAnnotations("// miss: relaxed-poll\n").Faults.size(), 1u);
  EXPECT_EQ(readAnnotations("// noise: relaxed-poll —\n").Faults.size(), 1u);
  EXPECT_EQ(readAnnotations("// expect: Relaxed Poll\n").Faults.size(), 1u);
  EXPECT_EQ(readAnnotations("// expect:\n").Faults.size(), 1u);
}

TEST(Blocks, OnlyThoseWithAMode) {
  std::vector<PageBlock> B = readBlocks("text\n"
                                        "```cuda expect\n"
                                        "one\n"
                                        "\n"
                                        "two\n"
                                        "```\n"
                                        "```cuda\n"
                                        "shown only\n"
                                        "```\n"
                                        "```events ok\n"
                                        "three\n"
                                        "```\n");
  ASSERT_EQ(B.size(), 2u);
  EXPECT_EQ(B[0].Language, "cuda");
  EXPECT_TRUE(B[0].IsExpect);
  EXPECT_EQ(B[0].Line, 2u);
  EXPECT_EQ(B[0].Text, "one\n\ntwo\n");
  EXPECT_EQ(B[1].Language, "events");
  EXPECT_FALSE(B[1].IsExpect);
  EXPECT_EQ(B[1].Text, "three\n");
}
} // namespace
