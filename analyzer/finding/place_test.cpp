//===- place_test.cpp -----------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/finding_builder.h"
#include "analyzer/finding/place.h"
#include "gmock/gmock.h"

using namespace fencepost;
using testing::ElementsAre;

namespace {

struct Frames : testing::Test {
  Module M;
  FileId User, Helper, Toolkit;

  void SetUp() override {
    M.Name = "k.cu";
    M.Arch = "sm_90";
    M.Files = {{"/src/k.cu", false},
               {"/src/helper.cuh", false},
               {"/usr/include/atomic", true}};
    User = 0, Helper = 1, Toolkit = 2;
  }

  LocationId add(FileId File, uint32_t Line, LocationId InlinedAt = Nowhere,
                 llvm::StringRef Function = "", LocationId Spelling = Nowhere) {
    Location L;
    L.File = File;
    L.Line = Line;
    L.Column = 3;
    L.InlinedAt = InlinedAt;
    L.Function = Function.str();
    L.Spelling = Spelling;
    M.Locations.push_back(L);
    return M.Locations.size() - 1;
  }
};

std::vector<std::pair<uint32_t, std::string>> told(const Finding &F) {
  std::vector<std::pair<uint32_t, std::string>> R;
  for (const Step &S : F.Steps)
    R.push_back({S.At.Line, S.Message});
  return R;
}

TEST_F(Frames, EventInAUserFileIsPrimary) {
  LocationId Call = add(User, 10, Nowhere, "kernel");
  LocationId Load = add(Helper, 4, Call, "wait");
  PrimaryChoice C = choosePrimary(M, Load);
  EXPECT_EQ(C.Chosen, Load);
  EXPECT_FALSE(C.InSystemHeader);
  EXPECT_THAT(C.Others, ElementsAre(Call));
}

TEST_F(Frames, SystemFramesAreLeftForTheInnermostUserFrame) {
  LocationId Outer = add(User, 20, Nowhere, "kernel");
  LocationId Call = add(User, 10, Outer, "wait");
  LocationId Load = add(Toolkit, 400, Call, "load");
  PrimaryChoice C = choosePrimary(M, Load);
  EXPECT_EQ(C.Chosen, Call);
  EXPECT_FALSE(C.InSystemHeader);
  EXPECT_THAT(C.Others, ElementsAre(Load, Outer));
}

TEST_F(Frames, OnlySystemFramesAreMarked) {
  LocationId Load = add(Toolkit, 400);
  EXPECT_TRUE(choosePrimary(M, Load).InSystemHeader);
  EXPECT_EQ(choosePrimary(M, Load).Chosen, Load);
}

TEST_F(Frames, NowhereAndForeignIdsAreTolerated) {
  EXPECT_EQ(choosePrimary(M, Nowhere).Chosen, Nowhere);
  EXPECT_EQ(choosePrimary(M, 12345).Chosen, Nowhere);
  EXPECT_TRUE(placeOf(M, 12345).File.empty());
}

TEST_F(Frames, ACycleOfFramesEnds) {
  LocationId A = add(Toolkit, 1);
  M.Locations[A].InlinedAt = A;
  EXPECT_EQ(choosePrimary(M, A).Chosen, A);
}

TEST_F(Frames, BuilderTellsCallSitesOnceAndNamesThem) {
  Function Fn;
  Fn.Display = "kernel";
  LocationId Call = add(User, 10, Nowhere, "kernel");
  LocationId Load = add(Helper, 4, Call, "wait");
  LocationId Read = add(User, 12, Nowhere, "kernel");
  Event Poll, Use;
  Poll.Ord = Order::Relaxed, Poll.Scp = Scope::Gpu, Poll.Loc = Load;
  Use.Ord = Order::Weak, Use.Loc = Read;
  Finding F = FindingBuilder(M, Fn, "relaxed-poll")
                  .at(Load)
                  .message("poll")
                  .step(Role::Poll, Poll, "polled here")
                  .step(Role::Consumer, Use, "read here")
                  .build();
  EXPECT_EQ(F.Primary.File, "/src/helper.cuh");
  EXPECT_EQ(F.Primary.Line, 4u);
  EXPECT_THAT(told(F),
              ElementsAre(std::pair(4u, "polled here"),
                          std::pair(10u, "'wait' is called from 'kernel' here"),
                          std::pair(12u, "read here")));
  EXPECT_EQ(F.Skeleton, "poll:load.relaxed.gpu consumer:load.weak.none");
  EXPECT_THAT(F.Archs, ElementsAre("sm_90"));
}

TEST_F(Frames, BuilderShowsWhereASystemHeaderActs) {
  Function Fn;
  LocationId Call = add(User, 10, Nowhere, "kernel");
  LocationId Load = add(Toolkit, 400, Call, "load");
  Finding F =
      FindingBuilder(M, Fn, "r").step(Role::Poll, Load, "polled").build();
  EXPECT_EQ(F.Primary.Line, 10u);
  EXPECT_THAT(told(F),
              ElementsAre(std::pair(10u, "polled"),
                          std::pair(400u, "the operation itself is here")));
}

TEST_F(Frames, BuilderTellsTheMacroBody) {
  Function Fn;
  LocationId Body = add(Helper, 2);
  LocationId Use = add(User, 10, Nowhere, "kernel", Body);
  Finding F = FindingBuilder(M, Fn, "r").at(Use).build();
  EXPECT_EQ(F.Primary.Line, 10u);
  EXPECT_EQ(F.Spelled.Line, 2u);
  EXPECT_THAT(told(F), ElementsAre(std::pair(2u, "expanded from this macro")));
}

TEST_F(Frames, WithoutAnyPlaceTheUnitIsNamed) {
  Function Fn;
  Finding F = FindingBuilder(M, Fn, "r").at(Nowhere).build();
  EXPECT_EQ(F.Primary.File, "k.cu");
  EXPECT_EQ(F.Primary.Line, 0u);
}

TEST(Threads, NeutralStepsStayWithTheirSide) {
  Finding F;
  for (Role R : {Role::Barrier, Role::Producer, Role::Publish, Role::Poll,
                 Role::Fence, Role::Consumer})
    F.Steps.push_back({R, {}, ""});
  auto T = threadsOf(F);
  ASSERT_EQ(T.size(), 2u);
  EXPECT_EQ(T[0].Who, Side::Producer);
  EXPECT_THAT(T[0].Steps, ElementsAre(0, 1, 2));
  EXPECT_EQ(T[1].Who, Side::Consumer);
  EXPECT_THAT(T[1].Steps, ElementsAre(3, 4, 5));
}

} // namespace
