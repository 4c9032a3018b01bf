//===- json_depth_test.cpp - JSON that is safe to parse -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/model/json_depth.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {

TEST(JsonDepth, OfTheFirstBracketThatIsTooDeep) {
  EXPECT_FALSE(nestsTooDeeply(""));
  EXPECT_FALSE(nestsTooDeeply(std::string(64, '[')));
  EXPECT_EQ(tooDeepAt(std::string(1000, '[')), 64u);
  EXPECT_EQ(tooDeepAt("[]" + std::string(1000, '{')), 66u);
}

TEST(JsonDepth, BracketsInStringsDoNotCount) {
  std::string Many(1000, '[');
  EXPECT_FALSE(nestsTooDeeply("[\"" + Many + "\"]"));
  EXPECT_FALSE(nestsTooDeeply(R"(["\")" + Many + "\"]"));
  EXPECT_TRUE(nestsTooDeeply(R"(["\\")" + Many));
  EXPECT_FALSE(nestsTooDeeply("\"" + Many)); // A string without an end.
}

TEST(JsonDepth, ManyBesideOneAnother) {
  std::string Text = "[";
  for (int I = 0; I < 1000; ++I)
    Text += "[{}],";
  EXPECT_FALSE(nestsTooDeeply(Text + "0]"));
}

} // namespace
