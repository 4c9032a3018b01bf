//===- update_scan.cpp - words updated in place, by their text ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other half of loop_scan.h: whether a function reads a location and writes
// back what depends on it, where several threads may do so.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/loop_scan.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost::ptx;
using llvm::StringRef;

//===- Places -------------------------------------------------------------===//

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
    uint32_t D = Defs.latest(Base);
    if (!D || Defs[D].Before)
      break;
    StringRef Statement = Defs.statementAt(Defs[D].Start);
    StringRef Sources = sourcesOf(Statement), Opcode = takeName(Statement);
    StringRef From = takeName(Sources), Number = Sources.ltrim(", \t");
    bool IsCopy = Opcode.starts_with("mov.") || Opcode.starts_with("cvta.");
    if (!IsCopy && !(Opcode.starts_with("add.") && AddFrom(Number)))
      break;
    Base = From;
  }
  return hashOf(Base) + uint64_t(Offset) * 0x9e3779b97f4a7c15u;
}

/// The key of L's or S's address: placeOf() where addresses of inline assembly
/// may be among them.
uint64_t LoopScan::keyOf(StringRef Address) const {
  return HasAsm ? placeOf(Address) : hashOf(Address);
}

/// The load at the place Key that the statement at Start is, if it is one.
bool LoopScan::isLoadOf(size_t Start, uint64_t Key) const {
  auto At = llvm::partition_point(
      Loads, [&](const Load &Of) { return Of.Pos < Start; });
  return At != Loads.end() && keyOf(At->Address) == Key &&
         Text.slice(Start, At->Pos).find(';') == StringRef::npos;
}

//===- What is written back -----------------------------------------------===//

/// What S stores depends on a load of the same place, or a comparison with
/// such a load may decide whether it is stored.
bool LoopScan::dependsOnItself(const Store &S) {
  uint64_t Key = keyOf(S.Address);
  size_t Close = S.Address.end() - Text.data();
  StringRef Stored =
      Text.slice(Close, std::min(Text.find(';', Close), Text.size()));
  auto PushNames = [&](StringRef Operands) {
    for (StringRef N = takeName(Operands); !N.empty(); N = takeName(Operands))
      Work.push_back(N);
  };
  Work.clear();
  Seen.clear();
  PushNames(Stored);
  while (!Work.empty()) {
    StringRef Name = Work.back();
    Work.pop_back();
    for (uint32_t D = Defs.latest(Name); D; D = Defs[D].Before) {
      size_t At = Defs[D].Start;
      if (!Seen.insert(At).second)
        break;
      if (Budget == 0 || isLoadOf(At, Key))
        return true;
      --Budget;
      StringRef Statement = Defs.statementAt(At);
      if (!Statement.starts_with("ld"))
        PushNames(sourcesOf(Statement));
    }
  }
  return isCompared(Key);
}

/// An order of numbers is asked of what a load of the place brought.
bool LoopScan::isCompared(uint64_t Key) {
  constexpr unsigned MaxCopies = 4;
  for (const Branch &B : Branches)
    for (uint32_t D = Defs.latest(B.Guard); D; D = Defs[D].Before) {
      if (Budget == 0)
        return true;
      --Budget;
      StringRef Statement = Defs.statementAt(Defs[D].Start);
      if (!Statement.starts_with("setp.") ||
          Statement.starts_with("setp.eq.") ||
          Statement.starts_with("setp.ne."))
        continue;
      StringRef Sources = sourcesOf(Statement);
      for (StringRef N = takeName(Sources); !N.empty(); N = takeName(Sources)) {
        StringRef Name = N;
        for (unsigned Copy = 0; Copy < MaxCopies; ++Copy) {
          uint32_t Of = Defs.latest(Name);
          if (!Of)
            break;
          for (uint32_t Any = Of; Any && Budget; Any = Defs[Any].Before) {
            --Budget;
            if (isLoadOf(Defs[Any].Start, Key))
              return true;
          }
          if (Defs[Of].Before)
            break;
          StringRef Made = Defs.statementAt(Defs[Of].Start);
          if (!Made.starts_with("mov.") && !Made.starts_with("cvt."))
            break;
          StringRef From = sourcesOf(Made);
          Name = takeName(From);
        }
      }
    }
  return false;
}

// Of the loops that begin at or before each, in the order of their heads.
void LoopScan::orderReach() {
  Reach = Loops;
  llvm::sort(Reach,
             [](const Loop &A, const Loop &B) { return A.Head < B.Head; });
  for (size_t I = 1; I < Reach.size(); ++I)
    Reach[I].End = std::max(Reach[I].End, Reach[I - 1].End);
}

/// What stands at From may be executed before what stands at To.
bool LoopScan::mayPrecede(size_t From, size_t To) const {
  auto At =
      llvm::partition_point(Reach, [&](const Loop &L) { return L.Head <= To; });
  return From < To || (At != Reach.begin() && std::prev(At)->End >= From);
}

/// One place that blocks have in common is stored and loaded behind it.
bool LoopScan::handsOver(const Store &S) {
  Path.clear();
  IdShape Of = shapeOf(S.Address, 0);
  return !S.IsShared && !Of.IsClaimed &&
         (!Of.IsKnown ||
          (Of.ByBlock == Varies::Not && Of.ByThread != Varies::Any));
}

/// Stores to a place that is loaded before, perhaps, and those to one that is
/// loaded behind.
void LoopScan::findPairs() {
  if (Stores.empty())
    return;
  HashTable &First = Read, &Last = LastRead;
  Last.clear();
  for (const Load &L : Loads)
    Last.set(keyOf(L.Address), L.Pos);
  for (const Load &L : llvm::reverse(Loads))
    First.set(keyOf(L.Address), L.Pos);
  orderReach();
  for (const Store &S : Stores) {
    uint64_t Key = keyOf(S.Address);
    auto Load = First.get(Key);
    if (!Load)
      continue;
    if (mayPrecede(*Load, S.Pos))
      Updates.push_back(S);
    if (mayPrecede(S.Pos, *Last.get(Key)))
      Handed.push_back(S);
  }
}

bool LoopScan::updatesShared(size_t End, bool IsOptimized) {
  if (Loads.empty() || Stores.empty())
    return false;
  if (!IsOptimized)
    return true;
  if (HasAsm) {
    walk(Begin, End);
    findPairs();
  }
  if (Updates.empty() && Handed.empty())
    return false;
  walk(Begin, End);
  return llvm::any_of(Updates,
                      [&](const Store &U) {
                        return !belongsToThread(U) && dependsOnItself(U);
                      }) ||
         llvm::any_of(Handed, [&](const Store &S) { return handsOver(S); });
}
