//===- instruction.cpp - one line of disassembly --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/instruction.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost::sass;
using llvm::StringRef;

bool Instruction::has(StringRef Word) const {
  StringRef Rest = Opcode;
  while (!Rest.empty()) {
    StringRef First;
    std::tie(First, Rest) = Rest.split('.');
    if (First == Word)
      return true;
  }
  return false;
}

std::optional<uint64_t> fencepost::sass::instructionOffset(StringRef Line,
                                                           StringRef &Rest) {
  Line = Line.ltrim();
  if (!Line.consume_front("/*"))
    return std::nullopt;
  size_t End = Line.take_front(24).find("*/");
  uint64_t Offset = 0;
  // `/* 0x...*/` holds an encoding.
  if (End == StringRef::npos || Line.take_front(End).getAsInteger(16, Offset))
    return std::nullopt;
  Line = Line.drop_front(End + 2).ltrim();
  // Data sections have directives behind their offsets.
  if (Line.empty() || !(llvm::isUpper(Line[0]) || Line[0] == '@' ||
                        Line[0] == '{' || Line[0] == '?'))
    return std::nullopt;
  Rest = Line;
  return Offset;
}

namespace {

class OperandReader {
public:
  explicit OperandReader(StringRef Text) : All(Text), Text(Text) {}

  Operand run() {
    Operand O;
    O.Text = All;
    for (; !Text.empty(); Text = Text.drop_front())
      if (Text[0] == '-' && !isNumberAt(1))
        O.IsNegative = true;
      else if (Text[0] == '!' || Text[0] == '~')
        O.IsInverted = true;
      else if (Text[0] == '|')
        O.IsAbsolute = true;
      else
        break;
    if (!readName(O) && !readNumber(O) && !readConstant(O) && !readAddress(O))
      O.Kind = Operand::Form::Other;
    return O;
  }

private:
  StringRef All, Text;

  bool isNumberAt(size_t At) const {
    return At < Text.size() && (llvm::isDigit(Text[At]) || Text[At] == '.');
  }

  /// Letter and number of a register: `R12`, `URZ`, `UP3`, `PT`.
  static bool takeRegister(StringRef &T, StringRef Letter, uint16_t &Number) {
    StringRef Rest = T;
    if (!Rest.consume_front(Letter))
      return false;
    uint16_t N = NoRegister;
    bool IsPredicate = Letter.ends_with("P");
    if (!Rest.consume_front(IsPredicate ? "T" : "Z") &&
        (Rest.consumeInteger(10, N) || N > 255))
      return false;
    if (!Rest.empty() && (llvm::isAlnum(Rest[0]) || Rest[0] == '_'))
      return false;
    Number = N;
    T = Rest;
    return true;
  }

  static StringRef takeSuffix(StringRef &T) {
    StringRef Suffix;
    while (T.starts_with(".")) {
      StringRef Word = T.drop_front().take_while(
          [](char C) { return llvm::isAlnum(C) || C == '_'; });
      if (Word.empty())
        break;
      if (Word != "reuse" && Suffix.empty())
        Suffix = Word;
      T = T.drop_front(Word.size() + 1);
    }
    return Suffix;
  }

  bool readName(Operand &O) {
    using Form = Operand::Form;
    struct Letters {
      StringRef Letter;
      Form Kind;
      bool IsUniform;
    };
    static constexpr Letters Kinds[] = {{"UR", Form::Register, true},
                                        {"UP", Form::Predicate, true},
                                        {"R", Form::Register, false},
                                        {"P", Form::Predicate, false}};
    for (const Letters &L : Kinds)
      if (takeRegister(Text, L.Letter, O.Number)) {
        O.Kind = L.Kind;
        O.IsUniform = L.IsUniform;
        O.Suffix = takeSuffix(Text);
        return true;
      }
    if (Text.consume_front("SR_")) {
      O.Kind = Form::Special;
      O.Name = Text.trim();
      return true;
    }
    if (Text.consume_front("`(")) {
      O.Kind = Form::Label;
      O.Name = Text.take_until([](char C) { return C == ')'; }).trim();
      return true;
    }
    for (auto [Word, Half] :
         {std::pair<StringRef, int>("32@lo(", 0), {"32@hi(", 32}})
      if (Text.consume_front(Word)) {
        O.Kind = Form::Symbol;
        O.Imm = Half;
        O.Name = Text.trim("() \t");
        return true;
      }
    return false;
  }

  bool readNumber(Operand &O) {
    StringRef T = Text;
    int64_t N = 0;
    bool IsNegative = T.consume_front("-");
    uint64_t U = 0;
    StringRef Digits = T;
    if (!Digits.empty() && llvm::isDigit(Digits[0]) &&
        !Digits.consumeInteger(0, U) && Digits.trim().empty()) {
      // A negative hexadecimal number may need all 64 bits.
      N = int64_t(IsNegative ? 0 - U : U);
      O.Kind = Operand::Form::Integer;
      O.Imm = N;
      return true;
    }
    if (isNumberAt(IsNegative ? 1 : 0) || Text.starts_with("+INF") ||
        Text.starts_with("-INF") || Text.contains("QNAN") ||
        Text.starts_with("INF")) {
      O.Kind = Operand::Form::Float;
      return true;
    }
    return false;
  }

  /// `R2.64+UR4+-0x10`: the inside of brackets.
  static bool readSum(StringRef Inside, Operand &O) {
    constexpr unsigned MaxTerms = 4;
    for (unsigned N = 0; !Inside.trim().empty(); ++N) {
      Inside = Inside.ltrim(" +");
      bool IsNegative = Inside.consume_front("-");
      Term T;
      T.IsNegative = IsNegative;
      uint64_t U = 0;
      if (takeRegister(Inside, "UR", T.Number))
        T.IsUniform = true;
      else if (!takeRegister(Inside, "R", T.Number)) {
        if (Inside.consumeInteger(0, U))
          return false;
        O.Imm = int64_t(uint64_t(O.Imm) + (IsNegative ? 0 - U : U));
        continue;
      }
      T.Suffix = takeSuffix(Inside);
      if (N >= MaxTerms)
        return false;
      if (T.Number != NoRegister)
        O.Terms.push_back(T);
    }
    return true;
  }

  bool readConstant(Operand &O) {
    StringRef T = Text;
    if (!T.consume_front("cx[") && !T.consume_front("c["))
      return false;
    auto [Bank, Rest] = T.split(']');
    O.Kind = Operand::Form::Constant;
    if (Bank.getAsInteger(0, O.Bank))
      O.Bank = ~0u; // In a register: `cx[UR4][0x10]`.
    if (!Rest.consume_front("["))
      return false;
    auto [Inside, Tail] = Rest.split(']');
    O.Suffix = takeSuffix(Tail);
    return readSum(Inside, O);
  }

  bool readAddress(Operand &O) {
    StringRef T = Text;
    StringRef Prefix = T.take_while(llvm::isAlnum);
    T = T.drop_front(Prefix.size());
    if (!T.consume_front("["))
      return false;
    O.Kind = Operand::Form::Address;
    O.Prefix = Prefix;
    auto [Inside, Rest] = T.split(']');
    // `desc[UR4][R2.64]`: the descriptor tells nothing about the address.
    if (Rest.consume_front("["))
      Inside = Rest.split(']').first;
    return readSum(Inside, O);
  }
};

/// Splits at commas outside brackets, and where a predicate operand is
/// followed by a blank: `BRA.U UP0, target`.
void readOperands(StringRef Text, Instruction &I) {
  constexpr size_t MaxOperands = 24;
  size_t Start = 0;
  int Depth = 0;
  auto Take = [&](size_t End) {
    StringRef Part = Text.slice(Start, End).trim();
    // `&req={1}`, `?WAIT5`: scheduling, printed by some versions.
    if (!Part.empty() && Part[0] != '&' && Part[0] != '?' &&
        I.Operands.size() < MaxOperands)
      I.Operands.push_back(OperandReader(Part).run());
  };
  for (size_t At = 0; At < Text.size(); ++At) {
    char C = Text[At];
    Depth += C == '[' || C == '(' || C == '{';
    Depth -= (C == ']' || C == ')' || C == '}') && Depth;
    bool IsScheduling = (C == '&' || C == '?') && At && Text[At - 1] == ' ';
    if ((C == ',' && Depth == 0) || IsScheduling) {
      Take(At);
      Start = At + (IsScheduling ? 0 : 1);
    }
  }
  Take(Text.size());
}

void readTargets(StringRef Comment, Instruction &I) {
  if (!Comment.consume_front("(*\"BRANCH_TARGETS"))
    return;
  StringRef List = Comment.take_until([](char C) { return C == '"'; });
  while (!List.empty()) {
    StringRef Name;
    std::tie(Name, List) = List.split(',');
    if (!Name.trim().empty())
      I.Targets.push_back(Name.trim());
  }
}

} // namespace

Instruction fencepost::sass::parseInstruction(StringRef Text) {
  constexpr size_t MaxLength = 1 << 16;
  Instruction I;
  StringRef Rest = Text.take_front(MaxLength);
  size_t End = Rest.find(';');
  Rest = Rest.take_front(End).rtrim();
  I.Text = Rest;
  I.IsReadable = End != StringRef::npos;
  Rest = Rest.ltrim("{ \t");
  if (Rest.consume_front("@")) {
    StringRef Guard = Rest.take_until([](char C) { return C == ' '; });
    I.Guard = OperandReader(Guard).run();
    I.IsReadable &= I.Guard->is(Operand::Form::Predicate);
    Rest = Rest.drop_front(Guard.size()).ltrim();
  }
  I.Opcode = Rest.take_while(
      [](char C) { return llvm::isAlnum(C) || C == '.' || C == '_'; });
  I.Root = I.Opcode.split('.').first;
  Rest = Rest.drop_front(I.Opcode.size());
  I.IsReadable &= !I.Root.empty() && (Rest.empty() || Rest[0] == ' ');
  if (size_t At = Rest.find("(*"); At != StringRef::npos) {
    readTargets(Rest.drop_front(At), I);
    Rest = Rest.take_front(At);
  }
  readOperands(Rest, I);
  return I;
}
