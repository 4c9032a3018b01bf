//===- size_mixes.h - one word in two sizes ---------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A write and an atomic or polling read of another size that overlap: not
// complete overlap, so never morally strong (PTX ISA 8.7.1).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_SIZE_MIXES_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_SIZE_MIXES_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct SizeMix {
  EventId Write = NoId, Atomic = NoId;
};

/// At most one per atomic or poll; in one function, for only there are two
/// accesses known to run at the same time.
std::vector<SizeMix> sizeMixesOf(const UnitView &Unit, const FunctionView &In);

/// A plain load of a part of the word that a wider atomic updates, where what
/// it brings decides whether that atomic is tried; not in a thread's own word.
struct PartProbe {
  EventId Load = NoId, Atomic = NoId;
};
std::vector<PartProbe> partProbesOf(const FunctionView &In);

} // namespace fencepost

#endif
