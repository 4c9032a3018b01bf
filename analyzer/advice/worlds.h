//===- worlds.h - who else may be watching ----------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The programs of one judgement. Open world: against every pair of accesses
// around the pivot, a thread that acquires and releases perfectly. Closed
// world: for what only fence.sc forbids, the fences and accesses of the unit.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ADVICE_WORLDS_H
#define FENCEPOST_ANALYZER_ADVICE_WORLDS_H

#include "analyzer/advice/cut.h"
#include "analyzer/advice/surroundings.h"

namespace fencepost::advice {

struct Question {
  const UnitView &Unit;
  const FunctionView &In;
  llvm::ArrayRef<Change> Changes;
  const Premises &Known;
  std::vector<std::string> &Assumptions;

  bool changes(EventId E) const {
    return llvm::any_of(Changes, [&](const Change &C) { return C.Of == E; });
  }
};

/// The farthest threads that can touch what E accesses.
Scope farthest(const FunctionView &In, EventId E, const Premises &Known);
/// Places for a thread beside one of `cta0`, from near to Far.
std::vector<std::string> placesUpTo(Scope Far);

/// How two accesses of one function are related, by what is proven.
enum class Relation : uint8_t { Same, Different, Open };
/// OneThread: both are executed by the same thread.
Relation relate(const FunctionView &In, EventId A, EventId B, bool OneThread);

/// Some function of the unit writes the object of E.
bool hasWriter(const UnitView &Unit, const FunctionView &In, EventId E);

/// Locations of the first access of a way before and the last of one behind,
/// and what tells the threads of one pivot from those of another.
struct Roles {
  const char *First, *Last, *Suffix;
};
/// The location of an access that stands between; empty: left out.
using Namer = llvm::function_ref<std::string(EventId E, Relation ToFirst,
                                             Relation ToLast)>;
/// The threads of a unit's code around a pivot: P is the pivot's, O and N are
/// others of its block. The first slot of the first thread is H's access, the
/// last of the last is T's.
std::vector<CutThread> cutThreads(const Surroundings &Around, const Way &H,
                                  const Way &T, Roles R, Namer Name);

/// What the writes of one location leave, in program order.
struct Values {
  int64_t Before = 0, At = 0, Last = 0; ///< At: by the access itself.
};
/// Seen: where the access First sees another thread's value.
Values valuesOf(llvm::ArrayRef<CutThread> Threads, const Slot &Access,
                const Slot *First = nullptr,
                std::optional<int64_t> Seen = std::nullopt);

void openWorld(const Question &Q, const Surroundings &Around, Court &Judge);
void closedWorld(const Question &Q, const Surroundings &Around, Court &Judge);

} // namespace fencepost::advice

#endif
