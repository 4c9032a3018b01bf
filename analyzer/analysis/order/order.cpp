//===- order.cpp - what orders one event before another -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state at a position holds for all paths between the start and it: may
// facts are maxima over paths, must facts minima. Ordered accesses count only
// for their own location (patterns A2 and R2 of PTX ISA 8.7), which is known
// once both ends are; they are kept as a set until then.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/order/order.h"
#include "analyzer/analysis/order/order_flow.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace fencepost {

Between OrderAnalysis::Flow::finish(const OrderState &S, EventId From,
                                    EventId To) const {
  Between W;
  W.Reached = true;
  W.MayAcquire = S.MayAcquire;
  W.MayRelease = S.MayRelease;
  W.MayFenceSc = S.MayFenceSc;
  W.MustAcquire = S.MustAcquire;
  W.MustRelease = S.MustRelease;
  W.MustFenceSc = S.MustFenceSc;
  W.MayBarrier = S.MayBarrier;
  W.MustBarrier = S.MustBarrier;
  W.MayWarpSync = S.MayWarpSync;
  W.MustWarpSync = S.MustWarpSync;
  W.MayAcquireBeforeBarrier = std::max(S.BeforeBarrier, S.OpenAcquire);
  W.Opaque = S.Opaque;
  uint64_t Before = S.AccessesBeforeBarrier | S.OpenAccesses;
  W.Fences.reserve(llvm::popcount(S.Accesses) + llvm::popcount(S.Fences));
  W.Barriers.reserve(llvm::popcount(S.Barriers));
  for (size_t K = 0; K < Kept.Accesses.size(); ++K) {
    uint64_t Bit = uint64_t(1) << K;
    if (!(S.Accesses & Bit))
      continue;
    EventId Id = Kept.Accesses[K];
    const Event &E = Fn.Events[Id];
    W.Fences.push_back(Id);
    auto MayBeAt = [&](EventId End) {
      if (Fn.Events[End].Address == UnknownValue)
        return false;
      SameLocation Is = Where.sameLocation(End, Id).Is;
      return Is == SameLocation::Same ||
             (Is == SameLocation::Unknown && Where.sameObject(End, Id));
    };
    if (acquires(E.Ord) && E.Kind != EventKind::Red) {
      bool Own = MayBeAt(From);
      Scope &May = Own ? W.MayAcquire : W.MayAcquireElsewhere;
      May = std::max(May, widest(E.Scp));
      if (Own && (Before & Bit))
        W.MayAcquireBeforeBarrier =
            std::max(W.MayAcquireBeforeBarrier, widest(E.Scp));
    }
    if (releases(E.Ord)) {
      Scope &May = MayBeAt(To) ? W.MayRelease : W.MayReleaseElsewhere;
      May = std::max(May, widest(E.Scp));
    }
  }
  for (size_t K = 0; K < Kept.Fences.size(); ++K)
    if (S.Fences & (uint64_t(1) << K))
      W.Fences.push_back(Kept.Fences[K]);
  for (size_t K = 0; K < Kept.Barriers.size(); ++K)
    if (S.Barriers & (uint64_t(1) << K))
      W.Barriers.push_back(Kept.Barriers[K]);
  auto ByPosition = [&](EventId A, EventId B) {
    Position PA = Graph.position(A), PB = Graph.position(B);
    return std::tie(PA.Block, PA.Index) < std::tie(PB.Block, PB.Index);
  };
  llvm::sort(W.Fences, ByPosition);
  if (OutOfBudget) {
    W.Opaque = W.MayBarrier = W.MayWarpSync = true;
    W.MustBarrier = W.MustWarpSync = false;
    W.MayAcquire = W.MayRelease = W.MayFenceSc = Scope::Sys;
    W.MayAcquireBeforeBarrier = Scope::Sys;
    W.MustAcquire = W.MustRelease = W.MustFenceSc = Scope::None;
  }
  return W;
}

OrderAnalysis::OrderAnalysis(const Function &Fn, const Cfg &Graph,
                             const Provenance &Where)
    : Fn(Fn), Graph(Graph), Where(Where),
      Kept(std::make_shared<OrderEvidence>(Fn)) {}

Between OrderAnalysis::way(EventId From, EventId To, bool StopAtTo) const {
  Flow F(*this, From, true, nullptr);
  if (StopAtTo)
    F.StopAt = To;
  F.Only = &Kept->leadingTo(Fn, Graph.position(To).Block);
  if (Kept->WaysTo != To || Kept->WaysStop != StopAtTo) {
    Kept->Ways.clear();
    Kept->WaysTo = To;
    Kept->WaysStop = StopAtTo;
  }
  auto [At, IsNew] = Kept->Ways.try_emplace(F.key(To));
  if (IsNew) {
    F.solve();
    F.carry(F.Classes.Leader[Graph.position(To).Block]);
    At->second = {F.at(To), F.OutOfBudget};
  }
  F.OutOfBudget = At->second.OutOfBudget;
  const OrderState &S = At->second.S;
  return S.Reached ? F.finish(S, From, To) : Between();
}

Between OrderAnalysis::between(EventId From, EventId To) const {
  return way(From, To, false);
}

Between OrderAnalysis::firstWay(EventId From, EventId To,
                                const BitVector *Within) const {
  if (!Within)
    return way(From, To, true);
  BitVector Only = Kept->leadingTo(Fn, Graph.position(To).Block);
  Only &= *Within;
  Flow F(*this, From, true, nullptr);
  F.StopAt = To;
  F.Only = &Only;
  F.solve();
  F.carry(F.Classes.Leader[Graph.position(To).Block]);
  OrderState S = F.at(To);
  return S.Reached ? F.finish(S, From, To) : Between();
}

std::vector<OrderAnalysis::Reach>
OrderAnalysis::search(EventId Start, bool Forward,
                      function_ref<bool(EventId)> Want,
                      function_ref<bool(EventId)> Stop) const {
  Flow F(*this, Start, Forward, Stop);
  F.solve();
  F.carryAll();
  std::vector<Reach> Result;
  F.each([&](EventId E, const OrderState &S) {
    if (Want(E))
      Result.push_back(
          {E, Forward ? F.finish(S, Start, E) : F.finish(S, E, Start)});
  });
  llvm::sort(Result, [&](const Reach &A, const Reach &B) {
    Position PA = Graph.position(A.To), PB = Graph.position(B.To);
    return std::tie(PA.Block, PA.Index) < std::tie(PB.Block, PB.Index);
  });
  return Result;
}

std::vector<OrderAnalysis::Reach>
OrderAnalysis::forward(EventId From, function_ref<bool(EventId)> Want,
                       function_ref<bool(EventId)> Stop) const {
  return search(From, true, Want, Stop);
}

std::vector<OrderAnalysis::Reach>
OrderAnalysis::backward(EventId To, function_ref<bool(EventId)> Want,
                        function_ref<bool(EventId)> Stop) const {
  return search(To, false, Want, Stop);
}

} // namespace fencepost
