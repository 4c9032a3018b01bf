//===- meetings.cpp - threads that two accesses bring together ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/contention/meetings.h"
#include "analyzer/analysis/contention/set_apart.h"
#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/address_walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace fencepost;

const IdDependence &Meetings::shape(EventId E) const {
  return Who.shapes().of(In.event(E).Address);
}

BlockId Meetings::blockOf(EventId E) const {
  return In.cfg().position(E).Block;
}

bool Meetings::isOfNeighbour(EventId P, EventId A) const {
  auto [Is, IsNew] = Neighbours.try_emplace({P, A}, false);
  if (IsNew)
    Is->second = isOfOtherBlock(In, In.event(P).Address, In.event(A).Address) !=
                 Ternary::No;
  return Is->second;
}

/// The integer parameters that V begins with: `first + i`, and a loop from
/// there on. What each turn adds is no beginning.
static void addStarts(const Function &Fn, ValueId V,
                      llvm::SmallDenseSet<ValueId> &Out) {
  llvm::SmallDenseSet<ValueId> Parts;
  SmallVector<ValueId, 4> Work{V};
  for (unsigned Steps = 0; !Work.empty() && Steps < 8; ++Steps) {
    llvm::SmallDenseSet<ValueId> Here;
    addParts(Fn, Work.pop_back_val(), Here);
    for (ValueId Part : Here) {
      const Value &Of = Fn.value(Part);
      if (!Parts.insert(Part).second)
        continue;
      if (Of.Kind == ValueKind::Param && !Of.Type.IsPointer)
        Out.insert(Part);
      if (Of.Kind != ValueKind::Phi)
        continue;
      for (ValueId Way : Of.Operands) {
        llvm::SmallDenseSet<ValueId> OfWay;
        addParts(Fn, Way, OfWay);
        if (!OfWay.contains(Part))
          Work.push_back(Way);
      }
    }
  }
}

bool Meetings::isOwn(EventId P, EventId A) const {
  if (In.provenance().sameLocation(P, A).Is != SameLocation::Same)
    return false;
  const IdDependence &S = shape(P);
  if (S.IsClaimed)
    return true;
  bool ByBlock = !In.provenance().isVisibleToGrid(P) ||
                 S.ByBlock >= Varies::Data || !Who.hasSeveralBlocks();
  return ByBlock && S.ByThread == Varies::Any;
}

bool Meetings::isSameThread(EventId P, EventId A) const {
  const Populations &Pop = In.populations();
  return Pop.of(blockOf(P)) == Population::OnePerGrid &&
         Pop.of(blockOf(A)) == Population::OnePerGrid &&
         Pop.sameThreads(blockOf(P), blockOf(A));
}

bool Meetings::isOfRange(EventId P, EventId A) const {
  if (shape(A).ByThread != Varies::Data)
    return false;
  const Function &Fn = In.fn();
  auto StartsOf = [&](ValueId Address) {
    llvm::SmallDenseSet<ValueId> Starts;
    addStarts(Fn, Address, Starts);
    for (const AddressBase &Base : addressBases(Fn, Address))
      Starts.erase(Base.Base);
    return Starts;
  };
  llvm::SmallDenseSet<ValueId> Mine = StartsOf(In.event(P).Address);
  if (shape(P).ByThread == Varies::Data)
    for (EventId L : sourceEvents(Fn, In.event(P).Address))
      if (In.event(L).Kind == EventKind::Load)
        for (ValueId Start : StartsOf(In.event(L).Address))
          Mine.insert(Start);
  llvm::SmallDenseSet<ValueId> Theirs = StartsOf(In.event(A).Address);
  return any_of(Mine, [&](ValueId V) { return !Theirs.contains(V); });
}

bool Meetings::mayMeetAcross(EventId P, EventId A) const {
  if (!In.provenance().isVisibleToGrid(P) || !Who.hasSeveralBlocks() ||
      In.event(A).Scp == Scope::Cta ||
      (areInPartOfBlock(In, Who.shapes(), P, A) && !isOfNeighbour(P, A)))
    return false;
  if (auto Only = onlyBlockAt(In, blockOf(P));
      Only && Only == onlyBlockAt(In, blockOf(A)))
    return false;
  const IdDependence &SP = shape(P), &SA = shape(A);
  bool Scatters = SP.ByThread == Varies::Data || SA.ByThread == Varies::Data;
  bool ForAll = SP.ByBlock == Varies::Not && SA.ByBlock == Varies::Not;
  bool ForRow = isOfRowOfBlocks(In, Who.shapes(), P) &&
                In.provenance().sameLocation(P, A).Is == SameLocation::Same;
  if (!Scatters && !ForAll && !ForRow && !isOfNeighbour(P, A))
    return false;
  // Offsets that a block loads for itself: most often parts of its own.
  auto OwnPart = [](const IdDependence &S) {
    return S.ByThread != Varies::Data && S.ByBlock == Varies::Data;
  };
  if (!ForRow && (OwnPart(SP) || OwnPart(SA)))
    return false;
  if (In.cfg().reaches(P, A) && Who.mayWaitBetween(P, A))
    return false;
  return !(In.cfg().reaches(A, P) && Who.mayWaitBetween(A, P));
}

bool Meetings::mayMeetInside(EventId P, EventId A) const {
  auto IsAlike = [&](BlockId B) {
    ValueId Test = In.fn().block(B).Term.Condition;
    const IdDependence &S = Who.shapes().of(Test);
    return In.uniformity().of(Test) >= Uniform::Block ||
           (S.ByThread == Varies::Not && !S.IsClaimed);
  };
  if (!Who.hasSeveralThreads() || !Steps.mayRunTogether(P, A, IsAlike))
    return false;
  const Populations &Pop = In.populations();
  if (Pop.of(blockOf(P)) <= Population::OnePerBlock &&
      Pop.of(blockOf(A)) <= Population::OnePerBlock &&
      Pop.sameThreads(blockOf(P), blockOf(A)))
    return false;
  if (!In.provenance().isShared(P))
    return false;
  const IdDependence &SP = shape(P), &SA = shape(A);
  auto Spreads = [](const IdDependence &S) {
    return S.ByThread == Varies::Data || S.ByThread == Varies::Not;
  };
  // Lanes of one warp, and thread-indexed parts on both sides, are in step or
  // apart by an order that is not judged.
  return Spreads(SP) || Spreads(SA);
}

bool Meetings::isExcluded(EventId P, EventId A) const {
  if (In.cfg().dominates(P, A) || In.cfg().dominates(A, P))
    return false;
  if (In.cfg().reaches(P, A) || In.cfg().reaches(A, P))
    return any_of(In.cfg().controlDependences(blockOf(P)), [&](auto &D) {
      bool IsUniform =
          In.uniformity().of(In.fn().block(D.Branch).Term.Condition) ==
          Uniform::Grid;
      return !IsUniform && shape(A).ByThread == Varies::Data &&
             any_of(In.cfg().directControlDependences(blockOf(A)),
                    [&](auto &O) {
                      return O.Branch == D.Branch && O.Successor != D.Successor;
                    });
    });
  for (const Cfg::Dependence &D : In.cfg().controlDependences(blockOf(P)))
    for (const Cfg::Dependence &O : In.cfg().controlDependences(blockOf(A)))
      if (O.Branch == D.Branch && O.Successor != D.Successor) {
        ValueId V = In.fn().block(D.Branch).Term.Condition;
        bool IsWord = shape(P).ByThread == Varies::Not &&
                      shape(A).ByThread == Varies::Not;
        if (In.uniformity().of(V) == Uniform::Grid || !IsWord)
          return true;
      }
  return false;
}
