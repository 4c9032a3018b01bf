//===- leader_acquire.h - one thread acquires, others read ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A form of relaxed-poll of its own: an elected thread waits and acquires, and
// other threads read what the flag announces, with no barrier in between.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_LEADER_ACQUIRE_H
#define FENCEPOST_CHECKS_LEADER_ACQUIRE_H

#include "analyzer/analysis/unit_view.h"
#include "analyzer/finding/finding_builder.h"

namespace fencepost {

void checkLeaderAcquire(const UnitView &Unit, const FunctionView &In,
                        const Poll &P, FindingSink &Sink);

} // namespace fencepost

#endif
