//===- text_parser.h - parser of the .events text form ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is flat: no production contains itself, so no input recurses.
// Every parsing function returns false once a fault is recorded; the first
// fault wins. Internal to analyzer/model.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_TEXT_PARSER_H
#define FENCEPOST_ANALYZER_MODEL_TEXT_PARSER_H

#include "analyzer/model/module.h"
#include "analyzer/model/text_lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

namespace fencepost::text {

/// Token stream, faults and the productions that modules and functions share.
class TextParser {
public:
  TextParser(llvm::StringRef Text, llvm::StringRef Path, Module &M)
      : M(M), Source(Text), Path(Path), Lex(Text) {
    advance();
  }

  Module &M;
  Token Tok;         ///< The next token, not consumed yet.
  std::string Fault; ///< path:line:column: what was expected.
  bool PlacesAreExplicit = false;
  size_t ListedFiles = 0;    ///< Files that have a `file` line.
  llvm::StringSet<> Globals; ///< Names of the globals so far.

  void advance();
  bool fail(const Token &At, const llvm::Twine &Message);
  /// "expected What, found <the next token>".
  bool expected(const llvm::Twine &What);
  bool takePunct(char C);
  bool expectPunct(char C);
  bool takeWord(llvm::StringRef W);
  bool expectWord(std::string &Out, const llvm::Twine &What);
  bool expectString(std::string &Out, const llvm::Twine &What);
  bool expectNumber(uint64_t &Out, uint64_t Max, const llvm::Twine &What);
  bool expectType(ValueType &Out);
  bool isStatementEnd() const;
  bool expectStatementEnd();
  void skipLines();

  /// What follows `loc=`.
  bool parsePlace(LocationId &Out);
  bool parseFileLineColumn(Location &L);
  /// The place of a statement without `loc`: from Start to the last token.
  LocationId ownPlace(const Token &Start);
  void indexPlace(LocationId L);

private:
  llvm::StringRef Source, Path;
  Lexer Lex;
  FileId OwnFile = NoFile; ///< Of Path, once a place needed it.
  uint32_t LastLine = 1, LastEndColumn = 1;
  llvm::StringMap<LocationId> Places; ///< Spelling of a plain place -> entry.
};

/// One function: its body is read with names as handles, which finish()
/// turns into ids.
class FunctionParser {
public:
  FunctionParser(TextParser &P, Function &Fn) : P(P), Fn(Fn) {
    Nodes.emplace_back();
    Nodes[0].IsDefined = true;
  }
  /// After `kernel` or `device`, up to the closing brace.
  bool run(const Token &Start);

private:
  using Handle = uint32_t; ///< Index into Nodes; 0 is the unknown value.
  struct Node {
    Value V; ///< Operands are handles.
    Token FirstUse;
    bool IsDefined = false;
    bool IsPhiLine = false;  ///< Not a phi in the raw form.
    bool ImmIsEvent = false; ///< V.Imm is an index of Pending events.
    uint32_t Pin = 0;        ///< The id that its name demands; 0: any.
    llvm::SmallVector<std::pair<Handle, uint32_t>, 2> Incoming; ///< Of a phi.
  };
  struct Label {
    BlockId Block = NoId;
    Token FirstUse;
  };

  TextParser &P;
  Function &Fn;
  std::vector<Node> Nodes;
  llvm::StringMap<Handle> Named, Interned;
  llvm::DenseMap<uint32_t, Handle> Pinned;
  llvm::StringMap<uint32_t> ParamIndex;
  std::vector<Label> Labels;
  llvm::StringMap<uint32_t> LabelIndex;
  std::vector<std::optional<llvm::SmallVector<uint32_t, 2>>> ListedPreds;
  std::vector<uint32_t> EventPins; ///< NoId: any.
  std::vector<Token> EventStarts;
  std::optional<uint32_t> EntryLabel;
  bool IsOpen = false, IsDetached = false;

  // parse_function.cpp
  bool parseHeader(const Token &Start);
  bool parseParams();
  bool parseHeaderAttribute(bool &HasPlace);
  bool parseStatement();
  bool parseLabel(const Token &Name);
  bool parseLabelUse(uint32_t &Out);
  bool parseTerminator(const Token &Start);
  bool parseSwitch(Terminator &T);
  bool openBlock(const Token &At);
  uint32_t label(llvm::StringRef Name, const Token &At);

  // parse_events.cpp
  bool parseEvent(const Token &Start, const Token &Mnemonic,
                  const Token *Result);
  bool parseEventItems(Event &E);
  struct EventExtras {
    bool HasOrder = false, HasScope = false;
    std::optional<bool> Used;
    bool HasPlace = false;
    uint32_t Pin = NoId;
  };
  bool parseEventAttribute(Event &E, EventExtras &X);

  // parse_values.cpp
  bool parseDefinition(const Token &Start);
  bool parseLeaf(const Token &Word, Value &V, bool &IsLeaf);
  bool parsePhi(const Token &Name);
  bool parseRaw(const Token &Name);
  bool parseOperation(OpCode Op, Value &V);
  bool parseOperand(Handle &Out);
  bool isOperandStart() const;
  bool reference(const Token &Name, Handle &Out);
  bool define(const Token &Name, Node N);
  Handle intern(Value V);
  Handle append(Node N);
  bool pin(const Token &Name, uint32_t &Out);
  ValueType defaultType(const Value &V) const;

  // parse_finish.cpp
  bool finish(const Token &Start);
  bool resolveLabels();
  bool resolveValues(std::vector<ValueId> &Ids);
  bool resolveEvents(llvm::ArrayRef<ValueId> Ids, std::vector<EventId> &Order);
  bool resolvePhis(llvm::ArrayRef<ValueId> Ids);
  bool checkAcyclic(llvm::ArrayRef<ValueId> Ids);
};

} // namespace fencepost::text

#endif
