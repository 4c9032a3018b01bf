//===- lower_guard.h - budgets of the lowering ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one function may cost. Beyond Soft, callees that cannot synchronise are
// not spliced; beyond Hard the function is partly analysed and says so. The
// kernels of template libraries need several times the usual size: allowed
// until the functions of the unit together hold UnitValues, so that a unit of
// many such kernels keeps within its memory.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_GUARD_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_GUARD_H

#include "analyzer/frontend/cuda/lower_function.h"

namespace fencepost::lower {

struct FunctionSize {
  unsigned Blocks, Events, Values;
};

struct Budget {
  static constexpr unsigned Splices = 64; ///< Depth of calls.
  static constexpr unsigned Depth = 4000; ///< Nesting of tree nodes, all calls.
  static constexpr FunctionSize Hard{80000, 20000, 400000};
  static constexpr FunctionSize Soft{60000, 10000, 200000};
  static constexpr unsigned Generous = 8; ///< Times Hard and Soft.
  static constexpr size_t UnitValues = 4000000;
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
