//===- call_site.cpp - a callee's summary in its caller -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/call_site.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::hostflow;
using namespace llvm;

bool hostflow::addOpen(const Content &In, Nodes &Out) {
  auto Add = [&](Node N) {
    if (!is_contained(Out, N))
      Out.push_back(N);
  };
  for (const Taint &T : In.Taints) {
    if (T.IsSymbol)
      Add(T.Id);
    else if (T.Unless.empty())
      return false;
    for (Node N : T.Unless)
      Add(N);
  }
  return !In.Taints.empty();
}

Nodes CallSite::nodes(Node N) const {
  if (S.Table.isGlobal(N))
    return {N};
  if (!S.Table.isSymbolic(N))
    return {S.Table.clone(&Op, N)};
  Node Base = S.Table.base(N);
  if (!Base) {
    uint32_t P = S.Table.parameter(N);
    return P < Op.Sources.size() ? Before.resolve(Op.Sources[P]) : Nodes();
  }
  Nodes Out;
  for (Node B : nodes(Base)) {
    Node Member = S.Table.member(B, S.Table.key(N));
    for (Node To : Before.resolve(Member))
      if (!is_contained(Out, To))
        Out.push_back(To);
  }
  return Out;
}

std::optional<Taint> CallSite::condition(Taint T) const {
  if (T.Unless.empty())
    return T;
  Nodes Left;
  bool IsWhole = true;
  for (Node N : T.Unless)
    for (Node M : nodes(N)) {
      Content In = Before.read(M);
      T.HasData |= In.IsWhole && !In.IsEmpty;
      if (!In.IsWhole)
        IsWhole &= addOpen(In, Left);
    }
  if (IsWhole && Left.empty() && T.HasData)
    return std::nullopt;
  T.Unless = IsWhole ? Left : Nodes();
  return T;
}

Content CallSite::content(const Content &C) const {
  Content Out;
  Out.IsWhole = C.IsWhole;
  Out.IsEmpty = C.IsEmpty;
  for (const Taint &T : C.Taints) {
    if (!T.IsSymbol) {
      if (auto Kept = condition(T)) {
        Kept->Way =
            S.trail(nullptr, FlowStep::Kind::Return, Op.Loc, Op.Spelled, T.Way);
        Out.add(*Kept);
      }
      continue;
    }
    Content In = given(T.Id);
    if (C.Taints.size() == 1 && !T.Way) {
      Out.IsWhole |= In.IsWhole;
      Out.IsEmpty |= In.IsEmpty;
    }
    for (Taint &From : In.Taints) {
      From.IsDifference |= T.IsDifference;
      if (T.Way)
        From.Way =
            S.trail(From.Way, FlowStep::Kind::Call, Op.Loc, Op.Spelled, T.Way);
      Out.add(From);
    }
  }
  return Out;
}
