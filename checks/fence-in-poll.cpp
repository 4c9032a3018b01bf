//===- fence-in-poll.cpp - ordering paid on every turn of a wait ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that does nothing but wait executes a fence, or an acquire, with each
// failed read. One behind the loop orders the same (PTX ISA 8.7: a strong read
// followed by an acquire is an acquire pattern).
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/fences/fence_duty.h"
#include "checks/cost.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::FenceInPoll;

/// Is E executed by turns that do not end the wait?
static bool isInTurn(const FunctionView &In, const Poll &P, EventId E) {
  const Loop &L = In.loops().all()[P.Loop];
  BlockId B = In.cfg().position(E).Block;
  if (!L.contains(B))
    return false;
  // Where the loop waits at one place and works at another, other turns are no
  // part of the wait.
  auto IsOfOther = [&](const Loop::Exit &X) {
    if (!L.contains(X.To))
      return false;
    return In.cfg().edgeDominates(X.From, X.Successor, B) ||
           (!In.cfg().dominatesBlock(B, X.From) &&
            !In.cfg().edgeDominates(X.From, 1 - X.Successor, B) &&
            !In.cfg().postDominates(B, X.From));
  };
  if (!P.Exits.empty() && llvm::all_of(P.Exits, IsOfOther))
    return false;
  return B == L.Header || In.cfg().reachesBlock(B, L.Header);
}

static EventId fenceIn(const FunctionView &In, const Poll &P) {
  for (BlockId B : In.loops().all()[P.Loop].Blocks)
    for (EventId E : In.fn().block(B).Events) {
      const Event &Ev = In.event(E);
      if (Ev.Kind == EventKind::Fence && Ev.Scp > Scope::Cta &&
          isInTurn(In, P, E))
        return E;
    }
  return NoId;
}

static void reportFence(const FunctionView &In, const Poll &P, EventId Fence,
                        FindingSink &Sink) {
  const Event &E = In.event(Fence);
  const Event &Read = In.event(P.Read);
  bool Part = accessOfFence(In, Fence) == P.Read;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .verdict(Verdict::Costs)
      .at(placeOf(In, Fence, P.Read))
      .message((Part ? spelled(E) + " is a fence and an acquire"
                     : spelled(E) + " is executed") +
               " on every turn of the loop that waits for " +
               nameOf(In, P.Read) +
               "; one acquire behind the loop orders the "
               "same (" +
               costOfFence(E.Scp) + ", a relaxed poll 23 to 152)")
      .step(Role::Poll, Read,
            "the loop repeats this read until it sees the "
            "value that it waits for")
      .step(Role::Fence, E,
            "executed after reads that failed too, and each "
            "time it drops the L1 cache of the whole SM");
  offerCheapWait(F, In, E.Scp == Scope::Unknown ? Scope::Gpu : E.Scp);
  F.emit(Sink);
}

static void reportAcquire(const FunctionView &In, const Poll &P,
                          FindingSink &Sink) {
  const Event &E = In.event(P.Read);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Note)
      .verdict(Verdict::Costs)
      .at(placeOf(In, P))
      .message("every turn of the loop that waits for " + nameOf(In, P.Read) +
               " is an acquire (272 cycles on an H200, a relaxed poll 23 to "
               "152): one acquire behind the loop orders the same")
      .step(Role::Poll, E,
            "an acquire also where the read fails: it drops the L1 cache of "
            "the whole SM");
  offerCheapWait(F, In, E.Scp);
  F.emit(Sink);
}

/// Is the loop part of a call whose signal stands at the same place: a barrier
/// of a library, which nobody can write otherwise?
static bool isInLibraryCall(const FunctionView &In, EventId Read) {
  LocationId At = In.event(Read).Loc;
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (E != Read && isMemoryAccess(In.event(E).Kind) &&
        In.event(E).Loc == At && In.event(E).Kind != EventKind::Load)
      return true;
  return false;
}

/// Do both say the same, each of what its own wait reads?
static bool asksTheSame(const FunctionView &In, const Poll &P, ValueId V,
                        const Poll &Q, ValueId W, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 6;
  if (V == UnknownValue || W == UnknownValue || Depth > MaxDepth)
    return false;
  const Value &A = In.fn().value(V), &B = In.fn().value(W);
  if (V == In.event(P.Read).Result || W == In.event(Q.Read).Result)
    return V == In.event(P.Read).Result && W == In.event(Q.Read).Result;
  if (In.provenance().canonical(V) == In.provenance().canonical(W))
    return true;
  if (A.Kind != ValueKind::Op || B.Kind != ValueKind::Op || A.Op != B.Op ||
      A.Imm != B.Imm || A.Operands.size() != B.Operands.size())
    return false;
  for (unsigned I = 0; I < A.Operands.size(); ++I)
    if (!asksTheSame(In, P, A.Operands[I], Q, B.Operands[I], Depth + 1))
      return false;
  return true;
}

/// Do both waits end by the same of what they read?
static bool endAlike(const FunctionView &In, const Poll &P, const Poll &Q) {
  return llvm::any_of(P.Exits, [&](const Loop::Exit &X) {
    return llvm::any_of(Q.Exits, [&](const Loop::Exit &Y) {
      return X.Successor == Y.Successor &&
             asksTheSame(In, P, In.fn().block(X.From).Term.Condition, Q,
                         In.fn().block(Y.From).Term.Condition);
    });
  });
}

/// Has the thread waited for the same before, in the same turn of the loops
/// around, at the price of a relaxed read a turn? The turns that order
/// something are then few.
static bool isBehindCheapWait(const FunctionView &In, const Poll &P) {
  return llvm::any_of(In.polls().all(), [&](const Poll &Q) {
    return Q.Loop != P.Loop && Q.Kind == PollKind::Flag && Q.IsPure &&
           !acquires(In.event(Q.Read).Ord) && fenceIn(In, Q) == NoId &&
           !In.loops().all()[Q.Loop].contains(
               In.cfg().position(P.Read).Block) &&
           In.loops().all()[Q.Loop].Parent == In.loops().all()[P.Loop].Parent &&
           In.cfg().dominates(Q.Read, P.Read) && endAlike(In, P, Q) &&
           In.provenance().sameLocation(Q.Read, P.Read).Is ==
               SameLocation::Same;
  });
}

/// A wait behind which nothing is read needs no order, but none is claimed to
/// be useless here.
static void check(const FunctionView &In, const Poll &P, FindingSink &Sink) {
  const Event &E = In.event(P.Read);
  if (P.Kind != PollKind::Flag || !P.IsPure ||
      In.provenance().isShared(P.Read) || isBehindCheapWait(In, P))
    return;
  if (EventId Fence = fenceIn(In, P); Fence != NoId)
    reportFence(In, P, Fence, Sink);
  else if (E.Kind == EventKind::Load && acquires(E.Ord) && E.Scp > Scope::Cta &&
           !isInLibraryCall(In, P.Read))
    reportAcquire(In, P, Sink);
}

void fencepost::checkFenceInPoll(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    llvm::SmallVector<uint32_t, 4> Told;
    for (const Poll &P : In->polls().all())
      if (!llvm::is_contained(Told, P.Loop)) {
        Told.push_back(P.Loop);
        check(*In, P, Sink);
      }
  }
}
