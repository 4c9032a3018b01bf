//===- parse_values.cpp - .events: definitions and operands ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equal pure values under free names become one node, as FunctionBuilder
// makes them; a numeric name (%12) demands a node and an id of its own.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text_parser.h"
#include "analyzer/model/text_words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::StringRef;
using llvm::Twine;

static bool isNumeric(const Token &Name) {
  return !Name.IsQuoted && llvm::all_of(Name.Text, llvm::isDigit);
}

bool FunctionParser::pin(const Token &Name, uint32_t &Out) {
  if (!StringRef(Name.Text).getAsInteger(10, Out) && Out != NoId)
    return true;
  return P.fail(Name, "expected a value's number below 2^32 - 1");
}

FunctionParser::Handle FunctionParser::append(Node N) {
  Nodes.push_back(std::move(N));
  return Nodes.size() - 1;
}

static std::string keyOf(const Value &V) {
  std::string Key;
  llvm::raw_string_ostream OS(Key);
  OS << unsigned(V.Kind) << ' ' << unsigned(V.Op) << ' ' << spellType(V.Type)
     << ' ' << V.Imm << ' ' << V.Name.size() << ' ' << V.Name;
  for (ValueId Operand : V.Operands)
    OS << ' ' << Operand;
  return Key;
}

static bool isShared(const Value &V) {
  return V.Kind != ValueKind::Phi && V.Kind != ValueKind::Result &&
         V.Kind != ValueKind::Unknown && V.Op != OpCode::Havoc;
}

FunctionParser::Handle FunctionParser::intern(Value V) {
  auto [It, IsNew] = Interned.try_emplace(keyOf(V), 0);
  if (IsNew) {
    Node N;
    N.V = std::move(V);
    N.IsDefined = true;
    It->second = append(std::move(N));
  }
  return It->second;
}

/// The value that Name stands for, which may be defined later.
bool FunctionParser::reference(const Token &Name, Handle &Out) {
  uint32_t Number = 0;
  bool HasPin = isNumeric(Name);
  if (HasPin && !pin(Name, Number))
    return false;
  if (HasPin && Number == 0) {
    Out = UnknownValue;
    return true;
  }
  if (!HasPin && !Named.count(Name.Text)) {
    auto Param = ParamIndex.find(Name.Text);
    if (Param != ParamIndex.end()) {
      Value V;
      V.Kind = ValueKind::Param;
      V.Imm = Param->second;
      V.Type = Fn.Params[Param->second].Type;
      Out = intern(std::move(V));
      return true;
    }
  }
  Handle &Slot = HasPin ? Pinned[Number] : Named[Name.Text];
  if (Slot == UnknownValue) {
    Node N;
    N.FirstUse = Name;
    N.Pin = Number;
    Slot = append(std::move(N));
  }
  Out = Slot;
  return true;
}

bool FunctionParser::define(const Token &Name, Node N) {
  N.IsDefined = true;
  N.FirstUse = Name;
  if (!isNumeric(Name) && ParamIndex.count(Name.Text))
    return P.fail(Name,
                  "expected a new name: '%" + Name.Text + "' is a parameter");
  if (isNumeric(Name) && !pin(Name, N.Pin))
    return false;
  if (isNumeric(Name) && N.Pin == 0)
    return P.fail(Name, "expected a number from 1: %0 is the unknown value");
  Handle &Slot = N.Pin ? Pinned[N.Pin] : Named[Name.Text];
  bool IsFree = isShared(N.V);
  std::string Key = IsFree ? keyOf(N.V) : "";
  if (Slot != UnknownValue) {
    if (Nodes[Slot].IsDefined)
      return P.fail(Name, "expected a new name: '%" + Name.Text +
                              "' is defined twice");
    Nodes[Slot] = std::move(N);
  } else if (IsFree && !N.Pin && Interned.count(Key)) {
    Slot = Interned[Key];
  } else {
    Slot = append(std::move(N));
  }
  if (IsFree)
    Interned.try_emplace(Key, Slot);
  return true;
}

bool FunctionParser::isOperandStart() const {
  return P.Tok.Kind == TokenKind::Value || P.Tok.Kind == TokenKind::Symbol ||
         P.Tok.Kind == TokenKind::Int || P.Tok.isPunct('?');
}

bool FunctionParser::parseOperand(Handle &Out) {
  Token At = P.Tok;
  if (!isOperandStart())
    return P.expected("a value: %name, @global, a number or ?");
  P.advance();
  if (At.Kind == TokenKind::Value)
    return reference(At, Out);
  Value V;
  if (At.Kind == TokenKind::Punct) {
    Out = UnknownValue;
    return true;
  }
  if (At.Kind == TokenKind::Symbol) {
    if (!P.Globals.contains(At.Text))
      return P.fail(At, "expected a global of the module, found '@" + At.Text +
                            "'");
    V.Kind = ValueKind::Global;
    V.Name = At.Text;
    V.Type = PointerType;
  } else {
    V.Kind = ValueKind::Constant;
    V.Imm = At.Int;
    V.Type = IntType;
    // A type belongs to the number only where no blank stands between.
    if (P.Tok.isPunct(':') && P.Tok.Begin == At.End) {
      P.advance();
      if (!P.expectType(V.Type))
        return false;
    }
  }
  Out = intern(std::move(V));
  return true;
}

ValueType FunctionParser::defaultType(const Value &V) const {
  if (std::optional<ValueType> T = fixedType(V.Op))
    return *T;
  llvm::ArrayRef<ValueId> Operands = V.Operands;
  if (V.Op == OpCode::Select && !Operands.empty())
    Operands = Operands.drop_front();
  ValueType OfConstant = IntType;
  for (ValueId Operand : Operands) {
    const Value &From = Nodes[Operand].V;
    if (From.Type == ValueType{})
      continue;
    if (From.Kind != ValueKind::Constant)
      return From.Type;
    OfConstant = From.Type;
  }
  return OfConstant;
}

/// `%name = ...`: a pure value, a phi or an event with a result.
bool FunctionParser::parseDefinition(const Token &Name) {
  P.advance();
  if (!P.expectPunct('='))
    return false;
  Token Word = P.Tok;
  std::string Text;
  if (!P.expectWord(Text, "an operation or an event"))
    return false;
  if (Text == "phi")
    return parsePhi(Name);
  if (Text == "raw")
    return parseRaw(Name);
  Node N;
  bool IsLeaf = false;
  std::optional<OpCode> Op = parseOpCode(Text);
  if (!parseLeaf(Word, N.V, IsLeaf))
    return false;
  if (!IsLeaf) {
    if (!Op || *Op == OpCode::None) {
      if (startsEvent(Text))
        return parseEvent(Name, Word, &Name);
      return P.fail(Word,
                    "expected an operation or an event, found '" + Text + "'");
    }
    if (!parseOperation(*Op, N.V))
      return false;
    N.V.Type = defaultType(N.V);
  }
  if (P.takePunct(':') && !P.expectType(N.V.Type))
    return false;
  return define(Name, std::move(N));
}

bool FunctionParser::parseLeaf(const Token &Word, Value &V, bool &IsLeaf) {
  IsLeaf = true;
  if (Word.Text == "const") {
    V.Kind = ValueKind::Constant;
    V.Type = IntType;
    if (P.Tok.Kind != TokenKind::Int)
      return P.expected("a number");
    V.Imm = P.Tok.Int;
    P.advance();
  } else if (Word.Text == "param" || Word.Text == "local") {
    bool IsParam = Word.Text == "param";
    if (P.Tok.Kind != TokenKind::Int)
      return P.expected("a number");
    V.Kind = IsParam ? ValueKind::Param : ValueKind::Local;
    V.Imm = P.Tok.Int;
    V.Type = IsParam ? ValueType{} : PointerType;
    if (IsParam && V.Imm >= 0 && uint64_t(V.Imm) < Fn.Params.size())
      V.Type = Fn.Params[V.Imm].Type;
    P.advance();
    if (IsParam && P.Tok.Kind == TokenKind::String)
      return P.expectString(V.Name, "a leaf");
  } else if (Word.Text == "special") {
    V.Kind = ValueKind::Special;
    V.Type = {32, false, false, false};
    if (P.Tok.Kind != TokenKind::Word && P.Tok.Kind != TokenKind::String)
      return P.expected("a special register such as tid.x");
    V.Name = P.Tok.Text;
    P.advance();
  } else if (Word.Text == "global") {
    V.Kind = ValueKind::Global;
    V.Type = PointerType;
    bool IsDeclared = P.Tok.Kind == TokenKind::Symbol;
    if (IsDeclared ? !P.Globals.contains(P.Tok.Text)
                   : P.Tok.Kind != TokenKind::String)
      return P.expected("a global of the module");
    V.Name = P.Tok.Text;
    P.advance();
  } else {
    IsLeaf = false;
  }
  return true;
}

/// Operands, numbers and names after an operation: the number at
/// immPosition() is Value::Imm, a string is Value::Name.
bool FunctionParser::parseOperation(OpCode Op, Value &V) {
  V.Kind = ValueKind::Op;
  V.Op = Op;
  std::optional<size_t> ImmAt = immPosition(Op);
  bool HasImm = false;
  if (isOperandStart() || P.Tok.Kind == TokenKind::String)
    do {
      if (P.Tok.Kind == TokenKind::String) {
        V.Name = P.Tok.Text;
        P.advance();
      } else if (ImmAt == V.Operands.size() && !HasImm &&
                 P.Tok.Kind == TokenKind::Int) {
        V.Imm = P.Tok.Int;
        HasImm = true;
        P.advance();
      } else if (!parseOperand(V.Operands.emplace_back())) {
        return false;
      }
    } while (P.takePunct(','));
  if (!P.takeWord("imm"))
    return true;
  if (!P.expectPunct('='))
    return false;
  if (P.Tok.Kind != TokenKind::Int)
    return P.expected("a number");
  V.Imm = P.Tok.Int;
  P.advance();
  return true;
}

bool FunctionParser::parsePhi(const Token &Name) {
  if (IsDetached || !openBlock(Name))
    return P.fail(Name, "expected a block around the phi");
  BlockId Here = Fn.Blocks.size() - 1;
  Node N;
  N.IsPhiLine = true;
  N.V.Kind = ValueKind::Phi;
  N.V.Imm = Here;
  N.V.Type = IntType;
  if (P.Tok.isPunct('['))
    do {
      auto &[Operand, From] = N.Incoming.emplace_back();
      if (!P.expectPunct('[') || !parseOperand(Operand) ||
          !P.expectPunct(',') || !parseLabelUse(From) || !P.expectPunct(']'))
        return false;
      if (Nodes[Operand].V.Type != ValueType{})
        N.V.Type = Nodes[Operand].V.Type;
    } while (P.takePunct(','));
  if (P.takeWord("name") &&
      (!P.expectPunct('=') || !P.expectString(N.V.Name, "a name in quotes")))
    return false;
  if (P.takePunct(':') && !P.expectType(N.V.Type))
    return false;
  Handle H;
  if (!define(Name, std::move(N)) || !reference(Name, H))
    return false;
  Fn.Blocks[Here].Phis.push_back(H);
  return true;
}

/// raw KIND OP TYPE IMM "NAME" (OPERANDS): any value, field by field.
bool FunctionParser::parseRaw(const Token &Name) {
  Node N;
  std::optional<ValueKind> Kind;
  std::optional<OpCode> Op;
  if (P.Tok.Kind == TokenKind::Word)
    Kind = parseSpelling<ValueKind>(P.Tok.Text);
  if (!Kind)
    return P.expected("the kind of a value");
  P.advance();
  if (P.Tok.Kind == TokenKind::Word)
    Op = parseOpCode(P.Tok.Text);
  if (!Op)
    return P.expected("an operation or 'none'");
  P.advance();
  N.V.Kind = *Kind;
  N.V.Op = *Op;
  if (!P.expectType(N.V.Type))
    return false;
  if (P.Tok.Kind != TokenKind::Int)
    return P.expected("a number");
  N.V.Imm = P.Tok.Int;
  P.advance();
  if (!P.expectString(N.V.Name, "a name in quotes") || !P.expectPunct('('))
    return false;
  while (!P.takePunct(')')) {
    if (!N.V.Operands.empty() && !P.expectPunct(','))
      return false;
    if (!parseOperand(N.V.Operands.emplace_back()))
      return false;
  }
  return define(Name, std::move(N));
}
