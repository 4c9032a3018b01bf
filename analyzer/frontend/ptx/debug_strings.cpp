//===- debug_strings.cpp - what .debug_str holds --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/debug_strings.h"
#include "analyzer/frontend/ptx/tokenizer.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

void DebugStrings::read(StringRef Section) const {
  for (size_t At = Section.find(':'); At != StringRef::npos;
       At = Section.find(':', At + 1)) {
    StringRef Before = Section.take_front(At).rtrim();
    size_t Size = 0;
    auto IsPart = [](char C) {
      return llvm::isAlnum(C) || C == '_' || C == '$';
    };
    while (Size < Before.size() && IsPart(Before[Before.size() - Size - 1]))
      ++Size;
    if (Size)
      Behind[Before.take_back(Size)] = Section.drop_front(At + 1);
  }
}

// `label: .b8 95,90,0 ...`: numbers up to a zero, over several directives.
static std::optional<std::string> stringAt(StringRef Bytes) {
  constexpr ptrdiff_t MostDigits = 3;
  std::string Text;
  bool IsInWord = false; // `.b8`
  const char *End = Bytes.end();
  for (const char *I = Bytes.data(); I != End && *I != ':';) {
    if (*I == '/' && End - I > 1 && I[1] == '/') {
      I = std::find(I, End, '\n');
      continue;
    }
    if (IsInWord || !llvm::isDigit(*I)) {
      IsInWord = llvm::isAlnum(*I) || *I == '_' || *I == '.';
      ++I;
      continue;
    }
    // Most are `95,90,`; others by the rules of numbers.
    constexpr ptrdiff_t Quick = 4;
    if (End - I >= Quick && *I != '0') {
      const char *J = I;
      unsigned Code = *J++ - '0';
      for (unsigned N = 1; N < MostDigits && llvm::isDigit(*J); ++N)
        Code = Code * 10 + (*J++ - '0');
      if (*J == ',' && char(Code) != '\0') {
        Text += char(Code);
        I = J + 1;
        continue;
      }
    }
    const char *First = I;
    unsigned Value = 0;
    for (; I != End && llvm::isDigit(*I) && I - First < MostDigits; ++I)
      Value = Value * 10 + (*I - '0');
    bool IsOther =
        (I != End && llvm::isAlnum(*I)) || (*First == '0' && I - First > 1);
    if (IsOther) {
      I = std::find_if_not(I, End, llvm::isAlnum);
      Value = integerValue(StringRef(First, I - First));
    }
    if (char(Value) == '\0')
      return Text;
    Text += char(Value);
  }
  return std::nullopt;
}

std::optional<std::string> DebugStrings::at(StringRef Label) const {
  std::call_once(Once, [&] {
    for (StringRef Section : Sections)
      read(Section);
  });
  auto It = Behind.find(Label);
  return It == Behind.end() ? std::nullopt : stringAt(It->second);
}
