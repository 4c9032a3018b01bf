//===- advice_test.cpp - advice that holds and advice that does not -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expected verdicts follow from the memory model's tables: what the decision
// tables of message passing, barriers, tickets and store buffering forbid must
// stay forbidden.
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/advice.h"
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/memory_model/checker.h"

using namespace fencepost;

namespace fencepost {
static void PrintTo(const AdviceResult &R, std::ostream *OS) {
  *OS << R.Reason << "\n" << R.Litmus;
}
} // namespace fencepost

namespace {

const Premises OnGpu{Scope::Gpu};

/// The events between `kernel @k(...) {` and `}`.
AdviceResult judged(const std::string &Body, llvm::StringRef Mark,
                    Change (*Make)(EventId), const Premises &Known = OnGpu,
                    const std::string &Rest = "") {
  TestUnit U("global @f space=global size=4\nglobal @g space=global size=4\n"
             "global @d space=global size=4\nglobal @e space=global size=4\n"
             "global @s space=shared::cta size=4\n"
             "kernel @k(ptr %p, ptr %q, i32 %n) {\n" +
             Body + "\n}\n" + Rest);
  return judge(U.unit(), U.fn(), Make(U[Mark]), Known);
}

/// Withheld because the memory model allows more with the change: the program
/// given shows it.
bool isRefuted(const AdviceResult &R) {
  if (R ||
      R.Reason != "the change would allow an outcome that is forbidden now")
    return false;
  llvm::Expected<memory_model::Litmus> L = memory_model::parseLitmus(R.Litmus);
  if (!L) {
    llvm::consumeError(L.takeError());
    return false;
  }
  return L->Expects == memory_model::Clause::Allowed &&
         memory_model::decide(*L).Is == memory_model::Answer::Allowed;
}

/// Threads that may touch the memory are outside the new scope.
bool leavesSomeoneOut(const AdviceResult &R) {
  return !R && llvm::StringRef(R.Reason).contains("outside the scope");
}

Change drop(EventId E) { return Change::drop(E); }
Change toAcqRel(EventId E) { return Change::order(E, Order::AcqRel); }
Change toRelaxed(EventId E) { return Change::order(E, Order::Relaxed); }
Change toCta(EventId E) { return Change::scope(E, Scope::Cta); }
Change toGpu(EventId E) { return Change::scope(E, Scope::Gpu); }

TEST(DroppedFences, NothingBehindItNothingToOrder) {
  EXPECT_TRUE(judged("store.weak.global [@d], 1\nfence.sc.sys obj=\"F\"", "F",
                     drop, {}));
  EXPECT_FALSE(judged("store.weak.global [@d], 1\nfence.sc.sys obj=\"F\"\n"
                      "call spelled=\"unknown\"",
                      "F", drop, {}));
}

TEST(DroppedFences, WhatPublishesStays) {
  EXPECT_PRED1(isRefuted, judged("store.weak.global [@d], 1\n"
                                 "fence.acq_rel.gpu obj=\"F\"\n"
                                 "store.relaxed.gpu.global [@f], 1\n",
                                 "F", drop));
  EXPECT_TRUE(judged("store.weak.global [@d], 1\n"
                     "fence.acq_rel.gpu obj=\"F\"\n"
                     "store.release.gpu.global [@f], 1\n",
                     "F", drop));
  // A flag of one block passes nothing on to others, with the fence or not.
  EXPECT_TRUE(judged("store.weak.global [@d], 1\n"
                     "fence.acq_rel.gpu obj=\"F\"\n"
                     "store.release.cta.global [@f], 1\n",
                     "F", drop));
  // The release is of one word, the fence of every word behind it.
  EXPECT_PRED1(isRefuted, judged("store.weak.global [@d], 1\n"
                                 "fence.acq_rel.gpu obj=\"F\"\n"
                                 "store.release.gpu.global [@f], 1\n"
                                 "store.relaxed.gpu.global [@g], 1\n",
                                 "F", drop));
}

TEST(DroppedFences, ADoubleFence) {
  EXPECT_TRUE(judged("store.weak.global [@d], 1\nfence.acq_rel.gpu\n"
                     "fence.acq_rel.gpu obj=\"F\"\n"
                     "store.relaxed.gpu.global [@f], 1\n",
                     "F", drop));
  EXPECT_PRED1(isRefuted,
               judged("store.weak.global [@d], 1\nfence.acq_rel.cta\n"
                      "fence.acq_rel.gpu obj=\"F\"\n"
                      "store.relaxed.gpu.global [@f], 1\n",
                      "F", drop));
  EXPECT_PRED1(isRefuted,
               judged("store.weak.global [@d], 1\nfence.acq_rel.gpu\n"
                      "store.weak.global [@e], 1\n"
                      "fence.acq_rel.gpu obj=\"F\"\n"
                      "store.relaxed.gpu.global [@f], 1\n",
                      "F", drop))
      << "'e' is published by the second one alone";
}

TEST(DroppedFences, OneOnAnotherPathIsNone) {
  EXPECT_PRED1(isRefuted,
               judged("store.weak.global [@d], 1\n%c = eq %n, 0\n"
                      "br %c, a, b\na:\n  fence.acq_rel.gpu\n  jump b\nb:\n"
                      "fence.acq_rel.gpu obj=\"F\"\n"
                      "store.relaxed.gpu.global [@f], 1\n",
                      "F", drop));
}

TEST(DroppedFences, WhatAcquiresStays) {
  const std::string Poll = "jump poll\npoll:\n%v = load.ORDER.gpu.global.b32 "
                           "[@f]\n%c = ne %v, 0\nbr %c, done, poll\ndone:\n"
                           "fence.acq_rel.gpu obj=\"F\"\n"
                           "load.weak.global [@d]\n";
  auto With = [&](const char *Order) {
    std::string Text = Poll;
    Text.replace(Text.find("ORDER"), 5, Order);
    return Text;
  };
  EXPECT_PRED1(isRefuted, judged(With("relaxed"), "F", drop));
  EXPECT_TRUE(judged(With("acquire"), "F", drop));
}

TEST(DroppedFences, AcrossABarrier) {
  // The elected thread polls and fences; the others read behind the barrier.
  const char *Elected =
      "%t = special tid.x\n%z = eq %t, 0\nbr %z, one, all\none:\n"
      "%v = load.relaxed.gpu.global.b32 [@f]\n"
      "fence.acq_rel.gpu obj=\"F\"\njump all\nall:\nbarrier.sync 0\n"
      "load.weak.global [@d]\n";
  EXPECT_PRED1(isRefuted, judged(Elected, "F", drop));
  // All write, a barrier, one fences and raises the flag.
  const char *Writers =
      "store.weak.global [@d], 1\nbarrier.sync 0\n%t = special tid.x\n"
      "%z = eq %t, 0\nbr %z, one, all\none:\nfence.acq_rel.gpu obj=\"F\"\n"
      "store.relaxed.gpu.global [@f], 1\njump all\nall:\n";
  EXPECT_PRED1(isRefuted, judged(Writers, "F", drop));
}

TEST(DroppedFences, NothingAfterItOrBeforeIt) {
  EXPECT_TRUE(judged("store.weak.global [@d], 1\nfence.acq_rel.gpu "
                     "obj=\"F\"\n",
                     "F", drop));
  EXPECT_TRUE(judged("fence.acq_rel.gpu obj=\"F\"\nstore.relaxed.gpu.global "
                     "[@f], 1\n",
                     "F", drop));
}

TEST(DroppedFences, InALoopTheNextRoundIsBehind) {
  EXPECT_PRED1(isRefuted,
               judged("jump loop\nloop:\n%v = load.weak.global.b32 [@e]\n"
                      "store.relaxed.gpu.global [@f], 1\n"
                      "store.weak.global [@d], 1\n"
                      "fence.acq_rel.gpu obj=\"F\"\n"
                      "%c = eq %v, 0\nbr %c, loop, end\nend:\n",
                      "F", drop));
}

TEST(WeakenedFences, FromScWhereOnlyMessagesPass) {
  EXPECT_TRUE(judged("store.weak.global [@d], 1\nfence.sc.gpu obj=\"F\"\n"
                     "store.relaxed.gpu.global [@f], 1\n",
                     "F", toAcqRel));
  const char *Consumer = "kernel @c(ptr %p) {\n"
                         "%v = load.relaxed.gpu.global.b32 [@f]\n"
                         "fence.sc.gpu\nload.weak.global [@d]\n}\n";
  EXPECT_TRUE(judged("store.weak.global [@d], 1\nfence.sc.gpu obj=\"F\"\n"
                     "store.relaxed.gpu.global [@f], 1\n",
                     "F", toAcqRel, OnGpu, Consumer));
  // A weak flag rests on Fence-SC order.
  EXPECT_PRED1(isRefuted,
               judged("store.weak.global [@d], 1\nfence.sc.gpu obj=\"F\"\n"
                      "store.weak.global [@f], 1\n",
                      "F", toAcqRel, OnGpu, Consumer));
}

TEST(WeakenedFences, StoreBufferingNeedsSc) {
  const char *Other = "kernel @c(ptr %p) {\n"
                      "store.relaxed.gpu.global [@g], 1\nfence.sc.gpu\n"
                      "load.relaxed.gpu.global [@f]\n}\n";
  EXPECT_PRED1(isRefuted, judged("store.relaxed.gpu.global [@f], 1\n"
                                 "fence.sc.gpu obj=\"F\"\n"
                                 "load.relaxed.gpu.global [@g]\n",
                                 "F", toAcqRel, OnGpu, Other));
  // The same kernel by a second thread, which is the other side.
  EXPECT_PRED1(isRefuted,
               judged("%i = special ctaid.x\n%j = sub 1, %i\n"
                      "%a = element %p, %i, 4\n%b = element %p, %j, 4\n"
                      "store.relaxed.gpu.global [%a], 1\n"
                      "fence.sc.gpu obj=\"F\"\n"
                      "load.relaxed.gpu.global [%b]\n",
                      "F", toAcqRel));
}

TEST(WeakenedFences, IndependentReadsNeedSc) {
  const char *Others =
      "kernel @w(ptr %p) {\nstore.relaxed.gpu.global [@f], 1\n}\n"
      "kernel @x(ptr %p) {\nstore.relaxed.gpu.global [@g], 1\n}\n"
      "kernel @r(ptr %p) {\nload.relaxed.gpu.global [@g]\nfence.sc.gpu\n"
      "load.relaxed.gpu.global [@f]\n}\n";
  EXPECT_PRED1(isRefuted,
               judged("load.relaxed.gpu.global [@f]\nfence.sc.gpu obj=\"F\"\n"
                      "load.relaxed.gpu.global [@g]\n",
                      "F", toAcqRel, OnGpu, Others));
}

TEST(WeakenedFences, EachWriterBeforeTheBarrier) {
  // The fence and the flag are of different threads: only fence.sc on both
  // sides forbids the stale read.
  const char *Consumer = "kernel @c(ptr %p) {\n"
                         "%v = load.relaxed.gpu.global.b32 [@f]\n"
                         "fence.sc.gpu\nload.weak.global [@d]\n}\n";
  EXPECT_PRED1(isRefuted,
               judged("store.weak.global [@d], 1\nfence.sc.gpu obj=\"F\"\n"
                      "barrier.sync 0\n%t = special tid.x\n%z = eq %t, 0\n"
                      "br %z, one, all\none:\n"
                      "store.relaxed.gpu.global [@f], 1\njump all\nall:\n",
                      "F", toAcqRel, OnGpu, Consumer));
}

TEST(WeakenedFences, TheTicketOfTheLastBlock) {
  const char *Ticket =
      "%b = special ctaid.x\n%a = element %p, %b, 4\n"
      "store.weak.global [%a], 1\nfence.sc.gpu obj=\"A\"\n"
      "%t = atom.relaxed.gpu.global.add [@f], 1 used\n%l = eq %t, %n\n"
      "br %l, last, end\nlast:\nfence.sc.gpu obj=\"B\"\n"
      "%j = element %p, %n, 4\nload.weak.global [%j]\njump end\nend:\n";
  EXPECT_TRUE(judged(Ticket, "A", toAcqRel));
  EXPECT_TRUE(judged(Ticket, "B", toAcqRel));
  EXPECT_PRED1(isRefuted, judged(Ticket, "A", drop));
  EXPECT_PRED1(isRefuted, judged(Ticket, "B", drop));
}

TEST(NarrowedScopes, AsFarAsTheMemoryIsSeen) {
  const char *Publish = "store.weak.global [@d], 1\n"
                        "fence.acq_rel.sys obj=\"F\"\n"
                        "store.relaxed.sys.global [@f], 1 obj=\"S\"\n";
  EXPECT_TRUE(judged(Publish, "F", toGpu, {}));
  EXPECT_TRUE(judged(Publish, "S", toGpu, {}));
  EXPECT_PRED1(isRefuted, judged(Publish, "F", toCta, {}));
  EXPECT_PRED1(leavesSomeoneOut, judged(Publish, "S", toCta, {}));
  // Behind a parameter may be another GPU's memory, unless somebody knows.
  const char *Parameters = "store.weak.global [%p], 1\n"
                           "fence.acq_rel.sys obj=\"F\"\n"
                           "store.relaxed.sys.global [%q], 1 obj=\"S\"\n";
  EXPECT_PRED1(isRefuted, judged(Parameters, "F", toGpu, {}));
  EXPECT_PRED1(leavesSomeoneOut, judged(Parameters, "S", toGpu, {}));
  EXPECT_TRUE(judged(Parameters, "F", toGpu, OnGpu));
  EXPECT_TRUE(judged(Parameters, "S", toGpu, OnGpu));
}

TEST(NarrowedScopes, ManagedMemoryIsSeenByTheHost) {
  TestUnit U("global @f space=global size=4 managed\n"
             "global @d space=global size=4 managed\n"
             "kernel @k(ptr %p) {\nstore.weak.global [@d], 1\n"
             "store.release.sys.global [@f], 1 obj=\"S\"\n}\n");
  EXPECT_PRED1(leavesSomeoneOut, judge(U.unit(), U.fn(), toGpu(U["S"])));
}

TEST(WeakenedAccesses, ReleasesAndAcquires) {
  const char *Publish = "store.weak.global [@d], 1\n"
                        "store.release.gpu.global [@f], 1 obj=\"S\"\n";
  EXPECT_PRED1(isRefuted, judged(Publish, "S", toRelaxed));
  EXPECT_TRUE(judged("store.weak.global [@d], 1\nfence.acq_rel.gpu\n"
                     "store.release.gpu.global [@f], 1 obj=\"S\"\n",
                     "S", toRelaxed));
  EXPECT_PRED1(isRefuted, judged("load.acquire.gpu.global [@f] obj=\"S\"\n"
                                 "load.weak.global [@d]\n",
                                 "S", toRelaxed));
  EXPECT_TRUE(judged("atom.acq_rel.gpu.global.add [@f], 1 obj=\"S\"\n", "S",
                     toRelaxed));
}

TEST(WeakenedAccesses, OneAcquireOfTheSameWordAfterTheLoop) {
  EXPECT_PRED1(isRefuted, judged("load.relaxed.gpu.global [@f]\n"
                                 "load.acquire.gpu.global [@f] obj=\"S\"\n"
                                 "load.weak.global [@d]\n",
                                 "S", toRelaxed));
}

TEST(Withheld, WhatCannotBeCut) {
  EXPECT_EQ(judged("store.weak.global [@d], 1\ncall %n spelled=\"helper\"\n"
                   "fence.acq_rel.gpu obj=\"F\"\n"
                   "store.release.gpu.global [@f], 1\n",
                   "F", drop)
                .Reason,
            "a call that is not known is near");
  TestUnit U("global @f space=global size=4\n"
             "device @k(ptr %p) {\nstore.weak.global [%p], 1\n"
             "fence.acq_rel.gpu obj=\"F\"\n}\n");
  EXPECT_EQ(judge(U.unit(), U.fn(), Change::drop(U["F"])).Reason,
            "the callers of the function are not known");
  std::string Long = "store.weak.global [@d], 1\n";
  for (unsigned I = 0; I < 20; ++I)
    Long += "barrier.sync " + std::to_string(I % 3) + "\n";
  EXPECT_EQ(judged(Long + "fence.acq_rel.gpu obj=\"F\"\n"
                          "store.release.gpu.global [@f], 1\n",
                   "F", drop)
                .Reason,
            "the function has too many accesses or barriers");
  std::string Fences = "store.weak.global [@d], 1\n";
  for (unsigned I = 0; I < 30; ++I)
    Fences += "fence.acq_rel.cta\n";
  EXPECT_EQ(judged(Fences + "fence.acq_rel.gpu obj=\"F\"\n"
                            "store.release.gpu.global [@f], 1\n",
                   "F", drop)
                .Reason,
            "the code around does not fit a program of the memory model");
}

} // namespace
