//===- scale_options.h - limits, cache, parts of a run ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_SCALE_OPTIONS_H
#define FENCEPOST_CLI_SCALE_OPTIONS_H

#include "cli/options.h"
#include "llvm/Support/CommandLine.h"

namespace fencepost {

/// Options of a scan that need no other.
struct ScaleOptions {
  llvm::cl::OptionCategory Category{"Large projects"};
  llvm::cl::SubCommandGroup &In; ///< Where they hold.
  explicit ScaleOptions(llvm::cl::SubCommandGroup &In) : In(In) {}

  llvm::cl::opt<std::string> CacheFolder{
      "cache-dir",
      llvm::cl::desc("Keep results there, so that only what changed is read "
                     "again (default: $XDG_CACHE_HOME/fencepost, else "
                     "~/.cache/fencepost)"),
      llvm::cl::value_desc("DIR"), llvm::cl::sub(In), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> NoCache{"no-cache",
                              llvm::cl::desc("Keep no results, use none"),
                              llvm::cl::sub(In), llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> CacheSize{
      "cache-size",
      llvm::cl::desc("Size at which the oldest results go; 0: none do "
                     "(default: 5120)"),
      llvm::cl::value_desc("MB"),
      llvm::cl::init(5120),
      llvm::cl::sub(In),
      llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> Timeout{
      "timeout",
      llvm::cl::desc("Processor time for one unit; 0: no limit (default: 300)"),
      llvm::cl::value_desc("SECONDS"),
      llvm::cl::init(RunOptions().UnitSeconds),
      llvm::cl::sub(In),
      llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> MemoryLimit{
      "memory-limit",
      llvm::cl::desc("Memory for one unit; 0: no limit (default: 16384)"),
      llvm::cl::value_desc("MB"),
      llvm::cl::init(RunOptions().UnitMegabytes),
      llvm::cl::sub(In),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Shard{
      "shard",
      llvm::cl::desc("The I-th of N parts of the units; with --format=part for "
                     "'fencepost merge'"),
      llvm::cl::value_desc("I/N"), llvm::cl::sub(In), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> DepFile{
      "depfile",
      llvm::cl::desc("Write the files that the result of -o depends on, as a "
                     "rule for make and ninja"),
      llvm::cl::value_desc("FILE"), llvm::cl::sub(In), llvm::cl::cat(Category)};
  /// False: one is unusable, and why is said on standard error.
  bool take(CommandLine &Out) const;
};

} // namespace fencepost

#endif
