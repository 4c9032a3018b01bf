//===- tickets.cpp - "last block done" tickets ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of the ticket reaches a branch directly or through one shared
// variable (`last`) that a barrier hands to the block. Only counters are
// tickets: a compare-and-swap that compares its result claims a slot.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace fencepost;

static bool isCounter(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  if (E.Kind != EventKind::Rmw || !In.provenance().isVisibleToGrid(Id))
    return false;
  switch (E.Rmw) {
  case RmwOp::Add:
  case RmwOp::Sub:
  case RmwOp::Inc:
  case RmwOp::Dec:
    return !E.IsFloat;
  case RmwOp::None:
  case RmwOp::Min:
  case RmwOp::Max:
  case RmwOp::And:
  case RmwOp::Or:
  case RmwOp::Xor:
  case RmwOp::Exch:
  case RmwOp::Cas:
  case RmwOp::Other:
    return false;
  }
  return false;
}

namespace {
/// By the event that yields a ticket: the values that are it, give or take an
/// offset.
struct TicketValues {
  llvm::DenseMap<EventId, llvm::BitVector> Of;
};
} // namespace

static bool keepsCount(const FunctionView &In, const Value &N) {
  bool Arithmetic = N.Op == OpCode::Add || N.Op == OpCode::Sub ||
                    N.Op == OpCode::And || N.Op == OpCode::Rem ||
                    N.Op == OpCode::Select || N.Op == OpCode::Cast;
  return !N.Type.IsPointer &&
         (Arithmetic || N.Kind == ValueKind::Phi ||
          (N.Kind == ValueKind::Result && isTransform(In.event(N.Imm))));
}

/// Is V the ticket itself, give or take an offset? An address or an element
/// chosen by it is a claimed slot, not a count.
static bool countsTicket(const FunctionView &In, ValueId V, EventId Source) {
  const Function &Fn = In.fn();
  llvm::BitVector &Known = In.kept().of<TicketValues>().Of[Source];
  if (!Known.empty())
    return Known.test(V);
  Known.resize(Fn.Values.size());
  for (ValueId Id = 1; Id < Fn.Values.size(); ++Id)
    if (Fn.Values[Id].Kind == ValueKind::Result &&
        Fn.Values[Id].Imm == int64_t(Source))
      Known.set(Id);
  // Each turn of a cycle of loops may need one more round.
  constexpr unsigned MaxRounds = 32;
  bool Grows = Known.any();
  for (unsigned Round = 0; Grows && Round < MaxRounds; ++Round) {
    Grows = false;
    for (ValueId Id = 1; Id < Fn.Values.size(); ++Id)
      if (!Known.test(Id) && keepsCount(In, Fn.Values[Id]) &&
          llvm::any_of(valueOperands(Fn, Id),
                       [&](ValueId O) { return Known.test(O); })) {
        Known.set(Id);
        Grows = true;
      }
  }
  return Known.test(V);
}

/// The number of the last ticket is the same for the whole grid, and not zero
/// where tickets count up: that is the first one. A place drawn from a pool is
/// told from a place that is known, such as a root, which was loaded.
static bool isLastNumber(const FunctionView &In, ValueId V, EventId Source) {
  const Value &N = In.fn().value(V);
  bool CountsUp =
      In.event(Source).Rmw == RmwOp::Add || In.event(Source).Rmw == RmwOp::Inc;
  if (N.Kind == ValueKind::Constant)
    return !(CountsUp && N.Imm == 0);
  if (In.uniformity().of(V) != Uniform::Grid)
    return false;
  const Value &Inner = In.fn().value(stripCasts(In.fn(), V));
  return Inner.Kind != ValueKind::Result ||
         In.event(Inner.Imm).Kind != EventKind::Load || !drawsPlace(In, Source);
}

/// Can V, asked for at the end of B, be the constant Number without any ticket:
/// `slot = none` before the first draw, which a later test asks for? Not where
/// those who come with the constant do not come to B.
static bool startsAs(const FunctionView &In, ValueId V, ValueId Number,
                     BlockId B) {
  const Value &Constant = In.fn().value(Number);
  if (Constant.Kind != ValueKind::Constant)
    return false;
  auto Comes = [&](const Value &Phi, size_t I) {
    const Block &Join = In.fn().block(BlockId(Phi.Imm));
    BlockId From = Join.Predecessors[I];
    const auto &Ways = In.fn().block(From).Term.Successors;
    auto Way = llvm::find(Ways, BlockId(Phi.Imm));
    return Way == Ways.end() ||
           !isOtherCase(In, From, unsigned(Way - Ways.begin()), B);
  };
  bool Found = false;
  visitOperands(In.fn(), V, [&](ValueId Node) {
    const Value &N = In.fn().value(Node);
    for (size_t I = 0; N.Kind == ValueKind::Phi && I < N.Operands.size(); ++I) {
      const Value &Start = In.fn().value(stripCasts(In.fn(), N.Operands[I]));
      Found |= Start.Kind == ValueKind::Constant && Start.Imm == Constant.Imm &&
               Comes(N, I);
    }
    return N.Kind == ValueKind::Phi || N.Op == OpCode::Cast;
  });
  return Found;
}

/// Is V, asked for at the end of B, an equality test of the ticket drawn at
/// Rmw, which Source yields?
static bool testsEquality(const FunctionView &In, ValueId V, EventId Source,
                          EventId Rmw, BlockId B) {
  bool Found = false;
  visitOperands(In.fn(), V, [&](ValueId Node) {
    const Value &N = In.fn().value(Node);
    if (N.Op == OpCode::Eq || N.Op == OpCode::Ne)
      for (unsigned I = 0; I < N.Operands.size(); ++I)
        Found |= countsTicket(In, N.Operands[I], Source) &&
                 isLastNumber(In, N.Operands[1 - I], Rmw) &&
                 !startsAs(In, N.Operands[I], N.Operands[1 - I], B);
    return !Found;
  });
  return Found;
}

/// A load of a shared variable into which the ticket was stored.
struct Broadcast {
  EventId Load = NoId;
  bool IsTest = false; ///< What was stored is whether it was the last.
};

static std::vector<Broadcast>
broadcasts(const FunctionView &In, EventId Rmw,
           const llvm::DenseSet<ValueId> &Dependents) {
  std::vector<Broadcast> Loads;
  const Function &Fn = In.fn();
  for (EventId S = 0; S < Fn.Events.size(); ++S) {
    if (Fn.event(S).Kind != EventKind::Store || !In.provenance().isShared(S) ||
        !Dependents.contains(Fn.event(S).Operand))
      continue;
    for (EventId L = 0; L < Fn.Events.size(); ++L)
      if (Fn.event(L).Kind == EventKind::Load &&
          In.provenance().sameObject(S, L) &&
          In.provenance().sameLocation(S, L).Is != SameLocation::Different)
        Loads.push_back({L, testsEquality(In, Fn.event(S).Operand, Rmw, Rmw,
                                          In.cfg().position(S).Block)});
  }
  return Loads;
}

/// The side of B's branch that the last ticket takes; nullopt where the form
/// of the condition does not tell.
static std::optional<unsigned> lastSide(const FunctionView &In, BlockId B,
                                        EventId Rmw) {
  const Value &C = In.fn().value(In.fn().block(B).Term.Condition);
  bool Direct = (C.Op == OpCode::Eq || C.Op == OpCode::Ne) &&
                llvm::any_of(C.Operands, [&](ValueId V) {
                  return countsTicket(In, V, Rmw);
                });
  if (!Direct)
    return std::nullopt;
  return C.Op == OpCode::Eq ? 0 : 1;
}

/// Does the branch at the end of B ask whether this was the last ticket?
static bool asksTicket(const FunctionView &In, BlockId B, EventId Rmw,
                       llvm::ArrayRef<Broadcast> Broadcasts) {
  const Terminator &T = In.fn().block(B).Term;
  if (T.Kind != TerminatorKind::Branch)
    return false;
  if (testsEquality(In, T.Condition, Rmw, Rmw, B))
    return true;
  return llvm::any_of(Broadcasts, [&](const Broadcast &X) {
    return X.IsTest ? dependsOn(In.fn(), T.Condition, X.Load) == Ternary::Yes
                    : testsEquality(In, T.Condition, X.Load, Rmw, B);
  });
}

/// Reads in the region that Branch decides, of objects stored before the
/// ticket by this function.
static std::vector<Consumer> readersOf(const FunctionView &In, EventId Rmw,
                                       BlockId Branch) {
  auto Side = lastSide(In, Branch, Rmw);
  auto IsDecided = [&](EventId E) {
    BlockId B = In.cfg().position(E).Block;
    return In.fn().event(E).Kind == EventKind::Load &&
           In.provenance().isVisibleToGrid(E) && !In.polls().of(E) &&
           llvm::any_of(In.cfg().controlDependences(B), [&](auto &D) {
             return D.Branch == Branch && (!Side || D.Successor == *Side);
           });
  };
  std::vector<Payload> Stored = payloadOf(In, Rmw);
  std::vector<Consumer> Readers;
  for (OrderAnalysis::Reach &R : In.order().forward(Rmw, IsDecided)) {
    auto Before = llvm::find_if(Stored, [&](const Payload &P) {
      return In.provenance().sameObject(P.Store, R.To);
    });
    if (Before == Stored.end())
      continue;
    Consumer C;
    C.Read = R.To;
    C.Path = readPath(In, R.To);
    C.Writer = {&In, Before->Store};
    C.Way = std::move(R.Way);
    // What follows in a later turn follows another ticket.
    if (C.Way.MayAcquire != Scope::None && !C.Way.Opaque) {
      llvm::BitVector Turn = aheadOfWait(In, Rmw);
      Between Here = In.order().firstWay(Rmw, R.To, &Turn);
      if (Here.Reached)
        C.Way = std::move(Here);
    }
    Readers.push_back(std::move(C));
  }
  return Readers;
}

static std::optional<Ticket> findTicket(const FunctionView &In, EventId E) {
  if (!isCounter(In, E))
    return std::nullopt;
  llvm::DenseSet<ValueId> Dependents = In.uses().dependents(E);
  if (Dependents.empty())
    return std::nullopt;
  auto Broadcasts = broadcasts(In, E, Dependents);
  for (BlockId B = 0; B < In.fn().Blocks.size(); ++B) {
    if (Broadcasts.empty() &&
        !Dependents.contains(In.fn().block(B).Term.Condition))
      continue;
    if (!asksTicket(In, B, E, Broadcasts))
      continue;
    auto Readers = readersOf(In, E, B);
    if (!Readers.empty())
      return Ticket{E, B, std::move(Readers)};
  }
  return std::nullopt;
}

namespace {
/// Several rules ask for the same events.
struct TicketsFound {
  llvm::DenseMap<EventId, std::optional<Ticket>> Of;
};
} // namespace

std::optional<Ticket> fencepost::ticketOf(const FunctionView &In, EventId E) {
  auto &Found = In.kept().of<TicketsFound>().Of;
  if (auto It = Found.find(E); It != Found.end())
    return It->second;
  std::optional<Ticket> Its = findTicket(In, E);
  return Found[E] = std::move(Its);
}

std::vector<Ticket> fencepost::ticketsOf(const FunctionView &In) {
  std::vector<Ticket> Tickets;
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (auto T = ticketOf(In, E))
      Tickets.push_back(std::move(*T));
  return Tickets;
}

//===- The word set back by the last one ----------------------------------===//

/// Is V the number of blocks, give or take what is constant? In as many
/// dimensions as the kernel tells blocks apart by.
static bool countsBlocks(const FunctionView &In, ValueId V) {
  llvm::StringSet<> Sizes;
  bool Other = false;
  visitOperands(In.fn(), V, [&](ValueId Node) {
    const Value &N = In.fn().value(Node);
    if (N.Kind == ValueKind::Special)
      Sizes.insert(N.Name);
    else
      Other |= N.Kind != ValueKind::Constant && N.Op != OpCode::Add &&
               N.Op != OpCode::Sub && N.Op != OpCode::Mul &&
               N.Op != OpCode::Cast;
    return true;
  });
  auto Tells = [&](const Value &N) {
    return N.Kind == ValueKind::Special &&
           llvm::StringRef(N.Name).starts_with("ctaid.") &&
           !Sizes.contains("n" + N.Name);
  };
  return !Other && Sizes.contains("nctaid.x") &&
         llvm::all_of(
             Sizes.keys(),
             [](llvm::StringRef S) { return S.starts_with("nctaid."); }) &&
         llvm::none_of(In.fn().Values, Tells);
}

/// Is every ticket of Rmw that is compared compared with the number of blocks?
static bool endsWithBlocks(const FunctionView &In, EventId Rmw) {
  llvm::DenseSet<ValueId> Dependents = In.uses().dependents(Rmw);
  bool Found = false, Other = false;
  auto Look = [&](EventId Source) {
    for (const Value &N : In.fn().Values)
      if (N.Op == OpCode::Eq || N.Op == OpCode::Ne)
        for (unsigned I = 0; I < 2 && N.Operands.size() == 2; ++I)
          if (countsTicket(In, N.Operands[I], Source))
            (countsBlocks(In, N.Operands[1 - I]) ? Found : Other) = true;
  };
  Look(Rmw);
  for (const Broadcast &B : broadcasts(In, Rmw, Dependents))
    if (!B.IsTest)
      Look(B.Load);
  return Found && !Other;
}

bool fencepost::isResetOfTicket(const FunctionView &In, EventId Store,
                                EventId Rmw) {
  const Event &Draw = In.event(Rmw), &Reset = In.event(Store);
  if (Draw.Kind != EventKind::Rmw || Draw.Rmw != RmwOp::Add ||
      Reset.Kind != EventKind::Store || In.fn().Kind != FunctionKind::Kernel)
    return false;
  const Value &Step = In.fn().value(Draw.Operand);
  BlockId From = In.cfg().position(Rmw).Block,
          At = In.cfg().position(Store).Block;
  if (Step.Kind != ValueKind::Constant || Step.Imm != 1 ||
      In.loops().innermost(From) != NoId || In.loops().innermost(At) != NoId ||
      In.populations().of(From) != Population::OnePerBlock ||
      In.provenance().object(Rmw).IndexGroup != Uniform::Grid ||
      In.provenance().sameLocation(Store, Rmw).Is != SameLocation::Same)
    return false;
  std::optional<Ticket> T = ticketOf(In, Rmw);
  if (!T || !endsWithBlocks(In, Rmw))
    return false;
  auto SideOf = [&](EventId E) -> std::optional<unsigned> {
    for (auto &D : In.cfg().controlDependences(In.cfg().position(E).Block))
      if (D.Branch == T->Branch)
        return D.Successor;
    return std::nullopt;
  };
  std::optional<unsigned> Side = SideOf(Store);
  return Side && llvm::all_of(T->Readers, [&](const Consumer &C) {
           return SideOf(C.Read) == Side;
         });
}
