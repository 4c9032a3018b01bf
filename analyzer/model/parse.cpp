//===- parse.cpp - .events to Module --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module level of the grammar: module, file, loc, global, kernel, device.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text.h"
#include "analyzer/model/text_host.h"
#include "analyzer/model/text_parser.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::StringRef;
using llvm::Twine;

namespace {

class ModuleParser {
public:
  ModuleParser(TextParser &P) : P(P), M(P.M) {}
  bool run();

private:
  TextParser &P;
  Module &M;
  bool TablesAreClosed = false; ///< A global or function was seen.
  llvm::StringSet<> FunctionNames;

  bool parseStatement(const Token &Start);
  bool parseModuleLine();
  bool parseFile(const Token &Start);
  bool parseLoc(const Token &Start);
  bool parseGlobal(const Token &Start);
  bool parseGlobalAttribute(Global &G, bool &HasPlace);
  bool parseFunction(const Token &Start, FunctionKind Kind);
};

} // namespace

bool ModuleParser::run() {
  for (P.skipLines(); P.Tok.Kind != TokenKind::End; P.skipLines()) {
    Token Start = P.Tok;
    if (!parseStatement(Start))
      return false;
    if (P.Tok.isPunct('}') || !P.expectStatementEnd())
      return P.expected("the end of the line");
  }
  if (std::string Fault = hostFault(M.Host); !Fault.empty())
    return P.fail(P.Tok, Fault);
  return true;
}

bool ModuleParser::parseStatement(const Token &Start) {
  if (P.takeWord("kernel"))
    return parseFunction(Start, FunctionKind::Kernel);
  if (P.takeWord("device"))
    return parseFunction(Start, FunctionKind::Device);
  if (P.takeWord("global"))
    return parseGlobal(Start);
  if (P.takeWord("module"))
    return parseModuleLine();
  if (isHostWord(P.Tok)) {
    TablesAreClosed = true;
    return parseHost(P);
  }
  if (P.Tok.isWord("file") || P.Tok.isWord("loc")) {
    if (TablesAreClosed)
      return P.fail(Start, "expected 'file' and 'loc' lines before globals "
                           "and functions");
    bool IsFile = P.Tok.isWord("file");
    P.advance();
    return IsFile ? parseFile(Start) : parseLoc(Start);
  }
  return P.expected(
      "one of 'module', 'file', 'loc', 'global', 'kernel', 'device', 'host'");
}

bool ModuleParser::parseModuleLine() {
  if (!P.expectString(M.Name, "the module's name in quotes"))
    return false;
  while (!P.isStatementEnd()) {
    Token At = P.Tok;
    std::string Name;
    if (!P.expectWord(Name, "one of layer=, arch=, places=") ||
        !P.expectPunct('='))
      return false;
    Token Word = P.Tok;
    if (Word.Kind != TokenKind::Word && Word.Kind != TokenKind::String)
      return P.expected("a word");
    P.advance();
    std::optional<Layer> L = parseSpelling<Layer>(Word.Text);
    if (Name == "arch")
      M.Arch = Word.Text;
    else if (Name == "layer" && L)
      M.Origin = *L;
    else if (Name == "places" && Word.Text == "explicit")
      P.PlacesAreExplicit = true;
    else if (Name == "layer")
      return P.fail(Word, "expected a layer: cuda, ptx, sass or events");
    else if (Name == "places")
      return P.fail(Word, "expected 'explicit'");
    else
      return P.fail(At, "expected one of layer=, arch=, places=, found '" +
                            Name + "'");
  }
  return true;
}

bool ModuleParser::parseFile(const Token &Start) {
  uint64_t Number;
  SourceFile F;
  if (!P.expectNumber(Number, UINT32_MAX, "the file's number"))
    return false;
  if (Number != M.Files.size())
    return P.fail(Start, "expected file " + Twine(M.Files.size()) +
                             ": files are numbered from 0 in order");
  if (!P.expectString(F.Path, "the file's path in quotes"))
    return false;
  F.IsSystem = P.takeWord("system");
  M.Files.push_back(std::move(F));
  ++P.ListedFiles;
  return true;
}

bool ModuleParser::parseLoc(const Token &Start) {
  if (P.Tok.Kind != TokenKind::Place ||
      uint64_t(P.Tok.Int) != M.Locations.size())
    return P.expected("#" + Twine(M.Locations.size()) +
                      " (places are numbered from 1 in order)");
  P.advance();
  Location L;
  if (!P.expectPunct('='))
    return false;
  if (P.Tok.Kind != TokenKind::Int && !P.Tok.isPunct('?'))
    return P.expected("file:line:column");
  if (!P.parseFileLineColumn(L))
    return false;
  if (P.takeWord("in")) {
    std::string Function;
    if (!P.expectString(Function, "a function's name in quotes"))
      return false;
    L.Function = Function;
  }
  auto Earlier = [&](LocationId &Out) {
    if (P.Tok.Kind != TokenKind::Place || P.Tok.Int == 0 ||
        uint64_t(P.Tok.Int) >= M.Locations.size())
      return P.expected("the number of an earlier 'loc' line");
    Out = P.Tok.Int;
    P.advance();
    return true;
  };
  if (P.takeWord("at") && !Earlier(L.InlinedAt))
    return false;
  if (P.takeWord("spelled") && !Earlier(L.Spelling))
    return false;
  M.Locations.push_back(std::move(L));
  P.indexPlace(M.Locations.size() - 1);
  return true;
}

bool ModuleParser::parseGlobal(const Token &Start) {
  TablesAreClosed = true;
  if (P.Tok.Kind != TokenKind::Symbol)
    return P.expected("@name");
  Global G;
  G.Name = G.Display = P.Tok.Text;
  if (!P.Globals.insert(G.Name).second)
    return P.fail(P.Tok,
                  "expected a new name: '" + G.Name + "' is defined twice");
  P.advance();
  bool HasPlace = false;
  while (!P.isStatementEnd())
    if (!parseGlobalAttribute(G, HasPlace))
      return false;
  if (!HasPlace)
    G.Loc = P.ownPlace(Start);
  M.Globals.push_back(std::move(G));
  return true;
}

bool ModuleParser::parseGlobalAttribute(Global &G, bool &HasPlace) {
  if (P.takeWord("managed"))
    return G.IsManaged = true;
  if (P.takeWord("const"))
    return G.IsConst = true;
  if (P.takeWord("volatile"))
    return G.IsVolatile = true;
  Token At = P.Tok;
  std::string Name;
  if (!P.expectWord(Name, "one of space=, size=, display=, loc=, managed, "
                          "const, volatile"))
    return false;
  if (!P.expectPunct('='))
    return false;
  if (Name == "loc")
    return HasPlace = true, P.parsePlace(G.Loc);
  if (Name == "display")
    return P.expectString(G.Display, "a name in quotes");
  if (Name == "size")
    return P.expectNumber(G.Size, INT64_MAX, "a size in bytes");
  if (Name != "space")
    return P.fail(At, "expected one of space=, size=, display=, loc=, "
                      "managed, const, volatile, found '" +
                          Name + "'");
  std::optional<Space> S = parseSpelling<Space>(P.Tok.Text);
  if (P.Tok.Kind != TokenKind::Word || !S)
    return P.expected("a state space such as global or shared::cta");
  G.Spc = *S;
  P.advance();
  return true;
}

bool ModuleParser::parseFunction(const Token &Start, FunctionKind Kind) {
  TablesAreClosed = true;
  auto Fn = std::make_unique<Function>();
  Fn->Kind = Kind;
  if (P.Tok.Kind == TokenKind::Symbol &&
      !FunctionNames.insert(P.Tok.Text).second)
    return P.fail(P.Tok,
                  "expected a new name: '" + P.Tok.Text + "' is defined twice");
  if (!FunctionParser(P, *Fn).run(Start))
    return false;
  M.Functions.push_back(std::move(Fn));
  return true;
}

llvm::Expected<std::unique_ptr<Module>> fencepost::parseEvents(StringRef Text,
                                                               StringRef Path) {
  auto M = std::make_unique<Module>();
  M->Name = Path.str();
  TextParser P(Text, Path, *M);
  if (!ModuleParser(P).run())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), P.Fault);
  return std::move(M);
}
