//===- told_elsewhere.cpp - stores that a flag does not tell of -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word that is written behind stores need not be for them: it may note what
// the thread has waited for itself, they may be for a device that has its own
// doorbell, or the reader asks for each of them by itself.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/proxy_ways.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace fencepost;

namespace {
/// Stores and RMWs by the class of their object; doorbells; classes that are
/// read.
struct KeptWrites {
  bool Known = false;
  std::map<std::string, std::vector<EventId>> Of;
  std::vector<EventId> Doorbells;
  std::set<std::string> Read;
};
} // namespace

static const KeptWrites &writesIn(const FunctionView &In) {
  KeptWrites &All = In.kept().of<KeptWrites>();
  if (All.Known)
    return All;
  All.Known = true;
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (Ev.Address == UnknownValue)
      continue;
    const std::string &Key = In.provenance().object(E).Key;
    if (Ev.Kind == EventKind::Load)
      All.Read.insert(Key);
    if (Ev.Kind == EventKind::Store && Ev.IsMmio)
      All.Doorbells.push_back(E);
    else if (Ev.Kind == EventKind::Store || isRmw(Ev.Kind))
      All.Of[Key].push_back(E);
  }
  return All;
}

bool fencepost::isKeptByMode(const FunctionView &In, EventId E) {
  const KeptWrites &All = writesIn(In);
  auto Of = All.Of.find(In.provenance().object(E).Key);
  if (Of == All.Of.end())
    return false;
  auto IsHere = [&](EventId W) {
    return W == E ||
           In.provenance().sameLocation(W, E).Is == SameLocation::Same;
  };
  auto IsOtherCase = [&](EventId A, EventId B) {
    return areOtherCases(In, In.cfg().position(A).Block,
                         In.cfg().position(B).Block);
  };
  return llvm::any_of(Of->second, [&](EventId Plain) {
    return In.event(Plain).Kind == EventKind::Store &&
           In.event(Plain).Ord == Order::Weak && IsHere(Plain) &&
           llvm::any_of(Of->second, [&](EventId Strong) {
             return isStrong(In.event(Strong).Ord) && IsHere(Strong) &&
                    IsOtherCase(Plain, Strong);
           });
  });
}

bool fencepost::notesOwnWait(const FunctionView &In, EventId Publish,
                             EventId Store) {
  const Provenance &Where = In.provenance();
  return llvm::any_of(In.polls().all(), [&](const Poll &P) {
    auto AsksForAnother = [&](const Poll &O) {
      return O.Loop == P.Loop && O.Kind == PollKind::Flag &&
             !Where.sameObject(O.Read, P.Read);
    };
    return P.Kind == PollKind::Flag && P.Read != Publish &&
           isBefore(In, Store, P.Read) && In.cfg().dominates(P.Read, Publish) &&
           Where.sameLocation(P.Read, Publish).Is == SameLocation::Same &&
           llvm::any_of(In.polls().all(), AsksForAnother);
  });
}

bool fencepost::isForDevice(const FunctionView &In, EventId Publish,
                            EventId Store) {
  const KeptWrites &All = writesIn(In);
  return !In.event(Publish).IsMmio &&
         !All.Read.contains(In.provenance().object(Store).Key) &&
         llvm::any_of(All.Doorbells, [&](EventId Bell) {
           return isBefore(In, Store, Bell) && isBefore(In, Bell, Publish) &&
                  In.cfg().reaches(Store, Bell) &&
                  In.cfg().reaches(Bell, Publish);
         });
}

bool fencepost::callsDevice(const UnitView &Unit, const FunctionView &In,
                            EventId Publish) {
  const Event &Ev = In.event(Publish);
  if (Ev.IsMmio)
    return true;
  // A word of the same name is the register itself in another mode.
  if (llvm::any_of(accessesByName(Unit, In, Publish),
                   [](const AccessRef &A) { return A.In->event(A.E).IsMmio; }))
    return true;
  auto IsWaitBetween = [&](EventId Bell) {
    return llvm::any_of(In.polls().all(), [&](const Poll &P) {
      return isBefore(In, Publish, P.Read) && isBefore(In, P.Read, Bell);
    });
  };
  return Ev.Kind == EventKind::Store && Ev.Scp == Scope::Sys &&
         llvm::any_of(writesIn(In).Doorbells, [&](EventId Bell) {
           return isBefore(In, Publish, Bell) &&
                  In.cfg().dominates(Publish, Bell) && !IsWaitBetween(Bell);
         });
}

bool fencepost::isFlagOfSameKind(const FunctionView &In, EventId Publish,
                                 EventId Store) {
  auto IsMember = [&](EventId E) {
    ValueId V = In.event(E).Address;
    return In.provenance().object(E).isMemberOfType() &&
           In.fn().value(V).Op == OpCode::Field;
  };
  const Event &P = In.event(Publish), &S = In.event(Store);
  return P.Kind == EventKind::Store && S.Kind == EventKind::Store &&
         P.Ord == S.Ord && P.Bits == S.Bits && IsMember(Publish) &&
         !In.fn().value(P.Operand).Type.IsPointer && // `last->next = mine`
         IsMember(Store) &&
         In.provenance().object(Publish).Key ==
             In.provenance().object(Store).Key &&
         // In two records side by side, one may hold what the other tells of.
         addressForm(In, P.Address).Terms != addressForm(In, S.Address).Terms;
}

bool fencepost::isOwnAnswer(const AccessRef &A) {
  return llvm::any_of(A.In->polls().all(), [&](const Poll &P) {
    return P.Read != A.E && isAnswer(*A.In, P.Read, A.E);
  });
}

bool fencepost::isAskedAlong(const FunctionView &In, EventId Read) {
  const Event &E = In.event(Read);
  uint32_t Inner = In.loops().innermost(In.cfg().position(Read).Block);
  if (E.Kind != EventKind::Load || !isStrong(E.Ord) || Inner == NoId)
    return false;
  const Loop &L = In.loops().all()[Inner];
  // A loop always comes to its exit in the end: what counts is the way there
  // in one turn.
  auto HangsOnRead = [&](BlockId B) {
    for (BlockId Up = In.cfg().immediateDominator(B);
         Up != NoId && L.contains(Up); Up = In.cfg().immediateDominator(Up)) {
      const Terminator &T = In.fn().block(Up).Term;
      if (T.Condition == UnknownValue ||
          dependsOn(In.fn(), T.Condition, Read) != Ternary::Yes)
        continue;
      for (unsigned I = 0; I < T.Successors.size(); ++I)
        if (In.cfg().edgeDominates(Up, I, B))
          return true;
    }
    return false;
  };
  auto LeadsOut = [&](const Loop::Exit &X) {
    const Value &Test = In.fn().value(In.fn().block(X.From).Term.Condition);
    return HangsOnRead(X.From) ||
           (Test.Kind == ValueKind::Phi && // `a && b` as one truth value.
            llvm::any_of(In.fn().block(BlockId(Test.Imm)).Predecessors,
                         HangsOnRead));
  };
  return llvm::any_of(In.polls().all(), [&](const Poll &P) {
    return P.Loop == Inner && P.Read != Read && P.Kind == PollKind::Flag &&
           !P.Exits.empty() && llvm::all_of(P.Exits, LeadsOut);
  });
}
