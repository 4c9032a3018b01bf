//===- ninja.h - a build's analysis as a Ninja file -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_NINJA_H
#define FENCEPOST_CLI_NINJA_H

#include "cli/options.h"

namespace fencepost {

/// `fencepost ninja -p BUILD`: one step per source file of the database, which
/// writes a part of the run and a depfile, and one that merges the parts.
/// Returns the exit code.
int writeNinja(const CommandLine &Options);

/// Path as Ninja reads it in a `build` line.
std::string ninjaPath(llvm::StringRef Path);

} // namespace fencepost

#endif
