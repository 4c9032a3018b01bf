//===- device_runtime.h - functions that compilers bring --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_DEVICE_RUNTIME_H
#define FENCEPOST_ANALYZER_MODEL_DEVICE_RUNTIME_H

#include "llvm/ADT/StringRef.h"

namespace fencepost {

/// Is it a function of the device runtime or of the compiler, without a body
/// to be seen, that orders nothing and touches no word that another thread
/// sees? Functions of PTX and of machine code: vprintf, malloc, libdevice
/// (`__nv_sinf`), and the arithmetic that ptxas keeps in subroutines
/// (`__cuda_sm20_div_u64`, `$__internal_3_$__cuda_sm20_dsqrt_rn_f64_...`).
bool ordersNothing(llvm::StringRef Function);

} // namespace fencepost

#endif
