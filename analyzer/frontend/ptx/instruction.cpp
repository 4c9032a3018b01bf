//===- instruction.cpp - statements of PTX ----------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive descent with one token of lookahead; operands.cpp reads operands.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/instruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <utility>

using namespace fencepost::ptx;
using llvm::StringRef;

//===- Instruction --------------------------------------------------------===//

bool Instruction::has(StringRef Qualifier) const {
  return llvm::is_contained(Qualifiers, Qualifier);
}

bool Instruction::hasPrefix(StringRef Prefix) const {
  return llvm::any_of(Qualifiers,
                      [&](StringRef Q) { return Q.starts_with(Prefix); });
}

std::string Instruction::spelling() const {
  std::string Out = Root.str();
  for (StringRef Q : Qualifiers)
    (Out += '.') += Q;
  return Out;
}

bool Instruction::hasAddress() const {
  return llvm::any_of(Operands, [](const Operand &O) {
    return O.Kind == Operand::Form::Address;
  });
}

//===- Statements ---------------------------------------------------------===//

StatementReader::StatementReader(StringRef Text, llvm::BumpPtrAllocator &Memory)
    : Text(Text), Memory(Memory), Tokens(Text), LastEnd(Text.data()) {}

void StatementReader::fillTokens() {
  if (std::exchange(HasTokens, true))
    return;
  Tok = Tokens.next();
  Ahead = Tokens.next();
}

void StatementReader::advance() {
  LastEnd = Tok.Text.end();
  Tok = Ahead;
  Ahead = Tokens.next();
}

bool StatementReader::takeMark(char C) {
  if (!Tok.isMark(C))
    return false;
  advance();
  return true;
}

StringRef StatementReader::textFrom(const char *Start) const {
  return StringRef(Start, LastEnd > Start ? LastEnd - Start : 0);
}

// A brace that the failed statement opened is closed with it, so that scopes
// stay balanced.
void StatementReader::skipToEnd() {
  for (; !atEnd() && !Tok.isMark(';'); advance()) {
    if (Tok.isMark('{') || (Tok.isMark('}') && OpenLists == 0))
      return;
    if (Tok.isMark('}'))
      --OpenLists;
  }
}

Operand StatementReader::fail() {
  Failed = true;
  return {};
}

Statement StatementReader::next() {
  Statement S;
  next(S);
  return S;
}

void StatementReader::next(Statement &S) {
  if (nextPlain(S))
    return;
  fillTokens();
  while (takeMark(';'))
    ;
  S.Line = Tok.Line;
  S.Column = Tok.Column;
  const char *Start = Tok.Text.data();
  Failed = false;
  OpenLists = 0;

  if (atEnd())
    return;
  if (Tok.isMark('{') || Tok.isMark('}')) {
    S.Kind = Tok.isMark('{') ? Statement::Form::OpenBrace
                             : Statement::Form::CloseBrace;
    advance();
    S.Text = textFrom(Start);
    return;
  }
  if (Tok.is(TokenKind::Dotted)) {
    parseDirective(S);
  } else if ((Tok.is(TokenKind::Word) || Tok.is(TokenKind::Register)) &&
             Ahead.isMark(':')) {
    S.Kind = Statement::Form::Label;
    S.Name = Tok.Text;
    advance();
    advance();
    S.Text = S.Name;
    return;
  } else {
    parseInstruction(S);
  }
  if (Failed) {
    S.Kind = Statement::Form::Garbage;
    if (Tok.Text.data() == Start)
      advance();
    skipToEnd();
  }
  S.Text = textFrom(Start);
  takeMark(';');
}

void StatementReader::parseGuard(Instruction &I) {
  if (!takeMark('@'))
    return;
  I.GuardNegated = takeMark('!');
  if (!Tok.is(TokenKind::Word) && !Tok.is(TokenKind::Register)) {
    Failed = true;
    return;
  }
  I.Guard = Tok.Text;
  advance();
}

void StatementReader::parseInstruction(Statement &S) {
  Instruction &I = S.Inst;
  parseGuard(I);
  if (Failed || !Tok.is(TokenKind::Word)) {
    Failed = true;
    return;
  }
  S.Kind = Statement::Form::Instruction;
  I.Root = Tok.Text;
  llvm::SmallVector<StringRef, 8> Words;
  llvm::SmallVector<Operand, 8> Operands;
  advance();
  // Pasted text leaves a dot apart from its word: `ld. relaxed`.
  for (;;) {
    if (Tok.is(TokenKind::Dotted))
      Words.push_back(Tok.Text.drop_front());
    else if (Tok.isMark('.') && Ahead.is(TokenKind::Word)) {
      advance();
      Words.push_back(Tok.Text);
    } else
      break;
    advance();
  }
  I.Opcode = textFrom(I.Root.data());
  I.Qualifiers = kept<StringRef>(Words);
  while (!Failed && !atEnd() && !Tok.isMark(';') && !Tok.isMark('}')) {
    Operands.push_back(parseOperand(0));
    if (!takeMark(','))
      break;
  }
  I.Operands = kept<Operand>(Operands);
  if (!atEnd() && !Tok.isMark(';') && !Tok.isMark('}'))
    Failed = true;
}

/// The rest of a line that holds nothing but itself; there are as many of
/// these lines as of instructions.
bool StatementReader::skipLocation(uint32_t Line) {
  const char *Start = Tok.Text.data();
  StringRef Rest(Start, Text.end() - Start);
  Rest = Rest.take_front(Rest.find('\n'));
  auto MayEnd = [](char C) {
    return C == ';' || C == '{' || C == '}' || C == '/' || C == '"';
  };
  if (Ahead.Line != Line || llvm::any_of(Rest, MayEnd))
    return false;
  Tokens.skipLine();
  Tok = Tokens.next();
  Ahead = Tokens.next();
  LastEnd = Rest.end();
  return true;
}

void StatementReader::parseDirective(Statement &S) {
  S.Kind = Statement::Form::Directive;
  S.Directive = Tok.Text.drop_front();
  if (llvm::StringSwitch<bool>(S.Directive)
          .Cases({"reg", "local", "shared", "param", "global", "const"}, true)
          .Default(false))
    return parseDeclaration(S);
  uint32_t Line = Tok.Line;
  bool EndsWithLine = S.Directive == "loc" || S.Directive == "file";
  if (EndsWithLine && skipLocation(Line))
    return;
  advance();
  llvm::SmallVector<Statement::Declared, 4> Names;
  while (!atEnd() && !Tok.isMark(';') && !Tok.isMark('{') && !Tok.isMark('}') &&
         !(EndsWithLine && Tok.Line != Line)) {
    if (Tok.is(TokenKind::Word))
      Names.push_back({Tok.Text, 0});
    advance();
  }
  S.Names = kept<Statement::Declared>(Names);
}

void StatementReader::parseDeclaration(Statement &S) {
  S.Kind = Statement::Form::Declaration;
  llvm::SmallVector<StringRef, 4> Types;
  llvm::SmallVector<Statement::Declared, 4> Names;
  advance();
  while (Tok.is(TokenKind::Dotted)) {
    StringRef Type = Tok.Text.drop_front();
    advance();
    if ((Type == "align" || Type == "attribute") && Tok.is(TokenKind::Integer))
      advance();
    else
      Types.push_back(Type);
  }
  while (Tok.is(TokenKind::Word) || Tok.is(TokenKind::Register)) {
    Statement::Declared D{Tok.Text, 0};
    advance();
    if (Tok.isMark('<') && Ahead.is(TokenKind::Integer)) {
      advance();
      D.Count = std::min<uint64_t>(integerValue(Tok.Text), UINT32_MAX);
      advance();
      if (!takeMark('>'))
        Failed = true;
    }
    Names.push_back(D);
    // Array bounds and initializers say nothing about registers.
    while (!atEnd() && !Tok.isMark(',') && !Tok.isMark(';') &&
           !Tok.isMark('}') &&
           (Tok.isMark('[') || Tok.isMark(']') || Tok.isMark('=') ||
            !Tok.is(TokenKind::Mark)))
      advance();
    if (!takeMark(','))
      break;
  }
  S.Types = kept<StringRef>(Types);
  S.Names = kept<Statement::Declared>(Names);
  if (S.Names.empty() || (!atEnd() && !Tok.isMark(';') && !Tok.isMark('}')))
    Failed = true;
}
