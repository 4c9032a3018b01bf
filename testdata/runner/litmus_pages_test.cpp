//===- litmus_pages_test.cpp - litmus programs of the rule pages ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block ```litmus allowed shows the bad outcome of a rule, a block
// ```litmus forbidden that the repair rules it out. Each is decided.
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/checker.h"
#include "rules/catalogue.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace fencepost;
using namespace fencepost::memory_model;
using llvm::StringRef;

namespace {

struct LitmusBlock {
  StringRef Rule, Word; ///< Word: what follows `litmus` on the fence.
  unsigned Line = 0;    ///< Of the fence, in the page without front matter.
  std::string Text;
};

std::vector<LitmusBlock> litmusBlocks(const RuleInfo &R) {
  std::vector<LitmusBlock> Out;
  bool InFence = false, IsLitmus = false;
  unsigned Line = 0;
  for (StringRef Text : llvm::split(R.Page, '\n')) {
    ++Line;
    StringRef Fence = Text;
    if (!Fence.consume_front("```")) {
      if (InFence && IsLitmus)
        Out.back().Text += (Text + "\n").str();
      continue;
    }
    InFence = !InFence;
    if (!InFence)
      continue;
    auto [Language, Word] = Fence.trim().split(' ');
    IsLitmus = Language == "litmus";
    if (IsLitmus)
      Out.push_back({R.Name, Word, Line, {}});
  }
  return Out;
}

TEST(LitmusPages, AreDecidedAsTheySay) {
  for (const RuleInfo &R : catalogue())
    for (const LitmusBlock &B : litmusBlocks(R)) {
      SCOPED_TRACE(R.Name.str() + ", block in line " + std::to_string(B.Line));
      ASSERT_TRUE(B.Word == "allowed" || B.Word == "forbidden")
          << "write ```litmus allowed or ```litmus forbidden";
      llvm::Expected<Litmus> L = parseLitmus(B.Text, R.Name);
      ASSERT_TRUE(bool(L)) << llvm::toString(L.takeError());
      ASSERT_FALSE(L->Outcome.empty()) << "nothing is asked";
      Clause Says = B.Word == "allowed" ? Clause::Allowed : Clause::Forbidden;
      EXPECT_TRUE(L->Expects == Clause::Asks || L->Expects == Says)
          << "the clause contradicts the fence";
      EXPECT_EQ(decide(*L).Is,
                Says == Clause::Allowed ? Answer::Allowed : Answer::Forbidden);
    }
}

TEST(LitmusPages, EachHasTheFaultAndTheRepair) {
  unsigned Pages = 0;
  for (const RuleInfo &R : catalogue()) {
    std::vector<LitmusBlock> Blocks = litmusBlocks(R);
    if (Blocks.empty())
      continue;
    ++Pages;
    for (const char *Word : {"allowed", "forbidden"})
      EXPECT_TRUE(llvm::any_of(
          Blocks, [&](const LitmusBlock &B) { return B.Word == Word; }))
          << R.Name.str() << " has no block ```litmus " << Word;
  }
  EXPECT_GE(Pages, 6u);
}

} // namespace
