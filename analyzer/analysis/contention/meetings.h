//===- meetings.h - threads that two accesses bring together ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a plain access and an atomic on what may be one location: do different
// threads come to it, in one block or across blocks, with nothing that keeps
// them apart? CUDA C++ Programming Guide, "Memory Fence Functions"; PTX
// ISA 8.8.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_MEETINGS_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_MEETINGS_H

#include "analyzer/analysis/contention/sharing.h"
#include "analyzer/analysis/order/barrier_intervals.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost {

/// In each question P is the plain access, A the atomic.
class Meetings {
public:
  Meetings(const FunctionView &In, const Sharing &Who,
           const BarrierIntervals &Steps)
      : In(In), Who(Who), Steps(Steps) {}

  /// Each thread has a location of its own, and both accesses are to it.
  bool isOwn(EventId P, EventId A) const;
  /// One thread of the grid does both.
  bool isSameThread(EventId P, EventId A) const;
  /// Threads of different blocks may be at P and at A for one location. An
  /// atomic at block scope says that none is: if one is, its scope is the
  /// fault.
  bool mayMeetAcross(EventId P, EventId A) const;
  /// Threads of one block may be at P and at A for one location.
  bool mayMeetInside(EventId P, EventId A) const;
  /// One branch leads to P, its other way to A: two phases or two cases of one
  /// index.
  bool isExcluded(EventId P, EventId A) const;
  /// P's element is the one that the thread has in a range given by the host,
  /// or is named by it; A's is named by data and in no such range.
  bool isOfRange(EventId P, EventId A) const;
  /// The two may be in the segments of different blocks.
  bool isOfNeighbour(EventId P, EventId A) const;
  /// How the address of E hangs on the numbers of threads and blocks.
  const IdDependence &shape(EventId E) const;

private:
  const FunctionView &In;
  const Sharing &Who;
  const BarrierIntervals &Steps;
  mutable llvm::DenseMap<std::pair<EventId, EventId>, bool> Neighbours;

  BlockId blockOf(EventId E) const;
};

} // namespace fencepost

#endif
