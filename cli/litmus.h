//===- litmus.h - fencepost litmus ------------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_LITMUS_H
#define FENCEPOST_CLI_LITMUS_H

#include "cli/options.h"

namespace fencepost {

/// Decides the programs of Options.LitmusFiles (`-`: standard input). The exit
/// code: 1 if one differs from what its clause expects, 2 if one could not be
/// read or decided.
int litmus(const CommandLine &Options, llvm::raw_ostream &OS);

} // namespace fencepost

#endif
