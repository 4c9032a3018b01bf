//===- evaluate.h - what a branch does for a given value --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FLOW_EVALUATE_H
#define FENCEPOST_ANALYZER_ANALYSIS_FLOW_EVALUATE_H

#include "analyzer/model/module.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

/// V with Known replaced by the constant Is; nullopt where it depends on
/// anything else (phis included).
std::optional<int64_t> evaluate(const Function &Fn, ValueId V, ValueId Known,
                                int64_t Is);

/// The same where several values are known: those that Known answers for. Zero
/// times anything is zero.
std::optional<int64_t>
evaluate(const Function &Fn, ValueId V,
         llvm::function_ref<std::optional<int64_t>(ValueId)> Known);

/// Index of the successor that the terminator of B takes if Known is Is.
std::optional<unsigned> successorTaken(const Function &Fn, BlockId B,
                                       ValueId Known, int64_t Is);

} // namespace fencepost

#endif
