//===- parts_test.cpp - one run made in parts -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That merged parts are told as the one run is: testdata/cli/scale.py.
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/parts.h"
#include "analyzer/driver/wire.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace fencepost;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// Units `0`, `1`, ... of a plan of Units.
PartialRun shard(uint32_t I, uint32_t N, uint32_t Units) {
  PartialRun P;
  P.Shard = I;
  P.Shards = N;
  P.PlannedUnits = Units;
  for (uint32_t At = I - 1; At < Units; At += N) {
    P.Positions.push_back(At);
    P.Outcomes.emplace_back().Report.File = std::to_string(At);
  }
  return P;
}

std::vector<std::string> files(const PartialRun &P) {
  std::vector<std::string> Names;
  for (const UnitOutcome &O : P.Outcomes)
    Names.push_back(O.Report.File);
  return Names;
}

std::string notes(const PartialRun &P) {
  std::string Text;
  for (const Notification &N : P.Notes)
    Text += N.Message + "\n";
  return Text;
}

TEST(Parts, UnitsTakeTheirPlaceInThePlan) {
  PartialRun Out = joinParts({shard(3, 3, 5), shard(1, 3, 5), shard(2, 3, 5)});
  EXPECT_THAT(files(Out), ElementsAre("0", "1", "2", "3", "4"));
  EXPECT_EQ(Out.PlannedUnits, 5u);
  EXPECT_FALSE(Out.HasUserError);
}

TEST(Parts, ThatAreNoShardsFollowEachOther) {
  PartialRun Out = joinParts({shard(1, 1, 2), shard(1, 1, 1)});
  EXPECT_THAT(files(Out), ElementsAre("0", "1", "0"));
  EXPECT_FALSE(Out.HasUserError);
}

TEST(Parts, MissingTwiceAndForeignShardsAreTold) {
  PartialRun Out = joinParts({shard(1, 4, 4), shard(3, 4, 4)});
  EXPECT_TRUE(Out.HasUserError);
  EXPECT_THAT(notes(Out), HasSubstr("2/4, 4/4"));
  Out = joinParts({shard(1, 2, 3), shard(2, 2, 3), shard(2, 2, 3)});
  EXPECT_THAT(files(Out), ElementsAre("0", "1", "2"));
  EXPECT_THAT(notes(Out), HasSubstr("2/2 is there twice"));
  Out = joinParts({shard(1, 2, 3), shard(2, 2, 4)});
  EXPECT_THAT(notes(Out), HasSubstr("different runs"));
  PartialRun Stranger = shard(2, 2, 3);
  Stranger.PlanKey = "of other files";
  EXPECT_THAT(notes(joinParts({shard(1, 2, 3), Stranger})),
              HasSubstr("different runs"));
  Out = joinParts({shard(7, 4294967295u, 3)});
  EXPECT_THAT(notes(Out), HasSubstr("and 4294967286 more"));
  PartialRun Other = shard(2, 2, 3);
  Other.Rules = {"relaxed-poll"};
  EXPECT_THAT(notes(joinParts({shard(1, 2, 3), Other})),
              HasSubstr("different --rules"));
}

TEST(Parts, TravelUnchanged) {
  PartialRun P = shard(2, 3, 5);
  P.Notes.push_back({NoticeClass::User, "caf\xe9", "", 3});
  P.LeftOut.push_back({"a", "b", "c"});
  P.Streams.push_back({"-", "text"});
  P.PythonSummary = "s";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writePart(P, "1.0", OS);
  auto Read = readPart(Text, "1.0");
  ASSERT_TRUE(bool(Read));
  EXPECT_EQ(Read->Shard, 2u);
  EXPECT_EQ(Read->Shards, 3u);
  EXPECT_EQ(Read->PlannedUnits, 5u);
  EXPECT_THAT(Read->Positions, ElementsAre(1u, 4u));
  EXPECT_THAT(files(*Read), ElementsAre("1", "4"));
  EXPECT_EQ(notes(*Read), "caf\xe9\n");
  EXPECT_EQ(Read->LeftOut[0].File, "c");
  EXPECT_EQ(Read->Streams[0].Text, "text");
  EXPECT_EQ(Read->PythonSummary, "s");
  for (llvm::StringRef Bad :
       {llvm::StringRef(""), llvm::StringRef("{"), llvm::StringRef("[]"),
        llvm::StringRef("{\"fencepost-part\":3,\"tool\":\"1.0\"}"),
        llvm::StringRef(Text).drop_back(2)})
    EXPECT_THAT(llvm::toString(readPart(Bad, "1.0").takeError()),
                testing::Not(IsEmpty()));
  // A letter of a name is another one: valid, and not what was found.
  std::string Other = Text;
  Other.replace(Other.find("\"1\""), 3, "\"9\"");
  EXPECT_THAT(llvm::toString(readPart(Other, "1.0").takeError()),
              HasSubstr("damaged"));
  EXPECT_THAT(
      llvm::toString(readPart(std::string(1 << 20, '['), "1.0").takeError()),
      HasSubstr("no part of a run"));
  EXPECT_THAT(llvm::toString(readPart(Text, "1.1").takeError()),
              HasSubstr("written by fencepost 1.0, this is 1.1"));
}

TEST(Depfile, NamesAsMakeAndNinjaReadThem) {
  PartialRun P;
  P.Outcomes.resize(2);
  P.Outcomes[0].FilesRead = {"/b c", "/a$#"};
  P.Outcomes[1].FilesRead = {"/b c"};
  EXPECT_EQ(depfileOf("x y.part", P),
            "x\\ y.part: \\\n  /a$$\\# \\\n  /b\\ c\n");
}

} // namespace
