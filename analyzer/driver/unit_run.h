//===- unit_run.h - one unit: read, checked, told ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_UNIT_RUN_H
#define FENCEPOST_ANALYZER_DRIVER_UNIT_RUN_H

#include "analyzer/driver/driver.h"
#include "analyzer/driver/nolint.h"
#include "analyzer/finding/source_text.h"
#include "analyzer/model/files_asked.h"
#include "llvm/ADT/ArrayRef.h"
#include <functional>

namespace fencepost {

/// What a unit's run depends on besides the unit.
struct UnitSettings {
  std::string CudaPath;
  std::vector<std::string> Rules; ///< Names of the enabled ones.
  bool IsAlone = false;           ///< Nothing to link with: no summary is made.
  std::vector<HomeNote> Homes;
  const ApiModels *Models = nullptr; ///< Null: those that ship.
  /// Hash of the files that Homes and Models come from; empty: there are none.
  std::string ConfigKey;
};

using SettingsOfUnit = std::function<const UnitSettings &(const Unit &)>;

/// How much of one function was analysed. Key names the function over units
/// and architectures; the other names are empty where nothing is missing.
struct FunctionCoverage {
  std::string Key, Name, File;
  Coverage State = Coverage::Analysed;
  std::string Reason;
};

struct UnitOutcome {
  UnitReport Report;
  std::vector<Finding> Findings;
  std::vector<FunctionCoverage> Functions;
  std::vector<Notification> Notes;
  std::string Summary;           ///< What linking needs: link.h.
  std::vector<Excerpt> Excerpts; ///< Of device images with findings.
  std::vector<NolintName> Nolints;
  std::vector<std::string> FilesRead; ///< If asked for: Options.ListsFiles.
  bool HoldsNolint = true; ///< The word stands somewhere in the unit's file.
  std::vector<LineMark> LineMarks; ///< Of that file, if there are findings.
};

struct ReadUnit {
  std::unique_ptr<Module> M; ///< Null: WhySkipped says why.
  std::string WhySkipped, WhyPartly;
  std::vector<Notification> Notes;
  std::string Text; ///< Of a device image: what was read.
  std::vector<LineMark> LineMarks;
  bool HoldsNolint = true; ///< The word stands somewhere in what was read.
  /// Of a device image without a text: its functions, as mangled.
  std::vector<std::string> Functions;
  FilesAsked Asked; ///< Of CUDA source; of listings, where sources are not.
};

/// The front end of the unit's layer.
ReadUnit readUnit(const Unit &U, llvm::StringRef CudaPath,
                  const ApiModels *Models = nullptr);

/// Report of a unit about which nothing is known yet.
UnitReport reportOf(const Unit &U);

/// Reads and checks. A check that crashes is told and left out; a front end
/// that crashes takes the process with it. Asked, if given, is filled with all
/// files that the outcome depends on.
UnitOutcome analyseUnit(const Unit &U, const UnitSettings &Settings,
                        FilesAsked *Asked = nullptr);

/// The outcome of a unit whose analysis ended badly (What: "crashed", "took
/// longer than 300 s"): skipped, with an internal notification.
UnitOutcome failedUnit(const Unit &U, llvm::StringRef What);

} // namespace fencepost

#endif
