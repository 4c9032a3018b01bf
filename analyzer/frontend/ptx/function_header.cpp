//===- function_header.cpp - parameters and directives --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/function_header.h"
#include "analyzer/frontend/ptx/tokenizer.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MathExtras.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

namespace {

Space spaceOf(StringRef Word) {
  return llvm::StringSwitch<Space>(Word)
      .Cases({".global", ".tex"}, Space::Global)
      .Cases({".shared", ".shared::cta"}, Space::SharedCta)
      .Case(".shared::cluster", Space::SharedCluster)
      .Case(".const", Space::Const)
      .Case(".local", Space::Local)
      .Case(".param", Space::Param)
      .Default(Space::Unknown);
}

class HeaderReader {
public:
  explicit HeaderReader(StringRef Text) : Tokens(Text) { advance(); }

  FunctionHeader function() {
    FunctionHeader H;
    while (Tok.is(TokenKind::Dotted)) // `.attribute(.unified(1, 2))`
      directive(H);
    if (Tok.isMark('('))
      H.Results = formals();
    if (!Tok.is(TokenKind::Word) && !Tok.is(TokenKind::Register))
      return H;
    H.Name = Tok.Text;
    advance();
    if (Tok.isMark('('))
      H.Params = formals();
    while (!Tok.is(TokenKind::End))
      directive(H);
    return H;
  }

  std::vector<VariableHeader> variables() {
    VariableHeader V;
    std::vector<VariableHeader> All;
    uint64_t Element = 0;
    V.Spc = spaceOf(Tok.Text);
    advance();
    while (Tok.is(TokenKind::Dotted)) {
      StringRef Word = Tok.Text;
      advance();
      if (Word == ".align" && Tok.is(TokenKind::Integer)) {
        advance();
      } else if (Word == ".attribute") {
        while (!Tok.isMark(')') && !Tok.is(TokenKind::End)) {
          V.IsManaged |= Tok.Text == ".managed";
          advance();
        }
        advance();
      } else if (Word == ".v2" || Word == ".v4" || Word == ".v8") {
        Vector = Word[2] - '0';
      } else if (auto T = parseType(Word.drop_front())) {
        Element = uint64_t(T->Type.Bits) * T->Packed / 8;
      } else if (Word == ".b128") {
        Element = 16;
      } else {
        Element = 8; // .texref, .samplerref, .surfref
      }
    }
    while (Tok.is(TokenKind::Word) || Tok.is(TokenKind::Register)) {
      V.Name = Tok.Text;
      advance();
      V.Size = Element * Vector * extent();
      All.push_back(V);
      if (!Tok.isMark(','))
        break;
      advance();
    }
    return All;
  }

private:
  Tokenizer Tokens;
  Token Tok;
  uint64_t Vector = 1;

  void advance() { Tok = Tokens.next(); }

  /// `[4][8]` is 32; no brackets is 1, empty ones 0.
  uint64_t extent() {
    uint64_t Count = 1;
    while (Tok.isMark('[')) {
      advance();
      uint64_t Bound = 0;
      if (Tok.is(TokenKind::Integer)) {
        Bound = integerValue(Tok.Text);
        advance();
      }
      Count = llvm::SaturatingMultiply(Count, Bound);
      while (!Tok.isMark(']') && !Tok.is(TokenKind::End))
        advance();
      advance();
    }
    return std::min<uint64_t>(Count, uint64_t(1) << 40);
  }

  std::vector<Formal> formals() {
    std::vector<Formal> All;
    advance();
    while (!Tok.isMark(')') && !Tok.is(TokenKind::End)) {
      Formal F = formal();
      if (!F.Name.empty())
        All.push_back(F);
      while (!Tok.isMark(')') && !Tok.isMark(',') && !Tok.is(TokenKind::End))
        advance();
      if (Tok.isMark(','))
        advance();
    }
    advance();
    return All;
  }

  // `.param .u64 .ptr .global .align 4 name`, `.param .align 8 .b8 name[56]`
  Formal formal() {
    Formal F;
    while (Tok.is(TokenKind::Dotted)) {
      StringRef Word = Tok.Text;
      advance();
      if (Word == ".reg")
        F.IsRegister = true;
      else if (Word == ".ptr")
        F.IsPointer = true;
      else if (Word == ".align" && Tok.is(TokenKind::Integer))
        advance();
      else if (Space S = spaceOf(Word); F.IsPointer && S != Space::Unknown)
        F.PointeeSpace = S;
      else if (auto T = parseType(Word.drop_front()))
        F.Type = T->registerType();
    }
    if (!Tok.is(TokenKind::Word) && !Tok.is(TokenKind::Register))
      return F;
    F.Name = Tok.Text;
    advance();
    F.IsArray = Tok.isMark('[');
    return F;
  }

  uint32_t product() {
    uint64_t Product = 1;
    while (Tok.is(TokenKind::Integer)) {
      Product = llvm::SaturatingMultiply(Product, integerValue(Tok.Text));
      advance();
      if (!Tok.isMark(','))
        break;
      advance();
    }
    return std::min<uint64_t>(Product, UINT32_MAX);
  }

  void directive(FunctionHeader &H) {
    StringRef Word = Tok.Text;
    advance();
    if (Word == ".maxntid" || Word == ".reqntid")
      H.MaxThreads = product();
    else if (Word == ".reqnctapercluster")
      H.ClusterSize = product();
    else if (Word == ".noreturn")
      H.NeverReturns = true;
    else if (Word == ".attribute")
      skipParentheses();
  }

  void skipParentheses() {
    unsigned Depth = 0;
    do {
      Depth += Tok.isMark('(');
      Depth -= Tok.isMark(')') && Depth;
      advance();
    } while (Depth && !Tok.is(TokenKind::End));
  }
};

} // namespace

FunctionHeader ptx::readHeader(StringRef Text) {
  return HeaderReader(Text).function();
}

std::vector<VariableHeader> ptx::readVariables(StringRef Text) {
  return HeaderReader(Text).variables();
}

std::string ptx::variableName(StringRef Name) {
  if (!Name.starts_with("_Z"))
    return Name.str();
  std::string Full = llvm::demangle(Name.str());
  StringRef Text = Full;
  size_t Depth = 0, Start = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(' || Text[I] == '<';
    Depth -= (Text[I] == ')' || Text[I] == '>') && Depth;
    if (Depth == 0 && Text.substr(I).starts_with("::"))
      Start = I + 2;
  }
  return Text.substr(Start).str();
}
