//===- split_launch.h - `kernel << <...>> >()` ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formatters that know no CUDA part the brackets of a launch. nvcc joins `<<`
// and `<`, `>>` and `>`; Clang reads a shift.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_SPLIT_LAUNCH_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_SPLIT_LAUNCH_H

#include "analyzer/frontend/cuda/token_watcher.h"

namespace fencepost {

/// Makes PP hand out one token for the two parts.
TokenWatcher splitLaunches(clang::Preprocessor &PP);

} // namespace fencepost

#endif
