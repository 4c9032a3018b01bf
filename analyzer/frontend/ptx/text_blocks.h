//===- text_blocks.h - PTX text, 64 bytes at a time -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where in a block of text something may stand that the scan has to look at:
// braces, comments, strings and colons, and the first letters of the opcodes
// that order memory, branch, call, load or store. A superset:
// whoever asks reads the word itself. Vector instructions are chosen when the
// program starts; without them each byte is looked up in tables.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_TEXT_BLOCKS_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_TEXT_BLOCKS_H

#include "analyzer/model/holds_text.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <cstdint>

namespace fencepost::ptx {

constexpr size_t BlockBytes = 64;
/// Bytes behind a block that are read with it.
constexpr size_t BlockTail = 3;

/// One bit for each byte of a block, the first byte lowest.
struct BlockMarks {
  uint64_t Structure = 0; ///< One of `{ } / " :`.
  /// The byte before a word that starts like one of interest, or the first
  /// byte of `mult`.
  uint64_t Words = 0;
};

/// Marks Count blocks; Text holds BlockTail bytes more. False if no NOLINT
/// begins in them; a superset.
using MarkBlocks = bool (*)(const char *Text, BlockMarks *Out, unsigned Count);
/// All that this machine runs, the fastest first; the last runs anywhere.
llvm::ArrayRef<MarkBlocks> allMarkBlocks();
inline MarkBlocks markBlocks() { return allMarkBlocks().front(); }

/// What stands before the first of a few characters.
struct Span {
  size_t Size = 0, Lines = 0;
};
/// Before the first of the four.
Span spanBefore(llvm::StringRef Text, const char (&Any)[5]);

/// The next place of Word, of two characters or more; npos if there is none.
size_t findWord(llvm::StringRef Text, llvm::StringRef Word, size_t From);

/// Line breaks in Text.
size_t countLines(llvm::StringRef Text);

} // namespace fencepost::ptx

#endif
