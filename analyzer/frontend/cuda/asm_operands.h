//===- asm_operands.h - operands without a comma between --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc takes `asm("..." :: "r"(a) "l"(b))`. Clang expects a comma and drops
// the statement.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_ASM_OPERANDS_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_ASM_OPERANDS_H

#include "analyzer/frontend/cuda/token_watcher.h"

namespace fencepost {

/// Makes PP hand out a comma between two operands of an asm statement that
/// have none.
TokenWatcher asmOperands(clang::Preprocessor &PP);

} // namespace fencepost

#endif
