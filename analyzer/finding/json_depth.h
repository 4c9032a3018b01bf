//===- json_depth.h - JSON that is safe to parse ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_JSON_DEPTH_H
#define FENCEPOST_ANALYZER_FINDING_JSON_DEPTH_H

#include "llvm/ADT/StringRef.h"

namespace fencepost {

/// Deeper than anything that this program writes: the parser recurses.
bool nestsTooDeeply(llvm::StringRef Json);

} // namespace fencepost

#endif
