//===- partial_run.h - what a run knows before it is told -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run has two halves: its units are analysed, each on its own, then all that
// was found is linked, merged and sorted. Between them lies a PartialRun. Parts
// of one run, made by several machines, join to the whole of it: the second
// half sees the same outcomes in the same order.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_PARTIAL_RUN_H
#define FENCEPOST_ANALYZER_DRIVER_PARTIAL_RUN_H

#include "analyzer/driver/unit_run.h"
#include "analyzer/finding/source_text.h"

namespace fencepost {

struct PartialRun {
  /// Shard (from 1) of Shards of one plan; the whole plan is 1 of 1.
  uint32_t Shard = 1, Shards = 1;
  uint32_t PlannedUnits = 0;       ///< Of all shards.
  std::string PlanKey;             ///< The same for shards of one plan alone.
  std::vector<uint32_t> Positions; ///< Of each outcome in the plan.
  std::vector<UnitOutcome> Outcomes;
  std::vector<Notification> Notes;  ///< Of options, configurations and plan.
  std::vector<NamedReason> LeftOut; ///< As in RunResult.
  bool HasUserError = false;
  std::vector<std::string> Rules; ///< Names of the enabled ones.
  /// Of the Python files of the run, made where a unit binds functions for
  /// Python.
  std::string PythonSummary;
  std::vector<Notification> PythonNotes;
  std::vector<Excerpt> Streams; ///< Texts that came through pipes.
};

/// The first half: plans, and analyses the units of Options.Shard.
PartialRun
analysePart(const RunOptions &Options,
            llvm::function_ref<void(const Unit &, size_t, size_t)> Progress);

/// The second half. Of Options it takes what concerns the telling.
RunResult finishRun(PartialRun Part, const RunOptions &Options);
/// The same; what it reads of files stays in Sources.
RunResult finishRun(PartialRun Part, const RunOptions &Options,
                    SourceText &Sources);

} // namespace fencepost

#endif
