//===- api_pattern.cpp - families of names in API models ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/api/api_pattern.h"

using namespace fencepost;
using llvm::StringRef;

namespace {
constexpr size_t MaxNames = 4096;

llvm::Error fault(const llvm::Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}
} // namespace

llvm::Expected<std::vector<PatternName>>
fencepost::expandPattern(StringRef Pattern) {
  std::vector<PatternName> Names(1);
  StringRef Rest = Pattern;
  while (!Rest.empty()) {
    size_t Open = Rest.find_first_of("{}");
    StringRef Literal = Rest.take_front(Open);
    for (PatternName &N : Names)
      N.Name += Literal;
    if (Open == StringRef::npos)
      break;
    if (Rest[Open] == '}')
      return fault("'}' without '{' in '" + Pattern + "'");
    size_t Close = Rest.find_first_of("{}", Open + 1);
    if (Close == StringRef::npos || Rest[Close] == '{')
      return fault("'{' without '}' in '" + Pattern + "'");

    llvm::SmallVector<StringRef, 8> Alternatives;
    Rest.slice(Open + 1, Close).split(Alternatives, ',');
    if (Names.size() * Alternatives.size() > MaxNames)
      return fault("'" + Pattern + "' stands for too many names");
    std::vector<PatternName> Next;
    for (const PatternName &N : Names)
      for (StringRef Alternative : Alternatives) {
        auto [Text, Value] = Alternative.split('=');
        PatternName Longer = N;
        Longer.Name += Text;
        Longer.Values.push_back(
            (Alternative.contains('=') ? Value : Text).str());
        Next.push_back(std::move(Longer));
      }
    Names = std::move(Next);
    Rest = Rest.drop_front(Close + 1);
  }
  for (const PatternName &N : Names) {
    StringRef Name = N.Name;
    if (Name.empty() || Name.drop_back().contains('*') || Name == "*")
      return fault("'" + Pattern + "' is not a name; '*' may only end one");
  }
  return Names;
}

llvm::Expected<std::string> fencepost::substitute(StringRef Text,
                                                  const PatternName &From) {
  std::string Out;
  while (true) {
    size_t Dollar = Text.find('$');
    Out += Text.take_front(Dollar);
    if (Dollar == StringRef::npos)
      return Out;
    Text = Text.drop_front(Dollar + 1);
    unsigned Group = Text.empty() ? 0 : unsigned(Text.front() - '0');
    if (Group < 1 || Group > From.Values.size())
      return fault("'$" + Text.take_front(1) + "' names no group of '" +
                   From.Name + "'");
    Out += From.Values[Group - 1];
    Text = Text.drop_front();
  }
}
