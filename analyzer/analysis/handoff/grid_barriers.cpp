//===- grid_barriers.cpp - barriers of the grid, by hand ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/handoff/grid_barriers.h"
#include "analyzer/analysis/flow/evaluate.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/model/fold.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

class Finder {
public:
  Finder(const FunctionView &In, const Sharing &Who) : In(In), Who(Who) {}

  std::vector<GridBarrier> barriers() const;
  std::vector<CountReset> resets() const;

private:
  const FunctionView &In;
  const Sharing &Who;

  BlockId block(EventId E) const { return In.cfg().position(E).Block; }
  bool isSameWord(EventId A, EventId B) const {
    return In.provenance().sameLocation(A, B).Is == SameLocation::Same;
  }
  /// One word of the whole grid.
  bool isGridWord(EventId E) const {
    const IdDependence &S = Who.shapes().of(In.event(E).Address);
    return In.provenance().isVisibleToGrid(E) && S.ByThread == Varies::Not &&
           S.ByBlock == Varies::Not && !S.IsClaimed;
  }
  bool isByAllBlocks(EventId E) const {
    return In.populations().of(block(E)) > Population::OnePerCluster &&
           !Who.isByBlockNumber(block(E));
  }
  bool usesGridSize(ValueId V) const;
  bool waitsForGridSize(const Poll &P) const;
  bool isForGrid(const Poll &P, EventId Arrive) const;
  EventId arrivalBefore(const Poll &P) const;
  EventId arrivalOfOtherWord(const Poll &P) const;
  bool adds(EventId E) const;
  bool endsAt(const Poll &P, int64_t Value) const;
  bool isCount(const Poll &P, int64_t Reset) const;
  bool isTransient(const Poll &P, EventId Arrive, int64_t Reset) const;
  std::optional<int64_t> resetValue(EventId E) const;
  std::optional<CountReset> reset(const Poll &P, EventId R) const;
  bool isUsedAgain(const GridBarrier &G) const;
  std::optional<CountReset> lateReset(const GridBarrier &G) const;
};

bool Finder::usesGridSize(ValueId V) const {
  bool Found = false;
  visitOperands(In.fn(), V, [&](ValueId Of) {
    const Value &Node = In.fn().value(Of);
    Found |= Node.Kind == ValueKind::Special &&
             StringRef(Node.Name).starts_with("nctaid.");
    return !Found;
  });
  return Found;
}

bool Finder::waitsForGridSize(const Poll &P) const {
  return any_of(P.Exits, [&](const Loop::Exit &X) {
    return usesGridSize(In.fn().block(X.From).Term.Condition);
  });
}

/// The number of blocks decides when the wait ends: it is compared with, it is
/// what is added, or it is what the arrival's result is tested for.
bool Finder::isForGrid(const Poll &P, EventId Arrive) const {
  const Event &E = In.event(Arrive);
  if (waitsForGridSize(P) || usesGridSize(E.Operand))
    return true;
  return any_of(In.fn().Blocks, [&](const Block &B) {
    return B.Term.Successors.size() > 1 && usesGridSize(B.Term.Condition) &&
           dependsOn(In.fn(), B.Term.Condition, Arrive) == Ternary::Yes;
  });
}

/// An addition that is sure to change something.
bool Finder::adds(EventId E) const {
  const Event &Ev = In.event(E);
  if (!isRmw(Ev.Kind))
    return false;
  auto C = constantOf(In.fn(), Ev.Operand);
  return (Ev.Rmw == RmwOp::Add || Ev.Rmw == RmwOp::Sub) ? C != 0
                                                        : Ev.Rmw == RmwOp::Inc;
}

EventId Finder::arrivalBefore(const Poll &P) const {
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (E != P.Read && adds(E) && isSameWord(E, P.Read) &&
        In.cfg().reaches(E, P.Read) && isByAllBlocks(E))
      return E;
  return NoId;
}

/// Barriers with a second word: the last to arrive stores what the others wait
/// for.
EventId Finder::arrivalOfOtherWord(const Poll &P) const {
  const Function &Fn = In.fn();
  for (EventId S = 0; S < Fn.Events.size(); ++S) {
    const Event &Raise = Fn.Events[S];
    if (S == P.Read || (Raise.Kind != EventKind::Store && !isRmw(Raise.Kind)) ||
        !isSameWord(S, P.Read))
      continue;
    for (const Cfg::Dependence &D : In.cfg().controlDependences(block(S))) {
      ValueId V = Fn.block(D.Branch).Term.Condition;
      if (!usesGridSize(V))
        continue;
      for (EventId A : sourceEvents(Fn, V))
        if (adds(A) && isGridWord(A) && isByAllBlocks(A) &&
            In.cfg().reaches(A, P.Read))
          return A;
    }
  }
  return NoId;
}

std::vector<GridBarrier> Finder::barriers() const {
  std::vector<GridBarrier> All;
  for (const Poll &P : In.polls().all()) {
    if (P.Kind != PollKind::Flag || !In.provenance().isVisibleToGrid(P.Read))
      continue;
    GridBarrier G;
    G.Wait = P.Read;
    G.IsCooperative = isGridBarrierWord(In, P.Read);
    if (G.IsCooperative) {
      G.Arrive = arrivalBefore(P);
      All.push_back(G);
      continue;
    }
    if (!isGridWord(P.Read) || !isByAllBlocks(P.Read))
      continue;
    G.Arrive = arrivalBefore(P);
    if (G.Arrive == NoId || !isForGrid(P, G.Arrive))
      G.Arrive = arrivalOfOtherWord(P);
    if (G.Arrive != NoId)
      All.push_back(G);
  }
  return All;
}

std::optional<int64_t> Finder::resetValue(EventId E) const {
  const Event &Ev = In.event(E);
  bool Sets =
      Ev.Kind == EventKind::Store ||
      (isRmw(Ev.Kind) && (Ev.Rmw == RmwOp::Exch || Ev.Rmw == RmwOp::Cas));
  return Sets ? constantOf(In.fn(), Ev.Operand) : std::nullopt;
}

/// Is the loop of P sure to end where one of its looks at the word finds Value?
bool Finder::endsAt(const Poll &P, int64_t Value) const {
  return any_of(In.polls().all(), [&](const Poll &Look) {
    return Look.Loop == P.Loop && isSameWord(Look.Read, P.Read) &&
           any_of(Look.Exits, [&](const Loop::Exit &X) {
             return successorTaken(In.fn(), X.From, In.event(Look.Read).Result,
                                   Value) == X.Successor;
           });
  });
}

/// The loop ends with what Reset sets, but the next arrival of a thread that
/// was let go takes that away from those who have not looked by then.
bool Finder::isTransient(const Poll &P, EventId Arrive, int64_t Reset) const {
  if (Arrive == NoId || In.event(Arrive).Rmw != RmwOp::Add ||
      !In.provenance().object(Arrive).Offset || !endsAt(P, Reset))
    return false;
  auto Step = constantOf(In.fn(), In.event(Arrive).Operand);
  if (!Step)
    return false;
  for (const Loop::Exit &X : P.Exits) {
    auto Next = successorTaken(In.fn(), X.From, In.event(P.Read).Result,
                               wrappingAdd(Reset, *Step));
    if (Next ? *Next == X.Successor
             : !usesGridSize(In.fn().block(X.From).Term.Condition))
      return false;
  }
  // Another barrier in between lets nobody arrive before all have left.
  if (any_of(barriers(), [&](const GridBarrier &G) {
        EventId Met = G.Arrive == NoId ? G.Wait : G.Arrive;
        return !isSameWord(Met, Arrive) && In.cfg().reaches(P.Read, Met) &&
               In.cfg().reaches(Met, Arrive);
      }))
    return false;
  auto IsNextRound = [&](EventId E) {
    return adds(E) && isSameWord(E, Arrive);
  };
  auto IsOtherWait = [&](EventId E) {
    return In.polls().of(E) && !isSameWord(E, P.Read);
  };
  return !In.order().forward(P.Read, IsNextRound, IsOtherWait).empty();
}

/// The loop waits for a number that only arrivals make up, and Reset does not
/// end it.
bool Finder::isCount(const Poll &P, int64_t Reset) const {
  if (endsAt(P, Reset))
    return false;
  for (const Loop::Exit &X : P.Exits) {
    ValueId V = In.fn().block(X.From).Term.Condition;
    ValueId Read = In.event(P.Read).Result;
    const Value *Test = &In.fn().value(stripCasts(In.fn(), V));
    while (Test->Kind == ValueKind::Op && Test->Op == OpCode::LogicalNot)
      Test = &In.fn().value(stripCasts(In.fn(), Test->Operands[0]));
    if (Test->Kind != ValueKind::Op || Test->Op < OpCode::Eq ||
        Test->Op > OpCode::Ge)
      return false;
    bool Direct = false, Fixed = false;
    for (ValueId Side : Test->Operands) {
      Direct |= stripCasts(In.fn(), Side) == Read;
      auto C = constantOf(In.fn(), Side);
      Fixed |= C && (*C == 0 || *C == 1);
    }
    if (!Direct || Fixed)
      return false;
  }
  return !P.Exits.empty();
}

std::optional<CountReset> Finder::reset(const Poll &P, EventId R) const {
  auto Value = resetValue(R);
  if (R == P.Read || !Value || *Value != 0 || !isSameWord(R, P.Read))
    return std::nullopt;
  CountReset C;
  C.Wait = P.Read;
  C.Reset = R;
  bool IsOfGrid = isGridWord(P.Read) && isByAllBlocks(P.Read);
  C.Arrive = arrivalBefore(P);
  C.IsTransient = isTransient(P, C.Arrive, *Value);
  if (!C.IsTransient && !isCount(P, *Value))
    return std::nullopt;
  auto IsReset = [&](EventId E) { return E == R; };
  auto IsNextRound = [&](EventId E) { return E == C.Arrive; };
  bool IsBehind = !In.order().forward(P.Read, IsReset, IsNextRound).empty();
  if (IsOfGrid && C.Arrive != NoId && !IsBehind) {
    // The last to arrive, known by its ticket, sets back; the others wait.
    if (any_of(In.cfg().controlDependences(block(R)), [&](auto &D) {
          return dependsOn(In.fn(), In.fn().block(D.Branch).Term.Condition,
                           C.Arrive) == Ternary::Yes;
        }))
      return C;
    return std::nullopt;
  }
  if (C.IsTransient || !In.cfg().dominates(P.Read, R) ||
      Who.mayWaitBetween(P.Read, R))
    return std::nullopt;
  C.IsByWaiter = true;
  if (IsOfGrid && Who.hasSeveralBlocks() && C.Arrive != NoId)
    return C;
  // Between devices: this thread has counted in the words of its peers.
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (adds(E) && In.event(E).Scp == Scope::Sys && E != R &&
        In.cfg().dominates(E, P.Read) && isStrong(In.event(E).Ord)) {
      C.Arrive = E;
      C.IsOfDevices = true;
      return C;
    }
  return std::nullopt;
}

/// Does a thread that was let go count in the same launch again? Between
/// launches nothing is in flight.
bool Finder::isUsedAgain(const GridBarrier &G) const {
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (adds(E) && isSameWord(E, G.Arrive) && In.cfg().reaches(G.Wait, E))
      return true;
  return false;
}

/// The last to arrive opens the barrier by a second word and sets the count
/// back only then.
std::optional<CountReset> Finder::lateReset(const GridBarrier &G) const {
  // A count that changes from round to round is not the next round's.
  if (G.IsCooperative || isSameWord(G.Arrive, G.Wait) ||
      !In.provenance().object(G.Arrive).Offset || !isUsedAgain(G))
    return std::nullopt;
  auto IsReset = [&](EventId E) {
    return resetValue(E) == 0 && isSameWord(E, G.Arrive);
  };
  for (EventId Open = 0; Open < In.fn().Events.size(); ++Open) {
    const Event &Ev = In.event(Open);
    if ((Ev.Kind != EventKind::Store && !isRmw(Ev.Kind)) || Open == G.Wait ||
        !isSameWord(Open, G.Wait) || !In.cfg().dominates(G.Arrive, Open))
      continue;
    bool IsLast =
        any_of(In.cfg().controlDependences(block(Open)), [&](auto &D) {
          return dependsOn(In.fn(), In.fn().block(D.Branch).Term.Condition,
                           G.Arrive) == Ternary::Yes;
        });
    if (!IsLast)
      continue;
    CountReset C;
    bool Before = false;
    for (EventId R = 0; R < In.fn().Events.size(); ++R) {
      if (!IsReset(R))
        continue;
      Before |= In.cfg().dominates(R, Open);
      bool Waits = any_of(In.polls().all(), [&](const Poll &P) {
        return In.cfg().dominates(Open, P.Read) &&
               In.cfg().dominates(P.Read, R);
      });
      if (In.cfg().dominates(Open, R) && !Waits)
        C.Reset = R;
    }
    if (Before || C.Reset == NoId)
      continue;
    C.Wait = G.Wait;
    C.Arrive = G.Arrive;
    C.Open = Open;
    return C;
  }
  return std::nullopt;
}

std::vector<CountReset> Finder::resets() const {
  std::vector<CountReset> All;
  for (const Poll &P : In.polls().all())
    if (P.Kind == PollKind::Flag && In.provenance().isVisibleToGrid(P.Read))
      for (EventId E = 0; E < In.fn().Events.size(); ++E)
        if (auto C = reset(P, E)) {
          All.push_back(*C);
          break;
        }
  for (const GridBarrier &G : barriers())
    if (auto C = lateReset(G))
      All.push_back(*C);
  return All;
}

} // namespace

namespace {
struct KeptMeetings {
  std::optional<std::vector<GridBarrier>> All;
};
} // namespace

bool meetsGrid(const UnitView &Unit, const AccessRef &Wait) {
  auto &All = Wait.In->kept().of<KeptMeetings>().All;
  if (!All)
    All = gridBarriersOf(*Wait.In, sharingOf(Unit, *Wait.In));
  return any_of(*All, [&](const GridBarrier &B) { return B.Wait == Wait.E; });
}

/// Do scalar parameters decide the branch at the end of B, and nothing else?
static bool asksForMode(const FunctionView &In, BlockId B) {
  bool Asks = false, IsOther = false;
  bool IsComplete =
      visitOperands(In.fn(), In.fn().block(B).Term.Condition, [&](ValueId V) {
        const Value &Node = In.fn().value(V);
        Asks |= Node.Kind == ValueKind::Param && !Node.Type.IsPointer;
        IsOther |= Node.Kind != ValueKind::Param &&
                   Node.Kind != ValueKind::Constant &&
                   (Node.Kind != ValueKind::Op || Node.Op == OpCode::Havoc);
        return !IsOther;
      });
  return IsComplete && Asks && !IsOther;
}

/// Does the branch at the end of B only choose threads of each block alike?
static bool electsInBlock(const FunctionView &In, BlockId B) {
  bool Asks = false, IsOther = false;
  bool IsComplete =
      visitOperands(In.fn(), In.fn().block(B).Term.Condition, [&](ValueId V) {
        const Value &Node = In.fn().value(V);
        bool IsThread =
            Node.Kind == ValueKind::Special && isThreadNumber(Node.Name);
        Asks |= IsThread;
        IsOther |= !IsThread && Node.Kind != ValueKind::Constant &&
                   (Node.Kind != ValueKind::Op || Node.Op == OpCode::Havoc) &&
                   (Node.Kind != ValueKind::Special ||
                    !StringRef(Node.Name).starts_with("ntid."));
        return !IsOther;
      });
  return IsComplete && Asks && !IsOther;
}

bool isByMode(const FunctionView &In, const GridBarrier &G) {
  BlockId At = In.cfg().position(G.Wait).Block;
  return any_of(In.cfg().controlDependences(At), [&](const Cfg::Dependence &D) {
    return asksForMode(In, D.Branch);
  });
}

Ternary isReachedBy(const FunctionView &In, const GridBarrier &G,
                    const HostLaunch &Launch) {
  const Function &Fn = In.fn();
  auto Constant = [&](ValueId V) -> std::optional<int64_t> {
    const Value &Node = Fn.value(V);
    if (Node.Kind != ValueKind::Param || Node.Imm < 0 ||
        uint64_t(Node.Imm) >= Launch.Constants.size() ||
        Fn.Params.size() != Launch.Constants.size())
      return std::nullopt;
    return Launch.Constants[Node.Imm];
  };
  BlockId At = In.cfg().position(G.Wait).Block;
  bool IsDecided = false;
  BitVector Seen(Fn.Blocks.size());
  SmallVector<BlockId> Open = {Fn.Entry};
  while (!Open.empty()) {
    BlockId B = Open.pop_back_val();
    if (Seen.test(B))
      continue;
    Seen.set(B);
    const Terminator &T = Fn.block(B).Term;
    std::optional<int64_t> Is;
    if (T.Kind == TerminatorKind::Branch)
      Is = evaluate(Fn, T.Condition, Constant);
    if (Is)
      Open.push_back(T.Successors[*Is ? 0 : 1]);
    else
      append_range(Open, T.Successors);
  }
  if (!Seen.test(At))
    return Ternary::No;
  for (const Cfg::Dependence &D : In.cfg().controlDependences(At)) {
    if (!asksForMode(In, D.Branch)) {
      if (electsInBlock(In, D.Branch) ||
          dependsOn(Fn, Fn.block(D.Branch).Term.Condition, G.Wait) ==
              Ternary::Yes)
        continue;
      return Ternary::Unknown;
    }
    if (!evaluate(Fn, Fn.block(D.Branch).Term.Condition, Constant))
      return Ternary::Unknown;
    IsDecided = true;
  }
  return IsDecided ? Ternary::Yes : Ternary::Unknown;
}

std::vector<GridBarrier> gridBarriersOf(const FunctionView &In,
                                        const Sharing &Who) {
  return Finder(In, Who).barriers();
}

std::vector<CountReset> countResetsOf(const FunctionView &In,
                                      const Sharing &Who) {
  return Finder(In, Who).resets();
}

} // namespace fencepost
