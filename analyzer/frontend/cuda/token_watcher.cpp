//===- token_watcher.cpp - changing what the parser is given --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/token_watcher.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

clang::Token fencepost::tokenAt(const clang::Token &At,
                                clang::tok::TokenKind Kind,
                                clang::IdentifierInfo *Name) {
  clang::Token New;
  New.startToken();
  New.setKind(Kind);
  New.setLocation(At.getLocation());
  New.setLength(1);
  if (Name)
    New.setIdentifierInfo(Name);
  return New;
}

void fencepost::insertBefore(clang::Preprocessor &PP, const clang::Token &T,
                             llvm::ArrayRef<clang::Token> Words) {
  if (Words.empty() || PP.isBacktrackEnabled())
    return;
  PP.EnterToken(T, /*IsReinject=*/true);
  for (const clang::Token &Later : llvm::reverse(Words.drop_front()))
    PP.EnterToken(Later, /*IsReinject=*/true);
  auto &Given = const_cast<clang::Token &>(T);
  bool StartsLine = T.isAtStartOfLine();
  Given = Words.front();
  Given.setFlagValue(clang::Token::StartOfLine, StartsLine);
}
