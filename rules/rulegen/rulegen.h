//===- rulegen.h - builds sources from rules/ at build time -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function writes faults to stderr as file:line: message and returns
// false if there was one.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_RULES_RULEGEN_RULEGEN_H
#define FENCEPOST_RULES_RULEGEN_RULEGEN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace rulegen {

/// rules/models/*.yaml -> embeddedModels().
bool emitModels(llvm::ArrayRef<std::string> Files, llvm::raw_ostream &OS);

/// rules/*.md -> catalogue(), rules/names.h, checks().
bool emitCatalogue(llvm::ArrayRef<std::string> Files, llvm::raw_ostream &OS);
bool emitNames(llvm::ArrayRef<std::string> Files, llvm::raw_ostream &OS);
bool emitChecks(llvm::ArrayRef<std::string> Files, llvm::raw_ostream &OS);

} // namespace rulegen

#endif
