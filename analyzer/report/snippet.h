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

} // namespace fencepost

#endif
