//===- weakening.h - when advice to weaken may be given ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that call ordering too heavy share one gate: the function is known
// in full, its callers too, and the remaining synchronization suffices.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_WEAKENING_H
#define FENCEPOST_CHECKS_WEAKENING_H

#include "analyzer/advice/advice.h"
#include "analyzer/analysis/fences/fence_duty.h"
#include "checks/cost.h"

namespace fencepost {

/// Calls Do for each event, in order, of the kernels all of whose code was
/// analysed: nothing before and behind it is hidden.
void forEachKnownEvent(
    const UnitView &Unit,
    llvm::function_ref<void(const FunctionView &, EventId)> Do);

/// The answer of the judge, for the finding.
struct Weakening {
  bool Holds = false;
  std::vector<std::string> Assumptions;
  explicit operator bool() const { return Holds; }
  void tell(FindingBuilder &F) const;
};

/// Advice that does not hold is told to Sink, which counts it.
Weakening mayWeaken(const UnitView &Unit, const FunctionView &In,
                    const Change &C, FindingSink &Sink,
                    const Premises &Known = {});

} // namespace fencepost

#endif
