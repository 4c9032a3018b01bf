//===- library_bodies.cpp - bodies that need not be read ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/library_bodies.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace fencepost;

static bool isOfSystem(const clang::Decl &D) {
  return D.getASTContext().getSourceManager().isInSystemHeader(D.getLocation());
}

bool fencepost::isOfHostLibrary(const clang::FunctionDecl &Fn) {
  if (Fn.hasAttr<clang::CUDADeviceAttr>() ||
      Fn.hasAttr<clang::CUDAGlobalAttr>())
    return false;
  const clang::NamespaceDecl *Outermost = nullptr;
  for (const clang::DeclContext *In = Fn.getDeclContext(); In;
       In = In->getParent())
    if (const auto *Space = llvm::dyn_cast<clang::NamespaceDecl>(In))
      Outermost = Space;
  return Outermost &&
         (Outermost->getName() == "std" ||
          Outermost->getName() == "__gnu_cxx") &&
         isOfSystem(Fn);
}

/// `std::pair<Impl<float>, int>` names it as well, to this depth.
static constexpr unsigned MaxDepth = 4;

static bool namesTemplateOfUser(llvm::ArrayRef<clang::TemplateArgument> Args,
                                unsigned Depth) {
  for (const clang::TemplateArgument &Arg : Args) {
    if (Arg.getKind() == clang::TemplateArgument::Pack) {
      if (namesTemplateOfUser(Arg.pack_elements(), Depth))
        return true;
      continue;
    }
    if (Arg.getKind() != clang::TemplateArgument::Type)
      continue;
    clang::QualType T = Arg.getAsType().getNonReferenceType();
    while (!T.isNull() && T->isPointerType())
      T = T->getPointeeType();
    const clang::CXXRecordDecl *Class =
        T.isNull() ? nullptr : T->getAsCXXRecordDecl();
    if (!Class)
      continue;
    const auto *Instance =
        llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(Class);
    if (!isOfSystem(*Class)) {
      if (Instance || Class->isGenericLambda())
        return true;
    } else if (Instance && Depth < MaxDepth &&
               namesTemplateOfUser(Instance->getTemplateArgs().asArray(),
                                   Depth + 1)) {
      return true;
    }
  }
  return false;
}

bool fencepost::missesTemplateOfUser(const clang::FunctionDecl &Fn) {
  const clang::FunctionDecl *Pattern = Fn.getTemplateInstantiationPattern();
  if (!Pattern || !Pattern->hasSkippedBody())
    return false;
  if (const auto *Args = Fn.getTemplateSpecializationArgs())
    if (namesTemplateOfUser(Args->asArray(), 0))
      return true;
  const auto *Class =
      llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(Fn.getParent());
  return Class && namesTemplateOfUser(Class->getTemplateArgs().asArray(), 0);
}
