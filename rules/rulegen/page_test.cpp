//===- page_test.cpp - what rulegen refuses -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rules/rulegen/page.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rulegen;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
const std::string Good = "---\n"
                         "title: a loop waits\n"
                         "kind: missing-acquire, missing-release\n"
                         "level: error\n"
                         "precision: high\n"
                         "category: ordering\n"
                         "layers: [cuda, ptx]\n"
                         "since: 0.1\n"
                         "cites: [\"PTX ISA 8.7\"]\n"
                         "fix: none\n"
                         "tags: []\n"
                         "---\n"
                         "\n"
                         "## What it finds\na\n"
                         "```cuda expect\n## no heading\n```\n"
                         "## Why it is wrong\nb\n"
                         "## What to do instead\nc\n"
                         "## When it is fine\nd\n"
                         "## What it cannot see\ne\n"
                         "## Evidence\nf\n";

std::string with(llvm::StringRef Old, llvm::StringRef New) {
  std::string Text = Good;
  size_t At = Text.find(Old);
  EXPECT_NE(At, std::string::npos) << Old.str();
  return Text.replace(At, Old.size(), New.str());
}

std::string faultsOf(const std::string &Text,
                     llvm::StringRef Path = "rules/slow-poll.md") {
  llvm::Expected<Page> P = readPage(Text, Path);
  return P ? "" : llvm::toString(P.takeError());
}

TEST(Page, ReadsWhatIsThere) {
  llvm::Expected<Page> P = readPage(Good, "rules/slow-poll.md");
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ(P->Name, "slow-poll");
  EXPECT_EQ(P->camelName(), "SlowPoll");
  EXPECT_THAT(P->Kinds, ElementsAre("missing-acquire", "missing-release"));
  EXPECT_THAT(P->Layers, ElementsAre("cuda", "ptx"));
  ASSERT_EQ(P->Sections.size(), 6u);
  EXPECT_EQ(P->Sections[0].Text, "a\n```cuda expect\n## no heading\n```\n");
  EXPECT_EQ(P->Sections[5].Heading, "Evidence");
}

TEST(Page, NamesLineOfEveryFault) {
  EXPECT_EQ(faultsOf(with("level: error", "level: fatal")),
            "rules/slow-poll.md:4: unknown level 'fatal', expected one of "
            "error, warning, note");
  EXPECT_THAT(faultsOf(with("missing-release", "missing-tea")),
              HasSubstr("slow-poll.md:3: unknown kind 'missing-tea'"));
  EXPECT_THAT(faultsOf(with("[cuda, ptx]", "[cuda, spirv]")),
              HasSubstr(":7: unknown layers 'spirv'"));
  EXPECT_THAT(faultsOf(with("fix: none", "fix: maybe")), HasSubstr(":10:"));
  EXPECT_THAT(faultsOf(with("a loop waits", "A loop waits.")),
              HasSubstr(":2: a title is a sentence without a full stop"));
  EXPECT_THAT(faultsOf(with("since: 0.1\n", "")),
              HasSubstr("missing required key 'since'"));
  EXPECT_THAT(faultsOf(with("fix: none\n", "fix: none\nfixes: 1\n")),
              HasSubstr(":11: unknown key 'fixes'"));
  EXPECT_THAT(faultsOf(with("## Why it is wrong", "## Why it's wrong")),
              HasSubstr(":19: expected heading 'Why it is wrong'"));
  EXPECT_THAT(faultsOf(with("## Evidence\nf\n", "")),
              HasSubstr("missing heading 'Evidence'"));
  EXPECT_THAT(faultsOf(with("## Evidence\nf\n", "## Evidence\n")),
              HasSubstr("'Evidence' has no text"));
  EXPECT_THAT(faultsOf(Good + "## More\ng\n"), HasSubstr("one too many"));
  EXPECT_THAT(faultsOf(with("## no heading\n```\n", "## no heading\n")),
              HasSubstr("is not closed"));
  EXPECT_THAT(faultsOf(with("---\n\n", "---\nhello\n")),
              HasSubstr("text before the first heading"));
  EXPECT_THAT(faultsOf("hello"), HasSubstr(":1: expected '---'"));
  EXPECT_THAT(faultsOf(Good, "rules/Slow_Poll.md"),
              HasSubstr("lower case and hyphens"));
}
} // namespace
