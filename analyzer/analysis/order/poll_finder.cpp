//===- poll_finder.cpp - what one loop waits for --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The condition of each exit is split at logical operators into parts. A part
// makes a poll if what it is computed from inside the loop is reads of fixed
// addresses and nothing else: no counter, no clock, no read-modify-write that
// changes the word each time. Values may go through phis, barrier reductions,
// votes and shared variables that the loop itself fills.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/order/poll_finder.h"
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

constexpr unsigned MaxNodes = 2048;

/// Operations that make a new value of the old one each time round.
bool isStep(OpCode Op) {
  switch (Op) {
  case OpCode::Add:
  case OpCode::Sub:
  case OpCode::Mul:
  case OpCode::Div:
  case OpCode::Rem:
  case OpCode::Shl:
  case OpCode::Shr:
  case OpCode::Xor:
  case OpCode::Not:
  case OpCode::Neg:
  case OpCode::Element:
  case OpCode::Field:
  case OpCode::Pure:
  case OpCode::Havoc:
    return true;
  default: // Merges, comparisons, masks, minimum and maximum settle.
    return false;
  }
}

/// A truth value, also one that is computed as a number: `a == 0 & b < c`.
bool isTruth(const Function &Fn, ValueId V, unsigned Depth = 4) {
  ValueId Bare = stripCasts(Fn, V);
  const Value &Node = Fn.Values[Bare];
  if (isBoolean(Node) || constantOf(Fn, V))
    return true;
  return Depth > 0 && Node.Kind == ValueKind::Op &&
         (Node.Op == OpCode::And || Node.Op == OpCode::Or) &&
         llvm::all_of(Node.Operands, [&](ValueId Op) {
           return !constantOf(Fn, Op) && isTruth(Fn, Op, Depth - 1);
         });
}

} // namespace

/// The same in every iteration, counting repeated loads of memory that the
/// function never writes.
bool LoopFinder::isStable(ValueId V) {
  if (auto It = StableMemo.find(V); It != StableMemo.end())
    return It->second;
  SmallVector<ValueId, 8> Work{V};
  DenseSet<ValueId> Seen{V};
  bool Stable = true;
  for (unsigned Budget = MaxNodes; Stable && !Work.empty(); --Budget) {
    ValueId Id = Work.pop_back_val();
    const Value &Node = Fn.Values[Id];
    if (Budget == 0) {
      Stable = false;
      break;
    }
    if (isFixed(Id))
      continue;
    if (Node.Kind == ValueKind::Op && Node.Op != OpCode::Havoc) {
      for (ValueId Operand : Node.Operands)
        if (Seen.insert(Operand).second)
          Work.push_back(Operand);
    } else if (Node.Kind == ValueKind::Result && Where.isUnchanging(Node.Imm)) {
      if (Seen.insert(Fn.Events[Node.Imm].Address).second)
        Work.push_back(Fn.Events[Node.Imm].Address);
    } else {
      Stable = false;
    }
  }
  return StableMemo[V] = Stable;
}

/// True if Phi is computed from its own last value by a step: a counter.
bool LoopFinder::isCounted(ValueId Phi) {
  auto [It, New] = CountedMemo.try_emplace(Phi, false);
  if (New)
    It->second = isCountedAnew(Phi);
  return It->second;
}

bool LoopFinder::isCountedAnew(ValueId Phi) const {
  SmallVector<std::pair<ValueId, bool>, 16> Work;
  DenseSet<std::pair<ValueId, unsigned>> Seen;
  auto Push = [&](ValueId V, bool Stepped) {
    if (Seen.insert({V, Stepped}).second)
      Work.push_back({V, Stepped});
  };
  for (ValueId Operand : Fn.Values[Phi].Operands)
    Push(Operand, false);
  for (unsigned Budget = MaxNodes; !Work.empty(); --Budget) {
    if (Budget == 0)
      return true;
    auto [V, Stepped] = Work.pop_back_val();
    if (V == Phi) {
      if (Stepped)
        return true;
      continue;
    }
    const Value &Node = Fn.Values[V];
    if (Node.Kind == ValueKind::Op)
      Stepped |= isStep(Node.Op);
    for (ValueId Operand : valueOperands(Fn, V))
      Push(Operand, Stepped);
  }
  return false;
}

RmwRole LoopFinder::roleOf(const Event &E) {
  std::optional<int64_t> C = constantOf(Fn, E.Operand);
  auto WhenStable = [&](RmwRole R) {
    return E.Operand != UnknownValue && isStable(E.Operand) ? R
                                                            : RmwRole::Update;
  };
  switch (E.Rmw) {
  case RmwOp::Add:
  case RmwOp::Sub:
  case RmwOp::Xor:
    return C == 0 ? RmwRole::Read : RmwRole::Update;
  case RmwOp::Or:
    return C == 0 ? RmwRole::Read : WhenStable(RmwRole::Lock);
  case RmwOp::And: {
    unsigned Bits = E.Bits && E.Bits < 64 ? E.Bits : 64;
    uint64_t All = Bits == 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1;
    bool IsAll = C && (uint64_t(*C) & All) == All;
    return IsAll ? RmwRole::Read : WhenStable(RmwRole::Lock);
  }
  case RmwOp::Min:
  case RmwOp::Max:
    return WhenStable(RmwRole::Read);
  case RmwOp::Exch:
    return WhenStable(RmwRole::Lock);
  case RmwOp::Cas: {
    if (E.Extra.empty() || E.Extra[0] == UnknownValue || !isStable(E.Extra[0]))
      return RmwRole::Update;
    bool Writes = Where.canonical(E.Extra[0]) != Where.canonical(E.Operand) &&
                  (!C || C != constantOf(Fn, E.Extra[0]));
    return Writes ? RmwRole::Lock : RmwRole::Read;
  }
  case RmwOp::Inc:
  case RmwOp::Dec:
  case RmwOp::None:
  case RmwOp::Other:
    return RmwRole::Update;
  }
  return RmwRole::Update;
}

void LoopFinder::addConditionsOf(BlockId B, std::vector<ValueId> &More) {
  if (!L.contains(B))
    return;
  if (Fn.Blocks[B].Term.Successors.size() > 1)
    More.push_back(Fn.Blocks[B].Term.Condition);
  for (const Cfg::Dependence &D : Graph.directControlDependences(B))
    if (L.contains(D.Branch) && !Graph.dominatesBlock(B, D.Branch))
      More.push_back(Fn.Blocks[D.Branch].Term.Condition);
}

/// A shared variable that the loop fills itself: what is stored decides.
void LoopFinder::readSharedVariable(EventId E, Part &P,
                                    SmallVectorImpl<ValueId> &Work,
                                    std::vector<ValueId> &More) {
  SmallVector<EventId, 4> Stores;
  for (EventId Other : Events) {
    const Event &Ev = Fn.Events[Other];
    bool Writes = Ev.Kind == EventKind::Store || isRmw(Ev.Kind) ||
                  Ev.Kind == EventKind::AsyncCopy;
    if (Other == E || !Writes || !Where.sameObject(E, Other))
      continue;
    if (Ev.Kind != EventKind::Store ||
        Where.sameLocation(E, Other).Is != SameLocation::Same) {
      P.Waits = false;
      return;
    }
    Stores.push_back(Other);
  }
  if (Stores.empty()) {
    (Fn.Events[E].Ord == Order::Weak ? P.Ordinary : P.Reads).push_back(E);
    return;
  }
  Carriers.insert(E);
  for (EventId Store : Stores) {
    Carriers.insert(Store);
    Work.push_back(Fn.Events[Store].Operand);
    if (isStable(Fn.Events[Store].Operand))
      addConditionsOf(Graph.position(Store).Block, More);
  }
}

void LoopFinder::readResult(EventId E, Part &P, SmallVectorImpl<ValueId> &Work,
                            std::vector<ValueId> &More) {
  const Event &Ev = Fn.Events[E];
  if (isTransform(Ev)) {
    for (ValueId Operand : valueOperands(Fn, Ev.Result))
      Work.push_back(Operand);
    return;
  }
  bool Reads = Ev.Kind == EventKind::Load || Ev.Kind == EventKind::Rmw ||
               (Ev.Kind == EventKind::Mbarrier && isWait(Ev.Mbar));
  if (!Reads || Ev.Address == UnknownValue || !isStable(Ev.Address) ||
      Ev.Spc == Space::Local || Ev.Spc == Space::Param ||
      Where.object(E).Kind == BaseKind::Local) {
    P.Waits = false;
    return;
  }
  if ((Ev.Kind == EventKind::Rmw && roleOf(Ev) == RmwRole::Update) ||
      isDoneInTurn(E)) {
    P.Waits = false;
    return;
  }
  if (Ev.Kind == EventKind::Load && Where.isShared(E))
    return readSharedVariable(E, P, Work, More);
  if (isUpdatedHere(E)) {
    P.Waits = false;
    return;
  }
  (Where.isUnchanging(E) ? P.Ordinary : P.Reads).push_back(E);
}

LoopFinder::Part LoopFinder::readPart(ValueId V, std::vector<ValueId> &More) {
  Part P;
  SmallVector<ValueId, 16> Work{V};
  DenseSet<ValueId> Seen;
  for (unsigned Budget = MaxNodes; P.Waits && !Work.empty(); --Budget) {
    ValueId Id = Work.pop_back_val();
    if (Budget == 0)
      P.Waits = false;
    if (!Seen.insert(Id).second || isFixed(Id))
      continue;
    const Value &Node = Fn.Values[Id];
    switch (Node.Kind) {
    case ValueKind::Unknown:
    case ValueKind::Special: // A clock: everything else is invariant.
      P.Waits = false;
      break;
    case ValueKind::Constant:
    case ValueKind::Param:
    case ValueKind::Global:
    case ValueKind::Local:
      break;
    case ValueKind::Phi:
      if (isCounted(Id)) {
        P.Waits = false;
        break;
      }
      Work.append(Node.Operands.begin(), Node.Operands.end());
      // `done = true` under a condition: the condition decides.
      if (BlockId(Node.Imm) != L.Header &&
          llvm::any_of(Node.Operands, [&](ValueId Op) { return isStable(Op); }))
        for (BlockId Pred : Fn.Blocks[Node.Imm].Predecessors)
          addConditionsOf(Pred, More);
      break;
    case ValueKind::Op:
      if (Node.Op == OpCode::Havoc && Node.Operands.empty())
        P.Waits = false;
      Work.append(Node.Operands.begin(), Node.Operands.end());
      break;
    case ValueKind::Result:
      readResult(Node.Imm, P, Work, More);
      break;
    }
  }
  return P;
}

/// The reads that Condition waits for; empty if it may change by itself.
std::vector<EventId> LoopFinder::readsDeciding(ValueId Condition) {
  std::vector<EventId> Result, Ordinary;
  bool Moves = false;
  std::vector<ValueId> Work{Condition};
  DenseSet<ValueId> Seen;
  for (unsigned Budget = MaxNodes; !Work.empty() && Budget; --Budget) {
    ValueId V = Work.back();
    Work.pop_back();
    if (V == UnknownValue || !Seen.insert(V).second || isFixed(V))
      continue;
    const Value &Node = Fn.Values[V];
    auto IsTruth = [&](ValueId Op) { return isTruth(Fn, Op); };
    if (Node.Kind == ValueKind::Op) {
      bool Split =
          Node.Op == OpCode::LogicalNot || Node.Op == OpCode::Cast ||
          ((Node.Op == OpCode::And || Node.Op == OpCode::Or) &&
           llvm::all_of(Node.Operands, IsTruth)) ||
          (Node.Op == OpCode::Select && Node.Operands.size() == 3 &&
           IsTruth(Node.Operands[1]) && IsTruth(Node.Operands[2])) ||
          ((Node.Op == OpCode::Eq || Node.Op == OpCode::Ne) &&
           Node.Operands.size() == 2 && !constantOf(Fn, Node.Operands[0]) &&
           IsTruth(Node.Operands[0]) && constantOf(Fn, Node.Operands[1]));
      if (Split) {
        Work.insert(Work.end(), Node.Operands.begin(), Node.Operands.end());
        continue;
      }
    }
    std::vector<ValueId> More;
    Part P = readPart(V, More);
    // What chooses among values that are compared with a counter ends no wait;
    // a bound on the time or on the tries beside it leaves it one.
    if (!P.Waits) {
      Moves |= llvm::any_of(sourceEvents(Fn, V), [&](EventId E) {
        return Fn.Events[E].Kind == EventKind::Load &&
               L.contains(Graph.position(E).Block);
      });
      continue;
    }
    Work.insert(Work.end(), More.begin(), More.end());
    std::vector<EventId> &Into = P.Reads.empty() ? Ordinary : Result;
    const auto &Reads = P.Reads.empty() ? P.Ordinary : P.Reads;
    Into.insert(Into.end(), Reads.begin(), Reads.end());
  }
  // Beside what moves, a word that nobody changes is a number like others: a
  // search that asks for it on every turn.
  if (!Moves)
    Result.insert(Result.end(), Ordinary.begin(), Ordinary.end());
  llvm::sort(Result);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

} // namespace fencepost
