//===- unevaluated.cpp - functions that are only ever named ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/unevaluated.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace fencepost;

static void allow(clang::FunctionTemplateDecl *Template) {
  const auto *Name = Template->getIdentifier();
  if (!Name || (Name->getName() != "declval" && Name->getName() != "__declval"))
    return;
  for (auto *Declared : Template->redecls()) {
    auto *Fn = llvm::cast<clang::FunctionDecl>(Declared->getTemplatedDecl());
    if (Fn->hasAttr<clang::CUDADeviceAttr>() ||
        Fn->hasAttr<clang::CUDAHostAttr>())
      continue;
    clang::ASTContext &Ctx = Fn->getASTContext();
    Fn->addAttr(clang::CUDAHostAttr::CreateImplicit(Ctx));
    Fn->addAttr(clang::CUDADeviceAttr::CreateImplicit(Ctx));
  }
}

void fencepost::allowDeclval(clang::Decl *D) {
  llvm::SmallVector<clang::Decl *, 16> Work{D};
  while (!Work.empty()) {
    clang::Decl *Next = Work.pop_back_val();
    if (auto *Template = llvm::dyn_cast<clang::FunctionTemplateDecl>(Next))
      allow(Template);
    else if (auto *Space = llvm::dyn_cast<clang::NamespaceDecl>(Next))
      Work.append(Space->decls_begin(), Space->decls_end());
    else if (auto *Linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(Next))
      Work.append(Linkage->decls_begin(), Linkage->decls_end());
  }
}
