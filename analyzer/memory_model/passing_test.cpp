//===- passing_test.cpp - message passing, table by table -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who must release, who must acquire, at which scope, on which side of a
// barrier. `fence.sc.gpu` is __threadfence(), `fence.sc.cta`
// __threadfence_block(). Data is d, the flag f, and the outcome asked about
// is: the flag was seen, the data is stale.
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/test_support.h"
#include "llvm/ADT/StringRef.h"

using namespace fencepost::memory_model;

namespace {

Verdict letter(char C) { return C == 'O' ? Verdict::OK : Verdict::Bad; }

//===----------------------------------------------------------------------===//
// One producer thread, one consumer thread, different CTAs of one GPU
//===----------------------------------------------------------------------===//

constexpr const char *Consumers[] = {
    /* 1 */ "r0 = ld.acquire.gpu f; r1 = ld d",
    /* 2 */ "r0 = ld.relaxed.gpu f; r1 = ld d",
    /* 3 */ "r0 = ld.relaxed.gpu f; fence.acq_rel.gpu; r1 = ld d",
    /* 4 */ "r0 = ld.relaxed.gpu f; fence.sc.gpu; r1 = ld d",
    /* 5 */ "r0 = ld.weak f; fence.acq_rel.gpu; r1 = ld d",
    /* 6 */ "r0 = ld.weak f; fence.sc.gpu; r1 = ld d",
    /* 7 */ "r0 = ld.acquire.cta f; r1 = ld d",
    /* 8 */ "r0 = ld.relaxed.gpu f; fence.acq_rel.cta; r1 = ld d",
    /* 9 */ "r0 = ld.relaxed.cta f; fence.acq_rel.gpu; r1 = ld d",
    /* 10 */ "r0 = atom.add.relaxed.gpu f 0; r1 = ld d",
    /* 11 */ "r0 = atom.add.acquire.gpu f 0; r1 = ld d",
    /* 12 */ "r0 = atom.add.relaxed.gpu f 0; fence.acq_rel.gpu; r1 = ld d",
    /* 13 */ "r0 = ld.relaxed.gpu f; r1 = ld.relaxed.gpu d",
};

/// One letter per consumer: O the stale read is forbidden, B it is allowed.
struct Row {
  const char *Producer, *Verdicts;
} const MessagePassing[] = {
    {"st d 1; st.release.gpu f 1", /*            */ "OBOOBBBBBBOOB"},
    {"st d 1; fence.acq_rel.gpu; st.relaxed.gpu f 1", "OBOOBBBBBBOOB"},
    {"st d 1; fence.sc.gpu; st.relaxed.gpu f 1", "OBOOBOBBBBOOB"},
    {"st d 1; fence.sc.gpu; st.volatile f 1", "OBOOBOBBBBOOB"},
    {"st d 1; fence.sc.gpu; atom.exch.relaxed.gpu f 1", "OBOOBOBBBBOOB"},
    {"st d 1; fence.sc.gpu; st.weak f 1", /*     */ "BBBOBOBBBBBBB"},
    {"st d 1; st.relaxed.gpu f 1", /*            */ "BBBBBBBBBBBBB"},
    {"st d 1; fence.acq_rel.cta; st.relaxed.gpu f 1", "BBBBBBBBBBBBB"},
    {"st d 1; fence.sc.cta; st.relaxed.gpu f 1", "BBBBBBBBBBBBB"},
    {"st d 1; fence.acq_rel.gpu; st.weak f 1", /**/ "BBBBBBBBBBBBB"},
    {"st d 1; fence.acq_rel.gpu; st.relaxed.cta f 1", "BBBBBBBBBBBBB"},
    {"st d 1; red.add.release.gpu f 1", /*       */ "OBOOBBBBBBOOB"},
    {"st d 1; atom.add.relaxed.gpu f 1", /*      */ "BBBBBBBBBBBBB"},
    {"st.relaxed.gpu d 1; st.relaxed.gpu f 1", /**/ "BBBBBBBBBBBBB"},
};

TEST(MessagePassing, ProducerTimesConsumer) {
  for (const Row &R : MessagePassing)
    for (size_t C = 0; C < std::size(Consumers); ++C)
      EXPECT_EQ(verdictOf(std::string("P @0.0.0: ") + R.Producer +
                          "\nC @0.1.1: " + Consumers[C] +
                          "\noutcome C:r0=1 C:r1=0"),
                letter(R.Verdicts[C]))
          << R.Producer << " || " << Consumers[C];
}

TEST(MessagePassing, AVolatilePollIsARelaxedPoll) {
  for (const Row &R : MessagePassing)
    EXPECT_EQ(verdictOf(std::string("P @0.0.0: ") + R.Producer +
                        "\nC @0.1.1: r0 = ld.volatile f; r1 = ld d"
                        "\noutcome C:r0=1 C:r1=0"),
              letter(R.Verdicts[1]))
        << R.Producer;
}

struct Case {
  Verdict Expected;
  const char *Threads, *Outcome;
};

void expectAll(llvm::ArrayRef<Case> Cases) {
  for (const Case &C : Cases)
    EXPECT_EQ(verdictOf(std::string(C.Threads) + "\noutcome " + C.Outcome),
              C.Expected)
        << C.Threads;
}

constexpr Verdict OK = Verdict::OK, Bad = Verdict::Bad;
constexpr const char *Stale = "C:r0=1 C:r1=0";

TEST(MessagePassing, BothSidesNeedSysAcrossGpus) {
  static constexpr Case Cases[] = {
      {Bad,
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @1.0.0: r0 = ld.acquire.gpu f; r1 = ld d",
       Stale},
      {Bad,
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @1.0.0: r0 = ld.acquire.sys f; r1 = ld d",
       Stale},
      {Bad,
       "P @0.0.0: st d 1; st.release.sys f 1\n"
       "C @1.0.0: r0 = ld.acquire.gpu f; r1 = ld d",
       Stale},
      {OK,
       "P @0.0.0: st d 1; st.release.sys f 1\n"
       "C @1.0.0: r0 = ld.acquire.sys f; r1 = ld d",
       Stale},
      {Bad,
       "P @0.0.0: st d 1; fence.acq_rel.gpu; st.relaxed.sys f 1\n"
       "C @1.0.0: r0 = ld.acquire.sys f; r1 = ld d",
       Stale},
      {OK,
       "P @0.0.0: st d 1; fence.acq_rel.sys; st.relaxed.sys f 1\n"
       "C @1.0.0: r0 = ld.acquire.sys f; r1 = ld d",
       Stale},
      {Bad,
       "P @0.0.0: st d 1; fence.acq_rel.sys; st.relaxed.sys f 1\n"
       "C @1.0.0: r0 = ld.relaxed.sys f; fence.acq_rel.gpu; r1 = ld d",
       Stale},
      {OK,
       "P @0.0.0: st d 1; st.release.sys f 1\n"
       "C @0.1.1: r0 = ld.acquire.gpu f; r1 = ld d",
       Stale},
  };
  expectAll(Cases);
}

TEST(MessagePassing, OneAcquireOfTheSameWordAfterTheLoopIsEnough) {
  static constexpr Case Cases[] = {
      {OK,
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.relaxed.gpu f; r2 = ld.acquire.gpu f; r1 = ld d",
       Stale},
      {Bad,
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.relaxed.gpu f; r2 = ld.acquire.gpu g; "
       "r1 = ld d",
       Stale},
      {Bad,
       "P @0.0.0: st d 1; fence.acq_rel.gpu; st.relaxed.gpu f 1\n"
       "C @0.1.1: r0 = ld.relaxed.gpu f; r2 = ld.acquire.gpu g; r1 = ld d",
       Stale},
      {Bad,
       "P @0.0.0: st d 1; st.release.gpu g 1; st.relaxed.gpu f 1\n"
       "C @0.1.1: r0 = ld.relaxed.gpu f; fence.acq_rel.gpu; r1 = ld d",
       Stale},
      // The elements of one vector load have no order among themselves.
      {Bad,
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.acquire.gpu f & r1 = ld d",
       Stale},
  };
  expectAll(Cases);
}

//===----------------------------------------------------------------------===//
// An elected thread polls, a barrier, another thread reads
//===----------------------------------------------------------------------===//

TEST(ElectedPoller, WhoMustAcquire) {
  static constexpr const char *Producers[] = {
      "st d 1; st.release.gpu f 1",
      "st d 1; fence.acq_rel.gpu; st.relaxed.gpu f 1",
      "st d 1; fence.sc.gpu; st.relaxed.gpu f 1"};
  static constexpr struct {
    const char *Poller, *Reader, *Verdicts;
  } Rows[] = {
      {"r0 = ld.acquire.gpu f; bar.sync 0", "bar.sync 0; r1 = ld d", "OOO"},
      {"r0 = ld.relaxed.gpu f; fence.acq_rel.gpu; bar.sync 0",
       "bar.sync 0; r1 = ld d", "OOO"},
      {"r0 = ld.relaxed.gpu f; fence.sc.gpu; bar.sync 0",
       "bar.sync 0; r1 = ld d", "OOO"},
      {"r0 = atom.add.acquire.gpu f 0; bar.sync 0", "bar.sync 0; r1 = ld d",
       "OOO"},
      {"r0 = atom.add.relaxed.gpu f 0; fence.acq_rel.gpu; bar.sync 0",
       "bar.sync 0; r1 = ld d", "OOO"},
      {"r0 = ld.relaxed.gpu f; bar.sync 0", "bar.sync 0; r1 = ld d", "BBB"},
      {"r0 = ld.volatile f; bar.sync 0", "bar.sync 0; r1 = ld d", "BBB"},
      {"r0 = ld.relaxed.gpu f; bar.sync 0",
       "bar.sync 0; fence.acq_rel.gpu; r1 = ld d", "BBB"},
      {"r0 = ld.relaxed.gpu f; bar.sync 0",
       "bar.sync 0; fence.sc.gpu; r1 = ld d", "BBO"},
      {"r0 = ld.relaxed.gpu f; fence.acq_rel.cta; bar.sync 0",
       "bar.sync 0; r1 = ld d", "BBB"},
      {"r0 = ld.relaxed.gpu f; fence.sc.cta; bar.sync 0",
       "bar.sync 0; r1 = ld d", "BBB"},
      {"r0 = ld.acquire.cta f; bar.sync 0", "bar.sync 0; r1 = ld d", "BBB"},
      {"r0 = ld.weak f; bar.sync 0", "bar.sync 0; r1 = ld d", "BBB"},
      {"r0 = ld.acquire.gpu f; bar.arrive 0", "bar.sync 0; r1 = ld d", "OOO"},
      {"r0 = ld.acquire.gpu f; bar.sync 0", "bar.arrive 0; r1 = ld d", "BBB"},
      {"r0 = ld.relaxed.gpu f; bar.sync 0", "bar.sync 0; r1 = ld.relaxed.gpu d",
       "BBB"},
      {"r0 = ld.acquire.gpu f; bar.sync 1", "bar.sync 1; r1 = ld d", "OOO"},
      {"r0 = ld.acquire.gpu f; bar.sync 1", "bar.sync 2; r1 = ld d", "BBB"},
  };
  for (const auto &R : Rows)
    for (size_t I = 0; I < std::size(Producers); ++I)
      EXPECT_EQ(verdictOf(std::string("P @0.0.0: ") + Producers[I] +
                          "\nT @0.1.1: " + R.Poller + "\nR @0.1.1: " +
                          R.Reader + "\noutcome T:r0=1 R:r1=0"),
                letter(R.Verdicts[I]))
          << Producers[I] << " || " << R.Poller << " | " << R.Reader;
}

TEST(ElectedPoller, OtherWaysToTheReader) {
  static constexpr Case Cases[] = {
      // The flag's value goes through shared memory without a barrier.
      {Bad,
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "T @0.1.1: r0 = ld.acquire.gpu f; st s 1\n"
       "R @0.1.1: r1 = ld s; r2 = ld d",
       "T:r0=1 R:r1=1 R:r2=0"},
      // Readers in other CTAs of the cluster, behind a cluster barrier.
      {OK,
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "T @0.1.1: r0 = ld.acquire.gpu f; cluster.arrive 0; cluster.wait 0\n"
       "R @0.1.2: cluster.arrive 0; cluster.wait 0; r1 = ld d",
       "T:r0=1 R:r1=0"},
      // The first phase of a barrier orders nothing that comes after it.
      {Bad,
       "W @0.0.0: bar.sync 0; st d 1; bar.sync 0\n"
       "R @0.0.0: r0 = ld x; bar.sync 0; r1 = ld d; bar.sync 0",
       "R:r0=0 R:r1=0"},
      {OK,
       "W @0.0.0: bar.sync 0; st d 1; bar.sync 0\n"
       "R @0.0.0: r0 = ld x; bar.sync 0; bar.sync 0; r1 = ld d",
       "R:r0=0 R:r1=0"},
      // A CTA barrier does not reach another CTA.
      {Bad,
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "T @0.1.1: r0 = ld.acquire.gpu f; bar.sync 0\n"
       "R @0.1.2: bar.sync 0; r1 = ld d",
       "T:r0=1 R:r1=0"},
  };
  expectAll(Cases);
}

//===----------------------------------------------------------------------===//
// Producer side
//===----------------------------------------------------------------------===//

TEST(Producer, OneThread) {
  // Consumer: ld.acquire.gpu, the strongest that the flag can get.
  static constexpr struct {
    Verdict Expected;
    const char *Producer;
  } Rows[] = {
      {Bad, "st d 1; st.relaxed.gpu f 1"},
      {Bad, "st d 1; st.volatile f 1"},
      {Bad, "st d 1; atom.exch.relaxed.gpu f 1"},
      {OK, "st d 1; fence.acq_rel.gpu; st.volatile f 1"},
      {OK, "st d 1; fence.acq_rel.gpu; atom.exch.relaxed.gpu f 1"},
      {OK, "st d 1; fence.acq_rel.gpu; red.add.relaxed.gpu f 1"},
      {OK, "st d 1; fence.sc.gpu; red.add.relaxed.gpu f 1"},
      {Bad, "st d 1; fence.sc.cta; st.volatile f 1"},
      {Bad, "st d 1; fence.acq_rel.gpu; st f 1"},
      {Bad, "st d 1; fence.sc.gpu; st f 1"},
      {Bad, "st d 1; st.relaxed.gpu f 1; fence.sc.gpu"},
      {OK, "st d 1; st.release.gpu f 1"},
      {OK, "st d 1; red.add.release.gpu f 1"},
      {OK, "st d 1; atom.add.release.gpu f 1"},
      {Bad, "st d 1; st.release.gpu g 1; st.relaxed.gpu f 1"},
      {Bad, "st.volatile d 1; st.volatile f 1"},
      {Bad, "st d 1; fence.acquire.gpu; st.relaxed.gpu f 1"},
      {OK, "st d 1; fence.release.gpu; st.relaxed.gpu f 1"},
      {Bad, "st d 1 & st.relaxed.gpu f 1"},
      {Bad, "fence.sc.gpu; st.relaxed.gpu d 1 & st.relaxed.gpu f 1"},
  };
  for (const auto &R : Rows)
    EXPECT_EQ(verdictOf(std::string("P @0.0.0: ") + R.Producer +
                        "\nC @0.1.1: r0 = ld.acquire.gpu f; r1 = ld d"
                        "\noutcome C:r0=1 C:r1=0"),
              R.Expected)
        << R.Producer;
}

TEST(Producer, ManyWritersBarrierElectedStore) {
  static constexpr const char *Readers[] = {
      "r0 = ld.acquire.gpu f; r1 = ld d",
      "r0 = ld.relaxed.gpu f; fence.acq_rel.gpu; r1 = ld d",
      "r0 = ld.relaxed.gpu f; fence.sc.gpu; r1 = ld d"};
  static constexpr struct {
    const char *Writer, *Elected, *Verdicts;
  } Rows[] = {
      {"st d 1; bar.sync 0", "bar.sync 0; st.relaxed.gpu f 1", "BBB"},
      {"st d 1; bar.sync 0", "bar.sync 0; st.release.gpu f 1", "OOO"},
      {"st d 1; bar.sync 0",
       "bar.sync 0; fence.acq_rel.gpu; st.relaxed.gpu f 1", "OOO"},
      {"st d 1; bar.sync 0", "bar.sync 0; fence.sc.gpu; st.relaxed.gpu f 1",
       "OOO"},
      {"st d 1; bar.sync 0", "bar.sync 0; red.add.release.gpu f 1", "OOO"},
      {"st d 1; bar.sync 0", "bar.sync 0; st.release.cta f 1", "BBB"},
      {"st d 1; bar.sync 0",
       "bar.sync 0; fence.acq_rel.cta; st.relaxed.gpu f 1", "BBB"},
      {"st d 1; fence.acq_rel.gpu; bar.sync 0",
       "bar.sync 0; st.relaxed.gpu f 1", "BBB"},
      {"st d 1; fence.sc.gpu; bar.sync 0", "bar.sync 0; st.relaxed.gpu f 1",
       "BBO"},
      {"st d 1; fence.sc.gpu; bar.sync 0", "bar.sync 0; st f 1", "BBO"},
      {"st d 1", "st.release.gpu f 1", "BBB"},
      {"st d 1; bar.sync 0", "bar.sync 0; atom.add.relaxed.gpu f 1", "BBB"},
      // The elected thread fences before the barrier only.
      {"st d 1; bar.sync 0",
       "fence.acq_rel.gpu; bar.sync 0; st.relaxed.gpu f 1", "BBB"},
      {"st d 1; bar.sync 0", "fence.sc.gpu; bar.sync 0; st.relaxed.gpu f 1",
       "BBB"},
  };
  for (const auto &R : Rows)
    for (size_t I = 0; I < std::size(Readers); ++I)
      EXPECT_EQ(verdictOf(std::string("W @0.0.0: ") + R.Writer +
                          "\nE @0.0.0: " + R.Elected + "\nC @0.1.1: " +
                          Readers[I] + "\noutcome C:r0=1 C:r1=0"),
                letter(R.Verdicts[I]))
          << R.Writer << " | " << R.Elected << " || " << Readers[I];
}

TEST(SameCta, HandOff) {
  static constexpr Case Cases[] = {
      {OK,
       "P @0.0.0: st d 1; st.release.cta f 1\n"
       "C @0.0.0: r0 = ld.acquire.cta f; r1 = ld d",
       Stale},
      {OK,
       "P @0.0.0: st d 1; fence.sc.cta; st.volatile f 1\n"
       "C @0.0.0: r0 = ld.volatile f; fence.sc.cta; r1 = ld d",
       Stale},
      {Bad,
       "P @0.0.0: st d 1; st.volatile f 1\n"
       "C @0.0.0: r0 = ld.volatile f; r1 = ld d",
       Stale},
      {Bad,
       "P @0.0.0: st.volatile d 1; st.volatile f 1\n"
       "C @0.0.0: r0 = ld.volatile f; r1 = ld.volatile d",
       Stale},
      {OK,
       "P @0.0.0: st d 1; bar.sync 0\n"
       "C @0.0.0: r0 = ld one; bar.sync 0; r1 = ld d",
       "C:r0=0 C:r1=0"},
      {Bad,
       "P @0.0.0: st d 1; st.release.cta f 1\n"
       "C @0.0.1: r0 = ld.acquire.cta f; r1 = ld d",
       Stale},
      {OK,
       "P @0.0.0: st d 1; st.release.cluster f 1\n"
       "C @0.0.1: r0 = ld.acquire.cluster f; r1 = ld d",
       Stale},
  };
  expectAll(Cases);
}

} // namespace
