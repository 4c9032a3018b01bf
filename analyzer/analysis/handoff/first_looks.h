//===- first_looks.h - data that a word says is there -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Double-checked initialization: a word is looked at once, with no loop, and
// where it has one certain value, data is read that another thread stored
// before it put that value in. PTX ISA 8.7: a relaxed read is no acquire.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_FIRST_LOOKS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_FIRST_LOOKS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct FirstLook {
  EventId Look = NoId;    ///< Reads the word, and a branch asks for its value.
  EventId Read = NoId;    ///< Reads data where it has that value.
  EventId Store = NoId;   ///< Stores the data, in the same function,
  EventId Publish = NoId; ///< and then, behind a release, the value.
};

/// Those with no acquire between look and read, nor before the look; one per
/// look.
std::vector<FirstLook> unacquiredLooks(const UnitView &Unit,
                                       const FunctionView &In);

/// The other side: those of which the look acquires, or what follows it, while
/// nothing releases the store before the value is put in; one per Publish.
std::vector<FirstLook> unreleasedAnswers(const UnitView &Unit,
                                         const FunctionView &In);

} // namespace fencepost

#endif
