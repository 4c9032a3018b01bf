//===- tile_leaders.h - one thread of each tile -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of cooperative groups have 2, 4, 8 or 16 neighbouring threads of one
// warp (CUDA C++ Programming Guide, "Thread Block Tile"); their first thread is
// chosen by `rank % size == 0`.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_THREADS_TILE_LEADERS_H
#define FENCEPOST_ANALYZER_ANALYSIS_THREADS_TILE_LEADERS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// How many threads the tiles have of which one each executes B; 0 where no
/// condition says so.
unsigned tileLedAt(const FunctionView &In, BlockId B);

/// Is E done by one thread of each tile, at a word that is the same for the
/// tile's threads: `flag[i / size]`?
bool tellsForTile(const FunctionView &In, EventId E);

} // namespace fencepost

#endif
