//===- checker.h - does the memory model allow an outcome? ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The slow and obvious judge: tries every execution of a litmus program
// against the axioms of the PTX memory model (PTX ISA 9.0, section 8; base
// causality, proxies and axioms in 8.9 and 8.10). Tests of checks and of
// advice ask it; no analysis does.
//
// Not modelled: accesses of different sizes, loops, control dependence,
// asynchronous completion, values that a store takes from a register.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MEMORY_MODEL_CHECKER_H
#define FENCEPOST_ANALYZER_MEMORY_MODEL_CHECKER_H

#include "analyzer/memory_model/litmus.h"

namespace fencepost::memory_model {

/// An execution that shows the outcome, in words: one line per read (what it
/// returned and from which write), then coherence and Fence-SC order.
struct Witness {
  std::vector<std::string> Lines;
};

/// An execution of L with its outcome that no axiom forbids; nullopt where
/// there is none, so that the model forbids the outcome.
std::optional<Witness> findWitness(const Litmus &L);

inline bool allows(const Litmus &L) { return findWitness(L).has_value(); }

} // namespace fencepost::memory_model

#endif
