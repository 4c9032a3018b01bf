//===- handoff.cpp - what a wait guards, what a flag publishes
//-------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff.h"
#include "analyzer/analysis/evaluate.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

//===- Reads
//----------------------------------------------------------------===//

/// True for the address of a kernel parameter that nvcc reads through the
/// non-coherent path: `const T *__restrict__`, as a parameter of its own.
static bool isConstRestrict(const FunctionView &In, EventId Read) {
  const Object &O = In.provenance().object(Read);
  if (O.Kind != BaseKind::Param || In.fn().Kind != FunctionKind::Kernel)
    return false;
  const Value &Root = In.fn().value(O.Root);
  if (!Root.Name.empty() || uint64_t(Root.Imm) >= In.fn().Params.size())
    return false;
  const Parameter &P = In.fn().Params[Root.Imm];
  return P.IsPointeeConst && P.IsRestrict && !P.IsPointeeVolatile;
}

ReadPath fencepost::readPath(const FunctionView &In, EventId Read) {
  const Event &E = In.event(Read);
  if (E.Prx == Proxy::Multimem)
    return ReadPath::Multimem;
  if (E.Prx == Proxy::NonCoherent || E.Prx == Proxy::Texture)
    return ReadPath::NonCoherent;
  if (E.Kind == EventKind::AsyncCopy)
    return E.Done == Completion::CpAsyncGroup && E.Hint == CacheHint::Ca
               ? ReadPath::L1
               : ReadPath::L2;
  if (E.Kind != EventKind::Load || isStrong(E.Ord) || E.IsVolatile)
    return ReadPath::L2;
  if (E.Hint == CacheHint::Cg || E.Hint == CacheHint::Cv)
    return ReadPath::L2;
  // An explicit cache operator or inline assembly is never made .nc.
  if (E.Hint == CacheHint::None && !E.InAsm && isConstRestrict(In, Read))
    return ReadPath::NonCoherent;
  return ReadPath::L1;
}

static bool isDataRead(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  switch (E.Prx) {
  case Proxy::Constant:
  case Proxy::Tensormap:
    return false;
  case Proxy::Unknown:
  case Proxy::Generic:
  case Proxy::Async:
  case Proxy::NonCoherent:
  case Proxy::Texture:
  case Proxy::Alias:
  case Proxy::Multimem:
    break;
  }
  return E.Kind == EventKind::Load && E.Address != UnknownValue &&
         In.provenance().isVisibleToGrid(Id);
}

static bool isDataStore(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  if (E.Kind == EventKind::AsyncCopy)
    return E.Done == Completion::BulkGroup && E.Address != UnknownValue &&
           In.provenance().isVisibleToGrid(Id);
  return E.Kind == EventKind::Store && E.Address != UnknownValue &&
         In.provenance().isVisibleToGrid(Id);
}

/// Blocks are numbered in reverse post order, so a smaller position cannot be
/// reached from a larger one without going around a loop.
static bool isBefore(const FunctionView &In, EventId A, EventId B) {
  Position P = In.cfg().position(A), Q = In.cfg().position(B);
  return P.Block != Q.Block ? P.Block < Q.Block : P.Index < Q.Index;
}

/// Does Condition hang on a read of the location that E reads? Compilers peel
/// the first turn of a loop that waits: it stands before the loop and leads
/// past it.
static bool isPeeledTurn(const FunctionView &In, ValueId Condition, EventId E) {
  constexpr size_t MaxValues = 32;
  llvm::SmallVector<ValueId, 8> Work{Condition};
  for (size_t I = 0; I < Work.size() && I < MaxValues; ++I) {
    const Value &Node = In.fn().value(Work[I]);
    if (Node.Kind == ValueKind::Result) {
      EventId Read = EventId(Node.Imm);
      if (Read != E && In.event(Read).Kind == In.event(E).Kind &&
          In.provenance().sameLocation(Read, E).Is == SameLocation::Same)
        return true;
    }
    if (Node.Kind == ValueKind::Op)
      Work.append(Node.Operands.begin(), Node.Operands.end());
  }
  return false;
}

/// The block whose branch elected the threads that execute E: everything it
/// strictly dominates comes after the election.
static BlockId electingBranch(const FunctionView &In, EventId E) {
  BlockId At = In.cfg().position(E).Block;
  BlockId Start = At;
  for (const Cfg::Dependence &D : In.cfg().controlDependences(Start)) {
    if (!In.cfg().dominatesBlock(D.Branch, At) || D.Branch == At)
      continue; // Back edges of the wait's own loops.
    const Terminator &T = In.fn().block(D.Branch).Term;
    if (In.uniformity().of(T.Condition) >= Uniform::Block &&
        !isPeeledTurn(In, T.Condition, E))
      break;
    At = D.Branch;
  }
  return At;
}

namespace {

/// Decides for one wait which reads come after it for good.
class WaitFrame {
public:
  WaitFrame(const FunctionView &In, EventId Wait)
      : In(In), Wait(Wait), Branch(electingBranch(In, Wait)),
        Elected(Branch != In.cfg().position(Wait).Block) {}

  bool isAfter(EventId E) const {
    BlockId B = In.cfg().position(E).Block;
    if (isBefore(In, E, Wait) && In.cfg().reaches(E, Wait))
      return false;
    if (!Elected)
      return In.cfg().dominates(Wait, E);
    return B != Branch && In.cfg().dominatesBlock(Branch, B);
  }

private:
  const FunctionView &In;
  EventId Wait;
  BlockId Branch;
  bool Elected;
};

} // namespace

/// A release that can be reached from Wait: whoever waits may be a sender that
/// waits for room, not for data.
static bool publishesAfter(const FunctionView &In, EventId Wait) {
  const Function &Fn = In.fn();
  for (EventId E = 0; E < Fn.Events.size(); ++E)
    if (releases(Fn.event(E).Ord) && E != Wait && isBefore(In, Wait, E) &&
        In.cfg().reaches(Wait, E))
      return true;
  return false;
}

/// Does the address differ from block to block, by what the value graph shows?
static bool dependsOnBlock(const FunctionView &In, ValueId Address) {
  bool Found = false;
  bool Complete = visitOperands(In.fn(), Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    Found |= Node.Kind == ValueKind::Special &&
             llvm::StringRef(Node.Name).starts_with("ctaid");
    return !Found;
  });
  return Found || !Complete;
}

/// A store of the read's object by another thread; null where the unit shows
/// none. A store to the very address of the read, which belongs to this block,
/// is the thread's own. Stores in other roles of the kernel come first: those
/// that the wait does not lead to.
static AccessRef writerOf(const UnitView &Unit, const FunctionView &In,
                          EventId Wait, EventId Read) {
  AccessRef Found;
  for (const AccessRef &A : Unit.accessesTo(In, Read)) {
    const Event &E = A.In->event(A.E);
    bool Writes =
        E.Kind == EventKind::Store || E.Kind == EventKind::Rmw ||
        E.Kind == EventKind::Red ||
        (E.Kind == EventKind::AsyncCopy && E.Done == Completion::BulkGroup);
    if (!Writes)
      continue;
    if (A.In == &In &&
        In.provenance().sameLocation(Read, A.E).Is == SameLocation::Same &&
        dependsOnBlock(In, E.Address))
      continue;
    if (A.In != &In || !In.cfg().reaches(Wait, A.E))
      return A;
    if (!Found.In)
      Found = A;
  }
  return Found;
}

std::vector<Consumer> fencepost::consumersOf(const UnitView &Unit,
                                             const FunctionView &In,
                                             EventId Wait) {
  const Provenance &Where = In.provenance();
  WaitFrame Frame(In, Wait);
  bool MaySend = publishesAfter(In, Wait);
  auto IsData = [&](EventId E) {
    return isDataRead(In, E) && !Where.sameObject(Wait, E) && !In.polls().of(E);
  };
  // Reads of an object that also happen before the wait are not guarded by it
  // unless somebody writes the object.
  auto IsReadBefore = [&](EventId Read) {
    for (EventId E = 0; E < In.fn().Events.size(); ++E)
      if (isDataRead(In, E) && Where.sameObject(E, Read) && !Frame.isAfter(E))
        return true;
    return false;
  };
  // What this thread stored itself, after the wait and before the read.
  auto IsOwn = [&](EventId Read) {
    for (EventId E = 0; E < In.fn().Events.size(); ++E)
      if (In.event(E).Kind == EventKind::Store && Frame.isAfter(E) &&
          In.cfg().dominates(E, Read) &&
          Where.sameLocation(E, Read).Is == SameLocation::Same)
        return true;
    return false;
  };
  std::vector<Consumer> Found;
  for (OrderAnalysis::Reach &R : In.order().forward(Wait, IsData)) {
    if (!Frame.isAfter(R.To))
      continue;
    Consumer C;
    C.Read = R.To;
    C.Path = readPath(In, R.To);
    C.Writer = writerOf(Unit, In, Wait, R.To);
    if (!C.Writer.In && (MaySend || IsReadBefore(R.To)))
      continue;
    if (IsOwn(R.To))
      continue;
    C.Way = std::move(R.Way);
    Found.push_back(std::move(C));
  }
  // The most telling first: a writer that cannot be this thread itself.
  auto Rank = [&](const Consumer &C) {
    if (!C.Writer.In)
      return 2;
    return C.Writer.In != &In || !In.cfg().reaches(Wait, C.Writer.E) ? 0 : 1;
  };
  llvm::sort(Found, [&](const Consumer &A, const Consumer &B) {
    if (Rank(A) != Rank(B))
      return Rank(A) < Rank(B);
    return isBefore(In, A.Read, B.Read);
  });
  return Found;
}

//===- Stores
//---------------------------------------------------------------===//

std::vector<Payload> fencepost::payloadOf(const FunctionView &In,
                                          EventId Publish) {
  std::vector<Payload> Found;
  auto IsData = [&](EventId E) {
    return isDataStore(In, E) && isBefore(In, E, Publish) &&
           !In.provenance().sameObject(E, Publish);
  };
  for (OrderAnalysis::Reach &R : In.order().backward(Publish, IsData))
    Found.push_back({R.To, std::move(R.Way)});
  llvm::sort(Found, [&](const Payload &A, const Payload &B) {
    return isBefore(In, B.Store, A.Store);
  });
  return Found;
}

/// Could the stored value end the wait? A constant that keeps the loop going
/// is a reset. What cannot be evaluated counts as yes, but for the constant
/// zero, with which flags are cleared.
static bool mayEndWait(const FunctionView &In, EventId Store,
                       const AccessRef &PollRead) {
  const Event &E = In.event(Store);
  if (E.Kind != EventKind::Store && E.Rmw != RmwOp::Exch)
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

/// The fence right before E (same thread, nothing but a branch between) or
/// right behind it; NoId if there is none.
static EventId adjacentFence(const FunctionView &In, EventId E) {
  const auto &Events = In.fn().block(In.cfg().position(E).Block).Events;
  uint32_t At = In.cfg().position(E).Index;
  auto IsFence = [&](EventId F) {
    return In.event(F).Kind == EventKind::Fence && releases(In.event(F).Ord);
  };
  if (At > 0 && IsFence(Events[At - 1]))
    return Events[At - 1];
  if (At + 1 < Events.size() && IsFence(Events[At + 1]))
    return Events[At + 1];
  if (At == 0) { // The fence may end the block before.
    const auto &Preds = In.fn().block(In.cfg().position(E).Block).Predecessors;
    if (Preds.size() == 1) {
      const auto &Before = In.fn().block(Preds[0]).Events;
      if (!Before.empty() && IsFence(Before.back()))
        return Before.back();
    }
  }
  return NoId;
}

/// Does the thread store to another object afterwards, without leaving the
/// block of code? Then this was data, or one field of several.
static bool isLastStore(const FunctionView &In, EventId Id) {
  Position At = In.cfg().position(Id);
  const auto &Events = In.fn().block(At.Block).Events;
  for (uint32_t I = At.Index + 1; I < Events.size(); ++I)
    if (In.event(Events[I]).Kind == EventKind::Store &&
        In.provenance().isVisibleToGrid(Events[I]))
      return false;
  return true;
}

/// One thread's strong integer store behind the data, to a parameter or a
/// global; through a pointer that was itself loaded, only behind a barrier or
/// at an explicit system scope, as for the flags of peers.
static bool isSignal(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  const Value &V = In.fn().value(E.Operand);
  BlockId B = In.cfg().position(Id).Block;
  bool IsReset = V.Kind == ValueKind::Constant && V.Imm == 0;
  if (!In.populations().isElected(B) || E.IsFloat || IsReset)
    return false;
  bool Explicit = E.Scp == Scope::Sys && !E.IsVolatile;
  if (E.Kind == EventKind::Red)
    return Explicit;
  if (E.Kind != EventKind::Store || !isStrong(E.Ord) || !isLastStore(In, Id))
    return false;
  const Object &O = In.provenance().object(Id);
  if (O.Kind == BaseKind::Param || O.Kind == BaseKind::Global)
    return In.populations().of(B) != Population::OnePerWarp || Explicit;
  return Explicit || llvm::any_of(payloadOf(In, Id), [](const Payload &P) {
           return P.Way.MustBarrier;
         });
}

Flag fencepost::flagOf(const UnitView &Unit, const FunctionView &In,
                       EventId E) {
  Flag F;
  const Event &Ev = In.event(E);
  if ((Ev.Kind != EventKind::Store && Ev.Kind != EventKind::Rmw &&
       Ev.Kind != EventKind::Red) ||
      !In.provenance().isVisibleToGrid(E) || In.polls().of(E))
    return F;
  bool Reset = false;
  for (const AccessRef &A : Unit.accessesTo(In, E)) {
    const Poll *P = A.In->polls().of(A.E);
    if (!P || P->Kind != PollKind::Flag)
      continue;
    if (mayEndWait(In, E, A)) {
      F.Sign = FlagSign::Polled;
      F.Poll = A;
      return F;
    }
    Reset = true;
  }
  if (Reset)
    return F;
  for (const Ticket &T : ticketsOf(In))
    if (T.Rmw == E) {
      F.Sign = FlagSign::Ticket;
      return F;
    }
  if (isSignal(In, E)) {
    F.Sign = FlagSign::Signal;
    return F;
  }
  F.Fence = adjacentFence(In, E);
  if (F.Fence != NoId && (Ev.Kind != EventKind::Store || isStrong(Ev.Ord)))
    F.Sign = FlagSign::Fenced;
  return F;
}
