//===- run_result.h - what reporters render ---------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_REPORT_RUN_RESULT_H
#define FENCEPOST_ANALYZER_REPORT_RUN_RESULT_H

#include "analyzer/finding/finding.h"
#include "analyzer/model/notification.h"
#include <string>
#include <utility>
#include <vector>

namespace fencepost {

struct NamedReason {
  std::string Name, Reason, File;
};

enum class UnitState : uint8_t { Analysed, Partly, Skipped };

struct UnitReport {
  std::string File, Arch;
  Layer What = Layer::Cuda;
  UnitState State = UnitState::Analysed;
  std::string Reason;
  bool WasNamed = true;
  /// The binary that the image File lies in, or the header that File was read
  /// for; else empty.
  std::string Input;
  uint32_t AdviceWithheld = 0; ///< What it rests on could not be shown.
};

/// Some lines of a text that is no file: all others are empty.
struct Excerpt {
  std::string File, Text;
};

struct RunResult {
  std::vector<Finding> Findings; ///< Merged and sorted; none is suppressed.
  /// Listed where a format has a place for them; they do not count.
  std::vector<Finding> Suppressed;
  uint64_t FunctionsAnalysed = 0;
  std::vector<NamedReason> Partly, Skipped;
  std::vector<NamedReason> LeftOut; ///< Files, by `skip` of a configuration.
  std::vector<UnitReport> Units;
  std::vector<Notification> Notes;
  std::vector<Excerpt> Excerpts; ///< What findings in device images point at.
  bool HasUserError = false;     ///< A named input could not be used (exit 2).
};

/// Moves the findings with Finding::Suppressed set from Findings to Suppressed.
/// Whoever sets it on findings of a run calls this afterwards.
inline void setAsideSuppressed(RunResult &R) {
  std::vector<Finding> All = std::move(R.Findings);
  R.Findings.clear();
  for (Finding &F : All)
    (F.Suppressed == Suppression::None ? R.Findings : R.Suppressed)
        .push_back(std::move(F));
}

} // namespace fencepost

#endif
