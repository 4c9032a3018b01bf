//===- tokenizer.cpp - words of PTX -----------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 4.1 (source format), 4.4 (identifiers) and 4.5
// (constants).
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/tokenizer.h"
#include "analyzer/frontend/ptx/char_class.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

using namespace fencepost::ptx;
using llvm::StringRef;

bool Tokenizer::skipBlanks() {
  size_t Start = Pos;
  while (Pos < Text.size()) {
    char C = Text[Pos];
    if (C == '\n') {
      ++Pos;
      ++Line;
      LineStart = Pos;
    } else if (C == ' ' || C == '\t' || C == '\r' || C == '\v' || C == '\f') {
      ++Pos;
    } else if (C == '/' && at(Pos + 1) == '/') {
      skipLine();
    } else if (C == '/' && at(Pos + 1) == '*') {
      skipBlockComment();
    } else if (C == '#' && Pos == LineStart) {
      skipLine();
    } else {
      break;
    }
  }
  return Pos != Start;
}

void Tokenizer::skipLine() {
  Pos = std::min(Text.find('\n', Pos), Text.size());
}

void Tokenizer::skipBlockComment() {
  size_t End = Text.find("*/", Pos + 2);
  Unterminated |= End == StringRef::npos;
  End = End == StringRef::npos ? Text.size() : End + 2;
  for (; Pos < End; ++Pos)
    if (Text[Pos] == '\n') {
      ++Line;
      LineStart = Pos + 1;
    }
}

Token Tokenizer::next() {
  Token T;
  T.AfterSpace = skipBlanks();
  T.Line = Line;
  T.Column = Pos - LineStart + 1;
  size_t Start = Pos;
  if (Pos >= Text.size())
    return T;

  char C = Text[Pos];
  CharClass Class = classOf(C);
  if (Class.IsWordStart) {
    T.Kind = TokenKind::Word;
    scanWord();
  } else if (C == '%' && isWordPart(at(Pos + 1))) {
    T.Kind = TokenKind::Register;
    scanRegister();
  } else if (C == '.' && isWordPart(at(Pos + 1))) {
    T.Kind = TokenKind::Dotted;
    scanDotted();
  } else if (llvm::isDigit(C)) {
    T.Kind = scanNumber();
  } else if (C == '"') {
    T.Kind = scanString();
  } else {
    T.Kind = Class.IsMark ? TokenKind::Mark : TokenKind::Unknown;
    bool Shift = (C == '<' || C == '>') && at(Pos + 1) == C;
    Pos += Shift ? 2 : 1;
  }
  T.Text = Text.slice(Start, Pos);
  return T;
}

void Tokenizer::scanWord() {
  const char *I = Text.data() + Pos;
  while (I != Text.end() && isWordPart(*I))
    ++I;
  Pos = I - Text.data();
}

// A register's component belongs to its name: `%tid.x` is one word, while
// `%r1.u32` would be two.
void Tokenizer::scanRegister() {
  ++Pos;
  scanWord();
  if (at(Pos) == '.' && StringRef("xyzwrgba").contains(at(Pos + 1)) &&
      !isWordPart(at(Pos + 2)))
    Pos += 2;
}

void Tokenizer::scanDotted() {
  ++Pos;
  scanWord();
  while (at(Pos) == ':' && at(Pos + 1) == ':' && isWordPart(at(Pos + 2))) {
    Pos += 2;
    scanWord();
  }
}

TokenKind Tokenizer::scanNumber() {
  char Kind = llvm::toLower(at(Pos + 1));
  if (at(Pos) == '0' && (Kind == 'f' || Kind == 'd') &&
      llvm::isHexDigit(at(Pos + 2))) {
    Pos += 2;
    while (llvm::isHexDigit(at(Pos)))
      ++Pos;
    return TokenKind::Float;
  }
  if (at(Pos) == '0' && (Kind == 'x' || Kind == 'b')) {
    Pos += 2;
    while (llvm::isHexDigit(at(Pos)))
      ++Pos;
  } else {
    while (llvm::isDigit(at(Pos)))
      ++Pos;
    bool IsFloat = at(Pos) == '.' &&
                   (llvm::isDigit(at(Pos + 1)) || !isWordPart(at(Pos + 1)));
    if (IsFloat)
      for (++Pos; llvm::isDigit(at(Pos));)
        ++Pos;
    if (llvm::toLower(at(Pos)) == 'e') {
      size_t Digits = Pos + 1 + (at(Pos + 1) == '+' || at(Pos + 1) == '-');
      if (llvm::isDigit(at(Digits))) {
        IsFloat = true;
        for (Pos = Digits; llvm::isDigit(at(Pos));)
          ++Pos;
      }
    }
    if (IsFloat)
      return TokenKind::Float;
  }
  if (at(Pos) == 'U')
    ++Pos;
  return TokenKind::Integer;
}

TokenKind Tokenizer::scanString() {
  for (++Pos; Pos < Text.size() && Text[Pos] != '\n'; ++Pos) {
    if (Text[Pos] == '\\' && at(Pos + 1) != '\n')
      ++Pos;
    else if (Text[Pos] == '"') {
      ++Pos;
      return TokenKind::String;
    }
  }
  Pos = std::min(Pos, Text.size());
  Unterminated = true;
  return TokenKind::Unknown;
}

uint64_t fencepost::ptx::integerValue(StringRef Text) {
  Text.consume_back("U");
  unsigned Radix = 10;
  if (Text.consume_front_insensitive("0x"))
    Radix = 16;
  else if (Text.consume_front_insensitive("0b"))
    Radix = 2;
  else if (Text.size() > 1 && Text[0] == '0')
    Radix = 8;
  uint64_t Value = 0;
  for (char C : Text)
    Value = Value * Radix + std::min<unsigned>(llvm::hexDigitValue(C), 15);
  return Value;
}

uint64_t fencepost::ptx::floatBits(StringRef Text, unsigned Bits) {
  constexpr size_t Longest = 64; // Parsing decimals is quadratic.
  if (Text.size() > Longest)
    return 0;
  bool IsHex32 = Text.consume_front_insensitive("0f");
  bool IsHex = IsHex32 || Text.consume_front_insensitive("0d");
  llvm::APFloat Value(0.0);
  if (IsHex) {
    uint64_t Raw = 0;
    for (char C : Text)
      Raw = Raw * 16 + llvm::hexDigitValue(C);
    if (IsHex32 == (Bits == 32))
      return Raw;
    Value = IsHex32 ? llvm::APFloat(llvm::APFloat::IEEEsingle(),
                                    llvm::APInt(32, Raw & 0xffffffffu))
                    : llvm::APFloat(llvm::APFloat::IEEEdouble(),
                                    llvm::APInt(64, Raw));
  } else {
    auto Status =
        Value.convertFromString(Text, llvm::APFloat::rmNearestTiesToEven);
    if (!Status) {
      llvm::consumeError(Status.takeError());
      return 0;
    }
  }
  bool Loses = false;
  Value.convert(Bits == 32 ? llvm::APFloat::IEEEsingle()
                           : llvm::APFloat::IEEEdouble(),
                llvm::APFloat::rmNearestTiesToEven, &Loses);
  return Value.bitcastToAPInt().getZExtValue();
}
