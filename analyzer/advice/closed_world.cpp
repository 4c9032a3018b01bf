//===- closed_world.cpp - against the unit's own fence.sc -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What fence.sc forbids beyond release and acquire needs a second fence.sc:
// store buffering, independent reads, weak flags, fences on the far sides of
// barriers. For every fence.sc G of the unit (the pivot itself in another
// thread is one), every access c before it that touches what B touches and
// every d behind it that touches what A touches: the cycle A, B, c, d, with
// writers of their own where both accesses of a location read.
//
// Which accesses of other functions touch the same object goes by name.
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/worlds.h"
#include "analyzer/analysis/handoff_detail.h"
#include "llvm/ADT/DenseSet.h"

using namespace fencepost;
using namespace fencepost::advice;

namespace {

constexpr size_t MaxFences = 16;

class ClosedWorld {
public:
  ClosedWorld(const Question &Q, const Surroundings &Around, Court &Judge)
      : Q(Q), In(Q.In), Around(Around), Judge(Judge) {}
  void run();

private:
  using Touched = llvm::DenseSet<std::pair<const FunctionView *, EventId>>;
  const Question &Q;
  const FunctionView &In;
  const Surroundings &Around;
  Court &Judge;
  llvm::DenseMap<EventId, Touched> ByAccess;

  const Touched &touchedBy(EventId E);
  bool mayTouch(EventId Mine, const FunctionView &Other, EventId Theirs);
  void against(const FunctionView &Other, EventId Fence);
  void cross(const Way &H, const Way &T, const Surroundings &Theirs,
             const Way &H2, const Way &T2);
  Cut frame(const Way &H, const Way &T, const Surroundings &Theirs,
            const Way &H2, const Way &T2, bool Joined) const;
  void pose(const Cut &Frame, size_t Mine, const std::string &Place,
            const Surroundings &Theirs, EventId A, EventId B, EventId C,
            EventId D);
};

bool isPoll(const FunctionView &In, EventId E) {
  return In.polls().of(E) != nullptr;
}

} // namespace

const ClosedWorld::Touched &ClosedWorld::touchedBy(EventId E) {
  auto [It, IsNew] = ByAccess.try_emplace(E);
  if (IsNew)
    for (const AccessRef &R : accessesByName(Q.Unit, In, E))
      It->second.insert({R.In, R.E});
  return It->second;
}

bool ClosedWorld::mayTouch(EventId Mine, const FunctionView &Other,
                           EventId Theirs) {
  if (In.event(Mine).Kind == EventKind::Mbarrier)
    return false; // Ordered by its own rules.
  return touchedBy(Mine).contains({&Other, Theirs});
}

/// Accesses between: one name for one object where every thread means the same
/// word; Joined takes one object for one word.
Cut ClosedWorld::frame(const Way &H, const Way &T, const Surroundings &Theirs,
                       const Way &H2, const Way &T2, bool Joined) const {
  llvm::StringMap<std::string> Names;
  unsigned Count = 0;
  auto NameIn = [&](const FunctionView &Where) {
    return [&, Here = &Where](EventId E, Relation, Relation) {
      const Object &O = Here->provenance().object(E);
      bool IsOne = Joined || O.IndexGroup == Uniform::Grid;
      std::string Key = Here == &In && &Theirs.In == &In ? O.Key : O.Name;
      if (!IsOne)
        Key += "#" + std::to_string(Count);
      auto [It, IsNew] = Names.try_emplace(Key, "");
      if (IsNew)
        It->second = "z" + std::to_string(Count++);
      return It->second;
    };
  };
  Cut C;
  C.Threads = cutThreads(Around, H, T, {"x", "y", ""}, NameIn(In));
  llvm::append_range(C.Threads, cutThreads(Theirs, H2, T2, {"y", "x", "2"},
                                           NameIn(Theirs.In)));
  return C;
}

void ClosedWorld::pose(const Cut &Frame, size_t Mine, const std::string &Place,
                       const Surroundings &Theirs, EventId A, EventId B,
                       EventId C, EventId D) {
  const FunctionView &Other = Theirs.In;
  std::vector<CutThread> Own(Frame.Threads.begin(),
                             Frame.Threads.begin() + Mine),
      Far(Frame.Threads.begin() + Mine, Frame.Threads.end());
  Values X = valuesOf(Own, Own.front().Code.front()),
         Y = valuesOf(Own, Own.back().Code.back()),
         Y2 = valuesOf(Far, Far.front().Code.front()),
         X2 = valuesOf(Far, Far.back().Code.back());
  auto Is = [](const CutThread &T, const char *Register, int64_t Value) {
    return T.Name + ":" + Register + " == " + std::to_string(Value);
  };
  const CutThread &TA = Own.front(), &TB = Own.back(), &TC = Far.front(),
                  &TD = Far.back();
  struct End {
    std::vector<std::string> Outcome;
    const char *Writer;
  };
  std::vector<End> FromB, ToA;
  if (writes(In, B) && reads(Other, C))
    FromB.push_back({{Is(TC, "a", Y.At)}, ""});
  if (writes(In, B) && Other.event(C).Kind == EventKind::Store)
    FromB.push_back({{"y == " + std::to_string(Y2.Last + 40)}, ""});
  if (reads(In, B) && !isPoll(In, B)) {
    if (writes(Other, C))
      FromB.push_back({{Is(TB, "b", Y.Before)}, ""});
    else if (hasWriter(Q.Unit, In, B))
      FromB.push_back(
          {{Is(TB, "b", Y.Before), Is(TC, "a", 30)}, "st.relaxed.sys [y], 30"});
  }
  if (writes(Other, D) && reads(In, A))
    ToA.push_back(
        {{Is(TA, "a",
             X2.At + (Other.event(D).Kind == EventKind::Store ? 40 : 0))},
         ""});
  if (writes(Other, D) && In.event(A).Kind == EventKind::Store)
    ToA.push_back({{"x == " + std::to_string(X.Last)}, ""});
  if (reads(Other, D) && !isPoll(Other, D)) {
    if (writes(In, A))
      ToA.push_back({{Is(TD, "b", X2.Before)}, ""});
    else if (hasWriter(Q.Unit, In, A))
      ToA.push_back({{Is(TD, "b", X2.Before), Is(TA, "a", 30)},
                     "st.relaxed.sys [x], 30"});
  }
  for (const End &Y : FromB)
    for (const End &X : ToA) {
      Cut Program = Frame;
      for (size_t I = Mine; I < Program.Threads.size(); ++I) {
        Program.Threads[I].Place = Place;
        for (Slot &S : Program.Threads[I].Code)
          S.Value += 40; // Told apart from what the own threads store.
      }
      unsigned Count = 0;
      for (const char *Writer : {Y.Writer, X.Writer})
        if (*Writer)
          Program.Threads.push_back({"W" + std::to_string(Count++),
                                     "cta7",
                                     {{nullptr, NoId, "", "", Writer}}});
      Program.Outcome = Y.Outcome;
      llvm::append_range(Program.Outcome, X.Outcome);
      if (!Judge.hear(Program))
        return;
    }
}

void ClosedWorld::cross(const Way &H, const Way &T, const Surroundings &Theirs,
                        const Way &H2, const Way &T2) {
  Scope Far = std::min(farthest(In, H.Access, Q.Known),
                       farthest(In, T.Access, Q.Known));
  for (bool Joined : {false, true}) {
    Cut Frame = frame(H, T, Theirs, H2, T2, Joined);
    size_t Mine = 1 + !H.Other.empty() + !T.Other.empty();
    for (const std::string &Place : placesUpTo(Far)) {
      if (!Judge.isOpen())
        return;
      pose(Frame, Mine, Place, Theirs, H.Access, T.Access, H2.Access,
           T2.Access);
    }
  }
}

void ClosedWorld::against(const FunctionView &Other, EventId Fence) {
  Surroundings Theirs(Other, Fence);
  if (!Theirs.Fault.empty()) {
    Judge.withhold("of '" + Other.fn().Display +
                   "', which has a fence.sc too, " + Theirs.Fault);
    return;
  }
  for (Paths::Mode How : {Paths::Mode::Must, Paths::Mode::May}) {
    unsigned M = unsigned(How);
    for (const Way &H : Around.Before[M])
      for (const Way &T : Around.Behind[M]) {
        bool OneThread = H.Other.empty() && T.Other.empty();
        if (H.Access != T.Access &&
            relate(In, H.Access, T.Access, OneThread) == Relation::Same)
          continue;
        for (const Way &H2 : Theirs.Before[M]) {
          if (!mayTouch(T.Access, Other, H2.Access))
            continue;
          for (const Way &T2 : Theirs.Behind[M]) {
            if (!Judge.isOpen())
              return;
            if (mayTouch(H.Access, Other, T2.Access))
              cross(H, T, Theirs, H2, T2);
          }
        }
      }
  }
}

void ClosedWorld::run() {
  std::vector<AccessRef> Fences;
  for (const std::unique_ptr<FunctionView> &F : Q.Unit.functions())
    for (EventId E = 0; E < F->fn().Events.size(); ++E)
      if (F->event(E).Kind == EventKind::Fence &&
          F->event(E).Ord == Order::SeqCst)
        Fences.push_back({F.get(), E});
  if (Fences.size() > MaxFences) {
    Judge.withhold("the unit has too many fence.sc");
    return;
  }
  for (const AccessRef &G : Fences)
    if (Judge.isOpen())
      against(*G.In, G.E);
}

void advice::closedWorld(const Question &Q, const Surroundings &Around,
                         Court &Judge) {
  ClosedWorld(Q, Around, Judge).run();
}
