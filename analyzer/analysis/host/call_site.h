//===- call_site.h - a callee's summary in its caller -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HOST_CALL_SITE_H
#define FENCEPOST_ANALYZER_ANALYSIS_HOST_CALL_SITE_H

#include "analyzer/analysis/host/host_walk.h"

namespace fencepost::hostflow {

/// What the nodes of a summary are where Op calls, Before holding just then.
class CallSite {
public:
  CallSite(HostFlow::State &S, const HostOp &Op, Env Before)
      : S(S), Op(Op), Before(std::move(Before)) {}

  /// Nodes of the caller for a node of the callee.
  Nodes nodes(Node OfCallee) const;
  Content content(const Content &OfCallee) const;
  /// What the caller gave for a node that was symbolic.
  Content given(Node Symbol) const { return Before.read(nodes(Symbol)); }
  /// Decides the conditions that the caller can decide; nullopt: a sum of whole
  /// numbers.
  std::optional<Taint> condition(Taint T) const;

private:
  HostFlow::State &S;
  const HostOp &Op;
  Env Before;
};

/// What must be whole for In to be, added to Out; false: nothing can say so.
bool addOpen(const Content &In, Nodes &Out);

} // namespace fencepost::hostflow

#endif
