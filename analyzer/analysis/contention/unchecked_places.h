//===- unchecked_places.h - places by a plain load --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (count < limit) place = atomicAdd(&count, 1);`: many threads read the
// same old count and all go on. It does no harm where the returned number is
// compared as well; where it is used as it is, the limit is no limit.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_UNCHECKED_PLACES_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_UNCHECKED_PLACES_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Does an order between what Load read and a limit decide whether Atomic, an
/// addition or subtraction, is done, while the number that Atomic returns goes
/// into addresses alone, by sums and products? Yes is a claim: what is stored,
/// passed on or cut down may be checked elsewhere, and an array with room
/// behind a constant limit may hold what comes too late.
bool takesUncheckedPlace(const FunctionView &In, EventId Load, EventId Atomic);

} // namespace fencepost

#endif
