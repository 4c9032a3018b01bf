//===- explicit_arguments.cpp - templates by named arguments --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/explicit_arguments.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateInstCallback.h"

using namespace fencepost;

/// Does a template with a pack share the name?
static bool hasOneWithPack(const clang::FunctionTemplateDecl &Template) {
  const clang::DeclContext *Around =
      Template.getDeclContext()->getRedeclContext();
  return llvm::any_of(
      Around->lookup(Template.getDeclName()), [](const clang::NamedDecl *D) {
        auto *Other = llvm::dyn_cast<clang::FunctionTemplateDecl>(D);
        return Other && Other->getTemplateParameters()->hasParameterPack();
      });
}

namespace {

/// Sees each template before its arguments are put in. Of two functions that
/// are as good in all else, Clang takes the one with a condition that holds.
class NoPackFirst : public clang::TemplateInstantiationCallback {
public:
  void initialize(const clang::Sema &) override {}
  void finalize(const clang::Sema &) override {}
  void atTemplateEnd(const clang::Sema &,
                     const clang::Sema::CodeSynthesisContext &) override {}
  void atTemplateBegin(const clang::Sema &S,
                       const clang::Sema::CodeSynthesisContext &At) override {
    using Context = clang::Sema::CodeSynthesisContext;
    if (At.Kind != Context::ExplicitTemplateArgumentSubstitution)
      return;
    auto *Template =
        llvm::dyn_cast_or_null<clang::FunctionTemplateDecl>(At.Entity);
    if (!Template || Template->getTemplateParameters()->hasParameterPack())
      return;
    clang::FunctionDecl *Fn = Template->getTemplatedDecl();
    if (Fn->getNumParams() || Fn->hasAttr<clang::EnableIfAttr>() ||
        !hasOneWithPack(*Template))
      return;
    clang::ASTContext &Ctx = S.getASTContext();
    auto *Holds = clang::CXXBoolLiteralExpr::Create(Ctx, true, Ctx.BoolTy,
                                                    Fn->getLocation());
    Fn->addAttr(clang::EnableIfAttr::CreateImplicit(Ctx, Holds, ""));
  }
};

} // namespace

void fencepost::preferNoPack(clang::Sema &S) {
  S.TemplateInstCallbacks.push_back(std::make_unique<NoPackFirst>());
}
