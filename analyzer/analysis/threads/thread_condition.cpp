//===- thread_condition.cpp - which threads satisfy a condition -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Logical operators, selects and phis of truth values. Blocks are taken to have
// one dimension unless tid.y or tid.z is used as an index of its own.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/threads/thread_condition.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {

static constexpr unsigned MaxDepth = 24;

bool ThreadSet::restricts() const {
  return Tid[0] || Tid[1] || Tid[2] || Lane || Warp || Whole || Bound || Some;
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
  Bound |= O.Bound;
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
  if (S.Some || S.Bound || S.Tid[0] || S.Tid[1] || S.Tid[2])
    return Population::SomeThreads;
  if (S.Whole || S.Warp)
    return Population::FewWarps;
  return Population::EveryThread;
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
    return !T.Some && !T.Bound && !T.Lane && !T.Tid[0] && !T.Tid[1] &&
           !T.Tid[2];
  };
  (OnlyWarps(A) && OnlyWarps(B) ? S.Whole : S.Some) = true;
  S.First = false;
  S.Keys.insert("value " + std::to_string(V) + (Want ? " true" : " false"));
  return S;
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
    // `(elected ? 1 : 0) != 0`, as predicates leave inline assembly.
    if (const Value &Arm = Fn.Values[Ops[0]]; Arm.Kind == ValueKind::Op &&
                                              Arm.Op == OpCode::Select &&
                                              Arm.Operands.size() == 3) {
      auto C = constantOf(Fn, Ops[1]), Then = constantOf(Fn, Arm.Operands[1]),
           Else = constantOf(Fn, Arm.Operands[2]);
      if (C && Then && Else && (*Then == *C) != (*Else == *C))
        return read(Arm.Operands[0],
                    ((Node.Op == OpCode::Eq) == (*Then == *C)) == Want,
                    Depth + 1);
    }
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
