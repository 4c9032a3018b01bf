//===- link.h - findings that need several units ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The summaries of all units of a run (analysis/host_summary.h), in the
// .events text form, are joined and given to the checks as one unit without
// device functions: those that ask about the host side find more.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_LINK_H
#define FENCEPOST_ANALYZER_DRIVER_LINK_H

#include "analyzer/driver/unit_run.h"

namespace fencepost {

/// The text of a unit's summary; empty where no other unit could need it.
std::string summaryText(const Module &M);

/// Texts that cannot be read are told, with their number in place of a name
/// where Names has none.
std::vector<Finding> linkSummaries(llvm::ArrayRef<std::string> Texts,
                                   llvm::ArrayRef<std::string> Names,
                                   llvm::ArrayRef<std::string> Rules,
                                   std::vector<Notification> &Notes);

/// Adds what linking finds and the units did not: a flow within one unit is
/// found there already.
void addLinked(std::vector<Finding> Linked, std::vector<Finding> &Findings);

/// --emit-summary: one file per unit in Folder, named by the unit and a hash
/// of its path and architecture.
void writeSummaries(llvm::ArrayRef<UnitOutcome> Outcomes,
                    llvm::StringRef Folder, std::vector<Notification> &Notes);

/// `fencepost link`: the summaries and the Python files in the folders and
/// files of Options.Input.Paths.
RunResult linkFolders(const RunOptions &Options);

} // namespace fencepost

#endif
