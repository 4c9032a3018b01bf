//===- braced_launch.cpp - <<<grid, {x, y, z}>>> --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/braced_launch.h"
#include "clang/Lex/Preprocessor.h"

using namespace fencepost;
namespace tok = clang::tok;

namespace {

/// Where the last token stood in a launch configuration.
class LaunchPosition {
public:
  /// True if T is a brace that opens the grid or the block.
  bool opensDimensions(const clang::Token &T) {
    bool Opens = AtArgument && T.is(tok::l_brace);
    AtArgument = false;
    advance(T);
    return Opens;
  }

private:
  unsigned Depth = 0;      ///< Open brackets of any kind; 0 outside.
  bool InConfig = false;   ///< Between `<<<` and `>>>`.
  bool AtArgument = false; ///< An argument starts with the next token.
  unsigned Argument = 0;

  void advance(const clang::Token &T) {
    switch (T.getKind()) {
    case tok::lesslessless:
      *this = LaunchPosition();
      InConfig = AtArgument = true;
      return;
    case tok::greatergreatergreater:
    case tok::semi:
      InConfig = InConfig && Depth;
      return;
    case tok::l_brace:
    case tok::l_paren:
    case tok::l_square:
      Depth += InConfig;
      return;
    case tok::r_brace:
    case tok::r_paren:
    case tok::r_square:
      Depth -= Depth != 0;
      return;
    case tok::comma:
      AtArgument = InConfig && !Depth && ++Argument < 2;
      return;
    default:
      return;
    }
  }
};

} // namespace

TokenWatcher fencepost::bracedLaunches(clang::Preprocessor &PP) {
  clang::IdentifierInfo *Dim3 = PP.getIdentifierInfo("dim3");
  return [&PP, Dim3, At = LaunchPosition()](const clang::Token &T) mutable {
    if (At.opensDimensions(T))
      insertBefore(PP, T, tokenAt(T, tok::identifier, Dim3));
  };
}
