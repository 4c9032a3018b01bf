//===- source_text.h - lines of the user's files ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One cache of files and their line starts, shared by fingerprints and
// reporters. A file that cannot be read has no lines; that is no error, since
// findings may point into files of another machine.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_SOURCE_TEXT_H
#define FENCEPOST_ANALYZER_FINDING_SOURCE_TEXT_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <memory>
#include <optional>

namespace fencepost {

/// A place of a file that a reader of it passed: a byte within that line.
struct LineMark {
  uint32_t Line = 1;
  uint64_t Offset = 0;
};

class SourceText {
public:
  /// Text that is not on disk: standard input is "-".
  void add(llvm::StringRef File, llvm::StringRef Text);

  /// The word NOLINT stands nowhere in File: a reader of it saw that.
  void withoutNolint(llvm::StringRef File) { PlainFiles.insert(File); }
  bool mayHoldNolint(llvm::StringRef File) const {
    return !PlainFiles.contains(File);
  }

  /// Lines behind a mark are found from there: a file that is larger than what
  /// is asked of it need not be read from its start.
  void mark(llvm::StringRef File, const LineMark &At) {
    Files[File].Marks[At.Line] = At.Offset;
  }

  /// The whole text; nullopt if the file cannot be read, is no regular file
  /// or is larger than MaxBytes.
  std::optional<llvm::StringRef> text(llvm::StringRef File);
  /// Line (from 1) without its end of line.
  std::optional<llvm::StringRef> line(llvm::StringRef File, uint32_t Line);

  static constexpr uint64_t MaxBytes = 256u << 20;

private:
  static constexpr size_t BlockBytes = 16u << 10;
  struct Entry {
    bool WasRead = false;
    std::unique_ptr<llvm::MemoryBuffer> Buffer; ///< Null: not readable.
    /// By line: a place in it. Those given, and one for each block of
    /// BlockBytes that was passed.
    std::map<uint64_t, uint64_t> Marks{{1, 0}};
  };
  llvm::StringMap<Entry> Files;
  llvm::StringSet<> PlainFiles;
  Entry &entry(llvm::StringRef File);
};

/// Bytes of the UTF-8 sequence at the start of Text; 0 if it is none.
unsigned utf8Length(llvm::StringRef Text);

/// Column of the byte column (both from 1) counted in UTF-16 code units.
/// Invalid UTF-8 counts one unit per byte; past the end: one per byte.
uint32_t utf16Column(llvm::StringRef Line, uint32_t ByteColumn);

} // namespace fencepost

#endif
