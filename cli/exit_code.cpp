//===- exit_code.cpp - what a run means to a script -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/exit_code.h"
#include "cli/options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fencepost {
namespace {

/// A file read for several targets, or a binary with several images, is usable
/// if one of them could be read.
bool hasUnusableInput(const RunResult &R) {
  llvm::StringMap<bool> Usable;
  for (const UnitReport &U : R.Units)
    if (U.WasNamed)
      Usable[U.Input.empty() ? U.File : U.Input] |=
          U.State != UnitState::Skipped;
  return llvm::any_of(Usable, [](const auto &E) { return !E.second; });
}

bool isFullyCovered(const RunResult &R) {
  return R.Partly.empty() && R.Skipped.empty() &&
         llvm::all_of(R.Units, [](const UnitReport &U) {
           return U.State == UnitState::Analysed;
         });
}

} // namespace

int exitCode(const RunResult &R, const ExitRules &Rules) {
  if (llvm::any_of(R.Notes, [](const Notification &N) {
        return N.Class == NoticeClass::Internal;
      }))
    return InternalError;
  if (R.HasUserError || hasUnusableInput(R) ||
      (Rules.StrictCoverage && !isFullyCovered(R)))
    return UserError;
  if (Rules.FailOn && llvm::any_of(R.Findings, [&](const Finding &F) {
        return F.Severity >= *Rules.FailOn;
      }))
    return HasFindings;
  return Clean;
}

} // namespace fencepost
