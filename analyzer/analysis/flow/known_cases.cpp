//===- known_cases.cpp - what branches say of values ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

namespace {

/// The value is (Is) or is not this constant.
struct KnownCase {
  ValueId Of = UnknownValue;
  bool Is = true;
  int64_t Constant = 0;
};

/// What the branch that leads to a block says; the branches before it are
/// those of its dominators.
struct KnownCases {
  std::vector<llvm::SmallVector<KnownCase, 1>> Of; ///< By block.
};

} // namespace

static ValueId canonical(const FunctionView &In, ValueId V) {
  return In.provenance().canonical(stripCasts(In.fn(), V));
}

/// A number that counts from zero: `n > 0` is false for zero alone.
static bool isIndex(const Value &V) {
  llvm::StringRef Name = V.Name;
  return V.Kind == ValueKind::Special &&
         (Name.starts_with("ctaid.") || Name.starts_with("tid."));
}

/// `V < 1`, `V > 0` and their like, for what counts from zero.
static std::optional<KnownCase> comparedWithZero(ValueId V, OpCode Op,
                                                 int64_t Bound, bool Want) {
  bool IsLow =
      (Op == OpCode::Lt && Bound == 1) || (Op == OpCode::Le && Bound == 0);
  bool IsHigh =
      (Op == OpCode::Ge && Bound == 1) || (Op == OpCode::Gt && Bound == 0);
  if (!IsLow && !IsHigh)
    return std::nullopt;
  return KnownCase{V, IsLow == Want, 0};
}

/// What a condition says that is true (Want) or false.
static KnownCase saidBy(const FunctionView &In, ValueId Condition, bool Want) {
  const Function &Fn = In.fn();
  constexpr unsigned MaxSteps = 16;
  for (unsigned I = 0; I < MaxSteps; ++I) {
    Condition = stripCasts(Fn, Condition);
    const Value &Node = Fn.value(Condition);
    if (Node.Kind != ValueKind::Op || Node.Operands.empty())
      break;
    if (Node.Op == OpCode::LogicalNot) {
      Condition = Node.Operands[0];
      Want = !Want;
      continue;
    }
    if (Node.Operands.size() != 2)
      break;
    auto Bound = constantOf(Fn, Node.Operands[1]);
    ValueId V = canonical(In, Node.Operands[0]);
    if (!Bound)
      break;
    if (Node.Op == OpCode::Eq || Node.Op == OpCode::Ne)
      return {V, (Node.Op == OpCode::Eq) == Want, *Bound};
    if (isIndex(Fn.value(V)))
      if (auto Said = comparedWithZero(V, Node.Op, *Bound, Want))
        return *Said;
    break;
  }
  return {canonical(In, Condition), !Want, 0};
}

static llvm::SmallVector<KnownCase, 1>
saidByEdge(const FunctionView &In, BlockId Branch, unsigned Successor) {
  const Terminator &T = In.fn().block(Branch).Term;
  llvm::SmallVector<KnownCase, 1> All;
  if (T.Kind == TerminatorKind::Branch) {
    All.push_back(saidBy(In, T.Condition, Successor == 0));
  } else if (T.Kind == TerminatorKind::Switch) {
    ValueId V = canonical(In, T.Condition);
    if (Successor < T.CaseValues.size())
      All.push_back({V, true, T.CaseValues[Successor]});
    else
      for (int64_t Case : T.CaseValues)
        All.push_back({V, false, Case});
  }
  return All;
}

static const KnownCases &knownCases(const FunctionView &In) {
  KnownCases &Known = In.kept().of<KnownCases>();
  if (!Known.Of.empty())
    return Known;
  Known.Of.resize(In.fn().Blocks.size());
  for (BlockId B = 0; B < Known.Of.size(); ++B) {
    BlockId Up = In.cfg().immediateDominator(B);
    if (Up == NoId)
      continue;
    const Terminator &T = In.fn().block(Up).Term;
    for (unsigned I = 0; T.Successors.size() > 1 && I < T.Successors.size();
         ++I)
      if (T.Condition != UnknownValue && In.cfg().edgeDominates(Up, I, B)) {
        Known.Of[B] = saidByEdge(In, Up, I);
        break;
      }
  }
  return Known;
}

static bool contradict(const KnownCase &A, const KnownCase &B) {
  if (A.Of != B.Of || (!A.Is && !B.Is))
    return false;
  return A.Is == B.Is ? A.Constant != B.Constant : A.Constant == B.Constant;
}

/// Is V the same whenever a thread comes to A and then to B?
static bool staysBetween(const FunctionView &In, ValueId V, BlockId A,
                         BlockId B) {
  return llvm::all_of(In.loops().all(), [&](const Loop &L) {
    return (!L.contains(A) && !L.contains(B)) || In.loops().isInvariant(V, L);
  });
}

using CasesByValue =
    llvm::SmallDenseMap<ValueId, llvm::SmallVector<KnownCase, 1>, 16>;

static CasesByValue casesAt(const FunctionView &In, BlockId B) {
  const KnownCases &Known = knownCases(In);
  CasesByValue Cases;
  for (BlockId At = B; At != NoId; At = In.cfg().immediateDominator(At))
    for (const KnownCase &C : Known.Of[At])
      Cases[C.Of].push_back(C);
  return Cases;
}

/// Does what is known at B contradict OfA, which is known at A, for a value
/// that Counts?
static bool isContrary(const FunctionView &In, const CasesByValue &OfA,
                       BlockId A, BlockId B,
                       llvm::function_ref<bool(ValueId)> Counts) {
  const KnownCases &Known = knownCases(In);
  for (BlockId At = B; At != NoId; At = In.cfg().immediateDominator(At))
    for (const KnownCase &C : Known.Of[At]) {
      auto Same = OfA.find(C.Of);
      if (Same != OfA.end() && Counts(C.Of) &&
          llvm::any_of(Same->second,
                       [&](const KnownCase &O) { return contradict(C, O); }) &&
          staysBetween(In, C.Of, A, B))
        return true;
    }
  return false;
}

bool fencepost::areOtherCases(const FunctionView &In, BlockId A, BlockId B,
                              Uniform Least) {
  return isContrary(In, casesAt(In, A), A, B, [&](ValueId V) {
    return !isIndex(In.fn().value(V)) && In.uniformity().of(V) >= Least;
  });
}

bool fencepost::isOtherCase(const FunctionView &In, BlockId From,
                            unsigned Successor, BlockId B) {
  CasesByValue Cases = casesAt(In, From);
  for (const KnownCase &C : saidByEdge(In, From, Successor))
    Cases[C.Of].push_back(C);
  return isContrary(In, Cases, From, B, [](ValueId) { return true; });
}

llvm::BitVector fencepost::knownWays(const FunctionView &In, BlockId From,
                                     BlockId To) {
  // A barrier of the cluster hands on to threads of other blocks.
  bool MeetsCluster = llvm::any_of(In.fn().Events, [](const Event &E) {
    return E.Kind == EventKind::ClusterBarrier;
  });
  Uniform Least = MeetsCluster ? Uniform::Cluster : Uniform::Block;
  CasesByValue Cases = casesAt(In, From);
  auto IsDead = [&](BlockId B, unsigned Successor) {
    return llvm::any_of(saidByEdge(In, B, Successor), [&](const KnownCase &C) {
      auto Same = Cases.find(C.Of);
      return Same != Cases.end() && In.uniformity().of(C.Of) >= Least &&
             llvm::any_of(
                 Same->second,
                 [&](const KnownCase &O) { return contradict(C, O); }) &&
             staysBetween(In, C.Of, From, B);
    });
  };
  llvm::BitVector Seen(In.fn().Blocks.size());
  llvm::SmallVector<BlockId, 16> Work{From};
  while (!Work.empty()) {
    BlockId B = Work.pop_back_val();
    const Terminator &T = In.fn().block(B).Term;
    for (unsigned I = 0; I < T.Successors.size(); ++I) {
      BlockId Next = T.Successors[I];
      if (Seen.test(Next) || (T.Condition != UnknownValue &&
                              T.Successors.size() > 1 && IsDead(B, I)))
        continue;
      Seen.set(Next);
      if (Next != To)
        Work.push_back(Next);
    }
  }
  return Seen;
}

std::optional<int64_t> fencepost::onlyBlockAt(const FunctionView &In,
                                              BlockId B) {
  for (const Value &V : In.fn().Values)
    if (V.Kind == ValueKind::Special &&
        (V.Name == "ctaid.y" || V.Name == "ctaid.z"))
      return std::nullopt;
  const KnownCases &Known = knownCases(In);
  for (BlockId At = B; At != NoId; At = In.cfg().immediateDominator(At))
    for (const KnownCase &C : Known.Of[At]) {
      const Value &V = In.fn().value(C.Of);
      if (C.Is && V.Kind == ValueKind::Special && V.Name == "ctaid.x")
        return C.Constant;
    }
  return std::nullopt;
}
