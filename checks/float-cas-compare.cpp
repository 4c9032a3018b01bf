//===- float-cas-compare.cpp - a CAS loop that ends on a float comparison -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compare-and-swap compares bits. A loop around it that compares the returned
// and the expected value as floats never ends once the word is NaN, and ends
// without having written where +0 meets -0 (IEEE 754-2019 5.11).
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/linear.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::FloatCasCompare;

/// V without conversions that keep the bits or the value.
static ValueId behindConversions(const Function &Fn, ValueId V) {
  for (unsigned Steps = 0; Steps < 16; ++Steps) {
    const Value &Node = Fn.value(V);
    bool IsConversion = Node.Kind == ValueKind::Op &&
                        Node.Operands.size() == 1 &&
                        (Node.Op == OpCode::Cast || Node.Op == OpCode::Pure);
    if (!IsConversion)
      break;
    V = Node.Operands[0];
  }
  return V;
}

/// The comparison that Condition is, through negations.
static ValueId comparisonIn(const Function &Fn, ValueId Condition) {
  for (unsigned Steps = 0; Steps < 16; ++Steps) {
    const Value &Node = Fn.value(Condition);
    if (Node.Kind != ValueKind::Op)
      return UnknownValue;
    if (Node.Op == OpCode::Eq || Node.Op == OpCode::Ne)
      return Condition;
    if (Node.Op != OpCode::LogicalNot && Node.Op != OpCode::Cast)
      return UnknownValue;
    Condition = Node.Operands[0];
  }
  return UnknownValue;
}

/// The compare-and-swap whose returned and expected value V compares as
/// floats; NoId if it does not.
static EventId floatCas(const Function &Fn, ValueId V) {
  const Value &Node = Fn.value(V);
  if (V == UnknownValue || Node.Operands.size() != 2)
    return NoId;
  for (unsigned Side : {0u, 1u}) {
    ValueId Returned = Node.Operands[Side], Expected = Node.Operands[1 - Side];
    if (!Fn.value(Returned).Type.IsFloat || !Fn.value(Expected).Type.IsFloat)
      return NoId;
    const Value &From = Fn.value(behindConversions(Fn, Returned));
    if (From.Kind != ValueKind::Result ||
        uint64_t(From.Imm) >= Fn.Events.size())
      continue;
    const Event &E = Fn.event(From.Imm);
    if (E.Rmw == RmwOp::Cas && !E.Extra.empty() &&
        behindConversions(Fn, E.Extra[0]) == behindConversions(Fn, Expected))
      return From.Imm;
  }
  return NoId;
}

void fencepost::checkFloatCasCompare(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    const Function &Fn = In->fn();
    for (BlockId B = 0; B < Fn.Blocks.size(); ++B) {
      const Terminator &T = Fn.block(B).Term;
      if (T.Kind != TerminatorKind::Branch)
        continue;
      EventId Cas = floatCas(Fn, comparisonIn(Fn, T.Condition));
      if (Cas == NoId)
        continue;
      uint32_t L = In->loops().innermost(B);
      BlockId Of = In->cfg().position(Cas).Block;
      if (L == NoId || !In->loops().all()[L].contains(Of) ||
          llvm::none_of(In->loops().all()[L].Exits,
                        [&](const Loop::Exit &X) { return X.From == B; }))
        continue;
      const Event &E = Fn.event(Cas);
      FindingBuilder(In->module(), Fn, Rule)
          .level(Level::Warning)
          .at(T.Loc)
          .message("the loop around " + spelled(E) + " on " + nameOf(*In, Cas) +
                   " ends when two floats are equal: NaN equals nothing, so "
                   "it never ends once the word is NaN")
          .step(Role::Access, E,
                "compares and exchanges the bits of " + nameOf(*In, Cas))
          .step(Role::Consumer, T.Loc,
                "compares as floating point: NaN never succeeds, and -0 passes "
                "for +0 without having been exchanged")
          .alternative("compare-bits",
                       "keep the expected and the returned value as integers, "
                       "compare those, and convert only to compute the new "
                       "value")
          .alternative("atomic-ref",
                       "use 'cuda::atomic_ref<float>' and "
                       "'compare_exchange_weak', whose result says whether the "
                       "bits were exchanged")
          .emit(Sink);
    }
  }
}
