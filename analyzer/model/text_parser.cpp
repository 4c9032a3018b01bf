//===- text_parser.cpp - tokens, faults and places of .events -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text_parser.h"
#include "analyzer/model/text_words.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::StringRef;
using llvm::Twine;

void TextParser::advance() {
  LastLine = Tok.Line;
  LastEndColumn = Tok.EndColumn;
  Tok = Lex.next();
}

bool TextParser::fail(const Token &At, const Twine &Message) {
  if (Fault.empty())
    Fault =
        (Path + ":" + Twine(At.Line) + ":" + Twine(At.Column) + ": " + Message)
            .str();
  return false;
}

bool TextParser::expected(const Twine &What) {
  if (Tok.Kind == TokenKind::Error)
    return fail(Tok, Tok.Text);
  std::string Found;
  if (Tok.Kind == TokenKind::End)
    Found = "the end of the text";
  else if (Tok.Kind == TokenKind::Newline)
    Found = "the end of the line";
  else
    Found = "'" + Source.slice(Tok.Begin, Tok.End).str() + "'";
  return fail(Tok, "expected " + What + ", found " + Found);
}

bool TextParser::takePunct(char C) {
  if (!Tok.isPunct(C))
    return false;
  advance();
  return true;
}

bool TextParser::expectPunct(char C) {
  return takePunct(C) || expected("'" + Twine(C) + "'");
}

bool TextParser::takeWord(StringRef W) {
  if (!Tok.isWord(W))
    return false;
  advance();
  return true;
}

bool TextParser::expectWord(std::string &Out, const Twine &What) {
  if (Tok.Kind != TokenKind::Word)
    return expected(What);
  Out = Tok.Text;
  advance();
  return true;
}

bool TextParser::expectString(std::string &Out, const Twine &What) {
  if (Tok.Kind != TokenKind::String)
    return expected(What);
  Out = Tok.Text;
  advance();
  return true;
}

bool TextParser::expectNumber(uint64_t &Out, uint64_t Max, const Twine &What) {
  if (Tok.Kind != TokenKind::Int || Tok.Int < 0 || uint64_t(Tok.Int) > Max)
    return expected(What);
  Out = Tok.Int;
  advance();
  return true;
}

bool TextParser::expectType(ValueType &Out) {
  std::optional<ValueType> T;
  if (Tok.Kind == TokenKind::Word)
    T = parseType(Tok.Text);
  if (!T)
    return expected("a type such as i32, f32 or ptr");
  Out = *T;
  advance();
  return true;
}

bool TextParser::isStatementEnd() const {
  return Tok.Kind == TokenKind::Newline || Tok.Kind == TokenKind::End ||
         Tok.isPunct('}');
}

bool TextParser::expectStatementEnd() {
  return isStatementEnd() || expected("the end of the line");
}

void TextParser::skipLines() {
  while (Tok.Kind == TokenKind::Newline)
    advance();
}

bool TextParser::parseFileLineColumn(Location &L) {
  Token Run = Lex.placeAt(Tok);
  StringRef Rest = Run.Text;
  bool Good = Rest.consume_front("?:");
  if (!Good)
    Good = !Rest.consumeInteger(10, L.File) && Rest.consume_front(":");
  Good = Good && !Rest.consumeInteger(10, L.Line) && Rest.consume_front(":") &&
         !Rest.consumeInteger(10, L.Column);
  if (Good && Rest.consume_front("-"))
    Good = !Rest.consumeInteger(10, L.EndLine) && Rest.consume_front(":") &&
           !Rest.consumeInteger(10, L.EndColumn);
  if (!Good || !Rest.empty())
    return fail(Run, "expected file:line:column or "
                     "file:line:column-line:column, found '" +
                         Run.Text + "'");
  if (L.File != NoFile && L.File >= ListedFiles)
    return fail(Run,
                "expected the number of a 'file' line, found " + Twine(L.File));
  LastLine = Run.Line;
  LastEndColumn = Run.EndColumn;
  Tok = Lex.next();
  return true;
}

static std::string placeKey(const Location &L) {
  return llvm::join_items(':', std::to_string(L.File), std::to_string(L.Line),
                          std::to_string(L.Column), std::to_string(L.EndLine),
                          std::to_string(L.EndColumn));
}

void TextParser::indexPlace(LocationId Id) {
  const Location &L = M.Locations[Id];
  if (L.InlinedAt == Nowhere && L.Spelling == Nowhere && L.Function.empty())
    Places.try_emplace(placeKey(L), Id);
}

bool TextParser::parsePlace(LocationId &Out) {
  if (takeWord("none")) {
    Out = Nowhere;
    return true;
  }
  if (Tok.Kind == TokenKind::Place) {
    if (uint64_t(Tok.Int) >= M.Locations.size())
      return expected("the number of a 'loc' line");
    Out = Tok.Int;
    advance();
    return true;
  }
  if (Tok.Kind != TokenKind::Int && !Tok.isPunct('?'))
    return expected("a place: none, #number or file:line:column");
  Location L;
  if (!parseFileLineColumn(L))
    return false;
  auto [It, IsNew] = Places.try_emplace(placeKey(L), 0);
  if (IsNew)
    It->second = M.location(L);
  Out = It->second;
  return true;
}

LocationId TextParser::ownPlace(const Token &Start) {
  if (PlacesAreExplicit)
    return Nowhere;
  Location L;
  if (OwnFile == NoFile)
    OwnFile = M.file(Path);
  L.File = OwnFile;
  L.Line = Start.Line;
  L.Column = Start.Column;
  L.EndLine = LastLine;
  L.EndColumn = LastEndColumn;
  return M.location(L);
}
