//===- driver.h - one run: units in, findings and coverage out --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_DRIVER_H
#define FENCEPOST_ANALYZER_DRIVER_DRIVER_H

#include "analyzer/driver/config.h"
#include "analyzer/finding/finding.h"
#include "analyzer/input/unit.h"
#include "analyzer/model/module.h"
#include "analyzer/model/notification.h"
#include "analyzer/report/run_result.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

struct RunOptions {
  InputRequest Input;
  std::string CudaPath;
  /// clang-tidy's grammar: `-*,relaxed-*`. Empty: as configured, else all.
  std::string Rules;
  Level Lowest = Level::Warning; ///< Findings below are dropped.
  bool SystemHeaders = false;
  ConfigChoice Config;
  std::string SummaryFolder; ///< --emit-summary; empty: none are written.
  std::string Dump; ///< events, cfg, uniformity, order; empty: analyse.
  /// Processor time of one unit; 0: no limit. One that only sleeps has four
  /// times as long.
  unsigned UnitSeconds = 300;
  /// Units at a time; 0: one per core. Where there are fewer units, each may
  /// keep several cores busy.
  unsigned Jobs = 0;
  /// Each unit is read in a process of its own (forked: call run() while the
  /// program has one thread), so that one that crashes, hangs or eats the
  /// memory is one unit skipped. Else units are read in this process, guarded
  /// as far as a process can guard itself; UnitSeconds has no effect then.
  bool InWorkers = false;
  unsigned UnitMegabytes =
      16384;               ///< Private memory of one worker; 0: no limit.
  std::string CacheFolder; ///< Of outcomes of earlier runs; empty: none.
  unsigned CacheMegabytes = 5120; ///< Kept there; 0: no limit.
  /// Shard (from 1) of Shards is analysed: every Shards-th unit.
  uint32_t Shard = 1, Shards = 1;
  bool IsPart = false;     ///< The result is to be merged with others.
  bool ListsFiles = false; ///< UnitOutcome::FilesRead is wanted.
};

/// Progress is told through the callback: a unit is about to start, so many are
/// done, of how many.
RunResult run(const RunOptions &Options,
              llvm::function_ref<void(const Unit &, size_t, size_t)> Progress);

/// --dump: writes the stage for every unit to OS; false if nothing was read.
bool dump(const RunOptions &Options, llvm::raw_ostream &OS,
          std::vector<Notification> &Notes);

} // namespace fencepost

#endif
