//===- explicit_arguments.h - templates by named arguments ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `make<int, long>()` names all that chooses between `template <class A, class
// B> make()` and `template <class... As> make()`. nvcc takes the template
// without a pack; for Clang the call is ambiguous.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_EXPLICIT_ARGUMENTS_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_EXPLICIT_ARGUMENTS_H

namespace clang {
class Sema;
}

namespace fencepost {

/// Makes S take the template without a pack where nothing else decides.
void preferNoPack(clang::Sema &S);

} // namespace fencepost

#endif
