//===- lower_guard.h - budgets of the lowering ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one function may cost. Beyond Soft, callees that cannot synchronise are
// not spliced; beyond the rest the function is partly analysed and says so.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_GUARD_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_GUARD_H

#include "analyzer/frontend/cuda/lower_function.h"

namespace fencepost::lower {

struct Budget {
  static constexpr unsigned Splices = 32; ///< Depth of calls.
  static constexpr unsigned Depth = 4000; ///< Nesting of tree nodes, all calls.
  static constexpr unsigned Blocks = 20000;
  static constexpr unsigned Events = 20000;
  static constexpr unsigned Values = 400000;
  static constexpr unsigned SoftBlocks = 10000;
  static constexpr unsigned SoftEvents = 10000;
  static constexpr unsigned SoftValues = 200000;
};

/// The `return` that is the last statement of Fn's body; nullptr if none is.
const clang::Stmt *tailOf(const clang::FunctionDecl *Fn);

struct FunctionLowering::Deeper {
  explicit Deeper(FunctionLowering &L);
  ~Deeper();
  Deeper(const Deeper &) = delete;
  Deeper &operator=(const Deeper &) = delete;
  explicit operator bool() const { return Fits; }

private:
  FunctionLowering &L;
  bool Fits;
};

} // namespace fencepost::lower

#endif
