//===- tensor_maps.cpp - maps that are changed and used -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor copy has no size of its own: the map says it.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/async_reads.h"

using namespace fencepost;

/// The address of the map that E copies by; UnknownValue for other events.
static ValueId mapOf(const Event &E) {
  bool HasSize = E.Extra.size() > 1 && E.Extra[1] != UnknownValue;
  if (E.Kind != EventKind::AsyncCopy || E.Prx != Proxy::Async || HasSize ||
      E.Extra.empty())
    return UnknownValue;
  return E.Done == Completion::BulkGroup ? E.Address : E.Extra[0];
}

/// A fence of the map, or a call that may hold one, on some way.
static bool mayBeFenced(const FunctionView &In, EventId Write, EventId Copy) {
  for (EventId F = 0; F < In.fn().Events.size(); ++F) {
    const Event &E = In.event(F);
    bool IsFence = E.Kind == EventKind::OpaqueCall ||
                   (E.Kind == EventKind::ProxyFence &&
                    (E.Prx == Proxy::Tensormap || E.Prx == Proxy::Unknown));
    if (IsFence && In.cfg().reaches(Write, F) && In.cfg().reaches(F, Copy))
      return true;
  }
  return false;
}

std::vector<UnfencedMap> fencepost::unfencedMaps(const FunctionView &In) {
  std::vector<UnfencedMap> Found;
  for (EventId Copy = 0; Copy < In.fn().Events.size(); ++Copy) {
    ValueId Map = mapOf(In.event(Copy));
    if (Map == UnknownValue)
      continue;
    Object Used = In.provenance().objectOf(Map);
    if (Used.Kind != BaseKind::Param && Used.Kind != BaseKind::Global)
      continue;
    for (EventId W = 0; W < In.fn().Events.size(); ++W)
      if (In.event(W).Kind == EventKind::Store &&
          In.event(W).Address != UnknownValue &&
          In.provenance().object(W).Key == Used.Key &&
          In.cfg().reaches(W, Copy) && !mayBeFenced(In, W, Copy)) {
        Found.push_back({W, Copy});
        break;
      }
  }
  return Found;
}
