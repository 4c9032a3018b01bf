//===- rank_tables.h - pointers out of tables of ranks ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of several devices are given tables of pointers, an entry for each
// rank: `table[peer]` leads to memory of a peer.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MEMORY_RANK_TABLES_H
#define FENCEPOST_ANALYZER_ANALYSIS_MEMORY_RANK_TABLES_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Is the pointer of E out of a table, at an index that is not fixed, such as
/// the rank of a peer?
bool isFromTable(const FunctionView &In, EventId E);

/// For a wait for a flag behind a pointer out of a table, at a row of the own
/// rank: the store by which this code raises the flag of its rank in the rows
/// of others, `table[other][own]` beside `table[own][other]`. NoId if the
/// function shows none. Devices that run the same code raise what it waits for.
EventId raisedInRowsOfOthers(const FunctionView &In, EventId Wait);
/// The other end of either: of the wait what raises it, of that the wait.
EventId otherRow(const FunctionView &In, EventId E);

} // namespace fencepost

#endif
