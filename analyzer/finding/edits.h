//===- edits.h - fixes of many findings as new texts ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fix is taken whole or not at all. Of two that change the same text the one
// of the earlier finding is taken; equal ones are one.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_EDITS_H
#define FENCEPOST_ANALYZER_FINDING_EDITS_H

#include "analyzer/finding/finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>

namespace fencepost {

struct FixPlan {
  /// By file; within one by offset, without overlaps.
  std::map<std::string, std::vector<Edit>> Files;
  static constexpr size_t None = ~size_t(0);
  std::vector<size_t> TakenOf; ///< For each finding: index of its fix, or None.
  size_t Taken = 0;            ///< Findings that a fix is taken for.
  size_t Unsafe = 0;    ///< ...that have only a fix that was not asked for.
  size_t Conflicts = 0; ///< ...whose fix changes what another one changes.
};

/// The first fix that may be taken, for each finding.
FixPlan planFixes(llvm::ArrayRef<Finding> Findings, bool WithUnsafe);

/// Edits sorted by offset, without overlaps, within Text.
std::string applyEdits(llvm::StringRef Text, llvm::ArrayRef<Edit> Edits);

/// What turns Old into New, as `patch -p0` reads it; empty if they are equal.
/// Edits: those that applyEdits() was given.
std::string unifiedDiff(llvm::StringRef Name, llvm::StringRef Old,
                        llvm::ArrayRef<Edit> Edits);

} // namespace fencepost

#endif
