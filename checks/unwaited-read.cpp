//===- unwaited-read.cpp - an arrival taken for a wait --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread arrives at a barrier, or asks once whether an mbarrier has
// completed, and reads what the others fill without having waited for them
// (PTX ISA, "bar", "barrier.cluster", "mbarrier.try_wait").
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/unwaited_reads.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UnwaitedRead;

using Behind = UnwaitedRead::Behind;

static std::string whyNoWait(Behind What) {
  switch (What) {
  case Behind::ClusterArrival:
    return "the block arrives here; only the wait that belongs to it orders "
           "what the peers wrote";
  case Behind::BlockArrival:
    return "an arrival waits for nobody: the other threads may not have come "
           "yet";
  case Behind::ObjectArrival:
    return "the thread arrives here, and nothing waits for the others";
  case Behind::Test:
    return "this asks once and its answer is not looked at: false orders "
           "nothing";
  }
  return {};
}

static std::string wait(const FunctionView &In, const UnwaitedRead &U) {
  bool IsCuda = In.module().Origin == Layer::Cuda;
  switch (U.What) {
  case Behind::ClusterArrival:
    return IsCuda && !In.event(U.At).InAsm
               ? "move 'barrier_wait()' before the read"
               : "move 'barrier.cluster.wait' before the read";
  case Behind::BlockArrival:
    return "let the threads that read wait, with 'bar.sync', and those that "
           "write arrive, with 'bar.arrive'";
  case Behind::ObjectArrival:
    return "keep the token and wait for it before the read: "
           "'bar.wait(bar.arrive())'";
  case Behind::Test:
    return "repeat 'mbarrier.try_wait' until it answers true";
  }
  return {};
}

static void report(const FunctionView &In, const UnwaitedRead &U,
                   FindingSink &Sink) {
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(placeOf(In, U.Read, U.At))
      .verdict(Verdict::SeenOnHardware)
      .message(nameOf(In, U.Read) + " is read behind " +
               spelled(In.event(U.At)) +
               ", which does not wait for what fills it: old values may be "
               "seen")
      .step(Role::Producer, In.event(U.Write),
            U.What == Behind::ClusterArrival
                ? "each block fills its own part here"
                : nameOf(In, U.Write) + " is filled here")
      .step(Role::Barrier, In.event(U.At), whyNoWait(U.What))
      .step(Role::Consumer, In.event(U.Read), "and what others fill is read")
      .alternative("wait-before-read", wait(In, U))
      .alternative("own-work-between",
                   "keep between arrival and wait only what needs nothing of "
                   "the others")
      .emit(Sink);
}

void fencepost::checkUnwaitedRead(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions())
    for (const UnwaitedRead &U : unwaitedReads(*In))
      report(*In, U, Sink);
}
