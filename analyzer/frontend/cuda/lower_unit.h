//===- lower_unit.h - Clang's syntax tree to events -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which functions of a unit become model functions: kernels with a body, in
// every instantiation, and the device functions of the user's own files that
// no kernel of the unit reaches.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_UNIT_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_UNIT_H

#include "analyzer/frontend/api/api_models.h"
#include "analyzer/model/module.h"
#include "analyzer/model/notification.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class ASTContext;
class SourceLocation;
} // namespace clang

namespace fencepost {

/// Lowers the device side of Ctx into M. Works on trees with errors too: what
/// could not be read is said in Function::State and Function::Reasons. Errors:
/// where Clang reported some, so that what the tree has lost is known too.
/// True if one lies outside the bodies of host functions: whole functions of
/// the device may be lost.
bool lowerUnit(clang::ASTContext &Ctx, Module &M,
               std::vector<Notification> &Notes,
               llvm::ArrayRef<clang::SourceLocation> Errors = {},
               const ApiModels &Models = ApiModels::builtin());

} // namespace fencepost

#endif
