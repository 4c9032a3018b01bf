//===- library_bodies.h - bodies that need not be read ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of the time that a unit takes goes into the C++ library of the host,
// whose bodies hold no device code.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_LIBRARY_BODIES_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_LIBRARY_BODIES_H

namespace clang {
class FunctionDecl;
} // namespace clang

namespace fencepost {

/// A function of the C++ library that the host alone may call. Not to be asked
/// about constexpr ones: those serve on the device too.
bool isOfHostLibrary(const clang::FunctionDecl &Fn);

/// Is Fn an instance of a function whose body was skipped, for a class template
/// or a generic lambda of the user's? `std::make_unique<Impl<float>>` is all
/// that makes the members of `Impl<float>`, and what they launch.
bool missesTemplateOfUser(const clang::FunctionDecl &Fn);

} // namespace fencepost

#endif
