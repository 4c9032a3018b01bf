//===- host_walk.h - what one function of the host does ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to host_flow: the state of a unit's flow, and the walk over the
// operations of one of its functions.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HOST_WALK_H
#define FENCEPOST_ANALYZER_ANALYSIS_HOST_WALK_H

#include "analyzer/analysis/host/float_sums.h"
#include "analyzer/analysis/host/host_env.h"
#include "analyzer/analysis/host/host_flow.h"
#include "analyzer/analysis/host/kernel_tests.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include <optional>
#include <set>

namespace fencepost {

namespace hostflow {

/// A comparison of what a symbolic node held, or of a sum that may be whole.
struct OpenTest {
  Taint Of; ///< Its way leads from the entry to the comparison.
  const HostFunction *In = nullptr;
  const HostOp *Compare = nullptr;
};

/// What a function does, in its own nodes.
struct Summary {
  std::optional<Env> Exit; ///< No value: it never returns.
  Nodes Returned;
  std::vector<OpenTest> Open;
  bool IsReady = false;
};

/// A comparison inside a kernel, told as an operation of a function.
struct DeviceTest {
  KernelTest Test;
  HostFunction In; ///< The kernel, by its names alone.
  HostOp Compare;
};

struct SumRef {
  const KernelFacts *Kernel;
  const FloatSum *Sum;
};

} // namespace hostflow

struct HostFlow::State {
  const UnitView &Unit;
  const HostFacts &Host;
  hostflow::NodeTable Table;
  std::deque<hostflow::Trail> Trails;
  std::deque<KernelFacts> Own; ///< Of kernels whose bodies the unit holds.
  llvm::StringMap<const KernelFacts *> Kernels;
  std::deque<hostflow::DeviceTest> DeviceTests; ///< Of the same kernels.
  llvm::StringMap<uint32_t> Functions;
  std::vector<std::unique_ptr<hostflow::Summary>> Summaries;
  std::vector<bool> IsCalled; ///< By a function that uses the summary.
  std::vector<hostflow::SumRef> Sums;
  std::map<const FloatSum *, uint32_t> SumIds;
  std::vector<ExactTest> Tests;
  std::set<std::pair<const HostOp *, const KernelFacts *>> Told;
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> Ends;
  unsigned Depth = 0;
  uint64_t Budget = 4000000; ///< Operations walked, loops and all.

  explicit State(const UnitView &Unit)
      : Unit(Unit), Host(Unit.host()), Table(Host) {}
  void run();
  bool findKernels();
  void findDeviceTests(const FunctionView &In);
  const KernelFacts *factsOf(llvm::StringRef Kernel);
  const hostflow::Summary *summaryOf(uint32_t Index);
  const hostflow::Summary *summaryOf(llvm::StringRef Callee);

  const hostflow::Trail *trail(const hostflow::Trail *Before,
                               FlowStep::Kind What, LocationId Loc,
                               const llvm::Twine &Text,
                               const hostflow::Trail *Inside = nullptr);
  void flatten(const hostflow::Trail *T, std::vector<FlowStep> &Out) const;
  uint32_t sumId(const KernelFacts *K, const FloatSum &S);
  void conclude(const hostflow::Taint &T, const HostFunction &In,
                const HostOp &Compare);
};

namespace hostflow {

/// Fills Out with what the function of that index does.
void walkFunction(HostFlow::State &S, uint32_t Index, Summary &Out);

} // namespace hostflow

} // namespace fencepost

#endif
