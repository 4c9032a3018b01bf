//===- owned_words.cpp - words that one thread has to itself --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/contention/owned_words.h"
#include "analyzer/analysis/contention/warp_words.h"
#include "analyzer/analysis/handoff/handoff.h"
#include "analyzer/analysis/memory/address_shape.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Nothing else of the kernel touches the array at another index.
static bool isAlone(const UnitView &Unit, const FunctionView &In, EventId E) {
  if (In.fn().State != Coverage::Analysed)
    return false;
  for (const AccessRef &A : Unit.accessesTo(In, E))
    if (A.In == &In && A.E != E &&
        In.provenance().sameLocation(A.E, E).Is != SameLocation::Same)
      return false;
  return true;
}

/// Another kernel, perhaps on the same array, that may run at the same time.
static bool isSharedWithOthers(const UnitView &Unit, const FunctionView &In,
                               EventId E) {
  auto Adds = [&](const AccessRef &A) {
    const Event &Of = A.In->event(A.E);
    return A.In != &In && isRmw(Of.Kind);
  };
  return llvm::any_of(Unit.accessesTo(In, E), Adds) ||
         llvm::any_of(Unit.namesakes(In, E), Adds);
}

/// One lane of each warp, always: a vote may part a warp into several groups,
/// each with a leader of its own.
static bool isByOneOfWarp(const FunctionView &In, EventId E) {
  return In.populations().upToBounds(performingBlock(In, E)) ==
         Population::OnePerWarp;
}

WordOf fencepost::ownerOfWord(const UnitView &Unit, const FunctionView &In,
                              const Contention &C) {
  const Event &E = In.event(C.E);
  const Object &O = In.provenance().object(C.E);
  bool OfWarp = C.Who == Crowd::PerWarp && isByOneOfWarp(In, C.E) &&
                isWordOfWarp(In, C.E);
  if ((C.At.By != SharedBy::OneThread && !OfWarp) || C.IsShared || C.IsLock ||
      !isUnused(E) || E.Ord != Order::Relaxed || E.Scp == Scope::Sys ||
      (C.Who != Crowd::Everyone && C.Who != Crowd::ByData && !OfWarp) ||
      (O.Kind != BaseKind::Param && O.Kind != BaseKind::Global) ||
      !isAlone(Unit, In, C.E) || flagOf(Unit, In, C.E).Sign != FlagSign::None)
    return WordOf::Many;
  bool IsStore = E.Rmw == RmwOp::Exch, Repeats = C.At.Repeats != NoId;
  if (!IsStore &&
      (!isReduction(In, E) || C.IsReadInLoop ||
       (!Repeats && (isSharedWithOthers(Unit, In, C.E) ||
                     (!OfWarp && !bringsElementsAlong(In, C.E, 0))))))
    return WordOf::Many;
  return OfWarp ? WordOf::Warp : WordOf::Thread;
}
