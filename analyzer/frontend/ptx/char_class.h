//===- char_class.h - which characters PTX words are made of ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Identifiers (PTX ISA, "Identifiers") and marks, by one look at a table.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_CHAR_CLASS_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_CHAR_CLASS_H

#include <array>
#include <string_view>

namespace fencepost::ptx {

struct CharClass {
  bool IsWordStart = false, IsWordPart = false;
  bool IsMark = false;
  bool EndsLine = false; ///< Of a `.loc`, or may end it.
};

constexpr std::array<CharClass, 256> charClasses() {
  std::array<CharClass, 256> Of{};
  for (unsigned char C : {'_', '$'})
    Of[C].IsWordStart = Of[C].IsWordPart = true;
  for (unsigned char C = 'a'; C <= 'z'; ++C)
    for (unsigned char Letter : {C, static_cast<unsigned char>(C - 'a' + 'A')})
      Of[Letter].IsWordStart = Of[Letter].IsWordPart = true;
  for (unsigned char C = '0'; C <= '9'; ++C)
    Of[C].IsWordPart = true;
  for (unsigned char C : std::string_view(";:,{}[]()@!|+-*/%<>&^~=?."))
    Of[C].IsMark = true;
  for (unsigned char C : {'\n', ';', '{', '}', '/', '"'})
    Of[C].EndsLine = true;
  return Of;
}

inline constexpr std::array<CharClass, 256> CharClasses = charClasses();
constexpr CharClass classOf(char C) {
  return CharClasses[static_cast<unsigned char>(C)];
}
constexpr bool isWordStart(char C) { return classOf(C).IsWordStart; }
constexpr bool isWordPart(char C) { return classOf(C).IsWordPart; }

} // namespace fencepost::ptx

#endif
