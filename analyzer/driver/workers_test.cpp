//===- workers_test.cpp - units that end badly ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/workers.h"

#include "analyzer/driver/guard.h"
#include "llvm/Support/ErrorHandling.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <csignal>
#include <unistd.h>

using namespace fencepost;
using namespace llvm;
using testing::HasSubstr;

namespace {

void noProgress(const Unit &, size_t, size_t) {}

std::vector<Unit> unitsNamed(std::vector<std::string> Names) {
  std::vector<Unit> Units;
  for (std::string &Name : Names) {
    Unit U;
    U.File = std::move(Name);
    U.What = Layer::Events;
    Units.push_back(std::move(U));
  }
  return Units;
}

std::vector<UnitOutcome> inWorkers(ArrayRef<Unit> Units, const RunOptions &O,
                                   AnalyseUnit Analyse) {
  return analyseInWorkers(Units, O, Analyse, noProgress);
}

UnitOutcome analysed(const Unit &U) {
  UnitOutcome O;
  O.Report = reportOf(U);
  return O;
}

struct BadEnd {
  const char *Name;
  UnitOutcome (*Analyse)(const Unit &);
  NoticeClass Class;
  const char *Reason;
  unsigned Seconds = 120; ///< More than enough for all but the one that hangs.
};

class Workers : public testing::TestWithParam<BadEnd> {};

TEST_P(Workers, ThatEndBadlyAreUnitsSkipped) {
  RunOptions O;
  O.UnitSeconds = GetParam().Seconds;
  O.UnitMegabytes = 1024;
  std::vector<Unit> Units = unitsNamed({"a.events"});
  std::vector<UnitOutcome> Out = inWorkers(Units, O, GetParam().Analyse);
  ASSERT_EQ(Out.size(), 1u);
  EXPECT_EQ(Out[0].Report.File, "a.events");
  EXPECT_EQ(Out[0].Report.State, UnitState::Skipped);
  EXPECT_THAT(Out[0].Report.Reason, HasSubstr(GetParam().Reason));
  ASSERT_EQ(Out[0].Notes.size(), 1u);
  EXPECT_EQ(Out[0].Notes[0].Class, GetParam().Class);
  if (GetParam().Class == NoticeClass::Internal)
    EXPECT_THAT(Out[0].Notes[0].Message, HasSubstr("please report it"));
}

[[noreturn]] void raiseDefault(int Signal) {
  signal(Signal, SIG_DFL);
  raise(Signal);
  _exit(0);
}

UnitOutcome eatMemory(const Unit &U) {
  std::vector<std::unique_ptr<char[]>> Eaten;
  for (size_t I = 0; I < 4096; ++I) {
    Eaten.push_back(std::make_unique_for_overwrite<char[]>(1 << 20));
    Eaten.back()[I] = 1;
  }
  return analysed(U);
}

const BadEnd BadEnds[] = {
    {"Crash", [](const Unit &) -> UnitOutcome { raiseDefault(SIGSEGV); },
     NoticeClass::Internal, "crashed"},
    {"GuardedCrash",
     [](const Unit &U) {
       raise(SIGABRT);
       return analysed(U);
     },
     NoticeClass::Internal, "crashed"},
    {"FatalError",
     [](const Unit &) -> UnitOutcome { report_fatal_error("no such thing"); },
     NoticeClass::Internal, "crashed (no such thing)"},
    {"KilledFromOutside",
     [](const Unit &) -> UnitOutcome { raiseDefault(SIGKILL); },
     NoticeClass::Environment, "ended from outside"},
    {"NoResult", [](const Unit &) -> UnitOutcome { _exit(0); },
     NoticeClass::Internal, "gave no readable result"},
    {"Hang",
     [](const Unit &U) {
       sleep(60);
       return analysed(U);
     },
     NoticeClass::Internal, "took longer than 2 s", /*Seconds=*/2},
#if !(defined(__has_feature) && __has_feature(address_sanitizer))
    {"Memory", eatMemory, NoticeClass::Environment, "limit of 1024 MiB"},
#endif
};

INSTANTIATE_TEST_SUITE_P(BadEnds, Workers, testing::ValuesIn(BadEnds),
                         [](const auto &Info) { return Info.param.Name; });

TEST(Guard, ACrashIsAFalse) {
#if defined(__has_feature) && __has_feature(address_sanitizer)
  GTEST_SKIP() << "AddressSanitizer takes the signal first";
#endif
  bool After = false;
  EXPECT_FALSE(guarded([] { raise(SIGSEGV); }));
  EXPECT_FALSE(guardedOnLargeStack([] { raise(SIGABRT); }));
  EXPECT_TRUE(guarded([&] { After = true; }));
  EXPECT_TRUE(After);
  // 64 MB of stack are there.
  EXPECT_TRUE(guardedOnLargeStack([] {
    volatile char Large[64 << 20];
    Large[0] = 1;
    Large[sizeof(Large) - 1] = 1;
  }));
}

TEST(Pool, OneBadUnitLeavesTheOthersAndTheirOrder) {
  std::vector<Unit> Units =
      unitsNamed({"a", "b", "c", "d", "e", "f", "g", "h"});
  RunOptions O;
  O.Jobs = 3;
  std::vector<UnitOutcome> Out = inWorkers(Units, O, [](const Unit &U) {
    if (U.File == "c")
      raiseDefault(SIGABRT);
    return analysed(U);
  });
  ASSERT_EQ(Out.size(), Units.size());
  for (size_t I = 0; I < Units.size(); ++I) {
    EXPECT_EQ(Out[I].Report.File, Units[I].File);
    EXPECT_EQ(Out[I].Report.State,
              I == 2 ? UnitState::Skipped : UnitState::Analysed);
  }
}

// A pipe holds 64 KiB: an outcome of any size must pass.
TEST(Pool, LargeOutcomesPass) {
  std::vector<Unit> Units = unitsNamed({"a", "b"});
  RunOptions O;
  O.UnitSeconds = 60;
  std::vector<UnitOutcome> Out = inWorkers(Units, O, [](const Unit &U) {
    UnitOutcome Mine = analysed(U);
    Mine.Functions.resize(50000);
    for (FunctionCoverage &C : Mine.Functions)
      C.Name = "a function with a name";
    return Mine;
  });
  for (const UnitOutcome &Each : Out) {
    EXPECT_EQ(Each.Report.State, UnitState::Analysed) << Each.Report.Reason;
    EXPECT_EQ(Each.Functions.size(), 50000u);
  }
}

} // namespace
