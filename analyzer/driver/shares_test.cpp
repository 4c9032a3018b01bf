//===- shares_test.cpp - which units one worker analyses ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/shares.h"
#include "analyzer/driver/workers.h"
#include "analyzer/input/temp_folder.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <csignal>
#include <unistd.h>

using namespace fencepost;
using llvm::ArrayRef;

namespace {

Unit text(const TempFolder &T, size_t Kilobytes) {
  Unit U;
  U.What = Layer::Ptx;
  U.File = T.write(std::to_string(Kilobytes) + ".ptx",
                   std::string(Kilobytes << 10, ' '));
  return U;
}

TEST(Shares, LargeTextsAreAloneAndFirstSmallOnesTogether) {
  TempFolder T;
  Unit Events;
  Events.What = Layer::Events;
  std::vector<Unit> Units{text(T, 3000), text(T, 10), Events,
                          text(T, 5000), text(T, 20), text(T, 600)};
  EXPECT_EQ(sharesOf(Units, 2),
            (std::vector<UnitShare>{{2}, {3}, {0}, {5, 4, 1}}));
}

TEST(Shares, FewerAtOnceTowardsTheEnd) {
  TempFolder T;
  std::vector<Unit> Units;
  for (size_t I = 0; I < 32; ++I)
    Units.push_back(text(T, 500 + I));
  std::vector<UnitShare> Shares = sharesOf(Units, 2);
  EXPECT_TRUE(std::is_sorted(
      Shares.rbegin(), Shares.rend(),
      [](const auto &A, const auto &B) { return A.size() < B.size(); }));
  EXPECT_GT(Shares.front().size(), Shares.back().size());
  std::vector<size_t> All;
  for (const UnitShare &S : Shares)
    All.insert(All.end(), S.begin(), S.end());
  ASSERT_EQ(All.size(), Units.size());
  EXPECT_EQ(All.front(), 31u); // The largest.
  std::sort(All.begin(), All.end());
  EXPECT_EQ(std::unique(All.begin(), All.end()), All.end());
}

/// Too large for two to be one share of a single job.
std::vector<Unit> largeTexts(const TempFolder &T) {
  std::vector<Unit> Units;
  for (size_t I = 0; I < 5; ++I)
    Units.push_back(text(T, 4000 + I));
  return Units;
}

std::vector<UnitOutcome> outcomesOf(ArrayRef<Unit> Units, AnalyseUnit Analyse) {
  RunOptions O;
  O.Jobs = 1;
  return analyseInWorkers(Units, O, Analyse,
                          [](const Unit &, size_t, size_t) {});
}

UnitOutcome byThisProcess(const Unit &U) {
  UnitOutcome O;
  O.Report = reportOf(U);
  O.Report.Reason = std::to_string(getpid());
  return O;
}

TEST(Shares, OneWorkerTakesThemAll) {
  TempFolder T;
  std::vector<Unit> Units = largeTexts(T);
  std::vector<UnitOutcome> Out = outcomesOf(Units, byThisProcess);
  for (size_t I = 0; I < Units.size(); ++I) {
    EXPECT_EQ(Out[I].Report.File, Units[I].File);
    EXPECT_EQ(Out[I].Report.Reason, Out[0].Report.Reason);
  }
  EXPECT_NE(Out[0].Report.Reason, std::to_string(getpid()));
}

TEST(Shares, WhatALostWorkerLeavesIsDoneAgainAlone) {
  TempFolder T;
  std::vector<Unit> Units = largeTexts(T);
  static bool HadOthers;
  HadOthers = false;
  for (bool Always : {false, true}) {
    std::vector<UnitOutcome> Out = outcomesOf(Units, [&](const Unit &U) {
      if (U.File == Units[2].File && (Always || HadOthers)) {
        signal(SIGABRT, SIG_DFL);
        raise(SIGABRT);
      }
      HadOthers = true;
      return byThisProcess(U);
    });
    for (size_t I = 0; I < Units.size(); ++I) {
      EXPECT_EQ(Out[I].Report.File, Units[I].File);
      EXPECT_EQ(Out[I].Report.State,
                Always && I == 2 ? UnitState::Skipped : UnitState::Analysed);
    }
    EXPECT_NE(Out[2].Report.Reason, Out[4].Report.Reason);
  }
}

TEST(Shares, NoneOfNothing) { EXPECT_TRUE(sharesOf({}, 1).empty()); }

} // namespace
