//===- names.cpp - names of rules and checks, as users write them ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/names.h"

using namespace llvm;

namespace fencepost {

bool matchesGlob(StringRef Glob, StringRef Name) {
  // The last star is the only one that is tried again.
  size_t G = 0, N = 0, Star = StringRef::npos, Resume = 0;
  while (N < Name.size()) {
    if (G < Glob.size() && Glob[G] == '*') {
      Star = G++;
      Resume = N;
    } else if (G < Glob.size() && Glob[G] == Name[N]) {
      ++G;
      ++N;
    } else if (Star != StringRef::npos) {
      G = Star + 1;
      N = ++Resume;
    } else {
      return false;
    }
  }
  while (G < Glob.size() && Glob[G] == '*')
    ++G;
  return G == Glob.size();
}

} // namespace fencepost
