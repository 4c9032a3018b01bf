//===- links.cpp - records that a word leads to ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/links.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Puts a value into a word that others see at once.
static bool puts(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  bool Sets = Ev.Kind == EventKind::Store
                  ? isStrong(Ev.Ord)
                  : Ev.Kind == EventKind::Rmw &&
                        (Ev.Rmw == RmwOp::Cas || Ev.Rmw == RmwOp::Exch);
  return Sets && Ev.Elements == 1 && Ev.Operand != UnknownValue &&
         !constantOf(In.fn(), Ev.Operand) && In.provenance().isVisibleToGrid(E);
}

/// Is Address made of the place V: that pointer, or an index of its own?
static bool isMadeOf(const FunctionView &In, ValueId Address, ValueId V) {
  bool Found = false;
  visitOperands(In.fn(), Address, [&](ValueId Of) {
    Found |= stripCasts(In.fn(), Of) == V;
    return !Found && In.fn().value(Of).Kind == ValueKind::Op;
  });
  return Found;
}

static bool isMeetingBetween(const FunctionView &In, EventId From, EventId To) {
  for (EventId B = 0; B < In.fn().Events.size(); ++B) {
    EventKind K = In.event(B).Kind;
    if ((K == EventKind::CtaBarrier || K == EventKind::ClusterBarrier ||
         K == EventKind::OpaqueCall) &&
        In.cfg().reaches(From, B) && In.cfg().reaches(B, To))
      return true;
  }
  return false;
}

static bool acquiresFor(const FunctionView &In, const Link &L) {
  return acquires(In.event(L.Head).Ord) || L.Followed.Opaque ||
         L.Followed.MayAcquire != Scope::None ||
         L.Followed.MayAcquireElsewhere != Scope::None;
}

/// Completes L with a strong read of the word and a load that follows it.
static bool findFollower(const FunctionView &In, Link &L) {
  bool Found = false;
  for (EventId H = 0; H < In.fn().Events.size(); ++H) {
    const Event &Ev = In.event(H);
    bool Reads = (Ev.Kind == EventKind::Load && isStrong(Ev.Ord)) ||
                 (Ev.Kind == EventKind::Rmw && Ev.ResultUsed);
    if (!Reads || H == L.Put || Ev.Address == UnknownValue ||
        !In.provenance().sameObject(H, L.Put))
      continue;
    for (EventId R = 0; R < In.fn().Events.size(); ++R) {
      if (!isDataRead(In, R) || In.event(R).Kind != EventKind::Load ||
          !In.provenance().sameObject(R, L.Fill) || !In.cfg().reaches(H, R) ||
          !llvm::is_contained(sourceEvents(In.fn(), In.event(R).Address), H) ||
          isMeetingBetween(In, L.Put, H) || isMeetingBetween(In, H, R))
        continue;
      Link Of = L;
      Of.Head = H;
      Of.Read = R;
      Of.Followed = In.order().firstWay(H, R);
      if (!Found || !acquiresFor(In, Of))
        L = Of;
      Found = true;
      if (!acquiresFor(In, L))
        return true;
    }
  }
  return Found;
}

std::vector<Link> fencepost::linksOf(const FunctionView &In) {
  std::vector<Link> Found;
  bool Waits = llvm::any_of(In.polls().all(), [](const Poll &P) {
    return P.Kind != PollKind::Object;
  });
  if (In.fn().Kind != FunctionKind::Kernel || Waits || !locksOf(In).empty())
    return Found;
  for (EventId Put = 0; Put < In.fn().Events.size(); ++Put) {
    if (!puts(In, Put))
      continue;
    ValueId Place = stripCasts(In.fn(), In.event(Put).Operand);
    for (EventId S = 0; S < In.fn().Events.size(); ++S) {
      const Event &Ev = In.event(S);
      if (Ev.Kind != EventKind::Store || Ev.Ord != Order::Weak ||
          Ev.Address == UnknownValue || !In.provenance().isVisibleToGrid(S) ||
          In.provenance().sameObject(S, Put) || !isBefore(In, S, Put) ||
          !In.cfg().reaches(S, Put) || isMeetingBetween(In, S, Put) ||
          !isMadeOf(In, Ev.Address, Place))
        continue;
      Link L;
      L.Fill = S;
      L.Put = Put;
      L.Filled = firstWay(In, S, Put);
      if (!findFollower(In, L))
        continue;
      Found.push_back(std::move(L));
      break;
    }
  }
  return Found;
}
