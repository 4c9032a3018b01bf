//===- block_reach.cpp - words that several blocks reach ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/threads/block_reach.h"
#include "analyzer/analysis/contention/sharing.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/memory/address_walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace fencepost;
using llvm::StringRef;

//===- Conditions ---------------------------------------------------------===//

namespace {

/// The conditions on the ways to an event.
class BlockChoice {
public:
  BlockChoice(const UnitView &Unit, const FunctionView &In)
      : Fn(In.fn()), Where(In.provenance()),
        Shapes(sharingOf(Unit, In).shapes()) {}
  /// May the outcome Want of Test hold for certain blocks alone?
  bool picks(ValueId Test, bool Want, unsigned Depth = 0) const;
  /// Does a loop deal the elements that V is loaded from out to all threads of
  /// the grid, one stride of the grid after the other? What stands in them is
  /// then of no block in particular.
  bool isDealtOut(ValueId V) const;

private:
  const Function &Fn;
  const Provenance &Where;
  const IdDependences &Shapes;

  bool asksForBlock(ValueId Test, bool ThroughLoads) const;
  bool isSame(ValueId V) const {
    const IdDependence &S = Shapes.of(V);
    return S.ByThread == Varies::Not && S.ByBlock == Varies::Not &&
           !S.IsClaimed;
  }
  bool isGridIndex(ValueId V, bool NeedsThread) const;
  bool isCounter(ValueId V) const;
  bool isGridStride(ValueId V) const;
  bool isBound(const Value &Test, bool Want) const;
};

} // namespace

static bool isBlockRegister(const Value &Node) {
  StringRef Name = Node.Name;
  return Node.Kind == ValueKind::Special &&
         (Name.starts_with("ctaid") || Name.starts_with("cluster_cta") ||
          Name.starts_with("clusterid"));
}

/// By its number, or by what is stored for it; what the block has in its shared
/// memory is data of its own. An incomplete walk may have missed it.
bool BlockChoice::asksForBlock(ValueId Test, bool ThroughLoads) const {
  static constexpr size_t MostLoads = 16;
  bool Asks = false;
  llvm::SmallSetVector<ValueId, 4> Work;
  Work.insert(Test);
  for (size_t I = 0; I < Work.size() && !Asks; ++I) {
    bool Complete = visitOperands(Fn, Work[I], [&](ValueId V) {
      const Value &Node = Fn.value(V);
      Asks |= isBlockRegister(Node);
      if (!ThroughLoads || Node.Kind != ValueKind::Result)
        return !Asks;
      auto Load = EventId(Node.Imm);
      if (Fn.Events[Load].Kind == EventKind::Load &&
          Fn.Events[Load].Address != UnknownValue && !Where.isShared(Load))
        Work.insert(Fn.Events[Load].Address);
      return !Asks;
    });
    Asks |= !Complete || Work.size() > MostLoads;
  }
  return Asks;
}

/// `ctaid * ntid + tid` and quotients of it, what is the same for all added.
bool BlockChoice::isGridIndex(ValueId V, bool NeedsThread) const {
  V = stripCasts(Fn, V);
  const Value &Node = Fn.value(V);
  if (Node.Kind == ValueKind::Op && Node.Operands.size() == 2 &&
      (Node.Op == OpCode::Div || Node.Op == OpCode::Shr))
    return isSame(Node.Operands[1]) &&
           isGridIndex(Node.Operands[0], NeedsThread);
  IndexLeaves Parts;
  for (auto [Term, Factor] : linearForm(Fn, V).Terms) {
    if (isSame(Term))
      continue;
    IndexLeaves Of = indexLeaves(Fn, Term);
    if (Of.Other || Factor < 0)
      return false;
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      Parts.Tid[Axis] |= Of.Tid[Axis];
      Parts.Ctaid[Axis] |= Of.Ctaid[Axis];
    }
  }
  return Parts.anyCtaid() && (Parts.anyTid() || !NeedsThread);
}

/// Starts at a number of the grid and takes the same step everywhere: all
/// blocks share the range out among themselves.
bool BlockChoice::isCounter(ValueId V) const {
  V = stripCasts(Fn, V);
  const Value &Node = Fn.value(V);
  if (Node.Kind != ValueKind::Phi)
    return false;
  bool Starts = false, Steps = false;
  for (ValueId Operand : Node.Operands) {
    if (Operand == UnknownValue)
      return false;
    LinearForm Form = linearForm(Fn, Operand);
    bool IsStep = llvm::any_of(Form.Terms, [&](const auto &T) {
      return stripCasts(Fn, T.first) == V && T.second == 1;
    });
    if (!IsStep) {
      Starts = isGridIndex(Operand, /*NeedsThread=*/false);
      if (!Starts)
        return false;
      continue;
    }
    Steps = true;
    for (auto [Term, Factor] : Form.Terms)
      if (stripCasts(Fn, Term) != V && (!isSame(Term) || Factor < 0))
        return false;
  }
  return Starts && Steps;
}

/// `i < n` for an index of the grid and an n that is not known: only the last
/// threads fail.
bool BlockChoice::isBound(const Value &Test, bool Want) const {
  if (Test.Operands.size() != 2)
    return false;
  bool IsBelow = (Test.Op == OpCode::Lt || Test.Op == OpCode::Le) == Want;
  ValueId Index = Test.Operands[IsBelow ? 0 : 1],
          Limit = Test.Operands[IsBelow ? 1 : 0];
  return !constantOf(Fn, Limit) && isSame(Limit) &&
         (isGridIndex(Index, /*NeedsThread=*/true) || isCounter(Index));
}

/// Moves on by a step that depends on the number of blocks.
bool BlockChoice::isGridStride(ValueId V) const {
  V = stripCasts(Fn, V);
  bool Found = false;
  if (!isCounter(V))
    return false;
  for (ValueId Operand : Fn.value(V).Operands)
    visitOperands(Fn, Operand, [&](ValueId Of) {
      Found |= StringRef(Fn.value(Of).Name).starts_with("nctaid.");
      return !Found && Of != V;
    });
  return Found;
}

bool BlockChoice::isDealtOut(ValueId V) const {
  const Value &Node = Fn.value(V);
  if (Node.Kind != ValueKind::Result)
    return false;
  auto Load = EventId(Node.Imm);
  const Event &E = Fn.Events[Load];
  if (E.Kind != EventKind::Load || E.Ord != Order::Weak ||
      E.Address == UnknownValue || Where.isShared(Load))
    return false;
  bool Found = false;
  for (auto [Term, Factor] : linearForm(Fn, E.Address).Terms) {
    bool Strides = isGridStride(Term);
    if (!Strides && !isSame(Term))
      return false;
    Found |= Strides;
  }
  return Found;
}

bool BlockChoice::picks(ValueId Test, bool Want, unsigned Depth) const {
  static constexpr unsigned MaxDepth = 16;
  if (Test == UnknownValue || Depth > MaxDepth)
    return true;
  const IdDependence &S = Shapes.of(Test);
  if (S.ByBlock == Varies::Not)
    return false;
  const Value &Node = Fn.value(Test);
  if (Node.Kind == ValueKind::Op)
    switch (Node.Op) {
    case OpCode::LogicalNot:
      return picks(Node.Operands[0], !Want, Depth + 1);
    case OpCode::And:
    case OpCode::Or:
      if (llvm::all_of(Node.Operands,
                       [&](ValueId V) { return isBoolean(Fn.value(V)); }))
        return llvm::any_of(Node.Operands, [&](ValueId V) {
          return picks(V, Want, Depth + 1);
        });
      break;
    case OpCode::Lt:
    case OpCode::Le:
    case OpCode::Gt:
    case OpCode::Ge:
      if (isBound(Node, Want))
        return false;
      break;
    default:
      break;
    }
  // Data of the thread's own, and who is elected, say nothing of the block.
  return asksForBlock(Test, /*ThroughLoads=*/S.ByThread == Varies::Not);
}

/// Does a loop around B end at Branch, which B may come before? It decides how
/// often, not who.
static bool isTestOfMore(const FunctionView &In, BlockId Branch, BlockId B) {
  uint32_t L = In.loops().innermost(Branch);
  return L != NoId && (Branch == B || !In.cfg().dominatesBlock(Branch, B)) &&
         In.loops().all()[L].contains(B) &&
         llvm::any_of(In.fn().block(Branch).Term.Successors, [&](BlockId To) {
           return !In.loops().all()[L].contains(To);
         });
}

bool fencepost::isOfChosenBlocks(const UnitView &Unit, const FunctionView &In,
                                 EventId E) {
  BlockChoice Choice(Unit, In);
  BlockId B = In.cfg().position(E).Block;
  return llvm::any_of(
      In.cfg().controlDependences(B), [&](const Cfg::Dependence &D) {
        if (isTestOfMore(In, D.Branch, B))
          return false;
        const Terminator &T = In.fn().block(D.Branch).Term;
        return Choice.picks(T.Condition, T.Kind == TerminatorKind::Branch &&
                                             D.Successor == 0);
      });
}

//===- Addresses ----------------------------------------------------------===//

/// The counter of a loop: over all its turns the threads of every block reach
/// the same values, if those of one turn are made alike.
static bool isLoopCounter(const FunctionView &In, const Value &Node,
                          ValueId V) {
  return Node.Kind == ValueKind::Phi &&
         llvm::any_of(In.loops().all(), [&](const Loop &L) {
           return L.Header == BlockId(Node.Imm) &&
                  llvm::is_contained(In.fn().block(L.Header).Phis, V);
         });
}

/// Do one and the same thread of each block make all accesses to the word? An
/// atomic is then of use only if other blocks take part.
static bool isAloneInBlock(const FunctionView &In, EventId E) {
  BlockId Here = In.cfg().position(E).Block;
  auto IsOne = [&](BlockId B) {
    return In.populations().of(B) == Population::OnePerBlock &&
           In.populations().sameThreads(B, Here);
  };
  for (EventId O = 0; O < In.fn().Events.size(); ++O) {
    const Event &Other = In.event(O);
    if (Other.Kind == EventKind::OpaqueCall)
      return false;
    if (isMemoryAccess(Other.Kind) && In.provenance().sameObject(O, E) &&
        !IsOne(In.cfg().position(O).Block))
      return false;
  }
  return In.populations().of(Here) == Population::OnePerBlock;
}

/// The shapes of IdDependences do not see what decides between the operands of
/// a phi, so the address is walked: it is made of numbers within the block.
bool fencepost::isOneForTheGrid(const UnitView &Unit, const FunctionView &In,
                                EventId E) {
  bool Known = true;
  BlockChoice Choice(Unit, In);
  bool Complete = visitOperands(In.fn(), In.event(E).Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    StringRef Name = Node.Name;
    if (Node.Kind == ValueKind::Special)
      Known &= isThreadNumber(Name) || Name.starts_with("ntid.");
    else if (Node.Kind == ValueKind::Result)
      Known &= Choice.isDealtOut(V);
    else if (Node.Kind == ValueKind::Unknown || Node.Op == OpCode::Havoc ||
             (Node.Kind == ValueKind::Phi && !isLoopCounter(In, Node, V)))
      Known = false;
    return Known;
  });
  if (!Complete || !Known)
    return false;
  bool IsShared = sharingOf(Unit, In).hasSeveralBlocks() ||
                  (Unit.launchesOf(In.fn()).empty() && isAloneInBlock(In, E));
  return IsShared && !isOfChosenBlocks(Unit, In, E);
}

bool fencepost::isMappedToPeer(const FunctionView &In, ValueId Address) {
  bool Mapped = false;
  visitOperands(In.fn(), Address, [&](ValueId V) {
    Mapped |= mapsToPeer(In.fn().value(V));
    return !Mapped;
  });
  return Mapped;
}

static bool isClusterOfOne(const UnitView &Unit, const FunctionView &In) {
  if (In.fn().ClusterSize)
    return In.fn().ClusterSize == 1;
  auto Launches = Unit.launchesOf(In.fn());
  return !Launches.empty() && llvm::all_of(Launches, [](const HostLaunch *L) {
    return L->Cluster.product() == 1;
  });
}

bool fencepost::isOneForTheCluster(const UnitView &Unit, const FunctionView &In,
                                   EventId E) {
  ValueId Address = In.event(E).Address;
  if (Address == UnknownValue || !isMappedToPeer(In, Address) ||
      isClusterOfOne(Unit, In))
    return false;
  bool Known = true;
  BlockChoice Choice(Unit, In);
  bool Complete = visitOperands(In.fn(), Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    if (Node.Kind == ValueKind::Special)
      Known &= isThreadNumber(Node.Name);
    else if (Node.Kind == ValueKind::Result)
      Known &= Choice.isDealtOut(V);
    else if (Node.Kind != ValueKind::Op && Node.Kind != ValueKind::Constant &&
             Node.Kind != ValueKind::Global)
      Known = false;
    return Known;
  });
  return Complete && Known && !isOfChosenBlocks(Unit, In, E);
}
