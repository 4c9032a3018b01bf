//===- checker.h - does the memory model allow an outcome? ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The slow and obvious judge: tries every execution of a litmus program
// against the axioms of the PTX memory model (PTX ISA 9.0, section 8; base
// causality, proxies and axioms in 8.9 and 8.10).
//
// Not modelled: accesses of different sizes, loops, control dependence,
// asynchronous completion.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MEMORY_MODEL_CHECKER_H
#define FENCEPOST_ANALYZER_MEMORY_MODEL_CHECKER_H

#include "analyzer/memory_model/litmus.h"

namespace fencepost::memory_model {

/// Section 8.10, in the order in which executions are tested.
enum class Axiom : uint8_t {
  NoThinAir,
  FenceSc,
  Coherence,
  Atomicity,
  ScPerLocation,
  Causality,
};
llvm::StringRef spelling(Axiom A); ///< `fence-sc`, `causality`, ...

enum class EdgeKind : uint8_t {
  ReadsFrom,
  Coherence,
  FenceSc,
  Synchronizes,
  Barrier,
};
llvm::StringRef spelling(EdgeKind K); ///< `rf`, `co`, `fence-sc`, `sync`, ...

/// From and To name events: `P0's 'st.weak [d], 1'`.
struct Edge {
  EdgeKind Kind;
  std::string From, To;
  int64_t Value = 0; ///< What a read returns; ReadsFrom alone.
  std::string text() const;
};

/// An execution that shows the outcome.
struct Witness {
  std::vector<Edge> Edges;
  std::vector<std::string> lines() const;
};

/// Why the execution of the outcome that came farthest is none.
struct Refusal {
  std::optional<Axiom> Why; ///< Nullopt: no write gives the values asked for.
  std::vector<std::string> Lines;
};

enum class Answer : uint8_t { Allowed, Forbidden, OutOfBudget };

struct Decision {
  Answer Is = Answer::Forbidden;
  Witness Shown;             ///< If allowed.
  std::vector<Axiom> Axioms; ///< If forbidden: each forbade some execution.
  Refusal Refused;           ///< If forbidden.
  uint64_t Steps = 0;        ///< Executions and partial executions tried.
};

inline constexpr uint64_t DefaultBudget = 1'000'000; ///< In Steps: seconds.

Decision decide(const Litmus &L, uint64_t Budget = DefaultBudget);

} // namespace fencepost::memory_model

#endif
