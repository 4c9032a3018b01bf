//===- held_lock.h - atomics of whoever holds a lock ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the taking of a lock and its return one thread is at work: what it
// does there meets nobody, as long as all that would meet share that lock.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_HELD_LOCK_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_HELD_LOCK_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Is E done only while a lock is held that is one for all threads of Group?
/// The lock is taken before E on all ways, and every way from E gives it back
/// before it is taken again.
bool isUnderLock(const FunctionView &In, EventId E, Uniform Group);

} // namespace fencepost

#endif
