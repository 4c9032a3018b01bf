//===- thread_compare.cpp - which threads satisfy a comparison ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons become a sum of terms that is zero, or below zero; a thread,
// lane, warp or block index among the terms with uniform rest selects threads.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/threads/thread_condition.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

/// A constant bound of a grid-wide index that no small selection has.
constexpr int64_t LargeBound = 1024;

OpCode inverse(OpCode Op) {
  switch (Op) {
  case OpCode::Eq:
    return OpCode::Ne;
  case OpCode::Ne:
    return OpCode::Eq;
  case OpCode::Lt:
    return OpCode::Ge;
  case OpCode::Le:
    return OpCode::Gt;
  case OpCode::Gt:
    return OpCode::Le;
  default:
    return OpCode::Lt;
  }
}

/// A - B, made canonical in sign if Symmetric.
LinearForm difference(const Function &Fn, ValueId A, ValueId B,
                      bool Symmetric) {
  LinearForm FA = linearForm(Fn, A), FB = linearForm(Fn, B), R;
  R.Constant = wrappingSub(FA.Constant, FB.Constant);
  auto IA = FA.Terms.begin(), IB = FB.Terms.begin();
  while (IA != FA.Terms.end() || IB != FB.Terms.end()) {
    bool TakeA = IB == FB.Terms.end() ||
                 (IA != FA.Terms.end() && IA->first <= IB->first);
    bool TakeB = IA == FA.Terms.end() ||
                 (IB != FB.Terms.end() && IB->first <= IA->first);
    ValueId Term = TakeA ? IA->first : IB->first;
    uint64_t Factor = 0;
    if (TakeA)
      Factor += uint64_t((IA++)->second);
    if (TakeB)
      Factor -= uint64_t((IB++)->second);
    if (Factor != 0)
      R.Terms.push_back({Term, int64_t(Factor)});
  }
  if (Symmetric && !R.Terms.empty() && R.Terms.front().second < 0) {
    R.Constant = wrappingSub(0, R.Constant);
    for (auto &Term : R.Terms)
      Term.second = wrappingSub(0, Term.second);
  }
  return R;
}

std::string textOf(StringRef Relation, const LinearForm &Form) {
  std::string Key = Relation.str();
  for (auto &[Term, Factor] : Form.Terms)
    Key += " " + std::to_string(Factor) + "*" + std::to_string(Term);
  return Key + " " + std::to_string(Form.Constant);
}

} // namespace

Uniform ThreadConditions::groupOf(const LinearForm &Form) const {
  Uniform U = Uniform::Grid;
  for (auto &[Term, Factor] : Form.Terms)
    U = std::min(U, Group.of(Term));
  return U;
}

bool ThreadConditions::dependsOnLoad(const LinearForm &Form) const {
  return llvm::any_of(Form.Terms, [&](const auto &T) {
    return Fn.Values[T.first].Kind == ValueKind::Unknown ||
           Fn.Values[T.first].Op == OpCode::Havoc ||
           Fn.Values[T.first].Kind == ValueKind::Result ||
           Group.dependsOnLoad(T.first);
  });
}

/// mask & lanemask_lt, or its population count: zero in the first lane.
bool ThreadConditions::isLaneMask(ValueId V) const {
  const Value *Node = &Fn.Values[stripCasts(Fn, V)];
  if (Node->Kind == ValueKind::Op && Node->Op == OpCode::Pure &&
      StringRef(Node->Name).contains("popc") && Node->Operands.size() == 1)
    Node = &Fn.Values[stripCasts(Fn, Node->Operands[0])];
  if (Node->Kind != ValueKind::Op || Node->Op != OpCode::And)
    return false;
  bool Mask = false, Same = true;
  for (ValueId Operand : Node->Operands) {
    const Value &Op = Fn.Values[stripCasts(Fn, Operand)];
    if (Op.Kind == ValueKind::Special && Op.Name == "lanemask_lt")
      Mask = true;
    else
      Same &= Group.of(Operand) >= Uniform::Warp;
  }
  return Mask && Same;
}

/// Form == 0.
ThreadSet ThreadConditions::readEqualForm(const LinearForm &Form,
                                          const std::string &Key,
                                          Uniform Both) {
  ThreadSet S;
  S.Keys.insert(Key);
  S.First = Form.Constant == 0;
  auto Index = threadIndex(Fn, Form);
  if (Index && groupOf(Index->Rest) >= Uniform::Block) {
    std::copy_n(Index->Parts.Tid, 3, S.Tid);
    if (groupOf(Index->Rest) == Uniform::Grid)
      std::copy_n(Index->Parts.Ctaid, 3, S.Ctaid);
    S.First &= Index->Rest.Terms.empty();
    return S;
  }
  if (Index && groupOf(Index->Rest) == Uniform::Warp && Index->Parts.Tid[0] &&
      (Index->Parts.Tid[1] || !Extra.Y) && (Index->Parts.Tid[2] || !Extra.Z)) {
    S.Lane = true;
    S.First = false;
    return S;
  }
  // One lane, warp, or block index, everything else the same for all.
  for (size_t K = 0; K < Form.Terms.size(); ++K) {
    auto [Term, Factor] = Form.Terms[K];
    LinearForm Rest = Form;
    Rest.Terms.erase(Rest.Terms.begin() + K);
    bool Unit = Factor == 1 || Factor == -1;
    S.First &= Rest.Terms.empty();
    if ((Unit && isLaneIndex(Fn, Term, Extra) &&
         groupOf(Rest) >= Uniform::Warp) ||
        (Rest.isConstant() && Rest.Constant == 0 && isLaneMask(Term))) {
      S.Lane = true;
      return S;
    }
    if (Group.of(Term) == Uniform::Warp && groupOf(Rest) >= Uniform::Block) {
      auto Warps = warpIndexThrough(Term);
      S.Whole = true;
      S.Warp = Unit && Warps && Warps->Warps == 1;
      return S;
    }
    const Value &Node = Fn.Values[Term];
    if (Unit && groupOf(Rest) >= Uniform::Cluster &&
        Node.Kind == ValueKind::Special &&
        (Node.Name == "cluster_ctarank" || Node.Name == "cluster_ctaid.x")) {
      S.Rank = true;
      S.Keys.clear();
      return S;
    }
  }
  if (Both >= Uniform::Block) {
    // Blocks are chosen, not threads of a block.
    S.Keys.clear();
    LinearForm Rest;
    for (auto &[Term, Factor] : Form.Terms) {
      IndexLeaves Set = indexLeaves(Fn, Term);
      if (Set.Other || !Set.anyCtaid())
        Rest.Terms.push_back({Term, Factor});
      else
        for (unsigned Axis = 0; Axis < 3; ++Axis)
          S.Ctaid[Axis] |= Set.Ctaid[Axis];
    }
    if (groupOf(Rest) != Uniform::Grid)
      std::fill_n(S.Ctaid, 3, false);
    return S;
  }
  (Both == Uniform::Warp ? S.Whole : S.Some) = true;
  return S;
}

/// A loop counter that starts at a thread index and steps uniformly.
bool ThreadConditions::isStridingCounter(ValueId V) const {
  const Value &Node = Fn.Values[stripCasts(Fn, V)];
  if (Node.Kind != ValueKind::Phi)
    return false;
  bool Starts = false;
  for (ValueId Operand : Node.Operands) {
    LinearForm Form = linearForm(Fn, Operand);
    bool Steps = false;
    LinearForm Rest;
    for (auto &[Term, Factor] : Form.Terms) {
      if (stripCasts(Fn, Term) == stripCasts(Fn, V) && Factor == 1)
        Steps = true;
      else
        Rest.Terms.push_back({Term, Factor});
    }
    if (Steps) {
      if (groupOf(Rest) < Uniform::Block)
        return false;
      continue;
    }
    auto Index = threadIndex(Fn, Form);
    if (!Index || Index->isNegated || groupOf(Index->Rest) < Uniform::Block)
      return false;
    Starts = true;
  }
  return Starts;
}

/// `i < n` for an index over the grid, or a counter that starts at a thread
/// index, and a uniform n: all threads pass but for the last ones.
bool ThreadConditions::isBoundsCheck(const LinearForm &Form) const {
  auto Index = threadIndex(Fn, Form);
  if (Index)
    return !Index->isNegated && groupOf(Index->Rest) >= Uniform::Block &&
           (!Index->Rest.Terms.empty() ||
            (Index->Parts.anyCtaid() && -LargeBound >= Form.Constant));
  for (size_t K = 0; K < Form.Terms.size(); ++K) {
    if (Form.Terms[K].second != 1 || !isStridingCounter(Form.Terms[K].first))
      continue;
    LinearForm Rest = Form;
    Rest.Terms.erase(Rest.Terms.begin() + K);
    return groupOf(Rest) >= Uniform::Block;
  }
  return false;
}

/// Form < 0.
ThreadSet ThreadConditions::readBelow(const LinearForm &Form,
                                      const std::string &Key, Uniform Both) {
  ThreadSet S;
  if (Both >= Uniform::Block)
    return S;
  S.Keys.insert(Key);
  S.First = false;
  if (isBoundsCheck(Form)) {
    S.Bound = true;
    return S;
  }
  (Both == Uniform::Warp ? S.Whole : S.Some) = true;
  auto Index = threadIndex(Fn, Form);
  int64_t Limit = Form.Constant == INT64_MIN ? INT64_MAX : -Form.Constant;
  if (Index && Index->Rest.Terms.empty() && !Index->Parts.anyCtaid()) {
    bool WholeBlock = Index->Parts.Tid[0] &&
                      (Index->Parts.Tid[1] || !Extra.Y) &&
                      (Index->Parts.Tid[2] || !Extra.Z);
    if (Index->isNegated) { // index > Constant
      S.Some = !(WholeBlock && wrappingAdd(Form.Constant, 1) % 32 == 0);
      S.Whole = !S.Some;
      return S;
    }
    if (Limit == 1) {
      LinearForm Zero = Form;
      Zero.Constant = 0;
      return readEqualForm(Zero, textOf("eq", Zero), Both);
    }
    if (WholeBlock && Limit > 0) {
      S.Warp = Limit <= 32;
      S.Whole = Limit % 32 == 0;
      S.Some = !S.Whole;
    }
    return S;
  }
  if (Form.Terms.size() == 1 && Form.Terms[0].second == 1) {
    bool Lane = isLaneIndex(Fn, Form.Terms[0].first, Extra);
    if (Limit == 1 && (Lane || warpIndexThrough(Form.Terms[0].first))) {
      LinearForm Zero = Form;
      Zero.Constant = 0;
      return readEqualForm(Zero, textOf("eq", Zero), Both);
    }
    if (Lane && Limit >= 32)
      return ThreadSet{};
    if (Lane || warpIndexThrough(Form.Terms[0].first))
      return S;
  }
  // Some other expression of ids and counters: a row, a pixel of a window, also
  // of one that hangs over the edge of what the grid covers.
  bool IsWindow =
      Index && Index->Parts.anyCtaid() &&
      llvm::any_of(Index->Rest.Terms, [&](const auto &T) {
        return Fn.Values[stripCasts(Fn, T.first)].Kind == ValueKind::Phi;
      });
  if ((!Index || IsWindow) && S.Some && !dependsOnLoad(Form)) {
    S.Some = false;
    S.Bound = true;
  }
  return S;
}

/// A warp index, also one that a shuffle made visibly uniform.
std::optional<WarpIndex> ThreadConditions::warpIndexThrough(ValueId V) const {
  if (auto W = warpIndex(Fn, V, Extra))
    return W;
  const Value &Node = Fn.Values[stripCasts(Fn, V)];
  if (Node.Kind != ValueKind::Result)
    return std::nullopt;
  const Event &E = Fn.Events[Node.Imm];
  if (E.Kind != EventKind::WarpCollective ||
      !StringRef(E.Spelling).contains("shfl"))
    return std::nullopt;
  for (ValueId Operand : E.Extra)
    if (auto W = warpIndex(Fn, Operand, Extra))
      return W;
  return std::nullopt;
}

ThreadSet ThreadConditions::readCompare(OpCode Op, ValueId A, ValueId B,
                                        ValueId V, bool Want) {
  Uniform Both = std::min(Group.of(A), Group.of(B));
  if (!Want)
    Op = inverse(Op);
  if (Op == OpCode::Ne)
    return unknown(V, Want);
  if (Fn.Values[A].Type.IsFloat || Fn.Values[B].Type.IsFloat)
    return unknown(V, Want);
  if (Op == OpCode::Eq) {
    LinearForm Form = difference(Fn, A, B, true);
    return readEqualForm(Form, textOf("eq", Form), Both);
  }
  // a < b: a - b < 0; a <= b: a - b - 1 < 0.
  if (Op == OpCode::Gt || Op == OpCode::Ge)
    std::swap(A, B);
  LinearForm Form = difference(Fn, A, B, false);
  if (Op == OpCode::Le || Op == OpCode::Ge)
    Form.Constant = wrappingSub(Form.Constant, 1);
  return readBelow(Form, textOf("lt", Form), Both);
}

ThreadSet ThreadConditions::readEqual(ValueId V, int64_t Constant) {
  LinearForm Form = linearForm(Fn, V);
  Form.Constant = wrappingSub(Form.Constant, Constant);
  if (!Form.Terms.empty() && Form.Terms.front().second < 0) {
    Form.Constant = wrappingSub(0, Form.Constant);
    for (auto &Term : Form.Terms)
      Term.second = wrappingSub(0, Term.second);
  }
  return readEqualForm(Form, textOf("eq", Form), Group.of(V));
}

} // namespace fencepost
