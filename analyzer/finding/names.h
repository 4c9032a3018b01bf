//===- names.h - names of rules and checks, as users write them -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_NAMES_H
#define FENCEPOST_ANALYZER_FINDING_NAMES_H

#include "llvm/ADT/StringRef.h"

namespace fencepost {

/// What clang-tidy calls the check of a rule begins with it.
inline constexpr llvm::StringRef CheckPrefix = "gpu-";

/// `*` alone is special. Linear in both.
bool matchesGlob(llvm::StringRef Glob, llvm::StringRef Name);

} // namespace fencepost

#endif
