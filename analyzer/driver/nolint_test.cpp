//===- nolint_test.cpp - comments that suppress, and those that do not ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/nolint.h"
#include "rules/catalogue.h"
#include "gmock/gmock.h"

using namespace fencepost;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

struct Nolints : testing::Test {
  SourceText Sources;
  std::vector<std::string> AllRules;
  Module M;

  Nolints() {
    for (const RuleInfo &R : catalogue())
      AllRules.push_back(R.Name.str());
    M.Name = "k.cu";
    M.Origin = Layer::Cuda;
    M.Files = {{"k.cu", false}, {"system.h", true}};
  }

  /// A function with one event on each of the lines.
  Function &function(std::vector<uint32_t> Lines) {
    auto Fn = std::make_unique<Function>();
    for (uint32_t Line : Lines) {
      Location L;
      L.File = 0;
      L.Line = Line;
      L.Column = 3;
      Event E;
      E.Loc = M.location(L);
      Fn->Events.push_back(E);
    }
    M.Functions.push_back(std::move(Fn));
    return *M.Functions.back();
  }

  static NolintName name(llvm::StringRef Name, bool IsAnalysed = true,
                         bool WasUsed = false, Layer What = Layer::Cuda) {
    return {"k.cu", "NOLINT", Name.str(), 3, What, IsAnalysed, WasUsed};
  }

  std::vector<std::string> told(std::vector<NolintName> Names) {
    return told(std::move(Names), AllRules);
  }
  std::vector<std::string> told(std::vector<NolintName> Names,
                                std::vector<std::string> Rules) {
    std::vector<Finding> None;
    std::vector<Notification> Notes;
    suppressInRun(None, Names, Rules, Sources, Notes);
    std::vector<std::string> Texts;
    for (const Notification &N : Notes) {
      EXPECT_EQ(N.Class, NoticeClass::User);
      Texts.push_back(N.File + ":" + std::to_string(N.Line) + ": " + N.Message);
    }
    return Texts;
  }
};

TEST_F(Nolints, OneUnitThatNeedsItIsEnough) {
  EXPECT_THAT(told({name("gpu-relaxed-poll")}),
              ElementsAre("k.cu:3: 'NOLINT(gpu-relaxed-poll)' here suppresses "
                          "nothing"));
  EXPECT_THAT(told({name("gpu-relaxed-poll"), name("gpu-relaxed-poll")}),
              testing::SizeIs(1));
  EXPECT_THAT(told({name("gpu-relaxed-poll"),
                    name("gpu-relaxed-poll", true, /*WasUsed=*/true)}),
              IsEmpty());
  // Told if one unit has analysed the line, whatever others saw of it.
  EXPECT_THAT(told({name("gpu-relaxed-poll", /*IsAnalysed=*/false),
                    name("gpu-relaxed-poll")}),
              testing::SizeIs(1));
  EXPECT_THAT(told({name("gpu-relaxed-poll", /*IsAnalysed=*/false)}),
              IsEmpty());
}

TEST_F(Nolints, OnlyOfRulesThatWereLookedFor) {
  EXPECT_THAT(told({name("gpu-relaxed-poll")}, {"weak-poll"}), IsEmpty());
  EXPECT_THAT(told({name("gpu-no-such-rule")}), IsEmpty());
  // A glob: of all that it names.
  EXPECT_THAT(told({name("gpu-*-poll")}, {"relaxed-poll"}), IsEmpty());
  EXPECT_THAT(told({name("gpu-*-poll")},
                   {"relaxed-poll", "weak-poll", "rmw-poll", "fence-in-poll"}),
              testing::SizeIs(1));
  // alias-fence asks about source or PTX; SASS has no such fence.
  const RuleInfo *Alias = findRule("alias-fence");
  ASSERT_TRUE(Alias);
  ASSERT_FALSE(llvm::is_contained(Alias->Layers, Layer::Sass));
  EXPECT_THAT(told({name("gpu-alias-fence", true, false, Layer::Sass)}),
              IsEmpty());
}

TEST_F(Nolints, WhatLinkingAddsUsesThem) {
  Sources.add("k.cu", "\n\nx; // NOLINT(gpu-relaxed-poll)\n");
  std::vector<Finding> Linked(1);
  Linked[0].Rule = "relaxed-poll";
  Linked[0].Primary = {"k.cu", 3, 1, 0, 0};
  std::vector<Notification> Notes;
  NolintName Names[] = {name("gpu-relaxed-poll")};
  suppressInRun(Linked, Names, AllRules, Sources, Notes);
  EXPECT_EQ(Linked[0].Suppressed, Suppression::InSource);
  EXPECT_THAT(Notes, IsEmpty());
}

TEST_F(Nolints, LinesOfFunctionsThatWereAnalysedInFull) {
  Sources.add("k.cu", "a; // NOLINT(gpu-relaxed-poll)\n"
                      "b; // NOLINT(gpu-relaxed-poll)\n"
                      "// NOLINTNEXTLINE(gpu-relaxed-poll, bugprone-x)\n"
                      "c;\n"
                      "// NOLINTBEGIN(gpu-weak-poll)\n"
                      "\n"
                      "d;\n"
                      "// NOLINTEND(gpu-weak-poll)\n");
  function({1, 7});
  function({2}).State = Coverage::Partly;
  function({4});
  std::vector<Finding> Findings(1);
  Findings[0].Rule = "weak-poll";
  Findings[0].Primary = {"k.cu", 7, 1, 0, 0};
  std::vector<Notification> Notes;
  std::vector<std::tuple<uint32_t, std::string, bool, bool>> Seen;
  for (const NolintName &N :
       suppressInUnit(M, Findings, AllRules, Sources, Notes)) {
    EXPECT_EQ(N.File, "k.cu");
    Seen.emplace_back(N.Line, N.Word, N.IsAnalysed, N.WasUsed);
  }
  EXPECT_THAT(Seen, ElementsAre(std::tuple(1, "NOLINT", true, false),
                                std::tuple(2, "NOLINT", false, false),
                                std::tuple(3, "NOLINTNEXTLINE", true, false),
                                std::tuple(5, "NOLINTBEGIN", true, true)));
  EXPECT_EQ(Findings[0].Suppressed, Suppression::InSource);
  EXPECT_THAT(Notes, IsEmpty());
}

TEST_F(Nolints, ARuleThatThisUnitDoesNotLookFor) {
  Sources.add("k.cu", "a; // NOLINT(gpu-relaxed-poll, gpu-weak-poll)\n");
  function({1});
  std::vector<Finding> None;
  std::vector<Notification> Notes;
  std::vector<bool> Seen;
  std::vector<std::string> Weak = {"weak-poll"};
  for (const NolintName &N : suppressInUnit(M, None, Weak, Sources, Notes))
    Seen.push_back(N.IsAnalysed);
  EXPECT_THAT(Seen, ElementsAre(false, true));
}

TEST_F(Nolints, FaultsAreToldWhateverStandsBesideThem) {
  Sources.add("k.cu", "// NOLINT(gpu-relaxed-pol)\n"
                      "// NOLINT(gpu-quite-another-thing-altogether)\n"
                      "// NOLINTEND(gpu-weak-poll)\n"
                      "// NOLINT(bugprone-unknown)\n");
  std::vector<Finding> None;
  std::vector<Notification> Notes;
  suppressInUnit(M, None, AllRules, Sources, Notes);
  std::vector<std::string> Texts;
  for (const Notification &N : Notes)
    Texts.push_back(std::to_string(N.Line) + ": " + N.Message);
  EXPECT_THAT(
      Texts,
      ElementsAre("1: 'NOLINT': no check is called 'gpu-relaxed-pol', did you "
                  "mean 'gpu-relaxed-poll'?",
                  "2: 'NOLINT': no check is called "
                  "'gpu-quite-another-thing-altogether'",
                  "3: this 'NOLINTEND' suppresses nothing: no 'NOLINTBEGIN' "
                  "with the same names belongs to it"));
}

TEST_F(Nolints, PtxAndSassMayShowLessThanTheirSource) {
  Sources.add("k.cu", "a; // NOLINT(gpu-relaxed-poll)\n");
  M.Name = "k.ptx";
  M.Origin = Layer::Ptx;
  function({1});
  std::vector<Finding> None;
  std::vector<Notification> Notes;
  EXPECT_THAT(suppressInUnit(M, None, AllRules, Sources, Notes), IsEmpty());
}

} // namespace
