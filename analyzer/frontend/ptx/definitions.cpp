//===- definitions.cpp - who defines a register, by the text --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/definitions.h"
#include <algorithm>
#include <array>

using namespace fencepost::ptx;
using llvm::StringRef;

//===- Words --------------------------------------------------------------===//

static constexpr std::array<bool, 256> operandChars() {
  std::array<bool, 256> Set{};
  for (int C = '0'; C <= '9'; ++C)
    Set[C] = true;
  for (int C = 'a'; C <= 'z'; ++C)
    Set[C] = Set[C - 'a' + 'A'] = true;
  for (char C : {'_', '$', '%', '.', ':'})
    Set[static_cast<unsigned char>(C)] = true;
  return Set;
}
static constexpr std::array<bool, 256> OperandChars = operandChars();

bool fencepost::ptx::isOperandChar(char C) {
  return OperandChars[static_cast<unsigned char>(C)];
}

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
      if (Word.data() != Statement.data() || !Word.ends_with(":"))
        return Statement;
      Statement = Rest;
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

/// Class: up to three letters, packed.
std::optional<NameTable::Numbered> NameTable::numbered(StringRef Name) {
  constexpr size_t MaxLetters = 3;
  Numbered Out{0, 0};
  size_t I = 1;
  if (Name.empty() || Name[0] != '%')
    return std::nullopt;
  for (; I < Name.size() && Name[I] >= 'a' && Name[I] <= 'z'; ++I)
    Out.Class = Out.Class << 8 | static_cast<unsigned char>(Name[I]);
  size_t First = I;
  for (; I < Name.size() && Name[I] >= '0' && Name[I] <= '9'; ++I) {
    Out.Number = Out.Number * 10 + (Name[I] - '0');
    if (Out.Number >= MaxNumber)
      return std::nullopt;
  }
  bool IsPlain = I == Name.size() && First > 1 && First <= MaxLetters + 1 &&
                 I > First && (Name[First] != '0' || I == First + 1);
  if (!IsPlain)
    return std::nullopt;
  return Out;
}

std::optional<unsigned> NameTable::classOf(uint32_t Letters) const {
  for (unsigned C = 0; C < MaxClasses && Classes[C]; ++C)
    if (Classes[C] == Letters)
      return C;
  return std::nullopt;
}

void NameTable::clear() {
  for (unsigned C = 0; C < MaxClasses && Classes[C]; ++C) {
    ByNumber[C].clear();
    Classes[C] = 0;
  }
  Others.clear();
  OfOthers.clear();
  Asked = 0;
}

uint32_t NameTable::get(StringRef Name) const {
  if (auto N = numbered(Name))
    if (auto C = classOf(N->Class); C && N->Number < ByNumber[*C].size())
      if (uint32_t Set = ByNumber[*C][N->Number])
        return Set;
  if (OfOthers.empty())
    return 0;
  auto At = Others.get(hashOf(Name));
  return At ? OfOthers[*At] : 0;
}

/// Null: by hash.
uint32_t *NameTable::placeOf(Numbered N) {
  auto C = classOf(N.Class);
  for (unsigned Free = 0; !C && Free < MaxClasses; ++Free)
    if (!Classes[Free]) {
      Classes[Free] = N.Class;
      C = Free;
    }
  if (!C)
    return nullptr;
  std::vector<uint32_t> &Of = ByNumber[*C];
  if (N.Number >= Of.size()) {
    if (N.Number > Slack + PerName * uint64_t(Asked))
      return nullptr;
    Of.resize(N.Number + 1);
  }
  return &Of[N.Number];
}

uint32_t &NameTable::operator[](StringRef Name) {
  ++Asked;
  auto N = numbered(Name);
  uint32_t *Place = N ? placeOf(*N) : nullptr;
  if (Place && (*Place || OfOthers.empty()))
    return *Place;
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

//===- Definitions --------------------------------------------------------===//

void Definitions::restart(StringRef Whole, size_t Begin) {
  Text = Whole;
  Walked = Begin;
  Latest.clear();
  Defined.clear();
}

void Definitions::define(size_t Start, StringRef Statement) {
  StringRef Rest = Statement;
  // Mostly a line break, a tab and the opcode.
  if (Rest.size() > 2 && Rest[0] == '\n' && Rest[1] == '\t' && Rest[2] >= 'a' &&
      Rest[2] <= 'z')
    Rest = Rest.drop_front(2);
  else
    Rest = fromOpcode(Statement);
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
    uint32_t &Last = Latest[Name];
    Defined.push_back({Start, Last});
    Last = Defined.size();
    bool GoesOn = !Rest.empty() &&
                  (Rest.front() == '|' ||
                   (IsList && Rest.front() != '}' && Rest.front() != ')'));
    if (!GoesOn)
      return;
  }
}

void Definitions::walkTo(size_t Pos) {
  while (Walked < Pos) {
    size_t End = std::min(Text.find(';', Walked), Pos);
    define(Walked, Text.slice(Walked, End));
    Walked = End + 1;
  }
}

StringRef Definitions::statementAt(size_t Pos) const {
  return fromOpcode(
      Text.slice(Pos, std::min(Text.find(';', Pos), Text.size())));
}

uint32_t Definitions::latest(StringRef Name) const { return Latest.get(Name); }
