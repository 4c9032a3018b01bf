//===- surroundings.cpp - what a thread does around an event --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/surroundings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace fencepost;
using namespace fencepost::advice;

namespace {

constexpr size_t MaxAccesses = 96; ///< On both sides of the pivot.
constexpr size_t MaxSync = 48;     ///< Fences, barriers, strong accesses.
constexpr size_t MaxBarriers = 12;
constexpr size_t MaxWays = 120; ///< Of one side, each unlike the others.

bool isMbarrierAccess(const Event &E) {
  switch (E.Mbar) {
  case MbarrierAction::Arrive:
  case MbarrierAction::ArriveDrop:
  case MbarrierAction::ArriveExpectTx:
  case MbarrierAction::TestWait:
  case MbarrierAction::TryWait:
    return E.Kind == EventKind::Mbarrier;
  case MbarrierAction::None:
  case MbarrierAction::Init:
  case MbarrierAction::Inval:
  case MbarrierAction::ExpectTx:
  case MbarrierAction::CompleteTx:
  case MbarrierAction::PendingCount:
    return false;
  }
  return false;
}

bool isPrivate(Space S) {
  switch (S) {
  case Space::Local:
  case Space::Param:
  case Space::Const:
    return true;
  case Space::Unknown:
  case Space::Generic:
  case Space::Global:
  case Space::SharedCta:
  case Space::SharedCluster:
  case Space::Tensor:
    return false;
  }
  return false;
}

/// What no program here can stand for; empty for everything else.
llvm::StringRef whyNotCut(const Event &E) {
  switch (E.Kind) {
  case EventKind::OpaqueCall:
    return "a call that is not known";
  case EventKind::AsyncCopy:
  case EventKind::AsyncMma:
    return "an asynchronous operation";
  case EventKind::GridDependency:
    return "a dependency between grids";
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::Rmw:
  case EventKind::Red:
    return isMemoryAccess(E.Kind) &&
                   (E.Ord == Order::Unknown || E.Prx == Proxy::Unknown ||
                    (isStrong(E.Ord) && E.Scp < Scope::Cta))
               ? "an access of unknown order"
               : "";
  case EventKind::Fence:
    return E.Ord == Order::Unknown || E.Scp < Scope::Cta
               ? "a fence of unknown order"
               : "";
  case EventKind::ProxyFence:
  case EventKind::CtaBarrier:
  case EventKind::ClusterBarrier:
  case EventKind::WarpSync:
  case EventKind::WarpCollective:
  case EventKind::Mbarrier:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
    return "";
  }
  return "";
}

} // namespace

bool advice::isBarrier(const Event &E) {
  return E.Kind == EventKind::CtaBarrier ||
         E.Kind == EventKind::ClusterBarrier || E.Kind == EventKind::WarpSync;
}

bool advice::isSharedAccess(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  if (isMbarrierAccess(E))
    return true;
  if (!isMemoryAccess(E.Kind))
    return false;
  return !isPrivate(E.Spc) &&
         In.provenance().object(Id).Kind != BaseKind::Local;
}

bool advice::isSynchronization(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  return E.Kind == EventKind::Fence || E.Kind == EventKind::ProxyFence ||
         isBarrier(E) || isMbarrierAccess(E) ||
         (isMemoryAccess(E.Kind) && isStrong(E.Ord) && isSharedAccess(In, Id));
}

bool advice::mayMeet(const FunctionView &In, EventId A, EventId B) {
  const Event &X = In.event(A), &Y = In.event(B);
  if (X.Kind != Y.Kind)
    return false;
  const Value &P = In.fn().value(X.BarrierId), &Q = In.fn().value(Y.BarrierId);
  return P.Kind != ValueKind::Constant || Q.Kind != ValueKind::Constant ||
         P.Imm == Q.Imm;
}

Surroundings::Surroundings(const FunctionView &In, EventId Pivot)
    : In(In), Pivot(Pivot), P(In) {
  if (In.fn().State != Coverage::Analysed)
    Fault = "the function is not analysed in full";
  else if (In.fn().Kind != FunctionKind::Kernel)
    Fault = "the callers of the function are not known";
  if (Fault.empty())
    collect();
  if (Pivot == NoId)
    return;
  for (Paths::Mode How : {Paths::Mode::Must, Paths::Mode::May})
    for (bool IsBefore : {true, false})
      if (Fault.empty())
        addWays(How, IsBefore);
  if (Fault.empty() && P.isExhausted())
    Fault = "the function has too many paths";
}

void Surroundings::collect() {
  bool HasBarriers =
      llvm::any_of(In.fn().Events, [](const Event &E) { return isBarrier(E); });
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    // Behind a barrier other threads of the block go on elsewhere.
    llvm::StringRef Why = whyNotCut(Ev);
    bool IsNear =
        !Why.empty() && (Pivot == NoId || E == Pivot || P.leads(E, Pivot) ||
                         P.leads(Pivot, E) ||
                         (HasBarriers && Ev.Kind == EventKind::OpaqueCall));
    if (IsNear && Fault.empty())
      Fault = Why.str() + " is near";
    if (isSharedAccess(In, E))
      Accesses.push_back(E);
    if (isSynchronization(In, E))
      Sync.push_back(E);
    if (isBarrier(Ev))
      Barriers.push_back(E);
  }
  if (Fault.empty() && (Accesses.size() > MaxAccesses ||
                        Sync.size() > MaxSync || Barriers.size() > MaxBarriers))
    Fault = "the function has too many accesses or barriers";
}

std::optional<std::vector<EventId>>
Surroundings::between(EventId From, EventId To, Paths::Mode How) const {
  if (!P.leads(From, To))
    return std::nullopt;
  return line(From, To, How);
}

/// Equal for ways that no program tells apart: accesses of one address in one
/// manner, joined by the same fences and barriers.
std::string Surroundings::shapeOf(const Way &W) const {
  std::string Text;
  for (const std::vector<EventId> *Part : {&W.Near, &W.Other}) {
    for (EventId E : *Part) {
      const Event &Ev = In.event(E);
      if (!isSharedAccess(In, E)) {
        Text += "#" + std::to_string(E);
        continue;
      }
      const Object &O = In.provenance().object(E);
      Text += "," + spelling(Ev.Kind).str() + spelling(Ev.Ord).str() +
              spelling(Ev.Scp).str() + spelling(Ev.Prx).str() +
              std::to_string(unsigned(Ev.Mbar)) + O.Key +
              std::to_string(unsigned(O.IndexGroup)) + "+" +
              std::to_string(Ev.Address) +
              (O.Kind == BaseKind::Unknown || isStrong(Ev.Ord)
                   ? "@" + std::to_string(E)
                   : "");
    }
    Text += '/';
  }
  return Text;
}

void Surroundings::addWays(Paths::Mode How, bool IsBefore) {
  std::vector<Way> &Out = (IsBefore ? Before : Behind)[unsigned(How)];
  llvm::StringSet<> Shapes;
  auto Keep = [&](Way W) {
    if (Fault.empty() && Shapes.insert(shapeOf(W)).second)
      Out.push_back(std::move(W));
    if (Out.size() > MaxWays)
      Fault = "the function has too many accesses or barriers";
  };
  auto Leads = [&](EventId X, EventId Y) {
    return IsBefore ? P.leads(X, Y) : P.leads(Y, X);
  };
  auto Line = [&](EventId X, EventId Y) {
    return IsBefore ? line(X, Y, How) : line(Y, X, How);
  };
  // From the far end to the pivot, turned into program order.
  auto Join = [&](EventId Far, const std::vector<EventId> &Middle,
                  EventId Close) {
    std::vector<EventId> All;
    if (EventId First = IsBefore ? Far : Close; First != NoId)
      All.push_back(First);
    llvm::append_range(All, Middle);
    if (EventId Last = IsBefore ? Close : Far; Last != NoId)
      All.push_back(Last);
    return All;
  };
  if (isSharedAccess(In, Pivot))
    Keep({Pivot, {}, {}});
  for (EventId A : Accesses)
    if (A != Pivot && Leads(A, Pivot))
      Keep({A, Join(A, Line(A, Pivot), NoId), {}});
  for (EventId X : Barriers) {
    if (!Leads(X, Pivot))
      continue;
    // A thread that only arrives passes nothing on to what it does later, one
    // that only waits nothing of what it did before.
    std::vector<EventId> Near = Join(X, Line(X, Pivot), NoId);
    for (EventId Partner : Barriers) {
      if (!mayMeet(In, X, Partner))
        continue;
      for (EventId A : Accesses)
        if (A != Pivot && Leads(A, Partner))
          Keep({A, Near, Join(A, Line(A, Partner), Partner)});
    }
  }
}
