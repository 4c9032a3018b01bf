//===- scope_story.h - what narrow-scope asks and tells ----------*- C++
//-*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the rule.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_SCOPE_STORY_H
#define FENCEPOST_CHECKS_SCOPE_STORY_H

#include "analyzer/analysis/memory/home.h"
#include "checks/cost.h"
#include "checks/story.h"

namespace fencepost {

/// Is the word the same one for every block, in a kernel of several blocks? An
/// address that hangs on loaded values is not known to be.
bool isOneForTheGrid(const UnitView &Unit, const FunctionView &In, EventId E);

/// Is it a word in the shared memory of one block of the cluster that all
/// blocks reach, whatever their number?
bool isOneForTheCluster(const FunctionView &In, EventId E);

/// A publication whose release ends before its reader.
struct NarrowPublish {
  EventId Store = NoId; ///< Data.
  EventId Fence = NoId; ///< NoId: the release is the flag's own.
  Scope Has = Scope::None;
  Scope Needed = Scope::Sys;
  std::string Why; ///< Clause: "'flag' lies beyond this GPU (...)".
  AccessRef Witness;
  bool IsPush = false; ///< The data itself goes to another GPU.
};
std::optional<NarrowPublish> narrowPublish(const UnitView &Unit,
                                           const FunctionView &In, EventId E);

/// The strong store at system scope with which peers raise the flag that Wait
/// polls, as far as this code, which they run too, shows; In is null if none.
AccessRef raisedFromOutside(const UnitView &Unit, const FunctionView &In,
                            EventId Wait);

/// A launch of the kernel that goes to more than one device; null if none.
const HostLaunch *launchOnSeveralDevices(const UnitView &Unit,
                                         const FunctionView &In);

/// For an arrival at another block's mbarrier, or a strong write of another
/// block's shared memory, released at block scope: an ordinary store before it
/// of shared memory that blocks of the cluster read.
EventId dataForPeer(const FunctionView &In, EventId Signal);

/// For a relaxed arrival at an mbarrier, the own one or another block's: an
/// ordinary store before it of shared memory that is read behind such a
/// barrier, with no release between.
EventId unreleasedAtArrival(const FunctionView &In, EventId Arrive);

/// `atomicAdd_system` for `atomicAdd(...)`.
std::string systemForm(const Event &E);

/// Adds the protocols that need no fence when data is pushed to a peer.
void offerPushProtocols(FindingBuilder &F);

} // namespace fencepost

#endif
