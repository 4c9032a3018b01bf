//===- sample_run.h - a hand-made run for reporter tests --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_REPORT_SAMPLE_RUN_H
#define FENCEPOST_ANALYZER_REPORT_SAMPLE_RUN_H

#include "analyzer/report/report.h"

namespace fencepost {

/// One finding of weak-poll in testdata/report/sample.cu, one unit skipped,
/// one function partly analysed, one notice of each class.
RunResult sampleRun(llvm::StringRef Testdata);

/// The same, and names and texts that would break out of HTML, Markdown or a
/// line wherever they were not escaped; three suppressed findings.
RunResult hostileRun(llvm::StringRef Testdata);

/// Count findings of both rules and all levels in 50 files.
RunResult manyFindings(llvm::StringRef Testdata, unsigned Count);

/// Two rules: relaxed-poll and weak-poll.
llvm::ArrayRef<RuleInfo> sampleRules();

} // namespace fencepost

#endif
