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

uint64_t fencepost::ptx::hashOf(StringRef Name) {
  constexpr uint64_t Factor = 0x9e3779b97f4a7c15u;
  uint64_t Hash = Name.size(), Part = 0;
  for (size_t I = 0; I < Name.size(); ++I) {
    Part = Part << 8 | static_cast<unsigned char>(Name[I]);
    if (I % 8 == 7) // Most names are shorter: one multiplication.
      Hash = (Hash ^ Part) * Factor;
  }
  Hash = (Hash ^ Part) * Factor;
  return Hash ^ (Hash >> 29);
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
  Statement = Statement.ltrim(" \t\r\n");
  size_t From = 0;
  if (Statement.starts_with("{"))
    From = std::min(Statement.find('}'), Statement.size());
  return Statement.drop_front(
      std::min(Statement.find(',', From), Statement.size()));
}

//===- HashTable ----------------------------------------------------------===//

void HashTable::grow() {
  std::vector<Entry> Old(Entries.size() * 2);
  Old.swap(Entries);
  Used = 0;
  for (const Entry &E : Old)
    if (E.Round == Round)
      set(E.Key, E.Value);
}

void HashTable::set(uint64_t Key, size_t Value) {
  if (Entries.empty())
    Entries.resize(First);
  size_t Mask = Entries.size() - 1, I = Key & Mask;
  while (Entries[I].Round == Round && Entries[I].Key != Key)
    I = (I + 1) & Mask;
  Used += Entries[I].Round != Round;
  Entries[I] = {Key, Value, Round};
  if (Used * 2 > Entries.size())
    grow();
}

std::optional<size_t> HashTable::get(uint64_t Key) const {
  if (Entries.empty())
    return std::nullopt;
  size_t Mask = Entries.size() - 1;
  for (size_t I = Key & Mask; Entries[I].Round == Round; I = (I + 1) & Mask)
    if (Entries[I].Key == Key)
      return Entries[I].Value;
  return std::nullopt;
}

//===- NameTable ----------------------------------------------------------===//

static bool isLower(char C) { return C >= 'a' && C <= 'z'; }

std::optional<NameTable::Numbered> NameTable::numbered(const char *&At,
                                                       const char *End) {
  // Names with more go by hash.
  constexpr ptrdiff_t MaxLetters = 3, MaxDigits = 6;
  Numbered Out{0, 0};
  const char *I = At;
  if (End - I < 3 || *I != '%')
    return std::nullopt;
  const char *Letters = ++I;
  const char *Last = End - I > MaxLetters ? I + MaxLetters : End;
  for (; I < Last && isLower(*I); ++I)
    Out.Class = Out.Class << 8 | static_cast<unsigned char>(*I);
  const char *Digits = I;
  Last = End - I > MaxDigits ? I + MaxDigits : End;
  for (; I < Last; ++I) {
    unsigned Digit = static_cast<unsigned char>(*I) - '0';
    if (Digit > 9)
      break;
    Out.Number = Out.Number * 10 + Digit;
  }
  bool IsPlain = Digits > Letters && I > Digits &&
                 (*Digits != '0' || I == Digits + 1) &&
                 (I == End || !isOperandChar(*I));
  if (!IsPlain)
    return std::nullopt;
  At = I;
  return Out;
}

std::optional<NameTable::Numbered> NameTable::numbered(StringRef Name) {
  const char *At = Name.begin();
  return numbered(At, Name.end());
}

/// Where the class stands, or may stand: Classes says which. MaxClasses if all
/// places are taken.
unsigned NameTable::classOf(uint32_t Letters) const {
  unsigned First = (Letters ^ Letters >> 6) % MaxClasses;
  for (unsigned I = 0; I < MaxClasses; ++I) {
    unsigned C = (First + I) % MaxClasses;
    if (Classes[C] == Letters || !Classes[C])
      return C;
  }
  return MaxClasses;
}

void NameTable::clear() {
  if (++Round == 0) {
    for (std::vector<Entry> &Of : ByNumber)
      Of.clear();
    Round = 1;
  }
  Others.clear();
  OfOthers.clear();
  Asked = 0;
  HasLargeNumbers = false;
}

uint32_t NameTable::get(StringRef Name) const {
  if (auto N = numbered(Name)) {
    unsigned C = classOf(N->Class);
    if (C < MaxClasses && N->Number < ByNumber[C].size())
      if (Entry E = ByNumber[C][N->Number]; E.Round == Round && E.Set)
        return E.Set;
    if (!HasLargeNumbers)
      return 0;
  }
  if (OfOthers.empty())
    return 0;
  auto At = Others.get(hashOf(Name));
  return At ? OfOthers[*At] : 0;
}

/// Null: by hash.
uint32_t *NameTable::placeOf(Numbered N) {
  unsigned C = classOf(N.Class);
  if (C == MaxClasses)
    return nullptr;
  Classes[C] = N.Class;
  std::vector<Entry> &Of = ByNumber[C];
  if (N.Number >= Of.size()) {
    if (N.Number > Slack + PerName * uint64_t(Asked))
      return nullptr;
    Of.resize(std::max<size_t>(N.Number + 1, 2 * Of.size()));
  }
  Entry &E = Of[N.Number];
  if (E.Round != Round)
    E = {0, Round};
  return &E.Set;
}

/// Place: where the name may stand by its number, if it has one.
uint32_t &NameTable::byHash(StringRef Name, uint32_t *Place) {
  uint64_t Key = hashOf(Name);
  auto At = Others.get(Key);
  if (!At && Place)
    return *Place;
  if (!At) {
    At = OfOthers.size();
    Others.set(Key, *At);
    OfOthers.push_back(0);
  }
  return OfOthers[*At];
}

uint32_t &NameTable::at(Numbered N, StringRef Name) {
  ++Asked;
  uint32_t *Place = placeOf(N);
  if (Place && (*Place || !HasLargeNumbers))
    return *Place;
  HasLargeNumbers |= !Place;
  return byHash(Name, Place);
}

uint32_t &NameTable::operator[](StringRef Name) {
  if (auto N = numbered(Name))
    return at(*N, Name);
  ++Asked;
  return byHash(Name, nullptr);
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
