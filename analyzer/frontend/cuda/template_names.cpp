//===- template_names.cpp - `x.f<T>()` without `template` -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/template_names.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"

using namespace fencepost;
namespace tok = clang::tok;

TokenWatcher fencepost::missingTemplateKeywords(clang::Preprocessor &PP,
                                                const NamePlaces &Places) {
  llvm::DenseSet<unsigned> Offsets;
  for (const auto &[File, Offset] : Places)
    Offsets.insert(Offset);
  return [&PP, &Places, Offsets = std::move(Offsets)](const clang::Token &T) {
    // While the parser may go back, the token is kept elsewhere already.
    if (!T.isOneOf(tok::identifier, tok::kw_operator) ||
        !T.getLocation().isFileID() || PP.isBacktrackEnabled())
      return;
    const clang::SourceManager &SM = PP.getSourceManager();
    auto [File, Offset] = SM.getDecomposedLoc(T.getLocation());
    if (!Offsets.contains(Offset))
      return;
    auto Entry = SM.getFileEntryRefForID(File);
    if (!Entry || !Places.count({Entry->getName().str(), Offset}))
      return;
    clang::Token Name = T;
    PP.EnterToken(Name, /*IsReinject=*/true);
    // The watcher is shown the very token that the parser is given.
    auto &Given = const_cast<clang::Token &>(T);
    Given.setKind(tok::kw_template);
    Given.setIdentifierInfo(PP.getIdentifierInfo("template"));
    Given.setLength(1);
  };
}
