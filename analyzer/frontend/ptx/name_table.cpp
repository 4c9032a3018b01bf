//===- name_table.cpp - numbers for the names in a text -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/name_table.h"
#include <algorithm>

using namespace fencepost::ptx;
using llvm::StringRef;

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

uint32_t NameTable::get(Numbered N, StringRef Name) const {
  if (N.Class) {
    unsigned C = classOf(N.Class);
    if (C < MaxClasses && N.Number < ByNumber[C].size())
      if (Entry E = ByNumber[C][N.Number]; E.Round == Round && E.Set)
        return E.Set;
    if (!HasLargeNumbers)
      return 0;
  }
  if (OfOthers.empty())
    return 0;
  auto At = Others.get(hashOf(Name));
  return At ? OfOthers[*At] : 0;
}

uint32_t NameTable::get(StringRef Name) const {
  return get(numbered(Name).value_or(Numbered()), Name);
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
  if (!N.Class)
    return byHash(Name, nullptr);
  uint32_t *Place = placeOf(N);
  if (Place && (*Place || !HasLargeNumbers))
    return *Place;
  HasLargeNumbers |= !Place;
  return byHash(Name, Place);
}

uint32_t &NameTable::operator[](StringRef Name) {
  return at(numbered(Name).value_or(Numbered()), Name);
}
