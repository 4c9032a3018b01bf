//===- claims.cpp - counts raised before their slots are filled -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/claims.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

namespace {
struct KeptNextWaits {
  llvm::DenseMap<EventId, bool> Of;
};
} // namespace

/// Does the wait lead to another one of the same function? Then it only finds
/// out which slot to wait for.
static bool leadsToWait(const FunctionView &In, EventId Wait) {
  auto [At, IsNew] = In.kept().of<KeptNextWaits>().Of.try_emplace(Wait, false);
  if (IsNew)
    At->second = llvm::any_of(In.polls().all(), [&](const Poll &Next) {
      return Next.Read != Wait && In.cfg().reaches(Wait, Next.Read);
    });
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
