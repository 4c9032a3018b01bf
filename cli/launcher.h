//===- launcher.h - in front of the compiler --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_LAUNCHER_H
#define FENCEPOST_CLI_LAUNCHER_H

#include "cli/options.h"

namespace fencepost {

/// Analyses the CUDA files of the compiler's command (Input.Command), tells the
/// findings on standard error as a compiler would, then becomes the compiler.
/// A finding that Options.FailOn counts is an error: 1 is returned and the
/// compiler does not run, so that no output is there that looks up to date.
/// Whatever else goes wrong here never breaks a build.
int launch(const CommandLine &Options);

} // namespace fencepost

#endif
