//===- own_segment.cpp - from one offset to the next ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/contention/own_segment.h"
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/memory/address_shape.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace llvm;

/// The load whose result V is.
static EventId loadOf(const FunctionView &In, ValueId V) {
  const Value &Node = In.fn().value(stripCasts(In.fn(), V));
  bool Is = Node.Kind == ValueKind::Result &&
            In.event(Node.Imm).Kind == EventKind::Load;
  return Is ? EventId(Node.Imm) : NoId;
}

/// Does Second read the element behind that of First?
static bool isNextElement(const FunctionView &In, EventId First,
                          EventId Second) {
  const Event &A = In.event(First), &B = In.event(Second);
  auto Canon = [&](ValueId V) { return In.provenance().canonical(V); };
  // In elements where the front end has them, in bytes elsewhere.
  const Value &AtA = In.fn().value(A.Address), &AtB = In.fn().value(B.Address);
  bool AreElements = AtA.Op == OpCode::Element && AtB.Op == OpCode::Element &&
                     AtA.Imm == AtB.Imm &&
                     Canon(AtA.Operands[0]) == Canon(AtB.Operands[0]);
  LinearForm I =
      linearForm(In.fn(), AreElements ? AtA.Operands[1] : A.Address, Canon);
  LinearForm J =
      linearForm(In.fn(), AreElements ? AtB.Operands[1] : B.Address, Canon);
  int64_t Step = AreElements ? 1 : A.Bits / 8;
  return A.Bits == B.Bits && I.Terms == J.Terms && !I.Terms.empty() &&
         J.Constant - I.Constant == Step;
}

/// The load whose low bits V is: offsets of 64 bits in a counter of 32 are
/// those that fit.
static EventId narrowedLoadOf(const FunctionView &In, ValueId V) {
  ValueId Inner = stripCasts(In.fn(), V);
  const Value &Node = In.fn().value(Inner);
  if (Node.Kind == ValueKind::Op && Node.Op == OpCode::Cast &&
      !Node.Type.IsFloat && !Node.Type.IsPointer) {
    EventId Found = loadOf(In, Node.Operands[0]);
    return Found != NoId && !In.event(Found).IsFloat ? Found : NoId;
  }
  return loadOf(In, Inner);
}

namespace {
/// A phi that starts with a loaded value and goes up by a constant.
struct Counter {
  EventId First = NoId; ///< The load that gave its first value.
  ValueId Start = UnknownValue, Back = UnknownValue; ///< Without casts.
  int64_t Step = 0;
};
} // namespace

static std::optional<Counter> counterOf(const FunctionView &In, ValueId V) {
  const Value &Phi = In.fn().value(V);
  if (Phi.Kind != ValueKind::Phi || Phi.Operands.size() != 2)
    return std::nullopt;
  Counter C;
  for (ValueId Operand : Phi.Operands) {
    LinearForm Form = linearForm(In.fn(), Operand);
    if (EventId L = narrowedLoadOf(In, Operand); L != NoId) {
      C.First = L;
      C.Start = stripCasts(In.fn(), Operand);
    } else if (Form.Terms.size() == 1 && Form.Terms[0].first == V &&
               Form.Terms[0].second == 1 && Form.Constant > 0) {
      C.Back = stripCasts(In.fn(), Operand);
      C.Step = Form.Constant;
    }
  }
  if (C.First == NoId || C.Back == UnknownValue)
    return std::nullopt;
  return C;
}

/// Does the test, answered Yes or no, say that its operand I is the smaller?
static bool saysSmaller(const Value &Test, unsigned I, bool Yes, bool BySteps) {
  if (Test.Op == (Yes ? OpCode::Ne : OpCode::Eq))
    return BySteps;
  if (I == 0)
    return Test.Op == (Yes ? OpCode::Lt : OpCode::Ge);
  return Test.Op == (Yes ? OpCode::Gt : OpCode::Le);
}

/// Is V what lies behind C's first value, perhaps read again in a turn?
static bool isEnd(const FunctionView &In, const Counter &C, ValueId V) {
  bool IsOther = false;
  bool IsComplete = visitOperands(In.fn(), V, [&](ValueId Of) {
    ValueId Inner = stripCasts(In.fn(), Of);
    EventId Last = loadOf(In, Inner);
    bool IsPhi = In.fn().value(Inner).Kind == ValueKind::Phi;
    IsOther |= !IsPhi && (Last == NoId || !isNextElement(In, C.First, Last));
    return !IsOther && (IsPhi || Inner != Of);
  });
  return IsComplete && !IsOther;
}

/// At is reached only where V is smaller than what lies behind C's first value.
static bool isBelowEnd(const FunctionView &In, BlockId At, const Counter &C,
                       ValueId V) {
  for (const Cfg::Dependence &D : In.cfg().controlDependences(At)) {
    const Value &Test = In.fn().value(In.fn().Blocks[D.Branch].Term.Condition);
    // A test at the end of a turn is made for the next one.
    if (Test.Kind != ValueKind::Op || Test.Operands.size() != 2 ||
        (V != C.Back && !In.cfg().dominatesBlock(D.Branch, At)))
      continue;
    for (unsigned I = 0; I < 2; ++I) {
      if (stripCasts(In.fn(), Test.Operands[I]) == V &&
          saysSmaller(Test, I, D.Successor == 0, C.Step == 1) &&
          isEnd(In, C, Test.Operands[1 - I]))
        return true;
    }
  }
  return false;
}

static bool runsInSegment(const FunctionView &In, const Sharing &Who,
                          BlockId At, ValueId V) {
  auto C = counterOf(In, V);
  if (!C)
    return false;
  const IdDependence &Row = Who.shapes().of(In.event(C->First).Address);
  if (Row.ByThread != Varies::Any ||
      (Who.hasSeveralBlocks() && Row.ByBlock != Varies::Any))
    return false;
  return isBelowEnd(In, At, *C, V) ||
         (isBelowEnd(In, At, *C, C->Start) && isBelowEnd(In, At, *C, C->Back));
}

/// The same for all threads, in all turns of all loops.
static bool isFixed(const FunctionView &In, ValueId V) {
  bool HasPhi = false;
  bool IsComplete = visitOperands(In.fn(), V, [&](ValueId Of) {
    HasPhi |= In.fn().value(Of).Kind == ValueKind::Phi;
    return !HasPhi;
  });
  return IsComplete && !HasPhi && In.uniformity().of(V) == Uniform::Grid;
}

/// A pointer that a loop moves on in step with a counter of a segment: bytes
/// for each step of the counter; 0 for anything else.
static int64_t bytesInStep(const FunctionView &In, const Sharing &Who,
                           BlockId At, ValueId V) {
  const Function &Fn = In.fn();
  auto Canon = [&](ValueId Of) { return In.provenance().canonical(Of); };
  const Value &Phi = Fn.value(V);
  if (Phi.Kind != ValueKind::Phi || Phi.Operands.size() != 2)
    return 0;
  LinearForm Ways[2] = {linearForm(Fn, Phi.Operands[0], Canon),
                        linearForm(Fn, Phi.Operands[1], Canon)};
  auto IsStep = [&](const LinearForm &F) {
    return F.Terms.size() == 1 && F.Terms[0].first == V &&
           F.Terms[0].second == 1;
  };
  unsigned Back = IsStep(Ways[1]);
  if (!IsStep(Ways[Back]))
    return 0;
  std::pair<ValueId, int64_t> First = {UnknownValue, 0};
  for (auto &Term : Ways[1 - Back].Terms) {
    if (isFixed(In, Term.first))
      continue;
    if (First.second != 0)
      return 0;
    First = Term;
  }
  for (ValueId Of = 1; First.second > 0 && Of < Fn.Values.size(); ++Of) {
    if (Fn.value(Of).Kind != ValueKind::Phi || Fn.value(Of).Imm != Phi.Imm)
      continue;
    auto C = counterOf(In, Of);
    if (C && Canon(C->Start) == First.first &&
        wrappingMul(C->Step, First.second) == Ways[Back].Constant &&
        runsInSegment(In, Who, At, Of))
      return First.second;
  }
  return 0;
}

/// W where V is a counter of a segment times a fixed W.
static ValueId widthOf(const FunctionView &In, const Sharing &Who, BlockId At,
                       ValueId V) {
  const Value &Node = In.fn().value(V);
  if (Node.Kind != ValueKind::Op || Node.Op != OpCode::Mul ||
      Node.Operands.size() != 2)
    return UnknownValue;
  for (unsigned I = 0; I < 2; ++I)
    if (isFixed(In, Node.Operands[1 - I]) &&
        runsInSegment(In, Who, At, stripCasts(In.fn(), Node.Operands[I])))
      return stripCasts(In.fn(), Node.Operands[1 - I]);
  return UnknownValue;
}

/// An element of the row that each step of the counter has: `at * Width + d`.
static bool isInRow(const FunctionView &In, ValueId Digit, int64_t Factor,
                    int64_t Bytes, ValueId Width) {
  const Value &Phi = In.fn().value(Digit);
  if (Phi.Kind != ValueKind::Phi || Factor <= 0)
    return false;
  for (const Loop &L : In.loops().all()) {
    if (int64_t(L.Header) != Phi.Imm)
      continue;
    ValueId End = boundOf(In.fn(), L, Digit);
    if (End == UnknownValue)
      return false;
    if (Width != UnknownValue)
      return Factor == Bytes && stripCasts(In.fn(), End) == Width;
    auto Most = constantOf(In.fn(), End);
    return Most && *Most > 0 && *Most <= Bytes / Factor;
  }
  return false;
}

/// One counter of a segment, by steps of an element or more, and a fixed rest:
/// `& 63`, `/ 2` or an offset that moves would lead out of the segment.
bool fencepost::isInOwnSegment(const FunctionView &In, const Sharing &Who,
                               EventId E) {
  BlockId At = In.cfg().position(E).Block;
  const Function &Fn = In.fn();
  LinearForm Form = linearForm(Fn, In.event(E).Address, [&](ValueId V) {
    return In.provenance().canonical(V);
  });
  int64_t Bytes =
      0; // For each step of the counter, times Width if that is one.
  ValueId Width = UnknownValue;
  SmallVector<std::pair<ValueId, int64_t>, 4> Rest;
  for (auto &[Term, Factor] : Form.Terms) {
    if (Bytes == 0) {
      Width = widthOf(In, Who, At, Term);
      if (Width != UnknownValue || runsInSegment(In, Who, At, Term))
        Bytes = Factor;
      else if (Factor == 1)
        Bytes = bytesInStep(In, Who, At, Term);
      if (Bytes != 0)
        continue;
    }
    Rest.push_back({Term, Factor});
  }
  return Bytes >= int64_t(In.event(E).Bits) / 8 && Bytes > 0 &&
         all_of(Rest, [&](auto &Term) {
           return isFixed(In, Term.first) ||
                  isInRow(In, Term.first, Term.second, Bytes, Width);
         });
}
