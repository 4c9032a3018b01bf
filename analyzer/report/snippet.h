//===- snippet.h - a source line with its marks -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_REPORT_SNIPPET_H
#define FENCEPOST_ANALYZER_REPORT_SNIPPET_H

#include "analyzer/finding/finding.h"
#include "analyzer/finding/source_text.h"
#include "llvm/ADT/ArrayRef.h"

namespace fencepost {

/// Line and marks take the same number of columns on a terminal: tabs are
/// spaces, and what cannot be shown is `?`. Marks is empty without a column.
struct Snippet {
  std::string Line, Marks; ///< Marks: `   ^~~~`.
};

/// At most MaxColumns wide, cut around the column with `...` where needed;
/// nullopt if the line cannot be read.
std::optional<Snippet> snippetOf(SourceText &Sources, const Place &At);

inline constexpr unsigned MaxSnippetColumns = 120;

/// A part of a line, shown as in Snippet.
struct LinePiece {
  std::string Text;
  bool IsMarked = false;

  bool operator==(const LinePiece &) const = default;
};

/// The line in pieces, marked where a place of Marks has its columns; cut
/// behind MaxPieceColumns. Nullopt if the line cannot be read.
std::optional<std::vector<LinePiece>> piecesOf(SourceText &Sources,
                                               llvm::StringRef File,
                                               uint32_t Line,
                                               llvm::ArrayRef<Place> Marks);

inline constexpr unsigned MaxPieceColumns = 500;

} // namespace fencepost

#endif
