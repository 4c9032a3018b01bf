//===- program.cpp - what every execution of a litmus shares --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/program.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::memory_model;

Program::Program(const Litmus &L) : L(L) {
  addEvents();
  addMoralStrength();
  addBarrierEdges();
  addPatterns();
}

void Program::addEvents() {
  for (unsigned Location = 0; Location < L.Locations.size(); ++Location) {
    MemoryEvent Init;
    Init.Location = Location;
    Init.Writes = Init.IsMemory = true;
    Events.push_back(Init);
  }
  for (unsigned T = 0; T < L.Threads.size(); ++T) {
    unsigned First = Events.size();
    for (const Instruction &I : L.Threads[T].Code) {
      MemoryEvent E;
      E.Code = &I;
      E.Thread = T;
      E.Location = I.Location;
      E.IsMemory = isMemoryAccess(I.Kind);
      E.Reads = E.IsMemory && I.Kind != EventKind::Store;
      E.Writes = E.IsMemory && I.Kind != EventKind::Load;
      unsigned Id = Events.size();
      for (unsigned Before = First; Before < Id; ++Before)
        if (Events[Before].Code->Group != I.Group)
          ProgramOrder.add(Before, Id);
      if (E.Reads)
        Reads.push_back(Id);
      if (I.Kind == EventKind::Fence && I.Ord == Order::SeqCst)
        ScFences.push_back(Id);
      Events.push_back(E);
    }
  }
}

bool Program::sameCta(unsigned A, unsigned B) const {
  const Thread &X = threadOf(A), &Y = threadOf(B);
  return X.Gpu == Y.Gpu && X.Cluster == Y.Cluster && X.Cta == Y.Cta;
}

bool Program::scopeCovers(unsigned Event, unsigned Other) const {
  const Thread &X = threadOf(Event), &Y = threadOf(Other);
  bool SameGpu = X.Gpu == Y.Gpu;
  bool SameCluster = SameGpu && X.Cluster == Y.Cluster;
  switch (Events[Event].Code->Scp) {
  case Scope::Unknown:
  case Scope::None:
    return false;
  case Scope::Cta:
    return SameCluster && X.Cta == Y.Cta;
  case Scope::Cluster:
    return SameCluster;
  case Scope::Gpu:
    return SameGpu;
  case Scope::Sys:
    return true;
  }
  return false;
}

bool Program::isStrongEvent(unsigned Event) const {
  const Instruction *I = Events[Event].Code;
  return I && isStrong(I->Ord);
}

void Program::addMoralStrength() {
  for (unsigned A = 0; A < Events.size(); ++A)
    for (unsigned B = 0; B < Events.size(); ++B) {
      if (A == B || !Events[A].Code || !Events[B].Code)
        continue;
      bool BothMemory = Events[A].IsMemory && Events[B].IsMemory;
      if (Events[A].Code->Prx != Events[B].Code->Prx ||
          (BothMemory && !sameLocation(A, B)))
        continue;
      if (ProgramOrder.has(A, B) || ProgramOrder.has(B, A) ||
          (isStrongEvent(A) && isStrongEvent(B) && scopeCovers(A, B) &&
           scopeCovers(B, A)))
        MorallyStrong.add(A, B);
    }
}

/// The k-th arrival at a barrier and the k-th wait belong to one phase of it.
void Program::addBarrierEdges() {
  struct Phase {
    unsigned Event, Number;
  };
  std::vector<Phase> Arrivals, Waits;
  for (unsigned E = 0; E < Events.size(); ++E) {
    const Instruction *I = Events[E].Code;
    if (!I || I->Barrier == BarrierAction::None)
      continue;
    auto Earlier = [&](std::vector<Phase> &List) {
      return unsigned(llvm::count_if(List, [&](Phase P) {
        const Instruction *Other = Events[P.Event].Code;
        return Events[P.Event].Thread == Events[E].Thread &&
               Other->Kind == I->Kind && Other->BarrierId == I->BarrierId;
      }));
    };
    if (I->Barrier != BarrierAction::Wait)
      Arrivals.push_back({E, Earlier(Arrivals)});
    if (I->Barrier != BarrierAction::Arrive)
      Waits.push_back({E, Earlier(Waits)});
  }
  for (Phase A : Arrivals)
    for (Phase W : Waits) {
      const Instruction *From = Events[A.Event].Code;
      if (From->Ord == Order::Relaxed) // barrier.cluster.arrive.relaxed
        continue;
      const Instruction *To = Events[W.Event].Code;
      const Thread &X = threadOf(A.Event), &Y = threadOf(W.Event);
      bool Together = From->Kind == EventKind::CtaBarrier
                          ? sameCta(A.Event, W.Event)
                          : X.Gpu == Y.Gpu && X.Cluster == Y.Cluster;
      if (A.Event != W.Event && From->Kind == To->Kind &&
          From->BarrierId == To->BarrierId && A.Number == W.Number && Together)
        BarrierEdges.add(A.Event, W.Event);
    }
}

/// A fence, or a proxy fence that releases or acquires (tensormap).
static bool isOrderingFence(const Instruction &I) {
  return I.Kind == EventKind::Fence ||
         (I.Kind == EventKind::ProxyFence && isStrong(I.Ord));
}

void Program::addPatterns() {
  for (unsigned Access = 0; Access < Events.size(); ++Access) {
    const MemoryEvent &A = Events[Access];
    if (!A.Code || !A.IsMemory || !isStrongEvent(Access) ||
        A.Code->Prx != Proxy::Generic)
      continue;
    // red has no result, so it starts no acquire pattern.
    bool StartsAcquire = A.Reads && A.Code->Kind != EventKind::Red;
    if (A.Writes && releases(A.Code->Ord))
      Releases.push_back({Access, Access});
    if (StartsAcquire && acquires(A.Code->Ord))
      Acquires.push_back({Access, Access});
    for (unsigned E = 0; E < Events.size(); ++E) {
      const MemoryEvent &Other = Events[E];
      if (!Other.Code || (Other.IsMemory && Other.Code->Prx != Proxy::Generic))
        continue;
      bool IsFence = isOrderingFence(*Other.Code);
      bool Same = sameLocation(E, Access);
      if (A.Writes && ProgramOrder.has(E, Access) &&
          releases(Other.Code->Ord) && (IsFence || (Same && Other.Writes)))
        Releases.push_back({Access, E});
      if (StartsAcquire && ProgramOrder.has(Access, E) &&
          acquires(Other.Code->Ord) &&
          (IsFence ||
           (Same && Other.Reads && Other.Code->Kind != EventKind::Red)))
        Acquires.push_back({Access, E});
    }
  }
}

/// A fence for the proxy of Foreign between From and To. It stands in the CTA
/// of the access that is not generic: the specification's text leaves that
/// open, and the stricter reading allows more. Another address of the same
/// memory needs a fence anywhere on the path. What makes a tensor map's writes
/// seen is the acquiring half.
bool Program::hasProxyFence(const Relation &Base, unsigned From, unsigned To,
                            unsigned Foreign) const {
  Proxy Prx = Events[Foreign].Code->Prx;
  for (unsigned F = 0; F < Events.size(); ++F) {
    const Instruction *I = Events[F].Code;
    if (I && I->Kind == EventKind::ProxyFence && I->Prx == Prx &&
        (Prx == Proxy::Alias || sameCta(F, Foreign)) &&
        (Prx != Proxy::Tensormap || acquires(I->Ord)) && Base.has(From, F) &&
        Base.has(F, To))
      return true;
  }
  return false;
}

bool Program::isProxyPreserved(const Relation &Base, unsigned From,
                               unsigned To) const {
  if (!Base.has(From, To) || !sameLocation(From, To))
    return false;
  // Initial writes are in place before any proxy reads.
  if (!Events[From].Code || !Events[To].Code)
    return true;
  Proxy X = Events[From].Code->Prx, Y = Events[To].Code->Prx;
  if (X == Y && (X == Proxy::Generic || X == Proxy::Alias || sameCta(From, To)))
    return true;
  return (X == Proxy::Generic || hasProxyFence(Base, From, To, From)) &&
         (Y == Proxy::Generic || hasProxyFence(Base, From, To, To));
}

std::string Program::name(unsigned Event) const {
  const MemoryEvent &E = Events[Event];
  if (!E.Code)
    return "the initial value of " + L.Locations[E.Location];
  return threadOf(Event).Name + "'s '" + E.Code->Text + "'";
}
