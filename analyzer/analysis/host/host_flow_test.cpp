//===- host_flow_test.cpp - from float sums to exact comparisons ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/host/host_flow.h"
#include "analyzer/analysis/host/host_summary.h"
#include "analyzer/model/text.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace fencepost;
using llvm::StringRef;

namespace {

std::unique_ptr<Module> parsed(StringRef Text, StringRef Name = "t.events") {
  auto M = parseEvents(Text, Name);
  if (!M) {
    ADD_FAILURE() << toString(M.takeError());
    return std::make_unique<Module>();
  }
  return std::move(*M);
}

/// A kernel that adds parameter 0 to parameter 1, by data-dependent index.
constexpr char Scatter[] = R"(
kernel @scatter(ptr const %x, ptr const %row, ptr %out) {
  %t = special tid.x
  %at = element %row, %t, 4
  %r = load.global.b32 [%at]
  %from = element %x, %t, 4
  %v = load.global.f32 [%from] : f32
  %to = element %out, %r, 4
  red.add.f32.global [%to], %v spelled="atomicAdd" obj="out[r]"
  ret
}
)";

std::string host(StringRef Ops, StringRef Extra = "") {
  return (R"(
host read
buffer 1 param "x" in=0
buffer 2 param "row" in=0 number=1
buffer 3 param "d" in=0 number=2
buffer 4 local "h" in=0
buffer 5 param "want" in=0 number=3
buffer 6 local "e" in=0 number=1
launch @scatter(1, 2, 3) in=0 grid=(4, 1, 1) block=(256, 1, 1)
)" + Extra +
          "hostfn @test params=4 {\n" + Ops + "\n}\n")
      .str();
}

size_t testsIn(const std::string &Text) {
  auto M = parsed(Text);
  UnitView View(*M);
  return HostFlow(View).tests().size();
}

size_t flows(StringRef Ops, StringRef Extra = "") {
  return testsIn(host(Ops, Extra) + Scatter);
}

TEST(HostFlow, FromTheAtomicThroughTheCopyToTheComparison) {
  auto M = parsed(host("launch\ncopy 4 (3)\ncompare (4, 5)") + Scatter);
  UnitView View(*M);
  HostFlow Flow(View);
  ASSERT_EQ(Flow.tests().size(), 1u);
  const ExactTest &T = Flow.tests()[0];
  EXPECT_EQ(T.Kernel->Name, "scatter");
  EXPECT_EQ(T.Sum->Object, "out[r]");
  ASSERT_EQ(T.Steps.size(), 3u);
  EXPECT_EQ(T.Steps[0].What, FlowStep::Kind::Sum);
  EXPECT_EQ(T.Steps[1].What, FlowStep::Kind::Launch);
  EXPECT_EQ(T.Steps[2].What, FlowStep::Kind::Copy);
  EXPECT_EQ(T.Steps[2].Text, "h");
}

TEST(HostFlow, WritesOfTheWholeBufferEndIt) {
  EXPECT_EQ(flows("launch\nfill 3\ncopy 4 (3)\ncompare (4, 5)"), 0u);
  EXPECT_EQ(flows("launch\ncopy 4 (3)\ncopy 4 (5)\ncompare (4, 5)"), 0u);
  EXPECT_EQ(flows("launch\ncopy 4 (3)\nmerge 4 (5)\ncompare (4, 5)"), 1u);
  EXPECT_EQ(flows("launch\nif\nfill 3\nend\ncompare (3, 5)"), 1u);
  EXPECT_EQ(flows("launch\nif\nfill 3\nelse\nfill 3\nend\ncompare (3, 5)"), 0u);
}

TEST(HostFlow, ComparisonsBeforeTheLaunchAndInLoops) {
  EXPECT_EQ(flows("compare (3, 5)\nlaunch"), 0u);
  EXPECT_EQ(flows("loop\ncompare (3, 5)\nlaunch\nend"), 1u);
  EXPECT_EQ(flows("launch\nreturn\ncompare (3, 5)"), 0u);
  EXPECT_EQ(flows("if\nlaunch\nleave\nend\ncompare (3, 5)"), 0u);
}

TEST(HostFlow, HandlesShareMemory) {
  EXPECT_EQ(flows("alias 6 (3)\nlaunch\ncompare (6, 5)"), 1u);
  EXPECT_EQ(flows("alias 6 (3)\nalias 6 (5)\nlaunch\ncompare (6, 5)"), 0u);
  EXPECT_EQ(flows("alias 6 (4, 5)\nlaunch\ncopy 6 (3)\ncompare (4)"), 1u);
}

TEST(HostFlow, HowTheComparisonComparesMatters) {
  EXPECT_EQ(flows("launch\ncompare (3, 5) test=ulps"), 1u);
  EXPECT_EQ(flows("launch\ncompare (3, 5) test=bound tolerance=\"1e-9\""), 1u);
  EXPECT_EQ(flows("launch\ncompare (3, 5) test=bound tolerance=\"1e-4\""), 0u);
  // Against zero: only of a difference.
  EXPECT_EQ(flows("launch\ncompare (3) difference"), 0u);
  EXPECT_EQ(flows("launch\ncopy 4 (3, 5) difference\ncompare (4) difference"),
            1u);
}

TEST(HostFlow, SumsOfWholeNumbersAreExact) {
  EXPECT_EQ(flows("fill 1 whole\nlaunch\ncompare (3, 5)"), 0u);
  EXPECT_EQ(flows("fill 1\nlaunch\ncompare (3, 5)"), 1u);
  EXPECT_EQ(flows("fill 4 whole\ncopy 1 (4)\nlaunch\ncompare (3, 5)"), 0u);
}

TEST(HostFlow, WhatTheCallerGivesDecides) {
  constexpr char Caller[] = R"(
buffer 7 local "ones" in=1
buffer 8 local "rows" in=1 number=1
buffer 9 local "sums" in=1 number=2
buffer 10 local "w" in=1 number=3
hostfn @test params=4 {
  launch
  compare (3, 5)
}
hostfn @caller {
  fill 7 %s
  call (7, 8, 9, 10) callee="test"
}
)";
  auto With = [&](StringRef Fill) {
    std::string Text = Caller;
    Text.replace(Text.find("%s"), 2, Fill);
    std::string Head = host("");
    Head.resize(Head.find("hostfn"));
    return testsIn(Head + Text + Scatter);
  };
  EXPECT_EQ(With("whole"), 0u);
  EXPECT_EQ(With(""), 1u);
}

TEST(HostFlow, OneThreadAddsInOneOrder) {
  std::string Text = host("launch\ncompare (3, 5)") + Scatter;
  size_t At = Text.find("grid=(4, 1, 1) block=(256, 1, 1)");
  Text.replace(At, 32, "grid=(1, 1, 1) block=(1, 1, 1)");
  EXPECT_EQ(testsIn(Text), 0u);
}

TEST(HostFlow, RecursionAndUnknownCalleesEnd) {
  EXPECT_EQ(flows("launch\ncall 0 (3) callee=\"test\"\ncompare (3, 5)"), 1u);
  // It can write to the buffer: not known what is in it.
  EXPECT_EQ(flows("launch\ncall 0 (3) callee=\"?\" writable=\"1\"\n"
                  "compare (3, 5)"),
            0u);
  EXPECT_EQ(flows("launch\ncall 4 (3) callee=\"norm\" carry\ncompare (4, 5)"),
            1u);
}

//===- Joined units -------------------------------------------------------===//

/// Unit I of N: a kernel of its own, a test of the kernel of unit I + 1.
std::string unitText(unsigned I, unsigned N) {
  std::string Own = std::to_string(I), Next = std::to_string((I + 1) % N);
  return "module \"u" + Own + ".cu\" layer=cuda\n" +
         R"(host read
buffer 1 param "x" in=0
buffer 2 param "d" in=0 number=1
buffer 3 local "h" in=0
buffer 4 param "p" in=1
buffer 5 param "q" in=1 number=1
launch @k)" +
         Own + R"((1, 2) in=0 display="k)" + Own + R"("
effects @k)" +
         Own + R"( display="k)" + Own + R"(" {
  param 1 stored
  sum 32 spelled="atomicAdd"
}
hostfn @run)" +
         Own + R"( params=2 {
  launch
}
hostfn @test)" +
         Own + R"( params=2 {
  call 0 (4, 5) callee="run)" +
         Next + R"(" spelled="run"
  compare (5, 4)
}
)";
}

/// Places and kernels of all that is found, in order.
std::string foundIn(std::vector<std::unique_ptr<Module>> Units) {
  auto Joined = joinSummaries(std::move(Units));
  UnitView View(*Joined);
  HostFlow Flow(View);
  std::string Out;
  for (const ExactTest &T : Flow.tests()) {
    const Location &L = Joined->at(T.Compare->Loc);
    Out += Joined->Files[L.File].Path + ":" + std::to_string(L.Line) + " " +
           T.Kernel->Display + " " + std::to_string(T.Steps.size()) + "\n";
  }
  return Out;
}

TEST(HostLink, ThousandUnitsInAnyOrder) {
  constexpr unsigned N = 1000;
  auto Read = [&](bool Reversed) {
    std::vector<std::unique_ptr<Module>> Units;
    for (unsigned I = 0; I < N; ++I) {
      unsigned Which = Reversed ? N - 1 - I : I;
      Units.push_back(
          parsed(unitText(Which, N), "u" + std::to_string(Which) + ".cu"));
    }
    return Units;
  };
  std::string Forward = foundIn(Read(false));
  EXPECT_EQ(std::count(Forward.begin(), Forward.end(), '\n'), N);
  EXPECT_EQ(foundIn(Read(true)), Forward);
}

TEST(HostLink, InternalNamesStayApart) {
  std::vector<std::unique_ptr<Module>> Units;
  // Both have `static same`; only the first compares.
  Units.push_back(parsed(R"(module "a.cu" layer=cuda
host read
buffer 1 param "d" in=0
buffer 2 param "p" in=1
launch @k(2) in=1
effects @k { 
  param 0 
  sum 32
}
hostfn @same params=1 local {
  compare (1)
}
hostfn @a params=1 {
  launch
  call 0 (2) callee="same"
}
)"));
  Units.push_back(parsed(R"(module "b.cu" layer=cuda
host read
buffer 1 param "d" in=0
buffer 2 param "p" in=1
launch @k(2) in=1
hostfn @same params=1 local {
  fill 1
}
hostfn @b params=1 {
  launch
  call 0 (2) callee="same"
  compare (2)
}
)"));
  std::string Found = foundIn(std::move(Units));
  EXPECT_EQ(std::count(Found.begin(), Found.end(), '\n'), 1);
}

TEST(HostLink, ASummaryReadsBackAsItWas) {
  auto M = parsed(host("launch\ncopy 4 (3)\ncompare (4, 5)") + Scatter);
  UnitView View(*M);
  auto Summary = hostSummary(View);
  ASSERT_TRUE(Summary);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(*Summary, OS);
  auto Again = parsed(Text);
  std::string Second;
  llvm::raw_string_ostream OS2(Second);
  print(*Again, OS2);
  EXPECT_EQ(Second, Text);
  UnitView Both(*Again);
  EXPECT_EQ(HostFlow(Both).tests().size(), 1u);
}

} // namespace
