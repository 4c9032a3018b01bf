//===- execution.cpp - causality of one execution, in words too -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 8.9.
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/execution.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::memory_model;

void Execution::observe() {
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

void Execution::orderCausality() {
  Synchronizes = Relation();
  for (Pattern Release : P.Releases)
    for (Pattern Acquire : P.Acquires)
      if (Observation.has(Release.Access, Acquire.Access) &&
          P.MorallyStrong.has(Release.Ordering, Acquire.Ordering))
        Synchronizes.add(Release.Ordering, Acquire.Ordering);
  Base = P.ProgramOrder;
  Base |= P.BarrierEdges;
  Base |= Synchronizes;
  for (size_t I = 0; I < ScOrder.size(); ++I)
    for (size_t J = I + 1; J < ScOrder.size(); ++J)
      if (P.MorallyStrong.has(ScOrder[I], ScOrder[J]))
        Base.add(ScOrder[I], ScOrder[J]);
  Base.close();

  Preserved = Relation();
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Y = 0; Y < count(); ++Y)
      if (P.isProxyPreserved(Base, X, Y))
        Preserved.add(X, Y);
  Cause = Preserved;
  for (unsigned X = 0; X < count(); ++X)
    for (unsigned Z = 0; Z < count(); ++Z)
      if (Observation.has(X, Z))
        for (unsigned Y = 0; Y < count(); ++Y)
          if (Preserved.has(Z, Y))
            Cause.add(X, Y);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

llvm::StringRef memory_model::spelling(Axiom A) {
  switch (A) {
  case Axiom::NoThinAir:
    return "no-thin-air";
  case Axiom::FenceSc:
    return "fence-sc";
  case Axiom::Coherence:
    return "coherence";
  case Axiom::Atomicity:
    return "atomicity";
  case Axiom::ScPerLocation:
    return "sc-per-location";
  case Axiom::Causality:
    return "causality";
  }
  return "";
}

llvm::StringRef memory_model::spelling(EdgeKind K) {
  switch (K) {
  case EdgeKind::ReadsFrom:
    return "rf";
  case EdgeKind::Coherence:
    return "co";
  case EdgeKind::FenceSc:
    return "fence-sc";
  case EdgeKind::Synchronizes:
    return "sync";
  case EdgeKind::Barrier:
    return "barrier";
  }
  return "";
}

std::string Edge::text() const {
  switch (Kind) {
  case EdgeKind::ReadsFrom:
    return To + " returns " + std::to_string(Value) + " from " + From;
  case EdgeKind::Coherence:
    return From + " precedes " + To + " in coherence order";
  case EdgeKind::FenceSc:
    return From + " precedes " + To + " in Fence-SC order";
  case EdgeKind::Synchronizes:
    return From + " synchronizes with " + To;
  case EdgeKind::Barrier:
    return From + " arrives before " + To + " lets go";
  }
  return "";
}

std::vector<std::string> Witness::lines() const {
  std::vector<std::string> Out;
  for (const Edge &E : Edges)
    Out.push_back(E.text());
  return Out;
}

Witness memory_model::describe(const Execution &E) {
  Witness Out;
  auto Add = [&](EdgeKind Kind, unsigned X, unsigned Y, int64_t Value = 0) {
    Out.Edges.push_back({Kind, E.P.name(X), E.P.name(Y), Value});
  };
  for (unsigned Read : E.P.Reads)
    Add(EdgeKind::ReadsFrom, E.From[Read], Read, E.returned(Read));
  for (unsigned X = 0; X < E.count(); ++X)
    for (unsigned Y = 0; Y < E.count(); ++Y)
      if (E.P.Events[X].Code && E.Coherence.has(X, Y))
        Add(EdgeKind::Coherence, X, Y);
  for (size_t I = 1; I < E.ScOrder.size(); ++I)
    if (E.P.MorallyStrong.has(E.ScOrder[I - 1], E.ScOrder[I]))
      Add(EdgeKind::FenceSc, E.ScOrder[I - 1], E.ScOrder[I]);
  for (auto [Kind, Edges] : {std::pair(EdgeKind::Synchronizes, &E.Synchronizes),
                             std::pair(EdgeKind::Barrier, &E.P.BarrierEdges)})
    for (unsigned X = 0; X < E.count(); ++X)
      for (unsigned Y = 0; Y < E.count(); ++Y)
        if (Edges->has(X, Y))
          Add(Kind, X, Y);
  return Out;
}

namespace {

/// Steps of causality from X to Y, each in words; the shortest path.
class CausalPath {
public:
  explicit CausalPath(const Execution &E) : E(E) {}
  std::vector<std::string> from(unsigned X, unsigned Y) const;

private:
  const Execution &E;
  std::string stepName(unsigned A, unsigned B) const;
};

std::string CausalPath::stepName(unsigned A, unsigned B) const {
  if (E.P.ProgramOrder.has(A, B))
    return "program order";
  if (E.P.BarrierEdges.has(A, B))
    return "barrier";
  if (E.Synchronizes.has(A, B))
    return "synchronizes with";
  auto At = [&](unsigned F) { return llvm::find(E.ScOrder, F); };
  if (At(A) != E.ScOrder.end() && At(B) != E.ScOrder.end() && At(A) < At(B) &&
      E.P.MorallyStrong.has(A, B))
    return "Fence-SC order";
  return "";
}

std::vector<std::string> CausalPath::from(unsigned X, unsigned Y) const {
  std::vector<std::string> Out;
  unsigned Start = X;
  if (!E.Base.has(X, Y))
    for (unsigned Z = 0; Z < E.count(); ++Z)
      if (E.Observation.has(X, Z) && E.Preserved.has(Z, Y)) {
        Out.push_back(E.P.name(X) + " is observed by " + E.P.name(Z));
        Start = Z;
        break;
      }
  std::vector<unsigned> Before(E.count(), None), Queue{Start};
  for (size_t I = 0; I < Queue.size() && Before[Y] == None; ++I)
    for (unsigned Next = 0; Next < E.count(); ++Next)
      if (Before[Next] == None && !stepName(Queue[I], Next).empty()) {
        Before[Next] = Queue[I];
        Queue.push_back(Next);
      }
  std::vector<std::string> Steps;
  for (unsigned At = Y; At != None && Steps.size() < E.count();) {
    unsigned Prior = Before[At];
    if (Prior == None)
      break;
    Steps.push_back(E.P.name(Prior) + " precedes " + E.P.name(At) + ": " +
                    stepName(Prior, At));
    At = Prior;
    if (At == Start)
      break;
  }
  Out.insert(Out.end(), Steps.rbegin(), Steps.rend());
  return Out;
}

} // namespace

Refusal memory_model::explain(const Execution &E, const Contradiction &C) {
  Refusal Out{C.Why, {}};
  auto Name = [&](unsigned Event) { return E.P.name(Event); };
  auto AddPath = [&](unsigned X, unsigned Y) {
    for (std::string &Line : CausalPath(E).from(X, Y))
      Out.Lines.push_back(std::move(Line));
  };
  for (unsigned Read : E.P.Reads)
    Out.Lines.push_back(Name(Read) + " would return " +
                        std::to_string(E.returned(Read)) + " from " +
                        Name(E.From[Read]));
  switch (C.Why) {
  case Axiom::NoThinAir:
    Out.Lines = {"the value of " + Name(C.X) + " would be its own cause"};
    break;
  case Axiom::FenceSc:
    Out.Lines.push_back("the order of the fence.sc contradicts causality at " +
                        Name(C.X));
    AddPath(C.X, C.X);
    break;
  case Axiom::Coherence:
    Out.Lines.push_back("writes would have to precede each other in coherence "
                        "order: " +
                        Name(C.X));
    break;
  case Axiom::Atomicity:
    Out.Lines.push_back(Name(C.Y) +
                        " would come between the read and the "
                        "write of " +
                        Name(C.X));
    break;
  case Axiom::ScPerLocation:
    Out.Lines.push_back("program order and communication of one location "
                        "contradict each other at " +
                        Name(C.X));
    break;
  case Axiom::Causality:
    if (E.P.Events[C.X].Writes && E.From[C.Y] != C.X)
      Out.Lines.push_back(Name(C.X) + " overwrites that value and precedes " +
                          Name(C.Y) + " in causality order");
    else
      Out.Lines.push_back(Name(C.X) + " precedes the write that it returns");
    AddPath(C.X, C.Y);
    break;
  }
  return Out;
}
