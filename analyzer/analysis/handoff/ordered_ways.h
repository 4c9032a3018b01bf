//===- ordered_ways.h - what may order the ends of a way --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An acquire or a release makes a pattern with the access that it stands by
// (PTX ISA 8.7). Whether one on the way belongs to the hand-over that is judged
// is not always known: both answers lean to there being one.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_ORDERED_WAYS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_ORDERED_WAYS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// The widest acquire on the way from a wait to a read, whoever's it is and
/// whatever its address: where there is one, no check claims that it is
/// missing.
Scope mayAcquire(const Between &Way);
/// Likewise for releases on the way from a store to a publication. A fence of
/// one thread before the barrier covers that thread's stores alone.
Scope mayRelease(const FunctionView &In, EventId Store, const Between &Way);

} // namespace fencepost

#endif
