//===- export_compdb.h - a database for tools built on Clang ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_EXPORT_COMPDB_H
#define FENCEPOST_CLI_EXPORT_COMPDB_H

#include "cli/options.h"

namespace fencepost {

/// Writes a compile_commands.json whose CUDA commands are Clang's, one entry
/// per unit; the others stay as they are. By default to the folder `fencepost`
/// of the build, with our headers beside it. Returns the exit code.
int exportCompdb(const CommandLine &Options);

} // namespace fencepost

#endif
