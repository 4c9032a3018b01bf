//===- own_segment.cpp - from one offset to the next ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/contention/own_segment.h"
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/flow/linear.h"

using namespace fencepost;

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

/// The load that gave the counter its first value.
static EventId startOf(const FunctionView &In, const Value &Counter) {
  for (ValueId Operand : Counter.Operands)
    if (EventId L = loadOf(In, Operand); L != NoId)
      return L;
  return NoId;
}

static bool runsInSegment(const FunctionView &In, const Sharing &Who,
                          BlockId At, ValueId Counter) {
  EventId First = startOf(In, In.fn().value(Counter));
  if (First == NoId)
    return false;
  const IdDependence &Row = Who.shapes().of(In.event(First).Address);
  if (Row.ByThread != Varies::Any ||
      (Who.hasSeveralBlocks() && Row.ByBlock != Varies::Any))
    return false;
  for (const Cfg::Dependence &D : In.cfg().controlDependences(At)) {
    const Value &Test = In.fn().value(In.fn().Blocks[D.Branch].Term.Condition);
    if (Test.Kind != ValueKind::Op || Test.Op < OpCode::Eq ||
        Test.Op > OpCode::Ge)
      continue;
    for (unsigned I = 0; I < 2; ++I) {
      EventId Last = loadOf(In, Test.Operands[1 - I]);
      if (stripCasts(In.fn(), Test.Operands[I]) == Counter && Last != NoId &&
          isNextElement(In, First, Last))
        return true;
    }
  }
  return false;
}

bool fencepost::isInOwnSegment(const FunctionView &In, const Sharing &Who,
                               EventId E) {
  BlockId At = In.cfg().position(E).Block;
  bool Runs = false, Others = false;
  visitOperands(In.fn(), In.event(E).Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    if (Node.Kind == ValueKind::Phi && runsInSegment(In, Who, At, V)) {
      Runs = true;
      return false;
    }
    Others |= Node.Kind == ValueKind::Result || Node.Op == OpCode::Havoc ||
              Node.Kind == ValueKind::Unknown;
    return true;
  });
  return Runs && !Others;
}
