//===- open_world.cpp - against a thread that synchronizes perfectly ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For an access A before the pivot and B behind it, a thread C that accesses
// B's location, fences, and accesses A's: message passing in both directions,
// and every other cycle of two threads that release and acquire can forbid.
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/worlds.h"

using namespace fencepost;
using namespace fencepost::advice;

namespace {

std::string objectOf(const FunctionView &In, EventId E) {
  const std::string &Name = In.provenance().object(E).Name;
  return Name.empty() ? "what is read" : "'" + Name + "'";
}

class OpenWorld {
public:
  OpenWorld(const Question &Q, const Surroundings &Around, Court &Judge)
      : Q(Q), In(Q.In), Around(Around), Judge(Judge), Inputs(In, Q.Changes) {}
  void run(const Way &H, const Way &T);

private:
  const Question &Q;
  const FunctionView &In;
  const Surroundings &Around;
  Court &Judge;
  Court Inputs; ///< Judges as if what nobody writes were written.

  /// How interior accesses of unproven relation are read.
  enum class Reading { Apart, AsFirst, AsLast };

  Cut frame(const Way &H, const Way &T, Reading How, bool &HasOpen) const;
  void pose(const Cut &Frame, const Way &H, const Way &T);
  void poseRelay(const Cut &Frame, const Way &H, const Way &T);
  std::vector<std::string> places(const Way &H, const Way &T) const;
};

} // namespace

Cut OpenWorld::frame(const Way &H, const Way &T, Reading How,
                     bool &HasOpen) const {
  unsigned Spare = 0;
  auto Name = [&](EventId E, Relation First, Relation Last) -> std::string {
    bool Matters = First == Relation::Open || Last == Relation::Open;
    HasOpen |= Matters;
    if (How == Reading::AsFirst && First == Relation::Open)
      return "x";
    if (How == Reading::AsLast && Last == Relation::Open)
      return "y";
    bool Stays = E == Around.Pivot || Q.changes(E);
    return Matters || Stays ? "z" + std::to_string(Spare++ % 4) : "";
  };
  // The same event twice is of two rounds of a loop.
  bool OneThread = H.Other.empty() && T.Other.empty();
  bool IsOne = H.Access != T.Access &&
               relate(In, H.Access, T.Access, OneThread) == Relation::Same;
  return {cutThreads(Around, H, T, {IsOne ? "y" : "x", "y", ""}, Name), {}};
}

static Slot operation(const std::string &Text) {
  return {nullptr, NoId, "", "", Text};
}

std::vector<std::string> OpenWorld::places(const Way &H, const Way &T) const {
  return placesUpTo(std::min(farthest(In, H.Access, Q.Known),
                             farthest(In, T.Access, Q.Known)));
}

/// What A sees of a third thread W is passed on by B: W publishes v, and C
/// misses it. On one location, C may also do both in one RMW.
void OpenWorld::poseRelay(const Cut &Frame, const Way &H, const Way &T) {
  // A fence between two barriers has no access of its own thread to relay.
  if (!reads(In, H.Access) || !writes(In, T.Access) ||
      (!H.Other.empty() && !T.Other.empty()))
    return;
  const Slot &First = Frame.Threads.front().Code.front(),
             &Last = Frame.Threads.back().Code.back();
  const std::string A = Frame.Threads.front().Name + ":a == ";
  for (const std::string &Place : places(H, T)) {
    Cut Relay = Frame;
    int64_t Passed = valuesOf(Frame.Threads, Last, &First, 30).At;
    Relay.Threads.push_back(
        {"W",
         Place,
         {operation("st.relaxed.sys [v], 1"), operation("fence.acq_rel.sys"),
          operation("st.relaxed.sys [" + First.Location + "], 30")}});
    Relay.Threads.push_back(
        {"C",
         Place,
         {operation("ld.relaxed.sys c, [y]"), operation("fence.acq_rel.sys"),
          operation("ld.relaxed.sys d, [v]")}});
    Relay.Outcome = {A + "30", "C:c == " + std::to_string(Passed), "C:d == 0"};
    if (!Judge.hear(Relay))
      return;
    if (First.Location != Last.Location)
      continue;
    Cut Loop = Frame;
    int64_t Left = valuesOf(Frame.Threads, Last).At;
    Loop.Threads.push_back(
        {"C", Place, {operation("atom.acq_rel.sys.add c, [y], 100")}});
    Loop.Outcome = {"C:c == " + std::to_string(Left),
                    A + std::to_string(Left + 100)};
    if (!Judge.hear(Loop))
      return;
  }
}

/// All cycles through A, B and the thread C, with at least one value observed.
void OpenWorld::pose(const Cut &Frame, const Way &H, const Way &T) {
  const Slot &First = Frame.Threads.front().Code.front(),
             &Last = Frame.Threads.back().Code.back();
  const std::string A = Frame.Threads.front().Name + ":a",
                    B = Frame.Threads.back().Name + ":b";
  const std::string &Data = First.Location;
  auto Is = [](const std::string &What, int64_t Value) {
    return What + " == " + std::to_string(Value);
  };
  bool IsInput = In.event(H.Access).Kind == EventKind::Load &&
                 !isStrong(In.event(H.Access).Ord) &&
                 !hasWriter(Q.Unit, In, H.Access);
  struct End {
    bool IsRead, Observes;
    std::string Outcome;
  };
  struct Cycle {
    End Begin, Finish; ///< C's access of y, then of x.
  };
  std::vector<Cycle> Cycles;
  auto AddCycles = [&](const End &Finish) {
    Values Y =
        valuesOf(Frame.Threads, Last, &First,
                 Finish.Observes ? std::optional<int64_t>(30) : std::nullopt);
    if (writes(In, T.Access))
      Cycles.push_back({{true, true, Is("C:c", Y.At)}, Finish});
    if (writes(In, T.Access) && Finish.Observes)
      Cycles.push_back({{false, false, Is("y", 20)}, Finish});
    if (reads(In, T.Access) && Finish.Observes)
      Cycles.push_back({{false, false, Is(B, Y.Before)}, Finish});
    if (reads(In, T.Access) && Finish.Observes && Y.Before != 0)
      Cycles.push_back({{false, false, Is(B, 0)}, Finish});
  };
  Values X = valuesOf(Frame.Threads, First);
  if (writes(In, H.Access)) {
    AddCycles({true, false, Is("C:d", X.Before)});
    if (In.event(H.Access).Kind == EventKind::Store)
      AddCycles({false, false, Is(Data, X.Last)});
  }
  if (reads(In, H.Access))
    AddCycles({false, true, Is(A, 30)});
  for (const std::string &Place : places(H, T))
    for (const Cycle &C : Cycles) {
      Cut Program = Frame;
      Program.Threads.push_back(
          {"C",
           Place,
           {operation(C.Begin.IsRead ? "ld.relaxed.sys c, [y]"
                                     : "st.relaxed.sys [y], 20"),
            operation("fence.acq_rel.sys"),
            operation(C.Finish.IsRead ? "ld.relaxed.sys d, [" + Data + "]"
                                      : "st.relaxed.sys [" + Data + "], 30")}});
      Program.Outcome = {C.Begin.Outcome, C.Finish.Outcome};
      if (!IsInput) {
        if (!Judge.hear(Program))
          return;
      } else if (Inputs.isOpen() && !Inputs.hear(Program)) {
        Q.Assumptions.push_back(objectOf(In, H.Access) +
                                " is not written while the kernel runs");
      }
    }
}

void OpenWorld::run(const Way &H, const Way &T) {
  if (H.Access == Around.Pivot && T.Access == Around.Pivot)
    return;
  for (Reading How : {Reading::Apart, Reading::AsFirst, Reading::AsLast}) {
    bool HasOpen = false;
    Cut Frame = frame(H, T, How, HasOpen);
    if (How != Reading::Apart && !HasOpen)
      return;
    pose(Frame, H, T);
    poseRelay(Frame, H, T);
    if (!Judge.isOpen())
      return;
  }
}

void advice::openWorld(const Question &Q, const Surroundings &Around,
                       Court &Judge) {
  OpenWorld World(Q, Around, Judge);
  for (Paths::Mode How : {Paths::Mode::Must, Paths::Mode::May})
    for (const Way &H : Around.Before[unsigned(How)])
      for (const Way &T : Around.Behind[unsigned(How)]) {
        if (!Judge.isOpen())
          return;
        World.run(H, T);
      }
}
