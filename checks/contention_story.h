//===- contention_story.h - sentences about contended atomics ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_CONTENTION_STORY_H
#define FENCEPOST_CHECKS_CONTENTION_STORY_H

#include "analyzer/analysis/contention/contention.h"
#include "analyzer/finding/finding_builder.h"

namespace fencepost {

/// What contended-atomic says of an atomic.
enum class Claim : uint8_t { None, OneWord, PerWarp, FewBins, Loop, Lock };
std::string claimOf(const FunctionView &In, const Contention &C, Claim What);
/// Adds what to do instead, in the order to try it.
void tellAlternatives(FindingBuilder &F, const FunctionView &In,
                      const Contention &C, Claim What);

/// `every thread of the grid`, `all 8192 threads of the grid`, `one lane of
/// each warp`.
std::string crowdOf(const Contention &C);
/// ` in each iteration of a loop`, or nothing.
std::string howOften(const Contention &C);
/// `float`, `unsigned`, `half2`: the type that the atomic works on.
std::string typeOf(const Event &E);
/// The object in the user's words without quotes; `*p` behind helpers.
std::string plainName(const FunctionView &In, EventId E);
/// The pointer to it: `&hist[b]`, `count`.
std::string pointerTo(const FunctionView &In, EventId E);
/// The atomic in words that fit a sketch: `atomicAdd(&sum, v)`.
std::string callOf(const FunctionView &In, EventId E, llvm::StringRef Operand);
/// What a thread that owns the word writes: `sum += v;`.
std::string ownUpdate(const FunctionView &In, EventId E);
/// The name of L's counter cannot be told; its line can.
std::string loopAt(const FunctionView &In, uint32_t L);

/// One atomic and what a rule says of it.
struct Told {
  Contention C;
  Level How = Level::Note;
  Claim What = Claim::None;
};
/// Those of All that are one fault to a reader: said alike, of the same threads
/// in the same loop, on parts of one object. In order.
std::vector<std::vector<Told>> alike(const FunctionView &In,
                                     llvm::ArrayRef<Told> All);
/// ` (and 2 more like it)`, or nothing, for the message of a group.
std::string moreLikeIt(llvm::ArrayRef<Told> Group);
/// Adds a step for each of the group but the first.
void tellOthers(FindingBuilder &F, const FunctionView &In,
                llvm::ArrayRef<Told> Group);

/// Adds the steps that show the loop and the condition.
void tellContention(FindingBuilder &F, const FunctionView &In,
                    const Contention &C);
/// Adds `reduce-then-atomic` and `two-kernels` in their order, and
/// `accumulate-in-register` where a loop repeats the operation.
void tellReduction(FindingBuilder &F, const FunctionView &In,
                   const Contention &C);

} // namespace fencepost

#endif
