//===- holds_text.h - a word in a long text ---------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_HOLDS_TEXT_H
#define FENCEPOST_ANALYZER_MODEL_HOLDS_TEXT_H

#include "llvm/ADT/StringRef.h"
#include <cstring>

namespace fencepost {

/// Text holds Part: StringRef::contains() where texts are long.
inline bool holdsText(llvm::StringRef Text, llvm::StringRef Part) {
#if defined(__linux__) || defined(__APPLE__)
  if (!Text.empty())
    return memmem(Text.data(), Text.size(), Part.data(), Part.size()) !=
           nullptr;
#endif
  return Text.contains(Part);
}

} // namespace fencepost

#endif
