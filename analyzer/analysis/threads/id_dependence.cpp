//===- id_dependence.cpp - which threads an address tells apart
//-------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fixed point over the value graph: shapes only grow, and what still grows
// after a fixed number of rounds is Any.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/threads/id_dependence.h"
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

constexpr unsigned MaxRounds = 12;
constexpr uint8_t MaxLoads = 3;
constexpr int64_t MaxBlockThreads = 1024; ///< On all architectures.

/// Adds Lossy and Data up: `row[i] * 4 + i % 4` may differ for all, and so may
/// `start[row[i]] + rank[i]`.
Varies sum(Varies A, Varies B, bool SameSource, bool AreRounded) {
  if (A == Varies::Not || B == Varies::Not)
    return std::max(A, B);
  bool Repeats = SameSource || (A == Varies::Data && AreRounded);
  return A == B && Repeats ? A : Varies::Any;
}

void mergeMarks(IdDependence &Into, const IdDependence &From) {
  Into.Loads = std::max(Into.Loads, From.Loads);
  Into.OwnLoads = std::max(Into.OwnLoads, From.OwnLoads);
  Into.IsBinned |= From.IsBinned;
  Into.IsClaimed |= From.IsClaimed;
}

/// Of what is made of both.
bool areRounded(const IdDependence &A, const IdDependence &B) {
  return A.Loads == 0   ? B.IsRounded
         : B.Loads == 0 ? A.IsRounded
                        : A.IsRounded && B.IsRounded;
}

/// The shape of a value made of several parts.
IdDependence combine(const IdDependence &A, const IdDependence &B,
                     bool SameValue) {
  bool SameSource =
      SameValue || (A.Through == B.Through && A.Through != UnknownValue);
  IdDependence R;
  R.IsRounded = areRounded(A, B);
  R.ByThread = sum(A.ByThread, B.ByThread, SameSource, R.IsRounded);
  R.ByBlock = sum(A.ByBlock, B.ByBlock, SameSource, R.IsRounded);
  R.Through = A.Through != UnknownValue ? A.Through : B.Through;
  mergeMarks(R, A);
  mergeMarks(R, B);
  return R;
}

/// The shape of a value that is one or the other.
IdDependence either(const IdDependence &A, const IdDependence &B) {
  IdDependence R;
  auto Join = [&](Varies X, Varies Y) {
    if (X == Varies::Lossy && Y == Varies::Lossy && A.Through != B.Through)
      return Varies::Any;
    return std::max(X, Y);
  };
  R.ByThread = Join(A.ByThread, B.ByThread);
  R.ByBlock = Join(A.ByBlock, B.ByBlock);
  R.IsRounded = areRounded(A, B);
  R.Through = A.Through != UnknownValue ? A.Through : B.Through;
  mergeMarks(R, A);
  mergeMarks(R, B);
  return R;
}

IdDependence any() {
  IdDependence S;
  S.ByThread = S.ByBlock = Varies::Any;
  return S;
}

} // namespace

bool isMinOrMax(const Value &Node) {
  if (Node.Kind != ValueKind::Op)
    return false;
  StringRef Name = Node.Name;
  return Node.Op == OpCode::Min || Node.Op == OpCode::Max ||
         (Node.Op == OpCode::Pure &&
          (Name.contains("min") || Name.contains("max")));
}

IdDependence IdDependences::special(const Value &Node) const {
  StringRef Name = Node.Name;
  IdDependence S;
  if (Name.starts_with("tid."))
    S.ByThread = Varies::Any;
  else if (Name.starts_with("ctaid."))
    S.ByBlock = Varies::Any;
  else if (Name.starts_with("ntid.") || Name.starts_with("nctaid.") ||
           Name.equals_insensitive("warp_sz") ||
           Name.equals_insensitive("warpsize"))
    return S;
  else
    return any();
  return S;
}

/// Is V the thread's number and what is the same for the block, in all turns of
/// loops? A multiple of it or a hash is not consecutive.
bool IdDependences::isConsecutive(ValueId V) const {
  auto Index = threadIndex(Fn, V);
  return Index && all_of(Index->Rest.Terms, [&](auto &Term) {
           bool Moves = false;
           bool IsComplete = visitOperands(Fn, Term.first, [&](ValueId Of) {
             Moves |= Fn.Values[Of].Kind == ValueKind::Phi;
             return !Moves;
           });
           return IsComplete && !Moves &&
                  Shapes[Term.first].ByThread == Varies::Not;
         });
}

/// Division, remainder, shift and mask by what is the same for all.
IdDependence IdDependences::lossy(ValueId V, const Value &Node) const {
  const IdDependence &Left = Shapes[Node.Operands[0]];
  const IdDependence &By = Shapes[Node.Operands[1]];
  if (By.ByThread != Varies::Not || By.ByBlock != Varies::Not)
    return any();
  IdDependence S = Left;
  bool IsId = Left.Loads == 0 && !Left.IsClaimed;
  auto Lower = [&](Varies Of) {
    return Of == Varies::Any && IsId ? Varies::Lossy : Of;
  };
  auto C = constantOf(Fn, Node.Operands[1]);
  if (C && (*C == 1 || *C == -1))
    return Left;
  // A shift or a wide mask may only unpack what was stored with flags.
  bool Unpacks = Node.Op == OpCode::Shr ||
                 (Node.Op == OpCode::And && C && (*C < 0 || *C > 0xffff));
  if (Left.Loads > 0 && !Unpacks)
    S.IsBinned = true;
  // A ring of as many places as a block can have threads: each has its own.
  int64_t Most = Fn.MaxThreads ? int64_t(Fn.MaxThreads) : MaxBlockThreads;
  bool IsWide = C && ((Node.Op == OpCode::Rem && *C >= Most) ||
                      (Node.Op == OpCode::And && *C >= Most - 1 &&
                       isPowerOf2_64(uint64_t(*C) + 1)));
  S.ByThread = IsWide && isConsecutive(Node.Operands[0]) ? Left.ByThread
                                                         : Lower(Left.ByThread);
  S.ByBlock = Lower(Left.ByBlock);
  if (S.ByThread == Varies::Lossy || S.ByBlock == Varies::Lossy)
    S.Through = Left.ByThread == Varies::Lossy || Left.ByBlock == Varies::Lossy
                    ? Left.Through
                    : V;
  return S;
}

IdDependence IdDependences::operation(ValueId V, const Value &Node) const {
  switch (Node.Op) {
  case OpCode::Div:
  case OpCode::Rem:
  case OpCode::Shr:
  case OpCode::And:
    if (Node.Operands.size() == 2 && !Node.Type.IsFloat)
      return lossy(V, Node);
    break;
  default:
    break;
  }
  IdDependence S;
  for (ValueId Operand : Node.Operands) {
    if (Operand == UnknownValue)
      return any();
    S = combine(S, Shapes[Operand], false);
  }
  bool Varying = S.ByThread != Varies::Not || S.ByBlock != Varies::Not;
  bool IsPlain = Node.Op == OpCode::Add || Node.Op == OpCode::Sub ||
                 Node.Op == OpCode::Mul || Node.Op == OpCode::Shl ||
                 Node.Op == OpCode::Cast || Node.Op == OpCode::Element ||
                 Node.Op == OpCode::Field || Node.Op == OpCode::Neg ||
                 isMinOrMax(Node);
  if (Node.Op == OpCode::Cast && Node.Operands.size() == 1 &&
      Fn.Values[Node.Operands[0]].Type.IsFloat && !Node.Type.IsFloat &&
      S.Loads > 0)
    S.IsBinned = S.IsRounded = true;
  if (Node.Op == OpCode::Havoc)
    return any();
  // Bit counts and searches over what a warp has agreed on.
  S.IsClaimed |=
      Node.Op == OpCode::Pure && !IsPlain && Varying && !Node.Type.IsFloat;
  if (!IsPlain && S.Loads == 0) {
    auto Widen = [](Varies V) {
      return V == Varies::Not ? Varies::Not : Varies::Any;
    };
    S.ByThread = Widen(S.ByThread);
    S.ByBlock = Widen(S.ByBlock);
  }
  return S;
}

IdDependence IdDependences::result(const Value &Node) const {
  const Event &E = Fn.Events[Node.Imm];
  if (E.Kind == EventKind::Load && E.Address != UnknownValue) {
    IdDependence S = Shapes[E.Address], R;
    bool Varying = S.ByThread != Varies::Not || S.ByBlock != Varies::Not;
    mergeMarks(R, S);
    R.IsBinned = E.Bits == 8 && !E.IsFloat;
    if (Where.object(Node.Imm).Kind == BaseKind::Local)
      return any();
    R.ByThread = S.ByThread == Varies::Not ? Varies::Not : Varies::Data;
    R.ByBlock = S.ByBlock == Varies::Not && !Where.isShared(Node.Imm)
                    ? Varies::Not
                    : Varies::Data;
    if (isStrong(E.Ord) && !E.IsVolatile)
      R.IsClaimed = true;
    if (Varying && R.Loads < MaxLoads)
      ++R.Loads;
    if (S.ByThread != Varies::Not && !Node.Type.IsPointer &&
        R.OwnLoads < MaxLoads)
      ++R.OwnLoads;
    return R;
  }
  IdDependence R = any();
  if (E.Kind == EventKind::CtaBarrier) {
    R.ByThread = Varies::Not; // A count or vote of the whole block.
    R.ByBlock = Varies::Data;
    return R;
  }
  // A shuffle hands data on; a vote says who is elected.
  ValueId Given = E.Extra.size() > 1 ? E.Extra[1] : UnknownValue;
  R.IsClaimed = E.Kind != EventKind::WarpCollective || Given == UnknownValue ||
                Fn.Values[stripCasts(Fn, Given)].Type.Bits <= 1;
  return R;
}

IdDependence IdDependences::compute(ValueId V) const {
  const Value &Node = Fn.Values[V];
  switch (Node.Kind) {
  case ValueKind::Unknown:
  case ValueKind::Local:
    return any();
  case ValueKind::Constant:
  case ValueKind::Param:
  case ValueKind::Global:
    return {};
  case ValueKind::Special:
    return special(Node);
  case ValueKind::Op:
    return operation(V, Node);
  case ValueKind::Result:
    return result(Node);
  case ValueKind::Phi:
    break;
  }
  IdDependence S;
  for (ValueId Operand : Node.Operands)
    S = Operand == UnknownValue ? any() : either(S, Shapes[Operand]);
  // From a quotient of the thread's number to that of the next: a range that
  // may be the thread's own.
  if (S.ByThread == Varies::Lossy || S.ByBlock == Varies::Lossy)
    if (auto It = Bounds.find(V); It != Bounds.end())
      for (ValueId Bound : It->second)
        if (Shapes[Bound].ByThread != Varies::Not ||
            Shapes[Bound].ByBlock != Varies::Not)
          return any();
  return S;
}

/// Is holds for something that V's shape is computed from, itself perhaps.
bool IdDependences::restsOn(ValueId V, function_ref<bool(ValueId)> Is) const {
  const Value &Node = Fn.Values[V];
  if (Is(V) || any_of(Node.Operands, Is))
    return true;
  if (Node.Kind == ValueKind::Result)
    return Is(Fn.Events[Node.Imm].Address);
  auto It = Node.Kind == ValueKind::Phi ? Bounds.find(V) : Bounds.end();
  return It != Bounds.end() && any_of(It->second, Is);
}

void IdDependences::findBounds() {
  for (const Value &Node : Fn.Values) {
    if (Node.Kind != ValueKind::Op || Node.Operands.size() != 2 ||
        (Node.Op != OpCode::Lt && Node.Op != OpCode::Le &&
         Node.Op != OpCode::Gt && Node.Op != OpCode::Ge &&
         Node.Op != OpCode::Ne))
      continue;
    for (unsigned I : {0, 1}) {
      ValueId Counter = stripCasts(Fn, Node.Operands[I]);
      ValueId Bound = Node.Operands[1 - I];
      if (Bound != UnknownValue && Fn.Values[Counter].Kind == ValueKind::Phi)
        Bounds[Counter].push_back(Bound);
    }
  }
}

IdDependences::IdDependences(const Function &Fn, const Provenance &Where,
                             const Uniformity &Group)
    : Fn(Fn), Where(Where), Shapes(Fn.Values.size()) {
  Shapes[UnknownValue] = any();
  findBounds();
  bool Changed = true;
  // When a shape last grew; what rests on it is asked again in that round, or
  // in the next.
  std::vector<uint8_t> Grown(Fn.Values.size());
  for (unsigned Round = 1; Changed && Round <= MaxRounds; ++Round) {
    Changed = false;
    for (ValueId V = 1; V < Fn.Values.size(); ++V) {
      if (Round > 1 &&
          !restsOn(V, [&](ValueId On) { return Grown[On] + 1u >= Round; }))
        continue;
      IdDependence New = either(Shapes[V], compute(V));
      if (New == Shapes[V])
        continue;
      Shapes[V] = New;
      Grown[V] = uint8_t(Round);
      Changed = true;
    }
  }
  if (Changed)
    Shapes.assign(Fn.Values.size(), any());
  // What takes part in a choice that differs between threads, though no
  // operand does.
  for (ValueId V = 1; V < Fn.Values.size(); ++V) {
    const Value &Node = Fn.Values[V];
    if (Node.Kind == ValueKind::Phi && Group.of(V) == Uniform::None &&
        Shapes[V].ByThread == Varies::Not)
      Shapes[V].IsClaimed = true;
  }
  findUses();
}

void IdDependences::findUses() {
  Dimensions Extra = extraDimensions(Fn);
  for (ValueId V = 1; V < Fn.Values.size(); ++V) {
    const Value &Node = Fn.Values[V];
    if (Node.Kind == ValueKind::Special) {
      StringRef Name = Node.Name;
      UsesTid |= Name.starts_with("tid.") || Name == "laneid" ||
                 Name == "warpid" || Name.starts_with("lanemask");
      UsesCtaid |= Name.starts_with("ctaid.");
    }
    UsesWarps = UsesWarps || warpIndex(Fn, V, Extra).has_value() ||
                isLaneIndex(Fn, V, Extra);
  }
}

} // namespace fencepost
