//===- ring.h - threads that communicate in a ring --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ADVICE_RING_H
#define FENCEPOST_ANALYZER_ADVICE_RING_H

#include "analyzer/advice/worlds.h"

namespace fencepost::advice {

/// One thread of a ring (with others of its block): it accesses what the one
/// before it accessed last, and leaves to the next one what it accesses last.
struct Link {
  const FunctionView *In = nullptr;
  const Surroundings *Around = nullptr;
  const Way *Before = nullptr, *Behind = nullptr;
};

/// A fence, barrier or ordered access from the first to the last access: else
/// program order alone joins them, which means nothing to others.
bool ordersSomething(const FunctionView &In, const Way &H, const Way &T);

/// Has the judge hear every cycle of communication through the links.
void poseRing(const Question &Q, llvm::ArrayRef<Link> Links, Court &Judge);

} // namespace fencepost::advice

#endif
