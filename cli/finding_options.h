//===- finding_options.h - which findings count, and their fixes *- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_FINDING_OPTIONS_H
#define FENCEPOST_CLI_FINDING_OPTIONS_H

#include "cli/options.h"
#include "llvm/Support/CommandLine.h"

namespace fencepost {

/// Options of a scan that need no other.
struct FindingOptions {
  llvm::cl::OptionCategory Category{"Which findings count"};
  llvm::cl::SubCommandGroup &In; ///< Where they hold.
  explicit FindingOptions(llvm::cl::SubCommandGroup &In) : In(In) {}

  llvm::cl::opt<std::string> Config{
      "config",
      llvm::cl::desc("Configuration in place of the nearest .fencepost.yaml"),
      llvm::cl::value_desc("FILE"), llvm::cl::sub(In), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> NoConfig{"no-config",
                               llvm::cl::desc("Read no configuration"),
                               llvm::cl::sub(In), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Baseline{
      "baseline", llvm::cl::desc("Findings that are in FILE do not count"),
      llvm::cl::value_desc("FILE"), llvm::cl::sub(In), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> WriteBaseline{
      "write-baseline",
      llvm::cl::desc("Write the findings to FILE, for --baseline"),
      llvm::cl::value_desc("FILE"), llvm::cl::sub(In), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Diff{
      "diff",
      llvm::cl::ValueOptional,
      llvm::cl::desc("Only findings that touch what changed since REV of git "
                     "(default: HEAD), or in a unified diff: FILE, '-'"),
      llvm::cl::value_desc("REV"),
      llvm::cl::sub(In),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Explain{
      "explain-finding",
      llvm::cl::desc("Tell one finding, with the program that shows it: the "
                     "start of its fingerprint, or FILE:LINE"),
      llvm::cl::value_desc("WHICH"), llvm::cl::sub(In),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Fix{
      "fix", llvm::cl::desc("Apply the fixes that keep what the code means"),
      llvm::cl::sub(In), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> UnsafeFixes{
      "unsafe-fixes",
      llvm::cl::desc("With --fix or --diff-fixes: those too that need a look"),
      llvm::cl::sub(In), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> DiffFixes{
      "diff-fixes",
      llvm::cl::desc("Print the fixes as a unified diff, and nothing else"),
      llvm::cl::sub(In), llvm::cl::cat(Category)};

  /// False: they contradict each other, and why is said on standard error.
  bool take(CommandLine &Out) const;
};

} // namespace fencepost

#endif
