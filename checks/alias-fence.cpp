//===- alias-fence.cpp - an alias fence where nothing is aliased ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fence.proxy.alias orders accesses of one location through two virtual
// addresses (PTX ISA, "Proxies"). Without a multicast address, or with one
// through which alone the data is reached, it has no pair to order.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/fences/proxy_duty.h"
#include "checks/story.h"
#include "checks/weakening.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::AliasFence;

static void offerForms(FindingBuilder &F) {
  F.alternative("drop-the-fence",
                "remove it: the acquire of the wait and the release of the "
                "signal order all that goes through one address")
      .alternative("alias-fence-where-aliased",
                   "keep it only between a store through one address and a "
                   "read of the same word through another one: two mappings "
                   "of one allocation, or its multicast and unicast address");
}

/// Not one multicast access in the whole function, and no host code that maps
/// an allocation anywhere.
static void reportUnused(const FunctionView &In, EventId Fence,
                         FindingSink &Sink) {
  const Event &E = In.event(Fence);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .verdict(Verdict::Costs)
      .at(E.Loc)
      .message(spelled(E) +
               " orders accesses of one location through two virtual "
               "addresses, and nothing here shows a second address: on an "
               "H200 it took 937 cycles in one warp and 2,076 in 528 blocks of "
               "256 threads")
      .step(Role::Fence, E, "no multicast address is used in this function")
      .assume(
          "no two pointers of this function are mappings of one allocation");
  offerForms(F);
  F.emit(Sink);
}

/// A wait before, multicast reads behind, no own store through another address.
static void reportBeforeMulticast(const FunctionView &In, EventId Fence,
                                  const AliasDuty &D, FindingSink &Sink) {
  const Event &E = In.event(Fence);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Note)
      .verdict(Verdict::Costs)
      .at(E.Loc)
      .message(spelled(E) + " stands between the wait for " +
               nameOf(In, D.Waits.front()) +
               " and multicast reads: the flag and the data are each reached "
               "through one address here, and multicast reads are made in the "
               "L2 caches, past the L1 cache, so that there is no old line to "
               "drop (937 to 2,076 cycles on an H200)")
      .step(Role::Poll, In.event(D.Waits.front()),
            "the flag, through its own address")
      .step(Role::Fence, E, "no ordinary store of this function comes before")
      .step(Role::Consumer, In.event(D.Multimem.front()),
            "the data, through the multicast address alone");
  offerForms(F);
  F.emit(Sink);
}

static void check(const UnitView &Unit, const FunctionView &In, EventId Fence,
                  FindingSink &Sink) {
  AliasDuty D = dutyOfAliasFence(In, Fence);
  if (D.Opaque)
    return;
  if (D.Multimem.empty()) {
    if (!Unit.host().MapsMemory)
      reportUnused(In, Fence, Sink);
    return;
  }
  if (!D.Waits.empty() && D.OwnWrites.empty() && !D.WritesMulticast &&
      !D.ReadsUnicast && In.cfg().reaches(Fence, D.Multimem.front()))
    reportBeforeMulticast(In, Fence, D, Sink);
}

void fencepost::checkAliasFence(const UnitView &Unit, FindingSink &Sink) {
  forEachKnownEvent(Unit, [&](const FunctionView &In, EventId E) {
    if (In.event(E).Kind == EventKind::ProxyFence &&
        In.event(E).Prx == Proxy::Alias)
      check(Unit, In, E, Sink);
  });
}
