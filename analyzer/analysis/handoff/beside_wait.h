//===- beside_wait.h - reads that a wait is not for -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_BESIDE_WAIT_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_BESIDE_WAIT_H

#include "analyzer/analysis/handoff/handoff.h"

namespace fencepost {

/// Does C read, behind the wait P, what the wait is not for: a copy that is
/// kept of the very word, or what its block set up before a barrier that the
/// thread has passed, and that it has read already?
bool isBesideWait(const UnitView &Unit, const FunctionView &In, const Poll &P,
                  const Consumer &C);

} // namespace fencepost

#endif
