//===- host_flow.h - from float sums to exact comparisons -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows what kernels add up by float atomics through the buffers of the
// host: launches, copies, calls, members. A flow ends at a comparison that the
// last bits decide.
//
// Forward over the operations of a function, loops twice; per function a
// summary (what its parameters and the program's variables hold afterwards,
// which comparisons of their contents are open), made once, callees first.
// Recursion and what cannot be read say nothing: no claim. A write of the
// whole buffer ends a flow; loops are taken to run at least once.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HOST_FLOW_H
#define FENCEPOST_ANALYZER_ANALYSIS_HOST_FLOW_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct FlowStep {
  enum class Kind : uint8_t { Sum, Launch, Copy, Call, Return };
  Kind What = Kind::Copy;
  LocationId Loc = Nowhere;
  std::string Text; ///< The kernel, the buffer or the function; user's words.
};

/// A sum that reaches a comparison.
struct ExactTest {
  const FloatSum *Sum = nullptr;
  const KernelFacts *Kernel = nullptr;
  const HostFunction *In = nullptr; ///< Where the comparison stands.
  const HostOp *Compare = nullptr;
  std::vector<FlowStep> Steps; ///< From the atomic on.
};

class HostFlow {
public:
  /// The host side of the unit (or of several, joined) with the facts of the
  /// kernels that it holds.
  explicit HostFlow(const UnitView &Unit);
  ~HostFlow();
  /// One for each comparison and kernel, in the order of the places.
  const std::vector<ExactTest> &tests() const;

  struct State; ///< Of the walk.

private:
  std::unique_ptr<State> S;
};

} // namespace fencepost

#endif
