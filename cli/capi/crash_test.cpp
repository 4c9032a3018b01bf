//===- crash_test.cpp - a check that crashes in its caller's process ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of fencepost.h over a check that does what its text says.
//
//===----------------------------------------------------------------------===//
#include "cli/capi/check_text.h"
#include "cli/capi/fencepost.h"
#include <csignal>
#include <cstdlib>
#include <exception>
#include <gtest/gtest.h>

namespace fencepost {

TextResult checkText(const TextRequest &Request) {
  if (Request.Text == "abort")
    std::abort();
  if (Request.Text == "terminate")
    std::terminate();
  if (Request.Text == "segv")
    raise(SIGSEGV);
  if (Request.Text == "deep") {
    volatile char OnStack[128u << 20];
    for (size_t I = 0; I < sizeof(OnStack); I += 4096)
      OnStack[I] = 1;
  }
  return {0, "{}", "done"};
}

TextResult crashedResult(llvm::StringRef Name) {
  return {3, "{\"crashed\": true}", Name.str()};
}

} // namespace fencepost

namespace {

std::pair<int, std::string> check(const char *Text) {
  fencepost_result *R =
      fencepost_check("ptx", "a.ptx", Text, strlen(Text), nullptr);
  std::pair<int, std::string> Out = {fencepost_result_status(R),
                                     fencepost_result_text(R)};
  fencepost_free(R);
  return Out;
}

TEST(CapiCrash, IsAResultAndTheProcessGoesOn) {
  using Result = std::pair<int, std::string>;
  for (const char *Text : {"abort", "terminate", "segv"}) {
    EXPECT_EQ(check(Text), (Result{FENCEPOST_INTERNAL_ERROR, "a.ptx"})) << Text;
    EXPECT_EQ(check("fine"), (Result{FENCEPOST_CLEAN, "done"}));
  }
  EXPECT_EQ(check("deep"), (Result{FENCEPOST_CLEAN, "done"}));
}

} // namespace
