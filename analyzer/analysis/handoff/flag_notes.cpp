//===- flag_notes.cpp - what a thread writes down about a wait ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of flags, words by which a wait is given up, flags that are cleared
// once they were seen, and kernels that set memory up for later ones: stores
// that no flag tells of.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/evaluate.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/scope_needs.h"
#include "analyzer/analysis/memory/home.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace fencepost;

namespace {
struct KeptNotes {
  std::map<EventId, bool> Copies, GivesUp, NextLaunch, Times;
  std::optional<bool> Fills;
};
/// By class of objects: does all that writes it copy a flag?
struct KeptCopies {
  std::map<std::pair<const FunctionView *, std::string>, bool> Only;
};
} // namespace

//===- Copies of flags ----------------------------------------------------===//

/// Does a branch on what Load reads decide whether Read happens?
static bool decidesOn(const FunctionView &In, EventId Load, EventId Read) {
  BlockId B = In.cfg().position(Read).Block;
  return llvm::any_of(In.cfg().controlDependences(B), [&](auto &D) {
    return dependsOn(In.fn(), In.fn().block(D.Branch).Term.Condition, Load) ==
           Ternary::Yes;
  });
}

static bool findCopy(const FunctionView &In, EventId Store) {
  const Event &E = In.event(Store);
  if (E.Kind != EventKind::Store || E.Ord != Order::Weak ||
      !In.provenance().object(Store).Offset)
    return false;
  const Value &V = In.fn().value(stripCasts(In.fn(), E.Operand));
  if (V.Kind != ValueKind::Result)
    return false;
  auto Flag = EventId(V.Imm);
  const Event &F = In.event(Flag);
  if (F.Kind != EventKind::Load || !isStrong(F.Ord) ||
      !(acquires(F.Ord) || In.polls().of(Flag)))
    return false;
  // What else asks for the flag only if the copy does not say enough.
  auto IsFlag = [&](EventId Read) {
    return In.event(Read).Kind == EventKind::Load &&
           isStrong(In.event(Read).Ord) &&
           In.provenance().isSurelySameObject(Read, Flag);
  };
  for (EventId L = 0; L < In.fn().Events.size(); ++L)
    if (In.event(L).Kind == EventKind::Load && In.event(L).Ord == Order::Weak &&
        In.event(L).Address != UnknownValue &&
        In.provenance().isSurelySameObject(L, Store))
      for (EventId Read = 0; Read < In.fn().Events.size(); ++Read)
        if (IsFlag(Read) && decidesOn(In, L, Read))
          return true;
  return false;
}

bool fencepost::isCopyOfFlag(const FunctionView &In, EventId Store) {
  auto [At, IsNew] = In.kept().of<KeptNotes>().Copies.try_emplace(Store, false);
  if (IsNew)
    At->second = findCopy(In, Store);
  return At->second;
}

bool fencepost::isOnlyCopyOfFlag(const UnitView &Unit, const FunctionView &In,
                                 EventId Read) {
  const Object &O = In.provenance().object(Read);
  if (In.event(Read).Kind != EventKind::Load || !O.Offset)
    return false;
  bool UnitWide = llvm::StringRef(O.Key).starts_with("global:") ||
                  llvm::StringRef(O.Key).starts_with("field:");
  auto [At, IsNew] = Unit.kept().of<KeptCopies>().Only.try_emplace(
      {UnitWide ? nullptr : &In, O.Key}, false);
  if (!IsNew)
    return At->second;
  bool Any = false;
  for (const AccessRef &A : Unit.accessesTo(In, Read)) {
    if (!writesMemory(A.In->event(A.E)))
      continue;
    if (!isCopyOfFlag(*A.In, A.E))
      return false;
    Any = true;
  }
  return At->second = Any;
}

//===- Waits that are given up, flags that are cleared --------------------===//

/// Does the loop itself, and not one inside it, spend its turns waiting: does
/// it sleep, or wait for a word?
static bool waits(const FunctionView &In, uint32_t Number) {
  for (BlockId B : In.loops().all()[Number].Blocks)
    if (In.loops().innermost(B) == Number)
      for (EventId E : In.fn().block(B).Events)
        if (In.event(E).Kind == EventKind::Sleep || In.polls().of(E))
          return true;
  return false;
}

static bool findGivingUp(const FunctionView &In, EventId Store) {
  uint32_t Inner = In.loops().innermost(In.cfg().position(Store).Block);
  auto Stored = constantOf(In.fn(), In.event(Store).Operand);
  if (In.event(Store).Kind != EventKind::Store || Inner == NoId || !Stored ||
      !waits(In, Inner))
    return false;
  const Loop &L = In.loops().all()[Inner];
  auto LeavesBy = [&](EventId Read) {
    return llvm::any_of(L.Exits, [&](const Loop::Exit &X) {
      return successorTaken(In.fn(), X.From, In.event(Read).Result, *Stored) ==
             X.Successor;
    });
  };
  for (BlockId B : L.Blocks)
    for (EventId E : In.fn().block(B).Events)
      if (In.event(E).Kind == EventKind::Load &&
          In.event(E).Address != UnknownValue &&
          In.provenance().sameLocation(E, Store).Is == SameLocation::Same &&
          LeavesBy(E))
        return true;
  return false;
}

bool fencepost::givesUpWait(const FunctionView &In, EventId Store) {
  auto [At, IsNew] =
      In.kept().of<KeptNotes>().GivesUp.try_emplace(Store, false);
  if (IsNew)
    At->second = findGivingUp(In, Store);
  return At->second;
}

bool fencepost::isToldBeforeWait(const FunctionView &In, EventId Publish,
                                 EventId Store) {
  const Event &E = In.event(Publish);
  const Value &V = In.fn().value(E.Operand);
  if (E.Kind != EventKind::Store || V.Kind != ValueKind::Constant || V.Imm != 0)
    return false;
  return llvm::any_of(In.polls().all(), [&](const Poll &P) {
    return P.Kind == PollKind::Flag && isBefore(In, Store, P.Read) &&
           In.cfg().dominates(P.Read, Publish) &&
           In.provenance().sameLocation(P.Read, Publish).Is ==
               SameLocation::Same;
  });
}

static bool findNextLaunch(const FunctionView &In, EventId Store) {
  if (!keepsCount(In, Store))
    return false;
  for (EventId R = 0; R < In.fn().Events.size(); ++R)
    if (In.event(R).Kind == EventKind::Load &&
        In.event(R).Address != UnknownValue &&
        In.provenance().sameObject(R, Store) &&
        In.provenance().sameLocation(R, Store).Is != SameLocation::Different &&
        (In.cfg().reaches(Store, R) ||
         llvm::any_of(In.polls().all(), [&](const Poll &P) {
           return In.cfg().reaches(P.Read, R);
         })))
      return false;
  return true;
}

bool fencepost::isKeptForNextLaunch(const FunctionView &In, EventId Store) {
  auto [At, IsNew] =
      In.kept().of<KeptNotes>().NextLaunch.try_emplace(Store, false);
  if (IsNew)
    At->second = findNextLaunch(In, Store);
  return At->second;
}

/// A clock, a difference of clocks, or one of them in another unit.
static bool isTime(const FunctionView &In, ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 8;
  if (V == UnknownValue || Depth == MaxDepth)
    return false;
  const Value &Node = In.fn().value(stripCasts(In.fn(), V));
  llvm::StringRef Name = Node.Name;
  if (Node.Kind == ValueKind::Special)
    return Name.starts_with("clock") || Name.starts_with("globaltimer");
  if (Node.Op == OpCode::Havoc && Node.Operands.size() == 1)
    return isTime(In, Node.Operands[0], Depth + 1);
  if (Node.Kind != ValueKind::Op || Node.Operands.size() != 2 ||
      !isTime(In, Node.Operands[0], Depth + 1))
    return false;
  bool IsUnit = Node.Op == OpCode::Div || Node.Op == OpCode::Shr;
  return IsUnit ? constantOf(In.fn(), Node.Operands[1]).has_value()
                : Node.Op == OpCode::Sub &&
                      isTime(In, Node.Operands[1], Depth + 1);
}

bool fencepost::writesTime(const FunctionView &In, EventId Store) {
  ValueId V = In.event(Store).Operand;
  if (isTime(In, V))
    return true;
  // `array[t] = t == 0 ? round : clock64()`: one statement fills the record.
  const Value &Node = In.fn().value(stripCasts(In.fn(), V));
  bool IsChoice = Node.Kind == ValueKind::Phi || Node.Op == OpCode::Select;
  return IsChoice && llvm::any_of(Node.Operands, [&](ValueId Side) {
           return isTime(In, Side);
         });
}

static bool findTime(const FunctionView &In, EventId Store) {
  if (writesTime(In, Store))
    return true;
  // Another member of a record that holds a time.
  constexpr int64_t RecordSize = 16;
  LinearForm Here = linearForm(In.fn(), In.event(Store).Address);
  for (EventId E : In.fn().block(In.cfg().position(Store).Block).Events) {
    if (In.event(E).Kind != EventKind::Store || !writesTime(In, E))
      continue;
    LinearForm There = linearForm(In.fn(), In.event(E).Address);
    int64_t Apart = wrappingSub(Here.Constant, There.Constant);
    if (Here.Terms == There.Terms && Apart < RecordSize && Apart > -RecordSize)
      return true;
  }
  return false;
}

bool fencepost::isTimeStamp(const FunctionView &In, EventId Store) {
  auto [At, IsNew] = In.kept().of<KeptNotes>().Times.try_emplace(Store, false);
  if (IsNew)
    At->second = findTime(In, Store);
  return At->second;
}

/// `while (CAS(flag, 0, 1) != 0)`: waits until the flag is down, and raises it.
static bool raisesByCas(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  if (E.Kind != EventKind::Rmw || E.Rmw != RmwOp::Cas || E.Extra.empty())
    return false;
  auto To = constantOf(In.fn(), E.Operand),
       From = constantOf(In.fn(), E.Extra[0]);
  return To && From && *From == 0 && *To != 0;
}

bool fencepost::isStartBySwap(const FunctionView &In, EventId Wait) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (raisesByCas(In, E) && In.event(E).Scp == Scope::Sys &&
        In.provenance().isVisibleToGrid(E) &&
        In.provenance().sameObject(E, Wait) &&
        (E == Wait || isBefore(In, E, Wait)) && In.cfg().reaches(E, Wait) &&
        payloadStores(In, E).empty())
      return true;
  return false;
}

bool fencepost::isStartBarrier(const FunctionView &In, EventId Wait) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    bool Signals = (Ev.Kind == EventKind::Store && isStrong(Ev.Ord)) ||
                   Ev.Kind == EventKind::Red ||
                   (Ev.Kind == EventKind::Rmw && !Ev.ResultUsed);
    if (Signals && Ev.Scp == Scope::Sys && !In.polls().of(E) &&
        In.provenance().isVisibleToGrid(E) && isBefore(In, E, Wait) &&
        In.cfg().reaches(E, Wait) && payloadStores(In, E).empty())
      return true;
  }
  return false;
}

//===- Kernels that fill memory -------------------------------------------===//

static bool findFills(const FunctionView &In) {
  if (In.fn().Kind != FunctionKind::Kernel)
    return false;
  bool Stores = false;
  for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
    const Event &E = In.event(Id);
    if (E.Kind == EventKind::Load && In.provenance().isUnchanging(Id))
      continue;
    if (E.Kind != EventKind::Store || E.Ord != Order::Weak ||
        In.uniformity().of(E.Operand) != Uniform::Grid ||
        In.provenance().object(Id).IndexGroup != Uniform::None)
      return false;
    Stores = true;
  }
  return Stores;
}

bool fencepost::onlyFills(const FunctionView &In) {
  auto &Known = In.kept().of<KeptNotes>().Fills;
  if (!Known)
    Known = findFills(In);
  return *Known;
}

//===- Words kept apart by a condition ------------------------------------===//

/// Does every way to B come by a branch on which X and Y are unequal?
static bool areUnequalAt(const FunctionView &In, ValueId X, ValueId Y,
                         BlockId B) {
  auto Plain = [&](ValueId V) {
    return In.provenance().canonical(stripCasts(In.fn(), V));
  };
  for (BlockId At = 0; At < In.fn().Blocks.size(); ++At) {
    ValueId Condition = In.fn().block(At).Term.Condition;
    if (Condition == UnknownValue)
      continue;
    const Value &C = In.fn().value(Condition);
    if ((C.Op != OpCode::Eq && C.Op != OpCode::Ne) || C.Operands.size() != 2)
      continue;
    ValueId L = Plain(C.Operands[0]), R = Plain(C.Operands[1]);
    if (!((L == X && R == Y) || (L == Y && R == X)))
      continue;
    if (In.cfg().edgeDominates(At, C.Op == OpCode::Ne ? 0 : 1, B))
      return true;
  }
  return false;
}

/// Is X one number in all launches that may meet at the word of E? What is the
/// same in a launch (`rank`) differs on another GPU.
static bool isOneNumber(const UnitView &Unit, const FunctionView &In, ValueId X,
                        EventId E) {
  if (constantOf(In.fn(), X))
    return true;
  Scope Reach = In.event(E).Scp;
  return In.uniformity().of(X) == Uniform::Grid && Reach != Scope::Unknown &&
         Reach <= Scope::Gpu && !launchOnSeveralDevices(Unit, In) &&
         !homeOf(Unit, In, E).isOutside(Support::Name);
}

bool fencepost::isExcluded(const UnitView &Unit, const FunctionView &In,
                           EventId E, EventId Read) {
  if (In.event(E).Address == UnknownValue ||
      In.event(Read).Address == UnknownValue ||
      !In.provenance().isSurelySameObject(E, Read))
    return false;
  auto Plain = [&](ValueId V) {
    return In.provenance().canonical(stripCasts(In.fn(), V));
  };
  LinearForm A = linearForm(In.fn(), In.event(E).Address, Plain);
  LinearForm B = linearForm(In.fn(), In.event(Read).Address, Plain);
  auto Own = [](const LinearForm &F, const LinearForm &Other) {
    return llvm::make_filter_range(
        F.Terms, [&](auto &T) { return !llvm::is_contained(Other.Terms, T); });
  };
  auto OfA = llvm::to_vector(Own(A, B)), OfB = llvm::to_vector(Own(B, A));
  if (A.Constant != B.Constant || OfA.size() != 1 || OfB.size() != 1 ||
      OfA[0].second != OfB[0].second)
    return false;
  ValueId X = OfA[0].first, Y = OfB[0].first;
  return isOneNumber(Unit, In, X, E) &&
         areUnequalAt(In, X, Y, In.cfg().position(Read).Block);
}
