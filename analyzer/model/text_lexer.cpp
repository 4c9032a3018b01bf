//===- text_lexer.cpp - tokens of the .events text form -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text_lexer.h"
#include "analyzer/model/text_words.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost::text;
using llvm::StringRef;

bool Lexer::skipBlanks() {
  bool PassedLineEnd = false;
  while (Pos < Source.size()) {
    char C = Source[Pos];
    if (C == '\n') {
      ++Pos;
      ++Line;
      LineStart = Pos;
      PassedLineEnd |= Depth == 0;
    } else if (C == ' ' || C == '\t' || C == '\r') {
      ++Pos;
    } else if (C == '/' && peek(1) == '/') {
      Pos = std::min(Source.find('\n', Pos), Source.size());
    } else {
      break;
    }
  }
  return PassedLineEnd;
}

Token Lexer::begin(TokenKind K) const {
  Token T;
  T.Kind = K;
  T.Line = Line;
  T.Begin = Pos;
  T.Column = Pos - LineStart + 1;
  return T;
}

Token Lexer::finish(Token T) const {
  T.End = Pos;
  T.EndColumn = T.Column + (Pos - T.Begin);
  return T;
}

Token Lexer::next() {
  Token LineEnd = begin(TokenKind::Newline);
  if (skipBlanks())
    return LineEnd;
  Token T = begin(TokenKind::Punct);
  if (Pos == Source.size()) {
    T.Kind = TokenKind::End;
    return finish(T);
  }
  char C = Source[Pos];
  if (llvm::isDigit(C) || (C == '-' && llvm::isDigit(peek(1))))
    return lexInt();
  if (C == '%')
    return lexName(TokenKind::Value);
  if (C == '@')
    return lexName(TokenKind::Symbol);
  if (C == '#' && llvm::isDigit(peek(1))) {
    ++Pos;
    Token Number = lexInt();
    Number.Kind =
        Number.Kind == TokenKind::Int ? TokenKind::Place : Number.Kind;
    return Number;
  }
  if (C == '"') {
    T.Kind = TokenKind::String;
    std::string Fault;
    if (!lexQuoted(T.Text, Fault)) {
      T.Kind = TokenKind::Error;
      T.Text = Fault;
    }
    return finish(T);
  }
  if (isWordStart(C)) {
    T.Kind = TokenKind::Word;
    while (isWordChar(peek()) ||
           (peek() == ':' && peek(1) == ':' && isWordStart(peek(2))))
      Pos += peek() == ':' ? 2 : 1;
    T.Text = Source.slice(T.Begin, Pos).str();
    return finish(T);
  }
  ++Pos;
  if (StringRef("=,()[]{}:?").contains(C)) {
    Depth += C == '(';
    Depth -= C == ')' && Depth > 0;
    T.Text = C;
  } else {
    T.Kind = TokenKind::Error;
    T.Text = "expected a statement, found '" + llvm::toHex(StringRef(&C, 1)) +
             "' (a byte in hexadecimal)";
    if (llvm::isPrint(C))
      T.Text = std::string("expected a statement, found '") + C + "'";
  }
  return finish(T);
}

Token Lexer::lexInt() {
  Token T = begin(TokenKind::Int);
  bool IsNegative = peek() == '-';
  Pos += IsNegative;
  size_t Start = Pos;
  while (llvm::isAlnum(peek()) || peek() == '_')
    ++Pos;
  StringRef Digits = Source.slice(Start, Pos);
  uint64_t Magnitude = 0;
  bool IsHex = Digits.consume_front("0x");
  bool Bad = Digits.getAsInteger(IsHex ? 16 : 10, Magnitude);
  uint64_t Limit = IsNegative ? uint64_t(1) << 63
                              : (IsHex ? UINT64_MAX : uint64_t(INT64_MAX));
  if (Bad || Magnitude > Limit) {
    T.Kind = TokenKind::Error;
    T.Text = "expected a number of at most 64 bits, found '" +
             Source.slice(T.Begin, Pos).str() + "'";
  }
  T.Int = static_cast<int64_t>(IsNegative ? 0 - Magnitude : Magnitude);
  return finish(T);
}

Token Lexer::lexName(TokenKind K) {
  Token T = begin(K);
  ++Pos;
  std::string Fault;
  if (peek() == '"') {
    T.IsQuoted = true;
    if (!lexQuoted(T.Text, Fault)) {
      T.Kind = TokenKind::Error;
      T.Text = Fault;
    }
    return finish(T);
  }
  size_t Start = Pos;
  while (isWordChar(peek()))
    ++Pos;
  T.Text = Source.slice(Start, Pos).str();
  if (T.Text.empty()) {
    T.Kind = TokenKind::Error;
    T.Text = std::string("expected a name after '") + Source[T.Begin] + "'";
  }
  return finish(T);
}

bool Lexer::lexQuoted(std::string &Out, std::string &Fault) {
  ++Pos;
  while (Pos < Source.size() && Source[Pos] != '\n') {
    char C = Source[Pos++];
    if (C == '"')
      return true;
    if (C != '\\') {
      Out += C;
      continue;
    }
    char Escape = peek();
    ++Pos;
    if (Escape == 'n')
      Out += '\n';
    else if (Escape == 't')
      Out += '\t';
    else if (Escape == '"' || Escape == '\\')
      Out += Escape;
    else if (Escape == 'x' && llvm::isHexDigit(peek()) &&
             llvm::isHexDigit(peek(1))) {
      Out += char(llvm::hexFromNibbles(peek(), peek(1)));
      Pos += 2;
    } else {
      Pos = std::min(Pos, Source.size());
      Fault = "expected one of \\\\ \\\" \\n \\t \\xHH in a string";
      return false;
    }
  }
  Fault = "expected '\"' at the end of a string";
  return false;
}

Token Lexer::placeAt(const Token &Start) {
  Pos = Start.Begin;
  Token T = begin(TokenKind::Word);
  while (llvm::isDigit(peek()) || (peek() && StringRef("?:-").contains(peek())))
    ++Pos;
  T.Text = Source.slice(T.Begin, Pos).str();
  return finish(T);
}
