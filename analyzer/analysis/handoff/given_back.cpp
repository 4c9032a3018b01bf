//===- given_back.cpp - signals that hand over no data --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not every word that is raised behind stores publishes them: heartbeats, slots
// of a ring that are given back, the last meeting of peers before the kernel
// ends. Counters that a thread keeps for itself: own_counts.cpp.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/home.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace fencepost;

bool fencepost::isProgressReport(const FunctionView &In, EventId Publish,
                                 EventId Store) {
  uint32_t Inner = In.loops().innermost(In.cfg().position(Publish).Block);
  if (Inner == NoId)
    return false;
  const Loop &L = In.loops().all()[Inner];
  if (!In.loops().isInvariant(In.event(Store).Address, L))
    return false;
  return llvm::none_of(In.polls().all(), [&](const Poll &P) {
    return P.IsPure && L.contains(In.cfg().position(P.Read).Block);
  });
}

//===- Slots of a ring ----------------------------------------------------===//

/// Does V change from round to round of the loops around Anchor: as a counter
/// of theirs, or as a word that is kept in memory?
static bool isRound(const FunctionView &In, ValueId V, EventId Anchor) {
  BlockId At = In.cfg().position(Anchor).Block;
  bool Found = false;
  visitOperands(In.fn(), V, [&](ValueId Id) {
    const Value &Node = In.fn().value(Id);
    if (Node.Kind == ValueKind::Result)
      Found |= isMemoryAccess(In.event(Node.Imm).Kind);
    if (Node.Kind == ValueKind::Phi)
      Found |= llvm::any_of(In.loops().all(), [&](const Loop &L) {
        return L.contains(At) &&
               llvm::is_contained(In.fn().block(L.Header).Phis, Id);
      });
    return !Found;
  });
  return Found;
}

namespace {
struct KeptRings {
  /// isWrapped(), by address and innermost loop of the anchor.
  llvm::DenseMap<std::pair<ValueId, uint32_t>, bool> Wrapped;
  /// readsSlots(), by the event that publishes.
  llvm::DenseMap<EventId, bool> Returned;
  /// givesRoom(), by the two events.
  std::map<std::tuple<EventId, const FunctionView *, EventId>, bool> Room;
};
} // namespace

/// An index that wraps around with the rounds of Anchor: `i % n`, `i & mask`.
static bool isWrapped(const FunctionView &In, ValueId Address, EventId Anchor) {
  uint32_t Around = In.loops().innermost(In.cfg().position(Anchor).Block);
  auto [At, IsNew] =
      In.kept().of<KeptRings>().Wrapped.try_emplace({Address, Around}, false);
  if (!IsNew)
    return At->second;
  bool &Wraps = At->second;
  visitOperands(In.fn(), Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    Wraps |= Node.Kind == ValueKind::Op &&
             (Node.Op == OpCode::Rem || Node.Op == OpCode::And) &&
             isRound(In, V, Anchor);
    return !Wraps;
  });
  return Wraps;
}

bool fencepost::hasSlots(const FunctionView &In, EventId E, EventId Anchor) {
  return isWrapped(In, In.event(E).Address, Anchor);
}

/// A load of memory of the grid, or a copy into shared memory.
static bool isSlotRead(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  if (Ev.Kind == EventKind::AsyncCopy)
    return !Ev.Extra.empty() && Ev.Extra[0] != UnknownValue &&
           In.provenance().isShared(E);
  return isDataRead(In, E);
}

/// Where a load or a copy reads.
static ValueId addressRead(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  return Ev.Kind == EventKind::AsyncCopy ? Ev.Extra[0] : Ev.Address;
}

/// Are slots read between a wait for another word and Publish?
static bool readsSlots(const FunctionView &In, EventId Publish) {
  for (const Poll &P : In.polls().all()) {
    if (!P.IsPure || !In.cfg().reaches(P.Read, Publish) ||
        In.provenance().sameLocation(P.Read, Publish).Is == SameLocation::Same)
      continue;
    for (EventId E = 0; E < In.fn().Events.size(); ++E)
      if (isSlotRead(In, E) && E != P.Read && isBefore(In, P.Read, E) &&
          isBefore(In, E, Publish) &&
          isWrapped(In, addressRead(In, E), Publish))
        return true;
  }
  return false;
}

bool fencepost::isSlotReturn(const FunctionView &In, EventId Publish,
                             EventId Store) {
  if (hasSlots(In, Store, Publish))
    return false;
  auto &Returned = In.kept().of<KeptRings>().Returned;
  if (auto Known = Returned.find(Publish); Known != Returned.end())
    return Known->second;
  return Returned[Publish] = readsSlots(In, Publish);
}

/// Does the read R of From, a load or a copy, read what W of To stores?
static bool readsStored(const FunctionView &From, EventId R,
                        const AccessRef &W) {
  if (From.event(R).Kind == EventKind::Load)
    return isSameClass(From, R, W);
  Object A = From.provenance().objectOf(addressRead(From, R));
  const Object &B = W.In->provenance().object(W.E);
  if (W.In == &From)
    return A.Key == B.Key;
  return A.Kind == BaseKind::Param && B.Kind == BaseKind::Param &&
         !A.Name.empty() && A.Name == B.Name;
}

/// Does Raiser, before it raises the flag, read slots of what Waiter writes
/// behind its wait?
static bool findsRoom(const AccessRef &Raiser, const AccessRef &Waiter) {
  const FunctionView &From = *Raiser.In, &To = *Waiter.In;
  auto IsRead = [&](EventId E) {
    bool IsFlag =
        From.polls().of(E) &&
        From.provenance().sameLocation(E, Raiser.E).Is == SameLocation::Same;
    return isSlotRead(From, E) && !IsFlag && isBefore(From, E, Raiser.E) &&
           From.cfg().reaches(E, Raiser.E) &&
           isWrapped(From, addressRead(From, E), Raiser.E);
  };
  // One read of each class of objects stands for all.
  std::vector<EventId> Reads;
  std::set<std::tuple<EventKind, std::string, ValueId>> Classes;
  for (EventId R = 0; R < From.fn().Events.size(); ++R)
    if (IsRead(R) && Classes
                         .insert({From.event(R).Kind, keyOfRead(From, R),
                                  From.event(R).Kind == EventKind::Load
                                      ? From.provenance().object(R).Root
                                      : UnknownValue})
                         .second)
      Reads.push_back(R);
  if (Reads.empty())
    return false;
  for (EventId W = 0; W < To.fn().Events.size(); ++W) {
    if (To.event(W).Kind != EventKind::Store ||
        !To.provenance().isVisibleToGrid(W) || !isBefore(To, Waiter.E, W) ||
        !To.cfg().reaches(Waiter.E, W) || !hasSlots(To, W, Waiter.E))
      continue;
    for (EventId R : Reads)
      if (readsStored(From, R, {&To, W}))
        return true;
  }
  return false;
}

static bool givesRoom(const AccessRef &Raiser, const AccessRef &Waiter) {
  auto [At, IsNew] = Raiser.In->kept().of<KeptRings>().Room.try_emplace(
      {Raiser.E, Waiter.In, Waiter.E}, false);
  if (IsNew)
    At->second = findsRoom(Raiser, Waiter);
  return At->second;
}

bool fencepost::isCreditReturn(const UnitView &Unit, const FunctionView &In,
                               EventId Publish, EventId Store) {
  if (hasSlots(In, Store, Publish))
    return false;
  bool Waited = false;
  for (const AccessRef &A : accessesByName(Unit, In, Publish)) {
    const Poll *P = A.In->polls().of(A.E);
    if (!P || P->Kind != PollKind::Flag)
      continue;
    if (!givesRoom({&In, Publish}, A))
      return false;
    Waited = true;
  }
  return Waited;
}

bool fencepost::waitsForRoom(const UnitView &Unit, const FunctionView &In,
                             EventId Wait) {
  bool Raised = false;
  for (const AccessRef &A : accessesByName(Unit, In, Wait)) {
    if (!writesMemory(A.In->event(A.E)) || A.In->polls().of(A.E) ||
        !mayEndWait(*A.In, A.E, {&In, Wait}))
      continue;
    if (!givesRoom(A, {&In, Wait}))
      return false;
    Raised = true;
  }
  return Raised;
}

//===- The last meeting ---------------------------------------------------===//

/// The wait for peers that raise the same flag, by the same code, to the value
/// that Publish stores.
static EventId meetingOf(const FunctionView &In, EventId Publish) {
  if (In.event(Publish).Kind != EventKind::Store)
    return NoId;
  ValueId Raised = In.event(Publish).Operand;
  for (const Poll &P : In.polls().all()) {
    if (P.Kind != PollKind::Flag || !P.IsPure ||
        In.provenance().object(P.Read).Key !=
            In.provenance().object(Publish).Key ||
        !In.cfg().dominates(Publish, P.Read))
      continue;
    for (const Loop::Exit &X : P.Exits) {
      const Value &C = In.fn().value(In.fn().block(X.From).Term.Condition);
      if ((C.Op == OpCode::Eq || C.Op == OpCode::Ne) &&
          llvm::is_contained(C.Operands, Raised))
        return P.Read;
    }
  }
  return NoId;
}

/// Does the pointer come out of a table, as those of peers do?
static bool isOutOfTable(const FunctionView &In, ValueId Address) {
  bool Found = false;
  visitOperands(In.fn(), Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    Found |= Node.Type.IsPointer &&
             (Node.Op == OpCode::ArrayGet || Node.Kind == ValueKind::Result);
    return !Found;
  });
  return Found;
}

bool fencepost::isLastMeeting(const UnitView &Unit, const FunctionView &In,
                              EventId Publish, EventId Store) {
  EventId Wait = meetingOf(In, Publish);
  if (Wait == NoId || In.fn().Kind != FunctionKind::Kernel)
    return false;
  BaseKind Base = In.provenance().object(Store).Kind;
  if ((Base != BaseKind::Param && Base != BaseKind::Global) ||
      isOutOfTable(In, In.event(Store).Address) ||
      homeOf(Unit, In, Store).isOutside())
    return false; // Peers may read it in their next kernel.
  auto IsRead = [&](EventId E) {
    return In.event(E).Kind == EventKind::OpaqueCall ||
           (isDataRead(In, E) && !In.polls().of(E));
  };
  return In.order().forward(Wait, IsRead).empty();
}

bool fencepost::isLastArrival(const UnitView &Unit, const FunctionView &In,
                              EventId Publish, EventId Store) {
  const Event &E = In.event(Publish);
  if (In.fn().Kind != FunctionKind::Kernel || E.Scp != Scope::Sys ||
      !(E.Kind == EventKind::Red ||
        (E.Kind == EventKind::Rmw && !E.ResultUsed)) ||
      In.event(Store).Prx == Proxy::Multimem ||
      isOutOfTable(In, In.event(Store).Address) ||
      homeOf(Unit, In, Store).isOutside() ||
      isReadBehindWait(Unit, In, Publish, Store))
    return false;
  return llvm::any_of(In.polls().all(), [&](const Poll &P) {
    const Loop &L = In.loops().all()[P.Loop];
    auto IsRead = [&](EventId R) {
      return !L.contains(In.cfg().position(R).Block) &&
             (In.event(R).Kind == EventKind::OpaqueCall ||
              (isDataRead(In, R) && !In.polls().of(R)));
    };
    return P.Kind == PollKind::Flag && isBefore(In, Publish, P.Read) &&
           In.cfg().reaches(Publish, P.Read) &&
           In.order().forward(P.Read, IsRead).empty();
  });
}
