//===- wait_frame.h - what comes after a wait -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread of a group may wait for all: what then comes after the wait is
// what comes after the branch that chose that thread.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_WAIT_FRAME_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_WAIT_FRAME_H

#include "analyzer/analysis/unit_view.h"
#include "llvm/ADT/BitVector.h"

namespace fencepost {

/// Decides for one wait which reads come after it for good.
class WaitFrame {
public:
  WaitFrame(const FunctionView &In, EventId Wait);
  bool isAfter(EventId E) const;

private:
  const FunctionView &In;
  EventId Wait;
  BlockId Start;
  BlockId Branch;
  bool Elected;
  llvm::BitVector Ahead;

  bool isLaterTurn(BlockId B) const;
};

} // namespace fencepost

#endif
