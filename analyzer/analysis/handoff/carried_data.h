//===- carried_data.h - words that bring their data along -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reader that takes value and status from one word needs no order between
// two words (PTX ISA 8.7 speaks of accesses to different locations).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_CARRIED_DATA_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_CARRIED_DATA_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Does the thread that waits go on to use the value itself, in an address or
/// as what it stores? Then the word carries data, and may carry all there is.
bool carriesData(const FunctionView &In, EventId PollRead);

} // namespace fencepost

#endif
