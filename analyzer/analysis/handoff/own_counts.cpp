//===- own_counts.cpp - words that one thread keeps for itself ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounds, steps and indices of queues that a thread counts in memory: they are
// handed to nobody, whatever is raised behind them.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/scope_needs.h"
#include "analyzer/model/fold.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <tuple>

using namespace fencepost;

/// A word of a thread, or one that the block reads and one thread writes.
static bool countsAlone(const FunctionView &In, EventId Id) {
  if (!isOwnedByBlock(In, In.event(Id).Address))
    return false;
  BlockId B = In.cfg().position(Id).Block;
  bool ByThread = false, Counts = false;
  visitOperands(In.fn(), In.event(Id).Address, [&](ValueId V) {
    ByThread |= llvm::StringRef(In.fn().value(V).Name).starts_with("tid");
    return true;
  });
  auto IsByOwner = [&](EventId E) {
    BlockId At = In.cfg().position(E).Block;
    if (ByThread)
      return In.populations().sameThreads(At, B);
    return In.event(E).Kind == EventKind::Load ||
           In.populations().of(At) == Population::OnePerBlock;
  };
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    if (!isMemoryAccess(In.event(E).Kind) || !In.provenance().sameObject(E, Id))
      continue;
    if (In.provenance().sameLocation(E, Id).Is != SameLocation::Same ||
        !IsByOwner(E))
      return false;
    if (In.event(E).Kind != EventKind::Store)
      continue;
    auto From = sourceEvents(In.fn(), In.event(E).Operand);
    Counts |= llvm::any_of(From, [&](EventId S) {
      return In.event(S).Kind == EventKind::Load &&
             In.provenance().sameObject(S, Id);
    });
  }
  return Counts;
}

namespace {
struct KeptCounters {
  llvm::DenseMap<EventId, bool> Own;
};
} // namespace

bool fencepost::isOwnCounter(const FunctionView &In, EventId Id) {
  auto &Own = In.kept().of<KeptCounters>().Own;
  if (auto Known = Own.find(Id); Known != Own.end())
    return Known->second;
  return Own[Id] = countsAlone(In, Id);
}

/// The same element by the same index, whatever way leads to the array.
static bool isSameElement(const FunctionView &In, EventId A, EventId B) {
  const Value &X = In.fn().value(In.event(A).Address);
  const Value &Y = In.fn().value(In.event(B).Address);
  return X.Op == OpCode::Element && Y.Op == OpCode::Element && X.Imm == Y.Imm &&
         X.Operands[1] == Y.Operands[1] &&
         In.fn().value(X.Operands[1]).Kind != ValueKind::Constant &&
         In.event(A).Object == In.event(B).Object;
}

bool fencepost::keepsCount(const FunctionView &In, EventId Store) {
  const Event &E = In.event(Store);
  if (E.Kind != EventKind::Store || E.Ord != Order::Weak)
    return false;
  auto From = sourceEvents(In.fn(), E.Operand);
  return llvm::any_of(From, [&](EventId S) {
    return In.event(S).Kind == EventKind::Load &&
           In.event(S).Ord == Order::Weak && !In.polls().of(S) &&
           ((In.provenance().sameObject(S, Store) &&
             In.provenance().sameLocation(S, Store).Is !=
                 SameLocation::Different) ||
            isSameElement(In, S, Store));
  });
}

/// `n = n + 1`, in whatever way memory is reached.
static bool isStep(const FunctionView &In, EventId Store) {
  const Event &E = In.event(Store);
  if (E.Kind != EventKind::Store || E.IsFloat || E.Operand == UnknownValue)
    return false;
  LinearForm Form = linearForm(In.fn(), stripCasts(In.fn(), E.Operand));
  if (Form.Constant == 0 || Form.Terms.size() != 1 || Form.Terms[0].second != 1)
    return false;
  const Value &Old = In.fn().value(stripCasts(In.fn(), Form.Terms[0].first));
  return Old.Kind == ValueKind::Result &&
         In.event(EventId(Old.Imm)).Kind == EventKind::Load &&
         In.provenance().sameLocation(EventId(Old.Imm), Store).Is ==
             SameLocation::Same;
}

namespace {
/// The writes to one class of objects, asked for by each read of it.
struct KeptSteps {
  struct Class {
    std::vector<AccessRef> Writes;
    bool AllStep = true;
    llvm::StringSet<> Updaters; ///< Functions of the source with an RMW of it.
  };
  std::map<std::pair<const FunctionView *, std::string>, Class> Of;
};

/// Of one function: the plain stores that keep a count, by class.
struct KeptKeepers {
  std::map<std::string, std::vector<EventId>> Of;
};
} // namespace

llvm::StringRef fencepost::writtenIn(const FunctionView &In, EventId E) {
  LocationId Loc = In.event(E).Loc;
  if (Loc == Nowhere)
    return {};
  return llvm::StringRef(In.module().at(Loc).Function.str()).split('<').first;
}

static const KeptSteps::Class &writesTo(const UnitView &Unit,
                                        const FunctionView &In, EventId E) {
  const std::string &Key = In.provenance().object(E).Key;
  bool UnitWide = llvm::StringRef(Key).starts_with("global:") ||
                  llvm::StringRef(Key).starts_with("field:");
  auto [At, IsNew] = Unit.kept().of<KeptSteps>().Of.try_emplace(
      {UnitWide ? nullptr : &In, Key});
  KeptSteps::Class &Found = At->second;
  if (!IsNew)
    return Found;
  for (const AccessRef &A : Unit.accessesTo(In, E)) {
    if (!writesMemory(A.In->event(A.E)))
      continue;
    Found.Writes.push_back(A);
    Found.AllStep = Found.AllStep && isStep(*A.In, A.E);
    if (isRmw(A.In->event(A.E).Kind) && !A.In->polls().of(A.E))
      Found.Updaters.insert(writtenIn(*A.In, A.E));
  }
  return Found;
}

/// Does the function raise behind Step what others wait for at Wait?
static bool isPassedOn(const UnitView &Unit, const FunctionView &In,
                       EventId Wait, EventId Step) {
  return llvm::any_of(accessesByName(Unit, In, Wait), [&](const AccessRef &A) {
    return A.In == &In && writesMemory(In.event(A.E)) &&
           isBefore(In, Step, A.E) && In.cfg().reaches(Step, A.E) &&
           mayEndWait(In, A.E, {&In, Wait});
  });
}

bool fencepost::isSteppedByAll(const UnitView &Unit, const FunctionView &In,
                               EventId Wait, EventId Read) {
  const KeptSteps::Class &All = writesTo(Unit, In, Read);
  auto IsHere = [&](EventId E) {
    return In.provenance().sameLocation(E, Read).Is == SameLocation::Same;
  };
  // `queue.index++` of a queue that the thread has at the time: Read is the
  // old count, and the thread does not pass its turn on.
  auto IsOwnStep = [&](const AccessRef &A) {
    return A.In == &In && IsHere(A.E) && !isPassedOn(Unit, In, Wait, A.E) &&
           llvm::is_contained(sourceEvents(In.fn(), In.event(A.E).Operand),
                              Read);
  };
  if (All.AllStep && In.provenance().object(Read).isMemberOfType() &&
      llvm::any_of(All.Writes, IsOwnStep))
    return true;
  if (!All.AllStep || llvm::none_of(All.Writes, [&](const AccessRef &A) {
        return A.In == &In && IsHere(A.E);
      }))
    return false;
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (isMemoryAccess(In.event(E).Kind) &&
        In.event(E).Address != UnknownValue && In.cfg().dominates(E, Wait) &&
        In.provenance().sameObject(E, Read) && IsHere(E))
      return true;
  return false;
}

namespace {
/// Functions of the source, spliced into others, in which an RMW stands.
struct KeptUpdaters {
  bool IsFilled = false;
  llvm::StringSet<> Names;
};
} // namespace

/// The count that the store keeps is updated by an RMW in another instance of
/// the very function that the store was spliced in from, and not in this one.
static bool isUpdatedElsewhere(const UnitView &Unit, const FunctionView &In,
                               EventId Store) {
  auto CalledAt = [](const FunctionView &F, EventId E) {
    LocationId Loc = F.event(E).Loc;
    return Loc == Nowhere ? Nowhere : F.module().at(Loc).InlinedAt;
  };
  LocationId Call = CalledAt(In, Store);
  if (Call == Nowhere || !keepsCount(In, Store))
    return false;
  auto &Found = Unit.kept().of<KeptUpdaters>();
  if (!Found.IsFilled) {
    Found.IsFilled = true;
    for (const auto &F : Unit.functions())
      for (EventId E = 0; E < F->fn().Events.size(); ++E)
        if (isRmw(F->event(E).Kind) && !F->polls().of(E) &&
            CalledAt(*F, E) != Nowhere)
          Found.Names.insert(writtenIn(*F, E));
  }
  llvm::StringRef Name = writtenIn(In, Store);
  if (Name.empty() || !Found.Names.contains(Name))
    return false;
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (isRmw(In.event(E).Kind) && CalledAt(In, E) == Call)
      return false;
  return true;
}

/// Is the word read strongly in another instance of the very function that this
/// plain read was spliced in from?
static bool isReadTwoWays(const UnitView &Unit, const FunctionView &In,
                          EventId Read) {
  LocationId Loc = In.event(Read).Loc;
  llvm::StringRef Name = writtenIn(In, Read);
  if (Name.empty() || In.module().at(Loc).InlinedAt == Nowhere)
    return false;
  return llvm::any_of(accessesByName(Unit, In, Read), [&](const AccessRef &A) {
    const Event &Other = A.In->event(A.E);
    return Other.Kind == EventKind::Load && isStrong(Other.Ord) &&
           writtenIn(*A.In, A.E) == Name;
  });
}

bool fencepost::isKeptTwoWays(const UnitView &Unit, const FunctionView &In,
                              EventId E) {
  const Event &Ev = In.event(E);
  if ((Ev.Kind == EventKind::Load || Ev.Ord == Order::Weak) &&
      isKeptByMode(In, E))
    return true;
  const std::string &Key = In.provenance().object(E).Key;
  if (Ev.Ord != Order::Weak || Ev.IsFloat ||
      (Ev.Kind != EventKind::Store && Ev.Kind != EventKind::Load))
    return false;
  if (!llvm::StringRef(Key).starts_with("field:"))
    return Ev.Kind == EventKind::Store && isUpdatedElsewhere(Unit, In, E);
  const KeptSteps::Class &All = writesTo(Unit, In, E);
  if (All.Updaters.empty())
    return false;
  auto [At, IsNew] = In.kept().of<KeptKeepers>().Of.try_emplace(Key);
  if (IsNew)
    for (const AccessRef &A : All.Writes)
      if (A.In == &In && keepsCount(In, A.E))
        At->second.push_back(A.E);
  // Whoever keeps one of such counts waits for none of them.
  bool Waits = Ev.Kind == EventKind::Load && In.polls().of(E);
  if (Waits && isReadTwoWays(Unit, In, E))
    return true;
  return llvm::any_of(At->second, [&](EventId S) {
    llvm::StringRef Name = writtenIn(In, S);
    SameLocation Is = In.provenance().sameLocation(S, E).Is;
    return (S == E || Is == SameLocation::Same ||
            (Waits && Is == SameLocation::Unknown)) &&
           !Name.empty() && All.Updaters.contains(Name);
  });
}

namespace {
using SourcePlace = std::tuple<uint32_t, uint32_t, uint32_t>;
/// The functions that choose by a mode between a store and a wait: by their
/// places in the source, and the word.
struct KeptWays {
  std::map<
      std::tuple<SourcePlace, SourcePlace, const FunctionView *, std::string>,
      llvm::SmallPtrSet<const FunctionView *, 2>>
      Of;
};
} // namespace

bool fencepost::isOfOtherInstance(const UnitView &Unit, const FunctionView &In,
                                  EventId E, const AccessRef &Wait) {
  const Event &Ev = In.event(E);
  llvm::StringRef Name = writtenIn(In, E);
  if (Ev.Kind != EventKind::Store || Ev.Ord != Order::Weak || Name.empty() ||
      writtenIn(*Wait.In, Wait.E) != Name)
    return false;
  auto CalledAt = [](const FunctionView &F, EventId Id) {
    return F.module().at(F.event(Id).Loc).InlinedAt;
  };
  if (Wait.In == &In && CalledAt(In, E) == CalledAt(In, Wait.E))
    return false;
  auto PlaceOf = [](const FunctionView &F, EventId Id) {
    const Location &L = F.module().at(F.event(Id).Loc);
    return SourcePlace(L.File, L.Line, L.Column);
  };
  auto Place = PlaceOf(In, E), WaitPlace = PlaceOf(*Wait.In, Wait.E);
  auto IsOtherWay = [&](const AccessRef &A) {
    return A.In->event(A.E).Kind == EventKind::Store &&
           PlaceOf(*A.In, A.E) == Place &&
           llvm::any_of(A.In->polls().all(), [&](const Poll &P) {
             return PlaceOf(*A.In, P.Read) == WaitPlace &&
                    CalledAt(*A.In, A.E) != CalledAt(*A.In, P.Read) &&
                    areChosenByMode(*A.In, A.E, P.Read);
           });
  };
  auto WaitsFirst = [&](const Poll &P) {
    return In.cfg().dominates(P.Read, E) && writtenIn(In, P.Read) == Name &&
           In.provenance().sameObject(P.Read, E);
  };
  auto RaisesThere = [&](const AccessRef &W) {
    const Event &Raise = W.In->event(W.E);
    return W.In == Wait.In && writesMemory(Raise) && isStrong(Raise.Ord) &&
           CalledAt(*W.In, W.E) == CalledAt(*Wait.In, Wait.E) &&
           (W.E == Wait.E
                ? Raise.Rmw == RmwOp::Cas
                : !W.In->polls().of(W.E) && mayEndWait(*W.In, W.E, Wait));
  };
  std::vector<AccessRef> All = accessesByName(Unit, *Wait.In, Wait.E);
  if (llvm::any_of(In.polls().all(), WaitsFirst) ||
      llvm::none_of(All, RaisesThere))
    return false;
  // Where one function chooses by a mode between the two for one word, they
  // are two ways to do one thing. Two kernels of which neither chooses may as
  // well be the two sides.
  const Object &Word = Wait.In->provenance().object(Wait.E);
  auto [Way, IsNew] = Unit.kept().of<KeptWays>().Of.try_emplace(
      {Place, WaitPlace, Word.isMemberOfType() ? nullptr : Wait.In, Word.Key});
  if (IsNew)
    for (const AccessRef &A : All)
      if (!Way->second.contains(A.In) && IsOtherWay(A))
        Way->second.insert(A.In);
  auto IsKernel = [](const FunctionView &F) {
    return F.fn().Kind == FunctionKind::Kernel;
  };
  if (IsKernel(In) && IsKernel(*Wait.In))
    return Way->second.contains(&In) || Way->second.contains(Wait.In);
  return !Way->second.empty();
}

bool fencepost::keepsRound(const FunctionView &In, EventId Store,
                           EventId Publish) {
  bool IsOwn = isOwnCounter(In, Store);
  if (!IsOwn && !keepsCount(In, Store))
    return false;
  ValueId Raised = In.event(Publish).Operand;
  const Value &Node = In.fn().value(Raised);
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (!isMemoryAccess(Ev.Kind) || !In.provenance().sameObject(E, Store))
      continue;
    // Of a word that others may touch too, the very count that is stored.
    if (!IsOwn &&
        (!isBefore(In, E, Publish) ||
         In.provenance().sameLocation(E, Store).Is != SameLocation::Same ||
         (E != Store && !isBefore(In, Store, E))))
      continue;
    // `n += 1` as a value reads the word once more.
    if ((Ev.Kind == EventKind::Store && Ev.Operand == Raised) ||
        (Ev.Kind == EventKind::Load && Node.Kind == ValueKind::Result &&
         EventId(Node.Imm) == E))
      return true;
  }
  return false;
}

bool fencepost::isOnlyGivenOn(const FunctionView &In, EventId Read) {
  if (In.event(Read).Kind != EventKind::Load || !isStrong(In.event(Read).Ord))
    return false;
  llvm::DenseSet<ValueId> Dependents = In.uses().dependents(Read);
  for (const Block &B : In.fn().Blocks)
    if (Dependents.contains(B.Term.Condition))
      return false;
  bool Returns = false;
  for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
    Event E = In.event(Id);
    unsigned Uses = 0;
    forEachOperand(E, [&](ValueId &V) { Uses += Dependents.contains(V); });
    if (Uses == 0)
      continue;
    if (Uses > 1 || E.Kind != EventKind::Store ||
        !Dependents.contains(E.Operand) ||
        In.provenance().sameLocation(Id, Read).Is != SameLocation::Same)
      return false;
    Returns = true;
  }
  return Returns;
}
