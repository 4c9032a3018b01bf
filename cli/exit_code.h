//===- exit_code.h - what a run means to a script ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_EXIT_CODE_H
#define FENCEPOST_CLI_EXIT_CODE_H

#include "analyzer/report/run_result.h"
#include <optional>

namespace fencepost {

struct ExitRules {
  std::optional<Level> FailOn = Level::Warning; ///< Nullopt: never.
  bool StrictCoverage = false;
};

/// The highest of: 3 for an internal error, 2 for a named input of which
/// nothing could be analysed (or anything at all, if StrictCoverage), 1 for a
/// finding at or above FailOn, 0.
int exitCode(const RunResult &R, const ExitRules &Rules);

} // namespace fencepost

#endif
