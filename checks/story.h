//===- story.h - sentences that several checks share ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_STORY_H
#define FENCEPOST_CHECKS_STORY_H

#include "analyzer/analysis/handoff/handoff.h"
#include "analyzer/finding/finding_builder.h"

namespace fencepost {

/// The object of E in single quotes: as written where the user wrote it, by
/// the name of the variable behind it where a helper's `*ptr` says nothing.
std::string nameOf(const FunctionView &In, EventId E);
/// Where the loop stands that waits: the read itself, or the call of the helper
/// that reads.
LocationId placeOf(const FunctionView &In, const Poll &P);
/// Where E happens in the innermost function that holds both E and Other: E
/// itself, or the call of the helper that does it.
LocationId placeOf(const FunctionView &In, EventId E, EventId Other);

/// Adds the consumer steps (at most three; where the unit shows what the flag
/// announces, no others) and, where none of the reads has a writer in the unit,
/// the assumption that another thread writes them.
void tellConsumers(FindingBuilder &F, const FunctionView &In,
                   llvm::ArrayRef<Consumer> Consumers);
/// Adds a step for what raises the flag: beside the data if it can, a release.
void tellProducer(FindingBuilder &F, const UnitView &Unit,
                  const FunctionView &In, EventId Flag);
/// Adds a step for the barrier between, which orders nothing by itself.
void tellBarrier(FindingBuilder &F, const FunctionView &In, const Between &Way);
/// Adds a step for a fence between that is for the threads of one block.
void tellNarrowFence(FindingBuilder &F, const FunctionView &In,
                     const Between &Way);
/// Adds the stores that a publication hands over (at most three).
void tellPayload(FindingBuilder &F, const FunctionView &In,
                 llvm::ArrayRef<Payload> Stores);
/// Adds the assumption that distinct parameters do not overlap, where the
/// claim rests on it.
void tellAliasing(FindingBuilder &F, const FunctionView &In, EventId Flag,
                  EventId Data);

/// `__threadfence_system()` or `__threadfence()`: what orders at the scope of
/// E, in the language of the unit.
std::string fenceFor(const FunctionView &In, const Event &E);

} // namespace fencepost

#endif
