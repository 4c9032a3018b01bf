//===- instruction.h - text of one operation --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to analyzer/memory_model.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MEMORY_MODEL_INSTRUCTION_H
#define FENCEPOST_ANALYZER_MEMORY_MODEL_INSTRUCTION_H

#include "analyzer/memory_model/litmus.h"

namespace fencepost::memory_model {

/// An instruction whose location is still a name.
struct ParsedInstruction {
  Instruction Code;
  std::string Location;
};

/// Text is one operation without its semicolon. The error is what was
/// expected, without a place.
llvm::Expected<ParsedInstruction> parseInstruction(llvm::StringRef Text);

/// A name of a thread, register or location.
bool isName(llvm::StringRef Word);

} // namespace fencepost::memory_model

#endif
