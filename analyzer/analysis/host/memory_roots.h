//===- memory_roots.h - which of a kernel's memory --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host gives a kernel memory by its parameters and by variables. Facts of
// kernels are told to the analysis of host code by these.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HOST_MEMORY_ROOTS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HOST_MEMORY_ROOTS_H

#include "analyzer/analysis/unit_view.h"
#include <set>

namespace fencepost {

/// A parameter by its index, or a variable by its name.
struct MemoryRoot {
  uint32_t Param = ParamEffect::NoParam;
  std::string Global;
  auto operator<=>(const MemoryRoot &) const = default;
};

/// What Address may lie in, through loaded pointers too; empty: not known.
std::set<MemoryRoot> memoryRoots(const Function &Fn, ValueId Address);

/// A variable in shared memory?
bool isSharedVariable(const Module &M, const MemoryRoot &R);

/// Stores, atomics and copies.
bool isWrite(const Event &E);

} // namespace fencepost

#endif
