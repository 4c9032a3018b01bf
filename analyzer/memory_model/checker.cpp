//===- checker.cpp - enumeration of executions, axioms --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerated: the write each read returns; a total order of the fence.sc,
// used between morally strong ones; the coherence order of morally strong
// writes. Further coherence pairs could only forbid more, so only what
// causality demands is added. Axioms: PTX ISA 9.0, section 8.10.
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/execution.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::memory_model;

namespace {

class Checker {
public:
  Checker(const Litmus &L, uint64_t Budget)
      : L(L), Budget(Budget), E(L), P(E.P), Evaluated(E.count()) {}
  Decision run();

private:
  const Litmus &L;
  uint64_t Budget;
  Execution E;
  const Program &P;
  enum State : uint8_t { Not, Active, Done };
  std::vector<State> Evaluated;
  Decision Out;
  /// Of the refused executions: by axiom, and how far the best one came.
  unsigned Refused = 0;
  std::optional<Axiom> Farthest;

  unsigned count() const { return E.count(); }
  bool spend() { return ++Out.Steps <= Budget; }
  bool refuse(Contradiction C);

  bool chooseReads(size_t Index);
  bool mayReturn(unsigned Read, unsigned Write) const;
  bool evaluateAll();
  bool evaluate(unsigned Event);
  std::optional<int64_t> operandOf(unsigned Event);
  bool registersMatch() const;
  bool chooseFenceOrder();
  bool testCausality();
  bool chooseLastWrites(size_t Index, Relation Order);
  bool chooseCoherence(Relation Order);
  bool isConsistent(const Relation &Order);
  bool isAtomic(const Relation &Order);
  bool isSequentialPerLocation(const Relation &Order);
  bool respectsCausality(const Relation &Order);
};

} // namespace

/// Notes why this execution is none. Always false.
bool Checker::refuse(Contradiction C) {
  Refused |= 1u << unsigned(C.Why);
  if (!Farthest || *Farthest < C.Why) {
    Farthest = C.Why;
    Out.Refused = explain(E, C);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Reads-from and values
//===----------------------------------------------------------------------===//

/// Cheap tests that the axioms would confirm: they only save time.
bool Checker::mayReturn(unsigned Read, unsigned Write) const {
  if (Read == Write || !P.Events[Write].Writes || !P.sameLocation(Read, Write))
    return false;
  const Instruction *R = P.Events[Read].Code, *W = P.Events[Write].Code;
  if (W && (W->Kind != EventKind::Store || !W->OperandRegister.empty()))
    return true;
  int64_t Value = W ? W->Operand : L.Initial[P.Events[Write].Location];
  for (const Equation &Q : L.Outcome)
    if (Q.Thread == P.Events[Read].Thread && Q.Register == R->Register &&
        Q.Value != Value)
      return false;
  return true;
}

bool Checker::chooseReads(size_t Index) {
  if (!spend())
    return false;
  if (Index == P.Reads.size()) {
    if (!evaluateAll() || !registersMatch())
      return false;
    E.observe();
    return chooseFenceOrder();
  }
  unsigned Read = P.Reads[Index];
  for (unsigned Write = 0; Write < count(); ++Write) {
    if (!mayReturn(Read, Write))
      continue;
    E.From[Read] = Write;
    if (chooseReads(Index + 1))
      return true;
  }
  return false;
}

bool Checker::evaluateAll() {
  llvm::fill(Evaluated, Not);
  for (unsigned Event = 0; Event < count(); ++Event)
    if (P.Events[Event].IsMemory && !evaluate(Event))
      return refuse({Axiom::NoThinAir, Event});
  return llvm::all_of(
      P.Reads, [&](unsigned Read) { return bool(E.Performed[E.From[Read]]); });
}

/// The operand of a write; nullopt where it would come out of thin air.
std::optional<int64_t> Checker::operandOf(unsigned Event) {
  const Instruction &I = *P.Events[Event].Code;
  if (I.OperandRegister.empty())
    return I.Operand;
  for (unsigned Read : P.Reads)
    if (P.Events[Read].Thread == P.Events[Event].Thread &&
        P.Events[Read].Code->Register == I.OperandRegister)
      return evaluate(E.From[Read]) ? std::optional(E.returned(Read))
                                    : std::nullopt;
  return 0;
}

static int64_t combine(RmwOp Op, int64_t Old, int64_t Operand) {
  switch (Op) {
  case RmwOp::Add:
    return int64_t(uint64_t(Old) + uint64_t(Operand));
  case RmwOp::Min:
    return std::min(Old, Operand);
  case RmwOp::Max:
    return std::max(Old, Operand);
  case RmwOp::And:
    return Old & Operand;
  case RmwOp::Or:
    return Old | Operand;
  case RmwOp::Xor:
    return Old ^ Operand;
  case RmwOp::Exch:
  case RmwOp::Cas:
  case RmwOp::None:
  case RmwOp::Sub:
  case RmwOp::Inc:
  case RmwOp::Dec:
  case RmwOp::Other:
    return Operand;
  }
  return Operand;
}

/// Values[Event]; false where a value would come out of thin air.
bool Checker::evaluate(unsigned Event) {
  if (Evaluated[Event] == Done)
    return true;
  if (Evaluated[Event] == Active)
    return false;
  Evaluated[Event] = Active;
  const MemoryEvent &M = P.Events[Event];
  E.Performed[Event] = M.Writes;
  bool NeedsOld = M.Reads && !(M.isRmw() && M.Code->Rmw == RmwOp::Exch);
  if (NeedsOld && !evaluate(E.From[Event]))
    return false;
  int64_t Old = NeedsOld ? E.returned(Event) : 0;
  if (!M.Code) {
    E.Values[Event] = L.Initial[M.Location];
  } else if (!M.Writes) {
    E.Values[Event] = Old;
  } else {
    std::optional<int64_t> Operand = operandOf(Event);
    if (!Operand)
      return false;
    E.Values[Event] =
        M.isRmw() ? combine(M.Code->Rmw, Old, *Operand) : *Operand;
  }
  if (M.isRmw() && M.Code->Rmw == RmwOp::Cas && Old != M.Code->Compare)
    E.Performed[Event] = false;
  Evaluated[Event] = Done;
  return true;
}

bool Checker::registersMatch() const {
  for (const Equation &Q : L.Outcome)
    for (unsigned Read : P.Reads)
      if (Q.Thread == P.Events[Read].Thread &&
          Q.Register == P.Events[Read].Code->Register &&
          E.returned(Read) != Q.Value)
        return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Fence-SC and causality
//===----------------------------------------------------------------------===//

/// Orders that contradict program order would be refused: none is tried.
bool Checker::chooseFenceOrder() {
  if (E.ScOrder.size() == P.ScFences.size())
    return testCausality();
  for (unsigned Fence : P.ScFences) {
    bool IsFree = !llvm::is_contained(E.ScOrder, Fence) &&
                  llvm::none_of(P.ScFences, [&](unsigned Other) {
                    return P.ProgramOrder.has(Other, Fence) &&
                           !llvm::is_contained(E.ScOrder, Other);
                  });
    if (!IsFree)
      continue;
    E.ScOrder.push_back(Fence);
    if (chooseFenceOrder())
      return true;
    E.ScOrder.pop_back();
  }
  return false;
}

bool Checker::testCausality() {
  if (!spend())
    return false;
  E.orderCausality();
  for (unsigned Fence : E.ScOrder)
    if (E.Base.has(Fence, Fence))
      return refuse({Axiom::FenceSc, Fence});
  // Causality, first half: no read returns a write that it precedes.
  for (unsigned Read : P.Reads)
    if (E.Cause.has(Read, E.From[Read]))
      return refuse({Axiom::Causality, Read, E.From[Read]});

  // Coherence: what causality demands, and the initial writes first.
  Relation Order;
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Y = 0; Y < count(); ++Y)
      if (X != Y && E.isWrite(X) && E.isWrite(Y) && P.sameLocation(X, Y) &&
          (!P.Events[X].Code || E.Cause.has(X, Y)))
        Order.add(X, Y);
  return chooseLastWrites(0, Order);
}

//===----------------------------------------------------------------------===//
// Coherence
//===----------------------------------------------------------------------===//

/// For each location of the outcome, a write of the wanted value comes last.
bool Checker::chooseLastWrites(size_t Index, Relation Order) {
  while (Index < L.Outcome.size() && L.Outcome[Index].Thread)
    ++Index;
  if (Index == L.Outcome.size())
    return chooseCoherence(Order);
  const Equation &Q = L.Outcome[Index];
  for (unsigned Last = 0; Last < count(); ++Last) {
    if (!P.Events[Last].IsMemory || P.Events[Last].Location != Q.Location ||
        !E.isWrite(Last) || E.Values[Last] != Q.Value)
      continue;
    Relation Extended = Order;
    for (unsigned W = 0; W < count(); ++W)
      if (W != Last && E.isWrite(W) && P.sameLocation(W, Last))
        Extended.add(W, Last);
    if (chooseLastWrites(Index + 1, Extended))
      return true;
  }
  return false;
}

bool Checker::chooseCoherence(Relation Order) {
  if (!spend())
    return false;
  Order.close();
  for (unsigned X = 0; X < count(); ++X)
    if (Order.has(X, X))
      return refuse({Axiom::Coherence, X});
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Y = X + 1; Y < count(); ++Y) {
      if (!E.isWrite(X) || !E.isWrite(Y) || !P.sameLocation(X, Y) ||
          !P.MorallyStrong.has(X, Y) || Order.has(X, Y) || Order.has(Y, X))
        continue;
      Relation Forward = Order, Backward = Order;
      Forward.add(X, Y);
      Backward.add(Y, X);
      return chooseCoherence(Forward) || chooseCoherence(Backward);
    }
  if (!isConsistent(Order))
    return false;
  E.Coherence = Order;
  return true;
}

bool Checker::isConsistent(const Relation &Order) {
  return isAtomic(Order) && isSequentialPerLocation(Order) &&
         respectsCausality(Order);
}

/// No morally strong write comes between the two halves of an RMW.
bool Checker::isAtomic(const Relation &Order) {
  for (unsigned Read : P.Reads) {
    if (!P.Events[Read].isRmw() || !E.Performed[Read])
      continue;
    for (unsigned W = 0; W < count(); ++W)
      if (W != Read && E.isWrite(W) && P.MorallyStrong.has(W, Read) &&
          Order.has(E.From[Read], W) && Order.has(W, Read))
        return refuse({Axiom::Atomicity, Read, W});
  }
  return true;
}

/// Program order and morally strong communication of one location agree.
bool Checker::isSequentialPerLocation(const Relation &Order) {
  Relation Edges;
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Y = 0; Y < count(); ++Y)
      if (P.MorallyStrong.has(X, Y) && P.sameLocation(X, Y) &&
          (P.ProgramOrder.has(X, Y) || Order.has(X, Y)))
        Edges.add(X, Y);
  for (unsigned Read : P.Reads) {
    if (P.MorallyStrong.has(E.From[Read], Read))
      Edges.add(E.From[Read], Read);
    for (unsigned W = 0; W < count(); ++W)
      if (W != Read && Order.has(E.From[Read], W) &&
          P.MorallyStrong.has(Read, W))
        Edges.add(Read, W);
  }
  Edges.close();
  for (unsigned X = 0; X < count(); ++X)
    if (Edges.has(X, X))
      return refuse({Axiom::ScPerLocation, X});
  return true;
}

/// Causality, second half: no read returns a write that is overwritten by
/// one that precedes the read.
bool Checker::respectsCausality(const Relation &Order) {
  for (unsigned Read : P.Reads)
    for (unsigned W = 0; W < count(); ++W)
      if (E.isWrite(W) && E.Cause.has(W, Read) && Order.has(E.From[Read], W))
        return refuse({Axiom::Causality, W, Read});
  return true;
}

//===----------------------------------------------------------------------===//
// Result
//===----------------------------------------------------------------------===//

Decision Checker::run() {
  if (chooseReads(0)) {
    Out.Is = Answer::Allowed;
    Out.Shown = describe(E);
  } else if (Out.Steps > Budget) {
    Out.Is = Answer::OutOfBudget;
  } else {
    for (unsigned A = 0; A <= unsigned(Axiom::Causality); ++A)
      if (Refused >> A & 1)
        Out.Axioms.push_back(Axiom(A));
  }
  return std::move(Out);
}

Decision memory_model::decide(const Litmus &L, uint64_t Budget) {
  return Checker(L, Budget).run();
}
