//===- peer_flags.h - flags in the shared memory of a peer ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of a cluster stores data into the shared memory of another one and
// raises a flag there; the other block waits for the flag and reads the data.
// PTX ISA, "State spaces": shared::cluster; 8.7 holds for it as for global
// memory, at cluster scope.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_PEER_FLAGS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_PEER_FLAGS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct PeerFlag {
  EventId Store = NoId; ///< Of data, into a peer's shared memory.
  EventId Raise = NoId; ///< A write of a word of that peer.
  EventId Wait = NoId;  ///< The loop that the peer waits with.
  EventId Read = NoId;  ///< What the peer then reads of its own memory.
  Between Sent;         ///< From Store to Raise.
  Between Received;     ///< From Wait to Read.
};

/// One per Raise and Wait, each with the store nearest to the flag. Kept.
const std::vector<PeerFlag> &peerFlagsOf(const FunctionView &In);

/// Those with nothing that releases at cluster scope between Store and Raise,
/// one per Raise.
std::vector<PeerFlag> unreleasedPeerFlags(const FunctionView &In);

/// Those with nothing that acquires at cluster scope between Wait and Read, one
/// per Wait.
std::vector<PeerFlag> unacquiredPeerFlags(const FunctionView &In);

} // namespace fencepost

#endif
