//===- configured.h - a run under its configurations ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_CONFIGURED_H
#define FENCEPOST_ANALYZER_DRIVER_CONFIGURED_H

#include "analyzer/driver/partial_run.h"
#include <map>

namespace fencepost {

/// The file or binary that U is read for: its configuration counts.
llvm::StringRef inputOf(const Unit &U);

class Configured {
public:
  /// Rules: names of all.
  Configured(const RunOptions &Options, llvm::ArrayRef<llvm::StringRef> Rules);

  /// Takes the units that are not to be read out of Units, tells of them in
  /// Part, and reads every configuration of the others. False: one has faults,
  /// which are told.
  bool plan(std::vector<Unit> &Units, PartialRun &Part);

  /// Base: what no configuration changes.
  const UnitSettings &settings(const Unit &U, const UnitSettings &Base);
  const Config &of(llvm::StringRef Input) { return Configs.of(Input); }

private:
  const RunOptions &Options;
  std::vector<llvm::StringRef> Rules;
  ConfigSet Configs;
  std::map<const Config *, UnitSettings> Known;
};

/// Sets the levels of findings made under C, and drops those that lie where
/// nothing is to be reported.
void settleFindings(const Config &C, std::vector<Finding> &Findings,
                    std::vector<NamedReason> &LeftOut);
/// The same for findings of no single unit: each under the configuration of its
/// file; those of rules that are off are dropped.
void settleLinked(const RunOptions &Options, std::vector<Finding> &Findings,
                  std::vector<NamedReason> &LeftOut);

/// The configuration that holds for the run as a whole; run() tells its faults.
Config configOfRun(const RunOptions &Options);

} // namespace fencepost

#endif
