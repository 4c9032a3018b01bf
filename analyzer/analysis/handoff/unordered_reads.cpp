//===- unordered_reads.cpp - reads that a wait does not order -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/unordered_reads.h"
#include "analyzer/analysis/handoff/beside_wait.h"
#include "analyzer/analysis/handoff/carried_data.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Waits that the lock rule does not judge: a compare-and-swap that consumes
/// the flag takes no lock, for nothing gives it back.
static bool isOurs(const Poll &P, llvm::ArrayRef<LockPair> Locks) {
  switch (P.Kind) {
  case PollKind::Flag:
    return true;
  case PollKind::Lock:
    return llvm::none_of(Locks,
                         [&](const LockPair &L) { return L.Take == P.Read; });
  case PollKind::Object:
    return false;
  }
  return false;
}

/// A plain load that a fence in the loop makes the compiler repeat; without
/// one, weak-poll says so. The fence stands before the read that ends the loop.
static bool isRepeatedByFence(const FunctionView &In, const Poll &P) {
  const Event &E = In.event(P.Read);
  const Loop &L = In.loops().all()[P.Loop];
  return P.IsPure && E.Kind == EventKind::Load && E.Ord == Order::Weak &&
         E.Prx == Proxy::Generic && llvm::any_of(L.Blocks, [&](BlockId B) {
           return llvm::any_of(In.fn().block(B).Events, [&](EventId F) {
             return In.event(F).Kind == EventKind::Fence;
           });
         });
}

/// Machine code prints a word of 64 bits and a pair of status and value alike.
static bool mayBePair(const FunctionView &In, EventId Read) {
  return In.module().Origin == Layer::Sass && In.event(Read).Bits >= 64 &&
         carriesData(In, Read);
}

static bool isUnordered(const FunctionView &In, const Poll &P,
                        llvm::ArrayRef<LockPair> Locks) {
  const Event &E = In.event(P.Read);
  return isOurs(P, Locks) && E.Elements == 1 &&
         (isStrong(E.Ord) || isRepeatedByFence(In, P)) && !acquires(E.Ord) &&
         In.provenance().isVisibleToGrid(P.Read) && !mayBePair(In, P.Read);
}

bool fencepost::isFencedByFew(const FunctionView &In, const Poll &P,
                              const Consumer &C) {
  auto IsElected = [&](EventId E) {
    return In.populations().isElected(In.cfg().position(E).Block);
  };
  return !C.Way.Opaque && !C.Way.MayBarrier && !C.Way.MayWarpSync &&
         !C.Way.Fences.empty() && !IsElected(P.Read) && !IsElected(C.Read) &&
         llvm::all_of(C.Way.Fences, [&](EventId F) {
           return In.event(F).Kind == EventKind::Fence && IsElected(F);
         });
}

std::vector<Consumer>
fencepost::unorderedReads(const UnitView &Unit, const FunctionView &In,
                          const Poll &P, llvm::ArrayRef<LockPair> Locks) {
  if (!isUnordered(In, P, Locks))
    return {};
  std::vector<Consumer> All = consumersOf(Unit, In, P.Read);
  // A word that brings its data along need not announce any other.
  if (llvm::none_of(All, [](const Consumer &C) { return C.Writer.In; }) &&
      carriesData(In, P.Read))
    return {};
  llvm::erase_if(All, [&](const Consumer &C) {
    Scope Has = isFencedByFew(In, P, C) ? Scope::None : mayAcquire(C.Way);
    bool Narrow = Has == Scope::Cta && isAcrossBlocks(Unit, In, P.Read);
    return (!P.IsPure && !C.IsAnnounced) || (Has != Scope::None && !Narrow) ||
           isOnlyGivenOn(In, C.Read) || isBesideWait(Unit, In, P, C) ||
           C.Path == ReadPath::NonCoherent; // Its own rule.
  });
  return All;
}
