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
// thread is one): rings of communication from the pivot's thread to G's and
// back, straight or by way of one more thread. Where both accesses of a
// location read, a thread that writes it joins.
//
// Which accesses of other functions touch the same object goes by name.
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/ring.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/DenseSet.h"

using namespace fencepost;
using namespace fencepost::advice;

namespace {

constexpr size_t MaxFences = 16;
constexpr unsigned MaxRings = 4000;   ///< Of one judgement.
constexpr unsigned MaxLooks = 400000; ///< Combinations of accesses looked at.

class ClosedWorld {
public:
  ClosedWorld(const Question &Q, const Surroundings &Around, Court &Judge)
      : Q(Q), In(Q.In), Around(Around), Judge(Judge) {}
  void run();

private:
  using Key = std::pair<const FunctionView *, EventId>;
  const Question &Q;
  const FunctionView &In;
  const Surroundings &Around;
  Court &Judge;
  llvm::DenseMap<Key, llvm::DenseSet<Key>> Touched;
  llvm::DenseMap<const FunctionView *, std::unique_ptr<Surroundings>> Plain;
  unsigned Rings = 0, Looks = 0;

  /// False once there are too many combinations.
  bool look();

  bool mayTouch(const FunctionView &Mine, EventId E, const FunctionView &Other,
                EventId Theirs);
  const Surroundings &plain(const FunctionView &Fn);
  void against(const Surroundings &Theirs);
  void close(const Link &Mine, const Link &Theirs, Paths::Mode How);
  void closeBy(const Link &From, const Link &To, const FunctionView &Third,
               Paths::Mode How, bool IsBack);
  void pose(llvm::ArrayRef<Link> Links);
  bool isOrderedByWord() const;
};

} // namespace

bool ClosedWorld::mayTouch(const FunctionView &Mine, EventId E,
                           const FunctionView &Other, EventId Theirs) {
  if (Mine.event(E).Kind == EventKind::Mbarrier)
    return false; // Ordered by its own rules.
  auto [It, IsNew] = Touched.try_emplace({&Mine, E});
  if (IsNew)
    for (const AccessRef &R : accessesByName(Q.Unit, Mine, E))
      It->second.insert({R.In, R.E});
  return It->second.contains({&Other, Theirs});
}

/// The accesses of a function, around nothing.
const Surroundings &ClosedWorld::plain(const FunctionView &Fn) {
  std::unique_ptr<Surroundings> &S = Plain[&Fn];
  if (!S)
    S = std::make_unique<Surroundings>(Fn, NoId);
  return *S;
}

void ClosedWorld::pose(llvm::ArrayRef<Link> Links) {
  if (++Rings > MaxRings)
    return Judge.withhold("the unit has too many accesses of the same memory");
  poseRing(Q, Links, Judge);
}

bool ClosedWorld::look() {
  if (++Looks > MaxLooks)
    Judge.withhold("the unit has too many accesses of the same memory");
  return Judge.isOpen();
}

/// By way of a thread that does something of order between two accesses, from
/// the last access of From to the first one of To.
void ClosedWorld::closeBy(const Link &From, const Link &To,
                          const FunctionView &Third, Paths::Mode How,
                          bool IsBack) {
  const Surroundings &S = plain(Third);
  for (EventId U : S.accesses()) {
    if (!look())
      return;
    if (!mayTouch(*From.In, From.Behind->Access, Third, U))
      continue;
    for (EventId V : S.accesses()) {
      if (!look())
        return;
      if (!mayTouch(*To.In, To.Before->Access, Third, V))
        continue;
      std::optional<std::vector<EventId>> Line = S.between(U, V, How);
      if (!Line)
        continue;
      if (!S.Fault.empty())
        return Judge.withhold("of '" + Third.fn().Display + "', " + S.Fault);
      Way H{U, {U}, {}}, T{V, *Line, {}};
      llvm::append_range(T.Near, llvm::ArrayRef(V));
      if (!ordersSomething(Third, H, T))
        continue;
      Link Between{&Third, &S, &H, &T};
      if (IsBack)
        pose({To, From, Between});
      else
        pose({From, Between, To});
    }
  }
}

void ClosedWorld::close(const Link &Mine, const Link &Theirs, Paths::Mode How) {
  bool Goes =
           mayTouch(In, Mine.Behind->Access, *Theirs.In, Theirs.Before->Access),
       Returns =
           mayTouch(In, Mine.Before->Access, *Theirs.In, Theirs.Behind->Access);
  if (Goes && Returns)
    pose({Mine, Theirs});
  for (const std::unique_ptr<FunctionView> &Third : Q.Unit.functions()) {
    if (!Judge.isOpen() || Third->fn().Kind != FunctionKind::Kernel)
      continue;
    if (Goes)
      closeBy(Theirs, Mine, *Third, How, true);
    if (Returns)
      closeBy(Mine, Theirs, *Third, How, false);
  }
}

void ClosedWorld::against(const Surroundings &Theirs) {
  for (Paths::Mode How : {Paths::Mode::Must, Paths::Mode::May}) {
    unsigned M = unsigned(How);
    for (const Way &T : Around.Behind[M])
      for (const Way &H2 : Theirs.Before[M])
        for (const Way &H : Around.Before[M])
          for (const Way &T2 : Theirs.Behind[M]) {
            if (!look())
              return;
            close({&In, &Around, &H, &T}, {&Theirs.In, &Theirs, &H2, &T2}, How);
          }
  }
}

/// Does an acquiring and releasing RMW right behind the pivot, of one word for
/// the whole grid, order its instances as Fence-SC order does? Whichever comes
/// first at the word synchronizes with the next, unless a store cuts the chain:
/// the one that sets a ticket back comes after all draws. An order of the
/// fences like that of the word then adds nothing.
bool ClosedWorld::isOrderedByWord() const {
  Position At = In.cfg().position(Around.Pivot);
  const std::vector<EventId> &Events = In.fn().block(At.Block).Events;
  const Event &F = In.event(Around.Pivot);
  if (At.Index + 1 >= Events.size() || In.loops().innermost(At.Block) != NoId)
    return false;
  EventId Next = Events[At.Index + 1];
  const Event &E = In.event(Next);
  if (E.Kind != EventKind::Rmw || !acquires(E.Ord) || !releases(E.Ord) ||
      E.Scp < F.Scp || E.Prx != Proxy::Generic || Q.changes(Next) ||
      In.provenance().object(Next).IndexGroup != Uniform::Grid)
    return false;
  return llvm::all_of(accessesByName(Q.Unit, In, Next), [&](AccessRef R) {
    return R.In->event(R.E).Kind == EventKind::Load ||
           (R.In == &In && (R.E == Next || isResetOfTicket(In, R.E, Next)));
  });
}

void ClosedWorld::run() {
  std::vector<AccessRef> Fences;
  for (const std::unique_ptr<FunctionView> &F : Q.Unit.functions())
    for (EventId E = 0; E < F->fn().Events.size(); ++E)
      if (F->event(E).Kind == EventKind::Fence &&
          F->event(E).Ord == Order::SeqCst)
        Fences.push_back({F.get(), E});
  if (Fences.size() == 1 && Fences.front().In == &In &&
      Fences.front().E == Around.Pivot && isOrderedByWord())
    return;
  if (Fences.size() > MaxFences)
    return Judge.withhold("the unit has too many fence.sc");
  for (const AccessRef &G : Fences) {
    if (!Judge.isOpen())
      return;
    Surroundings Theirs(*G.In, G.E);
    if (Theirs.Fault.empty())
      against(Theirs);
    else
      Judge.withhold("of '" + G.In->fn().Display +
                     "', which has a fence.sc too, " + Theirs.Fault);
  }
}

void advice::closedWorld(const Question &Q, const Surroundings &Around,
                         Court &Judge) {
  ClosedWorld(Q, Around, Judge).run();
}
