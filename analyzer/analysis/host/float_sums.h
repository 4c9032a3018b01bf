//===- float_sums.h - what a kernel adds up in any order --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addition of floating-point numbers is not associative: atomics that arrive
// in another order give other last bits. Not counted: minima and maxima,
// integers, sums of whole numbers (exact as long as they are small), words
// that one thread of the grid owns.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HOST_FLOAT_SUMS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HOST_FLOAT_SUMS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// What the kernel does to the memory behind its parameters and to variables
/// of the device. May miss what goes through pointers that it loads from
/// memory, and what opaque calls do.
KernelFacts kernelFacts(const FunctionView &In);

} // namespace fencepost

#endif
