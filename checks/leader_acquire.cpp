//===- leader_acquire.cpp - one thread acquires, others read --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An acquire orders the reads of its own thread (PTX ISA 8.7); a barrier hands
// that on to others (base causality), a shuffle or a vote does not, though the
// lanes of a warp leave it together.
//
//===----------------------------------------------------------------------===//

#include "checks/leader_acquire.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::RelaxedPoll;

/// A shuffle or vote on the way, by which the lanes at least leave together.
static EventId voteBetween(const FunctionView &In, EventId From, EventId To) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (In.event(E).Kind == EventKind::WarpCollective &&
        In.cfg().reaches(From, E) && In.cfg().reaches(E, To))
      return E;
  return NoId;
}

/// Does C happen in threads that neither waited nor met the one that did?
static bool isByOthers(const FunctionView &In, const Poll &P,
                       const Consumer &C) {
  BlockId Waits = In.cfg().position(P.Read).Block;
  BlockId Reads = In.cfg().position(C.Read).Block;
  return C.IsAnnounced && !C.Way.Opaque && !C.Way.MayBarrier &&
         !C.Way.MayWarpSync && C.Path != ReadPath::NonCoherent &&
         In.event(C.Read).Kind == EventKind::Load &&
         In.populations().upToBounds(Reads) >= Population::FewWarps &&
         !In.populations().sameThreads(Waits, Reads);
}

static void report(const FunctionView &In, const Poll &P, const Consumer &C,
                   FindingSink &Sink) {
  const Event &E = In.event(P.Read);
  bool OfWarp = In.populations().of(In.cfg().position(P.Read).Block) ==
                Population::OnePerWarp;
  EventId Vote = voteBetween(In, P.Read, C.Read);
  std::string Who = OfWarp ? "one lane" : "one thread";
  std::string Barrier = OfWarp ? "'__syncwarp()'" : "'__syncthreads()'";
  if (In.module().Origin != Layer::Cuda)
    Barrier = OfWarp ? "'bar.warp.sync'" : "'bar.sync'";
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Vote != NoId ? Level::Note : Level::Warning)
      .at(placeOf(In, P))
      .message(Who + " waits for " + nameOf(In, P.Read) + ", and " +
               (Vote != NoId ? "a shuffle or vote tells the others, which "
                               "orders no memory: "
                             : "the others do not wait for it: ") +
               nameOf(In, C.Read) +
               " is read by all of them, and old values may be seen")
      .step(Role::Poll, E, Who + " waits here; its acquire is for itself");
  if (Vote != NoId)
    F.step(Role::Barrier, In.event(Vote).Loc,
           "the lanes meet here, but no memory is ordered");
  F.step(Role::Consumer, In.event(C.Read),
         nameOf(In, C.Read) + " is read here, by the other threads too")
      .step(Role::Producer, C.Writer.In->event(C.Writer.E).Loc,
            nameOf(*C.Writer.In, C.Writer.E) + " is written here")
      .alternative("barrier-after-wait",
                   "put " + Barrier +
                       " behind the wait: it hands on to the others what the "
                       "acquire has ordered")
      .alternative("each-acquires", "let every thread wait for the flag itself")
      .emit(Sink);
}

void fencepost::checkLeaderAcquire(const UnitView &Unit, const FunctionView &In,
                                   const Poll &P, FindingSink &Sink) {
  if (P.Kind != PollKind::Flag || !P.IsPure ||
      In.fn().Kind != FunctionKind::Kernel || !acquires(In.event(P.Read).Ord) ||
      !In.provenance().isVisibleToGrid(P.Read))
    return;
  Population Who = In.populations().of(In.cfg().position(P.Read).Block);
  if (Who != Population::OnePerWarp && Who != Population::OnePerBlock)
    return;
  const std::vector<Consumer> &All = consumersOf(Unit, In, P.Read);
  auto C = llvm::find_if(
      All, [&](const Consumer &Of) { return isByOthers(In, P, Of); });
  if (C != All.end())
    report(In, P, *C, Sink);
}
