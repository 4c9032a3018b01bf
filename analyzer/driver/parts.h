//===- parts.h - one run made in parts --------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `--shard=i/n --format=part` writes what one machine found, `fencepost merge`
// goes on from the parts as the one run would have: units take their place in
// the plan, so neither the number of shards nor the order of the files shows.
// Parts that are no shards (one file each of a build) follow in the order in
// which they are named.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_PARTS_H
#define FENCEPOST_ANALYZER_DRIVER_PARTS_H

#include "analyzer/driver/partial_run.h"

namespace fencepost {

/// What does not fit together, and shards that are missing, is a user error in
/// the notes of the result.
PartialRun joinParts(std::vector<PartialRun> Parts);

/// Reads Files and joins what could be read. Tool: the program's version.
PartialRun readParts(llvm::ArrayRef<std::string> Files, llvm::StringRef Tool);

/// A rule for make and ninja: Target depends on all files that Part read.
std::string depfileOf(llvm::StringRef Target, const PartialRun &Part);

} // namespace fencepost

#endif
