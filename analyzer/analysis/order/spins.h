//===- spins.h - taking again until it succeeds -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_SPINS_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_SPINS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Does a thread repeat Take, a read-modify-write, until it has what it wants?
/// A loop over work that takes what it gets and leaves the rest does not.
bool isSpunOn(const FunctionView &In, EventId Take);

} // namespace fencepost

#endif
