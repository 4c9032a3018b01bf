//===- parse_function.cpp - .events: headers, blocks ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text_parser.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::StringRef;
using llvm::Twine;

bool FunctionParser::run(const Token &Start) {
  if (!parseHeader(Start))
    return false;
  for (P.skipLines(); !P.Tok.isPunct('}'); P.skipLines()) {
    if (P.Tok.Kind == TokenKind::End)
      return P.expected("'}' at the end of the function");
    if (!parseStatement() || !P.expectStatementEnd())
      return false;
  }
  if (Fn.Blocks.empty() && Fn.State != Coverage::Skipped)
    openBlock(P.Tok);
  if (IsOpen)
    Fn.Blocks.back().Term.Loc = P.ownPlace(P.Tok);
  P.advance();
  return finish(Start);
}

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

bool FunctionParser::parseHeader(const Token &Start) {
  if (P.Tok.Kind != TokenKind::Symbol)
    return P.expected("@name");
  Fn.Name = Fn.Display = P.Tok.Text;
  P.advance();
  if (!parseParams())
    return false;
  bool HasPlace = false;
  while (!P.Tok.isPunct('{'))
    if (!parseHeaderAttribute(HasPlace))
      return false;
  if (!HasPlace)
    Fn.Loc = P.ownPlace(Start);
  P.advance();
  return true;
}

bool FunctionParser::parseParams() {
  if (!P.expectPunct('('))
    return false;
  while (!P.takePunct(')')) {
    if (!Fn.Params.empty() && !P.expectPunct(','))
      return false;
    Parameter Param;
    if (!P.expectType(Param.Type))
      return false;
    while (P.Tok.Kind == TokenKind::Word) {
      if (P.takeWord("const")) {
        Param.IsPointeeConst = true;
      } else if (P.takeWord("restrict")) {
        Param.IsRestrict = true;
      } else if (P.takeWord("volatile")) {
        Param.IsPointeeVolatile = true;
      } else if (P.takeWord("gridconst")) {
        Param.IsGridConstant = true;
      } else if (P.takeWord("space")) {
        std::optional<Space> S;
        if (P.takePunct('=') && P.Tok.Kind == TokenKind::Word)
          S = parseSpelling<Space>(P.Tok.Text);
        if (!S)
          return P.expected("= and a state space such as global");
        Param.PointeeSpace = *S;
        P.advance();
      } else {
        return P.expected("const, restrict, volatile, gridconst, space= or "
                          "%name");
      }
    }
    if (P.Tok.Kind != TokenKind::Value)
      return P.expected("const, restrict, volatile, gridconst, space= or "
                        "%name");
    Param.Name = P.Tok.Text;
    ParamIndex.try_emplace(Param.Name, Fn.Params.size());
    P.advance();
    Fn.Params.push_back(std::move(Param));
  }
  return true;
}

bool FunctionParser::parseHeaderAttribute(bool &HasPlace) {
  static constexpr const char *What =
      "'{' or one of display=, maxthreads=, cluster=, state=, reasons=(), "
      "instances=, entry=, loc=";
  Token At = P.Tok;
  std::string Name;
  if (!P.expectWord(Name, What) || !P.expectPunct('='))
    return false;
  uint64_t Number = 0;
  if (Name == "display")
    return P.expectString(Fn.Display, "a name in quotes");
  if (Name == "loc")
    return HasPlace = true, P.parsePlace(Fn.Loc);
  if (Name == "entry")
    return parseLabelUse(EntryLabel.emplace());
  if (Name == "maxthreads" || Name == "cluster" || Name == "instances") {
    if (!P.expectNumber(Number, UINT32_MAX, "a number below 2^32"))
      return false;
    (Name == "maxthreads"
         ? Fn.MaxThreads
         : (Name == "cluster" ? Fn.ClusterSize : Fn.Instances)) = Number;
    return true;
  }
  if (Name == "state") {
    if (P.takeWord("partly"))
      Fn.State = Coverage::Partly;
    else if (P.takeWord("skipped"))
      Fn.State = Coverage::Skipped;
    else if (!P.takeWord("analysed"))
      return P.expected("analysed, partly or skipped");
    return true;
  }
  if (Name != "reasons")
    return P.fail(At, Twine("expected ") + What + ", found '" + Name + "'");
  if (!P.expectPunct('('))
    return false;
  do {
    if (!P.expectString(Fn.Reasons.emplace_back(), "a reason in quotes"))
      return false;
  } while (P.takePunct(','));
  return P.expectPunct(')');
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

bool FunctionParser::parseStatement() {
  Token Start = P.Tok;
  if (Start.Kind == TokenKind::Value)
    return parseDefinition(Start);
  if (Start.Kind != TokenKind::Word && Start.Kind != TokenKind::String)
    return P.expected("a label, an event, a terminator or '%name ='");
  P.advance();
  if (P.Tok.isPunct(':'))
    return parseLabel(Start);
  if (Start.Kind == TokenKind::String)
    return P.expected("':' after a label");
  if (llvm::is_contained({"jump", "br", "switch", "ret", "unreachable"},
                         Start.Text))
    return parseTerminator(Start);
  return parseEvent(Start, Start, nullptr);
}

uint32_t FunctionParser::label(StringRef Name, const Token &At) {
  auto [It, IsNew] = LabelIndex.try_emplace(Name, Labels.size());
  if (IsNew)
    Labels.push_back({NoId, At});
  return It->second;
}

bool FunctionParser::parseLabelUse(uint32_t &Out) {
  if (P.Tok.Kind != TokenKind::Word && P.Tok.Kind != TokenKind::String)
    return P.expected("the label of a block");
  Out = label(P.Tok.Text, P.Tok);
  P.advance();
  return true;
}

bool FunctionParser::parseLabel(const Token &Name) {
  uint32_t Index = 0;
  bool WasOpen = IsOpen;
  IsDetached = Name.isWord("detached");
  IsOpen = !IsDetached;
  if (!IsDetached) {
    Index = label(Name.Text, Name);
    if (Labels[Index].Block != NoId)
      return P.fail(Name, "expected a new label: '" + Name.Text +
                              "' is defined twice");
    Labels[Index].Block = Fn.Blocks.size();
    Fn.Blocks.emplace_back();
    ListedPreds.emplace_back();
  }
  if (WasOpen) {
    if (IsDetached)
      return P.fail(Name, "expected a terminator before 'detached'");
    Terminator &T = Fn.Blocks[Fn.Blocks.size() - 2].Term;
    T.Kind = TerminatorKind::Jump;
    T.Successors.push_back(Index);
    T.Loc = P.ownPlace(Name);
  }
  P.advance();
  if (IsDetached || !P.takeWord("preds"))
    return true;
  if (!P.expectPunct('('))
    return false;
  auto &Listed = ListedPreds.back().emplace();
  while (!P.takePunct(')')) {
    if (!Listed.empty() && !P.expectPunct(','))
      return false;
    if (!parseLabelUse(Listed.emplace_back()))
      return false;
  }
  return true;
}

/// Makes sure that a block is open for a statement at At.
bool FunctionParser::openBlock(const Token &At) {
  if (IsOpen)
    return true;
  if (!Fn.Blocks.empty())
    return P.fail(At, "expected a label: the block before has ended");
  Fn.Blocks.emplace_back();
  ListedPreds.emplace_back();
  return IsOpen = true;
}

bool FunctionParser::parseTerminator(const Token &Start) {
  if (IsDetached)
    return P.fail(Start, "expected events only in 'detached'");
  if (!openBlock(Start))
    return false;
  Terminator T;
  StringRef Word = Start.Text;
  bool Good = true;
  if (Word == "jump") {
    T.Kind = TerminatorKind::Jump;
    Good = parseLabelUse(T.Successors.emplace_back());
  } else if (Word == "br") {
    T.Kind = TerminatorKind::Branch;
    T.Successors.resize(2);
    Good = parseOperand(T.Condition) && P.expectPunct(',') &&
           parseLabelUse(T.Successors[0]) && P.expectPunct(',') &&
           parseLabelUse(T.Successors[1]);
  } else if (Word == "switch") {
    Good = parseSwitch(T);
  } else {
    T.Kind =
        Word == "ret" ? TerminatorKind::Return : TerminatorKind::Unreachable;
  }
  bool HasPlace = false;
  while (Good && !P.isStatementEnd()) {
    bool IsPlace = P.Tok.isWord("loc");
    if (!IsPlace && !P.Tok.isWord("cond"))
      return P.expected("loc=, cond= or the end of the line");
    P.advance();
    Good = P.expectPunct('=') &&
           (IsPlace ? P.parsePlace(T.Loc) : parseOperand(T.Condition));
    HasPlace |= IsPlace;
  }
  if (!Good)
    return false;
  if (!HasPlace)
    T.Loc = P.ownPlace(Start);
  Fn.Blocks.back().Term = std::move(T);
  IsOpen = false;
  return true;
}

bool FunctionParser::parseSwitch(Terminator &T) {
  T.Kind = TerminatorKind::Switch;
  if (!parseOperand(T.Condition) || !P.expectPunct('['))
    return false;
  while (!P.takePunct(']')) {
    if (!T.CaseValues.empty() && !P.expectPunct(','))
      return false;
    if (P.Tok.Kind != TokenKind::Int)
      return P.expected("a case value");
    T.CaseValues.push_back(P.Tok.Int);
    P.advance();
    if (!P.expectPunct(':') || !parseLabelUse(T.Successors.emplace_back()))
      return false;
  }
  return P.expectPunct(',') && parseLabelUse(T.Successors.emplace_back());
}
