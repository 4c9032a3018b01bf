//===- wait_frame.cpp - what comes after a wait ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/wait_frame.h"
#include "analyzer/analysis/flow/states.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace fencepost;

/// Does Condition hang on a read of the location that E reads? Compilers peel
/// the first turn of a loop that waits: it stands before the loop and leads
/// past it.
static bool isPeeledTurn(const FunctionView &In, ValueId Condition, EventId E) {
  constexpr size_t MaxValues = 64;
  llvm::SmallSetVector<ValueId, 8> Work;
  Work.insert(Condition);
  for (size_t I = 0; I < Work.size() && I < MaxValues; ++I) {
    const Value &Node = In.fn().value(Work[I]);
    if (Node.Kind == ValueKind::Result) {
      EventId Read = EventId(Node.Imm);
      if (Read != E && In.event(Read).Kind == In.event(E).Kind &&
          In.provenance().sameLocation(Read, E).Is == SameLocation::Same)
        return true;
      // One thread's read, handed to its block through a shared variable.
      if (In.event(Read).Kind == EventKind::Load &&
          In.provenance().isShared(Read))
        for (EventId S = 0; S < In.fn().Events.size(); ++S)
          if (In.event(S).Kind == EventKind::Store &&
              In.event(S).Operand != UnknownValue &&
              In.cfg().reaches(S, Read) &&
              In.provenance().sameLocation(S, Read).Is == SameLocation::Same)
            Work.insert(In.event(S).Operand);
    }
    if (Node.Kind == ValueKind::Op || Node.Kind == ValueKind::Phi)
      Work.insert_range(Node.Operands);
  }
  return false;
}

/// Does the other way from Branch wait for the same object: two manners of one
/// wait, chosen for all threads alike?
static bool waitsOnBothWays(const FunctionView &In, const Cfg::Dependence &D,
                            EventId Wait) {
  return llvm::any_of(In.polls().all(), [&](const Poll &P) {
    return P.Read != Wait && P.Kind == PollKind::Flag &&
           In.provenance().sameObject(P.Read, Wait) &&
           llvm::any_of(
               In.cfg().controlDependences(In.cfg().position(P.Read).Block),
               [&](const Cfg::Dependence &O) {
                 return O.Branch == D.Branch && O.Successor != D.Successor;
               });
  });
}

/// The block whose branch elected the threads that execute E: everything it
/// strictly dominates comes after the election.
static BlockId electingBranch(const FunctionView &In, EventId E,
                              BlockId Start) {
  BlockId At = Start;
  for (const Cfg::Dependence &D : In.cfg().controlDependences(Start)) {
    if (!In.cfg().dominatesBlock(D.Branch, At) || D.Branch == At)
      continue; // Back edges of the wait's own loops.
    const Terminator &T = In.fn().block(D.Branch).Term;
    if (In.uniformity().of(T.Condition) >= Uniform::Block &&
        !isPeeledTurn(In, T.Condition, E) && !waitsOnBothWays(In, D, E))
      break;
    At = D.Branch;
  }
  return At;
}

/// Where the wait starts: the header of the loop that does nothing else, since
/// `v = 0; while (v == 0) v = *flag;` leaves there.
static BlockId startOfWait(const FunctionView &In, EventId Wait) {
  const Poll *P = In.polls().of(Wait);
  BlockId At = In.cfg().position(Wait).Block;
  if (!P || !P->IsPure)
    return At;
  const Loop &L = In.loops().all()[P->Loop];
  bool LeavesLoop = llvm::any_of(
      P->Exits, [&](const Loop::Exit &X) { return !L.contains(X.To); });
  return LeavesLoop && In.cfg().dominatesBlock(L.Header, At) ? L.Header : At;
}

WaitFrame::WaitFrame(const FunctionView &In, EventId Wait)
    : In(In), Wait(Wait), Start(startOfWait(In, Wait)),
      Branch(electingBranch(In, Wait, Start)), Elected(Branch != Start),
      Ahead(aheadOfWait(In, Wait)) {}

/// Is B in the loop that waits at one place and works at another, and only come
/// to behind the wait?
bool WaitFrame::isLaterTurn(BlockId B) const {
  const Poll *P = In.polls().of(Wait);
  if (!P || !P->IsPure)
    return false;
  const Loop &L = In.loops().all()[P->Loop];
  return L.contains(B) && llvm::any_of(P->Exits, [&](const Loop::Exit &X) {
           return L.contains(X.To) && isLedToByState(In, L, X, B);
         });
}

bool WaitFrame::isAfter(EventId E) const {
  BlockId B = In.cfg().position(E).Block;
  if (isLaterTurn(B))
    return true;
  if (isBefore(In, E, Wait) && In.cfg().reaches(E, Wait))
    return false;
  if (!Elected)
    return In.cfg().dominates(Wait, E) ||
           (B != Start && In.cfg().dominatesBlock(Start, B));
  return B != Branch && Ahead.test(B) && In.cfg().dominatesBlock(Branch, B);
}
