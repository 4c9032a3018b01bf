//===- lower_api.h - one modelled call --------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments are evaluated once, in order, before the first event.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_API_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_API_H

#include "analyzer/frontend/cuda/lower_function.h"

namespace fencepost::lower {

struct FunctionLowering::ApiCall {
  ApiCall(const CallSite &Site, const clang::CXXRecordDecl *Class)
      : Site(Site), Class(Class) {}
  const CallSite &Site;
  const clang::CXXRecordDecl *Class;  ///< Whose model matched; may be null.
  llvm::SmallVector<ValueId, 6> Args; ///< A glvalue's address, else the value.
  llvm::SmallVector<unsigned, 6> Plain; ///< Arguments that are no tags.
  RValue Result;
};

/// `sem`, `scope`, `space` or `op` and its enumerator, for a type that wraps
/// one enumerator of an enum named dot_*; nullopt for any other type.
struct Tag {
  std::string Kind, Word;
};
std::optional<Tag> tagOf(clang::QualType T);

/// The call argument that Ref means; NoId if it is none or was not given.
unsigned argumentIndex(llvm::ArrayRef<const clang::Expr *> Args,
                       llvm::ArrayRef<unsigned> Plain, const ArgumentRef &Ref);
/// Does the function that is called bind a reference to argument I? A pointer
/// is then itself the object, not the way to it.
bool isTakenByReference(const clang::FunctionDecl *Callee, unsigned I);

} // namespace fencepost::lower

#endif
