//===- definitions.cpp - who defines a register, by the text --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/definitions.h"
#include <algorithm>
#include <cstring>
#include <utility>

using namespace fencepost::ptx;
using llvm::StringRef;

//===- Words --------------------------------------------------------------===//

static bool isBlank(char C) {
  return C == ' ' || C == '\t' || C == '\n' || C == '\r' || C == '\f';
}

StringRef fencepost::ptx::takeName(StringRef &Rest) {
  while (!Rest.empty() && !isOperandChar(Rest.front()))
    Rest = Rest.drop_front();
  size_t Size = 0;
  while (Size < Rest.size() && isOperandChar(Rest[Size]))
    ++Size;
  StringRef Name = Rest.take_front(Size);
  Rest = Rest.drop_front(Size);
  return Name;
}

static bool isLower(char C) { return C >= 'a' && C <= 'z'; }

/// With its colon, which `::` is not; 0 if Word begins with none.
static size_t lengthOfLabel(StringRef Word) {
  for (size_t At = Word.find(':'); At != StringRef::npos;
       At = Word.find(':', At + 2))
    if (!Word.substr(At + 1).starts_with(":"))
      return At + 1;
  return 0;
}

/// Without blanks, comments, labels, `.loc` lines and a guard in front; what
/// begins with the opcode.
static StringRef fromOpcode(StringRef Statement) {
  for (;;) {
    while (!Statement.empty() &&
           (isBlank(Statement.front()) || Statement.front() == '{' ||
            Statement.front() == '}'))
      Statement = Statement.drop_front();
    if (Statement.starts_with("//") || Statement.starts_with(".loc") ||
        Statement.starts_with("#"))
      Statement = Statement.drop_front(
          std::min(Statement.find('\n'), Statement.size()));
    else if (Statement.starts_with("/*"))
      Statement = Statement.drop_front(
          std::min(Statement.find("*/"), Statement.size() - 2) + 2);
    else if (Statement.starts_with("@")) {
      Statement = Statement.drop_front();
      takeName(Statement);
    } else {
      StringRef Rest = Statement, Word = takeName(Rest);
      size_t Label = lengthOfLabel(Word);
      if (Word.data() != Statement.data() || !Label)
        return Statement;
      Statement = Statement.drop_front(Label);
    }
  }
}

StringRef fencepost::ptx::sourcesOf(StringRef Statement) {
  takeName(Statement);
  while (!Statement.empty() && isBlank(Statement.front()))
    Statement = Statement.drop_front();
  size_t From = 0;
  if (Statement.starts_with("{"))
    From = std::min(Statement.find('}'), Statement.size());
  return Statement.drop_front(
      std::min(Statement.find(',', From), Statement.size()));
}

//===- Definitions --------------------------------------------------------===//

void Definitions::restart(StringRef Whole, size_t Begin) {
  Text = Whole;
  Walked = Begin;
  Latest.clear();
  Defined.clear();
}

void Definitions::define(StringRef Statement) {
  StringRef Rest = fromOpcode(Statement);
  size_t Start = Rest.data() - Text.data();
  takeName(Rest); // The opcode.
  while (!Rest.empty() && isBlank(Rest.front()))
    Rest = Rest.drop_front();
  if (Rest.empty() || Rest.front() == '[')
    return; // A store.
  bool IsList = Rest.front() == '{' || Rest.front() == '(';
  for (;;) {
    StringRef Name = takeName(Rest);
    if (Name.empty() || (Name[0] >= '0' && Name[0] <= '9'))
      return; // The number of a barrier.
    set(Start, Latest[Name]);
    bool GoesOn = !Rest.empty() &&
                  (Rest.front() == '|' ||
                   (IsList && Rest.front() != '}' && Rest.front() != ')'));
    if (!GoesOn)
      return;
  }
}

void Definitions::set(size_t Start, uint32_t &Last) {
  Defined.push_back({Start, Last});
  Last = Defined.size();
}

/// Null if no label begins there, or the text ends with it.
static const char *behindLabel(const char *At, const char *End) {
  const char *I = At;
  while (I < End && isOperandChar(*I) && *I != ':')
    ++I;
  return I > At && End - I > 1 && *I == ':' && I[1] != ':' ? I + 1 : nullptr;
}

/// The opcode, or the guard before it, of a statement that begins with the line
/// behind At: behind a tab, with empty lines, labels, comments and `.loc`
/// before it. Null if it is laid out otherwise.
static const char *startOfLine(const char *At, const char *End) {
  constexpr ptrdiff_t Shortest = 8;
  while (End - At >= Shortest && At[0] == '\n') {
    if (At[1] == '\n') {
      ++At;
      continue;
    }
    if (At[1] != '\t') {
      const char *Colon = behindLabel(At + 1, End);
      if (!Colon || *Colon != '\n')
        return nullptr;
      At = Colon;
      continue;
    }
    bool IsOther = (At[2] == '/' && At[3] == '/') ||
                   (std::memcmp(At + 2, ".loc", 4) == 0 && !isLower(At[6]));
    if (!IsOther)
      return At + 2;
    At = static_cast<const char *>(std::memchr(At + 2, '\n', End - At - 2));
    if (!At)
      return nullptr;
  }
  return nullptr;
}

/// What an instruction writes, from At on: `%r1` and `%r1|%p2` with a comma
/// behind them, `{%r1, %r2}`. False if it is written otherwise.
bool Definitions::readTargets(const char *&At, const char *End,
                              llvm::SmallVectorImpl<Target> &Targets) {
  auto Read = [&] {
    const char *Start = At;
    auto N = NameTable::numbered(At, End);
    if (N)
      Targets.push_back({*N, StringRef(Start, At - Start)});
    return N.has_value();
  };
  auto SkipBlanks = [&] {
    while (At < End && (*At == ' ' || *At == '\t'))
      ++At;
  };
  if (At < End && *At == '{') {
    do {
      ++At;
      SkipBlanks();
      if (!Read())
        return false;
      SkipBlanks();
    } while (At < End && *At == ',');
    return At < End && *At == '}';
  }
  if (!Read())
    return false;
  if (At < End && *At == '|' && (++At, !Read()))
    return false;
  return At < End && *At == ',';
}

/// What most statements are: behind a tab an opcode, and registers, an address
/// or nothing. False, and nothing is done, if it is not.
bool Definitions::defineOne(size_t Pos) {
  const char *End = Text.data() + Pos;
  const char *At = startOfLine(Text.data() + Walked, End);
  if (!At)
    return false;
  auto SkipBlanks = [&] {
    while (At < End && (*At == ' ' || *At == '\t'))
      ++At;
  };
  if (*At == '@') {
    At += At[1] == '!' ? 2 : 1;
    while (At < End && isOperandChar(*At))
      ++At;
    SkipBlanks();
  }
  const char *Opcode = At;
  constexpr ptrdiff_t Shortest = 4;
  if (End - At < Shortest || !isLower(*At))
    return false;
  for (; At < End && isOperandChar(*At); ++At)
    if (*At == ':') {
      if (End - At < 2 || At[1] != ':')
        return false; // A label.
      ++At;
    }
  SkipBlanks();
  bool IsBranch = Opcode[0] == 'b' && Opcode[1] == 'r' && Opcode[2] != 'e';
  bool DefinesNone = IsBranch || (At < End && (*At == '[' || *At == ';'));
  llvm::SmallVector<Target, 8> Targets;
  if (!DefinesNone && !readTargets(At, End, Targets))
    return false;
  const char *Semicolon =
      static_cast<const char *>(std::memchr(At, ';', End - At));
  if (!Semicolon)
    return false;
  for (const Target &T : Targets)
    set(Opcode - Text.data(), Latest.at(T.N, T.Name));
  Walked = Semicolon + 1 - Text.data();
  return true;
}

void Definitions::walkTo(size_t Pos) {
  while (Walked < Pos) {
    if (defineOne(Pos))
      continue;
    size_t End = std::min(Text.find(';', Walked), Pos);
    define(Text.slice(Walked, End));
    Walked = End + 1;
  }
}

StringRef Definitions::statementAt(size_t Pos) const {
  return Text.slice(Pos, std::min(Text.find(';', Pos), Text.size()));
}

uint32_t Definitions::latest(StringRef Name) const { return Latest.get(Name); }
