//===- device_copies.cpp - copies of host objects for kernels -------------===//
//---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/device_copies.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace fencepost;

void fencepost::allowDeviceCopies(clang::TagDecl *Tag) {
  auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(Tag);
  if (!Class)
    return;
  clang::ASTContext &Ctx = Class->getASTContext();
  for (clang::CXXConstructorDecl *Made : Class->ctors()) {
    if (!Made->isCopyOrMoveConstructor() || Made->isDefaulted() ||
        Made->hasAttr<clang::CUDADeviceAttr>())
      continue;
    if (!Made->hasAttr<clang::CUDAHostAttr>())
      Made->addAttr(clang::CUDAHostAttr::CreateImplicit(Ctx));
    Made->addAttr(clang::CUDADeviceAttr::CreateImplicit(Ctx));
  }
}
