//===- barrier_intervals.cpp - what runs between two barriers -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/order/barrier_intervals.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

constexpr size_t MaxStarts = 64;

/// Blocks without a barrier of the whole block are kept in step by barriers of
/// the warp.
bool isStop(const Event &E, bool HasBlockBarrier) {
  switch (E.Kind) {
  case EventKind::CtaBarrier:
    return E.Barrier != BarrierAction::Arrive;
  case EventKind::ClusterBarrier:
    return E.Barrier != BarrierAction::Arrive;
  case EventKind::WarpSync:
    return !HasBlockBarrier;
  case EventKind::Mbarrier:
    return isWait(E.Mbar);
  case EventKind::OpaqueCall:
    return true;
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::Rmw:
  case EventKind::Red:
  case EventKind::Fence:
  case EventKind::ProxyFence:
  case EventKind::WarpCollective:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
  case EventKind::GridDependency:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
    return false;
  }
  return false;
}

} // namespace

BarrierIntervals::BarrierIntervals(const FunctionView &In) : In(In) {
  const Function &Fn = In.fn();
  HasBlockBarrier = any_of(Fn.Events, [](const Event &E) {
    return E.Kind == EventKind::CtaBarrier;
  });
  std::vector<Position> Starts{{Fn.Entry, 0}};
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    for (uint32_t I = 0; I < Fn.Blocks[B].Events.size(); ++I)
      if (isStop(Fn.event(Fn.Blocks[B].Events[I]), HasBlockBarrier))
        Starts.push_back({B, I + 1});
  if (Starts.size() > MaxStarts)
    return;
  for (const Position &Start : Starts)
    Reached.push_back(walk(Start));
}

BitVector BarrierIntervals::walk(Position Start) const {
  const Function &Fn = In.fn();
  BitVector Met(Fn.Events.size()), Seen(Fn.Blocks.size());
  SmallVector<Position, 16> Work{Start};
  while (!Work.empty()) {
    Position At = Work.pop_back_val();
    const Block &B = Fn.Blocks[At.Block];
    bool Stopped = false;
    for (uint32_t I = At.Index; I < B.Events.size() && !Stopped; ++I) {
      Met.set(B.Events[I]);
      Stopped = isStop(Fn.event(B.Events[I]), HasBlockBarrier);
    }
    if (Stopped)
      continue;
    for (BlockId Next : B.Term.Successors)
      if (!Seen.test(Next)) {
        Seen.set(Next);
        Work.push_back({Next, 0});
      }
  }
  return Met;
}

const BitVector &BarrierIntervals::fromBlock(BlockId B) const {
  auto [At, IsNew] = FromBlock.try_emplace(B);
  if (IsNew)
    At->second = walk({B, 0});
  return At->second;
}

bool BarrierIntervals::mayRunTogether(EventId A, EventId B) const {
  return any_of(Reached, [&](const BitVector &Met) {
    return Met.test(A) && Met.test(B);
  });
}

bool BarrierIntervals::follows(EventId A, EventId B) const {
  Position P = In.cfg().position(A);
  return walk({P.Block, P.Index + 1}).test(B);
}

bool BarrierIntervals::mayRunTogether(
    EventId A, EventId B, function_ref<bool(BlockId)> IsAlike) const {
  if (!mayRunTogether(A, B))
    return false;
  if (follows(A, B) || follows(B, A))
    return true;
  const Function &Fn = In.fn();
  bool Parted = false, Unlike = false;
  for (BlockId D = 0; D < Fn.Blocks.size(); ++D) {
    const auto &Ways = Fn.Blocks[D].Term.Successors;
    if (Ways.size() < 2)
      continue;
    bool ToA = false, ToB = false, ToBoth = false;
    for (BlockId Way : Ways) {
      const BitVector &Met = fromBlock(Way);
      ToBoth |= Met.test(A) && Met.test(B);
      ToA |= Met.test(A);
      ToB |= Met.test(B);
    }
    if (!ToA || !ToB)
      continue;
    Unlike |= !IsAlike(D);
    if (ToBoth)
      continue;
    Parted = true;
    if (!IsAlike(D))
      return true;
  }
  return !Parted && Unlike;
}

} // namespace fencepost
