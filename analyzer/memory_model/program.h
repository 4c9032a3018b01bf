//===- program.h - what every execution of a litmus shares ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Events and the relations that depend on the program alone: program order,
// moral strength, barrier edges, release and acquire patterns (PTX ISA 9.0,
// sections 8.7 to 8.9). Internal to analyzer/memory_model.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MEMORY_MODEL_PROGRAM_H
#define FENCEPOST_ANALYZER_MEMORY_MODEL_PROGRAM_H

#include "analyzer/memory_model/litmus.h"
#include "analyzer/memory_model/relation.h"

namespace fencepost::memory_model {

static_assert(MaxLocations + MaxEvents <= Relation::Size,
              "initial writes and operations are rows of a relation");

struct MemoryEvent {
  const Instruction *Code = nullptr; ///< Null for an initial write.
  unsigned Thread = 0;
  unsigned Location = 0;
  bool Reads = false, Writes = false, IsMemory = false;
  bool isRmw() const { return Reads && Writes; }
};

/// One end of a release or an acquire pattern: Access is the strong write or
/// read, Ordering the first event of the release pattern or the last one of
/// the acquire pattern.
struct Pattern {
  unsigned Access, Ordering;
};

struct Program {
  explicit Program(const Litmus &L);

  const Litmus &L;
  std::vector<MemoryEvent> Events; ///< Initial writes first, by location.
  Relation ProgramOrder;
  Relation MorallyStrong;
  Relation BarrierEdges;
  std::vector<Pattern> Releases, Acquires;
  std::vector<unsigned> Reads, ScFences;

  bool sameLocation(unsigned A, unsigned B) const {
    return Events[A].IsMemory && Events[B].IsMemory &&
           Events[A].Location == Events[B].Location;
  }
  /// Base causality From -> To counts for their location: both generic, one
  /// proxy within one CTA, or a proxy fence of the CTA of the other proxy's
  /// access on the path.
  bool isProxyPreserved(const Relation &Base, unsigned From, unsigned To) const;
  std::string name(unsigned Event) const;

private:
  const Thread &threadOf(unsigned Event) const {
    return L.Threads[Events[Event].Thread];
  }
  bool sameCta(unsigned A, unsigned B) const;
  bool scopeCovers(unsigned Event, unsigned Other) const;
  bool isStrongEvent(unsigned Event) const;
  bool hasProxyFence(const Relation &Base, unsigned From, unsigned To,
                     unsigned Foreign) const;
  void addEvents();
  void addMoralStrength();
  void addBarrierEdges();
  void addPatterns();
};

} // namespace fencepost::memory_model

#endif
