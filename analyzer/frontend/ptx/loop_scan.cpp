//===- loop_scan.cpp - loops that may wait, by their text -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/loop_scan.h"
#include "analyzer/frontend/ptx/text_blocks.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace fencepost::ptx;
using llvm::StringRef;

// More work than this on one function, and it is lowered unasked.
static constexpr unsigned MaxSteps = 200000;

//===- What the function holds --------------------------------------------===//

void LoopScan::reset(StringRef Whole, size_t Start) {
  Begin = Start;
  Text = Whole;
  Labels.clear();
  Loads.clear();
  Branches.clear();
  Loops.clear();
  Read.clear();
  Stores.clear();
  Leaves.clear();
  HasIndexed = HasAsm = HasTwins = false;
  DefsFrom = NoDefs;
  NoLoadsIn = {};
  Updates.clear();
  Handed.clear();
  ShapePlaces.clear();
  KeptShapes.clear();
  Budget = MaxSteps;
}

/// Definitions are read on from From, as far as asked.
void LoopScan::walk(size_t From, size_t To) {
  if (std::exchange(DefsFrom, From) != From)
    Defs.restart(Text, From);
  Defs.walkTo(To);
}

void LoopScan::load(size_t Pos, StringRef Address, bool IsSuspect,
                    bool IsOfBlock) {
  Loads.push_back({Pos, Address, IsSuspect, IsOfBlock});
  HasAsm |= IsSuspect;
}

void LoopScan::store(size_t Pos, StringRef Address, bool IsShared, bool InAsm) {
  Stores.push_back({Pos, Address, IsShared});
  HasAsm |= InAsm;
}

void LoopScan::branch(size_t Pos, StringRef Target, StringRef Guard,
                      bool IsNegated) {
  Branches.push_back({Pos, Target, Guard, IsNegated});
  if (auto It = Labels.find(Target); It != Labels.end())
    Loops.push_back({It->second, Pos});
}

//===- Waiting ------------------------------------------------------------===//

// What a loop computes without a recurrence is the same in each iteration, if
// memory does not change. A register with several definitions may be so.
bool LoopScan::isCarried(StringRef Operand, size_t Head, unsigned Depth) {
  for (StringRef Name = takeName(Operand); !Name.empty();
       Name = takeName(Operand)) {
    bool All = false; // Of its definitions, where there are any.
    for (uint32_t D = Defs.latest(Name); D; D = Defs[D].Before) {
      if (Budget == 0 || Depth > MaxDepth)
        return false;
      --Budget;
      size_t At = Defs[D].Start;
      if (At < Head)
        break;
      All = llvm::is_contained(Path, At);
      if (!All) {
        Path.push_back(At);
        All = isCarried(sourcesOf(Defs.statementAt(At)), Head, Depth + 1);
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

/// A wait for what one thread of the block found in other memory: all others
/// ask the word in the block's memory where it is put.
bool LoopScan::isPassedOn(const Loop &L) {
  auto Within = [&](const auto &Of) {
    return Of.Pos > L.Head && Of.Pos < L.End;
  };
  return llvm::any_of(Stores, Within) &&
         llvm::any_of(Loads, [&](const Load &Of) {
           return Within(Of) && !Of.IsOfBlock &&
                  (Of.IsSuspect || L.IsJoined ||
                   !isCarried(Of.Address, L.Head, 0));
         });
}

/// The statement at Start defines something that a branch depends on.
bool LoopScan::isWait(size_t Start, const Loop &L) {
  auto At = llvm::partition_point(
      Loads, [&](const Load &Of) { return Of.Pos < Start; });
  bool IsLoad = At != Loads.end() && At->Pos < L.End &&
                Text.slice(Start, At->Pos).find(';') == StringRef::npos;
  if (!IsLoad || (At->IsOfBlock && !isPassedOn(L)))
    return false;
  return At->IsSuspect || L.IsJoined || !isCarried(At->Address, L.Head, 0);
}

bool LoopScan::mayHoldLoad(size_t From, size_t To) const {
  auto At = llvm::partition_point(
      Loads, [&](const Load &Of) { return Of.Pos < From; });
  return At != Loads.end() && At->Pos < To;
}

/// What stands before a name on its line shows that it is read there, or is no
/// operand: behind a comma that no list is open for, or in an address.
static bool isSurelyRead(StringRef Before) {
  if (Before.ends_with("@") || Before.ends_with("@!"))
    return true;
  if (Before.contains('/'))
    return false; // A comment may hide anything.
  if (Before.contains('['))
    return true;
  size_t Open = Before.find_first_of("{(");
  bool InFirstList = Open != StringRef::npos &&
                     Before.find_first_of("})", Open) == StringRef::npos;
  return (InFirstList ? Before.take_front(Open) : Before).contains(',');
}

/// Something that Guard depends on, by what the loop defines, may be loaded. In
/// most loops the guard counts, which a few searches for names tell: reading
/// all definitions takes many times as long.
bool LoopScan::mayRestOnLoad(StringRef Guard, const Loop &L) {
  constexpr size_t MaxNames = 48;
  StringRef In = Text.take_front(L.End);
  auto Spend = [&](size_t Bytes) {
    bool Has = Bytes <= SearchLeft;
    SearchLeft -= Has ? Bytes : SearchLeft;
    return Has;
  };
  if (NoLoadsIn != std::pair(L.Head, L.End)) {
    NoLoadsIn = {L.Head, L.End};
    NoLoads.clear();
  }
  std::vector<StringRef> &Names = NoLoads;
  if (llvm::is_contained(Names, Guard))
    return false;
  size_t Known = Names.size();
  auto MayRest = [&] {
    Names.resize(Known);
    return true;
  };
  Names.push_back(Guard);
  for (size_t I = Known; I < Names.size(); ++I) {
    StringRef Name = Names[I];
    if (!Spend(L.End - L.Head))
      return MayRest();
    for (size_t At = findWord(In, Name, L.Head); At != StringRef::npos;
         At = findWord(In, Name, At + Name.size())) {
      size_t Behind = At + Name.size();
      if (isOperandChar(In[At - 1]) ||
          (Behind < In.size() && isOperandChar(In[Behind])))
        continue;
      size_t Line = At, Start;
      while (Line > L.Head && In[Line - 1] != '\n' && In[Line - 1] != ';')
        --Line;
      if (!Spend(At - Line))
        return MayRest();
      if (isSurelyRead(In.slice(Line, At)))
        continue;
      for (Start = Line; Start > L.Head && In[Start - 1] != ';';)
        --Start;
      size_t End = std::min(Text.find(';', At), Text.size());
      if (!Spend(End - Start) || mayHoldLoad(Start, End))
        return MayRest();
      StringRef Sources = Text.slice(Behind, End);
      for (StringRef N = takeName(Sources); !N.empty(); N = takeName(Sources)) {
        bool IsNumber = N[0] >= '0' && N[0] <= '9';
        if (IsNumber || llvm::is_contained(Names, N))
          continue;
        if (Names.size() == MaxNames)
          return MayRest();
        Names.push_back(N);
      }
    }
  }
  return false;
}

bool LoopScan::dependsOnWait(StringRef Guard, const Loop &L) {
  if (!mayRestOnLoad(Guard, L))
    return false;
  walk(FirstHead, L.End);
  Work.assign(1, Guard);
  while (!Work.empty()) {
    StringRef Name = Work.back();
    Work.pop_back();
    for (uint32_t D = Defs.latest(Name); D; D = Defs[D].Before) {
      size_t At = Defs[D].Start;
      if (At < L.Head || !Seen.insert(At).second)
        break;
      if (Budget == 0 || isWait(At, L))
        return true;
      --Budget;
      StringRef Sources = sourcesOf(Defs.statementAt(At));
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
  Seen.clear();
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
  // What is defined before all loops is the same in each iteration; others
  // may ask for it.
  if (!HasAsm)
    findPairs();
  FirstHead = Begin;
  constexpr size_t SearchesPerByte = 64;
  SearchLeft = 0;
  for (const Loop &L : Loops)
    SearchLeft = std::max(SearchLeft, SearchesPerByte * (L.End - Begin));
  bool AllAreAsked =
      (HasAsm && !Stores.empty()) || !Updates.empty() || !Handed.empty();
  if (!AllAreAsked && !Loops.empty())
    FirstHead =
        llvm::min_element(
            Loops, [](const Loop &A, const Loop &B) { return A.Head < B.Head; })
            ->Head +
        1;
  if (llvm::none_of(Loops, [&](const Loop &L) { return waits(L); }))
    return false;
  return !cutPieces() || llvm::any_of(Loops, [&](const Loop &L) {
    return !L.IsJoined && waitsOnWayRound(L);
  });
}
