//===- token_watcher.h - changing what the parser is given ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang shows a watcher of the preprocessor the very token that the parser is
// given next. What nvcc takes and Clang does not is mended there.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_TOKEN_WATCHER_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_TOKEN_WATCHER_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/FunctionExtras.h"

namespace clang {
class Preprocessor;
} // namespace clang

namespace fencepost {

using TokenWatcher = llvm::unique_function<void(const clang::Token &)>;

/// A token of Kind, and of Name if it is a word, at the place of At.
clang::Token tokenAt(const clang::Token &At, clang::tok::TokenKind Kind,
                     clang::IdentifierInfo *Name = nullptr);

/// Called by a watcher that is shown T: the parser gets Words, then T. Does
/// nothing while the parser may go back: the token is kept elsewhere already.
void insertBefore(clang::Preprocessor &PP, const clang::Token &T,
                  llvm::ArrayRef<clang::Token> Words);

} // namespace fencepost

#endif
