//===- relays.h - waiting for a count before handing on ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads store and count themselves in; another one waits for the count and
// then raises a flag for all of them. What it has acquired, its release hands
// on (PTX ISA 8.8: causality order is transitive): no barrier is needed.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_RELAYS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_RELAYS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct Relay {
  EventId Count = NoId;  ///< By those who store, behind their stores.
  EventId Wait = NoId;   ///< By the one that raises the flag.
  bool Acquires = false; ///< By its own order, or by a fence behind it.
};

/// How the thread at Publish has learned that Store is done; nothing where it
/// has waited for no count that follows Store.
std::optional<Relay> relayOf(const FunctionView &In, EventId Store,
                             EventId Publish);

/// A wait that acquires nothing and on which a store or RMW hangs that hands on
/// what others stored: one that releases, or a flag behind a release.
struct UnacquiredRelay {
  Relay By;
  EventId Store = NoId, Publish = NoId;
};
/// At most one per wait. Kept.
const std::vector<UnacquiredRelay> &unacquiredRelays(const UnitView &Unit,
                                                     const FunctionView &In);

} // namespace fencepost

#endif
