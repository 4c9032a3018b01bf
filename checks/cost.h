//===- cost.h - what ordering costs, and cheaper forms ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Figures are medians in cycles, measured on one NVIDIA H200 with CUDA 13.0;
// sentences name the card, for others differ.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_COST_H
#define FENCEPOST_CHECKS_COST_H

#include "analyzer/analysis/unit_view.h"
#include "analyzer/finding/finding_builder.h"

namespace fencepost {

/// `on an H200 a fence at system scope took 1,028 cycles ...`.
std::string costOfFence(Scope S);
/// `system`, `GPU`, `cluster`, `block`: before the word scope.
std::string scopeWord(Scope S);

/// Adds the forms of a cheap wait for the target: a relaxed poll, then one
/// acquire behind the loop.
void offerCheapWait(FindingBuilder &F, const FunctionView &In, Scope S);

/// The fence of order Ord at scope S in the language of the unit, in single
/// quotes.
std::string fenceAt(const FunctionView &In, Order Ord, Scope S);
/// Likewise the barrier of a warp, or of a block.
std::string barrierOf(const FunctionView &In, bool OfWarp);

} // namespace fencepost

#endif
