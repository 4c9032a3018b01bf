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
#include "analyzer/analysis/order/order_state.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace fencepost {
namespace {

bool isZero(const Function &Fn, ValueId V) {
  return Fn.Values[V].Kind == ValueKind::Constant && Fn.Values[V].Imm == 0;
}

bool isWholeWarp(const Function &Fn, ValueId Mask) {
  return Mask == UnknownValue || (Fn.Values[Mask].Kind == ValueKind::Constant &&
                                  uint32_t(Fn.Values[Mask].Imm) == ~0u);
}

/// `bar.sync 0`, or a count that the launch bounds do not exceed.
bool isOfWholeBlock(const Function &Fn, const Event &E) {
  if (E.Participants == UnknownValue)
    return isZero(Fn, E.BarrierId);
  const Value &Count = Fn.Values[E.Participants];
  return Fn.MaxThreads != 0 && Count.Kind == ValueKind::Constant &&
         Count.Imm >= int64_t(Fn.MaxThreads);
}

Scope widest(Scope S) { return S == Scope::Unknown ? Scope::Sys : S; }

} // namespace

/// One search: from Start, with or against the flow.
struct OrderAnalysis::Flow {
  const Function &Fn;
  const Cfg &Graph;
  const Provenance &Where;
  EventId Start;
  bool Forward;
  function_ref<bool(EventId)> Stop;
  const OrderEvidence &Kept;
  std::vector<OrderState>
      In; ///< At the block's first event in search direction.
  bool OutOfBudget = false;

  void solve();
  /// Runs S through block B; At(event, state before it) for each event met.
  void walk(BlockId B, size_t From, OrderState &S,
            function_ref<void(EventId, const OrderState &)> At) const;
  void pass(EventId Id, OrderState &S) const;
  void passFence(const Event &E, EventId Id, OrderState &S) const;
  void passAccess(const Event &E, EventId Id, OrderState &S) const;
  void passBarrier(EventId Id, OrderState &S, bool May, bool Must,
                   bool MustWarp) const;
  Between finish(const OrderState &S, EventId From, EventId To) const;
  void each(function_ref<void(EventId, const OrderState &)> At) const;
};

void OrderAnalysis::Flow::passBarrier(EventId Id, OrderState &S, bool May,
                                      bool Must, bool MustWarp) const {
  S.Barriers |= Kept.mask(Id);
  S.MayWarpSync = true;
  S.MustWarpSync |= MustWarp;
  S.MayBarrier |= May;
  S.MustBarrier |= Must;
  if (!May)
    return;
  if (Forward) {
    if (S.Open) {
      S.BeforeBarrier = std::max(S.BeforeBarrier, S.OpenAcquire);
      S.AccessesBeforeBarrier |= S.OpenAccesses;
    }
    S.Open = false;
  }
  S.OpenAcquire = Scope::None;
  S.OpenAccesses = 0;
}

void OrderAnalysis::Flow::passFence(const Event &E, EventId Id,
                                    OrderState &S) const {
  S.Fences |= Kept.mask(Id);
  Scope May = widest(E.Scp);
  // `.sync_restrict`: shared memory alone is ordered (PTX ISA membar, fence).
  bool IsRestricted =
      E.Spc == Space::SharedCta || E.Spc == Space::SharedCluster;
  Scope Must = E.Scp == Scope::Unknown || IsRestricted ? Scope::None : E.Scp;
  bool Unsure = E.Ord == Order::Unknown;
  S.Opaque |= Unsure || E.Scp == Scope::Unknown;
  if (acquires(E.Ord) || Unsure) {
    S.MayAcquire = std::max(S.MayAcquire, May);
    if (S.Open)
      S.OpenAcquire = std::max(S.OpenAcquire, May);
  }
  if (releases(E.Ord) || Unsure)
    S.MayRelease = std::max(S.MayRelease, May);
  if (E.Ord == Order::SeqCst || Unsure)
    S.MayFenceSc = std::max(S.MayFenceSc, May);
  if (acquires(E.Ord))
    S.MustAcquire = std::max(S.MustAcquire, Must);
  if (releases(E.Ord))
    S.MustRelease = std::max(S.MustRelease, Must);
  if (E.Ord == Order::SeqCst)
    S.MustFenceSc = std::max(S.MustFenceSc, Must);
}

void OrderAnalysis::Flow::passAccess(const Event &E, EventId Id,
                                     OrderState &S) const {
  if (!isOrderedAccess(E))
    return;
  S.Accesses |= Kept.mask(Id);
  if (S.Open)
    S.OpenAccesses |= Kept.mask(Id);
  if (Kept.Bit[Id] < 0) { // Too many to keep apart.
    S.MayAcquire = S.MayRelease = Scope::Sys;
    S.Opaque = true;
    return;
  }
  // The near end is known: what is certain on this path counts for must.
  if (Fn.Events[Start].Address == UnknownValue ||
      Where.sameLocation(Start, Id).Is != SameLocation::Same ||
      E.Scp == Scope::Unknown)
    return;
  if (Forward && acquires(E.Ord) && E.Kind != EventKind::Red)
    S.MustAcquire = std::max(S.MustAcquire, E.Scp);
  if (!Forward && releases(E.Ord))
    S.MustRelease = std::max(S.MustRelease, E.Scp);
}

void OrderAnalysis::Flow::pass(EventId Id, OrderState &S) const {
  const Event &E = Fn.Events[Id];
  switch (E.Kind) {
  case EventKind::Fence:
    return passFence(E, Id, S);
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::Rmw:
  case EventKind::Red:
    return passAccess(E, Id, S);
  case EventKind::CtaBarrier: {
    bool Whole = E.Barrier == BarrierAction::Sync && isOfWholeBlock(Fn, E);
    return passBarrier(Id, S, true, Whole, E.Barrier == BarrierAction::Sync);
  }
  case EventKind::ClusterBarrier: {
    // A relaxed arrival is the source of no order (PTX ISA barrier.cluster).
    bool Orders = !(E.Barrier == BarrierAction::Arrive &&
                    (E.Ord == Order::Relaxed || E.Ord == Order::Weak));
    // Arrival and wait apart are a barrier once both have been passed.
    bool First =
        E.Barrier == (Forward ? BarrierAction::Arrive : BarrierAction::Wait);
    bool Whole =
        E.Barrier == BarrierAction::Sync || (Orders && !First && S.MustHalf);
    S.MustHalf = First && Orders;
    return passBarrier(Id, S, Orders, Whole, Whole);
  }
  case EventKind::WarpSync:
    return passBarrier(Id, S, false, false, isWholeWarp(Fn, E.Participants));
  case EventKind::Mbarrier:
    if (E.Mbar == MbarrierAction::Init || E.Mbar == MbarrierAction::Inval ||
        E.Mbar == MbarrierAction::PendingCount)
      return;
    return passBarrier(Id, S, true, false, false);
  case EventKind::OpaqueCall:
    S.Opaque = true;
    S.MayAcquire = S.MayRelease = S.MayFenceSc = Scope::Sys;
    if (S.Open)
      S.OpenAcquire = S.BeforeBarrier = Scope::Sys;
    S.MayBarrier = S.MayWarpSync = true;
    return;
  case EventKind::GridDependency:
    // What the grids before have written is visible behind their completion.
    if (E.Barrier == BarrierAction::Wait) {
      S.MayAcquire = Scope::Sys;
      if (S.Open)
        S.OpenAcquire = Scope::Sys;
    }
    return;
  case EventKind::ProxyFence:
  case EventKind::WarpCollective:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
    return;
  }
}

void OrderAnalysis::Flow::walk(
    BlockId B, size_t From, OrderState &S,
    function_ref<void(EventId, const OrderState &)> At) const {
  const std::vector<EventId> &Events = Fn.Blocks[B].Events;
  for (size_t K = From; K < Events.size(); ++K) {
    EventId E = Forward ? Events[K] : Events[Events.size() - 1 - K];
    if (At)
      At(E, S);
    if (E == Start || (Stop && Stop(E))) {
      S = OrderState{};
      return;
    }
    pass(E, S);
  }
}

void OrderAnalysis::Flow::solve() {
  In.assign(Fn.Blocks.size(), {});
  std::vector<BlockId> Work;
  BitVector Queued(Fn.Blocks.size());
  // Every visit but the first changes a state, which has some 250 steps.
  size_t Budget = Fn.Blocks.size() * 64 + 1024;
  auto Send = [&](BlockId B, const OrderState &S) {
    const Block &Blk = Fn.Blocks[B];
    const auto &Next = Forward ? Blk.Term.Successors : Blk.Predecessors;
    for (BlockId N : Next)
      if (In[N].join(S) && !Queued.test(N)) {
        Queued.set(N);
        Work.push_back(N);
      }
  };
  Position P = Graph.position(Start);
  size_t Size = Fn.Blocks[P.Block].Events.size();
  OrderState S;
  S.Reached = S.Open = true;
  walk(P.Block, Forward ? P.Index + 1 : Size - P.Index, S, nullptr);
  if (S.Reached)
    Send(P.Block, S);
  for (size_t W = 0; W < Work.size(); ++W) {
    if (Budget-- == 0) {
      OutOfBudget = true;
      return;
    }
    BlockId B = Work[W];
    Queued.reset(B);
    S = In[B];
    walk(B, 0, S, nullptr);
    if (S.Reached)
      Send(B, S);
  }
}

void OrderAnalysis::Flow::each(
    function_ref<void(EventId, const OrderState &)> At) const {
  Position P = Graph.position(Start);
  size_t Size = Fn.Blocks[P.Block].Events.size();
  // The start's block is met twice if a cycle leads back: join both.
  std::vector<OrderState> Own(Size);
  auto Record = [&](EventId E, const OrderState &S) {
    Own[Graph.position(E).Index].join(S);
  };
  OrderState S;
  S.Reached = S.Open = true;
  walk(P.Block, Forward ? P.Index + 1 : Size - P.Index, S, Record);
  if (In[P.Block].Reached) {
    S = In[P.Block];
    walk(P.Block, 0, S, Record);
  }
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B) {
    if (B == P.Block) {
      for (size_t K = 0; K < Size; ++K)
        if (Own[K].Reached)
          At(Fn.Blocks[B].Events[K], Own[K]);
      continue;
    }
    if (!In[B].Reached)
      continue;
    S = In[B];
    walk(B, 0, S, [&](EventId E, const OrderState &Before) {
      if (Before.Reached)
        At(E, Before);
    });
  }
}

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

Between OrderAnalysis::between(EventId From, EventId To) const {
  Flow F{Fn, Graph, Where, From, true, nullptr, *Kept, {}};
  F.solve();
  Between Result;
  F.each([&](EventId E, const OrderState &S) {
    if (E == To)
      Result = F.finish(S, From, To);
  });
  return Result;
}

std::vector<OrderAnalysis::Reach>
OrderAnalysis::search(EventId Start, bool Forward,
                      function_ref<bool(EventId)> Want,
                      function_ref<bool(EventId)> Stop) const {
  Flow F{Fn, Graph, Where, Start, Forward, Stop, *Kept, {}};
  F.solve();
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
