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
  Defined.clear();
  Stores.clear();
  Leaves.clear();
  HasIndexed = HasAsm = false;
  Walked = 0;
  Budget = MaxSteps;
}

void LoopScan::load(size_t Pos, StringRef Address, bool IsSuspect) {
  Loads.push_back({Pos, Address, IsSuspect});
  HasAsm |= IsSuspect;
}

void LoopScan::store(size_t Pos, StringRef Address, bool IsShared, bool InAsm) {
  Stores.push_back({Pos, Address, IsShared});
  HasAsm |= InAsm;
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
    uint64_t Key = hashOf(Name);
    auto Before = Definitions.get(Key);
    Defined.push_back({Start, Before ? uint32_t(*Before) + 1 : 0});
    Definitions.set(Key, Defined.size() - 1);
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

/// The latest definition of Name, plus one; 0 if there is none.
uint32_t LoopScan::latest(StringRef Name) const {
  auto At = Definitions.get(hashOf(Name));
  return At ? uint32_t(*At) + 1 : 0;
}

// What a loop computes without a recurrence is the same in each iteration, if
// memory does not change. A register with several definitions may be so.
bool LoopScan::isCarried(StringRef Operand, size_t Head, unsigned Depth) {
  for (StringRef Name = takeName(Operand); !Name.empty();
       Name = takeName(Operand)) {
    bool All = false; // Of its definitions, where there are any.
    for (uint32_t D = latest(Name); D; D = Defined[D - 1].Before) {
      if (Budget == 0 || Depth > MaxDepth)
        return false;
      --Budget;
      size_t At = Defined[D - 1].Start;
      if (At < Head)
        break;
      All = llvm::is_contained(Path, At);
      if (!All) {
        Path.push_back(At);
        All = isCarried(sourcesOf(statementAt(At)), Head, Depth + 1);
        Path.pop_back();
      }
      if (!All)
        break;
    }
    if (All)
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
  return IsLoad &&
         (At->IsSuspect || L.IsJoined || !isCarried(At->Address, L.Head, 0));
}

bool LoopScan::dependsOnWait(StringRef Guard, const Loop &L) {
  Work.assign(1, Guard);
  Seen.clear();
  while (!Work.empty()) {
    StringRef Name = Work.back();
    Work.pop_back();
    for (uint32_t D = latest(Name); D; D = Defined[D - 1].Before) {
      size_t At = Defined[D - 1].Start;
      if (At < L.Head || !Seen.insert(At).second)
        break;
      if (Budget == 0 || isWait(At, L))
        return true;
      --Budget;
      StringRef Sources = sourcesOf(statementAt(At));
      for (StringRef S = takeName(Sources); !S.empty(); S = takeName(Sources))
        Work.push_back(S);
    }
  }
  return false;
}

// Pieces of text that overlap in part, from the lowest on.
void LoopScan::joinLoops() {
  std::vector<Loop> Sorted = Loops, Open, Joined;
  llvm::sort(Sorted, [](const Loop &A, const Loop &B) {
    return A.Head != B.Head ? A.Head < B.Head : A.End > B.End;
  });
  for (Loop L : Sorted) {
    while (!Open.empty() && Open.back().End < L.Head)
      Open.pop_back();
    while (!Open.empty() && Open.back().End < L.End) {
      L = {Open.back().Head, L.End, true};
      Open.pop_back();
    }
    Open.push_back(L);
    if (L.IsJoined)
      Joined.push_back(L);
  }
  llvm::append_range(Loops, Joined);
  llvm::stable_sort(Loops,
                    [](const Loop &A, const Loop &B) { return A.End < B.End; });
}

/// A path that begins in the loop's text leaves it without a condition.
bool LoopScan::isLeftInside(const Loop &L) const {
  auto Leave = llvm::lower_bound(Leaves, L.Head);
  if (Leave != Leaves.end() && *Leave < L.End)
    return true;
  auto At = llvm::partition_point(
      Branches, [&](const Branch &B) { return B.Pos < L.Head; });
  for (; At != Branches.end() && At->Pos <= L.End; ++At) {
    auto Target = Labels.find(At->Target);
    if (At->Guard.empty() &&
        (Target == Labels.end() || Target->second < L.Head ||
         Target->second > L.End))
      return true;
  }
  return false;
}

bool LoopScan::waits(const Loop &L) {
  auto First = llvm::partition_point(
      Loads, [&](const Load &Of) { return Of.Pos < L.Head; });
  if (First == Loads.end() || First->Pos > L.End)
    return false;
  walkTo(L.End);
  bool HasExit = false, AnyMayLeave = L.IsJoined || isLeftInside(L);
  auto At = llvm::partition_point(
      Branches, [&](const Branch &B) { return B.Pos < L.Head; });
  for (; At != Branches.end() && At->Pos <= L.End; ++At) {
    if (Budget == 0)
      return true;
    --Budget;
    auto Target = Labels.find(At->Target);
    bool StaysInside = Target != Labels.end() && Target->second > L.Head &&
                       Target->second < L.End;
    if (At->Guard.empty() || (StaysInside && !AnyMayLeave))
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
  joinLoops();
  Walked = Text.size();
  for (const Loop &L : Loops)
    Walked = std::min(Walked, L.Head);
  return llvm::any_of(Loops, [&](const Loop &L) { return waits(L); });
}

//===- Updates ------------------------------------------------------------===//

/// Opcodes that keep different threads apart.
static bool keepsApart(StringRef Opcode) {
  StringRef Root = Opcode.take_until([](char C) { return C == '.'; });
  bool IsHigh = Opcode.contains(".hi"); // How compilers divide.
  return Root == "mov" || Root == "add" || Root == "sub" ||
         (Root == "mad" && !IsHigh) || (Root == "mul" && !IsHigh) ||
         Root == "shl" || Root == "cvt" || Root == "cvta" ||
         Opcode.starts_with("ld.param");
}

/// Opcodes that give several threads one result.
static bool bringsTogether(StringRef Opcode) {
  StringRef Root = Opcode.take_until([](char C) { return C == '.'; });
  return Root == "and" || Root == "shr" || Root == "div" || Root == "rem" ||
         Root == "bfe" || Opcode.starts_with("mul.hi") ||
         Opcode.starts_with("mad.hi");
}

LoopScan::Parts LoopScan::partsOf(StringRef Operands, bool IsShared,
                                  unsigned Depth) {
  Parts All;
  for (StringRef Name = takeName(Operands); !Name.empty() && All.IsKnown;
       Name = takeName(Operands)) {
    Parts One = partsOfName(Name, IsShared, Depth);
    // Two different digits may be all of the number.
    All.HasThread |=
        One.HasThread || (All.Digit && One.Digit && All.Digit != One.Digit);
    All.Digit = All.Digit ? All.Digit : One.Digit;
    All.HasBlock |= One.HasBlock;
    All.IsKnown &= One.IsKnown;
  }
  return All;
}

// A register with several definitions is made of what all of them have; one
// that is defined by itself adds nothing.
LoopScan::Parts LoopScan::partsOfName(StringRef Name, bool IsShared,
                                      unsigned Depth) {
  Parts All;
  if (Name == "%tid.x" || Name == "%ctaid.x") {
    All.HasThread = Name == "%tid.x";
    All.HasBlock = !All.HasThread;
    return All;
  }
  uint32_t D = latest(Name);
  if (!D)
    return All;
  All.HasThread = All.HasBlock = true;
  for (; D && All.IsKnown; D = Defined[D - 1].Before) {
    size_t At = Defined[D - 1].Start;
    if (llvm::is_contained(Path, At))
      continue;
    StringRef Statement = statementAt(At), Sources = sourcesOf(Statement);
    StringRef Opcode = takeName(Statement);
    bool IsData = Opcode.starts_with("ld") && !Opcode.starts_with("ld.param");
    if (Budget == 0 || Depth > MaxDepth || IsData ||
        (!IsShared && !keepsApart(Opcode))) {
      All.IsKnown = false;
      break;
    }
    --Budget;
    Path.push_back(At);
    Parts One = partsOf(Sources, IsShared, Depth + 1);
    Path.pop_back();
    All.IsKnown &= One.IsKnown;
    bool BringsTogether = bringsTogether(Opcode);
    if (BringsTogether && One.HasThread && !One.Digit)
      One.Digit = At + 1;
    All.HasThread &= One.HasThread && !BringsTogether;
    All.Digit = All.Digit ? All.Digit : One.Digit;
    All.HasBlock &= One.HasBlock && !BringsTogether;
  }
  return All;
}

// An element of each thread: sums and products of thread and block numbers. In
// the memory of a block any function of the thread's number will do that is not
// made of one quotient, rest or digit of it alone.
bool LoopScan::belongsToThread(const Store &U) {
  Path.clear();
  Parts Of = partsOf(U.Address, U.IsShared, 0);
  return Of.IsKnown && Of.HasThread && (Of.HasBlock || U.IsShared);
}

/// Equal for addresses that differ in how they are written: register and
/// offset, or their sum in another register. Inline assembly has the latter.
uint64_t LoopScan::placeOf(StringRef Address) const {
  constexpr unsigned MaxSteps = 8;
  int64_t Offset = 0;
  StringRef Base = takeName(Address);
  auto AddFrom = [&](StringRef Text) {
    int64_t Part = 0;
    bool IsNumber = !Text.ltrim("+ \t").getAsInteger(0, Part);
    Offset += IsNumber ? Part : 0;
    return IsNumber;
  };
  AddFrom(Address);
  for (unsigned Step = 0; Step < MaxSteps; ++Step) {
    uint32_t D = latest(Base);
    if (!D || Defined[D - 1].Before)
      break;
    StringRef Statement = statementAt(Defined[D - 1].Start);
    StringRef Sources = sourcesOf(Statement), Opcode = takeName(Statement);
    StringRef From = takeName(Sources), Number = Sources.ltrim(", \t");
    bool IsCopy = Opcode.starts_with("mov.") || Opcode.starts_with("cvta.");
    if (!IsCopy && !(Opcode.starts_with("add.") && AddFrom(Number)))
      break;
    Base = From;
  }
  return hashOf(Base) + uint64_t(Offset) * 0x9e3779b97f4a7c15u;
}

bool LoopScan::updatesShared(size_t End, bool IsOptimized) {
  if (Loads.empty() || Stores.empty())
    return false;
  if (!IsOptimized)
    return true;
  if (HasAsm) {
    Definitions.clear();
    Defined.clear();
    Walked = Begin;
    walkTo(End);
  }
  auto KeyOf = [&](StringRef Address) {
    return HasAsm ? placeOf(Address) : hashOf(Address);
  };
  for (const Load &L : llvm::reverse(Loads)) // The first one stays.
    Read.set(KeyOf(L.Address), L.Pos);
  // Of the loops that begin at or before each, in the order of their heads.
  std::vector<Loop> Reach = Loops;
  llvm::sort(Reach,
             [](const Loop &A, const Loop &B) { return A.Head < B.Head; });
  for (size_t I = 1; I < Reach.size(); ++I)
    Reach[I].End = std::max(Reach[I].End, Reach[I - 1].End);
  std::vector<Store> Updates;
  for (const Store &S : Stores) {
    auto First = Read.get(KeyOf(S.Address));
    if (!First)
      continue;
    auto At = llvm::partition_point(
        Reach, [&](const Loop &L) { return L.Head <= S.Pos; });
    bool MayFollow =
        *First < S.Pos || (At != Reach.begin() && std::prev(At)->End >= *First);
    if (MayFollow)
      Updates.push_back(S);
  }
  if (Updates.empty())
    return false;
  if (!HasAsm) {
    Definitions.clear();
    Defined.clear();
    Walked = Begin;
    walkTo(End);
  }
  Read.clear();
  return llvm::any_of(Updates, [&](const Store &U) {
    uint64_t Key = hashOf(U.Address);
    if (Read.get(Key))
      return false;
    Read.set(Key, U.Pos);
    return !belongsToThread(U);
  });
}
