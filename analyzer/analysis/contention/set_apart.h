//===- set_apart.h - a plain access kept away from an atomic ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses made of data may be equal. Where the code shows what keeps a plain
// access away from an atomic on such an address, the pair is a guess.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_SET_APART_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_SET_APART_H

#include "analyzer/analysis/threads/id_dependence.h"
#include "analyzer/analysis/unit_view.h"
#include "llvm/ADT/DenseSet.h"

namespace fencepost {

/// The sum that an address is, part by part; what is loaded is one part.
void addParts(const Function &Fn, ValueId V, llvm::SmallDenseSet<ValueId> &Out);

/// Is V one of Parts, or a part of all that one of them is made of, a place
/// that a loop moves on: from `block * size` to `block * size + (at + 1) %
/// size`?
bool holdsPart(const Function &Fn, const llvm::SmallDenseSet<ValueId> &Parts,
               ValueId V);

/// Do both stand at one place of the source, in two calls of a function?
bool areWrittenAsOne(const FunctionView &In, EventId A, EventId B);

/// `slot[last] = x`, a barrier, `x = slot[last]` before atomics on `slot[bin]`;
/// or `to[start + i]` beside atomics on `to[start]` and `to[start + n]`: the
/// atomic goes to a fixed place of the stretch; or `to[n + block]` beside
/// atomics on `to[bin]`, n elements being 64 bytes or more. Plain is the first.
bool areSetApart(const FunctionView &In, const IdDependences &Shapes,
                 EventId Plain, EventId Atomic);

/// Do both addresses lie in a part of memory that the block's own number
/// chooses, in all dimensions of it that the kernel asks for?
bool areInPartOfBlock(const FunctionView &In, const IdDependences &Shapes,
                      EventId P, EventId A);

/// Does the block's number choose the word of E, alike for all threads, but not
/// in all dimensions that the kernel asks for? Blocks that differ in the rest
/// share it.
bool isOfRowOfBlocks(const FunctionView &In, const IdDependences &Shapes,
                     EventId E);

} // namespace fencepost

#endif
