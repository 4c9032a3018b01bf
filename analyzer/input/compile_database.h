//===- compile_database.h - compile_commands.json ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's "JSON Compilation Database Format Specification": an array of objects
// with `directory`, `file`, and `arguments` or `command`.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_COMPILE_DATABASE_H
#define FENCEPOST_ANALYZER_INPUT_COMPILE_DATABASE_H

#include "analyzer/model/notification.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace fencepost {

struct CompileEntry {
  std::string File;      ///< Absolute, without `.` and `..`.
  std::string Directory; ///< Absolute.
  std::vector<std::string> Argv;
};

struct CompileDatabase {
  std::string Path;                  ///< The file that was read.
  std::vector<CompileEntry> Entries; ///< In the order of the file.
  std::vector<Notification> Notes;   ///< Entries that could not be used.
  bool Usable = false; ///< False: Notes says why nothing could be read.
};

/// BuildPath is a folder that holds compile_commands.json, or the file itself.
CompileDatabase readCompileDatabase(llvm::StringRef BuildPath);

/// Absolute and without `.` and `..`; Base is used for a relative Path, the
/// current folder if it is empty. Symbolic links are left alone.
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Base = "");

} // namespace fencepost

#endif
