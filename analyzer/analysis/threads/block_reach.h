//===- block_reach.h - words that several blocks reach ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Does an access reach one and the same word from every block that runs? Yes
// is a claim: a condition that picks blocks by their number, and a walk that
// was too long, are no. So is an address that hangs on loaded values, except on
// elements that a loop over the grid deals out to all its threads.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_THREADS_BLOCK_REACH_H
#define FENCEPOST_ANALYZER_ANALYSIS_THREADS_BLOCK_REACH_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Is the word the same one for every block, in a kernel of several blocks?
bool isOneForTheGrid(const UnitView &Unit, const FunctionView &In, EventId E);

/// Is it a word in the shared memory of one block of a cluster, of several
/// blocks, that all blocks reach, whatever their number?
bool isOneForTheCluster(const UnitView &Unit, const FunctionView &In,
                        EventId E);

/// May some condition let only blocks of certain numbers get to E? A bound that
/// cuts off the last threads of the grid picks no block.
bool isOfChosenBlocks(const UnitView &Unit, const FunctionView &In, EventId E);

/// Is the address made by one of the functions that map a shared variable into
/// another block of the cluster?
bool isMappedToPeer(const FunctionView &In, ValueId Address);

} // namespace fencepost

#endif
