//===- unevaluated.h - functions that are only ever named -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc lets device code name a host function where nothing is evaluated, as in
// `decltype(f(declval<T>()))`; Clang finds no function to call there and loses
// the instantiation around it.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_UNEVALUATED_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_UNEVALUATED_H

namespace clang {
class Decl;
}

namespace fencepost {

/// Makes the function templates called `declval` (and the `__declval` behind
/// the library's) that D is or holds callable from device code, as
/// `__host__ __device__` would. No call of them is ever executed.
void allowDeclval(clang::Decl *D);

} // namespace fencepost

#endif
