//===- asm_operands.cpp - operands without a comma between ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/asm_operands.h"
#include "clang/Lex/Preprocessor.h"

using namespace fencepost;
namespace tok = clang::tok;

namespace {

/// Where the last token stood in an asm statement.
class AsmPosition {
public:
  /// True if T is the constraint of an operand right behind another one.
  bool startsOperand(const clang::Token &T) {
    bool Starts = BehindOperand && T.is(tok::string_literal);
    BehindOperand = false;
    advance(T);
    return Starts;
  }

private:
  bool SawAsm = false;        ///< `asm`, and nothing but qualifiers since.
  unsigned Depth = 0;         ///< Parentheses open since `asm`.
  bool BehindOperand = false; ///< The last token closed an operand's value.

  void advance(const clang::Token &T) {
    switch (T.getKind()) {
    case tok::kw_asm:
      SawAsm = true;
      Depth = 0;
      return;
    case tok::l_paren:
      Depth += SawAsm || Depth;
      SawAsm = false;
      return;
    case tok::r_paren:
      BehindOperand = Depth == 2;
      Depth -= Depth != 0;
      return;
    case tok::semi:
    case tok::l_brace:
      // A lambda in an operand is read no further.
      SawAsm = false;
      Depth = 0;
      return;
    default:
      return;
    }
  }
};

} // namespace

TokenWatcher fencepost::asmOperands(clang::Preprocessor &PP) {
  return [&PP, At = AsmPosition()](const clang::Token &T) mutable {
    if (At.startsOperand(T))
      insertBefore(PP, T, tokenAt(T, tok::comma));
  };
}
