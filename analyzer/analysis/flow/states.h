//===- states.h - cases of a state that a loop carries ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine of states: `for (;;) switch (state) { case Idle: if (ready) state =
// Fetch; break; case Fetch: ... }`. No way of the graph leads from the test
// to the case alone, for the loop's header lies between.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FLOW_STATES_H
#define FENCEPOST_ANALYZER_ANALYSIS_FLOW_STATES_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Has every thread that comes to B, in the loop L, left a block by this edge
/// before: does B stand behind it, or behind a case of a value that the loop
/// carries, which is set to that case nowhere else? A walk that is too long
/// answers no.
bool isLedToByState(const FunctionView &In, const Loop &L,
                    const Loop::Exit &Edge, BlockId B);

} // namespace fencepost

#endif
