//===- fixes_test.cpp - every fix repairs, and what pages promise ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each fix of each page and case is applied to its text: the finding is gone,
// the text still compiles, and no new fault of an order has come. A page says
// `fix:` of its rule as the checks have it: some fix of that kind, none beyond.
//
//===----------------------------------------------------------------------===//

#include "analyzer/finding/edits.h"
#include "rules/catalogue.h"
#include "testdata/runner/run_text.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>

using namespace fencepost;
using namespace fencepost::testdata;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {

struct Source {
  std::string Name, Origin;
  AnnotatedText Text;
};

std::string contentOf(StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/true);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// The CUDA texts of a rule: blocks of its page that it finds, its cases.
std::vector<Source> sourcesOf(const RuleInfo &Rule) {
  std::vector<Source> Out;
  std::string Page = (FENCEPOST_RULES "/" + Rule.Name + ".md").str();
  for (const PageBlock &B : readBlocks(contentOf(Page)))
    if (B.Language == "cuda" && B.IsExpect)
      Out.push_back({(Rule.Name + "_line_" + llvm::Twine(B.Line)).str(), Page,
                     readAnnotations(B.Text)});
  std::string Folder = (FENCEPOST_TESTDATA "/rules/" + Rule.Name).str();
  std::vector<std::string> Files;
  std::error_code EC;
  for (llvm::sys::fs::directory_iterator I(Folder, EC), End; I != End && !EC;
       I.increment(EC))
    if (path::extension(I->path()) == ".cu")
      Files.push_back(I->path());
  std::sort(Files.begin(), Files.end());
  for (const std::string &File : Files) {
    AnnotatedText Text = readAnnotations(contentOf(File));
    if (!Text.NeedsToolkit)
      Out.push_back({path::stem(File).str(), File, std::move(Text)});
  }
  return Out;
}

TextRun runSource(const Source &S, StringRef Text) {
  AnnotatedText Now = S.Text;
  Now.Stripped = Text.str();
  return runText(Now, S.Name + ".cu", S.Origin, "none");
}

/// Findings by rule; those that only cost are aside.
std::map<std::string, size_t> faults(const RunResult &R) {
  std::map<std::string, size_t> Out;
  for (const Finding &F : R.Findings)
    if (F.Judgement != Verdict::Costs)
      ++Out[F.Rule];
  return Out;
}

size_t countOf(const RunResult &R, StringRef Rule) {
  return std::count_if(R.Findings.begin(), R.Findings.end(),
                       [&](const Finding &F) { return F.Rule == Rule; });
}

void expectRepaired(const Source &S, const RunResult &Before,
                    const Finding &Found, const Fix &X) {
  Finding Alone = Found;
  Alone.Fixes = {X};
  FixPlan Plan = planFixes(Alone, /*WithUnsafe=*/true);
  ASSERT_EQ(Plan.Taken, 1u) << S.Name;
  ASSERT_EQ(Plan.Files.size(), 1u) << S.Name;
  ASSERT_EQ(path::filename(Plan.Files.begin()->first), S.Name + ".cu");
  std::string Text = applyEdits(S.Text.Stripped, Plan.Files.begin()->second);
  TextRun After = runSource(S, Text);
  for (const Notification &N : After.Result.Notes)
    ADD_FAILURE() << S.Name << ": " << N.Message << "\n" << Text;
  EXPECT_EQ(After.Result.Skipped.size(), Before.Skipped.size()) << Text;
  // One repair may serve several findings.
  EXPECT_LT(countOf(After.Result, Found.Rule), countOf(Before, Found.Rule))
      << S.Name << ": line " << Found.Primary.Line << " is not repaired:\n"
      << Text;
  std::map<std::string, size_t> Was = faults(Before);
  for (const auto &[Rule, Count] : faults(After.Result))
    EXPECT_LE(Count, Was[Rule]) << S.Name << ": a new " << Rule << ":\n"
                                << Text;
}

TEST(Fixes, RepairAndAreAsThePagesSay) {
  for (const RuleInfo &Rule : catalogue()) {
    if (Rule.Fix == "none") // rules_test sees that there is none.
      continue;
    SCOPED_TRACE(Rule.Name.str());
    bool HasSafe = false, HasUnsafe = false;
    for (const Source &S : sourcesOf(Rule)) {
      TextRun Run = runSource(S, S.Text.Stripped);
      for (const Finding &F : Run.Result.Findings) {
        EXPECT_TRUE(F.Repairs.empty());
        if (F.Rule != Rule.Name)
          continue;
        for (const Fix &X : F.Fixes) {
          (X.Safe ? HasSafe : HasUnsafe) = true;
          expectRepaired(S, Run.Result, F, X);
        }
      }
    }
    std::string Has = HasSafe ? "safe" : HasUnsafe ? "unsafe" : "none";
    EXPECT_EQ(Rule.Fix, Has) << "its page and its check do not agree";
  }
}

} // namespace
