//===- polls_testing.h - the polls of one function --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_POLLS_TESTING_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_POLLS_TESTING_H

#include "analyzer/analysis/analysis_test.h"

namespace fencepost {

/// The polls of the only function in Text, by the mark of the read.
struct FoundPolls {
  TestUnit U;
  explicit FoundPolls(const char *Text) : U(Text) {}
  const Poll *at(const char *Mark) { return U.fn().polls().of(U[Mark]); }
  size_t count() { return U.fn().polls().all().size(); }
};

} // namespace fencepost

#endif
