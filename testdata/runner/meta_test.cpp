//===- meta_test.cpp - tests about the rules ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Page, check and cases belong together: none of them exists alone.
//
//===----------------------------------------------------------------------===//

#include "checks/checks.h"
#include "testdata/runner/annotations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>
#include <set>

using namespace fencepost;
using namespace fencepost::testdata;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {
const char *languageOf(Layer L) {
  switch (L) {
  case Layer::Cuda:
    return "cuda";
  case Layer::Ptx:
    return "ptx";
  case Layer::Sass:
    return "sass";
  case Layer::Events:
    return "events";
  }
  return "";
}

TEST(Meta, TheCatalogueIsSorted) {
  ASSERT_FALSE(catalogue().empty());
  EXPECT_TRUE(
      llvm::is_sorted(catalogue(), [](const RuleInfo &A, const RuleInfo &B) {
        return A.Name < B.Name;
      }));
  for (const RuleInfo &R : catalogue())
    EXPECT_EQ(findRule(R.Name), &R);
  EXPECT_EQ(findRule("no-such-rule"), nullptr);
}

TEST(Meta, EveryPageHasACheck) {
  ASSERT_EQ(checks().size(), catalogue().size());
  for (auto [C, R] : llvm::zip(checks(), catalogue())) {
    EXPECT_EQ(C.Rule, &R);
    EXPECT_TRUE(C.Run);
    std::string Source = (FENCEPOST_CHECKS "/" + R.Name + ".cpp").str();
    EXPECT_TRUE(llvm::sys::fs::exists(Source)) << Source;
  }
}

TEST(Meta, EveryCheckHasAPage) {
  std::error_code EC;
  for (llvm::sys::fs::directory_iterator I(FENCEPOST_CHECKS, EC), End;
       I != End && !EC; I.increment(EC)) {
    if (path::extension(I->path()) != ".cpp")
      continue;
    auto Buffer = llvm::MemoryBuffer::getFile(I->path());
    ASSERT_TRUE(bool(Buffer)) << I->path();
    if ((*Buffer)->getBuffer().contains("void fencepost::check"))
      EXPECT_TRUE(findRule(path::stem(I->path()))) << I->path();
  }
}

TEST(Meta, EveryLayerOfAPageHasBothKindsOfExample) {
  for (const RuleInfo &R : catalogue()) {
    std::set<std::pair<std::string, bool>> Examples;
    for (const PageBlock &B : readBlocks(R.Page))
      Examples.insert({B.Language, B.IsExpect});
    for (Layer L : R.Layers)
      for (bool IsExpect : {true, false})
        EXPECT_TRUE(Examples.count({languageOf(L), IsExpect}))
            << R.Name.str() << " has no block ```" << languageOf(L)
            << (IsExpect ? " expect" : " ok");
  }
}

TEST(Meta, PagesAreWhole) {
  for (const RuleInfo &R : catalogue()) {
    EXPECT_EQ(R.Sections.size(), 6u) << R.Name.str();
    for (const RuleSection &S : R.Sections)
      EXPECT_FALSE(S.Text.trim().empty())
          << R.Name.str() << ": " << S.Heading.str();
    EXPECT_EQ(R.section("Evidence"), R.Sections.back().Text) << R.Name.str();
    EXPECT_FALSE(R.Kinds.empty()) << R.Name.str();
    EXPECT_EQ(R.Kinds.front(), R.Kind) << R.Name.str();
  }
}
} // namespace
