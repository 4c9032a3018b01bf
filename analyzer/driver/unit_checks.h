//===- unit_checks.h - all checks over one unit -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_UNIT_CHECKS_H
#define FENCEPOST_ANALYZER_DRIVER_UNIT_CHECKS_H

#include "analyzer/driver/unit_run.h"

namespace fencepost {

/// Adds what the enabled rules find in M, the unit U, to Out, in the order of
/// the rules. A large unit keeps as many cores busy as it may; what is found
/// does not depend on how many.
void runChecks(const Unit &U, const Module &M, const UnitSettings &Settings,
               UnitOutcome &Out);

} // namespace fencepost

#endif
