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

#include "analyzer/memory_model/checker.h"
#include "analyzer/memory_model/program.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::memory_model;

namespace {

constexpr unsigned None = ~0u;

class Checker {
public:
  explicit Checker(const Litmus &L)
      : L(L), P(L), From(P.Events.size(), None), Values(P.Events.size()),
        Evaluated(P.Events.size()), Performed(P.Events.size()) {}
  std::optional<Witness> run();

private:
  const Litmus &L;
  Program P;
  std::vector<unsigned> From;  ///< The write that a read returns.
  std::vector<int64_t> Values; ///< Written value; what a load returns.
  enum State : uint8_t { Not, Active, Done };
  std::vector<State> Evaluated;
  std::vector<bool> Performed; ///< False for the write of a failed CAS.
  Relation Observation, Cause, Coherence;
  std::vector<unsigned> ScOrder;

  unsigned count() const { return P.Events.size(); }
  int64_t returned(unsigned Read) const { return Values[From[Read]]; }
  bool isWrite(unsigned E) const { return P.Events[E].Writes && Performed[E]; }

  bool chooseReads(size_t Index);
  bool mayReturn(unsigned Read, unsigned Write) const;
  bool evaluateAll();
  bool evaluate(unsigned E);
  bool registersMatch() const;
  void observe();
  bool chooseFenceOrder();
  bool orderCausality();
  bool chooseLastWrites(size_t Index, Relation Order);
  bool chooseCoherence(Relation Order);
  bool isConsistent(const Relation &Order) const;
  bool isAtomic(const Relation &Order) const;
  bool isSequentialPerLocation(const Relation &Order) const;
  bool respectsCausality(const Relation &Order) const;
  Witness describe() const;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reads-from and values
//===----------------------------------------------------------------------===//

/// Cheap tests that the axioms would confirm: they only save time.
bool Checker::mayReturn(unsigned Read, unsigned Write) const {
  if (Read == Write || !P.Events[Write].Writes || !P.sameLocation(Read, Write))
    return false;
  const Instruction *R = P.Events[Read].Code, *W = P.Events[Write].Code;
  if (W && W->Kind != EventKind::Store)
    return true;
  for (const Equation &E : L.Outcome)
    if (E.Thread == P.Events[Read].Thread && E.Register == R->Register &&
        E.Value != (W ? W->Operand : 0))
      return false;
  return true;
}

bool Checker::chooseReads(size_t Index) {
  if (Index == P.Reads.size()) {
    if (!evaluateAll() || !registersMatch())
      return false;
    observe();
    return chooseFenceOrder();
  }
  unsigned Read = P.Reads[Index];
  for (unsigned Write = 0; Write < count(); ++Write) {
    if (!mayReturn(Read, Write))
      continue;
    From[Read] = Write;
    if (chooseReads(Index + 1))
      return true;
  }
  return false;
}

bool Checker::evaluateAll() {
  llvm::fill(Evaluated, Not);
  for (unsigned E = 0; E < count(); ++E)
    if (P.Events[E].IsMemory && !evaluate(E))
      return false;
  for (unsigned Read : P.Reads)
    if (!Performed[From[Read]])
      return false;
  return true;
}

/// Values[E] of a write; false where a value would come out of thin air.
bool Checker::evaluate(unsigned E) {
  if (Evaluated[E] == Done)
    return true;
  if (Evaluated[E] == Active)
    return false;
  Evaluated[E] = Active;
  const MemoryEvent &M = P.Events[E];
  Performed[E] = M.Writes;
  bool NeedsOld = M.Reads && !(M.isRmw() && M.Code->Rmw == RmwOp::Exch);
  if (NeedsOld && !evaluate(From[E]))
    return false;
  int64_t Old = NeedsOld ? returned(E) : 0;
  if (!M.Code)
    Values[E] = 0;
  else if (!M.isRmw())
    Values[E] = M.Reads ? Old : M.Code->Operand;
  else if (M.Code->Rmw == RmwOp::Add)
    Values[E] = int64_t(uint64_t(Old) + uint64_t(M.Code->Operand));
  else
    Values[E] = M.Code->Operand;
  if (M.isRmw() && M.Code->Rmw == RmwOp::Cas && Old != M.Code->Compare)
    Performed[E] = false;
  Evaluated[E] = Done;
  return true;
}

bool Checker::registersMatch() const {
  for (const Equation &E : L.Outcome)
    for (unsigned Read : P.Reads)
      if (E.Thread == P.Events[Read].Thread &&
          E.Register == P.Events[Read].Code->Register &&
          returned(Read) != E.Value)
        return false;
  return true;
}

/// Morally strong reads-from, carried on through chains of RMWs.
void Checker::observe() {
  Observation = Relation();
  for (unsigned Read : P.Reads)
    if (P.MorallyStrong.has(From[Read], Read))
      Observation.add(From[Read], Read);
  for (unsigned Z = 0; Z < count(); ++Z)
    if (P.Events[Z].isRmw())
      for (unsigned X = 0; X < count(); ++X)
        for (unsigned Y = 0; Y < count(); ++Y)
          if (Observation.has(X, Z) && Observation.has(Z, Y))
            Observation.add(X, Y);
}

//===----------------------------------------------------------------------===//
// Fence-SC and causality
//===----------------------------------------------------------------------===//

bool Checker::chooseFenceOrder() {
  ScOrder = P.ScFences;
  do {
    if (orderCausality())
      return true;
  } while (std::next_permutation(ScOrder.begin(), ScOrder.end()));
  return false;
}

bool Checker::orderCausality() {
  Relation Base = P.ProgramOrder;
  Base |= P.BarrierEdges;
  for (Pattern Release : P.Releases)
    for (Pattern Acquire : P.Acquires)
      if (Observation.has(Release.Access, Acquire.Access) &&
          P.MorallyStrong.has(Release.Ordering, Acquire.Ordering))
        Base.add(Release.Ordering, Acquire.Ordering);
  for (size_t I = 0; I < ScOrder.size(); ++I)
    for (size_t J = I + 1; J < ScOrder.size(); ++J)
      if (P.MorallyStrong.has(ScOrder[I], ScOrder[J]))
        Base.add(ScOrder[I], ScOrder[J]);
  Base.close();
  // Fence-SC: the order may not contradict causality.
  for (unsigned Fence : ScOrder)
    if (Base.has(Fence, Fence))
      return false;

  Relation Preserved;
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Y = 0; Y < count(); ++Y)
      if (P.isProxyPreserved(Base, X, Y))
        Preserved.add(X, Y);
  Cause = Preserved;
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Z = 0; Z < count(); ++Z)
      for (unsigned Y = 0; Y < count(); ++Y)
        if (Observation.has(X, Z) && Preserved.has(Z, Y))
          Cause.add(X, Y);
  // Causality, first half: no read returns a write that it precedes.
  for (unsigned Read : P.Reads)
    if (Cause.has(Read, From[Read]))
      return false;

  // Coherence: what causality demands, and the initial writes first.
  Relation Order;
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Y = 0; Y < count(); ++Y)
      if (X != Y && isWrite(X) && isWrite(Y) && P.sameLocation(X, Y) &&
          (!P.Events[X].Code || Cause.has(X, Y)))
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
  const Equation &E = L.Outcome[Index];
  for (unsigned Last = 0; Last < count(); ++Last) {
    if (!P.Events[Last].IsMemory || P.Events[Last].Location != E.Location ||
        !isWrite(Last) || Values[Last] != E.Value)
      continue;
    Relation Extended = Order;
    for (unsigned W = 0; W < count(); ++W)
      if (W != Last && isWrite(W) && P.sameLocation(W, Last))
        Extended.add(W, Last);
    if (chooseLastWrites(Index + 1, Extended))
      return true;
  }
  return false;
}

bool Checker::chooseCoherence(Relation Order) {
  Order.close();
  if (!Order.isIrreflexive())
    return false;
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Y = X + 1; Y < count(); ++Y) {
      if (!isWrite(X) || !isWrite(Y) || !P.sameLocation(X, Y) ||
          !P.MorallyStrong.has(X, Y) || Order.has(X, Y) || Order.has(Y, X))
        continue;
      Relation Forward = Order, Backward = Order;
      Forward.add(X, Y);
      Backward.add(Y, X);
      return chooseCoherence(Forward) || chooseCoherence(Backward);
    }
  if (!isConsistent(Order))
    return false;
  Coherence = Order;
  return true;
}

bool Checker::isConsistent(const Relation &Order) const {
  return isAtomic(Order) && isSequentialPerLocation(Order) &&
         respectsCausality(Order);
}

/// No morally strong write comes between the two halves of an RMW.
bool Checker::isAtomic(const Relation &Order) const {
  for (unsigned Read : P.Reads) {
    if (!P.Events[Read].isRmw() || !Performed[Read])
      continue;
    for (unsigned W = 0; W < count(); ++W)
      if (W != Read && isWrite(W) && P.MorallyStrong.has(W, Read) &&
          Order.has(From[Read], W) && Order.has(W, Read))
        return false;
  }
  return true;
}

/// Program order and morally strong communication of one location agree.
bool Checker::isSequentialPerLocation(const Relation &Order) const {
  Relation Edges;
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Y = 0; Y < count(); ++Y)
      if (P.MorallyStrong.has(X, Y) && P.sameLocation(X, Y) &&
          (P.ProgramOrder.has(X, Y) || Order.has(X, Y)))
        Edges.add(X, Y);
  for (unsigned Read : P.Reads) {
    if (P.MorallyStrong.has(From[Read], Read))
      Edges.add(From[Read], Read);
    for (unsigned W = 0; W < count(); ++W)
      if (W != Read && Order.has(From[Read], W) && P.MorallyStrong.has(Read, W))
        Edges.add(Read, W);
  }
  Edges.close();
  return Edges.isIrreflexive();
}

/// Causality, second half: no read returns a write that is overwritten by
/// one that precedes the read.
bool Checker::respectsCausality(const Relation &Order) const {
  for (unsigned Read : P.Reads)
    for (unsigned W = 0; W < count(); ++W)
      if (isWrite(W) && Cause.has(W, Read) && Order.has(From[Read], W))
        return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Result
//===----------------------------------------------------------------------===//

Witness Checker::describe() const {
  Witness Out;
  for (unsigned Read : P.Reads)
    Out.Lines.push_back(P.name(Read) + " returns " +
                        std::to_string(returned(Read)) + " from " +
                        P.name(From[Read]));
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Y = 0; Y < count(); ++Y)
      if (P.Events[X].Code && Coherence.has(X, Y))
        Out.Lines.push_back(P.name(X) + " precedes " + P.name(Y) +
                            " in coherence order");
  for (size_t I = 1; I < ScOrder.size(); ++I)
    Out.Lines.push_back(P.name(ScOrder[I - 1]) + " precedes " +
                        P.name(ScOrder[I]) + " in Fence-SC order");
  return Out;
}

std::optional<Witness> Checker::run() {
  if (!chooseReads(0))
    return std::nullopt;
  return describe();
}

std::optional<Witness> memory_model::findWitness(const Litmus &L) {
  return Checker(L).run();
}
