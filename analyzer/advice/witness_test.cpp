//===- witness_test.cpp - findings as small programs ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which outcomes are allowed follows from the tables of message passing
// (PTX ISA 8.7, 8.8): both sides have to order, in the thread that signals, at
// a scope that holds the other side.
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/witness.h"
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/memory_model/checker.h"
#include <gmock/gmock.h>

using namespace fencepost;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using State = WitnessResult::State;

namespace {

/// The events between `kernel @k(...) {` and `}`.
TestUnit unitOf(const std::string &Body) {
  return TestUnit("global @f space=global size=4\n"
                  "global @d space=global size=4\n"
                  "global @s space=shared::cta size=4\n"
                  "kernel @k(ptr %p) {\n" +
                  Body + "\n}\n");
}

/// One thread of the block executes Body.
std::string elected(const std::string &Body) {
  return "%t = special tid.x\n%z = eq %t, 0\nbr %z, one, all\none:\n" + Body +
         "jump all\nall:\n";
}

WitnessResult received(const std::string &Body, Scope Apart = Scope::Gpu) {
  TestUnit U = unitOf(Body);
  Handover H;
  H.Receiver = {&U.fn(), U["data"], U["flag"]};
  H.Apart = Apart;
  return witnessOf(H, "test");
}

WitnessResult sent(const std::string &Body, Scope Apart = Scope::Gpu) {
  TestUnit U = unitOf(Body);
  Handover H;
  H.Sender = {&U.fn(), U["data"], U["flag"]};
  H.Apart = Apart;
  return witnessOf(H, "test");
}

/// The text says what the memory model says.
void expectAllowed(const WitnessResult &R) {
  EXPECT_EQ(R.Is, State::Shown) << R.Litmus;
  llvm::Expected<memory_model::Litmus> L = memory_model::parseLitmus(R.Litmus);
  ASSERT_TRUE(bool(L)) << llvm::toString(L.takeError());
  EXPECT_EQ(L->Expects, memory_model::Clause::Allowed);
  EXPECT_EQ(memory_model::decide(*L).Is, memory_model::Answer::Allowed);
  EXPECT_THAT(R.Execution, Not(IsEmpty()));
}

TEST(WitnessOfReceiver, OneThreadPollsAndOthersRead) {
  auto Wait = [](const std::string &Fence) {
    return received(
        elected("%v = load.relaxed.gpu.global.b32 [@f] obj=\"flag\"\n" +
                Fence) +
        "barrier.sync 0\nload.weak.global [@d] obj=\"data\"\n");
  };
  WitnessResult R = Wait("");
  expectAllowed(R);
  EXPECT_EQ(R.Litmus, "PTX test\n"
                      "Sender @cta0:\n"
                      "  st.weak [data], 1;\n"
                      "  st.release.gpu [flag], 1;\n"
                      "Receiver @cta1:\n"
                      "  ld.relaxed.gpu seen, [flag];\n"
                      "  bar.sync 0;\n"
                      "Reader @cta1:\n"
                      "  bar.sync 0;\n"
                      "  ld.weak got, [data];\n"
                      "allowed (Receiver:seen == 1 && Reader:got == 0)\n");
  EXPECT_THAT(R.Execution,
              Contains("Receiver's 'ld.relaxed.gpu seen, [flag]' returns 1 "
                       "from Sender's 'st.release.gpu [flag], 1'"));
  EXPECT_THAT(R.Execution,
              Contains("Reader's 'ld.weak got, [data]' returns 0 from the "
                       "initial value of data"));
  EXPECT_THAT(R.Execution.back(),
              HasSubstr("missing: a synchronizes-with edge from Sender to "
                        "Receiver"));
  EXPECT_THAT(R.Remarks, Contains(HasSubstr("the sender is made up")));
  EXPECT_EQ(Wait("fence.acq_rel.gpu\n").Is, State::Refuted);
  expectAllowed(Wait("fence.acq_rel.cta\n"));
}

TEST(WitnessOfReceiver, AnAcquireOfTheFlagCounts) {
  auto Wait = [](const std::string &Between) {
    return received("%v = load.relaxed.gpu.global.b32 [@f] obj=\"flag\"\n" +
                    Between + "load.weak.global [@d] obj=\"data\"\n");
  };
  expectAllowed(Wait(""));
  EXPECT_EQ(Wait("%w = load.acquire.gpu.global.b32 [@f]\n").Is, State::Refuted);
}

TEST(WitnessOfReceiver, AnUpdateThatOnlyAsks) {
  for (const char *Op : {"add", "or"}) {
    WitnessResult R =
        received("%v = atom.relaxed.gpu.global." + std::string(Op) +
                 ".b32 [@f], 0 used obj=\"flag\"\n"
                 "load.weak.global [@d] obj=\"data\"\n");
    expectAllowed(R);
    EXPECT_THAT(R.Litmus, HasSubstr("atom.relaxed.gpu." + std::string(Op) +
                                    " seen, [flag], 0;\n"));
  }
}

TEST(WitnessOfReceiver, ScopesHoldTheOtherSide) {
  auto Wait = [](const char *S, Scope Apart) {
    return received("%v = load.acquire." + std::string(S) +
                        ".global.b32 [@f] obj=\"flag\"\n"
                        "load.weak.global [@d] obj=\"data\"\n",
                    Apart);
  };
  expectAllowed(Wait("gpu", Scope::Sys));
  EXPECT_EQ(Wait("sys", Scope::Sys).Is, State::Refuted);
  EXPECT_EQ(Wait("gpu", Scope::Gpu).Is, State::Refuted);
  expectAllowed(Wait("cta", Scope::Gpu));
}

TEST(WitnessOfReceiver, WhatIsNotKnownIsNotCut) {
  EXPECT_EQ(received("%v = load.relaxed.gpu.global.b32 [@f] order=unknown "
                     "obj=\"flag\"\nload.weak.global [@d] obj=\"data\"\n")
                .Is,
            State::None);
  EXPECT_EQ(received("load.weak.global [@d] obj=\"data\"\n"
                     "%v = load.relaxed.gpu.global.b32 [@f] obj=\"flag\"\n")
                .Is,
            State::None)
      << "nothing leads from the wait to the read";
}

TEST(WitnessOfReceiver, ProgramsHaveFewOperations) {
  std::string Fences;
  for (unsigned I = 0; I < 30; ++I)
    Fences += "fence.acq_rel.cta\n";
  EXPECT_EQ(received("%v = load.relaxed.gpu.global.b32 [@f] obj=\"flag\"\n" +
                     Fences + "load.weak.global [@d] obj=\"data\"\n")
                .Is,
            State::None);
}

TEST(WitnessOfSender, ReleasesStandBetween) {
  auto Publish = [](const std::string &Between, const char *Order) {
    return sent("store.weak.global [@d], 1 obj=\"data\"\n" + Between +
                "store." + Order + ".gpu.global [@f], 1 obj=\"flag\"\n");
  };
  WitnessResult R = Publish("", "relaxed");
  expectAllowed(R);
  EXPECT_THAT(R.Remarks, Contains(HasSubstr("the receiver is made up")));
  EXPECT_EQ(Publish("fence.acq_rel.gpu\n", "relaxed").Is, State::Refuted);
  EXPECT_EQ(Publish("", "release").Is, State::Refuted);
  expectAllowed(Publish("barrier.sync 0\n", "relaxed"));
}

TEST(WitnessOfSender, OneThreadPublishesForOthers) {
  auto Publish = [](const std::string &Barrier) {
    return sent("store.weak.global [@d], 1 obj=\"data\"\n" + Barrier +
                elected("fence.acq_rel.gpu\nstore.relaxed.gpu.global [@f], 1 "
                        "obj=\"flag\"\n"));
  };
  WitnessResult R = Publish("");
  expectAllowed(R);
  EXPECT_THAT(R.Litmus, HasSubstr("Writer @cta0:\n  st.weak [data], 1;\n"
                                  "Sender @cta0:\n  fence.acq_rel.gpu;\n"));
  EXPECT_THAT(R.Execution.back(),
              HasSubstr("the synchronizes-with edge does not order"));
  EXPECT_EQ(Publish("barrier.sync 0\n").Is, State::Refuted);
  EXPECT_EQ(Publish("bar.warp.sync -1\n").Is, State::Refuted);
}

TEST(WitnessOfSender, AThreadOfAnotherWarp) {
  TestUnit U = unitOf("store.weak.global [@d], 1 obj=\"data\"\n"
                      "bar.warp.sync -1\n"
                      "store.release.gpu.global [@f], 1 obj=\"flag\"\n");
  Handover H{{&U.fn(), U["data"], U["flag"]}, {}};
  EXPECT_EQ(witnessOf(H, "test").Is, State::Refuted);
  H.IsUnjoined = true;
  expectAllowed(witnessOf(H, "test"));
}

TEST(WitnessOfSender, ALockIsGivenBack) {
  TestUnit U = unitOf("store.weak.global [@d], 1 obj=\"total[i]\"\n"
                      "store.relaxed.gpu.global [@f], 0 obj=\"mutex\"\n");
  Handover H{{&U.fn(), U["total[i]"], U["mutex"]}, {}, Scope::Gpu, true};
  WitnessResult R = witnessOf(H, "test");
  expectAllowed(R);
  EXPECT_THAT(R.Litmus, HasSubstr("{ mutex = 1 }\n"));
  EXPECT_THAT(R.Litmus, HasSubstr("  st.weak [total], 1;\n"
                                  "  st.relaxed.gpu [mutex], 0;\n"));
  EXPECT_THAT(R.Litmus, HasSubstr("atom.acquire.gpu.cas seen, [mutex], 0, 1"));
}

TEST(WitnessOfBothSides, EachAsTheCodeHasIt) {
  TestUnit U =
      unitOf("store.weak.global [@d], 1 obj=\"out\"\nfence.acq_rel.gpu\n"
             "%v = atom.relaxed.gpu.global.add.b32 [@f], 1 obj=\"count\"\n"
             "load.weak.global [@d] obj=\"in\"\n");
  Handover H{{&U.fn(), U["out"], U["count"]}, {&U.fn(), U["in"], U["count"]}};
  WitnessResult R = witnessOf(H, "test");
  expectAllowed(R);
  EXPECT_THAT(R.Remarks, IsEmpty());
  EXPECT_THAT(R.Litmus, HasSubstr("  fence.acq_rel.gpu;\n"
                                  "  atom.relaxed.gpu.add old, [count], 1;\n"
                                  "Receiver @cta1:\n"
                                  "  atom.relaxed.gpu.add seen, [count], 1;\n"
                                  "  ld.weak got, [in];\n"));
}

TEST(WitnessOfProxies, ABarrierIsForTheGenericProxy) {
  TestUnit U =
      unitOf("store.weak.shared::cta [@s], 1 obj=\"tile\"\nbarrier.sync 0\n" +
             elected("load.weak.shared::cta [@s] obj=\"copy\"\n"));
  WitnessResult R =
      witnessOfProxies(U.fn(), U["tile"], U["copy"], Proxy::Async, "test");
  expectAllowed(R);
  EXPECT_EQ(R.Litmus, "PTX test\n"
                      "Writer @cta0:\n"
                      "  st.weak [tile], 1;\n"
                      "  bar.sync 0;\n"
                      "Reader @cta0:\n"
                      "  bar.sync 0;\n"
                      "  ld.async got, [tile];\n"
                      "allowed (Reader:got == 0)\n");
  EXPECT_THAT(R.Execution.back(), HasSubstr("no proxy fence"));
  EXPECT_EQ(
      witnessOfProxies(U.fn(), U["tile"], U["copy"], Proxy::Generic, "test").Is,
      State::Refuted);
}

} // namespace
