//===- claims.h - counts raised before their slots are filled - -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A release covers what comes before it in program order (PTX ISA 8.7): a
// counter that is raised first announces a slot that is filled later.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_CLAIMS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_CLAIMS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct EarlyCount {
  EventId Store = NoId; ///< Fills the slot, behind the count.
  AccessRef Wait;       ///< Waits for the count, and leads to a read of slots.
};

/// For an atomic that claims a slot by the very counter that others wait for,
/// while the slot is filled only after it and announced by nothing else.
std::optional<EarlyCount> countedTooEarly(const UnitView &Unit,
                                          const FunctionView &In, EventId Rmw);

struct EarlyKey {
  EventId Store = NoId; ///< Fills the record, once its key is in.
  EventId Read = NoId;  ///< What a thread reads that has found the key.
};

/// For a compare-and-swap that puts a key into a record, or into one array of
/// several, which others find by that very key: its owner fills the rest only
/// then, and those who find the key read it at once.
std::optional<EarlyKey> keyedTooEarly(const FunctionView &In, EventId Rmw);

} // namespace fencepost

#endif
