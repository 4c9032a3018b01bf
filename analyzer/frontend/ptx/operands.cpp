//===- operands.cpp - operands of PTX statements --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are folded while they are read; MaxDepth bounds the nesting of lists
// and expressions.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/instruction.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace fencepost::ptx;
using llvm::StringRef;

static constexpr unsigned MaxDepth = 32;

Operand StatementReader::parseOperand(unsigned Depth) {
  const char *Start = Tok.Text.data();
  Operand O = parseExpression(0, Depth);
  if (Tok.isMark('|') && !Failed) {
    advance();
    Operand Pair;
    Pair.Kind = Operand::Form::Pair;
    Pair.Parts = kept<Operand>({O, parseExpression(0, Depth + 1)});
    O = std::move(Pair);
  }
  O.Text = textFrom(Start);
  return O;
}

static unsigned precedenceOf(const Token &T) {
  if (!T.is(TokenKind::Mark))
    return 0;
  // `|` is left out: in PTX operands it joins two destinations.
  switch (T.Text[0]) {
  case '^':
    return 1;
  case '&':
    return 2;
  case '<':
  case '>':
    return T.Text.size() == 2 ? 3 : 0;
  case '+':
  case '-':
    return 4;
  case '*':
  case '/':
  case '%':
    return 5;
  }
  return 0;
}

static int64_t evaluate(StringRef Op, int64_t A, int64_t B) {
  uint64_t UA = A, UB = B;
  if (Op == "<<")
    return UB < 64 ? UA << UB : 0;
  if (Op == ">>")
    return UB < 64 ? UA >> UB : 0;
  bool Divides = B != 0 && !(A == INT64_MIN && B == -1);
  switch (Op[0]) {
  case '^':
    return A ^ B;
  case '&':
    return A & B;
  case '+':
    return UA + UB;
  case '-':
    return UA - UB;
  case '*':
    return UA * UB;
  case '/':
    return Divides ? A / B : 0;
  case '%':
    return Divides ? A % B : 0;
  }
  return 0;
}

Operand StatementReader::parseExpression(unsigned MinPrecedence,
                                         unsigned Depth) {
  if (Depth > MaxDepth)
    return fail();
  Operand Left = parsePrimary(Depth);
  while (!Failed) {
    unsigned Precedence = precedenceOf(Tok);
    if (Precedence == 0 || Precedence <= MinPrecedence)
      break;
    StringRef Op = Tok.Text;
    advance();
    Operand Right = parseExpression(Precedence, Depth + 1);
    bool RightIsNumber = Right.Kind == Operand::Form::Integer;
    if (Left.Kind == Operand::Form::Integer && RightIsNumber)
      Left.Imm = evaluate(Op, Left.Imm, Right.Imm);
    else if (Left.isName() && RightIsNumber && (Op == "+" || Op == "-"))
      Left.Imm = evaluate(Op, Left.Imm, Right.Imm);
    else if (Left.Kind == Operand::Form::Integer && Right.isName() &&
             Op == "+") {
      Right.Imm = evaluate(Op, Right.Imm, Left.Imm);
      Left = std::move(Right);
    } else {
      return fail();
    }
  }
  return Left;
}

/// `.b0` to `.b7654`, `.h0` to `.h32`: bytes and halves of a register.
static bool isLanes(const Token &T) {
  StringRef Text = T.Text;
  return T.is(TokenKind::Dotted) && !T.AfterSpace &&
         (Text.consume_front(".b") || Text.consume_front(".h")) &&
         Text.size() <= 4 && !Text.empty() &&
         llvm::all_of(Text, [](char C) { return C >= '0' && C <= '7'; });
}

void StatementReader::takeLanes(Operand &O) {
  if (!isLanes(Tok))
    return;
  O.Lanes = Tok.Text.drop_front();
  O.Text = StringRef(O.Name.data(), O.Name.size() + Tok.Text.size());
  advance();
}

Operand StatementReader::parsePrimary(unsigned Depth) {
  if (Depth > MaxDepth)
    return fail();
  Operand O;
  O.Text = O.Name = Tok.Text;
  switch (Tok.Kind) {
  case TokenKind::Register:
    O.Kind = Operand::Form::Register;
    advance();
    takeLanes(O);
    return O;
  case TokenKind::Word:
    O.Kind = Tok.Text == "_" ? Operand::Form::Sink : Operand::Form::Name;
    advance();
    if (Tok.is(TokenKind::Dotted) && !Tok.AfterSpace && Tok.Text.size() == 2) {
      O.Kind = Operand::Form::Register;
      O.Name = O.Text = StringRef(O.Name.data(), O.Name.size() + 2);
      advance();
    } else {
      takeLanes(O);
    }
    return O;
  case TokenKind::Integer:
    O.Kind = Operand::Form::Integer;
    O.Imm = integerValue(Tok.Text);
    advance();
    return O;
  case TokenKind::Float:
    O.Kind = Operand::Form::Float;
    advance();
    return O;
  case TokenKind::Mark:
    break;
  case TokenKind::End:
  case TokenKind::Dotted:
  case TokenKind::String:
  case TokenKind::Unknown:
    return fail();
  }
  if (takeMark('{'))
    return parseList('}', Depth + 1);
  if (takeMark('['))
    return parseAddress(Depth + 1);
  if (takeMark('(')) {
    O = parseList(')', Depth + 1);
    // Parentheses around one number group an expression.
    if (O.Parts.size() == 1 && O.Parts[0].Kind == Operand::Form::Integer)
      return Operand(O.Parts[0]);
    return O;
  }
  if (!Tok.isMark('!') && !Tok.isMark('-') && !Tok.isMark('~') &&
      !Tok.isMark('+'))
    return fail();
  char Sign = Tok.Text[0];
  advance();
  O = parsePrimary(Depth + 1);
  if (O.Kind == Operand::Form::Integer)
    O.Imm = Sign == '-'   ? int64_t(-uint64_t(O.Imm))
            : Sign == '~' ? ~O.Imm
            : Sign == '!' ? O.Imm == 0
                          : O.Imm;
  else if (Sign == '!')
    O.Negated = !O.Negated;
  else if (Sign == '-')
    O.Negative = !O.Negative;
  else if (Sign == '~')
    return fail();
  return O;
}

Operand StatementReader::parseList(char Close, unsigned Depth) {
  Operand O;
  O.Kind = Operand::Form::Vector;
  OpenLists += Close == '}';
  llvm::SmallVector<Operand, 4> Parts;
  while (!Failed && !Tok.isMark(Close)) {
    Parts.push_back(parseOperand(Depth));
    if (!takeMark(','))
      break;
  }
  if (Failed || !takeMark(Close))
    return fail();
  OpenLists -= Close == '}';
  O.Parts = kept<Operand>(Parts);
  return O;
}

// `[%rd1+-4]`, `[sym]`, `[16]`, `[map, {x, y}]`.
Operand StatementReader::parseAddress(unsigned Depth) {
  Operand O;
  O.Kind = Operand::Form::Address;
  llvm::SmallVector<Operand, 1> Parts;
  while (!Failed && !Tok.isMark(']')) {
    Parts.push_back(parseOperand(Depth));
    if (!takeMark(','))
      break;
  }
  if (Failed || Parts.empty() || !takeMark(']'))
    return fail();
  // `ld.global.unified.u32 %r1, [%rd1].unified`
  if (Tok.is(TokenKind::Dotted) && !Tok.AfterSpace && Tok.Text == ".unified")
    advance();
  O.Parts = kept<Operand>(Parts);
  return O;
}
