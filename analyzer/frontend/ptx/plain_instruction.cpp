//===- plain_instruction.cpp - instructions as compilers write them -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most statements are one line: a guard perhaps, an opcode, and registers,
// numbers, names, `[%rd1+8]` or `{%r1, %r2}` with commas between them. They are
// read here without tokens; what is written otherwise is left to the grammar of
// StatementReader, which would read the same from them.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/char_class.h"
#include "analyzer/frontend/ptx/instruction.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace fencepost::ptx;
using llvm::StringRef;

namespace {

class PlainReader {
public:
  PlainReader(StringRef Text, TextPlace From, llvm::BumpPtrAllocator &Memory)
      : End(Text.end()), At(Text.data() + From.Pos), Begin(Text.data()),
        LineStart(Text.data() + From.LineStart), Line(From.Line),
        Memory(Memory) {}

  /// True if a whole instruction or `.loc` was read into S; place() is behind
  /// it.
  bool read(Statement &S);
  TextPlace place() const {
    return {size_t(At - Begin), size_t(LineStart - Begin), Line};
  }

private:
  const char *End, *At, *Begin, *LineStart;
  uint32_t Line;
  llvm::BumpPtrAllocator &Memory;

  char here() const { return At < End ? *At : '\0'; }
  char behind() const { return End - At > 1 ? At[1] : '\0'; }
  bool skipToStatement();
  void skipBlanks() {
    while (here() == ' ' || here() == '\t')
      ++At;
  }
  StringRef word() {
    const char *Start = At;
    while (At < End && isWordPart(*At))
      ++At;
    return StringRef(Start, At - Start);
  }
  bool readLocation(Statement &S);
  bool readOpcode(Instruction &I);
  StringRef registerName();
  bool readRegister(Operand &O);
  bool readNumber(Operand &O);
  bool readName(Operand &O);
  bool readAddress(Operand &O);
  bool readVector(Operand &O);
  bool readOperand(Operand &O);
};

} // namespace

bool PlainReader::skipToStatement() {
  for (; At < End; ++At) {
    if (*At == '\n') {
      ++Line;
      LineStart = At + 1;
    } else if (*At == '/' && behind() == '/') {
      At = static_cast<const char *>(std::memchr(At, '\n', End - At));
      if (!At)
        return false;
      --At;
    } else if (*At != ' ' && *At != '\t') {
      return true;
    }
  }
  return false;
}

bool PlainReader::readOpcode(Instruction &I) {
  const char *Start = At;
  if (!isWordStart(here()))
    return false;
  I.Root = word();
  llvm::SmallVector<StringRef, 8> Words;
  while (here() == '.') {
    ++At;
    const char *First = At;
    if (word().empty())
      return false;
    while (End - At > 2 && At[0] == ':' && At[1] == ':' && isWordPart(At[2])) {
      At += 2;
      word();
    }
    Words.push_back(StringRef(First, At - First));
  }
  I.Opcode = StringRef(Start, At - Start);
  I.Qualifiers = llvm::ArrayRef<StringRef>(Words).copy(Memory);
  return true;
}

/// With its component: `%tid.x`. Empty if there is none.
StringRef PlainReader::registerName() {
  const char *Start = At;
  if (here() != '%')
    return StringRef();
  ++At;
  if (word().empty())
    return StringRef();
  if (here() == '.') {
    bool HasComponent = StringRef("xyzw").contains(behind()) &&
                        !(End - At > 2 && isWordPart(At[2]));
    if (!HasComponent)
      return StringRef();
    At += 2;
  }
  return StringRef(Start, At - Start);
}

bool PlainReader::readRegister(Operand &O) {
  const char *Start = At;
  O.Kind = Operand::Form::Register;
  auto N = NameTable::numbered(At, End);
  O.Number = N.value_or(NameTable::Numbered());
  O.Name = N ? StringRef(Start, At - Start) : registerName();
  return !O.Name.empty();
}

bool PlainReader::readNumber(Operand &O) {
  bool IsNegative = here() == '-';
  At += IsNegative;
  const char *Start = At;
  StringRef Digits = word();
  O.Name = StringRef(Start, Digits.size());
  if (here() == '.')
    return false;
  bool IsHex = Digits.consume_front("0x") && !Digits.empty();
  bool IsFloat = !IsHex && !IsNegative && Digits.size() > 2 &&
                 (Digits.starts_with("0f") || Digits.starts_with("0d")) &&
                 llvm::all_of(Digits.drop_front(2), llvm::isHexDigit);
  if (IsFloat) {
    O.Kind = Operand::Form::Float;
    return true;
  }
  // A zero in front makes it octal.
  bool IsDecimal = !Digits.empty() && llvm::all_of(Digits, llvm::isDigit) &&
                   (Digits[0] != '0' || Digits.size() == 1);
  if (!(IsHex ? llvm::all_of(Digits, llvm::isHexDigit) : IsDecimal))
    return false;
  O.Kind = Operand::Form::Integer;
  O.Imm = integerValue(O.Name);
  if (IsNegative)
    O.Imm = int64_t(-uint64_t(O.Imm));
  return true;
}

bool PlainReader::readName(Operand &O) {
  if (here() == '%')
    return readRegister(O);
  O.Name = word();
  O.Kind = O.Name == "_" ? Operand::Form::Sink : Operand::Form::Name;
  return here() != '.';
}

bool PlainReader::readAddress(Operand &O) {
  Operand Base;
  const char *Start = At;
  if (!(here() == '%' || isWordStart(here())) || !readName(Base))
    return false;
  if (here() == '+') {
    ++At;
    Operand Offset;
    if (Base.Kind == Operand::Form::Sink || !readNumber(Offset) ||
        Offset.Kind != Operand::Form::Integer)
      return false;
    Base.Imm = Offset.Imm;
  }
  Base.Text = StringRef(Start, At - Start);
  if (here() != ']')
    return false;
  ++At;
  O.Kind = Operand::Form::Address;
  O.Parts = llvm::ArrayRef<Operand>(Base).copy(Memory);
  return true;
}

bool PlainReader::readVector(Operand &O) {
  llvm::SmallVector<Operand, 4> Parts;
  for (;;) {
    skipBlanks();
    Operand &Part = Parts.emplace_back();
    if (!readRegister(Part))
      return false;
    Part.Text = Part.Name;
    skipBlanks();
    if (here() == '}')
      break;
    if (here() != ',')
      return false;
    ++At;
  }
  ++At;
  O.Kind = Operand::Form::Vector;
  O.Parts = llvm::ArrayRef<Operand>(Parts).copy(Memory);
  return true;
}

bool PlainReader::readOperand(Operand &O) {
  const char *Start = At;
  char First = here();
  bool IsRead;
  if (First == '[' || First == '{') {
    ++At;
    IsRead = First == '[' ? readAddress(O) : readVector(O);
  } else if (First == '%' || isWordStart(First)) {
    IsRead = readName(O);
  } else {
    IsRead = readNumber(O);
  }
  O.Text = StringRef(Start, At - Start);
  return IsRead;
}

/// `.loc 1 29 3` to the end of its line.
bool PlainReader::readLocation(Statement &S) {
  constexpr StringRef Word = ".loc";
  const char *Start = At;
  if (!StringRef(At, End - At).starts_with(Word))
    return false;
  At += Word.size();
  if (here() != '\t' && here() != ' ')
    return false;
  skipBlanks();
  if (!llvm::isDigit(here()))
    return false;
  while (At < End && !classOf(*At).EndsLine)
    ++At;
  if (At < End && *At != '\n')
    return false;
  S.Kind = Statement::Form::Directive;
  S.Directive = Word.drop_front();
  S.Text = StringRef(Start, At - Start);
  return true;
}

bool PlainReader::read(Statement &S) {
  if (!skipToStatement())
    return false;
  const char *Start = At;
  S.Line = Line;
  S.Column = At - LineStart + 1;
  if (here() == '.')
    return readLocation(S);
  Instruction &I = S.Inst;
  if (here() == '@') {
    ++At;
    I.GuardNegated = here() == '!';
    At += I.GuardNegated;
    I.Guard = registerName();
    if (I.Guard.empty())
      return false;
    skipBlanks();
  }
  if (!readOpcode(I))
    return false;
  const char *LastEnd = At;
  llvm::SmallVector<Operand, 8> Operands;
  skipBlanks();
  while (here() != ';') {
    if (!Operands.empty()) {
      if (here() != ',')
        return false;
      ++At;
      skipBlanks();
    }
    if (!readOperand(Operands.emplace_back()))
      return false;
    LastEnd = At;
    skipBlanks();
  }
  ++At;
  I.Operands = llvm::ArrayRef<Operand>(Operands).copy(Memory);
  S.Kind = Statement::Form::Instruction;
  S.Text = StringRef(Start, LastEnd - Start);
  return true;
}

bool StatementReader::nextPlain(Statement &S) {
  if (HasTokens && Tok.is(TokenKind::End))
    return false;
  PlainReader Reader(Text, HasTokens ? Tok.place(Text) : Tokens.place(),
                     Memory);
  if (!Reader.read(S)) {
    S = Statement();
    return false;
  }
  Tokens.moveTo(Reader.place());
  HasTokens = false;
  return true;
}
