//===- body_scan.cpp - what a function's text may hold --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 4.3 (statements) and 9.7 (instructions).
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/body_scan.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include <cstring>

using namespace fencepost::ptx;
using llvm::StringRef;

/// What orders memory beyond the block, or only makes sense beside what does.
/// Barriers that a block waits at, and copies of one thread's own that it waits
/// for itself, are of interest beside such alone.
static bool ordersMemory(StringRef Word) {
  auto [Root, Rest] = Word.split('.');
  bool Orders = llvm::StringSwitch<bool>(Root)
                    .Cases({"atom", "red", "fence", "membar", "mbarrier"}, true)
                    .Cases({"multimem", "wgmma", "tcgen05", "tensormap"}, true)
                    .Cases({"griddepcontrol", "clusterlaunchcontrol"}, true)
                    .Default(false);
  if (Root == "barrier" || Root == "bar")
    return Rest.starts_with("cluster") || Rest.contains("arrive");
  if (Root == "cp")
    return Rest.contains("bulk") || Rest.contains("mbarrier");
  return Orders;
}

//===- Marks --------------------------------------------------------------===//

void BodyScan::lookForNolint(size_t From, size_t To) {
  constexpr size_t Others = 5; // Letters behind the first.
  if (!SawNolint)
    SawNolint = holdsText(
        Text.slice(From - std::min(From, Others), To + Others), "NOLINT");
}

void BodyScan::markFrom(size_t Pos) {
  if (Pos > Marked) // A long comment or string.
    lookForNolint(Marked, Pos);
  Base = Pos;
  Block = 0;
  size_t Left = Text.size() - std::min(Pos, Text.size());
  Blocks = std::min<size_t>(
      BlocksAtOnce, Left < BlockTail ? 0 : (Left - BlockTail) / BlockBytes);
  bool MayHoldNolint = false;
  if (Blocks) {
    MayHoldNolint = Mark(Text.data() + Pos, Marks, Blocks);
  } else if (Left) {
    // The end of the text, with room to read behind it.
    char Last[BlockBytes + BlockTail] = {};
    std::memcpy(Last, Text.data() + Pos, std::min<size_t>(Left, sizeof(Last)));
    MayHoldNolint = Mark(Last, Marks, 1);
    Blocks = 1;
  }
  Marked = std::min(Pos + Blocks * BlockBytes, Text.size());
  if (MayHoldNolint)
    lookForNolint(Pos, Marked);
  Now = Blocks ? Marks[0] : BlockMarks();
}

void BodyScan::skipTo(size_t Pos) {
  while (Base + BlockBytes <= Pos && Block + 1 < Blocks) {
    Base += BlockBytes;
    Now = Marks[++Block];
  }
  if (Base + BlockBytes <= Pos)
    return markFrom(Pos);
  uint64_t Kept = ~uint64_t(0) << (Pos - Base);
  Now.Structure &= Kept;
  Now.Words &= Kept;
}

BodyScan::Hit BodyScan::nextMark() {
  for (;;) {
    if (uint64_t Any = Now.Structure | Now.Words) {
      unsigned I = llvm::countr_zero(Any);
      uint64_t Bit = uint64_t(1) << I;
      Hit H{Base + I, (Now.Structure & Bit) != 0, (Now.Words & Bit) != 0};
      Now.Structure &= ~Bit;
      Now.Words &= ~Bit;
      return H;
    }
    if (Base + BlockBytes >= Text.size())
      return {Text.size(), false, false};
    skipTo(Base + BlockBytes);
  }
}

//===- Structure ----------------------------------------------------------===//

size_t BodyScan::scan(size_t Begin, ScannedFunction &Fn, bool IsDebug) {
  F = &Fn;
  Depth = 1;
  InAsm = false;
  Loops.reset(Text, Begin);
  Marked = Begin;
  markFrom(Begin);
  // What stands right behind the brace has no byte before it here.
  if (isOperandChar(at(Begin)))
    word(Begin);
  for (Hit H = nextMark(); H.At < Text.size(); H = nextMark()) {
    if (H.IsStructure && !structure(H.At)) {
      Fn.Body = Text.slice(Begin, H.At);
      break;
    }
    if (H.IsWord && Base <= H.At + 1)
      word(at(H.At) == 'm' ? H.At : H.At + 1);
  }
  size_t End = Begin + Fn.Body.size() + 1;
  if (Depth) {
    Fn.Body = Text.drop_front(Begin);
    Fn.IsTruncated = true;
    End = Text.size();
  }
  Fn.MayWait = !Fn.HasOrdering && Loops.mayWait();
  // Compilers that do not optimize keep variables in memory of the thread.
  constexpr size_t Declarations = 512;
  bool IsOptimized =
      !IsDebug && !Fn.Body.take_front(Declarations).contains("__local_depot");
  Fn.UpdatesShared =
      !Fn.HasOrdering && !Fn.MayWait && Loops.updatesShared(End, IsOptimized);
  return End;
}

bool BodyScan::structure(size_t Pos) {
  switch (Text[Pos]) {
  case '{':
    ++Depth;
    break;
  case '}':
    --Depth;
    break;
  case '/':
    slash(Pos);
    break;
  case '"':
    quote(Pos);
    break;
  case ':':
    colon(Pos);
    break;
  }
  return Depth != 0;
}

void BodyScan::slash(size_t Pos) {
  if (at(Pos + 1) == '/') {
    size_t End = std::min(Text.find('\n', Pos), Text.size());
    size_t Begin = Pos + 2;
    while (Begin < End && (Text[Begin] == ' ' || Text[Begin] == '\t'))
      ++Begin;
    StringRef Comment = Text.slice(Begin, End);
    if (Comment.starts_with("begin inline asm"))
      InAsm = true;
    else if (Comment.starts_with("end inline asm"))
      InAsm = false;
    return skipTo(End);
  }
  if (at(Pos + 1) != '*')
    return;
  size_t End = Text.find("*/", Pos + 2);
  if (End == StringRef::npos) {
    Unterminated = std::min(Unterminated, Pos);
    return skipTo(Text.size());
  }
  skipTo(End + 2);
  if (isOperandChar(at(End + 2)))
    word(End + 2);
}

void BodyScan::quote(size_t Pos) {
  size_t End = Pos + 1;
  while (End < Text.size() && Text[End] != '"')
    End += Text[End] == '\\' ? 2 : 1;
  if (End >= Text.size())
    Unterminated = std::min(Unterminated, Pos);
  skipTo(std::min(End + 1, Text.size()));
}

void BodyScan::colon(size_t Pos) {
  if (at(Pos + 1) == ':')
    return skipTo(Pos + 2);
  size_t End = Pos;
  while (End && (Text[End - 1] == ' ' || Text[End - 1] == '\t'))
    --End;
  size_t Start = End;
  while (Start && isOperandChar(Text[Start - 1]) && Text[Start - 1] != ':')
    --Start;
  if (Start != End && !F->HasOrdering)
    Loops.label(Text.slice(Start, End), Pos);
}

//===- Words --------------------------------------------------------------===//

StringRef BodyScan::wordAt(size_t Pos) const {
  size_t End = Pos;
  while (End < Text.size() && isOperandChar(Text[End]))
    ++End;
  return Text.slice(Pos, End);
}

size_t BodyScan::behindBlanks(size_t Pos) const {
  while (Pos < Text.size() && (Text[Pos] == ' ' || Text[Pos] == '\t' ||
                               Text[Pos] == '\n' || Text[Pos] == '\r'))
    ++Pos;
  return Pos;
}

void BodyScan::word(size_t Pos) {
  // The middle of a word, unless a label stands right before it.
  if (isOperandChar(Text[Pos - 1]) && Text[Pos - 1] != ':')
    return;
  StringRef Word = wordAt(Pos);
  StringRef Root = Word.take_until([](char C) { return C == '.'; });
  if (Root == "ld" || Root == "ldu")
    return access(Pos, Word, /*IsLoad=*/true);
  if (Root == "st")
    return access(Pos, Word, /*IsLoad=*/false);
  if (Root == "call") {
    size_t Start = Pos + Word.size();
    F->Calls.push_back(
        Text.slice(Start, std::min(Text.find(';', Start), Text.size())));
    return;
  }
  if (F->HasOrdering)
    return;
  if (Root == "bra" || Root == "brx")
    return branch(Pos, Word);
  if (Root == "ret" || Root == "exit")
    return leave(Pos);
  F->HasOrdering = ordersMemory(Word);
}

/// Of the statement whose opcode stands at Pos.
BodyScan::Guard BodyScan::guardOf(size_t Pos) const {
  StringRef Before = Text.take_front(Pos).rtrim(" \t");
  size_t Size = 0;
  while (Size < Before.size() &&
         isOperandChar(Before[Before.size() - Size - 1]))
    ++Size;
  StringRef Name = Before.take_back(Size);
  Before = Before.drop_back(Size);
  bool IsNegated = Before.rtrim(" \t").ends_with("!");
  Before = Before.rtrim(" \t!");
  return {Before.ends_with("@") ? Name : StringRef(), IsNegated};
}

void BodyScan::branch(size_t Pos, StringRef Word) {
  if (Word.starts_with("brx"))
    return Loops.indexedBranch();
  StringRef Target = wordAt(behindBlanks(Pos + Word.size()));
  Guard On = guardOf(Pos);
  Loops.branch(Pos, Target, On.Name, On.IsNegated);
}

void BodyScan::leave(size_t Pos) {
  Loops.leave(Pos);
  // A branch to where no label is.
  if (Guard On = guardOf(Pos); !On.Name.empty())
    Loops.branch(Pos, StringRef(), On.Name, On.IsNegated);
}

namespace {
struct AccessWords {
  bool Orders = false;    ///< An order, an asynchronous form, an odd spelling.
  bool IsPrivate = false; ///< Of this thread, or never written.
  bool IsShared = false, IsNonCoherent = false;
  bool Polls = false; ///< A cache operator that old polls use.
};
} // namespace

/// Of the qualifiers of `ld` and `st`, by their first letters.
static AccessWords accessWords(StringRef Word) {
  AccessWords Out;
  for (size_t I = Word.find('.'); I != StringRef::npos;
       I = Word.find('.', I + 1)) {
    StringRef Rest = Word.substr(I + 1);
    if (Rest.empty())
      Out.Orders = true; // A dot apart from its word.
    else if (Rest[0] == 'v' || Rest[0] == 'r' || Rest[0] == 'a' ||
             Rest[0] == 'm' || (Rest[0] == 'b' && Rest.starts_with("bu")))
      Out.Orders |= !(Rest[0] == 'v' && Rest.size() > 1 &&
                      llvm::isDigit(Rest[1])); // `.v4`
    else if (Rest[0] == 'p' || Rest[0] == 'l' || Rest.starts_with("const"))
      Out.IsPrivate = true;
    else if (Rest.starts_with("sh"))
      Out.IsShared = true;
    else if (Rest[0] == 'n')
      Out.IsNonCoherent = true;
    else if (Rest[0] == 'c' && Rest.size() > 1)
      Out.Polls |= Rest[1] == 'g' || Rest[1] == 'v';
  }
  Out.Orders |= !Word.contains('.');
  return Out;
}

void BodyScan::access(size_t Pos, StringRef Word, bool IsLoad) {
  if (F->HasOrdering)
    return;
  AccessWords Words = accessWords(Word);
  F->HasOrdering = Words.Orders;
  if (Words.Orders || Words.IsPrivate)
    return;
  size_t Open = Pos + Word.size();
  while (Open < Text.size() && Text[Open] != '[' && Text[Open] != ';')
    ++Open;
  size_t Close = Open;
  while (Close < Text.size() && Text[Close] != ']' && Text[Close] != ';')
    ++Close;
  StringRef Address = Text.slice(std::min(Open + 1, Text.size()), Close);
  if (!Address.empty() &&
      !(isOperandChar(Address.front()) && isOperandChar(Address.back())))
    Address = Address.trim();
  if (IsLoad)
    Loops.load(Pos, Address, (InAsm && !Words.IsNonCoherent) || Words.Polls,
               Words.IsShared && !Word.contains("::cluster"));
  else
    Loops.store(Pos, Address, Words.IsShared, InAsm);
}
