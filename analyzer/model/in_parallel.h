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

/// Calls Work(0) to Work(Count - 1), each once, in their order on one thread,
/// else the next one on whichever of Threads is free. Ends when all have ended.
/// StackBytes: of each thread that is started; the calling thread works too.
void inParallel(size_t Count, unsigned Threads, unsigned StackBytes,
                llvm::function_ref<void(size_t)> Work);

} // namespace fencepost

#endif
