//===- update_scan.cpp - words updated in place, by their text ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other half of loop_scan.h: whether a function reads a location and writes
// it back that may belong to several threads.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/loop_scan.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost::ptx;
using llvm::StringRef;

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
  uint32_t D = Defs.latest(Name);
  if (!D)
    return All;
  All.HasThread = All.HasBlock = true;
  for (; D && All.IsKnown; D = Defs[D].Before) {
    size_t At = Defs[D].Start;
    if (llvm::is_contained(Path, At))
      continue;
    StringRef Statement = Defs.statementAt(At), Sources = sourcesOf(Statement);
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

bool LoopScan::updatesShared(size_t End, bool IsOptimized) {
  if (Loads.empty() || Stores.empty())
    return false;
  if (!IsOptimized)
    return true;
  if (HasAsm) {
    Defs.restart(Text, Begin);
    Defs.walkTo(End);
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
    Defs.restart(Text, Begin);
    Defs.walkTo(End);
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
