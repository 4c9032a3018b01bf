//===- host_dead_code.h - host code that never runs -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A template instantiates all arms of a `switch` or `if` on its constants,
// with the kernels that they launch. What constant evaluation rules out makes
// no lambda and launches nothing.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_HOST_DEAD_CODE_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_HOST_DEAD_CODE_H

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseSet.h"

namespace fencepost::lower {

class DeadCode {
public:
  /// Adds the body of Fn; a body that has no launch, no lambda and no kernel's
  /// name is left out.
  void read(const clang::FunctionDecl *Fn);
  /// Is E in a part of a body that is never reached?
  bool holds(const clang::Expr *E) const { return Dead.contains(E); }
  bool empty() const { return Dead.empty(); }
  /// Is Fn an instance, or the operator, of a lambda that is never made? Or a
  /// kernel instance that only such parts name?
  bool rulesOut(const clang::FunctionDecl *Fn);

private:
  using Functions = llvm::DenseSet<const clang::FunctionDecl *>;
  llvm::DenseSet<const clang::Expr *> Dead;
  llvm::DenseSet<const clang::CXXRecordDecl *> NeverMade; ///< Of lambdas.
  Functions LiveKernels, DeadKernels; ///< Named in parts of either kind.
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> Known;

  bool needs(const clang::TemplateArgument &Argument, unsigned Steps);
  bool needs(llvm::ArrayRef<clang::TemplateArgument> Arguments, unsigned Steps);
  bool needs(clang::QualType T, unsigned Steps);
  bool needs(const clang::CXXRecordDecl *Class, unsigned Steps);
  bool needs(const clang::FunctionDecl *Fn, unsigned Steps);
};

} // namespace fencepost::lower

#endif
