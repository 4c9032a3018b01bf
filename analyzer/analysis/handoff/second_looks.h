//===- second_looks.h - reads between two looks at a word -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader of a sequence lock: a word is read, then data, then the word once
// more, and the turn is repeated where it has changed. PTX ISA 8.7: an acquire
// orders what follows it. Between the data and the second look stands a fence,
// or the look may be done before them.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_SECOND_LOOKS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_SECOND_LOOKS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct SecondLook {
  EventId First = NoId;  ///< Reads the word.
  EventId Read = NoId;   ///< Reads data behind it.
  EventId Second = NoId; ///< Reads the word again, with no acquire in between.
  AccessRef Writer;      ///< Stores the data between two writes of the word.
};

/// Those for which the unit shows such a writer; one per second look.
std::vector<SecondLook> unorderedSecondLooks(const UnitView &Unit,
                                             const FunctionView &In);

} // namespace fencepost

#endif
