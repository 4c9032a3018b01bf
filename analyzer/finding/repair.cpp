//===- repair.cpp - from a repair in words to edits of a file -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/repair.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace fencepost {
namespace {

/// Finds marks in C++ text outside of strings, characters and brackets. A text
/// with comments, raw strings or preprocessor lines is not read: Good is false.
class Scanner {
public:
  Scanner(StringRef Text, size_t At) : Text(Text), At(At) {}

  bool Good = true;
  size_t at() const { return At; }
  bool atEnd() const { return At >= Text.size(); }
  char peek() const { return atEnd() ? '\0' : Text[At]; }

  void skipSpace() {
    while (!atEnd() && isSpace(Text[At]))
      ++At;
    Good &= !Text.substr(At).starts_with("//") &&
            !Text.substr(At).starts_with("/*") && peek() != '#';
  }

  bool consume(StringRef Word) {
    if (!Text.substr(At).starts_with(Word))
      return false;
    size_t End = At + Word.size();
    bool IsName = isAlnum(Word.back()) || Word.back() == '_';
    if (IsName && End < Text.size() && (isAlnum(Text[End]) || Text[End] == '_'))
      return false;
    At = End;
    return true;
  }

  /// Over one token, a string or a bracket with all that is in it.
  void skipOne() {
    char C = peek();
    if (C == '"' || C == '\'')
      return skipQuoted(C);
    if (C == '(' || C == '[' || C == '{')
      return skipBracket();
    ++At;
    skipSpace();
  }

private:
  StringRef Text;
  size_t At;
  unsigned Depth = 0;
  static constexpr unsigned MaxDepth = 64;

  void skipQuoted(char Quote) {
    bool IsRaw = At > 0 && Text[At - 1] == 'R';
    for (++At; !atEnd() && Text[At] != Quote; ++At)
      if (Text[At] == '\\')
        ++At;
    Good &= !atEnd() && !IsRaw;
    ++At;
    skipSpace();
  }

  void skipBracket() {
    char Close = peek() == '(' ? ')' : peek() == '[' ? ']' : '}';
    ++At;
    Good &= ++Depth < MaxDepth;
    skipSpace();
    while (Good && !atEnd() && peek() != Close)
      skipOne();
    --Depth;
    Good &= !atEnd();
    ++At;
    skipSpace();
  }
};

struct Span {
  StringRef File; ///< All of it.
  size_t Begin = 0, End = 0;
  StringRef text() const { return File.slice(Begin, End); }
};

std::optional<size_t> offsetOf(SourceText &Sources, const std::string &File,
                               StringRef Whole, uint32_t Line,
                               uint32_t Column) {
  std::optional<StringRef> Text = Sources.line(File, Line);
  if (!Text || !Column || Column > Text->size() + 1)
    return std::nullopt;
  return Text->data() - Whole.data() + Column - 1;
}

std::optional<Span> spanOf(const Place &At, SourceText &Sources) {
  std::optional<StringRef> Whole = Sources.text(At.File);
  if (!Whole || Whole->size() > UINT32_MAX)
    return std::nullopt;
  auto Begin = offsetOf(Sources, At.File, *Whole, At.Line, At.Column);
  auto End = offsetOf(Sources, At.File, *Whole, At.EndLine, At.EndColumn);
  if (!Begin || !End || *End <= *Begin)
    return std::nullopt;
  return Span{*Whole, *Begin, *End};
}

using Edits = std::optional<std::vector<Edit>>;

Edit edit(size_t Offset, size_t Length, StringRef Text) {
  Edit E;
  E.Offset = static_cast<uint32_t>(Offset);
  E.Length = static_cast<uint32_t>(Length);
  E.Text = Text.str();
  return E;
}

Edits replace(const Repair &R, const Span &S) {
  size_t At = S.text().find(R.Old);
  if (R.Old.empty() || At == StringRef::npos ||
      S.text().find(R.Old, At + 1) != StringRef::npos)
    return std::nullopt;
  return std::vector{edit(S.Begin + At, R.Old.size(), R.New)};
}

/// `asm volatile("..." : outputs : inputs : clobbers)`: what is missing of
/// `volatile` and `"memory"` is added.
Edits addClobber(const Span &S) {
  Scanner In(S.File.take_front(S.End), S.Begin);
  if (!In.consume("asm") && !In.consume("__asm__") && !In.consume("__asm"))
    return std::nullopt;
  std::vector<Edit> Out;
  size_t BehindAsm = In.at();
  In.skipSpace();
  if (!In.consume("volatile") && !In.consume("__volatile__") &&
      !In.consume("__volatile"))
    Out.push_back(edit(BehindAsm, 0, " volatile"));
  In.skipSpace();
  if (!In.Good || !In.consume("("))
    return std::nullopt;
  unsigned Colons = 0;
  bool HasClobbers = false, HasMemory = false;
  size_t Clobbers = 0;
  In.skipSpace();
  while (In.Good && !In.atEnd() && In.peek() != ')') {
    if (In.peek() == ':') {
      ++Colons;
      Clobbers = In.at() + 1;
      In.skipOne();
      continue;
    }
    size_t Begin = In.at();
    In.skipOne();
    if (Colons == 3) {
      HasClobbers = true;
      HasMemory |= S.File.slice(Begin, In.at()).rtrim() == "\"memory\"";
    }
  }
  // Without operands '%' means itself, with them it does not.
  bool IsBasic = Colons == 0 && S.text().contains('%');
  if (!In.Good || In.peek() != ')' || Colons > 3 || IsBasic)
    return std::nullopt;
  if (HasClobbers && !HasMemory)
    Out.push_back(edit(Clobbers, 0, " \"memory\","));
  else if (!HasClobbers)
    Out.push_back(edit(In.at(), 0,
                       " " + std::string(3 - Colons, ':') +
                           (Colons < 3 ? " " : "") + "\"memory\""));
  if (Out.empty())
    return std::nullopt;
  return Out;
}

/// Where the `while` before the condition starts; npos if there is none.
size_t whileBefore(StringRef Text, size_t Condition) {
  StringRef Before = Text.take_front(Condition).rtrim();
  if (!Before.consume_back("("))
    return StringRef::npos;
  Before = Before.rtrim();
  if (!Before.consume_back("while") ||
      (!Before.empty() && (isAlnum(Before.back()) || Before.back() == '_')))
    return StringRef::npos;
  return Before.size();
}

/// A loop that is the only statement of an `if` or `else` takes the statement
/// behind it along in braces.
Edits putBehind(const Repair &R, const Span &S) {
  size_t While = whileBefore(S.File, S.Begin);
  if (While == StringRef::npos)
    return std::nullopt;
  Scanner In(S.File, S.End);
  In.skipSpace();
  if (!In.consume(")"))
    return std::nullopt;
  In.skipSpace();
  size_t End = 0;
  if (In.peek() == ';') {
    End = In.at() + 1;
  } else if (In.peek() == '{') {
    In.skipOne();
    StringRef Loop = S.File.take_front(In.at()).rtrim();
    End = Loop.size();
  }
  if (!In.Good || !End)
    return std::nullopt;
  StringRef Before = S.File.take_front(While).rtrim();
  bool IsAlone = Before.ends_with(")") || Before.ends_with("else");
  if (Before.ends_with("do") || Before.ends_with("*/"))
    return std::nullopt;
  std::vector<Edit> Out;
  if (IsAlone)
    Out.push_back(edit(While, 0, "{ "));
  Out.push_back(edit(End, 0, " " + R.New + (IsAlone ? " }" : "")));
  return Out;
}

} // namespace

std::optional<std::vector<Edit>> editsFor(const Repair &R,
                                          SourceText &Sources) {
  std::optional<Span> S = spanOf(R.At, Sources);
  if (!S)
    return std::nullopt;
  Edits Out;
  switch (R.What) {
  case Repair::Kind::Replace:
    Out = replace(R, *S);
    break;
  case Repair::Kind::MemoryClobber:
    Out = addClobber(*S);
    break;
  case Repair::Kind::BehindLoop:
    Out = putBehind(R, *S);
    break;
  }
  if (Out)
    for (Edit &E : *Out) {
      E.File = R.At.File;
      E.FileHash = xxh3_64bits(S->File);
    }
  return Out;
}

void makeFixes(Finding &F, SourceText &Sources) {
  for (const Repair &R : F.Repairs)
    if (auto Edits = editsFor(R, Sources))
      F.Fixes.push_back({R.Safe, std::move(*Edits)});
  F.Repairs.clear();
}

} // namespace fencepost
