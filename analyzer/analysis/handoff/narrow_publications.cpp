//===- narrow_publications.cpp - releases that reach too few --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/narrow_publications.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "analyzer/analysis/memory/rank_tables.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// The widest release fence between the store and E, by its own scope.
static EventId widestFence(const FunctionView &In, const Between &Way) {
  EventId Found = NoId;
  for (EventId F : Way.Fences)
    if (In.event(F).Kind == EventKind::Fence && releases(In.event(F).Ord) &&
        (Found == NoId || In.event(F).Scp > In.event(Found).Scp))
      Found = F;
  return Found;
}

/// Another access to the same word, by which a thread beyond the block takes
/// part.
static AccessRef widerPoll(const FunctionView &In, EventId E) {
  for (const Poll &P : In.polls().all()) {
    const Event &Read = In.event(P.Read);
    if (Read.Scp > Scope::Cta && !Read.IsVolatile && P.Read != E &&
        (In.provenance().sameLocation(P.Read, E).Is == SameLocation::Same ||
         In.provenance().sameObject(P.Read, E)))
      return {&In, P.Read};
  }
  return {};
}

/// An integer that is written for all to see, by the user's own word.
static bool isForTheSystem(const Event &E) {
  return E.Scp == Scope::Sys && hasExplicitScope(E) && !E.IsFloat &&
         E.Elements == 1 && E.Bits >= 32;
}

/// A volatile store to memory that the host reaches, and that nothing on the
/// device reads: with a fence before it, it tells the host.
static bool isForTheHost(const UnitView &Unit, const FunctionView &In,
                         EventId E) {
  HomeFact H = homeOf(Unit, In, E);
  if (H.Is != Home::Host || H.By != Support::Certain || In.event(E).IsFloat)
    return false;
  return llvm::none_of(accessesByName(Unit, In, E), [](const AccessRef &A) {
    const Event &Other = A.In->event(A.E);
    return Other.Kind == EventKind::Load || Other.Kind == EventKind::Rmw;
  });
}

static bool isSignal(const UnitView &Unit, const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  if (!writesMemory(Ev) || !isMemoryAccess(Ev.Kind) || !isStrong(Ev.Ord) ||
      !In.provenance().isVisibleToGrid(E) || In.polls().of(E))
    return false;
  if (Ev.IsVolatile)
    return isForTheHost(Unit, In, E);
  return releases(Ev.Ord) || isForTheSystem(Ev) ||
         flagOf(Unit, In, E).Sign != FlagSign::None;
}

/// How far the reader of the flag may be, by the flag itself.
static bool flagReachesOut(const UnitView &Unit, const FunctionView &In,
                           EventId E, NarrowPublish &N) {
  const Event &Ev = In.event(E);
  HomeFact H = homeOf(Unit, In, E);
  if (H.isOutside()) {
    N.Why = NarrowPublish::Reason::FlagOutside;
    N.Home = std::move(H);
    N.Witness = N.Home.Witness;
    return true;
  }
  if (Ev.Scp == Scope::Sys && hasExplicitScope(Ev) && H.Is != Home::Device) {
    N.Why = NarrowPublish::Reason::FlagForSystem;
    return true;
  }
  // A fence for the cluster before a flag that the user raises for the GPU.
  if (N.Has == Scope::Cluster && N.Fence != NoId && Ev.Scp == Scope::Gpu &&
      hasExplicitScope(Ev))
    for (const AccessRef &A : accessesByName(Unit, In, E)) {
      const Event &Read = A.In->event(A.E);
      if (!A.In->polls().of(A.E) || Read.Scp < Scope::Gpu ||
          !hasExplicitScope(Read))
        continue;
      N.Witness = A;
      N.Needed = Scope::Gpu;
      N.Why = NarrowPublish::Reason::FlagForGpu;
      return true;
    }
  // A fence at block scope before a relaxed flag is no release at all between
  // blocks: the rule unreleased-publish says so.
  if (N.Has != Scope::Cta || !releases(Ev.Ord))
    return false;
  N.Witness = widerPoll(In, E);
  N.Needed = N.Witness.In ? In.event(N.Witness.E).Scp : Scope::Gpu;
  if (N.Witness.In) {
    N.Why = NarrowPublish::Reason::WaitedWider;
    return true;
  }
  if (!releases(Ev.Ord) || Ev.Scp != Scope::Cta || !isAcrossBlocks(Unit, In, E))
    return false;
  N.Why = NarrowPublish::Reason::OtherBlock;
  return true;
}

/// Does a branch on Condition hang on what E returns: as a value, or by the way
/// that leads to one, as `a || b` does?
static bool hangsOn(const FunctionView &In, ValueId Condition, EventId E) {
  if (dependsOn(In.fn(), Condition, E) == Ternary::Yes)
    return true;
  bool Found = false;
  visitOperands(In.fn(), Condition, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    if (Node.Kind == ValueKind::Phi)
      for (BlockId Pred : In.fn().block(BlockId(Node.Imm)).Predecessors)
        Found |=
            llvm::any_of(In.cfg().directControlDependences(Pred), [&](auto &D) {
              return dependsOn(In.fn(), In.fn().block(D.Branch).Term.Condition,
                               E) == Ternary::Yes;
            });
    return !Found;
  });
  return Found;
}

/// Does what the ticket E returns decide that something is released to the
/// whole system: by the last block, for all?
static bool isToldOnByLast(const FunctionView &In, EventId E) {
  if (In.event(E).Kind != EventKind::Rmw || !In.event(E).ResultUsed)
    return false;
  for (EventId F = 0; F < In.fn().Events.size(); ++F) {
    const Event &Ev = In.event(F);
    if (!releases(Ev.Ord) || Ev.Scp != Scope::Sys || !In.cfg().reaches(E, F))
      continue;
    if (llvm::any_of(In.cfg().controlDependences(In.cfg().position(F).Block),
                     [&](auto &D) {
                       return hangsOn(
                           In, In.fn().block(D.Branch).Term.Condition, E);
                     }))
      return true;
  }
  return false;
}

/// Does a number that the host passes, such as a rank, choose one of the two
/// places in an array and not the other?
static bool isChosenByHost(const FunctionView &In, EventId A, EventId B) {
  LinearForm One = linearForm(In.fn(), In.event(A).Address);
  LinearForm Other = linearForm(In.fn(), In.event(B).Address);
  auto OwnNumber = [&](const LinearForm &F, const LinearForm &Of) {
    return llvm::any_of(F.Terms, [&](const auto &Term) {
      const Value &Node = In.fn().value(stripCasts(In.fn(), Term.first));
      return Node.Kind == ValueKind::Param && !Node.Type.IsPointer &&
             !llvm::is_contained(Of.Terms, Term);
    });
  };
  return OwnNumber(One, Other) || OwnNumber(Other, One);
}

/// May the word of E lie beyond this GPU, if only by its name?
static bool mayBeOutside(const UnitView &Unit, const FunctionView &In,
                         EventId E) {
  return isNamedOutside(In, E) || isFromTable(In, E) ||
         homeOf(Unit, In, E).isOutside(Support::Name);
}

/// Does who does E go on to wait for the same memory, as at a barrier of the
/// grid? Those who meet there run on this GPU, unless their words are those of
/// several ones.
static bool isMeeting(const UnitView &Unit, const FunctionView &In, EventId E) {
  if (mayBeOutside(Unit, In, E))
    return false;
  return llvm::any_of(In.polls().all(), [&](const Poll &P) {
    return P.Kind == PollKind::Flag && P.Read != E &&
           In.provenance().sameObject(P.Read, E) && isBefore(In, E, P.Read) &&
           In.cfg().reaches(E, P.Read) && !mayBeOutside(Unit, In, P.Read) &&
           !isChosenByHost(In, E, P.Read);
  });
}

/// Does a thread of this GPU wait for E and acquire? What it then tells others
/// covers what was written before E, wherever that lies: order is transitive.
static bool isTakenHere(const UnitView &Unit, const FunctionView &In,
                        EventId E) {
  return isToldOnByLast(In, E) ||
         llvm::any_of(accessesByName(Unit, In, E), [](const AccessRef &A) {
           const Event &Read = A.In->event(A.E);
           return A.In->polls().of(A.E) && acquires(Read.Ord) &&
                  Read.Scp == Scope::Gpu;
         });
}

/// Is the memory of E passed to the function itself?
static bool isPassed(const FunctionView &In, EventId E) {
  const Object &O = In.provenance().object(E);
  return (O.Kind == BaseKind::Param || O.Kind == BaseKind::Global) &&
         !O.isMemberOfType();
}

/// May what a device is called for by Call lie beyond this GPU? The device
/// reads what lies in this GPU's memory through the cache that a release at GPU
/// scope writes to; of a queue behind a loaded pointer the unit does not show
/// where it lies, nor what else than the queue is read.
static bool mayLieOutside(const UnitView &Unit, const FunctionView &In,
                          EventId Call, EventId Store) {
  HomeFact H = homeOf(Unit, In, Store);
  return H.isOutside(Support::Certain) ||
         (isPassed(In, Store) && isPassed(In, Call) && H.Is != Home::Device);
}

std::optional<NarrowPublish> fencepost::narrowPublish(const UnitView &Unit,
                                                      const FunctionView &In,
                                                      EventId E) {
  if (!isSignal(Unit, In, E))
    return std::nullopt;
  const Event &Ev = In.event(E);
  bool IsCall = callsDevice(Unit, In, E);
  for (const Payload &P : payloadOf(In, E)) {
    // What is stored with an order of its own is a signal, no data; a multicast
    // store has no other form.
    const Event &Data = In.event(P.Store);
    if (P.Way.Opaque || (isStrong(Data.Ord) && Data.Prx != Proxy::Multimem) ||
        isKeptTwoWays(Unit, In, P.Store))
      continue;
    // The host does not read what is this GPU's alone.
    if (Ev.IsVolatile && homeOf(Unit, In, P.Store).Is == Home::Device)
      continue;
    NarrowPublish N;
    N.Store = P.Store;
    N.Has = mayRelease(In, P.Store, P.Way);
    if (releases(Ev.Ord) && Ev.Scp > N.Has)
      N.Has = Ev.Scp;
    else
      N.Fence = widestFence(In, P.Way);
    if (N.Fence != NoId && In.event(N.Fence).Scp != N.Has)
      continue; // Something else releases, on some path.
    bool OwnRelease = releases(Ev.Ord) && Ev.Scp == N.Has;
    if (N.Has <= Scope::None || N.Has == Scope::Sys ||
        (N.Fence == NoId && !OwnRelease))
      continue;
    if (IsCall && !mayLieOutside(Unit, In, E, P.Store))
      continue;
    if (flagReachesOut(Unit, In, E, N))
      return N;
    // The data goes to another GPU, and nobody on this one is told.
    if (isTakenHere(Unit, In, E) || isMeeting(Unit, In, E))
      continue;
    HomeFact H = homeOf(Unit, In, P.Store);
    if (!H.isOutside() || H.Is == Home::Host)
      continue;
    N.Why = NarrowPublish::Reason::DataOutside;
    N.Home = std::move(H);
    N.Witness = N.Home.Witness;
    N.Needed = Scope::Sys;
    return N;
  }
  return std::nullopt;
}
