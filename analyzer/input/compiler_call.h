//===- compiler_call.h - the compiler within a command ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recorders of builds write down what they saw: the compiler behind a launcher
// (`ccache nvcc`), behind libtool or a script (`sh libtool --mode=compile
// nvcc`), within a shell (`sh -c "cd d && nvcc ..."`).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_COMPILER_CALL_H
#define FENCEPOST_ANALYZER_INPUT_COMPILER_CALL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace fencepost {

struct CompilerCall {
  std::vector<std::string> Words; ///< The compiler first; empty: no command.
  std::string Folder; ///< Of a `cd` before it, as written; may be empty.
};

CompilerCall compilerCall(llvm::ArrayRef<std::string> Argv);

enum class CompilerKind { Nvcc, Clang, Other };

/// By its name; a program of another name is nvcc if it is given options that
/// are unmistakably nvcc's.
CompilerKind compilerKind(llvm::ArrayRef<std::string> Words);

/// Are there options that nvcc has and clang has not?
bool hasNvccOptions(llvm::ArrayRef<std::string> Words);

} // namespace fencepost

#endif
