//===- held_lock.cpp - atomics of whoever holds a lock --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/held_lock.h"
#include "analyzer/analysis/handoff/handoff.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static bool isHeldAt(const FunctionView &In, const LockPair &Lock, EventId E) {
  Position At = In.cfg().position(E), Back = In.cfg().position(Lock.Give);
  bool IsGiven = At.Block == Back.Block
                     ? At.Index < Back.Index
                     : In.cfg().postDominates(Back.Block, At.Block);
  return IsGiven && In.cfg().dominates(Lock.Take, E) &&
         !In.order()
              .forward(
                  E, [&](EventId F) { return F == Lock.Give; },
                  [&](EventId F) { return F == Lock.Take; })
              .empty();
}

bool fencepost::isUnderLock(const FunctionView &In, EventId E, Uniform Group) {
  return llvm::any_of(locksOf(In), [&](const LockPair &Lock) {
    return Lock.Take != E && Lock.Give != E &&
           In.uniformity().of(In.event(Lock.Take).Address) >= Group &&
           isHeldAt(In, Lock, E);
  });
}
