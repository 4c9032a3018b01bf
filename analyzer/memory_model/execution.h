//===- execution.h - one candidate execution --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the enumeration has chosen so far, and what follows from it. Internal
// to analyzer/memory_model.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MEMORY_MODEL_EXECUTION_H
#define FENCEPOST_ANALYZER_MEMORY_MODEL_EXECUTION_H

#include "analyzer/memory_model/checker.h"
#include "analyzer/memory_model/program.h"

namespace fencepost::memory_model {

inline constexpr unsigned None = ~0u;

struct Execution {
  explicit Execution(const Litmus &L)
      : P(L), From(P.Events.size(), None), Values(P.Events.size()),
        Performed(P.Events.size()) {}

  Program P;
  std::vector<unsigned> From;  ///< The write that a read returns.
  std::vector<int64_t> Values; ///< Written value; what a load returns.
  std::vector<bool> Performed; ///< False for the write of a failed CAS.
  std::vector<unsigned> ScOrder;
  Relation Observation, Synchronizes, Base, Preserved, Cause, Coherence;

  unsigned count() const { return P.Events.size(); }
  int64_t returned(unsigned Read) const { return Values[From[Read]]; }
  bool isWrite(unsigned E) const { return P.Events[E].Writes && Performed[E]; }

  /// Morally strong reads-from, carried on through chains of RMWs.
  void observe();
  /// Base causality for this Fence-SC order, then causality.
  void orderCausality();
};

/// Two events that contradict an axiom: what X and Y are depends on it.
struct Contradiction {
  Axiom Why;
  unsigned X = None, Y = None;
};

Witness describe(const Execution &E);
Refusal explain(const Execution &E, const Contradiction &C);

} // namespace fencepost::memory_model

#endif
