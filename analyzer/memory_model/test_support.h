//===- test_support.h - verdicts of litmus programs -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MEMORY_MODEL_TEST_SUPPORT_H
#define FENCEPOST_ANALYZER_MEMORY_MODEL_TEST_SUPPORT_H

#include "analyzer/memory_model/checker.h"
#include "gtest/gtest.h"

namespace fencepost::memory_model {

/// Bad: the model allows the outcome. OK: it forbids it, and only by the last
/// equation (the stale value): without it the program can run as described.
enum class Verdict { OK, Bad };
inline void PrintTo(Verdict V, std::ostream *OS) {
  *OS << (V == Verdict::OK ? "OK" : "BAD");
}

inline bool allows(const Litmus &L) {
  Answer Is = decide(L).Is;
  EXPECT_NE(Is, Answer::OutOfBudget);
  return Is == Answer::Allowed;
}

inline Verdict verdictOf(const std::string &Text) {
  llvm::Expected<Litmus> L = parseLitmus(Text);
  if (!L) {
    ADD_FAILURE() << llvm::toString(L.takeError()) << "\n" << Text;
    return Verdict::Bad;
  }
  if (allows(*L))
    return Verdict::Bad;
  L->Outcome.pop_back();
  EXPECT_TRUE(allows(*L)) << "nothing is left to forbid in\n" << Text;
  return Verdict::OK;
}

} // namespace fencepost::memory_model

#endif
