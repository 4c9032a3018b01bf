//===- second_looks.cpp - reads between two looks at a word ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/second_looks.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// The load that V is the result of; NoId if it is none.
static EventId loadBehind(const FunctionView &In, ValueId V) {
  const Value &Node = In.fn().value(stripCasts(In.fn(), V));
  if (Node.Kind != ValueKind::Result)
    return NoId;
  auto E = EventId(Node.Imm);
  const Event &Ev = In.event(E);
  return Ev.Kind == EventKind::Load && isStrong(Ev.Ord) &&
                 Ev.Address != UnknownValue && Ev.Elements == 1 &&
                 In.provenance().isVisibleToGrid(E)
             ? E
             : NoId;
}

namespace {
struct Looks {
  EventId First = NoId, Second = NoId;
};
} // namespace

/// Does the branch at the end of B ask whether a word is still the same?
static std::optional<Looks> looksAt(const FunctionView &In, BlockId B) {
  const Terminator &T = In.fn().block(B).Term;
  uint32_t Inner = In.loops().innermost(B);
  if (T.Kind != TerminatorKind::Branch || Inner == NoId)
    return std::nullopt;
  std::optional<Looks> Found;
  visitOperands(In.fn(), T.Condition, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    if ((Node.Op == OpCode::Eq || Node.Op == OpCode::Ne) &&
        Node.Operands.size() == 2) {
      EventId X = loadBehind(In, Node.Operands[0]);
      EventId Y = loadBehind(In, Node.Operands[1]);
      if (X != NoId && Y != NoId && X != Y &&
          In.provenance().sameLocation(X, Y).Is == SameLocation::Same)
        Found = isBefore(In, X, Y) ? Looks{X, Y} : Looks{Y, X};
    }
    return !Found && Node.Kind == ValueKind::Op;
  });
  if (!Found || !In.cfg().dominates(Found->First, Found->Second))
    return std::nullopt;
  const Loop &L = In.loops().all()[Inner];
  bool IsTurn = L.contains(In.cfg().position(Found->First).Block) &&
                L.contains(In.cfg().position(Found->Second).Block);
  return IsTurn ? Found : std::nullopt;
}

/// Does a compare-and-swap of the word decide, which the second look only
/// spares? It finds the word as it was at the first look, or does nothing.
static bool isDecidedBySwap(const FunctionView &In, const Looks &At) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Swap = In.event(E);
    if (Swap.Kind == EventKind::Rmw && Swap.Rmw == RmwOp::Cas &&
        !Swap.Extra.empty() && Swap.Address != UnknownValue &&
        In.cfg().reaches(At.Second, E) &&
        In.provenance().sameLocation(E, At.First).Is == SameLocation::Same &&
        (dependsOn(In.fn(), Swap.Extra[0], At.First) == Ternary::Yes ||
         dependsOn(In.fn(), Swap.Extra[0], At.Second) == Ternary::Yes))
      return true;
  }
  return false;
}

/// Parameters of PTX are named by their number: alike in all kernels.
static bool isOfOtherKernel(const FunctionView &In, const AccessRef &A) {
  Layer From = In.module().Origin;
  return A.In != &In && (From == Layer::Ptx || From == Layer::Sass) &&
         A.In->provenance().object(A.E).Kind == BaseKind::Param;
}

/// A store of what Read reads, between two writes of the word of Look in one
/// function; null where there is none.
static AccessRef writerBetween(const UnitView &Unit, const FunctionView &In,
                               EventId Look, EventId Read) {
  std::vector<AccessRef> Words = accessesByName(Unit, In, Look);
  auto IsMarked = [&](const AccessRef &D, bool Before) {
    return llvm::any_of(Words, [&](const AccessRef &W) {
      EventId First = Before ? W.E : D.E, Then = Before ? D.E : W.E;
      return W.In == D.In && W.E != D.E && writesMemory(W.In->event(W.E)) &&
             (Before || W.In->event(W.E).Rmw != RmwOp::Cas) &&
             isBefore(*D.In, First, Then) && D.In->cfg().reaches(First, Then);
    });
  };
  for (const AccessRef &D : accessesByName(Unit, In, Read))
    if (D.In->event(D.E).Kind == EventKind::Store && !isOfOtherKernel(In, D) &&
        IsMarked(D, true) && IsMarked(D, false))
      return D;
  return {};
}

std::vector<SecondLook>
fencepost::unorderedSecondLooks(const UnitView &Unit, const FunctionView &In) {
  std::vector<SecondLook> Found;
  for (BlockId B = 0; B < In.fn().Blocks.size(); ++B) {
    std::optional<Looks> At = looksAt(In, B);
    if (!At ||
        llvm::any_of(
            Found,
            [&](const SecondLook &Of) { return Of.Second == At->Second; }) ||
        isDecidedBySwap(In, *At))
      continue;
    for (EventId D = 0; D < In.fn().Events.size(); ++D) {
      if (!isDataRead(In, D) || In.event(D).Kind != EventKind::Load ||
          acquires(In.event(D).Ord) || !In.cfg().dominates(At->First, D) ||
          !In.cfg().dominates(D, At->Second) || D == At->First ||
          D == At->Second || In.provenance().isUnchanging(D) ||
          In.provenance().sameLocation(D, At->First).Is == SameLocation::Same)
        continue;
      Between Way = firstWay(In, D, At->Second);
      if (Way.Opaque || Way.MayAcquire != Scope::None ||
          Way.MayAcquireElsewhere != Scope::None)
        continue;
      AccessRef Writer = writerBetween(Unit, In, At->First, D);
      if (!Writer.In)
        continue;
      Found.push_back({At->First, D, At->Second, Writer});
      break;
    }
  }
  return Found;
}
