//===- words.h - words of a command line and of response files --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three quotings. POSIX shell ("Quoting"): the `command` of a compilation
// database, and what nvcc hands to the host compiler through a shell. GNU
// (LLVM's reader): response files of clang and g++. nvcc's own, as nvcc 13.0
// behaves with --dryrun: in a response file blanks separate, double quotes
// group, a backslash takes the next character, single quotes and '#' are
// ordinary; lists are split at commas outside double quotes, a backslash takes
// the next character.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_WORDS_H
#define FENCEPOST_ANALYZER_INPUT_WORDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace fencepost {

/// Quotes and backslashes of a shell; nothing is expanded.
std::vector<std::string> splitShell(llvm::StringRef Text);

std::vector<std::string> splitGnu(llvm::StringRef Text);

/// The words of a response file that nvcc reads.
std::vector<std::string> splitNvcc(llvm::StringRef Text);

/// The values of a list option. DropQuotes: the word came from a response
/// file, where nvcc removes the quotes that are left; on the command line they
/// belong to the value.
std::vector<std::string> splitList(llvm::StringRef Value, bool DropQuotes);

/// Text of a response file. Only regular files of at most 16 MiB are read; an
/// error names the file.
llvm::Expected<std::string> readResponseFile(llvm::StringRef File,
                                             llvm::StringRef Directory);

} // namespace fencepost

#endif
