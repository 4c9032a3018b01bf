//===- split_launch.cpp - `kernel << <...>> >()` --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/split_launch.h"
#include "clang/Lex/Preprocessor.h"

using namespace fencepost;
using llvm::StringRef;
namespace tok = clang::tok;

/// What stands behind T, on the next lines too; empty at the end of the file.
static StringRef textBehind(const clang::Preprocessor &PP,
                            const clang::Token &T) {
  const clang::SourceManager &SM = PP.getSourceManager();
  auto [File, Offset] = SM.getDecomposedLoc(SM.getSpellingLoc(T.getLocation()));
  return SM.getBufferData(File).drop_front(Offset + T.getLength()).ltrim();
}

TokenWatcher fencepost::splitLaunches(clang::Preprocessor &PP) {
  return [&PP, InConfig = false](const clang::Token &T) mutable {
    auto TakeNext = [&](tok::TokenKind Whole) {
      clang::Token Next;
      PP.Lex(Next);
      auto &Given = const_cast<clang::Token &>(T);
      Given.setKind(Whole);
    };
    switch (T.getKind()) {
    case tok::lessless: {
      // No expression begins with `<`.
      StringRef Behind = textBehind(PP, T);
      if (!Behind.consume_front("<") || Behind.starts_with("<"))
        return;
      InConfig = true;
      return TakeNext(tok::lesslessless);
    }
    case tok::greatergreater: {
      // `A<B<C<T>> >(x)` is a cast elsewhere.
      StringRef Behind = textBehind(PP, T);
      if (!InConfig || !Behind.consume_front(">") ||
          !Behind.ltrim().starts_with("("))
        return;
      InConfig = false;
      return TakeNext(tok::greatergreatergreater);
    }
    case tok::lesslessless:
      InConfig = true;
      return;
    case tok::greatergreatergreater:
    case tok::semi:
      InConfig = false;
      return;
    default:
      return;
    }
  };
}
