//===- polls.h - loops that wait for another thread -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A poll is a loop, or strongly connected region, that can only end because
// memory changes: an exit condition depends on a read inside the loop whose
// address the loop does not change, and nothing else in the loop makes
// progress towards that exit. An update loop (compare-and-swap whose compare
// operand is the value read before) is no poll; a compare-and-swap with
// loop-invariant operands is one: a lock acquisition, if it can write.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_POLLS_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_POLLS_H

#include "analyzer/analysis/memory/provenance.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost {

enum class PollKind : uint8_t {
  Flag,   ///< Waits until a word has (or loses) some value.
  Lock,   ///< Exchange or compare-and-swap that takes a lock when it succeeds.
  Object, ///< mbarrier, barrier, semaphore wait: ordered by its own rules.
};

struct Poll {
  PollKind Kind = PollKind::Flag;
  EventId Read = NoId;  ///< The load or RMW that is repeated.
  uint32_t Loop = NoId; ///< Index into Loops::all().
  /// The exits that the read decides; a time-out or a counter that also ends
  /// the loop is not among them. To lies in the loop where the loop waits at
  /// one place and works at another: `for (; j < n;) if (ready[j]) ++j;`.
  std::vector<Loop::Exit> Exits;
  /// True if the loop does nothing but wait: reads of the flag, fences,
  /// barriers, sleeps. False: other work is done between the reads.
  bool IsPure = true;
};

class Polls {
public:
  Polls(const Function &Fn, const Cfg &Graph, const Loops &L,
        const Provenance &Where);
  /// One per read, by position of the read.
  const std::vector<Poll> &all() const { return List; }
  /// The poll that repeats E; nullptr if none.
  const Poll *of(EventId E) const;

private:
  std::vector<Poll> List;
  llvm::DenseMap<EventId, uint32_t> ByRead; ///< Index into List.
};

} // namespace fencepost

#endif
