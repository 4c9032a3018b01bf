//===- finding_options.cpp - which findings count, and their fixes --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/finding_options.h"

namespace fencepost {

bool FindingOptions::take(CommandLine &Out) const {
  auto Refuse = [](llvm::StringRef Message) {
    llvm::errs() << "fencepost: error: " << Message << '\n';
    return false;
  };
  if (NoConfig && Config.getNumOccurrences())
    return Refuse("--config and --no-config contradict each other");
  if (Fix && DiffFixes)
    return Refuse(
        "--fix changes files and --diff-fixes changes none: name one");
  if (UnsafeFixes && !Fix && !DiffFixes)
    return Refuse("--unsafe-fixes says which fixes: add --fix or --diff-fixes");
  if (Baseline.getNumOccurrences() && WriteBaseline.getNumOccurrences())
    return Refuse("--write-baseline writes all findings: leave --baseline out");
  if (Diff.getNumOccurrences() && WriteBaseline.getNumOccurrences())
    return Refuse("--write-baseline writes all findings: leave --diff out");
  Out.Run.Config = {!NoConfig, Config};
  if (Explain.getNumOccurrences() && Explain.empty())
    return Refuse("--explain-finding: name the start of a fingerprint, or "
                  "FILE:LINE");
  Out.ExplainFinding = Explain;
  Out.Baseline = Baseline;
  Out.WriteBaseline = WriteBaseline;
  if (Diff.getNumOccurrences())
    Out.Diff = Diff.getValue();
  Out.Fixes.Apply = Fix;
  Out.Fixes.Print = DiffFixes;
  Out.Fixes.Unsafe = UnsafeFixes;
  return true;
}

} // namespace fencepost
