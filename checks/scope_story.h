//===- scope_story.h - what narrow-scope asks and tells ---------*- C++ -*-===//
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

#include "analyzer/analysis/handoff/scope_needs.h"
#include "analyzer/analysis/memory/home.h"
#include "analyzer/analysis/threads/block_reach.h"
#include "checks/cost.h"
#include "checks/story.h"

namespace fencepost {

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

/// `atomicAdd_system` for `atomicAdd(...)`.
std::string systemForm(const Event &E);

/// Adds the protocols that need no fence when data is pushed to a peer.
void offerPushProtocols(FindingBuilder &F);

} // namespace fencepost

#endif
