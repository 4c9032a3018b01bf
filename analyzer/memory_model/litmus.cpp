//===- litmus.cpp - text of litmus programs -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines of a program: name, initial values, threads, the clause. LITMUS.md
// describes them.
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/litmus.h"
#include "analyzer/memory_model/instruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::memory_model;
using llvm::StringRef;
using llvm::Twine;

namespace {

constexpr size_t MaxText = 64 * 1024; ///< Bytes; a program has few operations.

class LitmusParser {
public:
  explicit LitmusParser(StringRef Path) : Path(Path) {}
  llvm::Expected<Litmus> run(StringRef Text);

private:
  StringRef Path;
  Litmus L;
  std::string Fault;
  unsigned Line = 0, Group = 0, Events = 0;
  bool HasClause = false;

  bool fail(const Twine &Message) {
    if (Fault.empty())
      Fault = (Path + ":" + Twine(Line) + ": expected " + Message).str();
    return false;
  }
  bool parseLine(StringRef Text);
  bool parseInitial(StringRef Text);
  bool parseHead(StringRef Head);
  bool parsePlace(StringRef Place, Thread &T);
  bool parseCode(StringRef Code);
  bool addInstruction(StringRef Text);
  bool parseClause(StringRef Text);
  bool parseEquation(StringRef Left, StringRef Value);
  bool checkRegisters();
  bool location(StringRef Name, unsigned &Out);
  bool number(StringRef Word, int64_t &Out) {
    return !Word.getAsInteger(0, Out) || fail("a number, found '" + Word + "'");
  }
};

StringRef withoutComment(StringRef Text) {
  return Text.take_front(Text.find("//")).trim();
}

} // namespace

bool LitmusParser::location(StringRef Name, unsigned &Out) {
  if (!isName(Name))
    return fail("a location, found '" + Name + "'");
  auto It = llvm::find(L.Locations, Name);
  Out = It - L.Locations.begin();
  if (It == L.Locations.end()) {
    L.Locations.push_back(Name.str());
    L.Initial.push_back(0);
  }
  return L.Locations.size() <= MaxLocations ||
         fail("at most " + Twine(MaxLocations) + " locations");
}

/// `{ x = 1; y = 2 }`
bool LitmusParser::parseInitial(StringRef Text) {
  if (!Text.consume_back("}"))
    return fail("'}' at the end of the line of initial values");
  for (StringRef Part : llvm::split(Text, ';')) {
    if (Part.trim().empty())
      continue;
    auto [Name, Value] = Part.split('=');
    unsigned Index = 0;
    int64_t Number = 0;
    if (!location(Name.trim(), Index) || !number(Value.trim(), Number))
      return false;
    L.Initial[Index] = Number;
  }
  return true;
}

/// `cta1`, `cta0,cluster1,gpu1` in any order, or `gpu.cluster.cta`. CTAs and
/// clusters are numbered within what holds them.
bool LitmusParser::parsePlace(StringRef Place, Thread &T) {
  unsigned *Fields[] = {&T.Gpu, &T.Cluster, &T.Cta};
  static constexpr StringRef Names[] = {"gpu", "cluster", "cta"};
  llvm::SmallVector<StringRef, 3> Parts;
  Place.split(Parts, '.');
  if (Parts.size() == 3)
    return llvm::none_of(llvm::zip(Parts, Fields),
                         [](auto P) {
                           return std::get<0>(P).trim().getAsInteger(
                               10, *std::get<1>(P));
                         }) ||
           fail("a place such as '@cta1' or '@cta0,gpu1', found '@" + Place +
                "'");
  for (StringRef Part : llvm::split(Place, ',')) {
    Part = Part.trim();
    bool Known = false;
    for (unsigned I = 0; I < 3 && !Known; ++I)
      Known = Part.starts_with(Names[I]) &&
              !Part.drop_front(Names[I].size()).getAsInteger(10, *Fields[I]);
    if (!Known)
      return fail("a place such as '@cta1' or '@cta0,gpu1', found '@" + Place +
                  "'");
  }
  return true;
}

bool LitmusParser::parseHead(StringRef Head) {
  Thread T;
  auto [Name, Place] = Head.split('@');
  T.Name = Name.trim().str();
  if (!isName(T.Name))
    return fail("the name of a thread before '@', found '" + T.Name + "'");
  if (llvm::any_of(L.Threads,
                   [&](const Thread &Other) { return Other.Name == T.Name; }))
    return fail("another name: there is a thread '" + T.Name + "' already");
  if (!parsePlace(Place.trim(), T))
    return false;
  ++Group;
  L.Threads.push_back(std::move(T));
  return L.Threads.size() <= MaxThreads ||
         fail("at most " + Twine(MaxThreads) + " threads");
}

bool LitmusParser::addInstruction(StringRef Text) {
  llvm::Expected<ParsedInstruction> Parsed = parseInstruction(Text);
  if (!Parsed)
    return fail(llvm::toString(Parsed.takeError()));
  Instruction &I = Parsed->Code;
  I.Group = Group;
  if (isMemoryAccess(I.Kind) && !location(Parsed->Location, I.Location))
    return false;
  L.Threads.back().Code.push_back(std::move(I));
  return ++Events <= MaxEvents ||
         fail("at most " + Twine(MaxEvents) + " operations");
}

bool LitmusParser::parseCode(StringRef Code) {
  while (!Code.trim().empty()) {
    size_t End = Code.find_first_of(";&");
    if (!addInstruction(Code.take_front(End).trim()))
      return false;
    if (End == StringRef::npos)
      break;
    Group += Code[End] == ';';
    Code = Code.drop_front(End + 1);
  }
  Group += !Code.trim().empty(); // A new line ends an operation too.
  return true;
}

bool LitmusParser::parseEquation(StringRef Left, StringRef Value) {
  Equation E;
  if (!number(Value, E.Value))
    return false;
  auto [ThreadName, Register] = Left.split(':');
  if (!Left.contains(':')) {
    if (!llvm::is_contained(L.Locations, Left))
      return fail("a location of the program, found '" + Left +
                  "' (a register is written 'P0:r0')");
    (void)location(Left, E.Location);
  } else {
    auto It = llvm::find_if(
        L.Threads, [&](const Thread &T) { return T.Name == ThreadName; });
    if (It == L.Threads.end() ||
        llvm::none_of(It->Code, [&](const Instruction &I) {
          return I.Register == Register && !Register.empty();
        }))
      return fail("a register of the program, found '" + Left + "'");
    E.Thread = It - L.Threads.begin();
    E.Register = Register.str();
  }
  L.Outcome.push_back(std::move(E));
  return true;
}

/// Equations joined by `&&`, `/\`, `and` or blanks.
bool LitmusParser::parseClause(StringRef Text) {
  std::string Plain;
  for (char C : Text)
    if (C != '(' && C != ')' && C != '[' && C != ']')
      Plain += C;
  for (StringRef Bad : {"\\/", "||", "!=", "~", " or ", " not "})
    if (Text.contains(Bad))
      return fail("equations joined by '&&': ask about '" + Bad.trim() +
                  "' with one program for each outcome");
  llvm::SmallVector<StringRef, 16> Words;
  llvm::SplitString(Plain, Words);
  // `P0:r0 == 1` may have blanks: glue what stands around the sign.
  std::string Glued;
  for (StringRef Word : Words) {
    if (Word == "&&" || Word == "/\\" || Word == "and" || Word == ";") {
      Glued += ' ';
      continue;
    }
    bool Joins = Word.starts_with("=") || StringRef(Glued).ends_with("=") ||
                 StringRef(Glued).ends_with(":") || Word.starts_with(":");
    Glued += (Joins || Glued.empty() ? "" : " ") + Word.str();
  }
  Words.clear();
  llvm::SplitString(Glued, Words);
  for (StringRef Word : Words) {
    auto [Left, Value] = Word.split('=');
    Value.consume_front("=");
    if (!parseEquation(Left, Value))
      return false;
  }
  return !L.Outcome.empty() || fail("an equation such as 'P0:r0 == 1'");
}

/// One value a register, and operands from registers of the same thread.
bool LitmusParser::checkRegisters() {
  for (const Thread &T : L.Threads) {
    std::vector<StringRef> Known;
    for (const Instruction &I : T.Code) {
      if (!I.OperandRegister.empty() &&
          !llvm::is_contained(Known, I.OperandRegister))
        return fail("a register that thread '" + T.Name +
                    "' has read into, found '" + I.OperandRegister + "' in '" +
                    I.Text + "'");
      if (I.Register.empty())
        continue;
      if (llvm::is_contained(Known, I.Register))
        return fail("another register: '" + I.Register + "' of thread '" +
                    T.Name + "' is written twice");
      Known.push_back(I.Register);
    }
  }
  return true;
}

bool LitmusParser::parseLine(StringRef Text) {
  static constexpr std::pair<StringRef, Clause> Clauses[] = {
      {"~exists", Clause::Forbidden}, {"exists", Clause::Asks},
      {"allowed", Clause::Allowed},   {"forbidden", Clause::Forbidden},
      {"outcome", Clause::Asks},
  };
  for (auto [Word, What] : Clauses)
    if (Text.starts_with(Word) &&
        (Text.size() == Word.size() ||
         StringRef(" \t([").contains(Text[Word.size()]))) {
      if (HasClause)
        return fail("one clause a program");
      HasClause = true;
      L.Expects = What;
      return checkRegisters() && parseClause(Text.drop_front(Word.size()));
    }
  if (HasClause)
    return fail("nothing behind the clause, found '" + Text + "'");
  if (L.Threads.empty() && Text.starts_with("PTX ")) {
    L.Name = Text.drop_front(4).trim().str();
    return true;
  }
  if (L.Threads.empty() && Text.consume_front("{"))
    return parseInitial(Text);
  size_t Colon = Text.find(':');
  if (size_t At = Text.find('@'); At < Colon) {
    if (Colon == StringRef::npos)
      return fail("':' behind the place of the thread");
    return parseHead(Text.take_front(Colon)) &&
           parseCode(Text.drop_front(Colon + 1));
  }
  bool IsHead = Colon != StringRef::npos && isName(Text.take_front(Colon)) &&
                !Text.drop_front(Colon).starts_with("::");
  if (L.Threads.empty() || IsHead)
    return fail("a thread and its place, as in 'P0 @cta0:'");
  return parseCode(Text);
}

llvm::Expected<Litmus> LitmusParser::run(StringRef Text) {
  Line = 1;
  bool Good =
      Text.size() <= MaxText || fail("at most " + Twine(MaxText) + " bytes");
  Line = 0;
  for (StringRef LineText : llvm::split(Text, '\n')) {
    if (!Good)
      break;
    ++Line;
    LineText = withoutComment(LineText);
    Good = LineText.empty() || parseLine(LineText);
  }
  if (Good && L.Threads.empty())
    Good = fail("a thread and its place, as in 'P0 @cta0:'");
  if (Good && !HasClause)
    Good = checkRegisters();
  if (!Good)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Fault);
  return std::move(L);
}

llvm::Expected<Litmus> memory_model::parseLitmus(StringRef Text,
                                                 StringRef Path) {
  return LitmusParser(Path).run(Text);
}
