//===- compiler_order.cpp - what a compiler may move across asm -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/compiler_order.h"
#include "analyzer/analysis/flow/evaluate.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace fencepost;

bool fencepost::stopsCompiler(const Event &E) {
  switch (E.Kind) {
  case EventKind::Fence:
  case EventKind::ProxyFence:
  case EventKind::CtaBarrier:
  case EventKind::ClusterBarrier:
  case EventKind::WarpSync:
  case EventKind::WarpCollective:
  case EventKind::OpaqueCall:
  case EventKind::CompilerOnly:
  case EventKind::Mbarrier:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
  case EventKind::GridDependency:
    return !E.InAsm || E.CompilerBarrier;
  case EventKind::Rmw:
  case EventKind::Red:
    return !E.InAsm || E.CompilerBarrier;
  case EventKind::Load:
  case EventKind::Store:
    return E.InAsm ? E.CompilerBarrier : E.IsVolatile || isStrong(E.Ord);
  case EventKind::Sleep:
  case EventKind::CacheHint:
    return E.InAsm && E.CompilerBarrier;
  }
  return false;
}

namespace {
/// What is asked of one event once for each asm statement.
struct KeptForCompiler {
  llvm::DenseMap<EventId, bool> Notes;
  llvm::DenseMap<EventId, bool> Unwritten;   ///< By anybody in the unit.
  std::optional<std::vector<EventId>> Loads; ///< Movable ones.
  /// By fence: writes behind it, at most two, of different objects.
  llvm::DenseMap<EventId, llvm::SmallVector<EventId, 2>> WritesBehind;
};
} // namespace

static bool findNote(const FunctionView &In, EventId Id) {
  const Value &V = In.fn().value(In.event(Id).Operand);
  bool IsCopy = V.Kind == ValueKind::Result && isStrong(In.event(V.Imm).Ord);
  auto IsWaitedFor = [&](EventId E) {
    bool IsWait = In.polls().of(E) != nullptr;
    if (!IsWait &&
        !(In.event(E).Kind == EventKind::Load && acquires(In.event(E).Ord)))
      return false;
    SameLocation Is = In.provenance().sameLocation(E, Id).Is;
    // A row of flags is cleared as it was waited for: one after the other.
    return Is == SameLocation::Same ||
           (IsWait && V.Imm == 0 && Is == SameLocation::Unknown &&
            In.provenance().sameObject(E, Id) && isBefore(In, E, Id));
  };
  bool IsReset =
      V.Kind == ValueKind::Constant &&
      llvm::any_of(llvm::seq<EventId>(0, In.fn().Events.size()), IsWaitedFor);
  return IsCopy || IsReset || isOwnCounter(In, Id);
}

bool fencepost::isNote(const FunctionView &In, EventId Id) {
  if (In.event(Id).Kind != EventKind::Store)
    return false;
  auto [At, IsNew] =
      In.kept().of<KeptForCompiler>().Notes.try_emplace(Id, false);
  if (IsNew)
    At->second = findNote(In, Id);
  return At->second;
}

bool fencepost::isMovable(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  return !E.InAsm && !E.IsVolatile && E.Ord == Order::Weak &&
         E.Prx != Proxy::NonCoherent && E.Prx != Proxy::Texture &&
         (E.Kind == EventKind::Load || E.Kind == EventKind::Store) &&
         In.provenance().isVisibleToGrid(Id);
}

/// Does nobody in the unit write the class of what Read reads?
static bool isUnwritten(const UnitView &Unit, const FunctionView &In,
                        EventId Read) {
  auto [At, IsNew] =
      In.kept().of<KeptForCompiler>().Unwritten.try_emplace(Read, false);
  if (IsNew)
    At->second =
        llvm::none_of(Unit.accessesTo(In, Read), [](const AccessRef &A) {
          return writesMemory(A.In->event(A.E));
        });
  return At->second;
}

/// A pointer out of a table that the function only reads, as one of peers; or
/// one that is no more than called, or that records of a type hold, which
/// nobody in the unit writes: `node->next` that others set is handed over.
static bool isTablePointer(const UnitView &Unit, const FunctionView &In,
                           EventId Read) {
  ValueId V = In.event(Read).Result;
  if (V == UnknownValue || !In.fn().value(V).Type.IsPointer)
    return false;
  const Object &O = In.provenance().object(Read);
  if (!In.event(Read).ResultUsed)
    return isUnwritten(Unit, In, Read);
  if (!In.provenance().isUnchanging(Read))
    return false;
  return O.isMemberOfType() ? isUnwritten(Unit, In, Read)
                            : O.Kind == BaseKind::Param && !O.Offset;
}

bool fencepost::isConstantRead(const UnitView &Unit, const FunctionView &In,
                               EventId Read, EventId Acquire) {
  auto &Loads = In.kept().of<KeptForCompiler>().Loads;
  if (!Loads) {
    Loads.emplace();
    for (EventId E = 0; E < In.fn().Events.size(); ++E)
      if (In.event(E).Kind == EventKind::Load && isMovable(In, E))
        Loads->push_back(E);
  }
  auto IsEarlier = [&](EventId E) {
    return In.provenance().sameObject(E, Read) &&
           In.cfg().dominates(E, Acquire);
  };
  // Behind `const __restrict__` too: nobody writes it, by its author's word.
  return readPath(In, Read) == ReadPath::NonCoherent ||
         isTablePointer(Unit, In, Read) ||
         (In.provenance().isUnchanging(Read) &&
          llvm::any_of(*Loads, IsEarlier));
}

/// Writes of the grid behind Fence, or calls that may write: two of different
/// objects where there are two.
static llvm::ArrayRef<EventId> writesBehind(const FunctionView &In,
                                            EventId Fence) {
  auto [At, IsNew] =
      In.kept().of<KeptForCompiler>().WritesBehind.try_emplace(Fence);
  llvm::SmallVector<EventId, 2> &Found = At->second;
  for (EventId W = 0; IsNew && W < In.fn().Events.size() && Found.size() < 2;
       ++W)
    if ((In.event(W).Kind == EventKind::OpaqueCall ||
         (writesMemory(In.event(W)) && In.provenance().isVisibleToGrid(W) &&
          (Found.empty() || !In.provenance().sameObject(W, Found[0])))) &&
        isBefore(In, Fence, W) && In.cfg().reaches(Fence, W))
      Found.push_back(W);
  return Found;
}

bool fencepost::isReleasedBy(const FunctionView &In, EventId Store,
                             EventId Id) {
  if (In.event(Id).Kind != EventKind::Fence ||
      In.fn().Kind != FunctionKind::Kernel)
    return true;
  return llvm::any_of(writesBehind(In, Id), [&](EventId W) {
    return In.event(W).Kind == EventKind::OpaqueCall ||
           !In.provenance().sameObject(W, Store);
  });
}

bool fencepost::isForOthers(const UnitView &Unit, const FunctionView &In,
                            EventId Store, EventId Id) {
  if (In.event(Id).Kind == EventKind::Fence ||
      flagOf(Unit, In, Id).Sign != FlagSign::Polled)
    return true;
  std::vector<Payload> Read = payloadFor(Unit, In, Id);
  return Read.empty() || llvm::any_of(Read, [&](const Payload &P) {
           return In.provenance().sameObject(P.Store, Store);
         });
}

bool fencepost::isSentAlong(const FunctionView &In, EventId Store, EventId Id) {
  const Value &V = In.fn().value(In.event(Store).Operand);
  if (In.event(Store).Kind != EventKind::Store ||
      V.Kind != ValueKind::Constant || In.event(Id).Kind == EventKind::Fence ||
      isBefore(In, Store, Id))
    return false;
  return llvm::any_of(sourceEvents(In.fn(), In.event(Id).Operand),
                      [&](EventId Read) {
                        return In.event(Read).Kind == EventKind::Load &&
                               In.provenance().sameLocation(Read, Store).Is ==
                                   SameLocation::Same;
                      });
}

/// Is Read left out if the word of Acquire has the value Is, by a branch on it?
/// Who reads has then seen no such store.
static bool isSkippedAt(const FunctionView &In, EventId Read, EventId Acquire,
                        int64_t Is) {
  const Function &Fn = In.fn();
  ValueId Word = In.event(Acquire).Result;
  // Where the word is asked for on one of several ways, that way counts.
  auto Known = [&](ValueId V) -> std::optional<int64_t> {
    if (V == Word)
      return Is;
    if (Fn.value(V).Kind != ValueKind::Phi)
      return std::nullopt;
    std::optional<int64_t> One;
    for (ValueId From : Fn.value(V).Operands) {
      if (From == UnknownValue || dependsOn(Fn, From, Acquire) != Ternary::Yes)
        continue;
      auto Here = evaluate(Fn, From, Word, Is);
      if (!Here || (One && *One != *Here))
        return std::nullopt;
      One = Here;
    }
    return One;
  };
  BlockId At = In.cfg().position(Read).Block;
  return llvm::any_of(In.cfg().controlDependences(At), [&](auto &D) {
    const Terminator &T = Fn.block(D.Branch).Term;
    if (T.Kind != TerminatorKind::Branch || T.Condition == UnknownValue ||
        T.Successors.size() != 2 || T.Successors[0] == T.Successors[1] ||
        dependsOn(Fn, T.Condition, Acquire) != Ternary::Yes)
      return false;
    auto Taken = evaluate(Fn, T.Condition, Known);
    // Where both ways join, the read is met on either of them.
    return Taken && In.cfg().edgeDominates(D.Branch, *Taken != 0 ? 1 : 0, At);
  });
}

bool fencepost::mayBeTold(const UnitView &Unit, const FunctionView &In,
                          EventId Id, EventId Read) {
  if (In.event(Id).Kind == EventKind::Fence)
    return true;
  bool Written = false;
  for (const AccessRef &A : accessesByName(Unit, In, Id)) {
    if (!writesMemory(A.In->event(A.E)))
      continue;
    Written = true;
    std::optional<int64_t> Raised =
        constantOf(A.In->fn(), A.In->event(A.E).Operand);
    if (Raised && *Raised != 0 && isSkippedAt(In, Read, Id, *Raised))
      continue;
    // What is written with no release behind it is told by nothing.
    for (const Payload &P : payloadOf(*A.In, A.E))
      if (isSameClass(In, Read, {A.In, P.Store}) &&
          (releases(A.In->event(A.E).Ord) || P.Way.Opaque ||
           P.Way.MayRelease != Scope::None))
        return true;
  }
  if (Written)
    return false;
  // By somebody outside, unless it is memory that the kernels only read.
  return llvm::any_of(Unit.accessesTo(In, Read),
                      [](const AccessRef &A) {
                        return writesMemory(A.In->event(A.E));
                      }) ||
         In.provenance().object(Read).Kind == BaseKind::Param;
}
