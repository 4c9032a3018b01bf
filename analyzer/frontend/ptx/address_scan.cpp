//===- address_scan.cpp - whose an address is, by its text ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For loop_scan.h: over which threads and blocks an address differs, and
// whether a branch leaves a store to one thread. It may say that several
// threads meet where IdDependences (analysis/threads) knows that they do not,
// never the other way round.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/loop_scan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost::ptx;
using llvm::StringRef;

static StringRef rootOf(StringRef Opcode) {
  return Opcode.take_until([](char C) { return C == '.'; });
}

//===- What makes an address differ ---------------------------------------===//

/// Of a sum, product or the like.
LoopScan::IdShape LoopScan::combined(const IdShape &A, const IdShape &B) {
  bool SameSource = A.Through == B.Through && A.Through != 0;
  auto Sum = [&](Varies X, Varies Y) {
    if (X == Varies::Not || Y == Varies::Not)
      return std::max(X, Y);
    return X == Y && SameSource ? X : Varies::Any;
  };
  IdShape R;
  R.ByThread = Sum(A.ByThread, B.ByThread);
  R.ByBlock = Sum(A.ByBlock, B.ByBlock);
  R.Through = A.Through ? A.Through : B.Through;
  R.HasLoad = A.HasLoad || B.HasLoad;
  R.IsClaimed = A.IsClaimed || B.IsClaimed;
  R.IsKnown = A.IsKnown && B.IsKnown;
  return R;
}

LoopScan::IdShape LoopScan::shapeOf(StringRef Operands, unsigned Depth) {
  IdShape All;
  for (StringRef Name = takeName(Operands); !Name.empty() && All.IsKnown;
       Name = takeName(Operands))
    All = combined(All, shapeOfName(Name, Depth));
  return All;
}

LoopScan::IdShape LoopScan::shapeOfSpecial(StringRef Name) {
  IdShape S;
  bool IsThread = Name.starts_with("%tid"), IsBlock = Name.starts_with("%cta");
  bool IsExtent = Name.starts_with("%ntid") || Name.starts_with("%ncta");
  bool IsOther = llvm::any_of(
      llvm::ArrayRef<StringRef>{"%lane", "%warpid", "%clock", "%smid"},
      [&](StringRef Prefix) { return Name.starts_with(Prefix); });
  if (IsThread || IsOther)
    S.ByThread = Varies::Any;
  if (IsBlock || IsOther)
    S.ByBlock = Varies::Any;
  if (IsExtent)
    return IdShape();
  return S;
}

// A register with several definitions differs as far as each of them does; one
// that is defined by itself adds nothing.
LoopScan::IdShape LoopScan::shapeOfName(StringRef Name, unsigned Depth) {
  uint32_t D = Defs.latest(Name);
  if (!D)
    return shapeOfSpecial(Name);
  if (uint32_t Place = ShapePlaces.get(Name))
    return KeptShapes[Place - 1];
  unsigned CutsBefore = Cuts;
  IdShape Of = shapeOfDefinitions(D, Depth);
  if (Of.IsKnown && Cuts == CutsBefore) {
    KeptShapes.push_back(Of);
    ShapePlaces[Name] = KeptShapes.size();
  }
  return Of;
}

LoopScan::IdShape LoopScan::shapeOfDefinitions(uint32_t D, unsigned Depth) {
  IdShape All;
  All.ByThread = All.ByBlock = Varies::Any;
  for (; D && All.IsKnown; D = Defs[D].Before) {
    size_t At = Defs[D].Start;
    if (llvm::is_contained(Path, At)) {
      ++Cuts;
      continue;
    }
    if (Budget == 0 || Depth > MaxDepth) {
      All.IsKnown = false;
      break;
    }
    --Budget;
    Path.push_back(At);
    IdShape One = shapeOfStatement(At, Depth + 1);
    Path.pop_back();
    All.ByThread = std::min(All.ByThread, One.ByThread);
    All.ByBlock = std::min(All.ByBlock, One.ByBlock);
    All.Through = All.Through ? All.Through : One.Through;
    All.HasLoad |= One.HasLoad;
    All.IsClaimed |= One.IsClaimed;
    All.IsKnown &= One.IsKnown;
  }
  return All;
}

LoopScan::IdShape LoopScan::shapeOfStatement(size_t At, unsigned Depth) {
  StringRef Statement = Defs.statementAt(At), Sources = sourcesOf(Statement);
  StringRef Opcode = takeName(Statement), Root = rootOf(Opcode);
  IdShape S = shapeOf(Sources, Depth);
  auto Lower = [](Varies &V, Varies To) {
    V = V == Varies::Not ? Varies::Not : To;
  };
  auto Is = [&](std::initializer_list<StringRef> Roots) {
    return llvm::is_contained(Roots, Root);
  };
  if (Root == "ld" && !Opcode.starts_with("ld.param")) {
    Lower(S.ByThread, Varies::Data);
    Lower(S.ByBlock, Varies::Data);
    S.HasLoad = true;
  } else if (Is({"shfl", "vote", "match", "redux", "activemask", "elect"})) {
    S = IdShape();
    S.ByThread = S.ByBlock = Varies::Any;
  } else if (Is({"bfi", "shf", "lop3", "prmt", "popc", "clz", "bfind", "brev",
                 "fns"})) {
    S.IsClaimed |= S.ByThread != Varies::Not || S.ByBlock != Varies::Not;
  } else if (Is({"and", "shr", "div", "rem", "bfe"}) ||
             Opcode.contains(".hi")) { // How compilers divide.
    // Several threads have one result.
    if (S.ByThread == Varies::Any || S.ByBlock == Varies::Any)
      S.Through = S.Through ? S.Through : At + 1;
    auto Merge = [&](Varies &V) {
      V = V == Varies::Any && !S.HasLoad ? Varies::Lossy : V;
    };
    Merge(S.ByThread);
    Merge(S.ByBlock);
    S.IsKnown &= !S.HasLoad;
  } else if (!S.HasLoad && Is({"selp", "or", "xor", "not", "setp"})) {
    Lower(S.ByThread, Varies::Any);
    Lower(S.ByBlock, Varies::Any);
  } else {
    S.IsKnown &= Root == "ld" || Is({"mov", "add", "sub", "mul", "mad", "shl",
                                     "cvt", "cvta", "neg", "min", "max"});
  }
  return S;
}

//===- Who gets there -----------------------------------------------------===//

/// Predicate Name has this value for one thread at most of those that differ in
/// what it compares.
bool LoopScan::elects(StringRef Name, bool Value, unsigned Depth) {
  constexpr unsigned MaxParts = 4;
  uint32_t D = Defs.latest(Name);
  if (!D || Defs[D].Before || Depth > MaxParts || Budget == 0)
    return false;
  --Budget;
  StringRef Statement = Defs.statementAt(Defs[D].Start);
  StringRef Sources = sourcesOf(Statement), Opcode = takeName(Statement);
  StringRef First = takeName(Sources), Second = takeName(Sources);
  if (Opcode == "not.pred")
    return elects(First, !Value, Depth + 1);
  if (Opcode == (Value ? "and.pred" : "or.pred"))
    return elects(First, Value, Depth + 1) || elects(Second, Value, Depth + 1);
  auto [Test, Type] = Opcode.rsplit('.');
  if (Test != (Value ? "setp.eq" : "setp.ne") || Type.starts_with("f"))
    return false;
  Path.clear();
  IdShape A = shapeOfName(First, 0);
  Path.clear();
  IdShape B = shapeOfName(Second, 0);
  auto Chooses = [](const IdShape &X, const IdShape &Y) {
    return X.ByThread == Varies::Any && !X.HasLoad &&
           Y.ByThread == Varies::Not && !Y.HasLoad;
  };
  return A.IsKnown && B.IsKnown && (Chooses(A, B) || Chooses(B, A));
}

/// A branch around S leaves it to one thread of the block.
bool LoopScan::isElected(const Store &S) {
  if (HasIndexed)
    return false;
  auto From = llvm::partition_point(
      Branches, [&](const Branch &B) { return B.Pos < S.Pos; });
  while (From != Branches.begin()) {
    const Branch &B = *--From;
    auto Target = Labels.find(B.Target);
    bool IsAround = Target != Labels.end() && Target->second > S.Pos;
    if (Budget == 0)
      return false;
    --Budget;
    if (!IsAround || B.Guard.empty())
      continue;
    // Nobody comes in from elsewhere.
    bool IsClosed = llvm::none_of(Branches, [&](const Branch &In) {
      auto To = Labels.find(In.Target);
      return To != Labels.end() && To->second > B.Pos && To->second < S.Pos &&
             (In.Pos < B.Pos || In.Pos > Target->second);
    });
    Budget -= std::min<size_t>(Budget, Branches.size());
    if (IsClosed && elects(B.Guard, B.IsNegated, 0))
      return true;
  }
  return false;
}

// An element of each thread, as far as a rule can tell: threads that meet in a
// place have no part in it, or through one quotient, rest or digit, or through
// data. In the memory of a block only its threads meet.
bool LoopScan::belongsToThread(const Store &S) {
  Path.clear();
  IdShape Of = shapeOf(S.Address, 0);
  if (!Of.IsKnown)
    return false;
  bool AmongBlocks = S.IsShared || Of.ByBlock != Varies::Not;
  return Of.IsClaimed ||
         (AmongBlocks && (Of.ByThread == Varies::Any || isElected(S)));
}
