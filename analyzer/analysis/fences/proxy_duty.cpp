//===- proxy_duty.cpp - what a proxy fence is for -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/fences/proxy_duty.h"
#include "analyzer/analysis/handoff/async_reads.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static bool isAsync(const Event &E) {
  return E.Kind == EventKind::AsyncMma ||
         (E.Kind == EventKind::AsyncCopy && E.Prx != Proxy::Generic);
}

/// A wait after which the data of asynchronous operations is there.
static bool completes(const Event &E) {
  if (E.Kind == EventKind::AsyncWait)
    return !E.ReadOnlyWait && E.Done != Completion::CpAsyncGroup;
  return E.Kind == EventKind::Mbarrier && isWait(E.Mbar);
}

static bool isOrdinary(const Event &E) {
  return isMemoryAccess(E.Kind) && E.Prx == Proxy::Generic &&
         E.Spc != Space::Local && E.Spc != Space::Param &&
         E.Spc != Space::Const;
}

ProxyDuty fencepost::dutyOfProxyFence(const FunctionView &In, EventId Fence) {
  ProxyDuty D;
  Space Spc = In.event(Fence).Spc;
  auto Any = [](EventId) { return true; };
  auto Stops = [&](EventId E) {
    const Event &Ev = In.event(E);
    return E == Fence || (Ev.Kind == EventKind::ProxyFence &&
                          Ev.Prx == Proxy::Async && Ev.Spc == Spc);
  };
  for (const auto &R : In.order().backward(Fence, Any, Stops)) {
    const Event &E = In.event(R.To);
    D.Opaque |= E.Kind == EventKind::OpaqueCall;
    if (completes(E))
      D.Waits.push_back(R.To);
    if (!isOrdinary(E))
      continue;
    if (In.provenance().isShared(R.To))
      D.SharedAccesses.push_back(R.To);
    else if (writesMemory(E))
      D.GridWrites.push_back(R.To);
  }
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (Ev.Kind == EventKind::OpaqueCall && In.cfg().reaches(Fence, E))
      D.Opaque = true;
    // An operation of another role is ordered by means that are not looked at.
    if (isAsync(Ev) &&
        (In.cfg().reaches(Fence, E) || !In.cfg().reaches(E, Fence)))
      D.AsyncBehind.push_back(E);
  }
  return D;
}

/// Is a copy that fills what Copy fills issued behind Read and before Fence is
/// met? Fence then keeps no copy from what Read reads.
static bool isOvertaken(const FunctionView &In, EventId Fence, EventId Read,
                        EventId Copy, llvm::ArrayRef<EventId> Copies) {
  const Event &C = In.event(Copy);
  uint32_t Inner = In.loops().innermost(In.cfg().position(Fence).Block);
  auto IsTurn = [&](EventId Of) {
    if (Inner == NoId)
      return false;
    const Loop &L = In.loops().all()[Inner];
    return L.contains(In.cfg().position(Read).Block) &&
           L.contains(In.cfg().position(Of).Block) &&
           In.loops().isInvariant(C.Address, L) && isBefore(In, Fence, Read) &&
           (isBefore(In, Of, Fence) || isBefore(In, Read, Of));
  };
  return llvm::any_of(Copies, [&](EventId Of) {
    bool Fills =
        Of == Copy || In.event(Of).Address == C.Address ||
        In.provenance().sameLocation(Of, Copy).Is == SameLocation::Same;
    return Fills &&
           ((isBefore(In, Read, Of) && isBefore(In, Of, Fence)) || IsTurn(Of));
  });
}

/// Two accesses of shared memory that surely touch no common byte: to different
/// variables, of which at most one is of dynamic size, as all dynamic ones
/// begin at one place; or to different parts of one variable.
static bool areApart(const FunctionView &In, EventId A, EventId B) {
  const Object &OA = In.provenance().object(A), &OB = In.provenance().object(B);
  if (In.provenance().sameLocation(A, B).Is == SameLocation::Same ||
      OA.Key == OB.Key || OA.Kind != BaseKind::Global ||
      OB.Kind != BaseKind::Global)
    return false;
  auto HasSize = [&](const Object &O) {
    const Global *G = In.module().global(In.fn().value(O.Root).Name);
    return G && G->Size != 0;
  };
  bool IsOneVariable =
      In.provenance().canonical(OA.Root) == In.provenance().canonical(OB.Root);
  return IsOneVariable ? HasSize(OA) : HasSize(OA) || HasSize(OB);
}

bool fencepost::comesTooLate(const FunctionView &In, EventId Fence,
                             const ProxyDuty &D) {
  auto Fills = [&](EventId Copy) {
    const Event &C = In.event(Copy);
    return C.Kind == EventKind::AsyncCopy && C.Done != Completion::BulkGroup &&
           C.Address != UnknownValue && In.provenance().isShared(Copy);
  };
  if (D.SharedAccesses.empty() || !llvm::all_of(D.AsyncBehind, Fills))
    return false;
  llvm::SmallVector<EventId, 8> Copies;
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (Fills(E))
      Copies.push_back(E);
  return llvm::all_of(D.SharedAccesses, [&](EventId Read) {
    return In.event(Read).Kind == EventKind::Load &&
           llvm::all_of(D.AsyncBehind, [&](EventId Copy) {
             return areApart(In, Read, Copy) ||
                    isOvertaken(In, Fence, Read, Copy, Copies);
           });
  });
}

AliasDuty fencepost::dutyOfAliasFence(const FunctionView &In, EventId Fence) {
  AliasDuty D;
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    bool Before = In.cfg().reaches(E, Fence);
    bool Behind = In.cfg().reaches(Fence, E);
    D.Opaque |= Ev.Kind == EventKind::OpaqueCall;
    bool Touches = isMemoryAccess(Ev.Kind) || isAsync(Ev);
    if (!Touches || !(In.provenance().isVisibleToGrid(E) || isAsync(Ev)))
      continue;
    if (Ev.Prx == Proxy::Multimem) {
      D.Multimem.push_back(E);
      D.WritesMulticast |= Before && Ev.Kind != EventKind::Load;
      continue;
    }
    const Poll *P = In.polls().of(E);
    if (P && Before)
      D.Waits.push_back(E);
    else if (Before && writesMemory(Ev))
      D.OwnWrites.push_back(E);
    D.ReadsUnicast |= Behind && !P && !writesMemory(Ev);
  }
  return D;
}
