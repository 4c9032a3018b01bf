//===- includers_test.cpp - through which unit is a header read? ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/includers.h"
#include "analyzer/input/temp_folder.h"
#include "analyzer/input/unit.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace fencepost;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class Includers : public testing::Test {
protected:
  void SetUp() override {
    T.write("src/other.cu", "#include <vector>\n");
    A = T.write("src/a.cu", "#include \"lib/one.cuh\"\n");
    T.write("inc/lib/one.cuh", "#pragma once\n  #  include <two.cuh> // x\n");
    Two = T.write("inc2/two.cuh", "#include \"two.cuh\"\n");
    Alone = T.write("src/alone.cuh", "// no one includes it\n");
    T.write("compile_commands.json", R"([
      {"directory": "src", "file": "other.cu",
       "command": "nvcc -DOTHER -I../inc -c other.cu"},
      {"directory": "src", "file": "a.cu",
       "command": "nvcc -DA -I../inc -isystem=../inc2 -arch=sm_100 -c a.cu"}])");
    R.BuildPath = T.root();
  }
  InputPlan plan(llvm::StringRef Path) {
    R.Paths = {Path.str()};
    return planInputs(R);
  }
  TempFolder T;
  InputRequest R;
  std::string A, Two, Alone;
};

TEST_F(Includers, AHeaderIsReadThroughTheUnitThatIncludesIt) {
  InputPlan P = plan(Two);
  ASSERT_EQ(P.Units.size(), 1u);
  EXPECT_EQ(P.Units[0].File, A);
  EXPECT_EQ(P.Units[0].Only, Two);
  EXPECT_EQ(P.Units[0].Arch, "sm_100");
  EXPECT_THAT(P.Units[0].Arguments, Contains("A"));
  ASSERT_EQ(P.Notes.size(), 1u);
  EXPECT_THAT(P.Notes[0].Message, HasSubstr("is read through"));
  EXPECT_FALSE(P.HasUserError);
}

TEST_F(Includers, AHeaderThatNobodyIncludesHasTheOptionsOfANeighbour) {
  InputPlan P = plan(Alone);
  ASSERT_EQ(P.Units.size(), 1u);
  EXPECT_EQ(P.Units[0].File, Alone);
  EXPECT_EQ(P.Units[0].Only, "");
  EXPECT_TRUE(P.Units[0].FromDatabase);
  EXPECT_THAT(P.Units[0].Arguments, Contains("-I"));
  EXPECT_THAT(P.Notes[0].Message, HasSubstr("read alone"));
}

TEST_F(Includers, TheSameStemAndFolderComeFirst) {
  std::vector<IncludingUnit> Units = {{"/p/x/far.cu", {}, "/"},
                                      {"/p/src/near.cu", {}, "/"},
                                      {"/q/head.cu", {}, "/"}};
  EXPECT_EQ(findNeighbour(Units, "/p/src/head.cuh"), 2u);
  EXPECT_EQ(findNeighbour(Units, "/p/src/z.cuh"), 1u);
  EXPECT_EQ(findNeighbour({}, "/p/src/z.cuh"), NoUnit);
}

TEST_F(Includers, CyclesAndMissingFilesEnd) {
  std::string X = T.write("c/x.cu", "#include \"y.h\"\n#include <no/such>\n"
                                    "#include\n#include \"\n#include MACRO\n");
  T.write("c/y.h",
          "#include \"x.cu\"\n#include \"y.h\"\n#include \"/dev/zero\"");
  IncludingUnit U{X, {"-include", "gone.h", "-I"}, T.path("c")};
  EXPECT_EQ(findIncluder(U, Alone), NoUnit);
  EXPECT_EQ(findIncluder(U, T.path("c/y.h")), 0u);
}

} // namespace
