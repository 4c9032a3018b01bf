//===- output_file.h - files that a run writes ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is replaced only by a complete one, a link stays a link, and a device
// or a pipe is written to. What a run reads is never what it writes.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_OUTPUT_FILE_H
#define FENCEPOST_CLI_OUTPUT_FILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace fencepost {

/// A device or a pipe must not be replaced by a file.
bool isReplaceable(llvm::StringRef File);

/// True if it was written; else that is told. No name: standard output.
bool writeOutput(llvm::StringRef File,
                 llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// Found before the work starts rather than after it; told if it cannot.
bool canWrite(llvm::StringRef File);

/// False, and told, if File is one of Inputs, by whatever name.
bool isNoInput(llvm::StringRef File, llvm::ArrayRef<std::string> Inputs);

} // namespace fencepost

#endif
