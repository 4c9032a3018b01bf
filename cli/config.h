//===- config.h - the configuration and the command line --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_CONFIG_H
#define FENCEPOST_CLI_CONFIG_H

#include "cli/options.h"

namespace fencepost {

/// Fills what the command line leaves open from the configuration of the run.
/// Its faults are told by the run.
void applyConfig(CommandLine &Options);

/// `fencepost verify-config [FILE]`
int verifyConfig(const CommandLine &Options, llvm::raw_ostream &OS);

} // namespace fencepost

#endif
