//===- story.cpp - sentences that several checks share --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/story.h"
#include "analyzer/analysis/memory/idle_update.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr unsigned MaxSteps = 3;

std::string fencepost::nameOf(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  const Object &O = In.provenance().object(E);
  bool Spliced = In.module().at(Ev.Loc).InlinedAt != Nowhere;
  if (Spliced && O.Kind != BaseKind::Unknown && O.Kind != BaseKind::Computed &&
      !O.Name.empty())
    return quoted(O.Name);
  return objectOf(Ev);
}

/// The frame of Inner that stands in the same body as some frame of Outer.
static LocationId frameBeside(const Module &M, LocationId Inner,
                              LocationId Outer) {
  for (LocationId L = Inner; L != Nowhere; L = M.at(L).InlinedAt)
    for (LocationId O = Outer; O != Nowhere; O = M.at(O).InlinedAt)
      if (M.at(L).InlinedAt == M.at(O).InlinedAt)
        return L;
  return Inner;
}

LocationId fencepost::placeOf(const FunctionView &In, const Poll &P) {
  LocationId Read = In.event(P.Read).Loc;
  for (const Loop::Exit &X : P.Exits)
    if (LocationId Branch = In.fn().block(X.From).Term.Loc; Branch != Nowhere)
      return frameBeside(In.module(), Read, Branch);
  return Read;
}

LocationId fencepost::placeOf(const FunctionView &In, EventId E,
                              EventId Other) {
  return frameBeside(In.module(), In.event(E).Loc, In.event(Other).Loc);
}

static std::string howItReads(const Consumer &C) {
  switch (C.Path) {
  case ReadPath::L1:
    return "a plain load may still find the old line in the L1 cache";
  case ReadPath::L2:
    return "read from the L2 cache, with nothing that orders it after the wait";
  case ReadPath::NonCoherent:
    return "read through the non-coherent path, which the compiler moves above "
           "the wait";
  case ReadPath::Multimem:
    return "a multimem load passes no L1 cache, which is why this works today; "
           "nothing orders it after the wait";
  }
  return {};
}

void fencepost::tellConsumers(FindingBuilder &F, const FunctionView &In,
                              llvm::ArrayRef<Consumer> Consumers) {
  auto IsAnnounced = [](const Consumer &C) { return C.IsAnnounced; };
  bool OnlyThose = llvm::any_of(Consumers, IsAnnounced);
  unsigned Told = 0;
  for (const Consumer &C : Consumers) {
    if (OnlyThose && !C.IsAnnounced)
      continue;
    if (Told++ == MaxSteps)
      break;
    const Event &E = In.event(C.Read);
    F.step(Role::Consumer, E,
           nameOf(In, C.Read) + " is read here: " + howItReads(C));
  }
  if (Consumers.empty())
    return;
  if (const AccessRef &W = Consumers.front().Writer; W.In) {
    const Event &E = W.In->event(W.E);
    F.step(Role::Producer, E.Loc, objectOf(E) + " is written here");
  }
  if (llvm::none_of(Consumers, [](const Consumer &C) { return C.Writer.In; }))
    F.assume(nameOf(In, Consumers.front().Read) +
             " is written by another thread, block or device while this kernel "
             "runs: it is read only after the wait, and no writer is in sight");
}

void fencepost::tellProducer(FindingBuilder &F, const UnitView &Unit,
                             const FunctionView &In, EventId Flag) {
  // The steps of a producer are of one function where that can be.
  llvm::ArrayRef<Consumer> Reads = consumersOf(Unit, In, Flag);
  const FunctionView *Writer =
      Reads.empty() ? nullptr : Reads.front().Writer.In;
  auto Rank = [&](const AccessRef &A) {
    return std::pair(A.In == Writer, releases(A.In->event(A.E).Ord));
  };
  AccessRef Raise;
  for (const AccessRef &A : Unit.accessesTo(In, Flag)) {
    const Event &E = A.In->event(A.E);
    bool Writes = E.Kind == EventKind::Store ||
                  (isRmw(E.Kind) && !changesNothing(A.In->fn(), E));
    if (!Writes || (A.In == &In && A.E == Flag) || A.In->polls().of(A.E))
      continue;
    if (!Raise.In || Rank(A) > Rank(Raise))
      Raise = A;
  }
  if (!Raise.In)
    return;
  const Event &E = Raise.In->event(Raise.E);
  F.step(Role::Publish, E.Loc, objectOf(E) + " is raised here");
}

void fencepost::tellBarrier(FindingBuilder &F, const FunctionView &In,
                            const Between &Way) {
  if (Way.Barriers.empty())
    return;
  const Event &E = In.event(Way.Barriers.front());
  F.step(Role::Barrier, E.Loc,
         spelled(E) + " makes the other threads wait, but acquires nothing: "
                      "what the flag guards is not ordered by it");
}

void fencepost::tellNarrowFence(FindingBuilder &F, const FunctionView &In,
                                const Between &Way) {
  for (EventId Id : Way.Fences) {
    const Event &E = In.event(Id);
    if (E.Kind != EventKind::Fence || E.Scp != Scope::Cta)
      continue;
    F.step(Role::Fence, E,
           spelled(E) + " orders for the threads of its own block, the other "
                        "side of the flag is not among them");
    return;
  }
}

void fencepost::tellPayload(FindingBuilder &F, const FunctionView &In,
                            llvm::ArrayRef<Payload> Stores) {
  for (const Payload &P : Stores.take_front(MaxSteps)) {
    const Event &E = In.event(P.Store);
    F.step(Role::Producer, E, nameOf(In, P.Store) + " is written here");
  }
}

void fencepost::tellAliasing(FindingBuilder &F, const FunctionView &In,
                             EventId Flag, EventId Data) {
  if (In.provenance().sameLocation(Flag, Data).Assumed)
    F.assume(nameOf(In, Flag) + " and " + nameOf(In, Data) + " do not overlap");
}

std::string fencepost::fenceFor(const FunctionView &In, const Event &E) {
  bool System = E.Scp == Scope::Sys && !E.IsVolatile;
  switch (In.module().Origin) {
  case Layer::Cuda:
    return System ? "'__threadfence_system()'" : "'__threadfence()'";
  case Layer::Ptx:
  case Layer::Sass:
  case Layer::Events:
    return System ? "'fence.acq_rel.sys'" : "'fence.acq_rel.gpu'";
  }
  return {};
}
