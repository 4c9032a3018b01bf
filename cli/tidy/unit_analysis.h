//===- unit_analysis.h - one analysis for all checks of a unit --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy makes one object per check and unit; all of a unit share one
// analysis, which runs when the first of them asks.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_TIDY_UNIT_ANALYSIS_H
#define FENCEPOST_CLI_TIDY_UNIT_ANALYSIS_H

#include "analyzer/finding/finding.h"
#include "analyzer/frontend/cuda/diagnostics.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class DiagnosticsEngine;
} // namespace clang

namespace fencepost::tidy {

/// Listens to the errors of a unit beside clang-tidy, from its construction to
/// its end: what an error took from the tree must be known.
class ErrorListener {
public:
  explicit ErrorListener(clang::DiagnosticsEngine &Engine);
  ~ErrorListener();
  llvm::ArrayRef<clang::SourceLocation> places() const {
    return Collector.errorPlaces();
  }

private:
  class Fork;
  clang::DiagnosticsEngine &Engine;
  DiagnosticCollector Collector{/*HasToolkit=*/true};
  std::unique_ptr<clang::DiagnosticConsumer> Owned; ///< If the engine owned it.
  clang::DiagnosticConsumer *Former;
  std::unique_ptr<Fork> Both;
};

class UnitAnalysis {
public:
  /// A check of the rule is enabled in this unit.
  void enable(llvm::StringRef Rule) { Rules.push_back(Rule.str()); }

  void listen(clang::DiagnosticsEngine &Engine);

  /// Of all enabled rules; merged and sorted. At levels of note and above.
  llvm::ArrayRef<Finding> findings(clang::ASTContext &Ctx);

  /// Functions that were not analysed in full, as notes at their place.
  llvm::ArrayRef<Step> notAnalysed() const { return Gaps; }
  bool takeTurnToTellGaps() { return !std::exchange(GapsTold, true); }

private:
  std::vector<std::string> Rules;
  std::unique_ptr<ErrorListener> Errors;
  std::vector<Finding> Findings;
  std::vector<Step> Gaps;
  bool HasRun = false, GapsTold = false;

  void run(clang::ASTContext &Ctx);
};

} // namespace fencepost::tidy

#endif
