//===- refills.cpp - bulk copies over what was stored ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/handoff/refills.h"
#include "analyzer/analysis/handoff/async_reads.h"
#include "analyzer/analysis/handoff/proxy_ways.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

bool isRefill(const FunctionView &In, EventId Copy) {
  const Event &E = In.event(Copy);
  return E.Kind == EventKind::AsyncCopy && E.Prx == Proxy::Async &&
         E.Done == Completion::Mbarrier && E.Address != UnknownValue &&
         In.provenance().isShared(Copy) &&
         In.provenance().object(Copy).Kind == BaseKind::Global;
}

bool isWaitAt(const Event &E) {
  return E.Kind == EventKind::Mbarrier && isWait(E.Mbar);
}

bool isArrival(const Event &E) {
  return E.Kind == EventKind::Mbarrier &&
         (E.Mbar == MbarrierAction::Arrive ||
          E.Mbar == MbarrierAction::ArriveDrop);
}

class Search {
public:
  Search(const FunctionView &In, EventId Copy)
      : In(In), Copy(Copy), CopyBlock(In.cfg().position(Copy).Block),
        Filled(addressForm(In, In.event(Copy).Address)),
        Open(In.fn().Blocks.size()) {
    const Event &E = In.event(Copy);
    if (E.Extra.size() > 1)
      Bytes = constantOf(In.fn(), E.Extra[1]);
  }

  std::optional<UnfencedRefill> find() {
    for (EventId S = 0; S < In.fn().Events.size(); ++S) {
      const Event &E = In.event(S);
      if (!isGenericWrite(E) || !In.provenance().isShared(S) ||
          !touches(In, In.cfg().position(S).Block, addressForm(In, E.Address),
                   Filled, Bytes))
        continue;
      EventId By = In.cfg().reaches(S, Copy) ? barrierTo(S) : arrivalFrom(S);
      if (By != NoId)
        return UnfencedRefill{Copy, S, By};
    }
    return std::nullopt;
  }

private:
  /// No proxy fence for shared memory, and nothing unknown, on any way.
  bool isBare(const Ways &Way) const {
    if (!Way.isReached())
      return false;
    for (EventId E = 0; E < In.fn().Events.size(); ++E)
      if (Way.passes(E) && coversProxy(In.event(E), Space::SharedCta))
        return false;
    return true;
  }

  EventId barrierTo(EventId Store) const {
    BlockId At = In.cfg().position(Store).Block;
    bool IsAgain = any_of(In.loops().all(), [&](const Loop &L) {
      return L.contains(At) && L.contains(CopyBlock);
    });
    if (!IsAgain || excludeEachOther(In, At, CopyBlock))
      return NoId;
    BitVector Closed = headersToStay(In, Filled, At, CopyBlock);
    Ways Way(In, Store, Copy, Closed);
    if (!isBare(Way))
      return NoId;
    for (EventId E = 0; E < In.fn().Events.size(); ++E)
      if (Way.passes(E) && In.event(E).Kind == EventKind::CtaBarrier)
        return E;
    return NoId;
  }

  /// Is it the same mbarrier, or one at the same place of a row of them?
  bool isSameBarrier(EventId A, EventId B) const {
    ValueId X = In.event(A).Address, Y = In.event(B).Address;
    return X != UnknownValue && Y != UnknownValue &&
           In.provenance().sameObject(A, B) &&
           addressForm(In, X).Constant == addressForm(In, Y).Constant;
  }

  /// Where the thread of the copy waits before it, with no fence between.
  ArrayRef<EventId> bareWaits() {
    if (BareWaits)
      return *BareWaits;
    BareWaits.emplace();
    for (EventId W = 0; W < In.fn().Events.size(); ++W)
      if (isWaitAt(In.event(W)) && In.cfg().reaches(W, Copy) &&
          isBare(Ways(In, W, Copy, Open)))
        BareWaits->push_back(W);
    return *BareWaits;
  }

  EventId arrivalFrom(EventId Store) {
    for (EventId A = 0; A < In.fn().Events.size(); ++A)
      if (isArrival(In.event(A)) && In.cfg().reaches(Store, A) &&
          any_of(bareWaits(),
                 [&](EventId W) {
                   return isSameBarrier(A, W) && !In.cfg().reaches(A, W);
                 }) &&
          isBare(Ways(In, Store, A, Open)))
        return A;
    return NoId;
  }

  const FunctionView &In;
  EventId Copy;
  BlockId CopyBlock;
  LinearForm Filled;
  std::optional<int64_t> Bytes;
  BitVector Open; ///< No block is closed.
  std::optional<SmallVector<EventId, 4>> BareWaits;
};

} // namespace

std::vector<UnfencedRefill> unfencedRefills(const FunctionView &In) {
  std::vector<UnfencedRefill> Found;
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (isRefill(In, E))
      if (auto R = Search(In, E).find())
        Found.push_back(*R);
  return Found;
}

} // namespace fencepost
