//===- rules_test.cpp - annotated files and the examples of the pages -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test per file of testdata/rules and per fenced block of rules/*.md, found
// when the program starts. CUDA is read with our own headers, and once more
// with a toolkit's where one is found.
//
//===----------------------------------------------------------------------===//

#include "rules/catalogue.h"
#include "testdata/runner/run_text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>

using namespace fencepost;
using namespace fencepost::testdata;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {
std::string contentOf(StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/true);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

std::vector<std::string> filesUnder(StringRef Folder,
                                    llvm::ArrayRef<StringRef> Extensions) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (llvm::sys::fs::recursive_directory_iterator I(Folder, EC), End;
       I != End && !EC; I.increment(EC))
    if (llvm::is_contained(Extensions, path::extension(I->path())))
      Files.push_back(I->path());
  std::sort(Files.begin(), Files.end());
  return Files;
}

/// The page states the rule's kinds and its highest level.
void expectAsOnThePage(const Finding &F) {
  const RuleInfo *R = findRule(F.Rule);
  ASSERT_TRUE(R) << "no page for rule " << F.Rule;
  EXPECT_TRUE(F.Kind.empty() || llvm::is_contained(R->Kinds, F.Kind))
      << F.Rule << " is no " << F.Kind << " by its page";
  EXPECT_LE(F.Severity, R->DefaultLevel) << F.Rule << " is too loud";
  for (const Fix &X : F.Fixes)
    EXPECT_TRUE(R->Fix == "safe" || (R->Fix == "unsafe" && !X.Safe))
        << F.Rule << " has a fix that its page does not promise";
}

/// What lies where, as "line:rule" with the message for the reader.
struct Found {
  std::set<std::pair<unsigned, std::string>> Places;
  std::string Listing;
};

/// Advice on cost at note level: it is announced where its own rule is tested,
/// and may stand anywhere else, for much that is right could be cheaper.
bool isCostNote(const Finding &F) {
  return F.Severity == Level::Note && F.Judgement == Verdict::Costs;
}

/// Home is the page or the file that is tested.
Found listFindings(const TextRun &Run, StringRef Home) {
  Found Out;
  for (const Finding &F : Run.Result.Findings) {
    for (const std::string &Fault : styleFaults(F))
      ADD_FAILURE() << Fault;
    expectAsOnThePage(F);
    EXPECT_EQ(F.Witness.Refuted, "")
        << "the memory model forbids what " << F.Rule << " warns of in line "
        << F.Primary.Line;
    bool IsOwn = path::stem(Home) == F.Rule ||
                 path::filename(path::parent_path(Home)) == F.Rule;
    if (isCostNote(F) && !IsOwn)
      continue;
    bool IsHere = path::filename(F.Primary.File) == path::filename(Run.Path);
    EXPECT_TRUE(IsHere) << F.Rule << " is reported in " << F.Primary.File;
    Out.Places.insert({F.Primary.Line, F.Rule});
    Out.Listing += "  line " + std::to_string(F.Primary.Line) + ": " + F.Rule +
                   ": " + F.Message + "\n";
  }
  return Out;
}

void expectCoverage(const TextRun &Run, bool MayHaveGaps) {
  std::vector<std::string> Gaps = gaps(Run.Result);
  if (MayHaveGaps) {
    EXPECT_FALSE(Gaps.empty()) << "all was analysed: remove `// partly:`";
    return;
  }
  for (const std::string &Gap : Gaps)
    ADD_FAILURE() << Gap;
}

void compare(const AnnotatedText &Text, const Found &Found) {
  std::set<std::pair<unsigned, std::string>> Announced;
  for (const Annotation &A : Text.Annotations) {
    EXPECT_TRUE(findRule(A.Rule))
        << "line " << A.Line << ": no rule is called '" << A.Rule << "'";
    bool IsFound = Found.Places.count({A.Line, A.Rule});
    switch (A.Kind) {
    case Annotation::Expect:
      EXPECT_TRUE(IsFound) << "line " << A.Line << ": " << A.Rule
                           << " is not found";
      break;
    case Annotation::Ok:
      EXPECT_FALSE(IsFound)
          << "line " << A.Line << ": " << A.Rule << " is a false alarm";
      break;
    case Annotation::Miss:
      EXPECT_FALSE(IsFound) << "line " << A.Line << ": " << A.Rule
                            << " is found now: make it `expect`";
      break;
    case Annotation::Noise:
      EXPECT_TRUE(IsFound) << "line " << A.Line << ": " << A.Rule
                           << " is gone: make it `ok`";
      break;
    }
    Announced.insert({A.Line, A.Rule});
  }
  for (const auto &[Line, Rule] : Found.Places)
    EXPECT_TRUE(Announced.count({Line, Rule}))
        << "line " << Line << ": " << Rule << " is not announced";
}

class FileTest : public testing::Test {
public:
  FileTest(std::string File, std::string CudaPath)
      : File(std::move(File)), CudaPath(std::move(CudaPath)) {}
  void TestBody() override {
    AnnotatedText Text = readAnnotations(contentOf(File));
    for (const std::string &Fault : Text.Faults)
      ADD_FAILURE() << File << ":" << Fault;
    EXPECT_FALSE(Text.Annotations.empty())
        << "no annotation: nothing is tested";
    if (Text.NeedsToolkit && CudaPath == "none")
      GTEST_SKIP() << "needs a toolkit";
    TextRun Run = runText(Text, path::filename(File), File, CudaPath);
    Found Found = listFindings(Run, File);
    expectCoverage(Run, Text.IsPartly);
    compare(Text, Found);
    if (HasFailure())
      printf("findings in %s:\n%s", File.c_str(), Found.Listing.c_str());
  }

private:
  std::string File, CudaPath;
};

/// What the small examples of other pages cost is no one's concern there.
bool isAside(StringRef Other, StringRef Rule) {
  auto IsCost = [](StringRef Name) {
    const RuleInfo *R = findRule(Name);
    return R && (llvm::is_contained(R->Kinds, "contended-atomic") ||
                 llvm::is_contained(R->Kinds, "heavy-fence"));
  };
  return IsCost(Other) && !IsCost(Rule);
}

class BlockTest : public testing::Test {
public:
  BlockTest(std::string Page, PageBlock Block, std::string CudaPath)
      : Page(std::move(Page)), Block(std::move(Block)),
        CudaPath(std::move(CudaPath)) {}
  void TestBody() override {
    AnnotatedText Text = readAnnotations(Block.Text);
    std::string Rule = path::stem(Page).str();
    std::string Extension = Block.Language == "cuda" ? "cu" : Block.Language;
    TextRun Run = runText(Text, Rule + "." + Extension, Page, CudaPath);
    Found Found = listFindings(Run, Page);
    expectCoverage(Run, Text.IsPartly);
    if (Block.IsExpect) {
      EXPECT_TRUE(llvm::any_of(Found.Places,
                               [&](const auto &P) { return P.second == Rule; }))
          << Rule << " is not found";
      for (const auto &[Line, Other] : Found.Places)
        EXPECT_TRUE(Other == Rule || isAside(Other, Rule))
            << Other << " in line " << Line << " of the block";
    } else {
      EXPECT_TRUE(llvm::all_of(Found.Places, [&](const auto &P) {
        return isAside(P.second, Rule);
      })) << "false alarm";
    }
    if (HasFailure())
      printf("findings in the block at %s:%u:\n%s", Page.c_str(), Block.Line,
             Found.Listing.c_str());
  }

private:
  std::string Page;
  PageBlock Block;
  std::string CudaPath;
};

/// File names become test names: letters, digits, `_`.
std::string testName(StringRef Text) {
  std::string Name = Text.str();
  for (char &C : Name)
    if (!isalnum(static_cast<unsigned char>(C)))
      C = '_';
  return Name;
}

template <typename MakeT>
void registerBoth(const std::string &Suite, const std::string &Name,
                  const std::string &File, unsigned Line, bool IsCuda,
                  MakeT Make) {
  static const std::string Toolkit = findToolkit();
  testing::RegisterTest(Suite.c_str(), Name.c_str(), nullptr, nullptr,
                        File.c_str(), Line,
                        [=]() -> testing::Test * { return Make("none"); });
  if (IsCuda && !Toolkit.empty())
    testing::RegisterTest((Suite + "WithToolkit").c_str(), Name.c_str(),
                          nullptr, nullptr, File.c_str(), Line,
                          [=]() -> testing::Test * { return Make(Toolkit); });
}

const bool AllRegistered = [] {
  StringRef Root = FENCEPOST_TESTDATA "/rules";
  for (const std::string &File :
       filesUnder(Root, {".cu", ".ptx", ".sass", ".events"}))
    registerBoth(
        "RuleFiles", testName(StringRef(File).drop_front(Root.size() + 1)),
        File, 1, StringRef(File).ends_with(".cu"),
        [=](std::string CudaPath) { return new FileTest(File, CudaPath); });
  for (const std::string &Page : filesUnder(FENCEPOST_RULES, {".md"})) {
    if (path::parent_path(Page) != FENCEPOST_RULES ||
        path::filename(Page) == "README.md")
      continue;
    for (const PageBlock &Block : readBlocks(contentOf(Page)))
      registerBoth("RulePages",
                   testName(path::stem(Page)) + "_line_" +
                       std::to_string(Block.Line),
                   Page, Block.Line, Block.Language == "cuda",
                   [=](std::string CudaPath) {
                     return new BlockTest(Page, Block, CudaPath);
                   });
  }
  return true;
}();
} // namespace
