//===- json_depth.h - JSON that is safe to parse ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_JSON_DEPTH_H
#define FENCEPOST_ANALYZER_MODEL_JSON_DEPTH_H

#include "llvm/ADT/StringRef.h"

namespace fencepost {

/// Offset of the bracket that is nested more deeply than anything this program
/// writes or reads; npos where none is. LLVM's parser recurses.
size_t tooDeepAt(llvm::StringRef Json);

inline bool nestsTooDeeply(llvm::StringRef Json) {
  return tooDeepAt(Json) != llvm::StringRef::npos;
}

} // namespace fencepost

#endif
