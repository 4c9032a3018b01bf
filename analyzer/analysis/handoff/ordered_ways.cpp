//===- ordered_ways.cpp - what may order the ends of a way ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/ordered_ways.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

Scope fencepost::mayAcquire(const Between &Way) {
  if (Way.Opaque)
    return Scope::Sys;
  // An acquire of another word may be the one that the data hangs on; at CTA
  // scope (an mbarrier wait) it is about shared memory.
  Scope Elsewhere = Way.MayAcquireElsewhere > Scope::Cta
                        ? Way.MayAcquireElsewhere
                        : Scope::None;
  return std::max(Way.MayAcquire, Elsewhere);
}

/// A release by an elected thread, with no barrier between the store and it,
/// that other threads' stores are not covered by.
static bool isOfOneThread(const FunctionView &In, EventId Store,
                          EventId Release) {
  BlockId S = In.cfg().position(Store).Block;
  BlockId R = In.cfg().position(Release).Block;
  return In.populations().isElected(R) && !In.populations().isElected(S) &&
         !In.order().between(Store, Release).MayWarpSync;
}

Scope fencepost::mayRelease(const FunctionView &In, EventId Store,
                            const Between &Way) {
  if (Way.Opaque)
    return Scope::Sys;
  // A release of another word does not publish through this flag; together
  // with an acquire it is a barrier of its own, which does.
  // A read-modify-write of both orders waits for nobody, unless in a loop.
  bool Waits = Way.Fences.empty() || llvm::any_of(Way.Fences, [&](EventId F) {
                 return acquires(In.event(F).Ord) &&
                        (!isRmw(In.event(F).Kind) || In.polls().of(F));
               });
  bool Barrier = Waits && Way.MayReleaseElsewhere > Scope::Cta &&
                 mayAcquire(Way) > Scope::Cta;
  Scope Widest =
      std::max(Way.MayRelease, Barrier ? Way.MayReleaseElsewhere : Scope::None);
  bool AllOfOne =
      Way.MayBarrier && !Way.Fences.empty() &&
      llvm::all_of(Way.Fences, [&](EventId F) {
        return releases(In.event(F).Ord) && isOfOneThread(In, Store, F);
      });
  return AllOfOne ? Scope::None : Widest;
}
