//===- file_states.h - have the files of a unit changed? --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Content decides. A file whose inode, size and times are those of an earlier
// look is not read again, unless it had changed within two seconds before that
// look: a second change in the same tick of the file system's clock would not
// show.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_CACHE_FILE_STATES_H
#define FENCEPOST_ANALYZER_DRIVER_CACHE_FILE_STATES_H

#include "analyzer/model/files_asked.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace fencepost {

struct FileStamp {
  uint64_t Inode = 0, Size = 0;
  int64_t Modified = 0, Changed = 0; ///< Nanoseconds since 1970.
  /// Long enough unchanged when it was looked at.
  bool IsSettled = false;
  bool operator==(const FileStamp &O) const {
    return Inode == O.Inode && Size == O.Size && Modified == O.Modified &&
           Changed == O.Changed;
  }
};

/// The answer to one question, in a form that can be compared.
struct FileState {
  FileAnswer Answer = FileAnswer::Absent;
  FileStamp Stamp; ///< Of files and folders whose content counts.
  /// Absent: empty; else what is there, or a hash of content or names.
  std::string Digest;
};

/// Wall clock, the one that file systems stamp with.
int64_t fileClock();

class FileStates {
public:
  /// What is at Path now, or was when it was asked for the first time. Known,
  /// if given, is what was there once: its digest is taken if its stamp holds.
  const FileState &now(llvm::StringRef Path, FileAnswer Answer,
                       const FileState *Known = nullptr);
  /// As it is at this moment, whatever was asked for before. Nullopt if it
  /// changed at or after Since, or changes while it is read.
  std::optional<FileState> fresh(llvm::StringRef Path, FileAnswer Answer,
                                 int64_t Since);

private:
  llvm::StringMap<FileState> Contents, Listings, Presence;
  llvm::StringMap<FileState> &of(FileAnswer Answer);
};

/// 32 hexadecimal digits.
std::string digestOf(llvm::StringRef Text);

} // namespace fencepost

#endif
