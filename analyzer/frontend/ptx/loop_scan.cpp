//===- loop_scan.cpp - loops that may wait, by their text -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/loop_scan.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

using namespace fencepost::ptx;
using llvm::StringRef;

// More work than this on one function, and it is lowered unasked.
static constexpr unsigned MaxSteps = 200000;
static constexpr unsigned MaxDepth = 24;

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

static uint64_t hashOf(StringRef Name) {
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

//===- Table --------------------------------------------------------------===//

void LoopScan::Table::grow() {
  std::vector<Entry> Old(Entries.size() * 2);
  Old.swap(Entries);
  Used = 0;
  for (const Entry &E : Old)
    if (E.Round == Round)
      set(E.Key, E.Value);
}

void LoopScan::Table::set(uint64_t Key, size_t Value) {
  size_t Mask = Entries.size() - 1, I = Key & Mask;
  while (Entries[I].Round == Round && Entries[I].Key != Key)
    I = (I + 1) & Mask;
  Used += Entries[I].Round != Round;
  Entries[I] = {Key, Value, Round};
  if (Used * 2 > Entries.size())
    grow();
}

std::optional<size_t> LoopScan::Table::get(uint64_t Key) const {
  size_t Mask = Entries.size() - 1;
  for (size_t I = Key & Mask; Entries[I].Round == Round; I = (I + 1) & Mask)
    if (Entries[I].Key == Key)
      return Entries[I].Value;
  return std::nullopt;
}

//===- What the function holds --------------------------------------------===//

void LoopScan::reset(StringRef Whole, size_t Start) {
  Begin = Start;
  Text = Whole;
  Labels.clear();
  Loads.clear();
  Branches.clear();
  Loops.clear();
  Read.clear();
  Definitions.clear();
  Updates.clear();
  HasIndexed = false;
  Walked = 0;
  Budget = MaxSteps;
}

void LoopScan::load(size_t Pos, StringRef Address, bool IsSuspect) {
  Loads.push_back({Pos, Address, IsSuspect});
  Read.set(hashOf(Address), Pos);
}

void LoopScan::store(size_t Pos, StringRef Address, bool IsShared) {
  if (Read.get(hashOf(Address)))
    Updates.push_back({Pos, Address, IsShared});
}

void LoopScan::branch(size_t Pos, StringRef Target, StringRef Guard) {
  Branches.push_back({Pos, Target, Guard});
  if (auto It = Labels.find(Target); It != Labels.end())
    Loops.push_back({It->second, Pos});
}

//===- Definitions --------------------------------------------------------===//

/// Reads the next name of operands from Rest; empty at the end.
static StringRef takeName(StringRef &Rest) {
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

void LoopScan::define(size_t Start, StringRef Statement) {
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
    if (Name.empty())
      return;
    Definitions.set(hashOf(Name), Start);
    bool GoesOn = !Rest.empty() &&
                  (Rest.front() == '|' ||
                   (IsList && Rest.front() != '}' && Rest.front() != ')'));
    if (!GoesOn)
      return;
  }
}

void LoopScan::walkTo(size_t Pos) {
  while (Walked < Pos) {
    size_t End = std::min(Text.find(';', Walked), Pos);
    define(Walked, Text.slice(Walked, End));
    Walked = End + 1;
  }
}

//===- Waiting ------------------------------------------------------------===//

StringRef LoopScan::statementAt(size_t Pos) const {
  return fromOpcode(
      Text.slice(Pos, std::min(Text.find(';', Pos), Text.size())));
}

/// What stands behind the first operand.
static StringRef sourcesOf(StringRef Statement) {
  takeName(Statement);
  Statement = Statement.ltrim(" \t\r\n");
  size_t From = 0;
  if (Statement.starts_with("{"))
    From = std::min(Statement.find('}'), Statement.size());
  return Statement.drop_front(
      std::min(Statement.find(',', From), Statement.size()));
}

// Registers of compiled text have one definition each but for copies that
// carry values around: a definition behind the use is of an earlier iteration.
bool LoopScan::isCarried(StringRef Operand, size_t Use, size_t Head,
                         unsigned Depth) {
  for (StringRef Name = takeName(Operand); !Name.empty();
       Name = takeName(Operand)) {
    if (Budget == 0 || Depth > MaxDepth)
      return false;
    --Budget;
    auto At = Definitions.get(hashOf(Name));
    if (!At || *At < Head)
      continue;
    if (*At >= Use ||
        isCarried(sourcesOf(statementAt(*At)), *At, Head, Depth + 1))
      return true;
  }
  return false;
}

/// The statement at Start defines something that a branch depends on.
bool LoopScan::isWait(size_t Start, const Loop &L) {
  auto At = llvm::partition_point(
      Loads, [&](const Load &Of) { return Of.Pos < Start; });
  bool IsLoad = At != Loads.end() && At->Pos < L.End &&
                Text.slice(Start, At->Pos).find(';') == StringRef::npos;
  return IsLoad && (At->IsSuspect || !isCarried(At->Address, Start, L.Head, 0));
}

bool LoopScan::dependsOnWait(StringRef Guard, const Loop &L) {
  Work.assign(1, Guard);
  Seen.clear();
  while (!Work.empty()) {
    StringRef Name = Work.back();
    Work.pop_back();
    auto At = Definitions.get(hashOf(Name));
    if (!At || *At < L.Head || !Seen.insert(*At).second)
      continue;
    if (Budget == 0 || isWait(*At, L))
      return true;
    --Budget;
    StringRef Sources = sourcesOf(statementAt(*At));
    for (StringRef S = takeName(Sources); !S.empty(); S = takeName(Sources))
      Work.push_back(S);
  }
  return false;
}

bool LoopScan::waits(const Loop &L) {
  auto First = llvm::partition_point(
      Loads, [&](const Load &Of) { return Of.Pos < L.Head; });
  if (First == Loads.end() || First->Pos > L.End)
    return false;
  walkTo(L.End);
  bool HasExit = false;
  auto At = llvm::partition_point(
      Branches, [&](const Branch &B) { return B.Pos < L.Head; });
  for (; At != Branches.end() && At->Pos <= L.End; ++At) {
    if (Budget == 0)
      return true;
    --Budget;
    auto Target = Labels.find(At->Target);
    bool StaysInside = Target != Labels.end() && Target->second > L.Head &&
                       Target->second < L.End;
    if (At->Guard.empty() || StaysInside)
      continue;
    HasExit = true;
    if (dependsOnWait(At->Guard, L))
      return true;
  }
  return !HasExit;
}

bool LoopScan::mayWait() {
  if (Loads.empty())
    return false;
  if (HasIndexed)
    return true;
  Walked = Text.size();
  for (const Loop &L : Loops)
    Walked = std::min(Walked, L.Head);
  return llvm::any_of(Loops, [&](const Loop &L) { return waits(L); });
}

//===- Updates ------------------------------------------------------------===//

/// Opcodes that keep different threads apart.
static bool keepsApart(StringRef Opcode) {
  StringRef Root = Opcode.take_until([](char C) { return C == '.'; });
  return Root == "mov" || Root == "add" || Root == "sub" || Root == "mad" ||
         Root == "mul" || Root == "shl" || Root == "cvt" || Root == "cvta" ||
         Opcode.starts_with("ld.param");
}

// An element of each thread: sums and products of thread and block numbers. In
// the memory of a block any function of the thread's number will do: exchanges
// between threads, which barriers keep apart, are written with bit operations.
bool LoopScan::belongsToThread(const Update &U) {
  bool HasThread = false, HasBlock = U.IsShared;
  Work.clear();
  Seen.clear();
  StringRef Address = U.Address;
  for (StringRef S = takeName(Address); !S.empty(); S = takeName(Address))
    Work.push_back(S);
  while (!Work.empty()) {
    if (Budget == 0)
      return false;
    --Budget;
    StringRef Name = Work.back();
    Work.pop_back();
    HasThread |= Name == "%tid.x";
    HasBlock |= Name == "%ctaid.x";
    auto At = Definitions.get(hashOf(Name));
    if (!At || !Seen.insert(*At).second)
      continue;
    StringRef Statement = statementAt(*At), Sources = sourcesOf(Statement);
    StringRef Opcode = takeName(Statement);
    bool IsData = Opcode.starts_with("ld") && !Opcode.starts_with("ld.param");
    if (IsData || (!U.IsShared && !keepsApart(Opcode)))
      return false;
    for (StringRef S = takeName(Sources); !S.empty(); S = takeName(Sources))
      Work.push_back(S);
  }
  return HasThread && HasBlock;
}

bool LoopScan::updatesShared(size_t End) {
  if (Updates.empty())
    return false;
  Definitions.clear();
  Walked = Begin;
  walkTo(End);
  Read.clear();
  return llvm::any_of(Updates, [&](const Update &U) {
    uint64_t Key = hashOf(U.Address);
    if (Read.get(Key))
      return false;
    Read.set(Key, U.Pos);
    return !belongsToThread(U);
  });
}
