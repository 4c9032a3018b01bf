//===- host_divisors.h - what a function divides by -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `r > 1e-20 ? f / r : 0` keeps a division from zero: no result is checked.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_HOST_DIVISORS_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_HOST_DIVISORS_H

namespace clang {
class Expr;
class FunctionDecl;
} // namespace clang

namespace fencepost {

/// Is E, a side of a comparison, a variable (perhaps its absolute value) by
/// which In divides only after that comparison: in a branch of it, behind one
/// that leaves, or on the other side of `&&`?
bool isGuardedDivisor(const clang::Expr *E, const clang::FunctionDecl *In);

} // namespace fencepost

#endif
