//===- lock_sections.h - what a lock guards, and orders or not --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who takes a lock must acquire, who gives it back must release (PTX ISA 8.7):
// an atomic alone does neither. rules/unfenced-lock.md.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_LOCK_SECTIONS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_LOCK_SECTIONS_H

#include "analyzer/analysis/handoff/handoff.h"

namespace fencepost {

/// A read of data under the lock; else, where the lock guards writes alone, one
/// of these. NoId if the lock is taken with acquire order, or every one comes
/// behind an acquire.
EventId unacquiredUnder(const UnitView &Unit, const FunctionView &In,
                        const LockPair &L);

struct UnreleasedGive {
  EventId Store = NoId; ///< Of data under the lock.
  /// It is released, but the lock is given back by a plain store, while others
  /// spin on it.
  bool IsPlain = false;
};

/// A store that giving the lock back does not pass on; nullopt if none.
std::optional<UnreleasedGive>
unreleasedGive(const UnitView &Unit, const FunctionView &In, const LockPair &L);

} // namespace fencepost

#endif
