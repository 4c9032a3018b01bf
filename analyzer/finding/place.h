//===- place.h - from module locations to the user's places -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finding is shown where its reader can act: at the expansion location of
// the event if that is in a user's file, else at the innermost call that is.
// The frames that were passed over or lie outside become evidence steps.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_PLACE_H
#define FENCEPOST_ANALYZER_FINDING_PLACE_H

#include "analyzer/finding/finding.h"
#include "analyzer/model/module.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost {

/// The place of L itself, without regard to inlining. An id out of range or
/// without a file gives a place with an empty file name.
Place placeOf(const Module &M, LocationId L);

struct PrimaryChoice {
  LocationId Chosen = Nowhere; ///< Nowhere only if nothing has a location.
  /// The user-file spelling of Chosen inside a macro body, or Nowhere.
  LocationId Spelled = Nowhere;
  bool InSystemHeader = false; ///< No frame is in a user's file.
  /// The other frames from the innermost outwards; at most MaxFrames.
  llvm::SmallVector<LocationId, 4> Others;

  static constexpr unsigned MaxFrames = 16;
};

PrimaryChoice choosePrimary(const Module &M, LocationId L);

} // namespace fencepost

#endif
