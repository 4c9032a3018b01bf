//===- merge_test.cpp -----------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/merge.h"
#include "gmock/gmock.h"
#include <algorithm>

using namespace fencepost;
using testing::ElementsAre;

namespace {

Finding at(uint32_t Line, llvm::StringRef Function = "k",
           llvm::StringRef Arch = "sm_90") {
  Finding F;
  F.Rule = "relaxed-poll";
  F.Primary = {"a.cu", Line, 5, Line, 9};
  F.Function = F.InstanceExample = Function.str();
  F.Archs = {Arch.str()};
  F.Skeleton = "poll:load.relaxed.gpu";
  return F;
}

TEST(Merge, InstantiationsAndArchitecturesAreOneFinding) {
  std::vector<Finding> Fs = {at(3, "r<int>", "sm_100"), at(3, "r<float>"),
                             at(3, "r<int>", "sm_90")};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_EQ(Fs[0].InstanceCount, 2u);
  EXPECT_EQ(Fs[0].InstanceExample, "r<float>");
  EXPECT_THAT(Fs[0].Archs, ElementsAre("sm_90", "sm_100"));
  EXPECT_EQ(instancesText(Fs[0]), " (2 instances, one is 'r<float>')");
}

TEST(Merge, RulesPlacesAndSkeletonsKeepApart) {
  Finding OtherRule = at(3), OtherSkeleton = at(3);
  OtherRule.Rule = "weak-poll";
  OtherSkeleton.Skeleton += " x";
  std::vector<Finding> Fs = {at(4), at(3), OtherRule, OtherSkeleton};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 4u);
  EXPECT_EQ(instancesText(Fs[0]), "");
}

TEST(Merge, OneMacroBodyIsOneFindingThatNamesEveryExpansion) {
  Finding A = at(3), B = at(30, "l");
  A.Spelled = B.Spelled = {"m.cuh", 2, 1, 2, 9};
  std::vector<Finding> Fs = {B, A};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_EQ(Fs[0].Primary.Line, 3u);
  ASSERT_EQ(Fs[0].Steps.size(), 1u);
  EXPECT_EQ(Fs[0].Steps[0].At.Line, 30u);
}

TEST(Merge, ALayerJoinsTheSourceFindingOnItsLine) {
  Finding Ptx = at(3, "k", "sm_80");
  Ptx.Origin = Layer::Ptx;
  Ptx.Primary.Column = 1;
  std::vector<Finding> Fs = {Ptx, at(3)};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_EQ(Fs[0].Origin, Layer::Cuda);
  EXPECT_THAT(Fs[0].Archs, ElementsAre("sm_80", "sm_90"));
}

Finding inListing(uint32_t Line, Layer Origin, llvm::StringRef File,
                  llvm::StringRef Arch = "sm_90") {
  Finding F = at(Line, "k", Arch);
  F.Origin = Origin;
  F.IsInListing = true;
  F.Primary = {File.str(), Line, 1, Line, 2};
  F.Message = ("at line " + llvm::Twine(Line)).str();
  return F;
}

TEST(Merge, LayersAreNamed) {
  Finding Ptx = at(3), Sass = at(3), Source = at(3);
  Ptx.Origin = Layer::Ptx;
  Sass.Origin = Layer::Sass;
  Sass.Primary.Column = Ptx.Primary.Column = 0;
  Sass.Skeleton = "another";
  std::vector<Finding> Fs = {Sass, Ptx, Source};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_THAT(Fs[0].Layers, ElementsAre(Layer::Cuda, Layer::Ptx, Layer::Sass));
  EXPECT_EQ(instancesText(Fs[0]), " (also in the PTX and the SASS)");
  // Without the source they meet on its line all the same.
  Fs = {Sass, Ptx};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_EQ(Fs[0].Origin, Layer::Ptx);
  EXPECT_EQ(instancesText(Fs[0]), " (also in the SASS)");
  Fs = {Source};
  finishFindings(Fs, {});
  EXPECT_THAT(Fs[0].Layers, ElementsAre(Layer::Cuda));
}

TEST(Merge, TwoKindsOnOneLineKeepApart) {
  Finding Ptx = at(3);
  Ptx.Origin = Layer::Ptx;
  Ptx.Kind = "wrong-scope";
  std::vector<Finding> Fs = {Ptx, at(3)};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 2u);
}

// Without line information: one kernel of one program.
TEST(Merge, ListingsMeetByKernel) {
  std::vector<Finding> Fs = {
      inListing(20, Layer::Ptx, "d/lib.so:lib.1.sm_90.ptx"),
      inListing(31, Layer::Sass, "d/lib.so:lib.1.sm_90.cubin"),
      inListing(35, Layer::Sass, "d/lib.so:lib.2.sm_80.cubin", "sm_80")};
  Fs[1].Skeleton = Fs[2].Skeleton = "of machine code";
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_EQ(Fs[0].Primary.Line, 20u);
  EXPECT_THAT(Fs[0].Layers, ElementsAre(Layer::Ptx, Layer::Sass));
  EXPECT_THAT(Fs[0].Archs, ElementsAre("sm_80", "sm_90"));
  ASSERT_EQ(Fs[0].Steps.size(), 1u);
  EXPECT_EQ(Fs[0].Steps[0].At.Line, 31u);
  EXPECT_EQ(Fs[0].Steps[0].Message, "in the SASS: at line 31");
}

TEST(Merge, FilesOfOneNameAreOneProgram) {
  Finding Source = at(3);
  Source.Primary.File = "d/a.cu";
  std::vector<Finding> Fs = {inListing(9, Layer::Sass, "d/a.sm_90.cubin"),
                             inListing(9, Layer::Ptx, "d/a.ptx"), Source};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_EQ(Fs[0].Origin, Layer::Cuda);
  EXPECT_EQ(Fs[0].Steps.size(), 2u);
  // Another program, another kernel, or another folder.
  Finding Other = inListing(9, Layer::Ptx, "d/a.ptx");
  Other.Function = "l";
  Fs = {inListing(9, Layer::Ptx, "d/b.ptx"), inListing(9, Layer::Ptx, "a.ptx"),
        inListing(9, Layer::Ptx, "d/lib.a:a.o:lib.1.sm_90.ptx"), Other, Source};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 5u);
}

/// On a line of a.cu, with the place in a listing as a step.
Finding withLine(uint32_t Line, Layer Origin, llvm::StringRef Listing,
                 llvm::StringRef Function = "k") {
  Finding F = at(Line, Function);
  F.Origin = Origin;
  F.Steps.push_back({Role::Declaration,
                     {Listing.str(), 100 + Line, 1, 100 + Line, 2},
                     "the instruction is here"});
  return F;
}

// cuobjdump -sass names no lines where the PTX beside it does.
TEST(Merge, AListingWithoutLinesMeetsOneWithLines) {
  Finding Sass = inListing(31, Layer::Sass, "d/lib.so:lib.2.sm_90.cubin");
  Sass.Skeleton = "of machine code";
  std::vector<Finding> Fs = {
      Sass, withLine(3, Layer::Ptx, "d/lib.so:lib.1.sm_90.ptx")};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_EQ(Fs[0].Primary.File, "a.cu");
  EXPECT_EQ(instancesText(Fs[0]), " (also in the SASS)");
  ASSERT_EQ(Fs[0].Steps.size(), 2u);
  EXPECT_EQ(Fs[0].Steps[1].At.Line, 31u);
  // The reverse: machine code with lines, a PTX without.
  Fs = {withLine(3, Layer::Sass, "d/a.cubin"),
        inListing(9, Layer::Ptx, "d/a.ptx")};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 1u);
  // Another kernel, another program, two that may be it.
  Fs = {withLine(3, Layer::Ptx, "d/a.ptx", "l"),
        withLine(5, Layer::Ptx, "d/b.ptx"),
        inListing(9, Layer::Sass, "d/a.cubin")};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 3u);
  Fs = {withLine(3, Layer::Ptx, "d/a.ptx"), withLine(5, Layer::Ptx, "d/a.ptx"),
        Sass};
  Fs[2].Primary.File = "d/a.cubin";
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 3u);
}

TEST(Merge, LinesThatDifferKeepLayersApart) {
  std::vector<Finding> Fs = {withLine(3, Layer::Ptx, "d/a.ptx"),
                             withLine(4, Layer::Sass, "d/a.cubin")};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 2u);
}

TEST(Merge, EveryInstanceOfATemplateMeetsItsOneLine) {
  auto Instance = [](uint32_t Line, llvm::StringRef Function) {
    Finding F = inListing(Line, Layer::Sass, "d/a.cubin");
    F.Function = Function.str();
    return F;
  };
  std::vector<Finding> Fs = {withLine(3, Layer::Ptx, "d/a.ptx", "k<float>"),
                             withLine(3, Layer::Ptx, "d/a.ptx", "k<int>"),
                             Instance(8, "k<int>"), Instance(9, "k<float>")};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_EQ(Fs[0].InstanceCount, 2u);
  // Without any line they are two functions.
  Fs = {Instance(8, "k<int>"), Instance(9, "k<float>")};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 2u);
}

// What another instance shows says nothing of one that its own PTX is free of.
TEST(Merge, AFindingOfAnotherInstanceStays) {
  Finding Sass = inListing(31, Layer::Sass, "d/a.cubin");
  Sass.Function = "k<int>";
  Sass.Skeleton = "of machine code";
  Finding Ptx = withLine(3, Layer::Ptx, "d/a.ptx", "k<float>");
  std::vector<Finding> Fs = {Ptx, Sass};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 2u);
  // The same words of both, or a finding of several instances.
  Finding Same = Sass;
  Same.Skeleton = Ptx.Skeleton;
  Fs = {Ptx, Same};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 1u);
  Fs = {Ptx, withLine(3, Layer::Ptx, "d/a.ptx", "k<int>"), Sass};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 1u);
}

TEST(Merge, SeveralFindingsOfAKernelPairBySkeletonOnly) {
  auto With = [](Finding F, llvm::StringRef Skeleton) {
    F.Skeleton = Skeleton.str();
    return F;
  };
  Finding Ptx1 = inListing(10, Layer::Ptx, "a.ptx"),
          Ptx2 = inListing(20, Layer::Ptx, "a.ptx"),
          Sass1 = inListing(30, Layer::Sass, "a.cubin"),
          Sass2 = inListing(40, Layer::Sass, "a.cubin");
  std::vector<Finding> Fs = {With(Ptx1, "x"), With(Ptx2, "y"), With(Sass1, "y"),
                             With(Sass2, "x")};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 2u);
  EXPECT_EQ(Fs[0].Steps[0].At.Line, 40u);
  EXPECT_EQ(Fs[1].Steps[0].At.Line, 30u);
  // Two and two without a common skeleton: nobody knows which is which.
  Fs = {With(Ptx1, "x"), With(Ptx2, "y"), With(Sass1, "z"), With(Sass2, "w")};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 4u);
  // Equal ones in one listing stay two.
  Fs = {Ptx1, Ptx2};
  finishFindings(Fs, {});
  EXPECT_EQ(Fs.size(), 2u);
}

TEST(Merge, TheHighestLevelWithTheFewestAssumptionsSpeaks) {
  Finding Weak = at(3, "a"), Strong = at(3, "b"), Assuming = at(3, "c");
  Strong.Severity = Assuming.Severity = Level::Error;
  Assuming.Assumptions = {"x"};
  std::vector<Finding> Fs = {Weak, Assuming, Strong};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_EQ(Fs[0].Function, "b");
  EXPECT_EQ(Fs[0].Severity, Level::Error);
  EXPECT_EQ(Fs[0].InstanceCount, 3u);
}

TEST(Merge, DropsLowLevelsAndSystemHeaders) {
  Finding Note = at(1), System = at(2);
  Note.Severity = Level::Note;
  System.InSystemHeader = true;
  std::vector<Finding> Fs = {Note, System, at(3)};
  finishFindings(Fs, {});
  ASSERT_EQ(Fs.size(), 1u);
  EXPECT_EQ(Fs[0].Primary.Line, 3u);
  Fs = {Note, System, at(3)};
  finishFindings(Fs, {/*SystemHeaders=*/true, Level::Note});
  EXPECT_EQ(Fs.size(), 3u);
}

TEST(Merge, OrderOfArrivalDoesNotMatter) {
  std::vector<Finding> In = {at(9), at(3, "r<int>"), at(3, "r<float>"),
                             at(3, "r<int>", "sm_80")};
  std::sort(In.begin(), In.end(), [](const Finding &A, const Finding &B) {
    return std::tie(A.Function, A.Archs[0]) < std::tie(B.Function, B.Archs[0]);
  });
  std::vector<size_t> Index = {0, 1, 2, 3};
  do {
    std::vector<Finding> Fs;
    for (size_t I : Index)
      Fs.push_back(In[I]);
    finishFindings(Fs, {});
    ASSERT_EQ(Fs.size(), 2u);
    EXPECT_EQ(Fs[0].Primary.Line, 3u);
    EXPECT_EQ(Fs[0].Function, "r<float>");
    EXPECT_THAT(Fs[0].Archs, ElementsAre("sm_80", "sm_90"));
    EXPECT_EQ(Fs[1].Primary.Line, 9u);
  } while (std::next_permutation(Index.begin(), Index.end()));
}

TEST(Merge, FingerprintsSurviveMovedLinesAndAreUnique) {
  auto Prints = [](llvm::StringRef Text, std::vector<uint32_t> Lines) {
    SourceText T;
    T.add("a.cu", Text);
    std::vector<Finding> Fs;
    for (uint32_t L : Lines)
      Fs.push_back(at(L));
    finishFindings(Fs, {}, T);
    std::vector<std::string> R;
    for (const Finding &F : Fs)
      R.push_back(F.Fingerprint);
    return R;
  };
  auto Before = Prints("poll(f);\npoll(f);\npoll(g);\n", {1, 2, 3});
  auto After =
      Prints("// new\n\n  poll(f);\n\n poll(f); // x\npoll(g);\n", {3, 5, 6});
  EXPECT_EQ(Before, After);
  ASSERT_EQ(Before.size(), 3u);
  EXPECT_NE(Before[0], Before[1]);
  EXPECT_NE(Before[0], Before[2]);
}

} // namespace
