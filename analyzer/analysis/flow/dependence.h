//===- dependence.h - what a value is computed from -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks over the value graph, phis included (each node once), within a budget
// of nodes; on exhaustion the answer is "unknown", never "no".
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FLOW_DEPENDENCE_H
#define FENCEPOST_ANALYZER_ANALYSIS_FLOW_DEPENDENCE_H

#include "analyzer/analysis/flow/cfg.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace fencepost {

enum class Ternary : uint8_t { No, Yes, Unknown };

/// Does V depend, through operations and phis (and through operands of events
/// that only transform values, such as shuffles, votes and barrier
/// reductions), on the result of event E?
Ternary dependsOn(const Function &Fn, ValueId V, EventId E);

/// True for events whose result is made of their operands alone: shuffles,
/// votes, barrier reductions.
bool isTransform(const Event &E);

/// What V is computed from in one step: operands of an operation or phi, and
/// of the event behind the result of a transform.
llvm::SmallVector<ValueId, 4> valueOperands(const Function &Fn, ValueId V);

/// Calls Visit for every node that V is computed from, V itself first; Visit
/// returns false to stop descending below that node. Returns false if the
/// budget ran out.
bool visitOperands(const Function &Fn, ValueId V,
                   llvm::function_ref<bool(ValueId)> Visit,
                   unsigned Budget = 4096);

/// Events whose results V is computed from, sorted.
std::vector<EventId> sourceEvents(const Function &Fn, ValueId V);

} // namespace fencepost

#endif
