//===- idioms_test.cpp - decided results of known idioms ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/test_support.h"
#include "llvm/ADT/ArrayRef.h"

using namespace fencepost::memory_model;

namespace {

constexpr Verdict OK = Verdict::OK, Bad = Verdict::Bad;

struct Case {
  Verdict Expected;
  const char *What;
  const char *Text;
};

void expectAll(llvm::ArrayRef<Case> Cases) {
  for (const Case &C : Cases)
    EXPECT_EQ(verdictOf(C.Text), C.Expected) << C.What << "\n" << C.Text;
}

TEST(Classics, StoreBufferingNeedsFenceSc) {
  auto With = [](const std::string &Between, const std::string &St,
                 const std::string &Ld) {
    return verdictOf("A @0.0.0: " + St + " x 1; " + Between + "r = " + Ld +
                     " y\nB @0.1.1: " + St + " y 1; " + Between + "r = " + Ld +
                     " x\noutcome A:r=0 B:r=0");
  };
  EXPECT_EQ(With("", "st.relaxed.gpu", "ld.relaxed.gpu"), Bad);
  EXPECT_EQ(With("fence.acq_rel.gpu; ", "st.relaxed.gpu", "ld.relaxed.gpu"),
            Bad);
  EXPECT_EQ(With("fence.sc.cta; ", "st.relaxed.gpu", "ld.relaxed.gpu"), Bad);
  EXPECT_EQ(With("", "st.release.gpu", "ld.acquire.gpu"), Bad);
  EXPECT_EQ(With("fence.sc.gpu; ", "st.relaxed.gpu", "ld.relaxed.gpu"), OK);
}

TEST(Classics, IndependentReadsOfIndependentWritesNeedFenceSc) {
  auto With = [](const std::string &Between, const std::string &Ld) {
    return verdictOf("A @0.0.0: st.relaxed.gpu x 1\n"
                     "B @0.1.1: st.relaxed.gpu y 1\n"
                     "C @0.2.2: r0 = " +
                     Ld + " x; " + Between + "r1 = " + Ld +
                     " y\nD @0.3.3: r0 = " + Ld + " y; " + Between +
                     "r1 = " + Ld + " x\noutcome C:r0=1 C:r1=0 D:r0=1 D:r1=0");
  };
  EXPECT_EQ(With("", "ld.acquire.gpu"), Bad);
  EXPECT_EQ(With("fence.acq_rel.gpu; ", "ld.relaxed.gpu"), Bad);
  EXPECT_EQ(With("fence.sc.gpu; ", "ld.relaxed.gpu"), OK);
}

TEST(Classics, Others) {
  static constexpr Case Cases[] = {
      {Bad, "load buffering, relaxed",
       "A @0.0.0: r = ld.relaxed.gpu x; st.relaxed.gpu y 1\n"
       "B @0.1.1: r = ld.relaxed.gpu y; st.relaxed.gpu x 1\n"
       "outcome A:r=1 B:r=1"},
      {OK, "load buffering, release and acquire",
       "A @0.0.0: r = ld.acquire.gpu x; st.release.gpu y 1\n"
       "B @0.1.1: r = ld.acquire.gpu y; st.release.gpu x 1\n"
       "outcome A:r=1 B:r=1"},
      {Bad, "two weak reads of one word go backwards",
       "A @0.0.0: st.relaxed.gpu x 1\n"
       "B @0.1.1: r0 = ld x; r1 = ld x\noutcome B:r0=1 B:r1=0"},
      {OK, "two relaxed reads of one word do not",
       "A @0.0.0: st.relaxed.gpu x 1\n"
       "B @0.1.1: r0 = ld.relaxed.gpu x; r1 = ld.relaxed.gpu x\n"
       "outcome B:r0=1 B:r1=0"},
      {OK, "a thread sees its own weak write",
       "A @0.0.0: st x 1; r0 = ld y; r1 = ld x\noutcome A:r0=0 A:r1=0"},
      {OK, "write to read causality",
       "A @0.0.0: st d 1; st.release.gpu f 1\n"
       "B @0.1.1: r = ld.acquire.gpu f; st.release.gpu g 1\n"
       "C @0.2.2: r0 = ld.acquire.gpu g; r1 = ld d\n"
       "outcome B:r=1 C:r0=1 C:r1=0"},
      {Bad, "write to read causality over a relaxed hop",
       "A @0.0.0: st d 1; st.release.gpu f 1\n"
       "B @0.1.1: r = ld.relaxed.gpu f; st.relaxed.gpu g 1\n"
       "C @0.2.2: r0 = ld.acquire.gpu g; r1 = ld d\n"
       "outcome B:r=1 C:r0=1 C:r1=0"},
      {OK, "gpu scope, then cta scope: base causality carries no scope",
       "A @0.0.0: st d 1; st.release.gpu f 1\n"
       "B @0.1.1: r = ld.acquire.gpu f; st.release.cta g 1\n"
       "C @0.1.1: r0 = ld.acquire.cta g; r1 = ld d\n"
       "outcome B:r=1 C:r0=1 C:r1=0"},
      {Bad, "a plain store breaks the chain of the release",
       "A @0.0.0: st d 1; st.release.gpu f 1\n"
       "B @0.1.1: r = ld.relaxed.gpu f; st.relaxed.gpu f 2\n"
       "C @0.2.2: r0 = ld.acquire.gpu f; r1 = ld d\n"
       "outcome B:r=1 C:r0=2 C:r1=0"},
      {OK, "a relaxed RMW carries it on",
       "A @0.0.0: st d 1; st.release.gpu f 1\n"
       "B @0.1.1: r = atom.add.relaxed.gpu f 1\n"
       "C @0.2.2: r0 = ld.acquire.gpu f; r1 = ld d\n"
       "outcome B:r=1 C:r0=2 C:r1=0"},
  };
  expectAll(Cases);
}

TEST(Atomicity, OnlyAmongMutualScopes) {
  static constexpr Case Cases[] = {
      {OK, "gpu and gpu",
       "A @0.0.0: r = atom.add.relaxed.gpu x 1\n"
       "B @0.1.1: r = atom.add.relaxed.gpu x 1\noutcome A:r=0 B:r=0"},
      {Bad, "cta and cta, different CTAs",
       "A @0.0.0: r = atom.add.relaxed.cta x 1\n"
       "B @0.1.1: r = atom.add.relaxed.cta x 1\noutcome A:r=0 B:r=0"},
      {OK, "cta and cta, one CTA",
       "A @0.0.0: r = atom.add.relaxed.cta x 1\n"
       "B @0.0.0: r = atom.add.relaxed.cta x 1\noutcome A:r=0 B:r=0"},
      {Bad, "gpu and cta, different CTAs",
       "A @0.0.0: r = atom.add.relaxed.gpu x 1\n"
       "B @0.1.1: r = atom.add.relaxed.cta x 1\noutcome A:r=0 B:r=0"},
      {Bad, "a weak store between the halves is lost",
       "A @0.0.0: r = atom.add.relaxed.gpu x 1\n"
       "B @0.1.1: st x 5\noutcome A:r=0 x=1"},
      {OK, "a relaxed store is not",
       "A @0.0.0: r = atom.add.relaxed.gpu x 1\n"
       "B @0.1.1: st.relaxed.gpu x 5\noutcome A:r=0 x=1"},
  };
  expectAll(Cases);
}

TEST(LastBlock, WhereTheFencesStand) {
  // A: another block's thread. T: the ticket thread of the last block, R: a
  // reader of that block. `1` before the ticket, `2` after it.
  auto With = [](const std::string &One, const std::string &Atom,
                 const std::string &Two, const std::string &Reader,
                 const std::string &Load) {
    return verdictOf("A @0.0.0: st p 1; " + One + "r = " + Atom +
                     " c 1\nT @0.1.1: " + One + "r = " + Atom + " c 1; " + Two +
                     "bar.sync 0\nR @0.1.1: bar.sync 0; " + Reader +
                     "r = " + Load + " p\noutcome A:r=0 T:r=1 R:r=0");
  };
  const std::string Relaxed = "atom.add.relaxed.gpu", Sc = "fence.sc.gpu; ",
                    AcqRel = "fence.acq_rel.gpu; ";
  EXPECT_EQ(With("", Relaxed, "", "", "ld"), Bad);
  EXPECT_EQ(With(Sc, Relaxed, "", "", "ld"), Bad);
  EXPECT_EQ(With(Sc, Relaxed, "", "", "ld.volatile"), Bad);
  EXPECT_EQ(With(Sc, Relaxed, Sc, "", "ld"), OK);
  EXPECT_EQ(With(AcqRel, Relaxed, AcqRel, "", "ld"), OK);
  EXPECT_EQ(With(Sc, Relaxed, "", Sc, "ld"), OK);
  EXPECT_EQ(With(AcqRel, Relaxed, "", AcqRel, "ld"), Bad);
  EXPECT_EQ(With("", "atom.add.acq_rel.gpu", "", "", "ld"), OK);
  EXPECT_EQ(With(Sc, "atom.add.acquire.gpu", "", "", "ld"), OK);
  EXPECT_EQ(With("", "atom.add.release.gpu", "", "", "ld"), Bad);
}

TEST(LastBlock, ManyWriters) {
  auto With = [](const std::string &Writer, const std::string &Ticket,
                 const std::string &After) {
    return verdictOf("W @0.0.0: st p 1; " + Writer +
                     "bar.sync 0\nA @0.0.0: bar.sync 0; " + Ticket +
                     "r = atom.add.relaxed.gpu c 1\n"
                     "T @0.1.1: r = atom.add.relaxed.gpu c 1; " +
                     After +
                     "bar.sync 0\nR @0.1.1: bar.sync 0; r = ld p\n"
                     "outcome A:r=0 T:r=1 R:r=0");
  };
  EXPECT_EQ(With("fence.sc.gpu; ", "", "fence.sc.gpu; "), OK);
  EXPECT_EQ(With("fence.acq_rel.gpu; ", "", "fence.sc.gpu; "), Bad);
  EXPECT_EQ(With("fence.sc.gpu; ", "", "fence.acq_rel.gpu; "), Bad);
  EXPECT_EQ(With("", "fence.acq_rel.gpu; ", "fence.acq_rel.gpu; "), OK);
  EXPECT_EQ(With("", "", "fence.sc.gpu; "), Bad);
}

TEST(SpinLock, AcquireAndReleaseOfTheCriticalSection) {
  // The lock is free again as 2, so that B can only take it after A.
  auto With = [](const std::string &Lock, const std::string &After,
                 const std::string &Before, const std::string &Unlock) {
    return verdictOf("A @0.0.0: r = " + Lock + " l 0 1; " + After + "st d 1; " +
                     Before + Unlock + " l 2\nB @0.1.1: r = " + Lock +
                     " l 2 1; " + After +
                     "s = ld d\noutcome A:r=0 B:r=2 B:s=0");
  };
  const std::string Relaxed = "atom.cas.relaxed.gpu",
                    Acquire = "atom.cas.acquire.gpu", Sc = "fence.sc.gpu; ",
                    AcqRel = "fence.acq_rel.gpu; ",
                    Exch = "atom.exch.relaxed.gpu";
  EXPECT_EQ(With(Relaxed, Sc, Sc, Exch), OK);
  EXPECT_EQ(With(Relaxed, AcqRel, AcqRel, Exch), OK);
  EXPECT_EQ(With(Acquire, "", "", "st.release.gpu"), OK);
  EXPECT_EQ(With(Acquire, "", "", "atom.exch.release.gpu"), OK);
  EXPECT_EQ(With(Relaxed, "", "", Exch), Bad);
  EXPECT_EQ(With(Relaxed, "", Sc, Exch), Bad);
  EXPECT_EQ(With(Relaxed, Sc, "", Exch), Bad);
  EXPECT_EQ(With(Acquire, "", Sc, "st"), Bad);
  EXPECT_EQ(With(Relaxed, Sc, Sc, "st"), OK);
  EXPECT_EQ(With("atom.cas.acquire.cta", "", "", "st.release.gpu"), Bad);
}

TEST(GridBarrier, OneDirection) {
  auto With = [](const std::string &Writer, const std::string &Arrive,
                 const std::string &Poll, const std::string &Reader) {
    return verdictOf("W @0.0.0: st d 1; " + Writer +
                     "bar.sync 0\nA @0.0.0: bar.sync 0; " + Arrive +
                     " c 1\nT @0.1.1: r = " + Poll +
                     "bar.sync 0\nR @0.1.1: bar.sync 0; " + Reader +
                     "r = ld d\noutcome T:r=1 R:r=0");
  };
  const std::string Release = "atom.add.release.gpu",
                    Relaxed = "atom.add.relaxed.gpu", Sc = "fence.sc.gpu; ",
                    Acquire = "ld.acquire.gpu c; ",
                    Volatile = "ld.volatile c; ";
  EXPECT_EQ(With("", Release, Acquire, ""), OK);
  EXPECT_EQ(With("", Sc + Relaxed, Acquire, ""), OK);
  EXPECT_EQ(With("", Sc + Relaxed, Volatile + Sc, ""), OK);
  EXPECT_EQ(With("", Sc + Relaxed, Volatile, ""), Bad);
  EXPECT_EQ(With("", Relaxed, Acquire, ""), Bad);
  EXPECT_EQ(With(Sc, Relaxed, Acquire, ""), Bad);
  EXPECT_EQ(With(Sc, Relaxed, Volatile, Sc), OK);
}

TEST(Counters, TwoProducersOneConsumer) {
  auto With = [](const std::string &Add, const std::string &Poll) {
    return verdictOf("A @0.0.0: st d 1; " + Add + " f 1\nB @0.1.1: st e 1; " +
                     Add + " f 1\nC @0.2.2: r = " + Poll +
                     "s = ld d; t = ld e\noutcome C:r=2 C:s=0");
  };
  const std::string Acquire = "ld.acquire.gpu f; ",
                    Fenced = "ld.relaxed.gpu f; fence.acq_rel.gpu; ",
                    Relaxed = "ld.relaxed.gpu f; ";
  struct {
    const char *Add, *Verdicts;
  } Rows[] = {
      {"fence.sc.gpu; atom.add.relaxed.gpu", "OOB"},
      {"red.add.release.gpu", "OOB"},
      {"fence.acq_rel.gpu; red.add.relaxed.gpu", "OOB"},
      {"red.add.relaxed.gpu", "BBB"},
      {"red.add.release.cta", "BBB"},
  };
  for (const auto &R : Rows) {
    EXPECT_EQ(With(R.Add, Acquire), R.Verdicts[0] == 'O' ? OK : Bad) << R.Add;
    EXPECT_EQ(With(R.Add, Fenced), R.Verdicts[1] == 'O' ? OK : Bad) << R.Add;
    EXPECT_EQ(With(R.Add, Relaxed), R.Verdicts[2] == 'O' ? OK : Bad) << R.Add;
  }
}

TEST(WriteAfterRead, TheAcknowledgementNeedsBothSides) {
  auto With = [](const std::string &Ack, const std::string &Wait) {
    return verdictOf("C @0.0.0: r = ld d; " + Ack + " a 1\nP @0.1.1: r = " +
                     Wait + " a; st d 2\noutcome P:r=1 C:r=2");
  };
  EXPECT_EQ(With("st.relaxed.gpu", "ld.relaxed.gpu"), Bad);
  EXPECT_EQ(With("st.release.gpu", "ld.relaxed.gpu"), Bad);
  EXPECT_EQ(With("st.relaxed.gpu", "ld.acquire.gpu"), Bad);
  EXPECT_EQ(With("st.release.gpu", "ld.acquire.gpu"), OK);
}

TEST(Seqlock, FencesAndStrongData) {
  // The reader takes a new word of data for a snapshot of the old ones.
  auto With = [](const std::string &AfterOdd, const std::string &Data,
                 const std::string &BeforeSecond, const std::string &Second) {
    return verdictOf("W @0.0.0: st.relaxed.gpu s 1; " + AfterOdd + "st" + Data +
                     " d 1; st.release.gpu s 2\n"
                     "R @0.1.1: a = ld.acquire.gpu s; r = ld" +
                     Data + " d; " + BeforeSecond + "b = " + Second +
                     " s\noutcome R:a=0 R:r=1 R:b=0");
  };
  const std::string Fence = "fence.acq_rel.gpu; ", Relaxed = ".relaxed.gpu";
  EXPECT_EQ(With(Fence, Relaxed, Fence, "ld.relaxed.gpu"), OK);
  EXPECT_EQ(With("", Relaxed, Fence, "ld.relaxed.gpu"), Bad);
  EXPECT_EQ(With(Fence, Relaxed, "", "ld.acquire.gpu"), Bad);
  EXPECT_EQ(With(Fence, "", Fence, "ld.relaxed.gpu"), Bad);
}

TEST(MisplacedFences, Decided) {
  static constexpr Case Cases[] = {
      {Bad, "fence after the flag",
       "P @0.0.0: st d 1; st.relaxed.gpu f 1; fence.sc.gpu\n"
       "C @0.1.1: r0 = ld.relaxed.gpu f; fence.sc.gpu; r1 = ld d\n"
       "outcome C:r0=1 C:r1=0"},
      {Bad, "fence before the poll",
       "P @0.0.0: st d 1; fence.sc.gpu; st.relaxed.gpu f 1\n"
       "C @0.1.1: fence.sc.gpu; r0 = ld.relaxed.gpu f; r1 = ld d\n"
       "outcome C:r0=1 C:r1=0"},
      {Bad, "release on another address",
       "P @0.0.0: st d 1; st.release.gpu g 1; st.relaxed.gpu f 1\n"
       "C @0.1.1: r0 = ld.acquire.gpu f; r1 = ld d\n"
       "outcome C:r0=1 C:r1=0"},
      {Bad, "acquire on another address",
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.relaxed.gpu f; r2 = ld.acquire.gpu g; r1 = ld d\n"
       "outcome C:r0=1 C:r1=0"},
      {Bad, "release fence where an acquire is needed",
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.relaxed.gpu f; fence.release.gpu; r1 = ld d\n"
       "outcome C:r0=1 C:r1=0"},
      {OK, "acquire fence where an acquire is needed",
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.relaxed.gpu f; fence.acquire.gpu; r1 = ld d\n"
       "outcome C:r0=1 C:r1=0"},
      {OK, "release, then a later strong store to the same word",
       "P @0.0.0: st d 1; st.release.gpu f 1; st.relaxed.gpu f 2\n"
       "C @0.1.1: r0 = ld.acquire.gpu f; r1 = ld d\n"
       "outcome C:r0=2 C:r1=0"},
      {Bad, "a ticket does not publish",
       "P @0.0.0: st d 1; r = atom.add.relaxed.gpu t 1\n"
       "C @0.1.1: r0 = ld.acquire.gpu t; r1 = ld d\n"
       "outcome C:r0=1 C:r1=0"},
      {Bad, "claim first, fill later",
       "P @0.0.0: r = atom.add.acq_rel.gpu t 1; st d 1\n"
       "C @0.1.1: r0 = ld.acquire.gpu t; r1 = ld d\n"
       "outcome C:r0=1 C:r1=0"},
      {OK, "claim, fill, publish the slot",
       "P @0.0.0: r = atom.add.relaxed.gpu t 1; st d 1; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.acquire.gpu f; r1 = ld d\n"
       "outcome C:r0=1 C:r1=0"},
      {Bad, "look-back, value and status relaxed",
       "P @0.0.0: st.relaxed.gpu d 1; st.relaxed.gpu f 1\n"
       "C @0.1.1: r0 = ld.relaxed.gpu f; r1 = ld.relaxed.gpu d\n"
       "outcome C:r0=1 C:r1=0"},
      {OK, "look-back, fences on both sides",
       "P @0.0.0: st.relaxed.gpu d 1; fence.acq_rel.gpu; st.relaxed.gpu f 1\n"
       "C @0.1.1: r0 = ld.relaxed.gpu f; fence.acq_rel.gpu; "
       "r1 = ld.relaxed.gpu d\noutcome C:r0=1 C:r1=0"},
  };
  expectAll(Cases);
}

TEST(Proxies, WhereTheFenceStands) {
  static constexpr Case Cases[] = {
      {Bad, "non-coherent load after a perfect acquire",
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.acquire.gpu f; r1 = ld.nc d\n"
       "outcome C:r0=1 C:r1=0"},
      {Bad, "async read without a proxy fence",
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.acquire.gpu f; r1 = ld.async d\n"
       "outcome C:r0=1 C:r1=0"},
      {OK, "proxy fence in the consumer",
       "P @0.0.0: st d 1; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.acquire.gpu f; fence.proxy.async; r1 = ld.async d\n"
       "outcome C:r0=1 C:r1=0"},
      {Bad, "proxy fence in the producer's CTA only",
       "P @0.0.0: st d 1; fence.proxy.async; st.release.gpu f 1\n"
       "C @0.1.1: r0 = ld.acquire.gpu f; r1 = ld.async d\n"
       "outcome C:r0=1 C:r1=0"},
      {Bad, "one CTA, no proxy fence",
       "W @0.0.0: st d 1; bar.sync 0\n"
       "T @0.0.0: r0 = ld x; bar.sync 0; r1 = ld.async d\n"
       "outcome T:r0=0 T:r1=0"},
      {OK, "one CTA, each writer fences before the barrier",
       "W @0.0.0: st d 1; fence.proxy.async; bar.sync 0\n"
       "T @0.0.0: r0 = ld x; bar.sync 0; r1 = ld.async d\n"
       "outcome T:r0=0 T:r1=0"},
      {OK, "one CTA, the issuing thread fences after the barrier",
       "W @0.0.0: st d 1; bar.sync 0\n"
       "T @0.0.0: r0 = ld x; bar.sync 0; fence.proxy.async; r1 = ld.async d\n"
       "outcome T:r0=0 T:r1=0"},
  };
  expectAll(Cases);
}

} // namespace
