//===- buffer_homes.h - where the host's buffers lie ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer may be another name of memory that was allocated under a first one:
// a pointer that was assigned, a member of a struct that was copied.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HOST_BUFFER_HOMES_H
#define FENCEPOST_ANALYZER_ANALYSIS_HOST_BUFFER_HOMES_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Where the memory of B, an argument of L, was allocated: under this name or
/// the names that it may have been given from when L is reached; unknown where
/// these differ or one of them is not known.
MemoryHome homeOfArgument(const UnitView &Unit, const HostLaunch &L,
                          BufferId B);

} // namespace fencepost

#endif
