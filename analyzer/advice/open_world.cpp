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
  return {cutThreads(Around, H, T, {"x", "y", ""}, Name), {}};
}

/// All cycles through A, B and the thread C, with at least one value observed.
void OpenWorld::pose(const Cut &Frame, const Way &H, const Way &T) {
  Values X = valuesOf(Frame.Threads, Frame.Threads.front().Code.front()),
         Y = valuesOf(Frame.Threads, Frame.Threads.back().Code.back());
  const std::string A = Frame.Threads.front().Name + ":a",
                    B = Frame.Threads.back().Name + ":b";
  auto Is = [](const std::string &What, int64_t Value) {
    return What + " == " + std::to_string(Value);
  };
  struct End {
    bool IsRead, Observes;
    std::string Outcome;
  };
  std::vector<End> Firsts, Lasts; // C's access of y, then of x.
  if (writes(In, T.Access)) {
    Firsts.push_back({true, true, Is("C:c", Y.At)});
    Firsts.push_back({false, false, Is("y", 20)});
  }
  if (reads(In, T.Access))
    Firsts.push_back({false, false, Is(B, Y.Before)});
  bool IsInput = In.event(H.Access).Kind == EventKind::Load &&
                 !isStrong(In.event(H.Access).Ord) &&
                 !hasWriter(Q.Unit, In, H.Access);
  if (writes(In, H.Access)) {
    Lasts.push_back({true, false, Is("C:d", X.Before)});
    if (In.event(H.Access).Kind == EventKind::Store)
      Lasts.push_back({false, false, Is("x", X.Last)});
  }
  if (reads(In, H.Access))
    Lasts.push_back({false, true, Is(A, 20)});
  Scope Far = std::min(farthest(In, H.Access, Q.Known),
                       farthest(In, T.Access, Q.Known));
  for (const std::string &Place : placesUpTo(Far))
    for (const End &C : Firsts)
      for (const End &D : Lasts) {
        if (!C.Observes && !D.Observes)
          continue;
        Cut Program = Frame;
        auto Text = [](const char *Text) {
          return Slot{nullptr, NoId, "", "", Text};
        };
        Program.Threads.push_back(
            {"C",
             Place,
             {Text(C.IsRead ? "ld.relaxed.sys c, [y]"
                            : "st.relaxed.sys [y], 20"),
              Text("fence.acq_rel.sys"),
              Text(D.IsRead ? "ld.relaxed.sys d, [x]"
                            : "st.relaxed.sys [x], 20")}});
        Program.Outcome = {C.Outcome, D.Outcome};
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
  bool Split = !H.Other.empty() || !T.Other.empty();
  // One location: program order and coherence order it without the pivot.
  if ((H.Access == T.Access && H.Access == Around.Pivot) ||
      (H.Access != T.Access &&
       relate(In, H.Access, T.Access, !Split) == Relation::Same))
    return;
  for (Reading How : {Reading::Apart, Reading::AsFirst, Reading::AsLast}) {
    bool HasOpen = false;
    Cut Frame = frame(H, T, How, HasOpen);
    if (How != Reading::Apart && !HasOpen)
      return;
    pose(Frame, H, T);
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
