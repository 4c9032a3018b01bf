//===- command_text.h - what Clang is asked, as a shell line ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For bug reports and for measuring against Clang: the command that a unit is
// read with, to be pasted into a POSIX shell.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_COMMAND_TEXT_H
#define FENCEPOST_ANALYZER_DRIVER_COMMAND_TEXT_H

#include "analyzer/input/unit.h"
#include "llvm/ADT/StringRef.h"

namespace fencepost {

struct CommandText {
  std::string Line; ///< One line; a comment for what no compiler reads.
  /// It names headers that exist inside this program only.
  bool NamesOwnHeaders = false;
};

/// OwnHeaders, if not empty, is the folder that writeOwnHeaders() fills.
CommandText commandOf(const Unit &U, llvm::StringRef CudaPath,
                      llvm::StringRef OwnHeaders);

/// The command of a CUDA unit for tools built on Clang 22 (clang-tidy, clangd):
/// the pass that we read, warnings on. Headers is the absolute folder that
/// writeOwnHeaders() fills.
std::vector<std::string> toolCommand(const Unit &U, llvm::StringRef CudaPath,
                                     llvm::StringRef Headers);

/// Writes the headers that we carry below Folder, which is made if need be.
/// False, with a note, if that fails.
bool writeOwnHeaders(llvm::StringRef Folder, std::vector<Notification> &Notes);

/// Text in single quotes, as one word of a shell.
std::string shellQuoted(llvm::StringRef Text);

/// Arg as one word of a POSIX shell, in quotes only if need be.
std::string shellWord(llvm::StringRef Arg);

} // namespace fencepost

#endif
