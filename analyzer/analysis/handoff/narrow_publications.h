//===- narrow_publications.h - releases that reach too few ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two threads synchronize only if the scope of each side holds the other (PTX
// ISA 8.4, 8.7): a release for this GPU tells no other one, a release for the
// block no other block. Every answer is a claim.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_NARROW_PUBLICATIONS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_NARROW_PUBLICATIONS_H

#include "analyzer/analysis/memory/home.h"

namespace fencepost {

/// A publication whose release ends before its reader.
struct NarrowPublish {
  /// What shows where the reader may be.
  enum class Reason : uint8_t {
    FlagOutside,   ///< The flag lies beyond this GPU: Home says why.
    FlagForSystem, ///< It is raised at system scope.
    FlagForGpu,    ///< It is raised and waited for at GPU scope.
    WaitedWider,   ///< Witness waits for it at the scope Needed.
    OtherBlock,    ///< Another block waits for it.
    DataOutside,   ///< The data itself goes to another GPU: Home says why.
  };
  EventId Store = NoId; ///< Data.
  EventId Fence = NoId; ///< NoId: the release is the flag's own.
  Scope Has = Scope::None;
  Scope Needed = Scope::Sys;
  Reason Why = Reason::FlagOutside;
  HomeFact Home;
  AccessRef Witness; ///< Shows how far the memory reaches; In may be null.
};

/// What E, a strong write, publishes too narrowly, if anything.
std::optional<NarrowPublish> narrowPublish(const UnitView &Unit,
                                           const FunctionView &In, EventId E);

} // namespace fencepost

#endif
