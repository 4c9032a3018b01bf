//===- repeated_atomics.cpp - two atomics where one suffices --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Across kernels, keys are compared by how they are computed, parameters by
// their names. Cost: the atomics of the unit, pairs only among equal keys.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/repeated_atomics.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace fencepost {
namespace {

constexpr unsigned MaxKey = 512;

/// How V is computed, with nothing in it that belongs to one function; empty
/// where that cannot be told or is too long.
class KeyWriter {
public:
  explicit KeyWriter(const FunctionView &In) : In(In), Fn(In.fn()) {}
  std::string of(ValueId V) {
    std::string Text;
    return write(V, 0, Text) && Text.size() <= MaxKey ? Text : std::string();
  }
  bool HasLoad = false;

private:
  const FunctionView &In;
  const Function &Fn;

  bool write(ValueId V, unsigned Depth, std::string &Text) {
    V = stripCasts(Fn, V);
    const Value &Node = Fn.Values[V];
    if (Depth > 16 || Text.size() > MaxKey)
      return false;
    switch (Node.Kind) {
    case ValueKind::Constant:
      Text += std::to_string(Node.Imm);
      return true;
    case ValueKind::Param:
      if (size_t(Node.Imm) >= Fn.Params.size() ||
          Fn.Params[Node.Imm].Name.empty())
        return false;
      Text += "p:" + Fn.Params[Node.Imm].Name + Node.Name;
      return true;
    case ValueKind::Special:
    case ValueKind::Global:
      Text += Node.Name;
      return true;
    case ValueKind::Op:
      if (Node.Op == OpCode::Havoc)
        return false;
      Text +=
          (Twine("(") + spelling(Node.Op) + Twine(Node.Imm) + Node.Name).str();
      for (ValueId Operand : Node.Operands) {
        Text += ' ';
        if (!write(Operand, Depth + 1, Text))
          return false;
      }
      Text += ')';
      return true;
    case ValueKind::Result: {
      const Event &E = Fn.Events[Node.Imm];
      if (E.Kind != EventKind::Load || !In.provenance().isUnchanging(Node.Imm))
        return false;
      HasLoad = true;
      Text += '[';
      bool Done = write(E.Address, Depth + 1, Text);
      Text += ']';
      return Done;
    }
    case ValueKind::Phi:
      return writeCounter(Node, Depth, Text);
    case ValueKind::Unknown:
    case ValueKind::Local:
      return false;
    }
    return false;
  }

  /// A counter of a loop by its start: steps are taken to be alike.
  bool writeCounter(const Value &Node, unsigned Depth, std::string &Text) {
    const Block &B = Fn.Blocks[Node.Imm];
    for (size_t K = 0; K < B.Predecessors.size(); ++K)
      if (!In.cfg().dominatesBlock(Node.Imm, B.Predecessors[K])) {
        Text += "from ";
        return write(Node.Operands[K], Depth + 1, Text);
      }
    return false;
  }
};

bool isAtomic(const Event &E) { return isRmw(E.Kind); }
bool isUnused(const Event &E) {
  return E.Kind == EventKind::Red || !E.ResultUsed;
}

/// Adds one.
bool isCount(const FunctionView &In, const Event &E) {
  if (E.IsFloat)
    return false;
  return E.Rmw == RmwOp::Inc ||
         (E.Rmw == RmwOp::Add && constantOf(In.fn(), E.Operand) == 1);
}

/// Base and index of an address that is one element of an array.
ValueId indexOf(const Function &Fn, ValueId Address) {
  const Value &Node = Fn.Values[stripCasts(Fn, Address)];
  if (Node.Kind == ValueKind::Op && Node.Op == OpCode::Element &&
      Node.Operands.size() == 2)
    return Node.Operands[1];
  if (Node.Kind != ValueKind::Op || Node.Op != OpCode::Add ||
      Node.Operands.size() != 2)
    return UnknownValue;
  for (unsigned I = 0; I < 2; ++I)
    if (Fn.Values[stripCasts(Fn, Node.Operands[I])].Kind == ValueKind::Param)
      return Node.Operands[1 - I];
  return UnknownValue;
}

/// Does the ticket E say where something is stored?
bool placesElement(const FunctionView &In, EventId E) {
  DenseSet<ValueId> Made = In.uses().dependents(E);
  return llvm::any_of(In.fn().Events, [&](const Event &S) {
    return S.Kind == EventKind::Store && Made.contains(S.Address);
  });
}

class Finder {
public:
  explicit Finder(const UnitView &Unit) : Unit(Unit) {}
  std::vector<RepeatedAtomic> find();

private:
  const UnitView &Unit;
  StringMap<AccessRef> Counts; ///< Ranks dropped, by key.
  std::vector<RepeatedAtomic> Found;

  void collectCounts(const FunctionView &In);
  void findRanks(const FunctionView &In);
  void findNeighbours(const FunctionView &In);
};

void Finder::collectCounts(const FunctionView &In) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (!isAtomic(Ev) || !isUnused(Ev) || !isCount(In, Ev))
      continue;
    // What others wait for says that something is done: it cannot come earlier.
    if (releases(Ev.Ord) || !Unit.pollsOf(In, E, /*Namesakes=*/false).empty())
      continue;
    ValueId Index = indexOf(In.fn(), Ev.Address);
    KeyWriter Key(In);
    if (std::string Text = Index ? Key.of(Index) : "";
        !Text.empty() && Key.HasLoad)
      Counts.try_emplace(Text, AccessRef{&In, E});
  }
}

void Finder::findRanks(const FunctionView &In) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (Ev.Kind != EventKind::Rmw || isUnused(Ev) || !isCount(In, Ev) ||
        !placesElement(In, E))
      continue;
    ValueId Index = indexOf(In.fn(), Ev.Address);
    KeyWriter Key(In);
    std::string Text = Index ? Key.of(Index) : "";
    auto It = Text.empty() ? Counts.end() : Counts.find(Text);
    if (It == Counts.end())
      continue;
    const AccessRef &First = It->second;
    if (First.In == &In && !In.cfg().reaches(First.E, E))
      continue;
    Found.push_back({First, {&In, E}, RepeatedWhy::RankAgain});
  }
}

/// Pairs in one block of code with nothing that orders between.
void Finder::findNeighbours(const FunctionView &In) {
  for (const Block &B : In.fn().Blocks) {
    EventId Last = NoId;
    for (EventId E : B.Events) {
      const Event &Ev = In.event(E);
      if (Ev.Kind == EventKind::Load && Ev.Ord == Order::Weak)
        continue;
      if (!isAtomic(Ev)) {
        Last = NoId;
        continue;
      }
      const Event *Before = Last == NoId ? nullptr : &In.event(Last);
      bool Same = Before && Before->Address == Ev.Address &&
                  Before->Bits == Ev.Bits && isUnused(*Before);
      bool Changes = !(Ev.Rmw == RmwOp::Add || Ev.Rmw == RmwOp::Or) ||
                     Ev.IsFloat || constantOf(In.fn(), Ev.Operand) != 0;
      if (Same && !isUnused(Ev) && !Changes && Before->Rmw != RmwOp::Cas)
        Found.push_back({{&In, Last}, {&In, E}, RepeatedWhy::AsksAgain});
      else if (Same && isUnused(Ev) && Ev.Rmw == RmwOp::Add &&
               Before->Rmw == RmwOp::Add && Changes)
        Found.push_back({{&In, Last}, {&In, E}, RepeatedWhy::AddsAgain});
      Last = E;
    }
  }
}

std::vector<RepeatedAtomic> Finder::find() {
  for (const auto &In : Unit.functions())
    collectCounts(*In);
  for (const auto &In : Unit.functions()) {
    if (!Counts.empty())
      findRanks(*In);
    findNeighbours(*In);
  }
  return std::move(Found);
}

} // namespace

std::vector<RepeatedAtomic> repeatedAtomics(const UnitView &Unit) {
  return Finder(Unit).find();
}

bool isRankOfTurn(const RepeatedAtomic &R) {
  const FunctionView &In = *R.First.In;
  uint32_t Turn = In.loops().innermost(In.cfg().position(R.First.E).Block);
  return R.Why == RepeatedWhy::RankAgain && R.Second.In == &In &&
         Turn != NoId &&
         !In.loops().all()[Turn].contains(In.cfg().position(R.Second.E).Block);
}

} // namespace fencepost
