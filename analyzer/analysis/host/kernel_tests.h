//===- kernel_tests.h - exact comparisons inside kernels --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that compares two arrays element by element is a test on the
// device. Comparisons within one array, and with constants, are none: they
// look for boundaries and for zeros.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HOST_KERNEL_TESTS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HOST_KERNEL_TESTS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Floating-point numbers of two parameters at one index, `a[i] != b[i]`.
struct KernelTest {
  uint32_t Params[2] = {0, 0}; ///< Indices into Function::Params.
  LocationId Loc = Nowhere;    ///< Of one of the loads.
  bool IsEquality = false;     ///< `==`, else `!=`.
};

std::vector<KernelTest> kernelTests(const FunctionView &In);

} // namespace fencepost

#endif
