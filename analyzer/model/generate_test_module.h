//===- generate_test_module.h - random modules for tests --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Well-formed modules (verify() accepts every function) that use every
// enumerator, unusual names, phis, switches, detached events and inlined
// places; and a field-by-field comparison. For tests only.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_GENERATE_TEST_MODULE_H
#define FENCEPOST_ANALYZER_MODEL_GENERATE_TEST_MODULE_H

#include "analyzer/model/module.h"

namespace fencepost::test {

/// The same Seed gives the same module.
std::unique_ptr<Module> generateModule(uint64_t Seed);

/// Names the first field in which A and B differ; empty if they are equal.
std::string firstDifference(const Module &A, const Module &B);

} // namespace fencepost::test

#endif
