//===- compiler_order.h - what a compiler may move across asm ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which accesses an asm statement without a "memory" clobber leaves free, and
// whether it matters that they move.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_COMPILER_ORDER_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_COMPILER_ORDER_H

#include "analyzer/analysis/handoff/handoff.h"

namespace fencepost {

/// Does Store clear a word whose value the release Id has just sent? The next
/// value comes after it, in the next turn of a loop.
bool isSentAlong(const FunctionView &In, EventId Store, EventId Id);

/// Is what Store writes read by those who wait for the release Id, where the
/// unit shows what they read?
bool isForOthers(const UnitView &Unit, const FunctionView &In, EventId Store,
                 EventId Id);

/// May whoever writes the word of the acquire Id tell of what Read reads? Not
/// if the unit shows who does, and what is stored and released before.
bool mayBeTold(const UnitView &Unit, const FunctionView &In, EventId Id,
               EventId Read);

/// What no compiler moves plain accesses across.
bool stopsCompiler(const Event &E);

/// A plain access of the language, that the compiler is free to move. A read
/// through the non-coherent path says itself that nobody writes there.
bool isMovable(const FunctionView &In, EventId Id);

/// A copy of a word that others raise, a word that was waited for and is now
/// reset, or a thread's own count: nobody who sees the flag needs it.
bool isNote(const FunctionView &In, EventId Id);

/// A pointer out of a table that the function only reads, as one of peers, or
/// out of records where nobody in the unit writes it; or memory that the
/// function only reads and has read before Acquire as well.
bool isConstantRead(const UnitView &Unit, const FunctionView &In, EventId Read,
                    EventId Acquire);

/// Is Store released by Id: if that is a fence, does a write of something else
/// follow? A fence behind the flag itself, with nothing after it, releases
/// nothing.
bool isReleasedBy(const FunctionView &In, EventId Store, EventId Id);

} // namespace fencepost

#endif
