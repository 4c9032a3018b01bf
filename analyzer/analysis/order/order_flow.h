//===- order_flow.h - one search over the paths -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to analyzer/analysis: what OrderAnalysis runs from one event.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_ORDER_FLOW_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_ORDER_FLOW_H

#include "analyzer/analysis/order/order.h"
#include "analyzer/analysis/order/order_state.h"

namespace fencepost {

/// How far an unknown scope may reach.
inline Scope widest(Scope S) { return S == Scope::Unknown ? Scope::Sys : S; }

/// One search: from Start, with or against the flow.
struct OrderAnalysis::Flow {
  const Function &Fn;
  const Cfg &Graph;
  const Provenance &Where;
  EventId Start;
  bool Forward;
  llvm::function_ref<bool(EventId)> Stop;
  OrderEvidence &Kept;
  const OrderClasses &Classes;
  EventId StopAt = NoId; ///< One stop, in place of Stop.
  /// The blocks that a search looks at; null: all.
  const llvm::BitVector *Only = nullptr;
  bool OutOfBudget = false;
  /// Kept accesses to the start's own location, and for which that was asked.
  mutable uint64_t AtStart = 0, AskedAtStart = 0;
  std::unique_ptr<OrderScratch> Own;
  std::vector<OrderState> &In;
  using Answer = OrderScratch::Answer;

  Flow(const OrderAnalysis &Of, EventId Start, bool Forward,
       llvm::function_ref<bool(EventId)> Stop);
  ~Flow() {
    Own->reset();
    Kept.Spare.push_back(std::move(Own));
  }
  Flow(const Flow &) = delete;
  Flow &operator=(const Flow &) = delete;

  void solve();
  void arrive(BlockId B, const OrderState &S);
  /// Is every path through B ended inside?
  bool isCut(BlockId B);
  /// Does that hold for a block of the class, so that they must be told apart?
  bool isSplit(BlockId Leader);
  void passBlock(BlockId B, OrderState &S) const;
  void carry(BlockId Leader);
  void carryAll();
  OrderEvidence::StartKey key(EventId To) const;
  bool isAtStart(EventId Id) const;
  OrderState at(EventId To) const;
  /// Runs S through block B; At(event, state before it) for each event met.
  void walk(BlockId B, size_t From, OrderState &S,
            llvm::function_ref<void(EventId, const OrderState &)> At) const;
  void pass(EventId Id, OrderState &S) const;
  void passFence(const Event &E, EventId Id, OrderState &S) const;
  void passAccess(const Event &E, EventId Id, OrderState &S) const;
  void passBarrier(EventId Id, OrderState &S, bool May, bool Must,
                   bool MustWarp) const;
  Between finish(const OrderState &S, EventId From, EventId To) const;
  void each(llvm::function_ref<void(EventId, const OrderState &)> At) const;
};

} // namespace fencepost

#endif
