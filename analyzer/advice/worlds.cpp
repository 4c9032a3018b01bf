//===- worlds.cpp - who else may be watching ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/worlds.h"
#include "analyzer/analysis/handoff/handoff_detail.h"

using namespace fencepost;
using namespace fencepost::advice;

static Scope homeOf(const FunctionView &In, EventId E) {
  if (In.event(E).Kind == EventKind::Mbarrier)
    return Scope::Cluster;
  const Object &O = In.provenance().object(E);
  Space Spc = O.Spc == Space::Unknown || O.Spc == Space::Generic
                  ? In.event(E).Spc
                  : O.Spc;
  switch (Spc) {
  case Space::SharedCta:
    // An address of a shared variable may be mapped to the cluster's.
    return In.fn().ClusterSize == 1 ? Scope::Cta : Scope::Cluster;
  case Space::SharedCluster:
    return Scope::Cluster;
  case Space::Local:
  case Space::Param:
  case Space::Const:
  case Space::Tensor:
    return Scope::Cta;
  case Space::Unknown:
  case Space::Generic:
  case Space::Global:
    break;
  }
  if (O.Kind == BaseKind::Global)
    if (const Global *G = In.module().global(In.fn().value(O.Root).Name);
        G && !G->IsManaged)
      return Scope::Gpu;
  return Scope::Sys;
}

Scope advice::farthest(const FunctionView &In, EventId E,
                       const Premises &Known) {
  Scope Home = homeOf(In, E);
  return Known.Farthest >= Scope::Cta ? std::min(Home, Known.Farthest) : Home;
}

std::vector<std::string> advice::placesUpTo(Scope Far) {
  std::vector<std::string> Out{"cta0"};
  if (Far >= Scope::Cluster)
    Out.push_back("cta1");
  if (Far >= Scope::Gpu)
    Out.push_back("cta0,cluster1");
  if (Far >= Scope::Sys)
    Out.push_back("cta0,gpu1");
  return Out;
}

Relation advice::relate(const FunctionView &In, EventId A, EventId B,
                        bool OneThread) {
  // What an mbarrier is, no access of data is.
  bool MbarA = In.event(A).Kind == EventKind::Mbarrier,
       MbarB = In.event(B).Kind == EventKind::Mbarrier;
  if (MbarA != MbarB)
    return Relation::Different;
  LocationAnswer L = In.provenance().sameLocation(A, B);
  switch (L.Is) {
  case SameLocation::Different:
    return L.Assumed ? Relation::Open : Relation::Different;
  case SameLocation::Unknown:
    return Relation::Open;
  case SameLocation::Same:
    return OneThread || In.provenance().object(A).IndexGroup >= Uniform::Block
               ? Relation::Same
               : Relation::Open;
  }
  return Relation::Open;
}

bool advice::hasWriter(const UnitView &Unit, const FunctionView &In,
                       EventId E) {
  return llvm::any_of(accessesByName(Unit, In, E), [](const AccessRef &R) {
    return writesMemory(R.In->event(R.E));
  });
}

std::vector<CutThread> advice::cutThreads(const Surroundings &Around,
                                          const Way &H, const Way &T, Roles R,
                                          Namer Name) {
  const FunctionView &In = Around.In;
  std::vector<CutThread> Out;
  bool OneThread = H.Other.empty() && T.Other.empty();
  auto Add = [&](llvm::ArrayRef<EventId> Events) {
    for (EventId E : Events) {
      Slot S{&In, E, "", "", "", 7};
      if (isSharedAccess(In, E)) {
        Relation First = relate(In, E, H.Access, OneThread),
                 Last = relate(In, E, T.Access, OneThread);
        S.Location = First == Relation::Same  ? R.First
                     : Last == Relation::Same ? R.Last
                                              : Name(E, First, Last);
        if (S.Location.empty() && E != H.Access && E != T.Access)
          continue;
      }
      Out.back().Code.push_back(std::move(S));
    }
  };
  auto Begin = [&](const char *ThreadName) {
    Out.push_back({std::string(ThreadName) + R.Suffix, "cta0", {}});
  };
  if (!H.Other.empty()) {
    Begin("O");
    Add(H.Other);
  }
  Begin("P");
  Add(H.Near);
  if (Around.Pivot != NoId)
    Add(Around.Pivot);
  Add(T.Near);
  if (!T.Other.empty()) {
    Begin("N");
    Add(T.Other);
  }
  Slot &A = Out.front().Code.front(), &B = Out.back().Code.back();
  A.Location = R.First;
  A.Register = "a";
  B.Location = R.Last;
  B.Register = "b";
  A.Value = 1;
  B.Value = 2; // Told apart where both store to one location.
  return Out;
}

Values advice::valuesOf(llvm::ArrayRef<CutThread> Threads, const Slot &Access,
                        const Slot *First, std::optional<int64_t> Seen) {
  Values V;
  for (const CutThread &T : Threads)
    for (const Slot &S : T.Code) {
      if (S.E == NoId || S.Location != Access.Location)
        continue;
      if (&S == First && Seen)
        V.Last = *Seen;
      if (&S == &Access)
        V.Before = V.Last;
      if (writes(*S.In, S.E))
        V.Last =
            S.In->event(S.E).Kind == EventKind::Store ? S.Value : V.Last + 1;
      if (&S == &Access)
        V.At = V.Last;
    }
  return V;
}
