//===- job_summary.h - the summary of a GitHub job --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_JOB_SUMMARY_H
#define FENCEPOST_CLI_JOB_SUMMARY_H

#include "analyzer/report/report.h"

namespace fencepost {

/// Appends to the file that GITHUB_STEP_SUMMARY names, if it names one; places
/// below its root are links where the variables of a job tell the repository.
/// False, and told, if the file cannot be written.
bool appendJobSummary(const ReportInput &In, const PathBase &Base);

} // namespace fencepost

#endif
