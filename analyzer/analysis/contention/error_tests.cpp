//===- error_tests.cpp - conditions that hold where data are wrong --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/error_tests.h"
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {

static bool isOrder(const Value &Node) {
  return Node.Kind == ValueKind::Op && Node.Op >= OpCode::Lt &&
         Node.Op <= OpCode::Ge && Node.Operands.size() == 2;
}

/// The load that V is, through casts.
static EventId loadOf(const Function &Fn, ValueId V) {
  const Value &Node = Fn.Values[stripCasts(Fn, V)];
  return Node.Kind == ValueKind::Result &&
                 Fn.Events[Node.Imm].Kind == EventKind::Load
             ? EventId(Node.Imm)
             : NoId;
}

/// How far B lies behind A; 0 if that is not known.
static int64_t distance(const LinearForm &A, const LinearForm &B) {
  return A.Terms == B.Terms ? B.Constant - A.Constant : 0;
}

/// Indices that are computed in fewer bits than addresses are compared alone.
static int64_t distance(const Function &Fn, ValueId A, ValueId B) {
  if (int64_t Known = distance(linearForm(Fn, A), linearForm(Fn, B)))
    return Known;
  const Value &Left = Fn.Values[A], &Right = Fn.Values[B];
  auto IsElement = [](const Value &Node) {
    return Node.Kind == ValueKind::Op && Node.Op == OpCode::Element &&
           Node.Operands.size() == 2;
  };
  if (!IsElement(Left) || !IsElement(Right) || Left.Imm != Right.Imm)
    return 0;
  LinearForm BaseA = linearForm(Fn, Left.Operands[0]),
             BaseB = linearForm(Fn, Right.Operands[0]);
  if (BaseA.Terms != BaseB.Terms || BaseA.Constant != BaseB.Constant)
    return 0;
  // A difference of 32 bits may have wrapped around.
  return int32_t(distance(linearForm(Fn, stripCasts(Fn, Left.Operands[1])),
                          linearForm(Fn, stripCasts(Fn, Right.Operands[1]))));
}

namespace {
struct Side {
  ValueId Of = UnknownValue;
  bool IsBelow = false; ///< Goes there where Of is less than something.
};
} // namespace

/// Both operands of the test, each as the one that lies to a side.
static std::pair<Side, Side> sidesOf(const Function &Fn,
                                     const Cfg::Dependence &D) {
  const Value &Test = Fn.Values[Fn.Blocks[D.Branch].Term.Condition];
  if (Fn.Blocks[D.Branch].Term.Kind != TerminatorKind::Branch || !isOrder(Test))
    return {};
  bool Less = Test.Op == OpCode::Lt || Test.Op == OpCode::Le;
  if (D.Successor != 0)
    Less = !Less;
  return {{stripCasts(Fn, Test.Operands[0]), Less},
          {stripCasts(Fn, Test.Operands[1]), !Less}};
}

bool asksForDescent(const FunctionView &In, BlockId Branch,
                    unsigned Successor) {
  const Function &Fn = In.fn();
  auto [Left, Right] = sidesOf(Fn, {Branch, Successor});
  EventId A = loadOf(Fn, Left.Of), B = loadOf(Fn, Right.Of);
  if (A == NoId || B == NoId || A == B)
    return false;
  int64_t Away = distance(Fn, In.event(A).Address, In.event(B).Address);
  return Away != 0 && Left.IsBelow == (Away < 0);
}

bool isReachedOutsideBounds(const FunctionView &In, BlockId At) {
  const Function &Fn = In.fn();
  auto IsData = [&](ValueId V) {
    return any_of(sourceEvents(Fn, V), [&](EventId E) {
      return Fn.Events[E].Kind == EventKind::Load;
    });
  };
  std::vector<Side> Seen;
  for (const Cfg::Dependence &D : In.cfg().directControlDependences(At)) {
    auto [Left, Right] = sidesOf(Fn, D);
    for (const Side &Each : {Left, Right}) {
      if (Each.Of == UnknownValue ||
          Fn.Values[Each.Of].Kind == ValueKind::Constant || !IsData(Each.Of))
        continue;
      if (any_of(Seen, [&](const Side &Other) {
            return Other.Of == Each.Of && Other.IsBelow != Each.IsBelow;
          }))
        return true;
      Seen.push_back(Each);
    }
  }
  return false;
}

} // namespace fencepost
