//===- handover_story.cpp - findings of message passing as programs -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/handover_story.h"
#include "analyzer/analysis/memory/home.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static Scope reachOf(const FunctionView &In, EventId Signal) {
  const Event &E = In.event(Signal);
  return E.Scp == Scope::Sys && hasExplicitScope(E) ? Scope::Sys : Scope::Gpu;
}

/// Against a partner that does its part, the outcome is forbidden.
static bool isSound(Handover H) {
  return witnessOf(H, "one side").Is == WitnessResult::State::Refuted;
}

static HandoverSide senderOf(const UnitView &Unit, const FunctionView &In,
                             EventId Wait, AccessRef Store) {
  if (!Store.In || Store.In->event(Store.E).Kind != EventKind::Store)
    return {};
  for (const AccessRef &A : Unit.accessesTo(In, Wait)) {
    const Event &E = A.In->event(A.E);
    bool Writes = E.Kind == EventKind::Store || isRmw(E.Kind);
    if (Writes && A.In == Store.In && A.E != Store.E &&
        !A.In->polls().of(A.E) && A.In->cfg().reaches(Store.E, A.E))
      return {A.In, Store.E, A.E};
  }
  return {};
}

Handover fencepost::receivedBy(const UnitView &Unit, const FunctionView &In,
                               EventId Wait, const Consumer &C) {
  Handover H;
  H.Apart = reachOf(In, Wait);
  H.Sender = senderOf(Unit, In, Wait, C.Writer);
  if (H.Sender.In && !isSound(H))
    H.Sender = {};
  H.Receiver = {&In, C.Read, Wait};
  if (C.Path == ReadPath::NonCoherent)
    H.ReadThrough = Proxy::NonCoherent;
  return H;
}

Handover fencepost::sentBy(const UnitView &Unit, const FunctionView &In,
                           EventId Store, EventId Publish, AccessRef Wait) {
  Handover H;
  H.Apart = reachOf(In, Publish);
  if (Wait.In)
    for (const Consumer &C : consumersOf(Unit, *Wait.In, Wait.E)) {
      if (C.Writer.In != &In || C.Writer.E != Store)
        continue;
      H.Receiver = {Wait.In, C.Read, Wait.E};
      break;
    }
  if (H.Receiver.In && !isSound(H))
    H.Receiver = {};
  H.Sender = {&In, Store, Publish};
  return H;
}

Handover fencepost::byTicket(const FunctionView &In, EventId Ticket,
                             const Consumer &C) {
  Handover H;
  H.Apart = reachOf(In, Ticket);
  for (const Payload &P : payloadOf(In, Ticket))
    if (In.provenance().sameObject(P.Store, C.Read)) {
      H.Sender = {&In, P.Store, Ticket};
      break;
    }
  if (H.Sender.In && !isSound(H))
    H.Sender = {};
  H.Receiver = {&In, C.Read, Ticket};
  return H;
}

void fencepost::tellWitness(FindingBuilder &F, WitnessResult R) {
  switch (R.Is) {
  case WitnessResult::State::None:
    break;
  case WitnessResult::State::Refuted:
    F.witness({"", {}, {}, std::move(R.Litmus)});
    break;
  case WitnessResult::State::Shown:
    F.witness({std::move(R.Litmus), std::move(R.Execution),
               std::move(R.Remarks), ""});
    break;
  }
}

void fencepost::tellWitness(FindingBuilder &F, llvm::StringRef Rule,
                            const Handover &H) {
  tellWitness(F, witnessOf(H, Rule));
}
