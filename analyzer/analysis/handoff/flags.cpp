//===- flags.cpp - what makes a word a flag -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/grid_barriers.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/overlap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Is Fence the first behind a relaxed wait? It is there for that wait,
/// whatever else the thread does in between.
static bool isAcquireOfWait(const FunctionView &In, EventId Fence) {
  return llvm::any_of(In.polls().all(), [&](const Poll &P) {
    if (P.Kind != PollKind::Flag || acquires(In.event(P.Read).Ord) ||
        !isBefore(In, P.Read, Fence) || !In.cfg().reaches(P.Read, Fence))
      return false;
    Between Way = firstWay(In, P.Read, Fence);
    return Way.MayAcquire == Scope::None && !Way.MayBarrier;
  });
}

/// The fence right before E (same thread, nothing but a branch between) or
/// right behind it; NoId if there is none.
static EventId adjacentFence(const FunctionView &In, EventId E) {
  const auto &Events = In.fn().block(In.cfg().position(E).Block).Events;
  uint32_t At = In.cfg().position(E).Index;
  auto IsFence = [&](EventId F) {
    return In.event(F).Kind == EventKind::Fence && releases(In.event(F).Ord);
  };
  // What leads to the address may be read in between.
  uint32_t First = At;
  while (First > 0 && In.event(Events[First - 1]).Kind == EventKind::Load &&
         In.provenance().isUnchanging(Events[First - 1]))
    --First;
  if (First > 0 && IsFence(Events[First - 1]))
    return Events[First - 1];
  // A fence behind it that orders it before a further store is in its place;
  // so is one behind the last of several strong stores that fill a record.
  bool IsOfRecord = At > 0 &&
                    In.event(Events[At - 1]).Kind == EventKind::Store &&
                    isStrong(In.event(Events[At - 1]).Ord) &&
                    In.event(Events[At - 1]).Ord == In.event(E).Ord &&
                    In.provenance().isVisibleToGrid(Events[At - 1]);
  if (!IsOfRecord && At + 1 < Events.size() && IsFence(Events[At + 1]) &&
      !isAcquireOfWait(In, Events[At + 1]) &&
      llvm::none_of(llvm::ArrayRef(Events).drop_front(At + 2), [&](EventId W) {
        return writesMemory(In.event(W)) && In.provenance().isVisibleToGrid(W);
      }))
    return Events[At + 1];
  if (At == 0) { // The fence may end the block before.
    const auto &Preds = In.fn().block(In.cfg().position(E).Block).Predecessors;
    if (Preds.size() == 1) {
      const auto &Before = In.fn().block(Preds[0]).Events;
      if (!Before.empty() && IsFence(Before.back()))
        return Before.back();
    }
  }
  return NoId;
}

/// Does the thread store to another object afterwards, in the same block of
/// code, or whether it has come here or not? Then this was data, one field of
/// several, or a word on how the work went.
static bool isLastStore(const FunctionView &In, EventId Id) {
  Position At = In.cfg().position(Id);
  auto StoresFrom = [&](BlockId B, uint32_t First) {
    const auto &Events = In.fn().block(B).Events;
    for (uint32_t I = First; I < Events.size(); ++I)
      if (In.event(Events[I]).Kind == EventKind::Store &&
          In.provenance().isVisibleToGrid(Events[I]))
        return true;
    return false;
  };
  if (StoresFrom(At.Block, At.Index + 1))
    return false;
  if (!In.populations().isElected(At.Block))
    return true;
  for (BlockId B = 0; B < In.fn().Blocks.size(); ++B)
    if (B != At.Block && In.populations().isElected(B) &&
        In.loops().innermost(B) == In.loops().innermost(At.Block) &&
        In.cfg().postDominates(B, At.Block) &&
        !In.cfg().dominatesBlock(At.Block, B) && StoresFrom(B, 0))
      return false;
  return true;
}

/// One thread's strong integer store behind the data, to a parameter or a
/// global; through a pointer that was itself loaded, only behind a barrier or
/// at an explicit system scope, as for the flags of peers.
static bool isSignal(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  const Value &V = In.fn().value(E.Operand);
  BlockId B = In.cfg().position(Id).Block;
  bool IsReset = V.Kind == ValueKind::Constant && V.Imm == 0;
  // Several threads that tell a peer each raise the same value.
  bool Several = !In.populations().isElected(B) && In.fn().MaxThreads != 1;
  if ((Several && (!tellsPeers(In, Id) ||
                   In.uniformity().of(E.Operand) < Uniform::Block)) ||
      E.IsFloat || IsReset)
    return false;
  bool Explicit = E.Scp == Scope::Sys && !E.IsVolatile && !Several;
  if (isRmw(E.Kind))
    return Explicit && (E.Kind == EventKind::Red || countsAtPeer(In, Id));
  if (E.Kind != EventKind::Store || !isStrong(E.Ord) || !isLastStore(In, Id))
    return false;
  const Object &O = In.provenance().object(Id);
  // A pointer kept in shared memory may well point into shared memory.
  if (O.Kind == BaseKind::Loaded &&
      In.fn().value(O.Root).Kind == ValueKind::Result &&
      In.provenance().isShared(In.fn().value(O.Root).Imm))
    return false;
  if (O.Kind != BaseKind::Param && O.Kind != BaseKind::Global &&
      O.Kind != BaseKind::Loaded && !Several)
    return Explicit; // An array of pointers: into shared memory, often.
  if (!Several && (O.Kind == BaseKind::Param || O.Kind == BaseKind::Global))
    return In.populations().of(B) != Population::OnePerWarp || Explicit;
  return Explicit || llvm::any_of(payloadOf(In, Id), [](const Payload &P) {
           return P.Way.MustBarrier;
         });
}

/// `*flags |= bit`: a word that collects, and only strong stores before it.
static bool isStatusWord(const FunctionView &In, EventId Id) {
  const Value &V = In.fn().value(In.event(Id).Operand);
  if (V.Op == OpCode::Or)
    for (EventId Source : sourceEvents(In.fn(), In.event(Id).Operand))
      if (In.event(Source).Kind == EventKind::Load &&
          In.provenance().sameLocation(Source, Id).Is == SameLocation::Same)
        return true;
  auto IsPlain = [&](const Payload &P) {
    return In.event(P.Store).Ord == Order::Weak;
  };
  const std::vector<Payload> &All = payloadOf(In, Id);
  // Without its callers, a function that fills a record with strong stores does
  // not tell which of them is the last word.
  if (In.fn().Kind == FunctionKind::Device)
    return All.empty() || !IsPlain(All.front());
  return llvm::none_of(All, IsPlain);
}

/// Does the wait take a lock, that the function also gives back?
static bool isLock(const FunctionView &In, EventId Take) {
  return llvm::any_of(locksOf(In),
                      [&](const LockPair &L) { return L.Take == Take; });
}

/// Is the read at A the access E itself, or surely of another word of the same
/// object, whichever thread it is by: `state[0]` beside `state[2]`, but not
/// `state[block]` beside `state[block - 1]`?
static bool isApart(const UnitView &Unit, const FunctionView &In, EventId E,
                    const AccessRef &A) {
  if (A.In != &In)
    return false;
  LocationAnswer Answer = In.provenance().sameLocation(E, A.E);
  auto IsFixed = [&](EventId Id) {
    const Object &O = In.provenance().object(Id);
    return O.Kind == BaseKind::Loaded && O.Offset;
  };
  bool Surely = Answer.Is == SameLocation::Different && !Answer.Assumed;
  // Records behind pointers of one table begin alike.
  return A.E == E || areOtherRegions(In, E, A.E) ||
         ((Surely || (IsFixed(E) && IsFixed(A.E))) &&
          areOtherFields(In, E, A.E)) ||
         isExcluded(Unit, In, E, A.E);
}

bool fencepost::isPolled(const UnitView &Unit, const FunctionView &In,
                         EventId E) {
  return isStrong(In.event(E).Ord) &&
         llvm::any_of(Unit.accessesTo(In, E), [&](const AccessRef &A) {
           const Poll *P = A.In->polls().of(A.E);
           return (P ? P->Kind == PollKind::Flag : isAskedAlong(*A.In, A.E)) &&
                  !isApart(Unit, In, E, A);
         });
}

/// Does the loop that asks for the flag, or what follows it, read what was
/// stored before the flag was raised?
static bool readsPayload(const UnitView &Unit, const FunctionView &In,
                         EventId Publish, const AccessRef &PollRead) {
  const FunctionView &Reader = *PollRead.In;
  for (const Payload &P : payloadOf(In, Publish))
    for (EventId E = 0; E < Reader.fn().Events.size(); ++E)
      if (Reader.event(E).Kind == EventKind::Load &&
          isSameClass(Reader, E, {&In, P.Store}) &&
          Reader.cfg().reaches(PollRead.E, E))
        return true;
  return false;
}

/// Is what E stores a count that the function keeps: what it read there, or at
/// the count that it claims from, or a value made of that?
static bool storesOwnCount(const FunctionView &In, EventId E) {
  if (keepsCount(In, E))
    return true;
  auto IsKept = [&](EventId Read) {
    if (In.event(Read).Kind != EventKind::Load ||
        In.event(Read).Ord != Order::Weak || In.polls().of(Read))
      return false;
    for (EventId S = 0; S < In.fn().Events.size(); ++S)
      if (In.event(S).Kind == EventKind::Store &&
          In.event(S).Address != UnknownValue &&
          In.provenance().sameLocation(Read, S).Is == SameLocation::Same &&
          keepsCount(In, S))
        return true;
    return false;
  };
  return llvm::any_of(sourceEvents(In.fn(), In.event(E).Operand), IsKept);
}

/// Does the function that waits at A also raise the word, in a way that others
/// may see at once, whereas E is a plain store of a function that never waits
/// for it, but counts in it, with nothing before that is read behind a wait?
/// Then they are two ways to keep one word, shared and alone, and nobody waits
/// for what is kept alone.
static bool isKeptAlone(const UnitView &Unit, const FunctionView &In, EventId E,
                        const AccessRef &A) {
  if (A.In == &In || In.event(E).Kind != EventKind::Store ||
      In.event(E).Ord != Order::Weak)
    return false;
  auto WaitsHere = [&](const AccessRef &W) {
    return W.In == &In && W.In->polls().of(W.E);
  };
  auto RaisesThere = [&](const AccessRef &W) {
    const Event &Ev = W.In->event(W.E);
    return W.In == A.In && writesMemory(Ev) && isStrong(Ev.Ord) &&
           (W.E == A.E ? Ev.Rmw == RmwOp::Cas
                       : !W.In->polls().of(W.E) && mayEndWait(*W.In, W.E, A));
  };
  auto IsReadThere = [&](EventId Store) {
    return !isKeptTwoWays(Unit, In, Store) &&
           isReadBehindWait(Unit, In, E, Store);
  };
  std::vector<AccessRef> All = accessesByName(Unit, In, E);
  return llvm::any_of(All, RaisesThere) && llvm::none_of(All, WaitsHere) &&
         storesOwnCount(In, E) &&
         llvm::none_of(payloadStores(In, E), IsReadThere);
}

Flag fencepost::flagOf(const UnitView &Unit, const FunctionView &In,
                       EventId E) {
  Flag F;
  const Event &Ev = In.event(E);
  if ((Ev.Kind != EventKind::Store && !isRmw(Ev.Kind)) ||
      Ev.Elements > 1 || // Data and flag in one vector.
      !In.provenance().isVisibleToGrid(E))
    return F;
  // A wait, but for a compare-and-swap whose success moves others on.
  const Poll *Own = In.polls().of(E);
  if (Own && (Own->Kind != PollKind::Lock || isLock(In, E)))
    return F;
  if (isKeptTwoWays(Unit, In, E) || onlyFills(In) || writesTime(In, E) ||
      isCountedBack(In, E) || isUndone(In, E))
    return F;
  bool Reset = false;
  // What another kernel names alike counts for strong stores alone: a plain
  // one may set the scene for the next launch.
  bool Strong = Ev.Kind != EventKind::Store || isStrong(Ev.Ord);
  bool IsCount = keepsCount(In, E);
  for (const AccessRef &A : Unit.pollsOf(In, E, /*Namesakes=*/Strong)) {
    const Poll *P = A.In->polls().of(A.E);
    if (!P || P->Kind == PollKind::Object || isApart(Unit, In, E, A) ||
        isKeptAlone(Unit, In, E, A) || isOfOtherInstance(Unit, In, E, A) ||
        (A.In == &In && isAnswer(In, A.E, E)) ||
        (A.In != &In && (waitsForTaking(Unit, A) ||
                         meetsGrid(Unit, A))) || // By its own blocks' arrivals.
        (IsCount && A.In == &In &&
         In.provenance().sameLocation(E, A.E).Is != SameLocation::Same) ||
        (P->Kind == PollKind::Lock && isLock(*A.In, A.E)))
      continue;
    if (mayEndWait(In, E, A)) {
      // A loop that also works may only ask whether to go on. What follows a
      // wait that ends in callers not seen here may be no read of this data.
      bool MayBeForNothing = !P->IsPure ||
                             A.In->fn().Kind == FunctionKind::Device ||
                             isTakenAsData(A);
      if (MayBeForNothing && !readsPayload(Unit, In, E, A))
        continue;
      F.Sign = FlagSign::Polled;
      F.Poll = A;
      return F;
    }
    Reset = true;
  }
  if (Reset || Own)
    return F;
  if (ticketOf(In, E)) {
    F.Sign = FlagSign::Ticket;
    return F;
  }
  if (isSignal(In, E) && !isStatusWord(In, E) && !tellsOfFinding(In, E)) {
    F.Sign = FlagSign::Signal;
    return F;
  }
  if (!drawsPlace(In, E))
    F.Fence = adjacentFence(In, E);
  if (F.Fence != NoId && (Ev.Kind != EventKind::Store || isStrong(Ev.Ord)))
    F.Sign = FlagSign::Fenced;
  return F;
}
