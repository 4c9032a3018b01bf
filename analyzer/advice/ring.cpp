//===- ring.cpp - threads that communicate in a ring ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/ring.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::advice;

namespace {

/// How the last access of one link comes before the first one of the next.
enum class Step {
  Read,      ///< The next one reads what was written.
  Overwrite, ///< It overwrites it.
  Miss,      ///< What was read is from before the next one's write.
  MissAll,   ///< Likewise, and before all that its own thread knows of.
  Third,     ///< A writer of no link comes between; the next one reads it.
};

class Ring {
public:
  Ring(const Question &Q, llvm::ArrayRef<Link> Links, Court &Judge)
      : Q(Q), Links(Links), Judge(Judge) {}
  void run();

private:
  const Question &Q;
  llvm::ArrayRef<Link> Links;
  Court &Judge;
  std::vector<std::vector<CutThread>> Parts; ///< By link.
  std::vector<std::string> Names;            ///< Location from link I to I+1.
  std::vector<int64_t> Left;                 ///< Value that link I leaves.

  size_t next(size_t I) const { return (I + 1) % Links.size(); }
  size_t prior(size_t I) const { return (I + Links.size() - 1) % Links.size(); }
  EventId first(size_t I) const { return Links[I].Before->Access; }
  EventId last(size_t I) const { return Links[I].Behind->Access; }
  Slot &firstSlot(size_t I) { return Parts[I].front().Code.front(); }
  Slot &lastSlot(size_t I) { return Parts[I].back().Code.back(); }

  void nameLocations();
  bool isIncoherent() const;
  void cut(bool Joined);
  std::vector<Step> stepsFrom(size_t I) const;
  void settleValues(llvm::ArrayRef<Step> Steps);
  Values lastValues(size_t I, llvm::ArrayRef<Step> Steps);
  void choose(std::vector<Step> Chosen);
  void pose(llvm::ArrayRef<Step> Steps);
};

/// Some function of the unit stores to the object of E.
bool hasStore(const UnitView &Unit, const FunctionView &In, EventId E) {
  return llvm::any_of(accessesByName(Unit, In, E), [](const AccessRef &R) {
    return R.In->event(R.E).Kind == EventKind::Store;
  });
}

constexpr int64_t Apart = 40; ///< Between the values of the links.
constexpr int64_t ThirdValue = 990;

} // namespace

bool advice::ordersSomething(const FunctionView &In, const Way &H,
                             const Way &T) {
  auto Orders = [&](EventId E) {
    Order O = In.event(E).Ord;
    return acquires(O) || releases(O) || isBarrier(In.event(E)) ||
           In.event(E).Kind == EventKind::Mbarrier;
  };
  return llvm::any_of(H.Near, Orders) || llvm::any_of(T.Near, Orders) ||
         relate(In, H.Access, T.Access, true) == Relation::Same;
}

/// One name where the first and last access of a link are of one word.
void Ring::nameLocations() {
  static constexpr const char *Of[] = {"y", "x", "w"};
  Names.assign(Of, Of + Links.size());
  for (size_t I = 0; I < Links.size(); ++I) {
    const Link &L = Links[I];
    bool OneThread = L.Before->Other.empty() && L.Behind->Other.empty();
    if (first(I) == last(I) ||
        relate(*L.In, first(I), last(I), OneThread) != Relation::Same)
      continue;
    std::string From = Names[prior(I)], To = Names[I];
    for (std::string &N : Names)
      if (N == From)
        N = To;
  }
}

/// All on one word, with RMWs among accesses that are weak or too narrow for
/// each other: their values are not worked out here.
bool Ring::isIncoherent() const {
  if (!llvm::all_equal(Names))
    return false;
  bool HasRmw = false, HasLoose = false;
  for (size_t I = 0; I < Links.size(); ++I)
    for (EventId E : {first(I), last(I)}) {
      const Event &Ev = Links[I].In->event(E);
      HasRmw |= isRmw(Ev.Kind);
      HasLoose |=
          !isStrong(Ev.Ord) || Ev.Scp < farthest(*Links[I].In, E, Q.Known);
    }
  return HasRmw && HasLoose;
}

/// Accesses between: one name for one object where every thread means the same
/// word; Joined takes one object for one word.
void Ring::cut(bool Joined) {
  Parts.clear();
  llvm::StringMap<std::string> Known;
  unsigned Count = 0;
  bool OneFunction =
      llvm::all_of(Links, [&](const Link &L) { return L.In == Links[0].In; });
  auto KeyOf = [&](const FunctionView &In, EventId E) {
    const Object &O = In.provenance().object(E);
    std::string Key = OneFunction ? O.Key : O.Name;
    if (O.Offset)
      Key += "+" + std::to_string(*O.Offset);
    bool IsOne = Joined || O.IndexGroup == Uniform::Grid;
    return IsOne ? Key : Key + "#" + std::to_string(Count);
  };
  for (size_t I = 0; I < Links.size(); ++I)
    if (Links[I].In->provenance().object(last(I)).IndexGroup == Uniform::Grid)
      Known.try_emplace(KeyOf(*Links[I].In, last(I)), Names[I]);
  static constexpr const char *Suffixes[] = {"", "2", "3"};
  for (size_t I = 0; I < Links.size(); ++I) {
    const Link &L = Links[I];
    auto Name = [&](EventId E, Relation, Relation) {
      auto [It, IsNew] = Known.try_emplace(KeyOf(*L.In, E), "");
      if (IsNew)
        It->second = "z" + std::to_string(Count++);
      return It->second;
    };
    Parts.push_back(cutThreads(
        *L.Around, *L.Before, *L.Behind,
        {Names[prior(I)].c_str(), Names[I].c_str(), Suffixes[I]}, Name));
    for (CutThread &T : Parts.back())
      for (Slot &S : T.Code)
        S.Value += int64_t(I) * Apart;
  }
}

std::vector<Step> Ring::stepsFrom(size_t I) const {
  const FunctionView &Mine = *Links[I].In, &Theirs = *Links[next(I)].In;
  EventId From = last(I), To = first(next(I));
  std::vector<Step> Out;
  if (writes(Mine, From) && reads(Theirs, To))
    Out.push_back(Step::Read);
  if (writes(Mine, From) && Theirs.event(To).Kind == EventKind::Store)
    Out.push_back(Step::Overwrite);
  // A wait reads again until it sees the value.
  if (reads(Mine, From) && !Mine.polls().of(From)) {
    if (writes(Theirs, To))
      Out.insert(Out.end(), {Step::Miss, Step::MissAll});
  }
  // An RMW between would carry on what was released: it needs a store. What
  // stands before that store in its thread is left out, so a store that only
  // overwrites another one is not taken for it.
  if (reads(Mine, From) && !Mine.polls().of(From) && reads(Theirs, To) &&
      hasStore(Q.Unit, Mine, From))
    Out.push_back(Step::Third);
  return Out;
}

Values Ring::lastValues(size_t I, llvm::ArrayRef<Step> Steps) {
  std::optional<int64_t> Seen;
  if (Steps[prior(I)] == Step::Read)
    Seen = Left[prior(I)];
  if (Steps[prior(I)] == Step::Third)
    Seen = ThirdValue + int64_t(prior(I));
  return valuesOf(Parts[I], lastSlot(I), &firstSlot(I), Seen);
}

/// What each link leaves to the next, round by round: RMWs add up.
void Ring::settleValues(llvm::ArrayRef<Step> Steps) {
  Left.assign(Links.size(), 0);
  for (size_t Round = 0; Round <= Links.size(); ++Round)
    for (size_t I = 0; I < Links.size(); ++I)
      Left[I] = lastValues(I, Steps).At;
}

void Ring::pose(llvm::ArrayRef<Step> Steps) {
  settleValues(Steps);
  Cut C;
  for (const std::vector<CutThread> &Part : Parts)
    llvm::append_range(C.Threads, Part);
  auto Is = [](const std::string &What, int64_t Value) {
    return What + " == " + std::to_string(Value);
  };
  for (size_t I = 0; I < Links.size(); ++I) {
    size_t Next = next(I);
    std::string From = Parts[I].back().Name + ":b",
                To = Parts[Next].front().Name + ":a";
    switch (Steps[I]) {
    case Step::Read:
      C.Outcome.push_back(Is(To, Left[I]));
      break;
    case Step::Overwrite:
      C.Outcome.push_back(
          Is(Names[I], valuesOf(Parts[Next], firstSlot(Next)).Last));
      break;
    case Step::Miss:
      C.Outcome.push_back(Is(From, lastValues(I, Steps).Before));
      break;
    case Step::MissAll:
      C.Outcome.push_back(
          Is(From, valuesOf(Parts[Next], firstSlot(Next)).Before));
      break;
    case Step::Third:
      if (reads(*Links[I].In, last(I)))
        C.Outcome.push_back(Is(From, lastValues(I, Steps).Before));
      C.Outcome.push_back(Is(To, ThirdValue + int64_t(I)));
      if (writes(*Links[I].In, last(I)))
        C.Outcome.push_back(
            Is(Names[I], valuesOf(Parts[Next], firstSlot(Next),
                                  &firstSlot(Next), ThirdValue + int64_t(I))
                             .Last));
      C.Threads.push_back({"W" + std::to_string(I),
                           "cta0",
                           {{nullptr, NoId, "", "",
                             "st.relaxed.sys [" + Names[I] + "], " +
                                 std::to_string(ThirdValue + int64_t(I))}}});
      break;
    }
  }
  Scope Far = std::min(farthest(*Links[0].In, first(0), Q.Known),
                       farthest(*Links[0].In, last(0), Q.Known));
  size_t Own = Parts[0].size();
  std::vector<std::string> Places = placesUpTo(Far);
  for (const std::string &Place : Places) {
    size_t Others = Own + Parts[1].size();
    for (size_t I = Own; I < Others; ++I)
      C.Threads[I].Place = Place;
    // What is left: a third link, writers of no link.
    bool HasMore = Others < C.Threads.size();
    for (const std::string &More : Places) {
      for (size_t I = Others; I < C.Threads.size(); ++I)
        C.Threads[I].Place = More == "cta1" ? "cta2" : More;
      if (!Judge.hear(C))
        return;
      if (!HasMore)
        break;
    }
  }
}

void Ring::choose(std::vector<Step> Chosen) {
  if (!Judge.isOpen())
    return;
  if (Chosen.size() == Links.size())
    return pose(Chosen);
  for (Step S : stepsFrom(Chosen.size())) {
    std::vector<Step> More = Chosen;
    More.push_back(S);
    choose(std::move(More));
  }
}

void Ring::run() {
  nameLocations();
  if (isIncoherent())
    return Judge.withhold("weak and atomic accesses of one word meet");
  for (bool Joined : {false, true}) {
    cut(Joined);
    choose({});
  }
}

void advice::poseRing(const Question &Q, llvm::ArrayRef<Link> Links,
                      Court &Judge) {
  Ring(Q, Links, Judge).run();
}
