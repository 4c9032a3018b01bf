//===- wait_ends.cpp - which values end a wait ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/contention/collision.h"
#include "analyzer/analysis/flow/evaluate.h"
#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Does the wait end on an inequality of two words that both change, as
/// `head - tail < size`? Then a change of one of them may also prolong it.
static bool comparesTwoReads(const FunctionView &In, EventId Read) {
  const Poll *P = In.polls().of(Read);
  if (!P)
    return false;
  return llvm::any_of(P->Exits, [&](const Loop::Exit &X) {
    ValueId C = In.fn().block(X.From).Term.Condition;
    OpCode Op = In.fn().value(C).Op;
    bool IsInequality = Op == OpCode::Lt || Op == OpCode::Le ||
                        Op == OpCode::Gt || Op == OpCode::Ge;
    auto Sources = sourceEvents(In.fn(), C);
    return IsInequality && llvm::count_if(Sources, [&](EventId E) {
                             return In.polls().of(E) != nullptr;
                           }) > 1;
  });
}

/// Is V the value that Read returns, give or take a cast? The first turn of
/// the wait may stand before its loop.
static bool isValueOf(const Function &Fn, ValueId V, EventId Read) {
  auto IsRead = [&](ValueId Id) {
    while (Fn.value(Id).Kind == ValueKind::Op &&
           Fn.value(Id).Op == OpCode::Cast)
      Id = Fn.value(Id).Operands[0];
    return Fn.value(Id).Kind == ValueKind::Result &&
           EventId(Fn.value(Id).Imm) == Read;
  };
  const Value &Node = Fn.value(V);
  bool IsChoice = Node.Kind == ValueKind::Phi || Node.Op == OpCode::Select;
  return IsRead(V) || (IsChoice && llvm::any_of(Node.Operands, IsRead));
}

namespace {
/// What a condition comes down to, and whether that holds where it does.
struct Asked {
  ValueId Condition;
  bool Holds = true;
};
} // namespace

/// Through tests against zero and votes of a warp: `__all_sync(m, v <= 0)`.
static Asked comparedIn(const FunctionView &In, ValueId Condition) {
  Asked A{Condition};
  constexpr unsigned MaxSteps = 16;
  for (unsigned I = 0; I < MaxSteps; ++I) {
    const Value &C = In.fn().value(stripCasts(In.fn(), A.Condition));
    bool IsTest = C.Op == OpCode::Eq || C.Op == OpCode::Ne;
    if (C.Op == OpCode::LogicalNot ||
        (IsTest && constantOf(In.fn(), C.Operands[1]) == 0)) {
      A.Holds = A.Holds == (C.Op == OpCode::Ne);
      A.Condition = C.Operands[0];
      continue;
    }
    if (C.Kind != ValueKind::Result ||
        In.event(EventId(C.Imm)).Kind != EventKind::WarpCollective)
      break;
    // Of the operands of a vote, one is a truth value.
    const auto &Votes = In.event(EventId(C.Imm)).Extra;
    auto Vote = llvm::find_if(Votes, [&](ValueId V) {
      return isBoolean(In.fn().value(stripCasts(In.fn(), V)));
    });
    if (Vote == Votes.end())
      break;
    A.Condition = *Vote;
  }
  A.Condition = stripCasts(In.fn(), A.Condition);
  return A;
}

/// 1 if only a larger value than the one that keeps the loop going ends the
/// wait, -1 if only a smaller one does, 0 where that is not known.
static int direction(const FunctionView &In, EventId Read) {
  const Poll *P = In.polls().of(Read);
  int All = 0;
  for (const Loop::Exit &X : P ? P->Exits : std::vector<Loop::Exit>()) {
    Asked A = comparedIn(In, In.fn().block(X.From).Term.Condition);
    const Value &C = In.fn().value(A.Condition);
    bool Less = C.Op == OpCode::Lt || C.Op == OpCode::Le;
    if (!Less && C.Op != OpCode::Gt && C.Op != OpCode::Ge)
      return 0;
    bool Left = isValueOf(In.fn(), C.Operands[0], Read);
    if (!Left && !isValueOf(In.fn(), C.Operands[1], Read))
      return 0;
    bool Leaves = A.Holds == (X.Successor == 0);
    int Way = (Less == Left) == Leaves ? -1 : 1;
    if (All != 0 && All != Way)
      return 0;
    All = Way;
  }
  return All;
}

/// Does the counter go away from what the wait asks for?
static bool goesAway(const FunctionView &In, const Event &E, int Towards) {
  const Value &By = In.fn().value(E.Operand);
  bool Down = E.Rmw == RmwOp::Sub || E.Rmw == RmwOp::Dec;
  if (E.Rmw == RmwOp::Add && By.Kind == ValueKind::Constant && By.Imm < 0)
    Down = true;
  bool Up = !Down && (E.Rmw == RmwOp::Inc || E.Rmw == RmwOp::Add) &&
            By.Kind == ValueKind::Constant;
  return (Down && Towards > 0) || (Up && Towards < 0);
}

/// A plain store of another width than what is waited for: data kept beside the
/// flags, or unpacked from the words that bring data and flag together. Not one
/// that surely writes the word, as a pair of value and flag does, or some of
/// its bytes.
static bool isOtherWidth(const FunctionView &In, EventId Id,
                         const AccessRef &PollRead) {
  const Event &Store = In.event(Id);
  const Event &Read = PollRead.In->event(PollRead.E);
  uint64_t Written = uint64_t(Store.Bits) * Store.Elements / 8;
  uint64_t Asked = uint64_t(Read.Bits) * Read.Elements / 8;
  if (Store.Kind != EventKind::Store || Store.Ord != Order::Weak ||
      Read.Kind != EventKind::Load || Written == 0 || Asked == 0 ||
      Written == Asked)
    return false;
  if (Read.Elements > 1)
    return true;
  if (PollRead.In == &In &&
      In.provenance().sameLocation(Id, PollRead.E).Is == SameLocation::Same)
    return false;
  const Object &To = In.provenance().object(Id);
  const Object &From = PollRead.In->provenance().object(PollRead.E);
  return !To.Offset || !From.Offset ||
         *To.Offset + int64_t(Written) <= *From.Offset ||
         *From.Offset + int64_t(Asked) <= *To.Offset;
}

bool fencepost::mayEndWait(const FunctionView &In, EventId Store,
                           const AccessRef &PollRead) {
  const Event &E = In.event(Store);
  if (comparesTwoReads(*PollRead.In, PollRead.E) ||
      isOtherWidth(In, Store, PollRead))
    return false;
  if (isRmw(E.Kind) && goesAway(In, E, direction(*PollRead.In, PollRead.E)))
    return false;
  if (E.Kind != EventKind::Store && E.Rmw != RmwOp::Exch &&
      E.Rmw != RmwOp::Cas) // That puts in its value or nothing.
    return true;
  const Value &V = In.fn().value(E.Operand);
  if (V.Kind != ValueKind::Constant)
    return true;
  const Poll *P = PollRead.In->polls().of(PollRead.E);
  if (!P)
    return V.Imm != 0;
  bool Known = false;
  for (const Loop::Exit &X : P->Exits) {
    auto Taken = successorTaken(PollRead.In->fn(), X.From,
                                PollRead.In->event(PollRead.E).Result, V.Imm);
    if (!Taken)
      continue;
    if (*Taken == X.Successor)
      return true;
    Known = true;
  }
  return !Known && V.Imm != 0;
}

bool fencepost::raisesBySwap(const AccessRef &Swap, const AccessRef &Wait) {
  const Event &E = Swap.In->event(Swap.E);
  const Event &W = Wait.In->event(Wait.E);
  if (E.Rmw != RmwOp::Cas || E.Operand == UnknownValue ||
      (Swap.In == Wait.In && Swap.E == Wait.E))
    return false;
  auto Put = constantOf(Swap.In->fn(), E.Operand);
  if (!Put)
    return false;
  if (W.Rmw == RmwOp::Cas)
    return !W.Extra.empty() && W.Extra[0] != UnknownValue &&
           constantOf(Wait.In->fn(), W.Extra[0]) == Put;
  const Poll *P = Wait.In->polls().of(Wait.E);
  return W.Kind == EventKind::Load && P &&
         llvm::any_of(P->Exits, [&](const Loop::Exit &X) {
           auto Taken = successorTaken(Wait.In->fn(), X.From, W.Result, *Put);
           return Taken && *Taken == X.Successor;
         });
}

/// Is there one thread in the grid that comes to the word of Store?
static bool hasOneThread(const FunctionView &In, EventId Store) {
  BlockId B = In.cfg().position(Store).Block;
  if (In.populations().of(B) == Population::OnePerGrid)
    return true;
  SharedBy By = collisionOf(In, Store).By;
  return By == SharedBy::OneThread ||
         (By == SharedBy::OneOfBlock && onlyBlockAt(In, B));
}

bool fencepost::isAnswer(const FunctionView &In, EventId Wait, EventId Store) {
  BlockId W = In.cfg().position(Wait).Block;
  BlockId S = In.cfg().position(Store).Block;
  return In.cfg().dominates(Wait, Store) &&
         In.populations().sameThreads(W, S) &&
         In.provenance().sameLocation(Wait, Store).Is == SameLocation::Same &&
         hasOneThread(In, Store);
}

/// Does the wait end by one constant alone: `while (*word != -1)`?
static bool endsByConstant(const FunctionView &In, const Poll &P) {
  return !P.Exits.empty() && llvm::all_of(P.Exits, [&](const Loop::Exit &X) {
    Asked A = comparedIn(In, In.fn().block(X.From).Term.Condition);
    const Value &C = In.fn().value(A.Condition);
    bool Leaves = A.Holds == (X.Successor == 0);
    return (C.Op == OpCode::Eq || C.Op == OpCode::Ne) &&
           Leaves == (C.Op == OpCode::Eq) &&
           isValueOf(In.fn(), C.Operands[0], P.Read) &&
           constantOf(In.fn(), C.Operands[1]);
  });
}

bool fencepost::waitsForTaking(const UnitView &Unit, const AccessRef &Wait) {
  const FunctionView &In = *Wait.In;
  const Poll *P = In.polls().of(Wait.E);
  if (!P || P->Kind != PollKind::Flag || !endsByConstant(In, *P))
    return false;
  bool PutsIn = false;
  for (const AccessRef &A : accessesByName(Unit, In, Wait.E)) {
    const Event &E = A.In->event(A.E);
    if (!writesMemory(E))
      continue;
    if (E.Kind != EventKind::Store)
      return false;
    bool IsConstant = constantOf(A.In->fn(), E.Operand).has_value();
    if (IsConstant && mayEndWait(*A.In, A.E, Wait))
      return false;
    PutsIn |= !IsConstant && A.In == &In && isBefore(In, A.E, Wait.E) &&
              In.cfg().reaches(A.E, Wait.E);
  }
  return PutsIn;
}

bool fencepost::isOnlyTaken(const UnitView &Unit, const FunctionView &In,
                            EventId Store) {
  bool Waited = false;
  for (const AccessRef &A : Unit.accessesTo(In, Store)) {
    if (A.In->event(A.E).Kind != EventKind::Load)
      continue;
    if (!waitsForTaking(Unit, A))
      return false;
    Waited = true;
  }
  return Waited;
}
