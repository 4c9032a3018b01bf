//===- links.h - records that a word leads to -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists and tables that grow while others look things up: a record is filled,
// then its place is put into a word, and whoever reads the word goes to the
// record. That the address depends on the word orders nothing (PTX ISA 8.9:
// only coherence and causality do).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_LINKS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_LINKS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct Link {
  EventId Fill = NoId; ///< A plain store to the record.
  EventId Put = NoId;  ///< A strong write of its place.
  EventId Head = NoId; ///< A strong read of that word.
  EventId Read = NoId; ///< A load at an address made of what Head read.
  Between Filled;      ///< From Fill to Put.
  Between Followed;    ///< From Head to Read.
};

/// One per Put, with a Read for which nothing acquires where there is one.
/// None for a word that each thread has for itself, nor for a kernel that
/// waits, locks, or has a barrier between putting and following: there they may
/// be phases apart. Kept.
const std::vector<Link> &linksOf(const UnitView &Unit, const FunctionView &In);

} // namespace fencepost

#endif
