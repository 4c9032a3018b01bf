//===- braced_launch.h - <<<grid, {x, y, z}>>> ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc takes a braced list for the grid and the block of a launch, as for any
// parameter of type dim3. Clang expects an expression there and loses the
// launch, and with it the instantiation of the kernel.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_BRACED_LAUNCH_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_BRACED_LAUNCH_H

#include "analyzer/frontend/cuda/token_watcher.h"

namespace fencepost {

/// Makes PP hand out `dim3{` for a brace that opens the first or second
/// argument of a launch configuration.
TokenWatcher bracedLaunches(clang::Preprocessor &PP);

} // namespace fencepost

#endif
