//===- order_state.h - what a path has met so far ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to analyzer/analysis: the lattice of the order analysis.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_STATE_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_STATE_H

#include "analyzer/analysis/order/order_classes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>

namespace fencepost {

/// Facts for all paths from the start to one position.
struct OrderState {
  bool Reached = false;
  Scope MayAcquire = Scope::None, MayRelease = Scope::None,
        MayFenceSc = Scope::None;
  Scope MustAcquire = Scope::None, MustRelease = Scope::None,
        MustFenceSc = Scope::None;
  bool MayBarrier = false, MustBarrier = false;
  bool MayWarpSync = false, MustWarpSync = false;
  /// One half of a cluster barrier on every path: the arrival (forward), the
  /// wait (backward).
  bool MustHalf = false;
  bool Opaque = false;
  /// Widest acquire on a path whose first barrier is still to come (forward:
  /// that has met none; backward: since the barrier met last).
  bool Open = false;
  Scope OpenAcquire = Scope::None, BeforeBarrier = Scope::None;
  uint64_t Fences = 0, Barriers = 0, Accesses = 0;
  /// Accesses that some path has before its first barrier.
  uint64_t OpenAccesses = 0, AccessesBeforeBarrier = 0;

  /// Word by word: states are compared at every step of a search.
  bool operator==(const OrderState &O) const;

  /// Joins O in; returns true if something changed.
  bool join(const OrderState &O) {
    if (!O.Reached)
      return false;
    OrderState Old = *this;
    if (!Reached) {
      *this = O;
      return true;
    }
    MayAcquire = std::max(MayAcquire, O.MayAcquire);
    MayRelease = std::max(MayRelease, O.MayRelease);
    MayFenceSc = std::max(MayFenceSc, O.MayFenceSc);
    MustAcquire = std::min(MustAcquire, O.MustAcquire);
    MustRelease = std::min(MustRelease, O.MustRelease);
    MustFenceSc = std::min(MustFenceSc, O.MustFenceSc);
    MayBarrier |= O.MayBarrier;
    MustBarrier &= O.MustBarrier;
    MayWarpSync |= O.MayWarpSync;
    MustWarpSync &= O.MustWarpSync;
    MustHalf &= O.MustHalf;
    Opaque |= O.Opaque;
    Open |= O.Open;
    OpenAcquire = std::max(OpenAcquire, O.OpenAcquire);
    BeforeBarrier = std::max(BeforeBarrier, O.BeforeBarrier);
    Fences |= O.Fences;
    Barriers |= O.Barriers;
    Accesses |= O.Accesses;
    OpenAccesses |= O.OpenAccesses;
    AccessesBeforeBarrier |= O.AccessesBeforeBarrier;
    return !(Old == *this);
  }
};

static_assert(std::has_unique_object_representations_v<OrderState> &&
              sizeof(OrderState) % sizeof(uint64_t) == 0);

inline bool OrderState::operator==(const OrderState &O) const {
  using Words = std::array<uint64_t, sizeof(OrderState) / sizeof(uint64_t)>;
  Words A = std::bit_cast<Words>(*this), B = std::bit_cast<Words>(O);
  uint64_t Differ = 0;
  for (size_t I = 0; I < A.size(); ++I)
    Differ |= A[I] ^ B[I];
  return Differ == 0;
}

inline bool isOrderedAccess(const Event &E) {
  return isMemoryAccess(E.Kind) && (acquires(E.Ord) || releases(E.Ord));
}

/// Can E change an OrderState? The others are passed unread.
inline bool changesOrder(const Event &E) {
  switch (E.Kind) {
  case EventKind::Fence:
  case EventKind::CtaBarrier:
  case EventKind::ClusterBarrier:
  case EventKind::WarpSync:
  case EventKind::Mbarrier:
  case EventKind::OpaqueCall:
  case EventKind::GridDependency:
    return true;
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::Rmw:
  case EventKind::Red:
    return isOrderedAccess(E);
  case EventKind::ProxyFence:
  case EventKind::WarpCollective:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
    return false;
  }
  return false;
}

/// What a search writes into; handed from search to search, so that one costs
/// what it touches.
struct OrderScratch {
  enum class Answer : uint8_t { Unasked, No, Yes };
  std::vector<OrderState> In; ///< At the block's first event, as searched.
  std::vector<Answer> Cuts, Splits;
  llvm::BitVector Changed;
  std::vector<BlockId> Touched; ///< Where In, Cuts or Splits say something.

  explicit OrderScratch(size_t Blocks)
      : In(Blocks), Cuts(Blocks), Splits(Blocks), Changed(Blocks) {}
  void reset() {
    for (BlockId B : Touched) {
      In[B] = OrderState();
      Cuts[B] = Splits[B] = Answer::Unasked;
    }
    Touched.clear();
    Changed.reset();
  }
};

/// What all searches of a function share. For events kept as bits: the first
/// 64 of each class, by position.
struct OrderEvidence {
  std::vector<EventId> Fences, Barriers, Accesses;
  std::vector<int8_t> Bit; ///< Per event; -1: not kept.
  /// The events that change a state, block after block in program order, and
  /// where each block's begin.
  std::vector<EventId> Steps;
  std::vector<uint32_t> FirstStep;

  llvm::ArrayRef<EventId> stepsOf(BlockId B) const {
    return llvm::ArrayRef(Steps).slice(FirstStep[B],
                                       FirstStep[B + 1] - FirstStep[B]);
  }
  /// The blocks from which a path, of no edges too, leads to B.
  const llvm::BitVector &leadingTo(const Function &Fn, BlockId B);
  const OrderClasses &classes(const Function &Fn, bool Forward) {
    std::optional<OrderClasses> &Slot = Classes[Forward];
    if (!Slot)
      Slot.emplace(Fn, Forward, [&](BlockId B) { return !stepsOf(B).empty(); });
    return *Slot;
  }

  void add(std::vector<EventId> &List, EventId E) {
    if (List.size() < 64) {
      Bit[E] = List.size();
      List.push_back(E);
    }
  }
  explicit OrderEvidence(const Function &Fn) : Bit(Fn.Events.size(), -1) {
    for (const Block &B : Fn.Blocks) {
      FirstStep.push_back(Steps.size());
      for (EventId Id : B.Events) {
        const Event &E = Fn.Events[Id];
        if (changesOrder(E))
          Steps.push_back(Id);
        if (E.Kind == EventKind::Fence)
          add(Fences, Id);
        else if (E.Kind == EventKind::CtaBarrier ||
                 E.Kind == EventKind::ClusterBarrier ||
                 E.Kind == EventKind::WarpSync || E.Kind == EventKind::Mbarrier)
          add(Barriers, Id);
        else if (isOrderedAccess(E))
          add(Accesses, Id);
      }
    }
    FirstStep.push_back(Steps.size());
  }
  uint64_t mask(EventId E) const {
    return Bit[E] < 0 ? 0 : uint64_t(1) << Bit[E];
  }

  /// States at one To, the one asked last, by what tells starts apart: events
  /// of a block with no step between them have the same ways to it.
  struct StartKey {
    BlockId Block;
    uint32_t StepsBefore; ///< In the block.
    bool IsBeforeTo;      ///< In the same block.
    uint64_t AtStart;     ///< Kept accesses to the start's own location.
    auto operator<=>(const StartKey &) const = default;
  };
  struct StateAtTo {
    OrderState S;
    bool OutOfBudget;
  };
  EventId WaysTo = NoId;
  bool WaysStop = false;
  std::map<StartKey, StateAtTo> Ways;

  /// Asking what a search has found may begin another one.
  std::vector<std::unique_ptr<OrderScratch>> Spare;
  std::unique_ptr<OrderScratch> scratch(size_t Blocks) {
    if (Spare.empty())
      return std::make_unique<OrderScratch>(Blocks);
    std::unique_ptr<OrderScratch> Last = std::move(Spare.back());
    Spare.pop_back();
    return Last;
  }

private:
  BlockId Led = NoId; ///< The block that Leading is of: the one asked last.
  llvm::BitVector Leading;
  std::optional<OrderClasses> Classes[2];
};

inline const llvm::BitVector &OrderEvidence::leadingTo(const Function &Fn,
                                                       BlockId B) {
  if (Led == B)
    return Leading;
  Led = B;
  Leading.clear();
  Leading.resize(Fn.Blocks.size());
  Leading.set(B);
  std::vector<BlockId> Work{B};
  while (!Work.empty()) {
    BlockId At = Work.back();
    Work.pop_back();
    for (BlockId P : Fn.Blocks[At].Predecessors)
      if (!Leading.test(P)) {
        Leading.set(P);
        Work.push_back(P);
      }
  }
  return Leading;
}

} // namespace fencepost

#endif
