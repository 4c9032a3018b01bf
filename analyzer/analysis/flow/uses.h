//===- uses.h - what is computed from a value -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dependence.h against the flow: the value graph's edges turned around once
// per function, so that one question costs what its answer holds.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FLOW_USES_H
#define FENCEPOST_ANALYZER_ANALYSIS_FLOW_USES_H

#include "analyzer/model/module.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace fencepost {

class Uses {
public:
  explicit Uses(const Function &Fn);

  /// All values computed from the result of E, the result itself among them;
  /// empty if E has none or the source discards it.
  llvm::DenseSet<ValueId> dependents(EventId E) const;

private:
  const Function &Fn;
  std::vector<uint32_t> Start; ///< Per value, into Users; one more at the end.
  std::vector<ValueId> Users;
};

} // namespace fencepost

#endif
