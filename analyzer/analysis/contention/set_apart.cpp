//===- set_apart.cpp - a plain access kept away from an atomic ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/set_apart.h"
#include "analyzer/analysis/memory/place_form.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;

void fencepost::addParts(const Function &Fn, ValueId V,
                         llvm::SmallDenseSet<ValueId> &Out) {
  constexpr unsigned MaxParts = 64;
  if (Out.size() >= MaxParts || !Out.insert(V).second)
    return;
  const Value &Of = Fn.value(V);
  if (Of.Kind != ValueKind::Op)
    return;
  switch (Of.Op) {
  case OpCode::Add:
  case OpCode::Element:
  case OpCode::Field:
  case OpCode::Cast:
    for (ValueId Part : Of.Operands)
      addParts(Fn, Part, Out);
    return;
  default:
    return;
  }
}

/// Beside what both addresses have in common, is that of A made of constants
/// and parameters, and that of P of no data?
static bool hasFixedRest(const FunctionView &In, const IdDependences &Shapes,
                         EventId P, EventId A) {
  LinearForm OfP = placeForm(In, P), OfA = placeForm(In, A);
  auto IsBeside = [](const LinearForm &Other) {
    return [&](const auto &T) { return !llvm::is_contained(Other.Terms, T); };
  };
  return llvm::none_of(OfA.Terms,
                       [&](const auto &T) {
                         return IsBeside(OfP)(T) &&
                                Shapes.of(T.first).ByThread != Varies::Not;
                       }) &&
         llvm::none_of(OfP.Terms, [&](const auto &T) {
           return IsBeside(OfA)(T) &&
                  Shapes.of(T.first).ByThread == Varies::Data;
         });
}

/// Does P name an element of an array that begins 64 bytes or more behind the
/// one that A indexes by data, and names it by no data? A constant alone names
/// an element of one array like any other.
static bool isOfArrayBehind(const FunctionView &In, const IdDependences &Shapes,
                            EventId P, EventId A) {
  constexpr int64_t LeastArray = 64;
  LinearForm OfP = placeForm(In, P), OfA = placeForm(In, A);
  return OfP.Constant > OfA.Constant &&
         wrappingSub(OfP.Constant, OfA.Constant) >= LeastArray &&
         llvm::any_of(OfP.Terms,
                      [&](const auto &T) {
                        return !llvm::is_contained(OfA.Terms, T);
                      }) &&
         llvm::none_of(OfP.Terms,
                       [&](const auto &T) {
                         return Shapes.of(T.first).ByThread != Varies::Not;
                       }) &&
         llvm::all_of(OfA.Terms, [&](const auto &T) {
           return llvm::is_contained(OfP.Terms, T) ||
                  (T.second > 0 && Shapes.of(T.first).ByThread == Varies::Data);
         });
}

/// Parts hold V, or one of them is a phi all ways of which do. Around are the
/// phis that are asked about already: a way back to one of them decides
/// nothing.
static bool holds(const Function &Fn, const llvm::SmallDenseSet<ValueId> &Parts,
                  ValueId V, llvm::SmallDenseSet<ValueId> &Around) {
  constexpr unsigned MaxPhis = 16;
  auto IsHeldByPhi = [&](ValueId Part) {
    const Value &Phi = Fn.value(Part);
    if (Around.contains(Part))
      return true;
    if (Phi.Kind != ValueKind::Phi || Around.size() == MaxPhis)
      return false;
    Around.insert(Part);
    return llvm::all_of(Phi.Operands, [&](ValueId Way) {
      llvm::SmallDenseSet<ValueId> OfWay;
      addParts(Fn, Way, OfWay);
      return holds(Fn, OfWay, V, Around);
    });
  };
  return Parts.contains(V) || llvm::any_of(Parts, IsHeldByPhi);
}

bool fencepost::holdsPart(const Function &Fn,
                          const llvm::SmallDenseSet<ValueId> &Parts,
                          ValueId V) {
  llvm::SmallDenseSet<ValueId> Around;
  return holds(Fn, Parts, V, Around);
}

bool fencepost::areWrittenAsOne(const FunctionView &In, EventId A, EventId B) {
  const Location &OfA = In.module().at(In.event(A).Loc);
  const Location &OfB = In.module().at(In.event(B).Loc);
  return OfA.File == OfB.File && OfA.Line == OfB.Line &&
         OfA.Column == OfB.Column;
}

bool fencepost::areSetApart(const FunctionView &In, const IdDependences &Shapes,
                            EventId P, EventId A) {
  auto Of = [&](EventId E) { return Shapes.of(In.event(E).Address); };
  auto Block = [&](EventId E) { return In.cfg().position(E).Block; };
  if (Of(A).ByThread != Varies::Data)
    return false;
  bool IsSame = In.provenance().sameLocation(P, A).Is == SameLocation::Same;
  if (!IsSame && isOfArrayBehind(In, Shapes, P, A))
    return true;
  if (Of(P).ByThread == Varies::Data) {
    llvm::SmallDenseSet<ValueId> OfP, OfA;
    addParts(In.fn(), In.event(P).Address, OfP);
    addParts(In.fn(), In.event(A).Address, OfA);
    // The same words name other places in the loop than behind it.
    uint32_t Inner = In.loops().innermost(Block(P));
    bool Moves = Inner != NoId && !In.loops().all()[Inner].contains(Block(A)) &&
                 llvm::any_of(OfP, [&](ValueId V) {
                   return In.fn().value(V).Kind == ValueKind::Phi &&
                          !In.loops().isInvariant(V, In.loops().all()[Inner]);
                 });
    return (Moves || !IsSame) && hasFixedRest(In, Shapes, P, A) &&
           llvm::any_of(OfP, [&](ValueId V) {
             return OfA.contains(V) && !In.fn().value(V).Type.IsPointer &&
                    Shapes.of(V).ByThread == Varies::Data &&
                    In.fn().value(V).Kind != ValueKind::Phi;
           });
  }
  if (IsSame || In.event(P).Kind != EventKind::Load ||
      Of(P).ByThread != Varies::Not || !In.cfg().dominates(P, A) ||
      In.cfg().reaches(A, P))
    return false;
  for (EventId S = 0; S < In.fn().Events.size(); ++S)
    if (In.event(S).Kind == EventKind::Store && In.cfg().reaches(S, P) &&
        In.event(S).Address != UnknownValue &&
        In.provenance().sameLocation(S, P).Is == SameLocation::Same &&
        In.populations().of(Block(S)) <= Population::OnePerBlock)
      return true;
  return false;
}

/// A bit for each dimension of the block's number.
static unsigned dimOf(const Value &Special) {
  if (Special.Kind != ValueKind::Special)
    return 0;
  return llvm::StringSwitch<unsigned>(Special.Name)
      .Case("ctaid.x", 1)
      .Case("ctaid.y", 2)
      .Case("ctaid.z", 4)
      .Default(0);
}

/// The dimensions of the block's number that V is made of; nullopt where
/// something loaded may hold others.
static std::optional<unsigned> dimsOf(const Function &Fn, ValueId V) {
  unsigned Dims = 0;
  bool IsLoaded = false;
  bool IsComplete = visitOperands(Fn, V, [&](ValueId Of) {
    Dims |= dimOf(Fn.value(Of));
    IsLoaded |= Fn.value(Of).Kind == ValueKind::Result;
    return !IsLoaded;
  });
  return IsComplete && !IsLoaded ? std::optional(Dims) : std::nullopt;
}

/// Does the kernel ask for dimensions beside Dims?
static bool asksForMore(const Function &Fn, unsigned Dims) {
  return llvm::any_of(
      Fn.Values, [&](const Value &Of) { return (dimOf(Of) & ~Dims) != 0; });
}

bool fencepost::isOfRowOfBlocks(const FunctionView &In,
                                const IdDependences &Shapes, EventId E) {
  ValueId Address = In.event(E).Address;
  const IdDependence &S = Shapes.of(Address);
  if (S.ByThread != Varies::Not || S.ByBlock == Varies::Not || S.IsClaimed)
    return false;
  std::optional<unsigned> Dims = dimsOf(In.fn(), Address);
  return Dims && *Dims && asksForMore(In.fn(), *Dims);
}

bool fencepost::areInPartOfBlock(const FunctionView &In,
                                 const IdDependences &Shapes, EventId P,
                                 EventId A) {
  const Function &Fn = In.fn();
  llvm::SmallDenseSet<ValueId> OfP, OfA;
  addParts(Fn, In.event(P).Address, OfP);
  addParts(Fn, In.event(A).Address, OfA);
  unsigned Dims = 0;
  bool IsPart = false;
  for (ValueId V : OfP) {
    const IdDependence &S = Shapes.of(V);
    if (!holdsPart(Fn, OfA, V) || S.ByBlock == Varies::Not ||
        S.ByThread != Varies::Not)
      continue;
    std::optional<unsigned> Here = dimsOf(Fn, V);
    if (!Here)
      return true;
    IsPart = true;
    Dims |= *Here;
  }
  return IsPart && !asksForMore(Fn, Dims);
}
