//===- thread_condition.cpp - which threads satisfy a condition -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons become a sum of terms that is zero, or below zero; a thread,
// lane, warp or block index among the terms with uniform rest selects threads.
// Blocks are taken to have one dimension unless tid.y or tid.z is used as an
// index of its own.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/thread_condition.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

constexpr unsigned MaxDepth = 24;

bool isComparison(OpCode Op) { return Op >= OpCode::Eq && Op <= OpCode::Ge; }

bool isBoolean(const Value &V) {
  return V.Type.Bits == 1 ||
         (V.Kind == ValueKind::Op &&
          (isComparison(V.Op) || V.Op == OpCode::LogicalNot));
}

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
  R.Constant = uint64_t(FA.Constant) - uint64_t(FB.Constant);
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
    R.Constant = -uint64_t(R.Constant);
    for (auto &Term : R.Terms)
      Term.second = -uint64_t(Term.second);
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

bool ThreadSet::restricts() const {
  return Tid[0] || Tid[1] || Tid[2] || Lane || Warp || Whole || Some;
}

void ThreadSet::intersect(const ThreadSet &O) {
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    Tid[Axis] |= O.Tid[Axis];
    Ctaid[Axis] |= O.Ctaid[Axis];
  }
  Rank |= O.Rank;
  Lane |= O.Lane;
  Warp |= O.Warp;
  Whole |= O.Whole;
  Some |= O.Some;
  First &= O.First;
  Keys.insert(O.Keys.begin(), O.Keys.end());
}

ThreadConditions::ThreadConditions(const Function &Fn, const Cfg &Graph,
                                   const Uniformity &Group)
    : Fn(Fn), Graph(Graph), Group(Group), Extra(extraDimensions(Fn)) {
  for (const Value &V : Fn.Values)
    if (V.Kind == ValueKind::Special)
      for (unsigned Axis = 0; Axis < 3; ++Axis)
        UsesCtaid[Axis] |= V.Name == std::string("ctaid.") + "xyz"[Axis];
}

Population ThreadConditions::population(const ThreadSet &S) const {
  bool ByIndex = S.Tid[0] && (S.Tid[1] || !Extra.Y) && (S.Tid[2] || !Extra.Z);
  if (ByIndex || (S.Lane && S.Warp)) {
    bool OneBlock = S.Ctaid[0] || S.Ctaid[1] || S.Ctaid[2];
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      OneBlock &= S.Ctaid[Axis] || !UsesCtaid[Axis];
    return OneBlock ? Population::OnePerGrid
           : S.Rank ? Population::OnePerCluster
                    : Population::OnePerBlock;
  }
  if (S.Lane)
    return Population::OnePerWarp;
  if (S.Some || S.Tid[0] || S.Tid[1] || S.Tid[2])
    return Population::SomeThreads;
  if (S.Whole || S.Warp)
    return Population::FewWarps;
  return Population::EveryThread;
}

Uniform ThreadConditions::groupOf(const LinearForm &Form) const {
  Uniform U = Uniform::Grid;
  for (auto &[Term, Factor] : Form.Terms)
    U = std::min(U, Group.of(Term));
  return U;
}

ThreadSet ThreadConditions::unknown(ValueId V, bool Want) const {
  ThreadSet S;
  Uniform U = Group.of(V);
  if (U >= Uniform::Block)
    return S;
  (U == Uniform::Warp ? S.Whole : S.Some) = true;
  S.First = false;
  S.Keys.insert("value " + std::to_string(V) + (Want ? " true" : " false"));
  return S;
}

ThreadSet ThreadConditions::either(const ThreadSet &A, const ThreadSet &B,
                                   ValueId V, bool Want) const {
  if (A.Keys == B.Keys && A.restricts() == B.restricts())
    return A;
  ThreadSet S;
  if (!A.restricts() && !B.restricts())
    return S;
  auto OnlyWarps = [](const ThreadSet &T) {
    return !T.Some && !T.Lane && !T.Tid[0] && !T.Tid[1] && !T.Tid[2];
  };
  (OnlyWarps(A) && OnlyWarps(B) ? S.Whole : S.Some) = true;
  S.First = false;
  S.Keys.insert("value " + std::to_string(V) + (Want ? " true" : " false"));
  return S;
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

/// Form < 0.
ThreadSet ThreadConditions::readBelow(const LinearForm &Form,
                                      const std::string &Key, Uniform Both) {
  ThreadSet S;
  if (Both >= Uniform::Block)
    return S;
  S.Keys.insert(Key);
  S.First = false;
  (Both == Uniform::Warp ? S.Whole : S.Some) = true;
  auto Index = threadIndex(Fn, Form);
  int64_t Limit = Form.Constant == INT64_MIN ? INT64_MAX : -Form.Constant;
  if (Index && Index->Rest.Terms.empty() && !Index->Parts.anyCtaid()) {
    bool WholeBlock = Index->Parts.Tid[0] &&
                      (Index->Parts.Tid[1] || !Extra.Y) &&
                      (Index->Parts.Tid[2] || !Extra.Z);
    if (Index->isNegated) { // index > Constant
      S.Some = !(WholeBlock && (Form.Constant + 1) % 32 == 0);
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
    Form.Constant = uint64_t(Form.Constant) - 1;
  return readBelow(Form, textOf("lt", Form), Both);
}

ThreadSet ThreadConditions::readSelect(ValueId V, const Value &Node, bool Want,
                                       unsigned Depth) {
  auto Side = [&](ValueId Value, bool Taken) {
    ThreadSet S = read(Node.Operands[0], Taken, Depth + 1);
    if (!constantOf(Fn, Value))
      S.intersect(read(Value, Want, Depth + 1));
    return S;
  };
  auto Possible = [&](ValueId Value) {
    auto C = constantOf(Fn, Value);
    return !C || (*C != 0) == Want;
  };
  bool Then = Possible(Node.Operands[1]), Else = Possible(Node.Operands[2]);
  if (Then && Else)
    return either(Side(Node.Operands[1], true), Side(Node.Operands[2], false),
                  V, Want);
  if (!Then && !Else)
    return unknown(V, Want);
  return Then ? Side(Node.Operands[1], true) : Side(Node.Operands[2], false);
}

ThreadSet ThreadConditions::readPhi(ValueId V, const Value &Node, bool Want,
                                    unsigned Depth) {
  BlockId J = Node.Imm, Top = Graph.immediateDominator(J);
  const auto &Preds = Fn.Blocks[J].Predecessors;
  std::optional<ThreadSet> Result;
  for (size_t K = 0; K < Preds.size() && K < Node.Operands.size(); ++K) {
    if (Graph.dominatesBlock(J, Preds[K]))
      return unknown(V, Want); // Changes per iteration.
    auto C = constantOf(Fn, Node.Operands[K]);
    if (C && (*C != 0) != Want)
      continue;
    ThreadSet Side;
    if (!C)
      Side = read(Node.Operands[K], Want, Depth + 1);
    const auto &Successors = Fn.Blocks[Preds[K]].Term.Successors;
    for (unsigned I = 0; I < Successors.size(); ++I)
      if (Successors.size() > 1 && Successors[I] == J &&
          llvm::count(Successors, J) == 1)
        Side.intersect(readEdge(Preds[K], I, Depth + 1));
    // The conditions of the way from where the paths part.
    BlockId At = Preds[K];
    for (unsigned Steps = 0; At != Top && At != NoId && Steps < 16; ++Steps) {
      BlockId Up = Graph.immediateDominator(At);
      if (Up == NoId)
        break;
      for (unsigned I = 0; I < Fn.Blocks[Up].Term.Successors.size(); ++I)
        if (Fn.Blocks[Up].Term.Successors.size() > 1 &&
            Graph.edgeDominates(Up, I, At))
          Side.intersect(readEdge(Up, I, Depth + 1));
      At = Up;
    }
    Result = Result ? either(*Result, Side, V, Want) : Side;
  }
  return Result ? *Result : unknown(V, Want);
}

ThreadSet ThreadConditions::readOp(ValueId V, const Value &Node, bool Want,
                                   unsigned Depth) {
  const auto &Ops = Node.Operands;
  auto Both = [&](bool To) {
    ThreadSet S = read(Ops[0], To, Depth + 1);
    S.intersect(read(Ops[1], To, Depth + 1));
    return S;
  };
  switch (Node.Op) {
  case OpCode::LogicalNot:
    return read(Ops[0], !Want, Depth + 1);
  case OpCode::Cast:
    if (Node.Type.Bits == 1 || stripCasts(Fn, V) != V)
      return read(Ops[0], Want, Depth + 1);
    break;
  case OpCode::Eq:
  case OpCode::Ne:
    if (auto C = constantOf(Fn, Ops[1]);
        C && (*C == 0 || *C == 1) && isBoolean(Fn.Values[Ops[0]]))
      return read(Ops[0], ((Node.Op == OpCode::Eq) == (*C == 1)) == Want,
                  Depth + 1);
    return readCompare(Node.Op, Ops[0], Ops[1], V, Want);
  case OpCode::Lt:
  case OpCode::Le:
  case OpCode::Gt:
  case OpCode::Ge:
    return readCompare(Node.Op, Ops[0], Ops[1], V, Want);
  case OpCode::And:
  case OpCode::Or:
    if (Ops.size() != 2 || !isBoolean(Fn.Values[Ops[0]]) ||
        !isBoolean(Fn.Values[Ops[1]]))
      break;
    if ((Node.Op == OpCode::And) == Want)
      return Both(Want);
    return either(read(Ops[0], Want, Depth + 1), read(Ops[1], Want, Depth + 1),
                  V, Want);
  case OpCode::Select:
    if (Ops.size() == 3)
      return readSelect(V, Node, Want, Depth);
    break;
  case OpCode::Pure:
    if (StringRef(Node.Name).contains("elect") && Want) {
      ThreadSet S = unknown(V, Want);
      S.Some = S.Whole = false;
      S.Lane = true;
      return S;
    }
    return unknown(V, Want);
  default: // Arithmetic: compared with zero below.
    break;
  }
  // `if (tid & 31)`: zero is a value like others, non-zero says little.
  if (isBoolean(Node) || Want)
    return unknown(V, Want);
  return readEqual(V, 0);
}

ThreadSet ThreadConditions::readEqual(ValueId V, int64_t Constant) {
  LinearForm Form = linearForm(Fn, V);
  Form.Constant = uint64_t(Form.Constant) - uint64_t(Constant);
  if (!Form.Terms.empty() && Form.Terms.front().second < 0) {
    Form.Constant = -uint64_t(Form.Constant);
    for (auto &Term : Form.Terms)
      Term.second = -uint64_t(Term.second);
  }
  return readEqualForm(Form, textOf("eq", Form), Group.of(V));
}

ThreadSet ThreadConditions::read(ValueId V, bool Want, unsigned Depth) {
  if (Depth == 0)
    Budget = 512;
  if (Depth > MaxDepth || Budget == 0)
    return unknown(V, Want);
  --Budget;
  const Value &Node = Fn.Values[V];
  switch (Node.Kind) {
  case ValueKind::Constant:
    return {};
  case ValueKind::Phi:
    return readPhi(V, Node, Want, Depth);
  case ValueKind::Op:
    return readOp(V, Node, Want, Depth);
  case ValueKind::Result: {
    const Event &E = Fn.Events[Node.Imm];
    if (Want && E.Kind == EventKind::WarpCollective &&
        StringRef(E.Spelling).contains("elect")) {
      ThreadSet S = unknown(V, Want);
      S.Some = S.Whole = false;
      S.Lane = true;
      return S;
    }
    return unknown(V, Want);
  }
  case ValueKind::Special:
    return Want ? unknown(V, Want) : readEqual(V, 0);
  case ValueKind::Unknown:
  case ValueKind::Param:
  case ValueKind::Global:
  case ValueKind::Local:
    return unknown(V, Want);
  }
  return unknown(V, Want);
}

ThreadSet ThreadConditions::readEdge(BlockId Branch, unsigned Successor,
                                     unsigned Depth) {
  const Terminator &T = Fn.Blocks[Branch].Term;
  switch (T.Kind) {
  case TerminatorKind::Branch:
    return read(T.Condition, Successor == 0, Depth);
  case TerminatorKind::Switch:
    if (Successor < T.CaseValues.size())
      return readEqual(T.Condition, T.CaseValues[Successor]);
    return unknown(T.Condition, false);
  case TerminatorKind::Jump:
  case TerminatorKind::Return:
  case TerminatorKind::Unreachable:
    return {};
  }
  return {};
}

} // namespace fencepost
