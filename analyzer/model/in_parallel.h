//===- in_parallel.h - pieces of work on several cores ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_IN_PARALLEL_H
#define FENCEPOST_ANALYZER_MODEL_IN_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>

namespace fencepost {

/// Of a stack for deeply nested input, in bytes. Most of it is never touched.
constexpr unsigned LargeStackBytes = 256u << 20;

/// Calls Work(0) to Work(Count - 1), each once, in their order on one thread,
/// else the next one on whichever of Threads is free. Ends when all have ended.
/// The calling thread works too, others are started with a large stack; with as
/// many threads as pieces, pieces may wait for each other.
void inParallel(size_t Count, unsigned Threads,
                llvm::function_ref<void(size_t)> Work);

} // namespace fencepost

#endif
