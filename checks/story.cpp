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
static constexpr unsigned MaxReceivers = 8;

Scope fencepost::mayAcquire(const Between &Way) {
  if (Way.Opaque)
    return Scope::Sys;
  // An acquire of another word may be the one that the data hangs on; at CTA
  // scope (an mbarrier wait) it is about shared memory.
  Scope Elsewhere = Way.MayAcquireElsewhere > Scope::Cta
                        ? Way.MayAcquireElsewhere
                        : Scope::None;
  return std::max(Way.MayAcquire, Elsewhere);
}

/// A release by an elected thread, with no barrier between the store and it,
/// that other threads' stores are not covered by.
static bool isOfOneThread(const FunctionView &In, EventId Store,
                          EventId Release) {
  BlockId S = In.cfg().position(Store).Block;
  BlockId R = In.cfg().position(Release).Block;
  return In.populations().isElected(R) && !In.populations().isElected(S) &&
         !In.order().between(Store, Release).MayWarpSync;
}

Scope fencepost::mayRelease(const FunctionView &In, EventId Store,
                            const Between &Way) {
  if (Way.Opaque)
    return Scope::Sys;
  // A release of another word does not publish through this flag; together
  // with an acquire it is a barrier of its own, which does.
  // A read-modify-write of both orders waits for nobody, unless in a loop.
  bool Waits = Way.Fences.empty() || llvm::any_of(Way.Fences, [&](EventId F) {
                 return acquires(In.event(F).Ord) &&
                        (!isRmw(In.event(F).Kind) || In.polls().of(F));
               });
  bool Barrier = Waits && Way.MayReleaseElsewhere > Scope::Cta &&
                 mayAcquire(Way) > Scope::Cta;
  Scope Widest =
      std::max(Way.MayRelease, Barrier ? Way.MayReleaseElsewhere : Scope::None);
  bool AllOfOne =
      Way.MayBarrier && !Way.Fences.empty() &&
      llvm::all_of(Way.Fences, [&](EventId F) {
        return releases(In.event(F).Ord) && isOfOneThread(In, Store, F);
      });
  return AllOfOne ? Scope::None : Widest;
}

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

/// Is V made of the result of Read other than by asking what it is?
static bool isMadeOf(const FunctionView &In, ValueId V, EventId Read) {
  bool Found = false;
  visitOperands(In.fn(), V, [&](ValueId Node) {
    const Value &N = In.fn().value(Node);
    Found |= N.Kind == ValueKind::Result && N.Imm == int64_t(Read);
    bool Asks = (N.Op >= OpCode::Eq && N.Op <= OpCode::Ge) ||
                N.Op == OpCode::LogicalNot;
    return !Found && !Asks;
  });
  return Found;
}

/// Adds the loads by which a block may get what Store leaves in its shared
/// memory. False: there are none.
static bool addReceivers(const FunctionView &In, EventId Store,
                         llvm::SmallVectorImpl<EventId> &Reads) {
  const Provenance &Where = In.provenance();
  if (In.event(Store).Kind != EventKind::Store || !Where.isShared(Store))
    return false;
  bool Any = false;
  for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
    if (In.event(Id).Kind != EventKind::Load || !Where.isShared(Id) ||
        !In.cfg().reaches(Store, Id) ||
        Where.sameLocation(Store, Id).Is == SameLocation::Different)
      continue;
    Any = true;
    if (!llvm::is_contained(Reads, Id))
      Reads.push_back(Id);
  }
  return Any;
}

bool fencepost::carriesData(const FunctionView &In, EventId PollRead) {
  llvm::SmallVector<EventId, 4> Reads{PollRead};
  for (size_t I = 0; I < Reads.size(); ++I) {
    if (Reads.size() > MaxReceivers)
      return true;
    llvm::DenseSet<ValueId> Dependents = In.uses().dependents(Reads[I]);
    if (Dependents.empty())
      continue;
    auto Uses = [&](ValueId V) {
      return Dependents.contains(V) && isMadeOf(In, V, Reads[I]);
    };
    for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
      const Event &E = In.event(Id);
      if (!isMemoryAccess(E.Kind) || In.provenance().sameObject(Id, PollRead))
        continue; // A turn that is passed on is no data.
      if (Uses(E.Address))
        return true;
      if (Uses(E.Operand) && !addReceivers(In, Id, Reads))
        return true;
    }
  }
  return false;
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
