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

/// Text holds Part: StringRef::contains() where texts are long. Fastest where
/// the first letter of Part is rare.
inline bool holdsText(llvm::StringRef Text, llvm::StringRef Part) {
  constexpr unsigned MostTries = 64;
  if (Part.empty())
    return true;
  for (unsigned Try = 0; Try < MostTries; ++Try) {
    size_t At = Text.find(Part.front());
    if (At == llvm::StringRef::npos)
      return false;
    Text = Text.drop_front(At);
    if (Text.starts_with(Part))
      return true;
    Text = Text.drop_front();
  }
#if defined(__linux__) || defined(__APPLE__)
  if (!Text.empty())
    return memmem(Text.data(), Text.size(), Part.data(), Part.size()) !=
           nullptr;
#endif
  return Text.contains(Part);
}

} // namespace fencepost

#endif
