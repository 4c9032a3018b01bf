//===- handover_story.h - findings of message passing as programs *- C++
//-*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which hand-over shows what a finding claims: the side at fault as the code
// has it, the other side as the code has it too where that is sound.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_HANDOVER_STORY_H
#define FENCEPOST_CHECKS_HANDOVER_STORY_H

#include "analyzer/advice/witness.h"
#include "analyzer/analysis/handoff/handoff.h"
#include "analyzer/finding/finding_builder.h"

namespace fencepost {

/// The receiver waits and then reads C.
Handover receivedBy(const UnitView &Unit, const FunctionView &In, EventId Wait,
                    const Consumer &C);
/// The sender stores and then publishes; Wait, if any, is what awaits that.
Handover sentBy(const UnitView &Unit, const FunctionView &In, EventId Store,
                EventId Publish, AccessRef Wait = {});
/// Blocks store, then draw a ticket; the last one reads C.
Handover byTicket(const FunctionView &In, EventId Ticket, const Consumer &C);

/// Adds the program and what the memory model says about it.
void tellWitness(FindingBuilder &F, llvm::StringRef Rule, const Handover &H);
void tellWitness(FindingBuilder &F, WitnessResult R);

} // namespace fencepost

#endif
