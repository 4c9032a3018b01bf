//===- files_test.cpp - the programs of testdata/litmus -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test per file: the verdict is as its clause says, and is found fast. A
// forbidden outcome is possible but for one equation: else nothing is tested.
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/test_support.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace fencepost;
using namespace fencepost::memory_model;

namespace {

std::vector<std::string> litmusFiles() {
  std::vector<std::string> Files;
  std::error_code EC;
  for (llvm::sys::fs::directory_iterator I(FENCEPOST_TESTDATA "/litmus", EC),
       End;
       I != End && !EC; I.increment(EC))
    if (llvm::sys::path::extension(I->path()) == ".litmus")
      Files.push_back(I->path());
  std::sort(Files.begin(), Files.end());
  return Files;
}

class LitmusFile : public testing::TestWithParam<std::string> {};

TEST_P(LitmusFile, IsAsItsClauseSays) {
  auto Buffer = llvm::MemoryBuffer::getFile(GetParam());
  ASSERT_TRUE(bool(Buffer));
  llvm::Expected<Litmus> L = parseLitmus((*Buffer)->getBuffer(), GetParam());
  ASSERT_TRUE(bool(L)) << llvm::toString(L.takeError());
  ASSERT_NE(L->Expects, Clause::Asks);
  // A tenth of the default budget: a fraction of a second.
  Decision D = decide(*L, DefaultBudget / 10);
  EXPECT_EQ(D.Is, L->Expects == Clause::Allowed ? Answer::Allowed
                                                : Answer::Forbidden);
  EXPECT_EQ(D.Shown.Edges.empty(), D.Is == Answer::Forbidden);
  if (D.Is == Answer::Forbidden) {
    EXPECT_TRUE(D.Refused.Why.has_value());
    EXPECT_FALSE(D.Refused.Lines.empty());
    if (D.Refused.Why == Axiom::NoThinAir)
      return; // Not even one of the values can appear.
    L->Outcome.pop_back();
    EXPECT_EQ(decide(*L).Is, Answer::Allowed) << "forbidden without its end";
  }
}

INSTANTIATE_TEST_SUITE_P(Files, LitmusFile, testing::ValuesIn(litmusFiles()),
                         [](const testing::TestParamInfo<std::string> &Info) {
                           std::string Name =
                               llvm::sys::path::stem(Info.param).str();
                           std::replace(Name.begin(), Name.end(), '-', '_');
                           return Name;
                         });

TEST(LitmusFiles, AreThere) { EXPECT_GE(litmusFiles().size(), 100u); }

TEST(Budget, WhatRunsOutIsSaid) {
  // Fifteen RMWs of one word: each may read any of the others.
  std::string Text;
  for (unsigned T = 0; T < 4; ++T) {
    Text += "P" + std::to_string(T) + " @cta" + std::to_string(T) + ":\n";
    for (unsigned I = 0; I < (T == 3 ? 3 : 4); ++I)
      Text += "atom.relaxed.gpu.add r" + std::to_string(I) + ", [x], 1\n";
  }
  llvm::Expected<Litmus> L = parseLitmus(Text + "forbidden (x == 16)");
  ASSERT_TRUE(bool(L)) << llvm::toString(L.takeError());
  Decision D = decide(*L, 10'000);
  EXPECT_EQ(D.Is, Answer::OutOfBudget);
  EXPECT_TRUE(D.Axioms.empty());
  EXPECT_LE(D.Steps, 11'000u);
}

TEST(Axioms, AreNamed) {
  struct {
    const char *Text;
    std::optional<Axiom> Why;
  } Cases[] = {
      {"P @cta0: ld.relaxed.gpu r, [x]; st.relaxed.gpu [y], r\n"
       "Q @cta1: ld.relaxed.gpu r, [y]; st.relaxed.gpu [x], r\n"
       "forbidden (P:r == 7 && Q:r == 7)",
       Axiom::NoThinAir},
      {"P @cta0: atom.gpu.add r, [x], 1\nQ @cta1: atom.gpu.add r, [x], 1\n"
       "forbidden (P:r == 0 && Q:r == 0)",
       Axiom::Atomicity},
      {"P @cta0: st.relaxed.gpu [x], 1\n"
       "Q @cta1: ld.relaxed.gpu a, [x]; ld.relaxed.gpu b, [x]\n"
       "forbidden (Q:a == 1 && Q:b == 0)",
       Axiom::ScPerLocation},
      {"P @cta0: st [d], 1; bar.sync 0\nQ @cta0: bar.sync 0; ld r, [d]\n"
       "forbidden (Q:r == 0)",
       Axiom::Causality},
      {"P @cta0: st [x], 1; st [x], 2\nforbidden (x == 1)", Axiom::Coherence},
      {"P @cta0: st [x], 1\nQ @cta0: ld r, [x]\nforbidden (Q:r == 5)",
       std::nullopt},
  };
  for (const auto &C : Cases) {
    llvm::Expected<Litmus> L = parseLitmus(C.Text);
    ASSERT_TRUE(bool(L)) << llvm::toString(L.takeError());
    Decision D = decide(*L);
    EXPECT_EQ(D.Is, Answer::Forbidden) << C.Text;
    EXPECT_EQ(D.Refused.Why, C.Why) << C.Text;
  }
}

TEST(Axioms, FenceScMayNotContradictCausality) {
  // Both fences see the other thread's store before their own.
  llvm::Expected<Litmus> L =
      parseLitmus("P @cta0: ld.relaxed.gpu r, [y]; fence.sc.gpu; "
                  "st.relaxed.gpu [x], 1\n"
                  "Q @cta1: ld.relaxed.gpu r, [x]; fence.sc.gpu; "
                  "st.relaxed.gpu [y], 1\n"
                  "forbidden (P:r == 1 && Q:r == 1)");
  ASSERT_TRUE(bool(L));
  Decision D = decide(*L);
  EXPECT_EQ(D.Is, Answer::Forbidden);
  EXPECT_TRUE(std::count(D.Axioms.begin(), D.Axioms.end(), Axiom::FenceSc));
}

TEST(Explanations, NameThePathOfCausality) {
  llvm::Expected<Litmus> L =
      parseLitmus("P0 @cta0:\n  st.weak [d], 1;\n  st.release.gpu [f], 1;\n"
                  "P1 @cta1:\n  ld.acquire.gpu r0, [f];\n  ld.weak r1, [d];\n"
                  "forbidden (P1:r0 == 1 && P1:r1 == 0)");
  ASSERT_TRUE(bool(L)) << llvm::toString(L.takeError());
  EXPECT_EQ(
      decide(*L).Refused.Lines,
      (std::vector<std::string>{
          "P1's 'ld.acquire.gpu r0, [f]' would return 1 from P0's "
          "'st.release.gpu [f], 1'",
          "P1's 'ld.weak r1, [d]' would return 0 from the initial value of d",
          "P0's 'st.weak [d], 1' overwrites that value and precedes P1's "
          "'ld.weak r1, [d]' in causality order",
          "P0's 'st.weak [d], 1' precedes P0's 'st.release.gpu [f], 1': "
          "program order",
          "P0's 'st.release.gpu [f], 1' precedes P1's 'ld.acquire.gpu r0, "
          "[f]': synchronizes with",
          "P1's 'ld.acquire.gpu r0, [f]' precedes P1's 'ld.weak r1, [d]': "
          "program order"}));
}

} // namespace
