//===- report.h - a run as bytes --------------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reporters only render: everything they say is in the RunResult, in the rule
// catalogue or in the user's source lines. They never fail; a source line
// that cannot be read is left out.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_REPORT_REPORT_H
#define FENCEPOST_ANALYZER_REPORT_REPORT_H

#include "analyzer/finding/source_text.h"
#include "analyzer/report/run_result.h"
#include "analyzer/report/words.h"
#include "rules/catalogue.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

struct ReportInput {
  const RunResult &Result;
  llvm::ArrayRef<RuleInfo> Rules;
  SourceText &Sources;
  llvm::StringRef Version; ///< Of the tool: 0.1.0.

  /// Null for a name that is none of Rules.
  const RuleInfo *rule(llvm::StringRef Name) const {
    for (const RuleInfo &R : Rules)
      if (R.Name == Name)
        return &R;
    return nullptr;
  }
};

/// The contract of the JSON output: keys may be added within a version, never
/// changed.
void renderJson(const ReportInput &In, llvm::raw_ostream &OS);

/// GitHub workflow commands, one line per finding.
void renderGithub(const ReportInput &In, const PathBase &Base,
                  llvm::raw_ostream &OS);

struct SummaryOptions {
  PathBase Base;
  std::string SourceUrl;     ///< Before a path below the root a path it is an
                             ///< address; may be empty.
  size_t MaxBytes = 1 << 20; ///< Findings that do not fit are counted.
};
/// A job summary for GitHub: counts, a table of findings, coverage.
void renderGithubSummary(const ReportInput &In, const SummaryOptions &Options,
                         llvm::raw_ostream &OS);

struct TerminalOptions {
  bool Color = false;
  std::string WorkingDirectory; ///< Paths below it are shown relative to it.
};
/// Clang-style messages with source lines, evidence and alternatives.
void renderTerminal(const ReportInput &In, const TerminalOptions &Options,
                    llvm::raw_ostream &OS);

struct SarifOptions {
  PathBase Base;        ///< %SRCROOT% stands for its root.
  std::string Category; ///< automationDetails.id; empty: from the layers.
  int ExitCode = 0;
  /// Suppressed findings are results too, marked so; else they are left out,
  /// since GitHub shows them as open.
  bool IncludeSuppressed = false;
};
/// SARIF 2.1.0 as GitHub code scanning takes it.
void renderSarif(const ReportInput &In, const SarifOptions &Options,
                 llvm::raw_ostream &OS);

/// One file with everything in it, suppressed findings too: it loads nothing,
/// and can be read without its script.
void renderHtml(const ReportInput &In, const PathBase &Base,
                llvm::raw_ostream &OS);

/// `n functions: a analysed, b partly (why), c skipped (why)`.
std::string coverageLine(const RunResult &R);

} // namespace fencepost

#endif
