//===- overlap.cpp - may two accesses of one object overlap? --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/memory/overlap.h"
#include "analyzer/analysis/flow/linear.h"
#include <numeric>

using namespace llvm;

namespace fencepost {
namespace {

/// An address as what the whole grid shares, what varies, and a constant.
struct Split {
  SmallVector<std::pair<ValueId, int64_t>, 4> Shared;
  int64_t Step = 0; ///< Greatest common divisor of the varying parts; 0: none.
  int64_t Constant = 0;
};

Split splitAddress(const FunctionView &In, EventId E) {
  const Provenance &Where = In.provenance();
  LinearForm Form = linearForm(In.fn(), In.event(E).Address,
                               [&](ValueId V) { return Where.canonical(V); });
  Split S;
  S.Constant = Form.Constant;
  for (auto &[Term, Factor] : Form.Terms) {
    if (In.uniformity().of(Term) == Uniform::Grid &&
        In.fn().value(Term).Kind != ValueKind::Phi)
      S.Shared.push_back({Term, Factor});
    else
      S.Step = std::gcd(S.Step, Factor);
  }
  return S;
}

uint64_t bytesOf(const Event &E) {
  return std::max<uint64_t>(1, uint64_t(E.Bits) * E.Elements / 8);
}

} // namespace

bool mayOverlap(const FunctionView &In, EventId A, EventId B) {
  SameLocation Is = In.provenance().sameLocation(A, B).Is;
  if (Is != SameLocation::Unknown)
    return Is == SameLocation::Same;
  if (!In.provenance().sameObject(A, B))
    return false;
  Split SA = splitAddress(In, A), SB = splitAddress(In, B);
  if (SA.Shared != SB.Shared)
    return false;
  uint64_t Step = std::gcd(SA.Step, SB.Step);
  uint64_t Apart = uint64_t(SB.Constant) - uint64_t(SA.Constant);
  if (Step == 0) // Both fixed, and not known to be the same or different.
    return true;
  // B starts Apart bytes behind A, give or take multiples of Step.
  uint64_t Behind = int64_t(Apart) >= 0
                        ? Apart % Step
                        : (Step - (uint64_t(0) - Apart) % Step) % Step;
  return Behind < bytesOf(In.event(A)) || Step - Behind < bytesOf(In.event(B));
}

} // namespace fencepost
