//===- tokenizer.h - words of PTX -------------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over PTX text, whole files and inline assembly alike (PTX ISA 9.0,
// sections 4.1 to 4.5). Comments and `#` lines are skipped. Tokens point into
// the text, which must outlive them. No input is refused: what is no word of
// PTX is an Unknown token, and the text always ends in End.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_TOKENIZER_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_TOKENIZER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace fencepost::ptx {

enum class TokenKind : uint8_t {
  End,
  Word,     ///< Opcode root, name or label: `ld`, `$L__BB0_1`, `_`.
  Register, ///< `%r1`, `%tid.x`, `%0`: with the percent sign.
  Dotted,   ///< Qualifier or directive: `.shared::cta`, `.reg`, `.1d`.
  Integer,  ///< Decimal, hexadecimal, octal or binary, without a sign.
  Float,    ///< `1.5`, `1e-3`, `0f3F800000`, `0d...`.
  String,   ///< With its quotes.
  Mark,     ///< One punctuation character, or `<<`, `>>`.
  Unknown,  ///< A byte that PTX does not use, an unterminated string.
};

/// A place in a text, as offsets, with the line it is in.
struct TextPlace {
  size_t Pos, LineStart;
  uint32_t Line;
};

struct Token {
  TokenKind Kind = TokenKind::End;
  bool AfterSpace = false; ///< Blank or comment before it.
  uint32_t Line = 1, Column = 1;
  llvm::StringRef Text;

  bool is(TokenKind K) const { return Kind == K; }
  bool isMark(char C) const {
    return Kind == TokenKind::Mark && Text.size() == 1 && Text[0] == C;
  }
  /// Where it begins in Whole.
  TextPlace place(llvm::StringRef Whole) const {
    size_t Pos = Text.data() - Whole.data();
    return {Pos, Pos + 1 - Column, Line};
  }
};

class Tokenizer {
public:
  explicit Tokenizer(llvm::StringRef Text) : Text(Text) {}
  /// The next token; End for ever after the last one.
  Token next();
  /// To the end of the line that the last token stands on.
  void skipLine();
  /// Behind the last token.
  TextPlace place() const { return {Pos, LineStart, Line}; }
  /// The next token is the first one from there on.
  void moveTo(TextPlace P) {
    Pos = P.Pos;
    LineStart = P.LineStart;
    Line = P.Line;
  }
  /// A block comment or a string ran to the end of the text.
  bool sawUnterminated() const { return Unterminated; }

private:
  llvm::StringRef Text;
  size_t Pos = 0, LineStart = 0;
  uint32_t Line = 1;
  bool Unterminated = false;

  char at(size_t I) const { return I < Text.size() ? Text[I] : '\0'; }
  bool skipBlanks();
  void skipBlockComment();
  void scanRegister();
  void scanDotted();
  TokenKind scanNumber();
  TokenKind scanString();
  void scanWord();
};

/// The value of an Integer token, its `U` ignored, modulo 2^64.
uint64_t integerValue(llvm::StringRef Text);
/// The bits of a Float token as a float of Bits (32 or 64).
uint64_t floatBits(llvm::StringRef Text, unsigned Bits);

} // namespace fencepost::ptx

#endif
