//===- function_header.h - parameters and directives ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands between `.entry` or `.func` and the body: results, name,
// parameters, and the directives about launches (PTX ISA 9.0, sections 5.1.6,
// 7.1, 11.2 to 11.4); and variable declarations (5.4).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_FUNCTION_HEADER_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_FUNCTION_HEADER_H

#include "analyzer/frontend/ptx/lowering.h"
#include "analyzer/model/module.h"

namespace fencepost::ptx {

struct FunctionHeader {
  llvm::StringRef Name; ///< Empty: the header cannot be read.
  std::vector<Formal> Results, Params;
  uint32_t MaxThreads = 0;  ///< 0: not stated.
  uint32_t ClusterSize = 0; ///< 0: not stated.
  bool NeverReturns = false;
};

FunctionHeader readHeader(llvm::StringRef Text);

/// `.shared .align 4 .b8 buf[128]`, without its initializer.
struct VariableHeader {
  llvm::StringRef Name; ///< Empty: the declaration cannot be read.
  Space Spc = Space::Unknown;
  uint64_t Size = 0; ///< Bytes; 0: an array of unknown size.
  bool IsManaged = false;
};

/// One entry per declared name.
std::vector<VariableHeader> readVariables(llvm::StringRef Text);

/// What a user calls a variable: `buffer` for `_ZZ4sortPiE6buffer`.
std::string variableName(llvm::StringRef Name);

} // namespace fencepost::ptx

#endif
