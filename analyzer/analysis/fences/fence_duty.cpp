//===- fence_duty.cpp - what a fence is for -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both searches stop at fences that would do the same work. A release of one
// word covers that word alone (pattern R2), so it stops nothing.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/fences/fence_duty.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Does F do at least the ordering that Fence does?
static bool isAsStrong(const Event &F, const Event &Fence) {
  if (F.Kind != EventKind::Fence || F.Scp < Fence.Scp)
    return false;
  return F.Ord == Order::SeqCst || F.Ord == Fence.Ord ||
         (F.Ord == Order::AcqRel && Fence.Ord != Order::SeqCst &&
          Fence.Ord != Order::Unknown);
}

static bool isStrongRead(const Event &E) {
  return (E.Kind == EventKind::Load && isStrong(E.Ord)) ||
         (E.Kind == EventKind::Rmw && E.ResultUsed);
}

static bool isWait(const FunctionView &In, EventId E) {
  const Poll *P = In.polls().of(E);
  return P && P->Kind != PollKind::Object;
}

bool fencepost::isPlacedBehind(const FunctionView &In, EventId Earlier,
                               EventId Later) {
  BlockId E = In.cfg().position(Earlier).Block;
  BlockId L = In.cfg().position(Later).Block;
  return E == L || In.populations().sameThreads(E, L) ||
         In.order().between(Earlier, Later).MustBarrier ||
         (In.populations().of(E) == Population::EveryThread &&
          In.populations().of(L) == Population::EveryThread);
}

EventId fencepost::accessOfFence(const FunctionView &In, EventId Fence) {
  Position At = In.cfg().position(Fence);
  const auto &Events = In.fn().block(At.Block).Events;
  if (At.Index + 1 >= Events.size())
    return NoId;
  EventId Next = Events[At.Index + 1];
  const Event &F = In.event(Fence), &E = In.event(Next);
  bool SameText = F.Loc != Nowhere && F.Loc == E.Loc && !F.Spelling.empty() &&
                  F.Spelling == E.Spelling;
  return F.Ord == Order::SeqCst && isMemoryAccess(E.Kind) && SameText ? Next
                                                                      : NoId;
}

namespace {

class Collector {
public:
  Collector(const UnitView &Unit, const FunctionView &In, EventId Fence)
      : Unit(Unit), In(In), Fence(Fence), F(In.event(Fence)) {}

  FenceDuty run() {
    if (F.Scp == Scope::Unknown || F.Ord == Order::Unknown) {
      D.Opaque = true;
      return D;
    }
    auto Any = [](EventId) { return true; };
    auto Stops = [&](EventId E) {
      return E == Fence || isAsStrong(In.event(E), F);
    };
    for (const auto &R : In.order().forward(Fence, Any, Stops))
      behind(R.To);
    for (const auto &R : In.order().backward(Fence, Any, Stops))
      before(R.To);
    collectReleases();
    D.StoreBuffering = F.Ord == Order::SeqCst && needsSequence(Unit, In, Fence);
    findTwin();
    return D;
  }

private:
  void behind(EventId Id) {
    const Event &E = In.event(Id);
    if (E.Kind == EventKind::OpaqueCall)
      D.Opaque = true;
    if (Id != Fence && isAsStrong(E, F) && isPlacedBehind(In, Fence, Id))
      D.NextFences.push_back(Id);
    if (!isMemoryAccess(E.Kind))
      return;
    if (E.Address == UnknownValue && E.Spc != Space::Local)
      D.Opaque = true;
    if (!isShared(Id) && E.Kind == EventKind::Load)
      D.Loads.push_back(Id);
    if (E.Kind == EventKind::Load || (isShared(Id) && F.Scp > Scope::Cta))
      return;
    if (isStrong(E.Ord) || E.Kind != EventKind::Store) {
      D.Signals.push_back(Id);
    } else if (!Unit.pollsOf(In, Id, /*Namesakes=*/true).empty()) {
      D.PlainSignals.push_back(Id);
    }
  }

  void before(EventId Id) {
    const Event &E = In.event(Id);
    if (E.Kind == EventKind::OpaqueCall)
      D.Opaque = true;
    if (!isMemoryAccess(E.Kind) || isShared(Id))
      return;
    if (writesMemory(E))
      D.Stores.push_back(Id);
    if (!isStrongRead(E) && !isWait(In, Id))
      return;
    if (!(acquires(E.Ord) && E.Scp >= F.Scp))
      D.Reads.push_back(Id);
    else if (isPlacedBehind(In, Id, Fence))
      D.Acquires.push_back(Id);
    else
      D.Reads.push_back(Id);
  }

  /// A signal follows in the thread of the fence. What other threads stored is
  /// announced with it where a barrier joins them, before the fence or behind.
  void collectReleases() {
    bool JoinedBefore = llvm::all_of(D.Stores, [&](EventId S) {
      return S == Fence || In.order().between(S, Fence).MustBarrier;
    });
    for (EventId Id : D.Signals)
      if (releases(In.event(Id).Ord) && In.event(Id).Scp >= F.Scp &&
          (JoinedBefore || isPlacedBehind(In, Fence, Id)))
        D.Releases.push_back(Id);
  }

  /// A fence as strong in the same block of code, with nothing of memory
  /// between.
  void findTwin() {
    Position At = In.cfg().position(Fence);
    const auto &Events = In.fn().block(At.Block).Events;
    for (uint32_t I = At.Index; I-- > 0;) {
      const Event &E = In.event(Events[I]);
      if (isAsStrong(E, F)) {
        D.Twin = Events[I];
        return;
      }
      if (E.Kind != EventKind::CompilerOnly && E.Kind != EventKind::Sleep &&
          E.Kind != EventKind::CacheHint)
        return;
    }
  }

  bool isShared(EventId Id) const { return In.provenance().isShared(Id); }

  const UnitView &Unit;
  const FunctionView &In;
  EventId Fence;
  const Event &F;
  FenceDuty D;
};

} // namespace

FenceDuty fencepost::dutyOf(const UnitView &Unit, const FunctionView &In,
                            EventId Fence) {
  return Collector(Unit, In, Fence).run();
}

/// Does anybody but the function itself write the object of E with order?
static bool isWrittenByOthers(const UnitView &Unit, const FunctionView &In,
                              EventId E) {
  return llvm::any_of(accessesByName(Unit, In, E), [&](const AccessRef &A) {
    const Event &Ev = A.In->event(A.E);
    return writesMemory(Ev) &&
           (Ev.Kind != EventKind::Store || isStrong(Ev.Ord));
  });
}

bool fencepost::needsSequence(const UnitView &Unit, const FunctionView &In,
                              EventId Fence) {
  auto IsFence = [&](EventId E) {
    return E == Fence || (In.event(E).Kind == EventKind::Fence &&
                          In.event(E).Ord == Order::SeqCst &&
                          In.event(E).Scp >= In.event(Fence).Scp);
  };
  auto IsOwnWrite = [&](EventId E) {
    const Event &Ev = In.event(E);
    return isMemoryAccess(Ev.Kind) && writesMemory(Ev) &&
           (isStrong(Ev.Ord) || Ev.Kind != EventKind::Store) &&
           In.provenance().isVisibleToGrid(E);
  };
  auto IsRead = [&](EventId E) {
    const Event &Ev = In.event(E);
    return (Ev.Kind == EventKind::Load || Ev.Kind == EventKind::Rmw) &&
           In.provenance().isVisibleToGrid(E) &&
           (isStrong(Ev.Ord) || isWrittenByOthers(Unit, In, E));
  };
  auto Writes = In.order().backward(Fence, IsOwnWrite, IsFence);
  auto Reads = In.order().forward(Fence, IsRead, IsFence);
  for (const auto &W : Writes)
    for (const auto &R : Reads)
      if (W.To != R.To &&
          In.provenance().sameLocation(W.To, R.To).Is != SameLocation::Same)
        return true;
  // Two words of others in one order, for everybody.
  auto Earlier = In.order().backward(Fence, IsRead, IsFence);
  for (const auto &A : Earlier)
    for (const auto &B : Reads)
      if (In.event(A.To).Kind == EventKind::Load &&
          In.event(B.To).Kind == EventKind::Load &&
          isStrong(In.event(A.To).Ord) && isStrong(In.event(B.To).Ord) &&
          A.To != B.To && !In.provenance().sameObject(A.To, B.To))
        return true;
  return false;
}
