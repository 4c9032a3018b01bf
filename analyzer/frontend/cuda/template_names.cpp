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

TokenWatcher fencepost::addMissingWords(clang::Preprocessor &PP,
                                        const MissingWords &Words) {
  llvm::DenseSet<unsigned> Offsets;
  for (const NamePlaces *Places : {&Words.Template, &Words.This})
    for (const auto &[File, Offset] : *Places)
      Offsets.insert(Offset);
  return [&PP, &Words, Offsets = std::move(Offsets)](const clang::Token &T) {
    if (!T.isOneOf(tok::identifier, tok::kw_operator) ||
        !T.getLocation().isFileID())
      return;
    const clang::SourceManager &SM = PP.getSourceManager();
    auto [File, Offset] = SM.getDecomposedLoc(T.getLocation());
    if (!Offsets.contains(Offset))
      return;
    auto Entry = SM.getFileEntryRefForID(File);
    if (!Entry)
      return;
    std::pair<std::string, unsigned> Place(Entry->getName().str(), Offset);
    llvm::SmallVector<clang::Token, 3> Missing;
    if (Words.This.count(Place)) {
      Missing.push_back(tokenAt(T, tok::kw_this, PP.getIdentifierInfo("this")));
      Missing.push_back(tokenAt(T, tok::arrow));
    }
    if (Words.Template.count(Place))
      Missing.push_back(
          tokenAt(T, tok::kw_template, PP.getIdentifierInfo("template")));
    insertBefore(PP, T, Missing);
  };
}
