//===- litmus_test.cpp - text of litmus programs, witnesses ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/test_support.h"

using namespace fencepost;
using namespace fencepost::memory_model;

static std::string faultOf(llvm::StringRef Text) {
  llvm::Expected<Litmus> L = parseLitmus(Text);
  return L ? "" : llvm::toString(L.takeError());
}

TEST(LitmusText, ReadsOperations) {
  llvm::Expected<Litmus> L =
      parseLitmus("A @1.2.3: st.volatile x 4; r = atom.cas.acq_rel.sys y 0 -1 "
                  "& red.add.gpu x 1"
                  "\nB @0.0.0: fence.sc.cluster; bar.arrive 7; q = ld.nc y"
                  "\noutcome A:r=0 B:q=-1 x=5");
  ASSERT_TRUE(bool(L)) << llvm::toString(L.takeError());
  ASSERT_EQ(L->Threads.size(), 2u);
  EXPECT_EQ(L->Threads[0].Gpu, 1u);
  EXPECT_EQ(L->Threads[0].Cluster, 2u);
  EXPECT_EQ(L->Threads[0].Cta, 3u);
  const auto &A = L->Threads[0].Code, &B = L->Threads[1].Code;
  ASSERT_EQ(A.size(), 3u);
  EXPECT_EQ(A[0].Ord, Order::Relaxed);
  EXPECT_EQ(A[0].Scp, Scope::Sys);
  EXPECT_EQ(A[0].Operand, 4);
  EXPECT_EQ(A[1].Rmw, RmwOp::Cas);
  EXPECT_EQ(A[1].Compare, 0);
  EXPECT_EQ(A[1].Operand, -1);
  EXPECT_EQ(A[1].Location, 1u);
  EXPECT_EQ(A[1].Group, A[2].Group);
  EXPECT_NE(A[0].Group, A[1].Group);
  EXPECT_EQ(B[0].Ord, Order::SeqCst);
  EXPECT_EQ(B[1].Barrier, BarrierAction::Arrive);
  EXPECT_EQ(B[1].BarrierId, 7u);
  EXPECT_EQ(B[2].Prx, Proxy::NonCoherent);
  EXPECT_EQ(L->Outcome.size(), 3u);
  EXPECT_FALSE(L->Outcome[2].Thread.has_value());
}

TEST(LitmusText, Faults) {
  struct {
    const char *Text, *Message;
  } Cases[] = {
      {"A: st x 1", "a thread and its place, as in 'P0 @cta0:'"},
      {"A @0.0: st x 1",
       "a place such as '@cta1' or '@cta0,gpu1', found '@0.0'"},
      {"A @warp0: st x 1",
       "a place such as '@cta1' or '@cta0,gpu1', found '@warp0'"},
      {"A @0.0.0: sto x 1",
       "ld, st, atom, red, fence, bar or barrier, found 'sto'"},
      {"A @0.0.0: st.relax.gpu x 1", "a qualifier of 'st', found 'relax'"},
      {"A @0.0.0: st.relaxed x 1",
       "a scope (.cta, .cluster, .gpu or .sys) in 'st.relaxed x 1'"},
      {"A @0.0.0: st.acquire.gpu x 1",
       "an order that the operation can have in 'st.acquire.gpu x 1'"},
      {"A @0.0.0: st x", "2 operands in 'st x'"},
      {"A @0.0.0: st x y",
       "a register that thread 'A' has read into, found 'y' in 'st x y'"},
      {"A @0.0.0: st 1 1", "a location, found '1'"},
      {"A @0.0.0: atom.relaxed.gpu x 1",
       "add, min, max, and, or, xor, exch or cas in 'atom.relaxed.gpu x 1'"},
      {"A @0.0.0: fence.relaxed.gpu",
       "acquire, release, acq_rel or sc in 'fence.relaxed.gpu'"},
      {"A @0.0.0: bar 0", "sync, arrive or wait in 'bar 0'"},
      {"A @0.0.0: r = st x 1", "ld or atom after '='"},
      {"A @0.0.0: ;", "an operation"},
  };
  for (const auto &C : Cases)
    EXPECT_EQ(faultOf(C.Text), std::string("litmus:1: expected ") + C.Message);
  EXPECT_EQ(faultOf("A @0.0.0: r = ld x\noutcome A:q=1"),
            "litmus:2: expected a register of the program, found 'A:q'");
  EXPECT_EQ(
      faultOf("A @0.0.0: r = ld x\noutcome y=1"),
      "litmus:2: expected a location of the program, found 'y' (a register "
      "is written 'P0:r0')");
  std::string Long = "A @0.0.0: st x 1";
  for (unsigned I = 0; I < MaxEvents; ++I)
    Long += "; st x 1";
  EXPECT_EQ(faultOf(Long), "litmus:1: expected at most 24 operations");
  std::string Many;
  for (unsigned I = 0; I <= MaxThreads; ++I)
    Many += "T" + std::to_string(I) + " @0.0.0: st x 1\n";
  EXPECT_EQ(faultOf(Many), "litmus:13: expected at most 12 threads");
}

TEST(Witnesses, SayWhatEveryReadReturns) {
  llvm::Expected<Litmus> L =
      parseLitmus("P @0.0.0: st d 1; st.relaxed.gpu f 1\n"
                  "C @0.1.1: r0 = ld.acquire.gpu f; r1 = ld d\n"
                  "outcome C:r0=1 C:r1=0");
  ASSERT_TRUE(bool(L));
  Decision D = decide(*L);
  ASSERT_EQ(D.Is, Answer::Allowed);
  EXPECT_EQ(D.Shown.lines(),
            (std::vector<std::string>{
                "C's 'r0 = ld.acquire.gpu f' returns 1 from P's "
                "'st.relaxed.gpu f 1'",
                "C's 'r1 = ld d' returns 0 from the initial value of d"}));
}

static bool allowsText(llvm::StringRef Text) {
  llvm::Expected<Litmus> L = parseLitmus(Text);
  EXPECT_TRUE(bool(L)) << llvm::toString(L.takeError());
  return L && allows(*L);
}

TEST(Values, NoneComesOutOfThinAir) {
  // Each RMW would read what the other one makes of its own result.
  EXPECT_FALSE(allowsText("A @0.0.0: r = atom.add.relaxed.cta x 1\n"
                          "B @0.1.1: r = atom.add.relaxed.cta x 1\n"
                          "outcome A:r=1 B:r=2"));
  EXPECT_FALSE(allowsText("A @0.0.0: r = atom.add.relaxed.cta x 1\n"
                          "B @0.1.1: r = atom.add.relaxed.cta x 1\n"
                          "outcome A:r=7 B:r=6"));
  EXPECT_TRUE(allowsText("A @0.0.0: r = atom.add.relaxed.cta x 1\n"
                         "B @0.1.1: r = atom.add.relaxed.cta x 1\n"
                         "outcome A:r=1 B:r=0"));
}

TEST(Values, AFailedCasWritesNothing) {
  EXPECT_EQ(verdictOf("A @0.0.0: r = atom.cas.relaxed.gpu x 5 1\n"
                      "B @0.1.1: r = ld.relaxed.gpu x\n"
                      "outcome A:r=0 B:r=1"),
            Verdict::OK);
}
