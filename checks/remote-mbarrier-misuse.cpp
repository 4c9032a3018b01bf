//===- remote-mbarrier-misuse.cpp - mbarriers of another block ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An mbarrier of another block of the cluster can be arrived at, and nothing
// else: waits, initialisation and forms for the own block need an address of
// the own block (PTX ISA 9.7.13.15, state space of each operation).
//
//===----------------------------------------------------------------------===//
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::RemoteMbarrierMisuse;

/// The address was mapped into another block's shared memory.
static bool isRemote(const FunctionView &In, EventId E) {
  return In.provenance().object(E).isOfPeer();
}

static bool isWait(const Event &E) { return isWait(E.Mbar); }

static bool isArrival(const Event &E) {
  return E.Mbar == MbarrierAction::Arrive ||
         E.Mbar == MbarrierAction::ArriveDrop ||
         E.Mbar == MbarrierAction::ArriveExpectTx;
}

static void checkRemote(const FunctionView &In, EventId Id, FindingSink &Sink) {
  const Event &E = In.event(Id);
  std::string Name = nameOf(In, Id);
  bool IsLocalForm = isArrival(E) && E.Spc == Space::SharedCta;
  if (!isWait(E) && !IsLocalForm && E.Mbar != MbarrierAction::Init &&
      E.Mbar != MbarrierAction::Inval)
    return;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Error)
      .at(E.Loc)
      .message(isWait(E)
                   ? "waits for the mbarrier " + Name +
                         " of another block: only the block that holds an "
                         "mbarrier can wait for it"
               : IsLocalForm
                   ? spelled(E) + " is for an mbarrier of the own block, but " +
                         Name +
                         " is an address in another block's shared "
                         "memory"
                   : spelled(E) + " on an mbarrier of another block: only the "
                                  "block that holds it can do that")
      .step(Role::Access, E, "the address was mapped to another block");
  if (isWait(E))
    F.alternative("wait-locally",
                  "give each block an mbarrier of its own, and let the peer "
                  "arrive there remotely");
  else if (IsLocalForm)
    F.alternative("cluster-form",
                  "use '.shared::cluster' with '.release.cluster', without a "
                  "result");
  else
    F.alternative("init-locally",
                  "let the block that holds the mbarrier do it, then "
                  "'fence.mbarrier_init.release.cluster' and a barrier of the "
                  "cluster");
  F.emit(Sink);
}

void fencepost::checkRemoteMbarrierMisuse(const UnitView &Unit,
                                          FindingSink &Sink) {
  for (const auto &In : Unit.functions())
    for (EventId E = 0; E < In->fn().Events.size(); ++E) {
      if (In->event(E).Kind != EventKind::Mbarrier ||
          In->event(E).Address == UnknownValue)
        continue;
      if (isRemote(*In, E))
        checkRemote(*In, E, Sink);
    }
}
