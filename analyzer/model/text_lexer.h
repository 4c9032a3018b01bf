//===- text_lexer.h - tokens of the .events text form -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements end at the end of a line; inside parentheses line ends are
// blanks. A comment runs from // to the end of the line. Internal to
// analyzer/model.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_TEXT_LEXER_H
#define FENCEPOST_ANALYZER_MODEL_TEXT_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace fencepost::text {

enum class TokenKind : uint8_t {
  End,
  Newline, ///< One or more line ends.
  Word,    ///< load.relaxed.gpu, maxthreads, shared::cta.
  Int,     ///< Value in Int.
  String,  ///< Decoded text in Text.
  Value,   ///< %name, %12, %"any name": name in Text.
  Symbol,  ///< @name, @"any name": name in Text.
  Place,   ///< #12: number in Int.
  Punct,   ///< One of = , ( ) [ ] { } : ?
  Error,   ///< Text says what was expected.
};

struct Token {
  TokenKind Kind = TokenKind::End;
  std::string Text;
  int64_t Int = 0;
  bool IsQuoted = false; ///< The name after % or @ stood in quotes.
  uint32_t Line = 1, Column = 1, EndColumn = 1;
  size_t Begin = 0, End = 0; ///< Offsets into the text.

  bool isPunct(char C) const {
    return Kind == TokenKind::Punct && Text[0] == C;
  }
  bool isWord(llvm::StringRef W) const {
    return Kind == TokenKind::Word && Text == W;
  }
};

class Lexer {
public:
  explicit Lexer(llvm::StringRef Text) : Source(Text) {}
  Token next();
  /// Reads the text at the start of T again as one unquoted run of digits and
  /// the characters `?`, `:` and `-`: the file:line:column-line:column of a
  /// place. Text holds the run.
  Token placeAt(const Token &T);

private:
  llvm::StringRef Source;
  size_t Pos = 0, LineStart = 0;
  uint32_t Line = 1;
  unsigned Depth = 0; ///< Open parentheses.

  bool skipBlanks(); ///< True if a line end was passed.
  Token begin(TokenKind K) const;
  Token finish(Token T) const;
  Token lexInt();
  Token lexName(TokenKind K);
  bool lexQuoted(std::string &Out, std::string &Fault);
  char peek(size_t Ahead = 0) const {
    return Pos + Ahead < Source.size() ? Source[Pos + Ahead] : '\0';
  }
};

} // namespace fencepost::text

#endif
