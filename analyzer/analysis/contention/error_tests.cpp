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

static bool isNoNumber(const FunctionView &In, const Cfg::Dependence &D) {
  const Function &Fn = In.fn();
  const Terminator &Term = Fn.Blocks[D.Branch].Term;
  if (Term.Kind != TerminatorKind::Branch)
    return false;
  const Value &Test = Fn.Values[Term.Condition];
  if (Test.Kind != ValueKind::Op)
    return false;
  bool Yes = D.Successor == 0;
  if (Test.Op == OpCode::Pure) {
    StringRef Name = StringRef(Test.Name).ltrim('_');
    bool AsksForNone =
        Name.starts_with("isnan") || Name.starts_with("isinf") ||
        Name.starts_with("hisnan") || Name.starts_with("hisinf") ||
        Name.starts_with("nv_isnan") || Name.starts_with("nv_isinf");
    bool AsksForNumber = Name.starts_with("isfinite") ||
                         Name.starts_with("finite") ||
                         Name.starts_with("nv_isfinite");
    return Yes ? AsksForNone : AsksForNumber;
  }
  if (Test.Op != (Yes ? OpCode::Ne : OpCode::Eq) || Test.Operands.size() != 2)
    return false;
  EventId A = loadOf(Fn, Test.Operands[0]), B = loadOf(Fn, Test.Operands[1]);
  if (A == NoId || B == NoId)
    return false;
  return A == B ||
         (In.event(A).Ord == Order::Weak && In.event(B).Ord == Order::Weak &&
          In.provenance().sameLocation(A, B).Is == SameLocation::Same);
}

bool isReachedByNoNumber(const FunctionView &In, BlockId At) {
  const auto &Ways = In.cfg().directControlDependences(At);
  return !Ways.empty() && all_of(Ways, [&](const Cfg::Dependence &D) {
    return isNoNumber(In, D);
  });
}

bool isForIndexBeyond(const FunctionView &In, EventId E) {
  const Function &Fn = In.fn();
  auto ForIndex = [&](const Cfg::Dependence &D, ValueId Index) {
    for (EventId Other = 0; Other < Fn.Events.size(); ++Other) {
      if (!isRmw(Fn.Events[Other].Kind) || Other == E ||
          Fn.Events[Other].Address == UnknownValue ||
          !In.provenance().sameObject(Other, E) ||
          !In.cfg().edgeDominates(D.Branch, 1 - D.Successor,
                                  In.cfg().position(Other).Block))
        continue;
      LinearForm At = linearForm(Fn, Fn.Events[Other].Address);
      if (any_of(At.Terms, [&](const auto &Term) {
            return stripCasts(Fn, Term.first) == Index;
          }))
        return true;
    }
    return false;
  };
  return any_of(In.cfg().directControlDependences(In.cfg().position(E).Block),
                [&](const Cfg::Dependence &D) {
                  auto [Left, Right] = sidesOf(Fn, D);
                  return (Left.Of != UnknownValue && ForIndex(D, Left.Of)) ||
                         (Right.Of != UnknownValue && ForIndex(D, Right.Of));
                });
}

} // namespace fencepost
