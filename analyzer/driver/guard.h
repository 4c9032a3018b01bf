//===- guard.h - run something that may crash -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A crash is turned into `false`; memory that the crashed code held is lost,
// and a stack that overflows ends the process all the same. What must survive
// that runs in a worker process.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_GUARD_H
#define FENCEPOST_ANALYZER_DRIVER_GUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

/// On the calling thread's stack.
bool guarded(llvm::function_ref<void()> Work);

/// On a thread with a large stack (model/in_parallel.h).
bool guardedOnLargeStack(llvm::function_ref<void()> Work);

} // namespace fencepost

#endif
