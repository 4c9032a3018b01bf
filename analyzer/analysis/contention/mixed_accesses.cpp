//===- mixed_accesses.cpp - plain accesses beside atomics -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/mixed_accesses.h"
#include "analyzer/analysis/contention/early_resets.h"
#include "analyzer/analysis/contention/meetings.h"
#include "analyzer/analysis/contention/set_apart.h"
#include "analyzer/analysis/contention/size_mixes.h"
#include "analyzer/analysis/contention/unchecked_places.h"
#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/grid_barriers.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/idle_update.h"
#include "analyzer/analysis/memory/overlap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace fencepost {
namespace {

constexpr size_t MaxPerObject = 48;

bool isPlain(const Event &E) {
  return (E.Kind == EventKind::Load || E.Kind == EventKind::Store) &&
         E.Ord == Order::Weak && !E.IsVolatile && E.Prx == Proxy::Generic;
}

/// Done twice, or by several, it leaves what one leaves: a hint that is read
/// too early costs a try.
bool isRepeatable(const Event &E) {
  switch (E.Rmw) {
  case RmwOp::Min:
  case RmwOp::Max:
  case RmwOp::And:
  case RmwOp::Or:
  case RmwOp::Exch:
  case RmwOp::Cas:
    return true;
  case RmwOp::None:
  case RmwOp::Add:
  case RmwOp::Sub:
  case RmwOp::Inc:
  case RmwOp::Dec:
  case RmwOp::Xor:
  case RmwOp::Other:
    return false;
  }
  return false;
}

class Finder {
public:
  Finder(const UnitView &Unit, const FunctionView &In, const Sharing &Who)
      : Unit(Unit), In(In), Who(Who), Steps(In), Meet(In, Who, Steps) {
    for (const LockPair &L : locksOf(In)) {
      OfLocks.push_back(L.Take);
      OfLocks.push_back(L.Give);
    }
  }
  std::vector<MixedPair> all();

private:
  const UnitView &Unit;
  const FunctionView &In;
  const Sharing &Who;
  BarrierIntervals Steps;
  Meetings Meet;
  std::vector<EventId> OfLocks;
  mutable std::optional<std::vector<GridBarrier>> Barriers;
  mutable DenseMap<EventId, bool> Dropped;
  struct Group {
    std::vector<EventId> Plains, Rmws;
  };

  BlockId block(EventId E) const { return In.cfg().position(E).Block; }
  const IdDependence &shape(EventId E) const { return Meet.shape(E); }
  bool reaches(EventId A, EventId B) const { return In.cfg().reaches(A, B); }
  bool isDropped(EventId P) const {
    auto [Is, IsNew] = Dropped.try_emplace(P, false);
    if (IsNew)
      Is->second = fencepost::isDropped(In, P);
    return Is->second;
  }
  bool isWaitThenReset(EventId P, EventId A) const;
  bool isUpdateLoop(EventId P, EventId A) const;
  bool decides(EventId P, EventId A) const;
  bool feeds(EventId P, EventId A) const;
  bool probesTwin(EventId P, EventId A) const;
  std::optional<Mixed> kindOf(EventId P, EventId A, bool Across) const;
  std::optional<MixedPair> pair(EventId P, EventId A) const;
  void partProbes(std::vector<MixedPair> &Out) const;
  void handovers(const Group &G, std::vector<MixedPair> &Out) const;
};

/// A loop waits with atomics for this word, which is no lock, and then it is
/// overwritten plainly while other threads' atomics may be on their way. Where
/// a barrier of the grid stands between, all of them have gone on.
bool Finder::isWaitThenReset(EventId P, EventId A) const {
  const Poll *Wait = In.polls().of(A);
  if (!Wait || Wait->Kind != PollKind::Flag ||
      In.event(P).Kind != EventKind::Store || !reaches(A, P) ||
      In.provenance().sameLocation(P, A).Is != SameLocation::Same)
    return false;
  // A word of this block, asked for by atomics that change nothing: no other
  // block has any on their way.
  if (changesNothing(In.fn(), In.event(A)) &&
      isOwnedByBlock(In, In.event(A).Address))
    return false;
  if (!Barriers)
    Barriers = gridBarriersOf(In, Who);
  return none_of(*Barriers, [&](const GridBarrier &B) {
    return B.Wait != NoId && B.Wait != A && reaches(A, B.Wait) &&
           In.cfg().dominates(A, B.Wait) && In.cfg().dominates(B.Wait, P);
  });
}

/// The loaded value is what the compare-and-swap compares with, or what its
/// loop starts from.
bool Finder::isUpdateLoop(EventId P, EventId A) const {
  const Event &E = In.event(A);
  return E.Rmw == RmwOp::Cas && !E.Extra.empty() &&
         dependsOn(In.fn(), E.Extra[0], P) != Ternary::No;
}

/// Whether A is tried depends on what P loaded.
bool Finder::decides(EventId P, EventId A) const {
  return any_of(In.cfg().controlDependences(block(A)), [&](auto &D) {
    return dependsOn(In.fn(), In.fn().block(D.Branch).Term.Condition, P) ==
           Ternary::Yes;
  });
}

/// What P loaded goes into the update of another location.
bool Finder::feeds(EventId P, EventId A) const {
  return dependsOn(In.fn(), In.event(A).Operand, P) == Ternary::Yes;
}

/// Both leave the same constant, as flags that anyone may raise: whichever
/// comes last, nothing is lost.
static bool leaveTheSame(const Function &Fn, const Event &Plain,
                         const Event &Atomic) {
  if (Plain.Kind != EventKind::Store || Atomic.Rmw != RmwOp::Exch ||
      Atomic.ResultUsed || Plain.Operand == UnknownValue ||
      Atomic.Operand == UnknownValue)
    return false;
  auto Stored = constantOf(Fn, Plain.Operand);
  return Stored && Stored == constantOf(Fn, Atomic.Operand);
}

/// Does P only decide whether the atomic of its own call is tried, where A is
/// that atomic once more, in another call of the function they stand in?
bool Finder::probesTwin(EventId P, EventId A) const {
  const Function &Fn = In.fn();
  for (EventId Twin = 0; Twin < Fn.Events.size(); ++Twin)
    if (Twin != A && isRmw(Fn.Events[Twin].Kind) && reaches(P, Twin) &&
        areWrittenAsOne(In, Twin, A) && isRepeatable(Fn.Events[Twin]) &&
        decides(P, Twin) &&
        In.provenance().sameLocation(P, Twin).Is == SameLocation::Same)
      return true;
  return false;
}

std::optional<Mixed> Finder::kindOf(EventId P, EventId A, bool Across) const {
  if (leaveTheSame(In.fn(), In.event(P), In.event(A)))
    return std::nullopt;
  bool Before = reaches(P, A), After = reaches(A, P);
  bool IsWord = In.provenance().sameLocation(P, A).Is == SameLocation::Same;
  const Event &Atomic = In.event(A);
  if (In.event(P).Kind == EventKind::Store) {
    if (Across && isWaitThenReset(P, A))
      return Mixed::Overwrite;
    if (Who.isGuarded(block(P)))
      return std::nullopt;
    return Before && !After ? Mixed::Init : Mixed::Overwrite;
  }
  if (Before && isUpdateLoop(P, A)) {
    if (IsWord)
      return std::nullopt;
    // A look that led to the word, which the swap then finds as it was or not.
    return Mixed::Probe;
  }
  if (Across && Meet.isOfNeighbour(P, A) && !decides(P, A))
    return Mixed::Read; // Of the block's own word, which neighbours change.
  if (Before && IsWord &&
      (isRepeatable(Atomic) || (Atomic.ResultUsed && decides(P, A))))
    return !Who.isGuarded(block(P)) && takesUncheckedPlace(In, P, A)
               ? Mixed::Gate
               : Mixed::Probe;
  if (Who.isGuarded(block(P)))
    return std::nullopt;
  if (Before && isRepeatable(Atomic) && (IsWord || !feeds(P, A)))
    return Mixed::Probe;
  if (probesTwin(P, A))
    return Mixed::Probe;
  return After && !Before ? Mixed::FinalRead : Mixed::Read;
}

std::optional<MixedPair> Finder::pair(EventId P, EventId A) const {
  if (is_contained(OfLocks, P) || is_contained(OfLocks, A) ||
      Meet.isOwn(P, A) || Meet.isSameThread(P, A) || shape(P).IsClaimed ||
      shape(A).IsClaimed || !mayOverlap(In, P, A) || Meet.isExcluded(P, A))
    return std::nullopt;
  MixedPair M;
  M.Plain = P;
  M.Other = A;
  M.IsAcrossBlocks =
      Meet.mayMeetAcross(P, A) ||
      (In.provenance().isVisibleToGrid(P) && isWaitThenReset(P, A));
  if (!M.IsAcrossBlocks && !Meet.mayMeetInside(P, A))
    return std::nullopt;
  M.IsOneWord = In.provenance().sameLocation(P, A).Is == SameLocation::Same &&
                shape(P).ByThread == Varies::Not;
  auto Kind = kindOf(P, A, M.IsAcrossBlocks);
  if (!Kind || isDropped(P))
    return std::nullopt;
  M.What = *Kind;
  M.IsOfRange = !M.IsOneWord && Meet.isOfRange(P, A);
  M.IsSetApart = !M.IsOneWord && areSetApart(In, Who.shapes(), P, A);
  return M;
}

/// Looks at a part of a word that others change as a whole, at the same time.
void Finder::partProbes(std::vector<MixedPair> &Out) const {
  if (!Who.hasSeveralThreads())
    return;
  for (const PartProbe &P : partProbesOf(In)) {
    bool IsApart = Meet.isExcluded(P.Load, P.Atomic) ||
                   shape(P.Load).IsClaimed || shape(P.Atomic).IsClaimed ||
                   Who.isGuarded(block(P.Load)) ||
                   Who.mayWaitBetween(P.Load, P.Atomic);
    if (!IsApart &&
        none_of(Out, [&](const MixedPair &M) { return M.Plain == P.Load; }))
      Out.push_back({Mixed::Probe, P.Load, P.Atomic, true, false});
  }
}

/// One thread of the grid stores a word that all blocks load after it.
void Finder::handovers(const Group &G, std::vector<MixedPair> &Out) const {
  const Populations &Pop = In.populations();
  for (EventId S : G.Plains) {
    if (In.event(S).Kind != EventKind::Store || !Who.hasSeveralBlocks() ||
        !In.provenance().isVisibleToGrid(S) ||
        Pop.of(block(S)) != Population::OnePerGrid ||
        shape(S).ByBlock != Varies::Not || Who.isGuarded(block(S)))
      continue;
    for (EventId L : G.Plains)
      if (In.event(L).Kind == EventKind::Load && reaches(S, L) &&
          In.provenance().sameLocation(S, L).Is == SameLocation::Same &&
          Pop.of(block(L)) > Population::OnePerCluster &&
          !Who.isByBlockNumber(block(L)) && !Who.isGuarded(block(L)) &&
          !Who.mayWaitBetween(S, L)) {
        Out.push_back({Mixed::Handover, S, L, true, true});
        break;
      }
  }
}

bool isGuess(const MixedPair &M) { return M.IsOfRange || M.IsSetApart; }

/// Smaller is told first.
std::pair<bool, Mixed> rank(const MixedPair &M) { return {isGuess(M), M.What}; }

std::vector<MixedPair> Finder::all() {
  std::map<std::string, Group> Groups;
  const Provenance &Where = In.provenance();
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (Ev.Address == UnknownValue || !isMemoryAccess(Ev.Kind) ||
        !(Where.isVisibleToGrid(E) || Where.isShared(E)))
      continue;
    Group &G = Groups[Where.object(E).Key];
    if (isRmw(Ev.Kind) && G.Rmws.size() < MaxPerObject)
      G.Rmws.push_back(E);
    else if (isPlain(Ev) && G.Plains.size() < MaxPerObject)
      G.Plains.push_back(E);
  }
  std::vector<MixedPair> Out;
  for (auto &[Key, G] : Groups) {
    handovers(G, Out);
    for (const EarlyReset &R : earlyResets(In, Who, Steps, G.Plains, G.Rmws))
      if (!is_contained(OfLocks, R.Clear))
        Out.push_back({Mixed::Reset, R.Clear, R.Read, false, true});
    std::map<Mixed, MixedPair> Kept;
    for (EventId P : G.Plains) {
      std::optional<MixedPair> Best;
      for (EventId A : G.Rmws)
        if (auto M = pair(P, A); M && (!Best || rank(*M) < rank(*Best)))
          Best = M;
      if (!Best)
        continue;
      MixedPair &Of = Kept.try_emplace(Best->What, *Best).first->second;
      if (isGuess(Of) && !isGuess(*Best))
        Of = *Best;
    }
    for (auto &[What, M] : Kept)
      Out.push_back(M);
  }
  for (const SizeMix &S : sizeMixesOf(Unit, In))
    Out.push_back({Mixed::Size, S.Write, S.Atomic, true, false});
  partProbes(Out);
  llvm::sort(Out, [](const MixedPair &A, const MixedPair &B) {
    return A.Plain < B.Plain;
  });
  return Out;
}

} // namespace

std::vector<MixedPair>
mixedPairsOf(const UnitView &Unit, const FunctionView &In, const Sharing &Who) {
  if (In.fn().Kind != FunctionKind::Kernel)
    return {};
  return Finder(Unit, In, Who).all();
}

} // namespace fencepost
