//===- nolint.h - comments that suppress, and those that do not -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A comment is called needless only where the run can know: a function that was
// analysed in full has an event on the line that the comment is about, and the
// rule that it names was looked for, in a layer that the rule is claimed for.
// Code behind an `#if` or in a template that nothing instantiates has no event;
// PTX and SASS may show less than the source that their lines name.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_NOLINT_H
#define FENCEPOST_ANALYZER_DRIVER_NOLINT_H

#include "analyzer/finding/suppress.h"
#include "analyzer/model/module.h"
#include "analyzer/model/notification.h"

namespace fencepost {

/// A check of ours, or a glob of such, that a comment of a unit's file names.
struct NolintName {
  std::string File, Word, Name; ///< Word: NOLINT, NOLINTNEXTLINE, NOLINTBEGIN.
  uint32_t Line = 0;            ///< Where the comment stands.
  Layer What = Layer::Cuda;     ///< Of the unit.
  bool IsAnalysed = false;      ///< See above.
  bool WasUsed = false;         ///< It suppressed something in this unit.
};

/// Suppresses Findings of one unit. Names in its files that no check has, and
/// blocks without an end, are told.
std::vector<NolintName> suppressInUnit(const Module &M,
                                       std::vector<Finding> &Findings,
                                       llvm::ArrayRef<std::string> EnabledRules,
                                       SourceText &Sources,
                                       std::vector<Notification> &Notes);

/// Of all units together: suppresses what linking added to Findings, and tells
/// what suppresses nothing.
void suppressInRun(std::vector<Finding> &Findings,
                   llvm::ArrayRef<NolintName> Names,
                   llvm::ArrayRef<std::string> EnabledRules,
                   SourceText &Sources, std::vector<Notification> &Notes);

} // namespace fencepost

#endif
