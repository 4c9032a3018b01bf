//===- fence_duty.h - what a fence is for -----------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fence has three duties (PTX ISA 8.7, 8.9): it makes later strong writes
// release what came before, it makes earlier strong reads acquire for what
// comes after, and as fence.sc it keeps an own write before a later read of
// what others write. All that it may have to do is collected here; what is
// left undone by the rest of the code is told apart from what is done twice.
// Advice to drop, move or narrow a fence needs that nothing is left undone.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FENCES_FENCE_DUTY_H
#define FENCEPOST_ANALYZER_ANALYSIS_FENCES_FENCE_DUTY_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct FenceDuty {
  /// Strong writes behind the fence, before any other fence of its scope.
  std::vector<EventId> Signals;
  /// Of these, releases of at least its scope, executed by the same threads,
  /// behind a barrier of the block, or with one before the fence that joins all
  /// Stores.
  std::vector<EventId> Releases;
  /// Fences of at least its scope behind it, likewise placed.
  std::vector<EventId> NextFences;
  /// Plain stores behind it to objects that some loop waits for.
  std::vector<EventId> PlainSignals;
  /// Strong reads before the fence, and reads that loops wait with, that only
  /// the fence makes acquire.
  std::vector<EventId> Reads;
  /// Acquires of at least its scope before it, by the same threads or with a
  /// barrier of the block between.
  std::vector<EventId> Acquires;
  /// Stores to memory of the grid that reach the fence.
  std::vector<EventId> Stores;
  /// Loads of memory of the grid behind it.
  std::vector<EventId> Loads;
  /// Nothing touches memory on any way from this fence, of at least the same
  /// scope and order, to the one that is asked for.
  EventId Twin = NoId;
  bool StoreBuffering = false; ///< An own write before, a strong read behind.
  bool Opaque = false; ///< Unknown calls on the way: nothing may be advised.

  bool releasesForOthers() const {
    return !Signals.empty() || !PlainSignals.empty();
  }
  /// Every signal behind the fence is a release of its own.
  bool isReleasedAnyway() const {
    return Signals.size() == Releases.size() && PlainSignals.empty();
  }
};

FenceDuty dutyOf(const UnitView &Unit, const FunctionView &In, EventId Fence);

/// Is the fence half of one sequentially consistent access: `a.load()`, `++a`?
/// The access; NoId if the fence stands alone.
EventId accessOfFence(const FunctionView &In, EventId Fence);

/// Does Later happen behind Earlier whoever executes the two: by the same
/// threads, or with a barrier of the whole block on every way?
bool isPlacedBehind(const FunctionView &In, EventId Earlier, EventId Later);

/// Does the function keep an own strong write before a strong read of another
/// object, or read two objects that others write, in sequential consistency?
/// Only fence.sc orders these (store buffering, IRIW).
bool needsSequence(const UnitView &Unit, const FunctionView &In, EventId Fence);

} // namespace fencepost

#endif
