//===- scan.h - one run from the command line -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_SCAN_H
#define FENCEPOST_CLI_SCAN_H

#include "cli/options.h"

namespace fencepost {

/// Results go to the output file or standard output; progress, notices and
/// the summary to standard error. Returns the exit code.
int scan(const CommandLine &Options);

} // namespace fencepost

#endif
