//===- lost_updates.cpp - read-modify-writes that are two steps -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/lost_updates.h"
#include "analyzer/analysis/contention/own_segment.h"
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/memory/place_form.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace fencepost {
/// Of an address `base[index]` or a field of it; else the unknown value.
static ValueId elementIndex(const Function &Fn, ValueId Address) {
  constexpr unsigned MaxSteps = 8;
  for (unsigned I = 0; I < MaxSteps && Address != UnknownValue; ++I) {
    const Value &V = Fn.value(Address);
    if (V.Kind == ValueKind::Op && V.Op == OpCode::Element)
      return stripCasts(Fn, V.Operands[1]);
    if (V.Kind != ValueKind::Op ||
        (V.Op != OpCode::Field && V.Op != OpCode::Cast))
      break;
    Address = V.Operands[0];
  }
  return UnknownValue;
}

namespace {

class Finder {
public:
  Finder(const UnitView &Unit, const FunctionView &In, const Sharing &Who)
      : Unit(Unit), In(In), Who(Who) {
    for (EventId E = 0; E < In.fn().Events.size(); ++E)
      if (isLoad(E) && In.event(E).Address != UnknownValue)
        Loaded.insert(placeOf(E));
    for (EventId E = 0; E < In.fn().Events.size(); ++E)
      if (isRmw(In.event(E).Kind) && In.provenance().isVisibleToGrid(E))
        if (ValueId At = elementIndex(In.fn(), In.event(E).Address))
          Atomics[At].push_back(E);
  }
  std::optional<LostUpdate> at(EventId Store) const;

private:
  const UnitView &Unit;
  const FunctionView &In;
  const Sharing &Who;
  std::set<size_t> Loaded; ///< Places that are loaded from.
  /// By the index of the element.
  DenseMap<ValueId, SmallVector<EventId, 2>> Atomics;

  size_t placeOf(EventId E) const;
  bool isLoad(EventId E) const {
    return In.event(E).Kind == EventKind::Load &&
           In.event(E).Prx == Proxy::Generic;
  }
  bool isPairedWith(EventId Load, EventId Store) const;
  bool isOfThisTurn(EventId Load, EventId Store) const;
  EventId testedLoad(EventId Store) const;
  bool isSetBefore(const LostUpdate &L) const;
  EventId atomicOf(EventId Store) const;
  bool counts(EventId Load, EventId Store) const;
  bool addsConstant(EventId Load, EventId Store) const;
  bool isWeight(EventId Store) const;
  bool combines(EventId Store) const;
  bool setsBits(const LostUpdate &L) const;
  EventId atomicAtSameIndex(EventId Store) const;
  bool isForAnotherIndex(EventId A, ValueId Index) const;
  bool isByDataBound(BlockId B) const;
  bool readsOfOthers(const LostUpdate &L) const;
  bool isChosenByBlock(EventId E) const;
  Reached reached(EventId Store) const;
  Reached judge(LostUpdate &L) const;
};

/// The same for accesses of the same location; others may share it.
size_t Finder::placeOf(EventId E) const {
  ValueId Address = In.event(E).Address;
  LinearForm Form = linearForm(In.fn(), Address, [&](ValueId V) {
    return In.provenance().canonical(V);
  });
  if (Form.isConstant())
    return hash_value(In.provenance().canonical(Address));
  hash_code Hash = hash_value(Form.Constant);
  for (auto [Term, Factor] : Form.Terms)
    Hash = hash_combine(Hash, Term, Factor);
  return Hash;
}

bool Finder::isPairedWith(EventId Load, EventId Store) const {
  if (!isLoad(Load) ||
      In.provenance().sameLocation(Load, Store).Is != SameLocation::Same)
    return false;
  Between Way = In.order().between(Load, Store);
  return Way.Reached && !Way.MayBarrier && !Way.Opaque &&
         !Who.mayWaitInTurn(Load, Store);
}

/// What Store stores is made of what Load read in the same turn of the loops
/// around both: an address that is one value is another location in the next.
bool Finder::isOfThisTurn(EventId Load, EventId Store) const {
  BlockId From = In.cfg().position(Load).Block;
  BlockId To = In.cfg().position(Store).Block;
  auto IsHeader = [&](BlockId B) {
    return any_of(In.loops().all(), [&](const Loop &L) {
      return L.Header == B && L.contains(From) && L.contains(To);
    });
  };
  bool Found = false;
  visitOperands(In.fn(), In.event(Store).Operand, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    Found |= Node.Kind == ValueKind::Result && Node.Imm == Load;
    return !Found &&
           !(Node.Kind == ValueKind::Phi && IsHeader(BlockId(Node.Imm)));
  });
  return Found;
}

/// The load of Store's location whose comparison with the stored value decides
/// whether it is stored.
EventId Finder::testedLoad(EventId Store) const {
  const Function &Fn = In.fn();
  ValueId Stored =
      In.provenance().canonical(stripCasts(Fn, In.event(Store).Operand));
  BlockId B = In.cfg().position(Store).Block;
  for (const Cfg::Dependence &D : In.cfg().directControlDependences(B)) {
    const Value &Test = Fn.value(Fn.Blocks[D.Branch].Term.Condition);
    if (Test.Kind != ValueKind::Op || Test.Op < OpCode::Lt ||
        Test.Op > OpCode::Ge)
      continue;
    for (unsigned I = 0; I < 2; ++I) {
      ValueId Other = stripCasts(Fn, Test.Operands[1 - I]);
      const Value &Side = Fn.value(stripCasts(Fn, Test.Operands[I]));
      if (In.provenance().canonical(Other) == Stored &&
          Side.Kind == ValueKind::Result && isPairedWith(Side.Imm, Store))
        return Side.Imm;
    }
  }
  return NoId;
}

/// The same thread has set the location before, whatever it held: it takes the
/// location for its own, as a list of distinct indices gives it.
bool Finder::isSetBefore(const LostUpdate &L) const {
  for (EventId S = 0; S < In.fn().Events.size(); ++S)
    if (S != L.Store && In.event(S).Kind == EventKind::Store &&
        In.cfg().dominates(S, L.Load) &&
        In.provenance().sameLocation(S, L.Store).Is == SameLocation::Same &&
        !In.order().between(S, L.Load).MayBarrier &&
        !is_contained(sourceEvents(In.fn(), In.event(S).Operand), L.Load))
      return true;
  return false;
}

EventId Finder::atomicOf(EventId Store) const {
  for (const AccessRef &A : Unit.accessesTo(In, Store)) {
    EventKind K = A.In->event(A.E).Kind;
    if (A.In == &In && isRmw(K) && In.provenance().sameObject(A.E, Store))
      return A.E;
  }
  return NoId;
}

/// An atomic on another array at the very index that data give: its author
/// expects several threads there. One whose result decides who goes on to the
/// store chooses one of them.
EventId Finder::atomicAtSameIndex(EventId Store) const {
  const Function &Fn = In.fn();
  ValueId Index = elementIndex(Fn, In.event(Store).Address);
  auto Same = Atomics.find(Index);
  if (Index == UnknownValue || Same == Atomics.end() ||
      Who.shapes().of(Index).ByThread != Varies::Data ||
      !In.provenance().isVisibleToGrid(Store))
    return NoId;
  const auto &Branches =
      In.cfg().controlDependences(In.cfg().position(Store).Block);
  for (EventId A : Same->second) {
    bool Chooses = any_of(Branches, [&](const Cfg::Dependence &D) {
      return dependsOn(Fn, Fn.Blocks[D.Branch].Term.Condition, A) !=
             Ternary::No;
    });
    if (!Chooses && !isForAnotherIndex(A, Index))
      return A;
  }
  return NoId;
}

/// Is the array of A updated atomically at another index from data as well, in
/// a loop over what belongs to Index: what a vertex gives to its neighbours?
/// Then A is atomic for their sake.
bool Finder::isForAnotherIndex(EventId A, ValueId Index) const {
  auto IsWalkedFrom = [&](EventId B) {
    BlockId At = In.cfg().position(B).Block;
    return In.provenance().sameObject(A, B) &&
           any_of(In.loops().all(), [&](const Loop &L) {
             return L.contains(At) && In.loops().isInvariant(Index, L);
           });
  };
  return any_of(Atomics, [&](const auto &Of) {
    return Of.first != Index &&
           Who.shapes().of(Of.first).ByThread == Varies::Data &&
           any_of(Of.second, IsWalkedFrom);
  });
}

/// Does the thread beside Store, a float, change the words of the same record
/// by what is no constant? Its sum of weights goes along with a weighted sum.
bool Finder::isWeight(EventId Store) const {
  constexpr int64_t RecordSize = 16;
  if (!In.event(Store).IsFloat)
    return false;
  LinearForm Own = placeForm(In, Store);
  const auto &Beside = In.fn().block(In.cfg().position(Store).Block).Events;
  return any_of(Beside, [&](EventId E) {
    if (E == Store || In.event(E).Kind != EventKind::Store ||
        In.event(E).Address == UnknownValue)
      return false;
    LinearForm Of = placeForm(In, E);
    int64_t Apart = wrappingSub(Of.Constant, Own.Constant);
    return Of.Terms == Own.Terms && Apart < RecordSize && Apart > -RecordSize &&
           any_of(sourceEvents(In.fn(), In.event(E).Operand), [&](EventId L) {
             return isPairedWith(L, E) && !addsConstant(L, E);
           });
  });
}

/// A constant is added: only counting makes sense of an index from data then.
bool Finder::counts(EventId Load, EventId Store) const {
  return addsConstant(Load, Store) && !isWeight(Store);
}

bool Finder::addsConstant(EventId Load, EventId Store) const {
  ValueId New = stripCasts(In.fn(), In.event(Store).Operand);
  ValueId Old = In.event(Load).Result;
  LinearForm Form = linearForm(In.fn(), New);
  if (Form.Terms.size() == 1 && Form.Constant != 0 &&
      stripCasts(In.fn(), Form.Terms[0].first) == Old)
    return true;
  const Value &Node = In.fn().value(New);
  return Node.Kind == ValueKind::Op && Node.Op == OpCode::Add &&
         any_of(Node.Operands, [&](ValueId V) {
           return In.fn().value(stripCasts(In.fn(), V)).Kind ==
                  ValueKind::Constant;
         });
}

bool Finder::combines(EventId Store) const {
  return isMinOrMax(
      In.fn().value(stripCasts(In.fn(), In.event(Store).Operand)));
}

/// Data choose the bit that is set or cleared: a bitmap, whose words many
/// indices share even where no two of them are the same.
bool Finder::setsBits(const LostUpdate &L) const {
  const Function &Fn = In.fn();
  const Value &New = Fn.value(stripCasts(Fn, In.event(L.Store).Operand));
  if (New.Kind != ValueKind::Op ||
      (New.Op != OpCode::Or && New.Op != OpCode::And && New.Op != OpCode::Xor))
    return false;
  bool Found = false;
  for (ValueId Side : New.Operands)
    visitOperands(Fn, Side, [&](ValueId V) {
      const Value &Node = Fn.value(V);
      Found |= Node.Kind == ValueKind::Op && Node.Op == OpCode::Shl &&
               Node.Operands.size() == 2 && !constantOf(Fn, Node.Operands[1]) &&
               Who.shapes().of(Node.Operands[1]).ByThread == Varies::Data;
      return !Found && Node.Kind == ValueKind::Op;
    });
  return Found;
}

/// A thread walks a list whose bounds were loaded: the targets of different
/// threads' lists repeat.
bool Finder::isByDataBound(BlockId B) const {
  return any_of(In.cfg().controlDependences(B), [&](auto &D) {
    ValueId V = In.fn().Blocks[D.Branch].Term.Condition;
    const Value &Test = In.fn().value(V);
    return Test.Kind == ValueKind::Op && Test.Op >= OpCode::Lt &&
           Test.Op <= OpCode::Ge && Who.shapes().of(V).Loads > 0;
  });
}

/// The new value is made of another element of the same array, found through
/// data as well, as an edge leads from one vertex to the next: vertices have
/// many edges.
bool Finder::readsOfOthers(const LostUpdate &L) const {
  return any_of(
      sourceEvents(In.fn(), In.event(L.Store).Operand), [&](EventId E) {
        const IdDependence &S = Who.shapes().of(In.event(E).Address);
        return isLoad(E) && In.provenance().sameObject(E, L.Store) &&
               S.ByThread == Varies::Data && !S.IsClaimed &&
               In.provenance().sameLocation(E, L.Load).Is != SameLocation::Same;
      });
}

Reached Finder::judge(LostUpdate &L) const {
  Reached R = reached(L.Store);
  const IdDependence &S = Who.shapes().of(In.event(L.Store).Address);
  BlockId B = In.cfg().position(L.Store).Block;
  if (R == Reached::Scattered && !S.IsBinned && !combines(L.Store) &&
      !L.IsByTest && !isByDataBound(B))
    R = Reached::ByData;
  if (R == Reached::ByData && L.IsByTest && readsOfOthers(L))
    R = Reached::Scattered;
  if (R == Reached::ByData)
    L.Beside = atomicAtSameIndex(L.Store);
  if (R == Reached::ByData &&
      (L.Atomic != NoId || L.Beside != NoId ||
       (!L.IsByTest && (counts(L.Load, L.Store) || setsBits(L)))))
    R = Reached::Scattered;
  return R;
}

/// Does each block choose its own array: `blockIdx.x == 0 ? sent : received`?
/// How many blocks choose the same one is not known then. A pointer that a loop
/// moves on is no choice.
bool Finder::isChosenByBlock(EventId E) const {
  bool Found = false;
  bool IsComplete = visitOperands(In.fn(), In.event(E).Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    bool IsMoved = Node.Kind == ValueKind::Phi &&
                   any_of(In.loops().all(), [&](const Loop &L) {
                     return int64_t(L.Header) == Node.Imm;
                   });
    bool IsFork = Node.Kind == ValueKind::Phi || Node.Op == OpCode::Select;
    Found |= IsFork && !IsMoved && Node.Type.IsPointer &&
             In.uniformity().of(V) == Uniform::Block;
    return !Found && Node.Kind != ValueKind::Result;
  });
  return Found || !IsComplete;
}

/// By which threads the location is reached; across blocks only where all of
/// them have the same array.
Reached Finder::reached(EventId Store) const {
  Reached All = Who.reached(Store);
  return All == Reached::ByBlocks && isChosenByBlock(Store)
             ? Who.reachedInBlock(Store)
             : All;
}

std::optional<LostUpdate> Finder::at(EventId Store) const {
  const Event &E = In.event(Store);
  BlockId B = In.cfg().position(Store).Block;
  if (E.Kind != EventKind::Store || E.Address == UnknownValue ||
      E.Prx != Proxy::Generic || !Loaded.contains(placeOf(Store)) ||
      Who.isGuarded(B) ||
      !(In.provenance().isVisibleToGrid(Store) ||
        In.provenance().isShared(Store)) ||
      reached(Store) == Reached::Unknown)
    return std::nullopt;
  LostUpdate L;
  L.Store = Store;
  for (EventId From : sourceEvents(In.fn(), E.Operand))
    if (L.Load == NoId && isPairedWith(From, Store) &&
        isOfThisTurn(From, Store))
      L.Load = From;
  if (L.Load == NoId) {
    L.Load = testedLoad(Store);
    L.IsByTest = true;
  }
  if (L.Load == NoId)
    return std::nullopt;
  if (Who.shapes().of(E.Address).ByThread == Varies::Data &&
      (isSetBefore(L) || isInOwnSegment(In, Who, Store)))
    return std::nullopt;
  L.Atomic = atomicOf(Store);
  L.Index = elementIndex(In.fn(), E.Address);
  L.Who = judge(L);
  return L;
}

} // namespace

std::vector<LostUpdate> lostUpdatesOf(const UnitView &Unit,
                                      const FunctionView &In,
                                      const Sharing &Who) {
  std::vector<LostUpdate> All;
  if (In.fn().Kind != FunctionKind::Kernel)
    return All;
  Finder F(Unit, In, Who);
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (auto L = F.at(E))
      All.push_back(*L);
  return All;
}

} // namespace fencepost
