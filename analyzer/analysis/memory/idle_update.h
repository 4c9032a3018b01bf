//===- idle_update.h - read-modify-writes that only read --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MEMORY_IDLE_UPDATE_H
#define FENCEPOST_ANALYZER_ANALYSIS_MEMORY_IDLE_UPDATE_H

#include "analyzer/model/module.h"

namespace fencepost {

class FunctionView;

/// Does the operation leave every word as it is: `atomicAdd(p, 0)`,
/// `atomicCAS(p, 0, 0)`?
bool changesNothing(const Function &Fn, const Event &E);

/// A plain load whose value goes nowhere: the compiler drops it.
bool isDropped(const FunctionView &In, EventId Load);

} // namespace fencepost

#endif
