//===- run_program_test.cpp - other programs that a run asks --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/run_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace llvm;
using testing::HasSubstr;

namespace {

ProgramRun shell(StringRef Script, StringRef Input = "",
                 const ProgramLimits &Limits = {}) {
  return cantFail(runProgram("/bin/sh", {"-c", Script}, Input, Limits));
}

TEST(RunProgram, InputOutputAndErrorsAreApart) {
  ProgramRun Run = shell("cat; echo beside >&2", "what it reads");
  EXPECT_EQ(Run.ExitCode, 0);
  EXPECT_EQ(Run.Output, "what it reads");
  EXPECT_EQ(Run.Errors, "beside\n");
  EXPECT_EQ(Run.Reason, "");
}

TEST(RunProgram, WordsAreNotReadByAShell) {
  EXPECT_EQ(cantFail(runProgram("/bin/echo", {"$HOME", "a b;", "'"})).Output,
            "$HOME a b; '\n");
}

TEST(RunProgram, AFailureHasItsReason) {
  ProgramRun Run = shell("echo 'not\033 here' >&2; echo more >&2; exit 3");
  EXPECT_EQ(Run.ExitCode, 3);
  EXPECT_EQ(Run.Reason, "not? here");
  EXPECT_EQ(shell("exit 4").Reason, "exit code 4");
}

TEST(RunProgram, WhatDoesNotStartOrEndIsNegative) {
  ProgramRun Gone = cantFail(runProgram("/no/such/program", {}));
  EXPECT_LT(Gone.ExitCode, 0);
  EXPECT_FALSE(Gone.Reason.empty());
  EXPECT_LT(shell("kill -9 $$").ExitCode, 0);
  ProgramRun Hung = shell("exec sleep 60", "", {/*Seconds=*/1});
  EXPECT_LT(Hung.ExitCode, 0);
  EXPECT_THAT(Hung.Reason, HasSubstr("imed out"));
}

TEST(RunProgram, TooMuchOutputIsAnError) {
  auto Run = runProgram("/bin/sh", {"-c", "echo more than four"}, "",
                        {/*Seconds=*/20, /*OutputBytes=*/4});
  EXPECT_THAT(toString(Run.takeError()), HasSubstr("more than"));
}

} // namespace
