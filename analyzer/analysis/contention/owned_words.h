//===- owned_words.h - words that one thread has to itself ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atomic on a word that no other thread of the kernel touches, whose result
// nobody uses: a plain store, a load and a store, or a register does the same.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_OWNED_WORDS_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_OWNED_WORDS_H

#include "analyzer/analysis/contention/contention.h"

namespace fencepost {

enum class WordOf : uint8_t {
  Many, ///< Of several threads, or of other kernels, or nobody knows.
  Thread,
  Warp, ///< One lane of the warp does it; blocks are taken to be of whole
        ///< warps.
};

/// Whose alone the word of C is, where a thread that owns it could do without
/// the atomic. What is no element of the input may be a part that other
/// launches complete.
WordOf ownerOfWord(const UnitView &Unit, const FunctionView &In,
                   const Contention &C);

} // namespace fencepost

#endif
