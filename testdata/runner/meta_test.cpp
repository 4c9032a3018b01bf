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
#include "llvm/ADT/StringExtras.h"
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

using Examples = std::set<std::pair<std::string, bool>>;

/// What the files of testdata/rules/<rule> announce about their rule.
void addFiles(StringRef Rule, Examples &Out) {
  std::error_code EC;
  std::string Folder = (FENCEPOST_TESTDATA "/rules/" + Rule).str();
  for (llvm::sys::fs::directory_iterator I(Folder, EC), End; I != End && !EC;
       I.increment(EC)) {
    auto Buffer = llvm::MemoryBuffer::getFile(I->path());
    if (!Buffer)
      continue;
    StringRef Extension = path::extension(I->path());
    std::string Language =
        Extension == ".cu" ? "cuda" : Extension.drop_front().str();
    for (const Annotation &A :
         readAnnotations((*Buffer)->getBuffer()).Annotations)
      if (A.Rule == Rule &&
          (A.Kind == Annotation::Expect || A.Kind == Annotation::Ok))
        Out.insert({Language, A.Kind == Annotation::Expect});
  }
}

TEST(Meta, EveryPageHasBothKindsOfExample) {
  for (const RuleInfo &R : catalogue())
    for (bool IsExpect : {true, false})
      EXPECT_TRUE(llvm::any_of(
          readBlocks(R.Page),
          [&](const PageBlock &B) { return B.IsExpect == IsExpect; }))
          << R.Name.str() << " has no block marked "
          << (IsExpect ? "expect" : "ok");
}

TEST(Meta, EveryLayerOfARuleHasBothKindsOfCase) {
  for (const RuleInfo &R : catalogue()) {
    Examples Cases;
    for (const PageBlock &B : readBlocks(R.Page))
      Cases.insert({B.Language, B.IsExpect});
    addFiles(R.Name, Cases);
    for (Layer L : R.Layers)
      for (bool IsExpect : {true, false})
        EXPECT_TRUE(Cases.count({languageOf(L), IsExpect}))
            << R.Name.str() << " has no case in " << languageOf(L)
            << " that is " << (IsExpect ? "bad" : "good");
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
/// The rows of the table under "## Rules" of the README: name and title.
std::vector<std::pair<std::string, std::string>> rulesOfReadme(StringRef Text) {
  std::vector<std::pair<std::string, std::string>> Rows;
  StringRef Section = Text.split("\n## Rules\n").second;
  for (StringRef Line : llvm::split(Section.split("\n## ").first, '\n')) {
    auto [Name, Title] = Line.trim("| ").split('|');
    if (Line.starts_with("| `"))
      Rows.push_back({Name.trim(" `").str(), Title.trim().str()});
  }
  return Rows;
}

TEST(Meta, TheReadmeListsTheCatalogue) {
  auto Readme = llvm::MemoryBuffer::getFile(FENCEPOST_README);
  ASSERT_TRUE(bool(Readme)) << FENCEPOST_README;
  std::vector<std::pair<std::string, std::string>> Catalogue;
  for (const RuleInfo &R : catalogue())
    Catalogue.push_back({R.Name.str(), R.Title.str()});
  EXPECT_EQ(rulesOfReadme((*Readme)->getBuffer()), Catalogue);
}
} // namespace
