//===- workers.h - units in processes of their own --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_WORKERS_H
#define FENCEPOST_ANALYZER_DRIVER_WORKERS_H

#include "analyzer/driver/unit_run.h"

namespace fencepost {

/// This process is a worker that ends with the unit at hand: the system frees
/// what it holds, and faster.
bool endsWithUnit();
/// Cores that the unit at hand may keep busy: more than one where there are
/// fewer units than jobs, in a worker.
unsigned coresOfUnit();
/// To be called before Count threads with large stacks live at a time: the
/// worker's limit of memory is told.
void expectThreads(unsigned Count);

using AnalyseUnit = llvm::function_ref<UnitOutcome(const Unit &)>;

/// One process per unit, Options.Jobs at a time, each with its time and memory
/// limit; Analyse runs there. The outcomes are in the order of the units.
std::vector<UnitOutcome> analyseInWorkers(
    llvm::ArrayRef<Unit> Units, const RunOptions &Options, AnalyseUnit Analyse,
    llvm::function_ref<void(const Unit &, size_t, size_t)> Progress);

} // namespace fencepost

#endif
