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

#include "analyzer/analysis/flow/linear.h"
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

//===- One word of several bits -------------------------------------------===//

/// Does one thread come to the same word by both, in one turn of its loops?
static bool isSameForThread(const FunctionView &In, EventId A, EventId B) {
  auto FormOf = [&](EventId E) {
    return linearForm(In.fn(), In.event(E).Address,
                      [&](ValueId V) { return In.provenance().canonical(V); });
  };
  LinearForm OfA = FormOf(A), OfB = FormOf(B);
  return OfA.Terms == OfB.Terms && OfA.Constant == OfB.Constant;
}

static bool changesBits(const Event &E) {
  return isRmw(E.Kind) &&
         (E.Rmw == RmwOp::Or || E.Rmw == RmwOp::And || E.Rmw == RmwOp::Xor);
}

bool fencepost::isToldByNext(const FunctionView &In, EventId Publish) {
  const Event &E = In.event(Publish);
  if (!changesBits(E) || (E.Kind == EventKind::Rmw && E.ResultUsed))
    return false;
  auto Waits = [&](EventId F) {
    EventKind Kind = In.event(F).Kind;
    return Kind == EventKind::OpaqueCall || Kind == EventKind::CtaBarrier ||
           In.polls().of(F);
  };
  Position At = In.cfg().position(Publish);
  for (EventId R = 0; R < In.fn().Events.size(); ++R) {
    const Event &Next = In.event(R);
    if (R == Publish || !changesBits(Next) || !releases(Next.Ord) ||
        Next.Scp < E.Scp || !isBefore(In, Publish, R) ||
        !In.cfg().reaches(Publish, R) || !isSameForThread(In, Publish, R))
      continue;
    Position To = In.cfg().position(R);
    if ((To.Block == At.Block || In.cfg().postDominates(To.Block, At.Block)) &&
        In.order()
            .forward(Publish, Waits, [&](EventId F) { return F == R; })
            .empty())
      return true;
  }
  return false;
}

//===- What was only borrowed ---------------------------------------------===//

/// Is V, on all ways, what the compare-and-swap has found or expected? A
/// constant is a state of the word like any other.
static bool isFoundBy(const FunctionView &In, EventId Cas, ValueId V,
                      unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4, MaxWays = 8;
  const Event &Swap = In.event(Cas);
  const Value &Node = In.fn().value(V);
  if (Depth > MaxDepth || Node.Kind == ValueKind::Constant ||
      Node.Operands.size() > MaxWays)
    return false;
  if (V == Swap.Result ||
      In.provenance().canonical(V) == In.provenance().canonical(Swap.Extra[0]))
    return true;
  llvm::ArrayRef<ValueId> Ways = Node.Operands;
  if (Node.Kind == ValueKind::Op && Node.Op == OpCode::Select)
    Ways = Ways.drop_front();
  else if (Node.Kind != ValueKind::Phi &&
           !(Node.Kind == ValueKind::Op && Node.Op == OpCode::Cast))
    return false;
  return llvm::all_of(
      Ways, [&](ValueId Way) { return isFoundBy(In, Cas, Way, Depth + 1); });
}

namespace {
struct KeptSwaps {
  std::optional<std::vector<EventId>> All;
};
} // namespace

/// The compare-and-swaps of the function.
static llvm::ArrayRef<EventId> swapsOf(const FunctionView &In) {
  auto &Slot = In.kept().of<KeptSwaps>().All;
  if (!Slot) {
    Slot.emplace();
    for (EventId E = 0; E < In.fn().Events.size(); ++E)
      if (In.event(E).Rmw == RmwOp::Cas && !In.event(E).Extra.empty())
        Slot->push_back(E);
  }
  return *Slot;
}

bool fencepost::isUndone(const FunctionView &In, EventId E) {
  const Event &Back = In.event(E);
  if (Back.Kind != EventKind::Store || Back.Operand == UnknownValue)
    return false;
  auto Undoes = [&](EventId Cas) {
    if (!In.cfg().dominates(Cas, E) || !isFoundBy(In, Cas, Back.Operand) ||
        !isSameForThread(In, Cas, E))
      return false;
    auto IsEnd = [&](EventId F) { return F == E || F == Cas; };
    auto IsStored = [&](EventId F) {
      return F != E && F != Cas &&
             (In.event(F).Kind == EventKind::OpaqueCall ||
              (writesMemory(In.event(F)) &&
               In.provenance().isVisibleToGrid(F)));
    };
    return llvm::none_of(
        In.order().forward(Cas, IsStored, IsEnd), [&](const auto &Between) {
          return !In.order()
                      .forward(
                          Between.To, [&](EventId F) { return F == E; },
                          [&](EventId F) { return F == Cas; })
                      .empty();
        });
  };
  return llvm::any_of(swapsOf(In), Undoes);
}
