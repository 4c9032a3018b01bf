//===- witness.h - a finding as a small program -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Message passing cut out of a unit: data is stored and a signal raised; the
// signal is seen and the data read. In between stands what the code has there
// on every path: fences, barriers, ordered reads of the signal. The memory
// model (analyzer/memory_model) says whether the signal may be seen and the old
// data read. A side that no code of the unit shows is made up: it releases or
// acquires as it should, so that the fault is the other side's.
//
// Threads: where one thread of a block signals for others, each is a thread of
// the program. Not cut: orders or scopes that are not known, asynchronous
// stores, programs too large for the memory model.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ADVICE_WITNESS_H
#define FENCEPOST_ANALYZER_ADVICE_WITNESS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// One side of a hand-over, by events of one function.
struct HandoverSide {
  const FunctionView *In = nullptr; ///< Null: no code of the unit shows it.
  EventId Data = NoId;              ///< Stored by the sender, else read.
  EventId Signal = NoId;            ///< Raised by the sender, else seen.
};

struct Handover {
  HandoverSide Sender, Receiver;
  /// How far the two sides are apart: Cluster, Gpu or Sys. A side that is made
  /// up synchronizes at this scope.
  Scope Apart = Scope::Gpu;
  /// The signal is a lock: the sender holds it and gives it back.
  bool IsLock = false;
  /// The data is stored by a thread of the sender's block that no barrier joins
  /// to the one that signals.
  bool IsUnjoined = false;
  /// What the data is read through; Unknown: as the event says.
  Proxy ReadThrough = Proxy::Unknown;
};

struct WitnessResult {
  enum class State : uint8_t {
    None,    ///< Could not be cut, or not decided.
    Refuted, ///< The memory model forbids the outcome.
    Shown,
  };
  State Is = State::None;
  std::string Litmus; ///< Empty if None.
  /// If shown: one execution in words, and what it lacks.
  std::vector<std::string> Execution;
  std::vector<std::string> Remarks; ///< What is no code of the unit.
};

/// Title: the name of the program, one line.
WitnessResult witnessOf(const Handover &H, llvm::StringRef Title);

/// A store through the generic proxy, then a read through another one, in one
/// function: by two threads of the block where a barrier stands between.
WitnessResult witnessOfProxies(const FunctionView &In, EventId Store,
                               EventId Read, Proxy Through,
                               llvm::StringRef Title);

} // namespace fencepost

#endif
