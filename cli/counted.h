//===- counted.h - which findings of a run count ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_COUNTED_H
#define FENCEPOST_CLI_COUNTED_H

#include "analyzer/finding/baseline.h"
#include "analyzer/finding/changes.h"
#include "cli/options.h"

namespace fencepost {

/// --baseline and --diff. They are read before the run, so that a fault costs
/// no waiting.
class Counted {
public:
  /// Nullopt: one of them cannot be read, which is said on standard error.
  static std::optional<Counted> read(const CommandLine &Options);

  /// Sets aside what does not count.
  void apply(RunResult &R);

  /// A sentence on entries of the baseline that are gone; else empty.
  std::string remark() const;

private:
  std::optional<Baseline> Known;
  std::optional<Changes> Changed;
  std::string BaselineFile, Since;
  size_t Gone = 0;
};

/// --write-baseline; false if it cannot be written.
bool writeBaselineFile(const CommandLine &Options, const RunResult &R);

/// --fix: what is repaired leaves R.Findings; what was done and what was not is
/// said on standard error. False if a file could not be written.
bool fixFindings(const FixChoice &Choice, RunResult &R, bool Quiet);

/// --diff-fixes
bool printFixDiff(const FixChoice &Choice, const RunResult &R,
                  llvm::raw_ostream &OS);

} // namespace fencepost

#endif
