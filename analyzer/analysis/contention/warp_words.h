//===- warp_words.h - words that belong to one warp -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp of 32 neighbouring threads per row: `row = i / 32`, and one lane puts
// in what the warp has summed.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_WARP_WORDS_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_WARP_WORDS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Is E at the element that the number of the warp in the grid names, while the
/// kernel loads an element by that number too, so that the warp has all of the
/// row? Blocks are taken to be of whole warps.
bool isWordOfWarp(const FunctionView &In, EventId E);

} // namespace fencepost

#endif
