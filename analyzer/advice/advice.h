//===- advice.h - may this synchronization be weakened? ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Advice to drop or weaken a fence or an access is given only after this judge
// says Holds. It cuts small programs out of the unit: what the thread does
// before and after the changed event, on every path; against it the other
// threads of the unit, and a thread that synchronizes perfectly at every
// distance from which the memory can be reached. The memory model
// (analyzer/memory_model) decides each one before and after the change: an
// outcome that was forbidden must stay forbidden. A fence that is idle
// (analysis/fences/idle_fence.h) is judged by that alone, not by programs, for
// which whatever the kernel stores may be a signal.
//
// The programs are cycles of at most three threads of the unit and a writer;
// what other threads write into words that only stand in between is not tried.
//
// Whatever the cut cannot show withholds the advice: opaque calls, functions
// that are not analysed in full or whose callers are unknown, asynchronous
// copies, programs too large for the memory model, exhausted budgets.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ADVICE_ADVICE_H
#define FENCEPOST_ANALYZER_ADVICE_ADVICE_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// One event, made weaker.
struct Change {
  EventId Of = NoId;
  bool IsDrop = false;             ///< The event goes away: fences alone.
  Order NewOrder = Order::Unknown; ///< Unknown: stays.
  Scope NewScope = Scope::Unknown; ///< Unknown: stays.

  static Change drop(EventId E) { return {E, true}; }
  static Change order(EventId E, Order O) { return {E, false, O}; }
  static Change scope(EventId E, Scope S) {
    return {E, false, Order::Unknown, S};
  }
};

enum class Advice : uint8_t { Withheld, Holds };

struct AdviceResult {
  Advice Is = Advice::Withheld;
  /// Why, in the words of a message: lower case, no full stop.
  std::string Reason;
  /// The program that decided: the one whose outcome the change would allow,
  /// or the first of those that stay forbidden. Empty where none was cut.
  std::string Litmus;
  /// What Holds rests on besides the code: assumptions for the finding.
  std::vector<std::string> Assumptions;
  explicit operator bool() const { return Is == Advice::Holds; }
};

/// What the check knows beyond the events.
struct Premises {
  /// The farthest threads that touch the memory which the event orders: Gpu
  /// says that it stays on this GPU. Unknown: told by the objects alone, which
  /// for memory behind a pointer parameter means Sys.
  Scope Farthest = Scope::Unknown;
};

/// All changes together, in one function. Never recurses into other units.
AdviceResult judge(const UnitView &Unit, const FunctionView &In,
                   llvm::ArrayRef<Change> Changes, const Premises &Known = {});
inline AdviceResult judge(const UnitView &Unit, const FunctionView &In,
                          const Change &C, const Premises &Known = {}) {
  return judge(Unit, In, llvm::ArrayRef(C), Known);
}

} // namespace fencepost

#endif
