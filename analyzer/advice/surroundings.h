//===- surroundings.h - what a thread does around an event ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accesses before and behind a pivot event, each with what orders it on
// the way; where a barrier stands between, once more as executed by another
// thread of the block.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ADVICE_SURROUNDINGS_H
#define FENCEPOST_ANALYZER_ADVICE_SURROUNDINGS_H

#include "analyzer/advice/paths.h"

namespace fencepost::advice {

/// Events of one side of the pivot, in program order, without the pivot.
struct Way {
  EventId Access = NoId;     ///< First of a way before, last of one behind.
  std::vector<EventId> Near; ///< In the thread of the pivot.
  /// In another thread of the block: what a barrier joins to Near. That
  /// barrier stands at the joined ends of both.
  std::vector<EventId> Other;
};

class Surroundings {
public:
  /// Pivot NoId: no ways, and a Fault wherever in the function it lies.
  Surroundings(const FunctionView &In, EventId Pivot);

  const FunctionView &In;
  EventId Pivot;
  /// By Paths::Mode. A pivot that is an access itself is a way of its own with
  /// nothing in it.
  std::vector<Way> Before[2], Behind[2];
  /// Why no slice can be trusted; empty where it can.
  std::string Fault;
  llvm::ArrayRef<EventId> accesses() const { return Accesses; }
  /// What orders on the way from one access to another; nullopt: no way.
  std::optional<std::vector<EventId>> between(EventId From, EventId To,
                                              Paths::Mode How) const;

private:
  Paths P;
  std::vector<EventId> Accesses, Sync, Barriers;
  void collect();
  std::string shapeOf(const Way &W) const;
  void addWays(Paths::Mode How, bool IsBefore);
  std::vector<EventId> line(EventId From, EventId To, Paths::Mode How) const {
    return P.between(From, To, Sync, How);
  }
};

/// Memory that other threads can reach, through whatever proxy; arrivals at and
/// waits for an mbarrier count as accesses of it.
bool isSharedAccess(const FunctionView &In, EventId E);
/// Fences, barriers and strong accesses.
bool isSynchronization(const FunctionView &In, EventId E);
bool isBarrier(const Event &E);
/// One phase of one barrier may hold both.
bool mayMeet(const FunctionView &In, EventId A, EventId B);

} // namespace fencepost::advice

#endif
