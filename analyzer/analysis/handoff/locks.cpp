//===- locks.cpp - words that are taken and given back --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word that is taken by compare-and-swap, exchange or an atomic that sets
// bits, and given back in the same function by writing the free value.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/handoff.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static std::optional<int64_t> constantAt(const FunctionView &In, ValueId V) {
  if (V == UnknownValue || In.fn().value(V).Kind != ValueKind::Constant)
    return std::nullopt;
  return In.fn().value(V).Imm;
}

/// The value of the free word, if E may take a lock: a branch asks whether it
/// did.
static std::optional<int64_t> freeValue(const FunctionView &In, EventId Id,
                                        bool Shared) {
  const Event &E = In.event(Id);
  if (E.Kind != EventKind::Rmw || !(In.provenance().isVisibleToGrid(Id) ||
                                    (Shared && In.provenance().isShared(Id))))
    return std::nullopt;
  std::optional<int64_t> Free;
  auto New = constantAt(In, E.Operand);
  if (E.Rmw == RmwOp::Cas && !E.Extra.empty())
    Free = constantAt(In, E.Extra[0]);
  else if (E.Rmw == RmwOp::Exch && New)
    Free = *New == 0 ? 1 : 0; // Some locks are free at one.
  else if (E.Rmw == RmwOp::Or && New && *New != 0)
    Free = 0;
  if (!Free || Free == New)
    return std::nullopt;
  // An assertion asks nothing: all go on or none.
  auto IsEnd = [&](BlockId B) {
    return In.fn().block(B).Term.Kind == TerminatorKind::Unreachable;
  };
  bool IsAsked = llvm::any_of(In.fn().Blocks, [&](const Block &B) {
    return B.Term.Kind == TerminatorKind::Branch &&
           llvm::none_of(B.Term.Successors, IsEnd) &&
           dependsOn(In.fn(), B.Term.Condition, Id) == Ternary::Yes;
  });
  return IsAsked ? Free : std::nullopt;
}

/// Does a compare-and-swap of the function take the word from the very value
/// that the exchange leaves? It is the one that gives back. Not one that is
/// repeated until it finds the word free: that takes it.
static bool leavesItFree(const FunctionView &In, EventId Exch) {
  if (In.polls().of(Exch))
    return false;
  auto Left = constantAt(In, In.event(Exch).Operand);
  for (EventId Cas = 0; Cas < In.fn().Events.size(); ++Cas) {
    const Event &E = In.event(Cas);
    if (E.Rmw == RmwOp::Cas && !E.Extra.empty() && Left &&
        constantAt(In, E.Extra[0]) == Left &&
        constantAt(In, E.Operand) != Left &&
        In.provenance().sameLocation(Cas, Exch).Is == SameLocation::Same)
      return true;
  }
  return false;
}

static bool mayGive(const FunctionView &In, EventId Take, int64_t Free,
                    EventId Id) {
  const Event &E = In.event(Id);
  bool Is = false;
  if (E.Kind == EventKind::Store) {
    Is = constantAt(In, E.Operand) == Free;
  } else if (isRmw(E.Kind)) {
    auto New = constantAt(In, E.Operand);
    auto Taken = constantAt(In, In.event(Take).Operand);
    switch (E.Rmw) {
    case RmwOp::Exch:
    case RmwOp::Cas:
    case RmwOp::And:
      Is = New == Free;
      break;
    case RmwOp::Sub:
    case RmwOp::Xor:
      Is = Free == 0 && New && New == Taken;
      break;
    case RmwOp::Add:
      Is = New && Taken && *New + *Taken == Free;
      break;
    case RmwOp::None:
    case RmwOp::Inc:
    case RmwOp::Dec:
    case RmwOp::Min:
    case RmwOp::Max:
    case RmwOp::Or:
    case RmwOp::Other:
      break;
    }
  }
  return Is && In.provenance().sameLocation(Take, Id).Is == SameLocation::Same;
}

static std::vector<LockPair> findLocks(const FunctionView &In, bool Shared,
                                       bool EveryGive) {
  std::vector<LockPair> Locks;
  for (EventId Take = 0; Take < In.fn().Events.size(); ++Take) {
    auto Free = freeValue(In, Take, Shared);
    if (!Free || (In.event(Take).Rmw == RmwOp::Exch && leavesItFree(In, Take)))
      continue;
    auto Gives = [&](EventId E) {
      return E != Take && mayGive(In, Take, *Free, E);
    };
    // Behind the first of them, the lock is no longer held.
    for (const auto &Give : In.order().forward(Take, Gives, Gives)) {
      Locks.push_back({Take, Give.To});
      if (!EveryGive)
        break;
    }
  }
  return Locks;
}

namespace {
struct KeptLocks {
  std::optional<std::vector<LockPair>> By[2][2];
};
} // namespace

const std::vector<LockPair> &fencepost::locksOf(const FunctionView &In,
                                                bool Shared, bool EveryGive) {
  auto &Slot = In.kept().of<KeptLocks>().By[Shared][EveryGive];
  if (!Slot)
    Slot = findLocks(In, Shared, EveryGive);
  return *Slot;
}
