//===- apply_fixes.h - fixes written to files -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is replaced as a whole, and only if it still is what was analysed.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_APPLY_FIXES_H
#define FENCEPOST_ANALYZER_DRIVER_APPLY_FIXES_H

#include "analyzer/finding/edits.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

/// What became of a plan. Refused: file and why nothing was written to it.
struct FixResult {
  std::vector<std::string> Written;
  std::vector<std::pair<std::string, std::string>> Refused;
};

FixResult applyFixes(const FixPlan &Plan);

/// The plan as a unified diff, names below Here where they lie there.
FixResult printFixes(const FixPlan &Plan, llvm::StringRef Here,
                     llvm::raw_ostream &OS);

} // namespace fencepost

#endif
