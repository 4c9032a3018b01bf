//===- execution_spaces.cpp - functions of host and device ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/execution_spaces.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Cuda.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

using namespace fencepost;
using clang::CUDADeviceAttr;
using clang::CUDAHostAttr;

static bool runsOnDeviceAlone(const clang::Decl *D) {
  return D->hasAttr<CUDADeviceAttr>() && !D->hasAttr<CUDAHostAttr>();
}

void fencepost::addCallAcross(const clang::Diagnostic &Info,
                              CallsAcross &Found) {
  if (Info.getID() == clang::diag::note_ovl_candidate_bad_target) {
    auto Side = [&](unsigned Index) {
      return clang::CUDAFunctionTarget(Info.getRawArg(Index));
    };
    if (Side(3) == clang::CUDAFunctionTarget::Device &&
        Side(4) == clang::CUDAFunctionTarget::Host)
      addPlace(Info, Found.Called);
  } else if (Info.getID() == clang::diag::note_function_template_spec_here &&
             Info.getArgKind(0) == clang::DiagnosticsEngine::ak_nameddecl) {
    auto *Made = reinterpret_cast<const clang::NamedDecl *>(Info.getRawArg(0));
    if (runsOnDeviceAlone(Made))
      addPlace(Info, Found.Calls);
  }
}

static bool holdsOne(const NamePlaces &Places, const clang::FunctionDecl *Fn) {
  const auto &SM = Fn->getASTContext().getSourceManager();
  auto [File, From] = SM.getDecomposedExpansionLoc(Fn->getBeginLoc());
  auto [Same, To] = SM.getDecomposedExpansionLoc(Fn->getEndLoc());
  auto Entry = SM.getFileEntryRefForID(File);
  if (!Entry || File != Same)
    return false;
  auto It = Places.lower_bound({Entry->getName().str(), From});
  return It != Places.end() && It->first == Entry->getName() && It->second < To;
}

static bool isAtOne(const NamePlaces &Places, const clang::FunctionDecl *Fn) {
  const auto &SM = Fn->getASTContext().getSourceManager();
  auto [File, Offset] = SM.getDecomposedExpansionLoc(Fn->getLocation());
  auto Entry = SM.getFileEntryRefForID(File);
  return Entry && Places.contains({Entry->getName().str(), Offset});
}

static bool isOfBothByDefault(const clang::FunctionDecl *Fn) {
  const auto *Device = Fn->getAttr<CUDADeviceAttr>();
  const auto *Host = Fn->getAttr<CUDAHostAttr>();
  return Device && Host && Device->isImplicit() && Host->isImplicit();
}

static void settle(clang::FunctionDecl *Fn, const CallsAcross &Places) {
  if (isOfBothByDefault(Fn)) {
    if (holdsOne(Places.Calls, Fn))
      for (clang::FunctionDecl *Same : Fn->redecls())
        Same->dropAttr<CUDADeviceAttr>();
  } else if (runsOnDeviceAlone(Fn) && isAtOne(Places.Called, Fn)) {
    for (clang::FunctionDecl *Same : Fn->redecls())
      Same->addAttr(CUDAHostAttr::CreateImplicit(Fn->getASTContext()));
  }
}

void fencepost::settleSides(clang::Decl *D, const CallsAcross &Places) {
  llvm::SmallVector<clang::Decl *, 16> Work{D};
  while (!Work.empty()) {
    clang::Decl *Next = Work.pop_back_val();
    if (auto *Template = llvm::dyn_cast<clang::FunctionTemplateDecl>(Next))
      settle(Template->getTemplatedDecl(), Places);
    else if (auto *Fn = llvm::dyn_cast<clang::FunctionDecl>(Next))
      settle(Fn, Places);
    else if (auto *Space = llvm::dyn_cast<clang::NamespaceDecl>(Next))
      Work.append(Space->decls_begin(), Space->decls_end());
  }
}

void fencepost::settleSides(clang::TagDecl *Class, const CallsAcross &Places) {
  if (!llvm::isa<clang::CXXRecordDecl>(Class))
    return;
  for (clang::Decl *Member : Class->decls())
    settleSides(Member, Places);
}
