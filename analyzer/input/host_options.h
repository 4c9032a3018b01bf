//===- host_options.h - options of clang and g++ for a parse ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_HOST_OPTIONS_H
#define FENCEPOST_ANALYZER_INPUT_HOST_OPTIONS_H

#include "analyzer/input/nvcc_adjuster.h"

namespace fencepost {

/// What clang, g++ or nvcc's -Xcompiler are given, one word at a time. Keeps
/// what changes the parse (macros, include paths, the dialect), drops what is
/// about warnings, code generation and output.
class HostOptions {
public:
  enum class Reading {
    Forwarded, ///< Came through nvcc: unknown words are reported.
    Compiler,  ///< A g++ command: inputs are collected, macros that nvcc sets
               ///< for its own children are dropped.
  };
  HostOptions(AdjustedCommand &Out, Reading How) : Out(Out), How(How) {}
  void feed(llvm::StringRef Word);
  /// True while the last option waits for its value in the next word.
  bool wantsValue() const { return Pending != Value::None; }

private:
  enum class Value { None, Keep, Drop, Language };
  void take(llvm::StringRef Word);
  AdjustedCommand &Out;
  Reading How;
  Value Pending = Value::None;
  std::string PendingOption;
};

/// A command of clang: everything passes but outputs, jobs, plugins and the
/// choice of passes and architectures.
void readClangCommand(llvm::ArrayRef<std::string> Words, AdjustedCommand &Out,
                      std::vector<std::string> &Archs);

} // namespace fencepost

#endif
