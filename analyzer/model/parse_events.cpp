//===- parse_events.cpp - .events: events and their attributes ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text_parser.h"
#include "analyzer/model/text_words.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::StringRef;
using llvm::Twine;

bool FunctionParser::parseEvent(const Token &Start, const Token &Word,
                                const Token *Result) {
  std::string Fault;
  std::optional<Mnemonic> Mn = parseMnemonic(Word.Text, Fault);
  if (!Mn)
    return P.fail(Word, Fault);
  if (!IsDetached && !openBlock(Start))
    return false;
  Event E = std::move(Mn->E);
  EventExtras X;
  X.HasOrder = Mn->HasOrder;
  X.HasScope = Mn->HasScope;
  if (!parseEventItems(E))
    return false;
  std::optional<ValueType> Type;
  if (Result && P.takePunct(':') && !P.expectType(Type.emplace()))
    return false;
  while (!P.isStatementEnd())
    if (!parseEventAttribute(E, X))
      return false;
  if (needsOrder(E.Kind) && !X.HasOrder)
    return P.fail(Word, "expected an order such as .acq_rel after '" +
                            spelling(E.Kind) + "'");
  if (needsScope(E) && !X.HasScope)
    return P.fail(Word, "expected a scope such as .gpu: '" + Word.Text +
                            "' is strong");
  if (Result) {
    if (E.Result != UnknownValue)
      return P.fail(*Result, "expected one result, found '%name =' and "
                             "result=");
    Node N;
    N.V.Kind = ValueKind::Result;
    N.V.Type = Type ? *Type : defaultResultType(E);
    N.V.Imm = Fn.Events.size();
    N.ImmIsEvent = true;
    if (!define(*Result, std::move(N)) || !reference(*Result, E.Result))
      return false;
  }
  E.ResultUsed =
      X.Used ? *X.Used : E.Kind != EventKind::Rmw || E.Result != UnknownValue;
  if (!X.HasPlace)
    E.Loc = P.ownPlace(Start);
  if (!IsDetached)
    Fn.Blocks.back().Events.push_back(Fn.Events.size());
  Fn.Events.push_back(std::move(E));
  EventPins.push_back(X.Pin);
  EventStarts.push_back(Start);
  return true;
}

bool FunctionParser::parseEventItems(Event &E) {
  llvm::ArrayRef<ValueId Event::*> Fields = positionalFields(E.Kind);
  if (!P.Tok.isPunct('[') && !isOperandStart())
    return true;
  do {
    if (P.takePunct('[')) {
      if (E.Address != UnknownValue)
        return P.expected("one address");
      if (!parseOperand(E.Address) || !P.expectPunct(']'))
        return false;
      continue;
    }
    Handle H;
    if (!parseOperand(H))
      return false;
    if (Fields.empty()) {
      E.Extra.push_back(H);
    } else {
      E.*Fields.front() = H;
      Fields = Fields.drop_front();
    }
  } while (P.takePunct(','));
  return true;
}

bool FunctionParser::parseEventAttribute(Event &E, EventExtras &X) {
  static constexpr const char *What = "an attribute of the event";
  Token At = P.Tok;
  std::string Name;
  if (!P.expectWord(Name, What))
    return false;
  if (!P.takePunct('=')) {
    if (Name == "used" || Name == "unused")
      X.Used = Name == "used";
    else if (Name == "read")
      E.ReadOnlyWait = true;
    else if (Name == "asm")
      E.InAsm = true;
    else if (Name == "movable")
      E.AsmVolatile = false;
    else if (Name == "noclobber")
      E.CompilerBarrier = false;
    else
      return P.fail(At, Twine("expected ") + What + ", found '" + Name + "'");
    return true;
  }
  static constexpr std::pair<const char *, ValueId Event::*> Operands[] = {
      {"operand", &Event::Operand},
      {"bar", &Event::BarrierId},
      {"count", &Event::Participants},
      {"via", &Event::CompletionObject},
      {"result", &Event::Result}};
  for (auto [Word, Field] : Operands)
    if (Name == Word)
      return parseOperand(E.*Field);
  if (Name == "obj")
    return P.expectString(E.Object, "a name in quotes");
  if (Name == "spelled")
    return P.expectString(E.Spelling, "a spelling in quotes");
  if (Name == "loc")
    return X.HasPlace = true, P.parsePlace(E.Loc);
  if (Name == "id") {
    uint64_t Id = 0;
    if (!P.expectNumber(Id, NoId - 1, "the event's number"))
      return false;
    X.Pin = Id;
    return true;
  }
  std::optional<Field> F = attributeField(Name);
  if (!F)
    return P.fail(At, Twine("expected ") + What + ", found '" + Name + "='");
  if (P.Tok.Kind != TokenKind::Word || !setField(E, *F, P.Tok.Text))
    return P.expected("a word for " + Name + "=");
  X.HasOrder |= *F == Field::Ord;
  X.HasScope |= *F == Field::Scp;
  P.advance();
  return true;
}
