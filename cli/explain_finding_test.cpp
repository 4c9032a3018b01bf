//===- explain_finding_test.cpp - which finding is meant ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/explain_finding.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace fencepost;
using testing::HasSubstr;
using testing::Not;

namespace {

Finding at(const char *File, unsigned Line, const char *Fingerprint) {
  Finding F;
  F.Rule = "relaxed-poll";
  F.Primary = {File, Line, 1, Line, 2};
  F.Fingerprint = Fingerprint;
  return F;
}

RunResult sample() {
  RunResult R;
  R.Findings = {at("/s/a.cu", 3, "ab12:1"), at("/s/a.cu", 9, "ab12:10"),
                at("/s/ba.cu", 3, "ab34:1")};
  R.Suppressed = {at("/s/c.cu", 5, "cd56:1")};
  return R;
}

/// The fingerprint of the finding that is left, or the error.
std::string kept(llvm::StringRef Which) {
  RunResult R = sample();
  if (llvm::Error E = keepFinding(R, Which))
    return llvm::toString(std::move(E));
  EXPECT_EQ(R.Findings.size(), 1u);
  EXPECT_TRUE(R.Suppressed.empty());
  return R.Findings.empty() ? "" : R.Findings[0].Fingerprint;
}

TEST(ExplainFinding, TheStartOfAFingerprint) {
  EXPECT_EQ(kept("ab3"), "ab34:1");
  EXPECT_EQ(kept("ab34:1"), "ab34:1");
  EXPECT_EQ(kept("ab12:1"), "ab12:1") << "in full, though another starts so";
  EXPECT_EQ(kept("cd"), "cd56:1") << "suppressed ones are explained too";
}

TEST(ExplainFinding, APlace) {
  EXPECT_EQ(kept("a.cu:3"), "ab12:1") << "'ba.cu' is another file";
  EXPECT_EQ(kept("s/ba.cu:3"), "ab34:1");
  EXPECT_EQ(kept("/s/a.cu:9"), "ab12:10");
}

TEST(ExplainFinding, NoneOrSeveral) {
  EXPECT_THAT(kept("ff"), HasSubstr("no finding has a fingerprint that starts "
                                    "with 'ff'"));
  EXPECT_THAT(kept("ff"), HasSubstr("\n  ab12:1  /s/a.cu:3  relaxed-poll"));
  EXPECT_THAT(kept("a.cu:4"), HasSubstr("no finding"));
  EXPECT_THAT(kept("a.cu:x"), HasSubstr("no finding"));
  EXPECT_THAT(kept("ab"), HasSubstr("'ab' means 3 findings; name one by its "
                                    "fingerprint:\n  ab12:1 "));
  RunResult Empty;
  EXPECT_THAT(llvm::toString(keepFinding(Empty, "a")),
              HasSubstr("there are none (--level=note lists notes too)"));
}

TEST(ExplainFinding, TheRepairOfThePage) {
  Finding F = at("/s/a.cu", 3, "ab12:1");
  auto Text = [&] {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    printWitness(F, OS);
    return Out;
  };
  EXPECT_THAT(Text(), HasSubstr("witness: none"));
  EXPECT_THAT(Text(), Not(HasSubstr("repaired")));
  F.Witness = {"PTX t\nallowed (P0:r == 0)\n", {"an edge"}, {"it is so"}, ""};
  EXPECT_THAT(Text(), HasSubstr("\n    PTX t\n    allowed (P0:r == 0)\n"));
  EXPECT_THAT(Text(), HasSubstr("\n    - an edge\n"));
  EXPECT_THAT(Text(), HasSubstr("\n  where it is so\n"));
  EXPECT_THAT(Text(), HasSubstr("the outcome is forbidden (axiom causality)"));
  F.Rule = "contended-atomic"; // Its page shows no such program.
  EXPECT_THAT(Text(), Not(HasSubstr("repaired")));
}

} // namespace
