//===- claims.cpp - counts raised before their slots are filled -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/claims.h"
#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

namespace {
struct KeptNextWaits {
  llvm::DenseMap<EventId, bool> Of;
};
} // namespace

/// Does the wait lead to another one of the same function? Then it only finds
/// out which slot to wait for. A second look in its own loop is the same wait.
static bool leadsToWait(const FunctionView &In, EventId Wait) {
  auto [At, IsNew] = In.kept().of<KeptNextWaits>().Of.try_emplace(Wait, false);
  if (IsNew) {
    const Poll *Own = In.polls().of(Wait);
    At->second = llvm::any_of(In.polls().all(), [&](const Poll &Next) {
      return Next.Read != Wait && !(Own && Own->Loop == Next.Loop) &&
             In.cfg().reaches(Wait, Next.Read);
    });
  }
  return At->second;
}

/// The wait for what Rmw counts; In is null if there is none.
static AccessRef waitForCount(const UnitView &Unit, const FunctionView &In,
                              EventId Rmw) {
  for (const AccessRef &A : Unit.pollsOf(In, Rmw, /*Namesakes=*/true)) {
    const Poll *P = A.In->polls().of(A.E);
    if (P && P->Kind == PollKind::Flag && P->IsPure && mayEndWait(In, Rmw, A) &&
        !leadsToWait(*A.In, A.E))
      return A;
  }
  return {};
}

/// Is the slot that Store fills announced by nothing else, and read where the
/// count was waited for?
static bool isAnnouncedByCount(const UnitView &Unit, const FunctionView &In,
                               EventId Rmw, EventId Store) {
  auto IsThere = [&](EventId E) {
    return In.provenance().sameObject(E, Store);
  };
  // A slot with a turn of its own announces itself.
  return llvm::none_of(In.polls().all(),
                       [&](const Poll &P) { return IsThere(P.Read); }) &&
         llvm::none_of(payloadStores(In, Rmw), IsThere) &&
         isReadBehindWait(Unit, In, Rmw, Store);
}

std::optional<EarlyCount> fencepost::countedTooEarly(const UnitView &Unit,
                                                     const FunctionView &In,
                                                     EventId Rmw) {
  const Event &E = In.event(Rmw);
  if (E.Kind != EventKind::Rmw || !E.ResultUsed ||
      (E.Rmw != RmwOp::Add && E.Rmw != RmwOp::Inc) ||
      !In.provenance().isVisibleToGrid(Rmw) || In.polls().of(Rmw))
    return std::nullopt;
  AccessRef Wait = waitForCount(Unit, In, Rmw);
  if (!Wait.In)
    return std::nullopt;
  llvm::DenseSet<ValueId> Claimed = In.uses().dependents(Rmw);
  for (EventId Store = 0; Store < In.fn().Events.size(); ++Store) {
    const Event &S = In.event(Store);
    if (S.Kind == EventKind::Store && Claimed.contains(S.Address) &&
        In.provenance().isVisibleToGrid(Store) && isBefore(In, Rmw, Store) &&
        In.cfg().reaches(Rmw, Store) &&
        !In.provenance().sameObject(Rmw, Store) &&
        isAnnouncedByCount(Unit, In, Rmw, Store))
      return EarlyCount{Store, Wait};
  }
  return std::nullopt;
}

//===- Keys ---------------------------------------------------------------===//

/// Is E in the record, or at the index in another array, that Rmw has the key
/// of?
static bool isBesideKey(const FunctionView &In, EventId Rmw, EventId E) {
  if (areFieldsOfOne(In, Rmw, E))
    return true;
  const Value &Key = In.fn().value(stripCasts(In.fn(), In.event(Rmw).Address));
  const Value &At = In.fn().value(stripCasts(In.fn(), In.event(E).Address));
  return Key.Op == OpCode::Element && At.Op == OpCode::Element &&
         Key.Operands[0] != At.Operands[0] &&
         Key.Operands[1] == At.Operands[1] &&
         !constantOf(In.fn(), Key.Operands[1]) &&
         !In.provenance().sameObject(Rmw, E);
}

/// Does a branch on what Rmw found decide E?
static bool hangsOn(const FunctionView &In, EventId Rmw, EventId E) {
  return llvm::any_of(In.cfg().controlDependences(In.cfg().position(E).Block),
                      [&](const Cfg::Dependence &D) {
                        return dependsOn(In.fn(),
                                         In.fn().block(D.Branch).Term.Condition,
                                         Rmw) == Ternary::Yes;
                      });
}

/// Does what Read yields decide anything? Then the reader asks whether it is
/// there yet.
static bool isAsked(const FunctionView &In, EventId Read) {
  llvm::DenseSet<ValueId> Dependents = In.uses().dependents(Read);
  return llvm::any_of(In.fn().Blocks, [&](const Block &B) {
    return Dependents.contains(B.Term.Condition);
  });
}

/// Does a thread come from B to R without the way over Rmw, or is it there?
static bool leadsPast(const FunctionView &In, EventId Rmw, BlockId B,
                      BlockId R) {
  llvm::BitVector Seen(In.fn().Blocks.size());
  llvm::SmallVector<BlockId> Open = {B};
  while (!Open.empty()) {
    BlockId At = Open.pop_back_val();
    if (At == R)
      return true;
    if (Seen.test(At) || At == In.cfg().position(Rmw).Block)
      continue;
    Seen.set(At);
    llvm::append_range(Open, In.fn().block(At).Term.Successors);
  }
  return false;
}

/// Does a thread come to Read to which Rmw said something else than to the one
/// that stores? What the latter reads itself is its own.
static bool isForOthers(const FunctionView &In, EventId Rmw, EventId Store,
                        EventId Read) {
  BlockId Fills = In.cfg().position(Store).Block;
  BlockId Reads = In.cfg().position(Read).Block;
  if (Fills == Reads)
    return false;
  return llvm::any_of(
      In.cfg().controlDependences(Fills), [&](const Cfg::Dependence &D) {
        const Terminator &T = In.fn().block(D.Branch).Term;
        if (dependsOn(In.fn(), T.Condition, Rmw) != Ternary::Yes)
          return false;
        for (unsigned I = 0; I < T.Successors.size(); ++I)
          if (I != D.Successor && !isOtherCase(In, D.Branch, I, Reads) &&
              leadsPast(In, Rmw, T.Successors[I], Reads))
            return true;
        return false;
      });
}

std::optional<EarlyKey> fencepost::keyedTooEarly(const FunctionView &In,
                                                 EventId Rmw) {
  const Event &E = In.event(Rmw);
  // A constant that is put in is a mark of its own: the slot is taken.
  if (E.Kind != EventKind::Rmw || E.Rmw != RmwOp::Cas || !E.ResultUsed ||
      E.Extra.empty() || !constantOf(In.fn(), E.Extra[0]) ||
      constantOf(In.fn(), E.Operand) || E.Address == UnknownValue ||
      !In.provenance().isVisibleToGrid(Rmw))
    return std::nullopt;
  auto IsWait = [&](EventId X) {
    const Event &Ev = In.event(X);
    return In.polls().of(X) || Ev.Kind == EventKind::CtaBarrier ||
           Ev.Kind == EventKind::WarpSync || // A table of the warp.
           Ev.Kind == EventKind::OpaqueCall;
  };
  for (EventId S = 0; S < In.fn().Events.size(); ++S) {
    const Event &Fill = In.event(S);
    if (Fill.Kind != EventKind::Store || releases(Fill.Ord) ||
        Fill.Address == UnknownValue || !isBefore(In, Rmw, S) ||
        !In.cfg().reaches(Rmw, S) || !isBesideKey(In, Rmw, S) ||
        !hangsOn(In, Rmw, S))
      continue;
    auto IsRead = [&](EventId R) {
      return In.event(R).Kind == EventKind::Load &&
             In.event(R).Address != UnknownValue && isBesideKey(In, Rmw, R) &&
             In.provenance().sameLocation(R, S).Is == SameLocation::Same;
    };
    auto Stops = [&](EventId X) { return X == S || (X != Rmw && IsWait(X)); };
    for (const auto &R : In.order().forward(Rmw, IsRead, Stops))
      if (isBefore(In, Rmw, R.To) && !In.cfg().dominates(S, R.To) &&
          !IsWait(R.To) && hangsOn(In, Rmw, R.To) && !isAsked(In, R.To) &&
          isForOthers(In, Rmw, S, R.To))
        return EarlyKey{S, R.To};
  }
  return std::nullopt;
}
