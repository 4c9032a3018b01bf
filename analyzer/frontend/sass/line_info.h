//===- line_info.h - source lines in a disassembly --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvdisasm -g prints `//## File "a.cu", line 7` before the instructions of a
// line; -gi one comment for each level, innermost first: `//## File "a.h",
// line 5 inlined at "a.cu", line 7`. They hold up to the next ones.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_SASS_LINE_INFO_H
#define FENCEPOST_ANALYZER_FRONTEND_SASS_LINE_INFO_H

#include "analyzer/model/module.h"

namespace fencepost::sass {

class LineInfo {
public:
  LineInfo(Module &M, FileId ListingFile, llvm::StringRef Function)
      : M(M), ListingFile(ListingFile), Function(Function.str()) {}

  /// True if Line is such a comment.
  bool read(llvm::StringRef Line);
  /// The place of the instruction in line Number of the listing.
  LocationId at(uint32_t Number);
  /// The place of the listing alone.
  LocationId inListing(uint32_t Number);
  /// The first source place, for the function itself; Nowhere if none.
  LocationId first() const { return First; }

private:
  struct Level {
    FileId File;
    uint32_t Line;
  };
  Module &M;
  FileId ListingFile;
  std::string Function;
  llvm::SmallVector<Level, 4> Levels; ///< Innermost first.
  bool IsFresh = true;                ///< No instruction since the last one.
  LocationId First = Nowhere;
};

} // namespace fencepost::sass

#endif
