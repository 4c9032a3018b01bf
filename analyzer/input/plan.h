//===- plan.h - parts of planInputs() ---------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_PLAN_H
#define FENCEPOST_ANALYZER_INPUT_PLAN_H

#include "analyzer/input/unit.h"

namespace fencepost {

struct FolderFiles {
  std::vector<std::string> Files; ///< .cu .cuh .ptx .sass, sorted.
  /// .cubin .fatbin .o .so .so.N .a, sorted; each file once, whatever links to
  /// it.
  std::vector<std::string> Binaries;
  std::vector<std::string> Unreadable; ///< Folders.
};

/// Walks Folder without hidden folders; links to folders are not followed, so
/// the walk ends.
FolderFiles listFolder(llvm::StringRef Folder);

/// A whole file, pipe or, for "-", standard input; more than Limit bytes are an
/// error.
llvm::Expected<std::string> readInput(llvm::StringRef Path, size_t Limit);

/// The first Bytes of a file.
llvm::Expected<std::string> readHead(llvm::StringRef Path, size_t Bytes);

} // namespace fencepost

#endif
