//===- litmus.h - small programs for the memory model -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A litmus program: a few threads without control flow, placed in CTAs,
// clusters and GPUs, and the outcome asked about. A polling loop is the one
// read that ended it. The text is described in LITMUS.md:
//
//   P0 @cta0:
//     st.weak [d], 1;
//     st.release.gpu [f], 1;
//   P1 @cta1:
//     ld.acquire.gpu r0, [f];
//     ld.weak r1, [d];
//   forbidden (P1:r0 == 1 && P1:r1 == 0)
//
// Locations do not overlap and start at 0 unless the text says otherwise.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MEMORY_MODEL_LITMUS_H
#define FENCEPOST_ANALYZER_MEMORY_MODEL_LITMUS_H

#include "analyzer/model/kinds.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::memory_model {

inline constexpr unsigned MaxThreads = 12;
inline constexpr unsigned MaxEvents = 24; ///< Over all threads.
inline constexpr unsigned MaxLocations = 8;

/// One operation of a thread.
struct Instruction {
  EventKind Kind = EventKind::Load;
  Order Ord = Order::None;
  Scope Scp = Scope::None;
  Proxy Prx = Proxy::Generic;
  RmwOp Rmw = RmwOp::None; ///< Add, Min, Max, And, Or, Xor, Exch or Cas.
  BarrierAction Barrier = BarrierAction::None;
  unsigned Location = 0; ///< Index into Litmus::Locations.
  unsigned BarrierId = 0;
  int64_t Operand = 0; ///< Stored value, RMW operand.
  /// Register of this thread that holds the operand instead; or empty.
  std::string OperandRegister;
  int64_t Compare = 0;  ///< Of a CAS.
  std::string Register; ///< Receives what a read returns; or empty.
  unsigned Group = 0;   ///< Equal for parts of one instruction.
  std::string Text;
};

struct Thread {
  std::string Name;
  unsigned Gpu = 0, Cluster = 0, Cta = 0; ///< Each within the one before.
  std::vector<Instruction> Code;
};

/// One equation of the outcome: a register of a thread, or the last value of a
/// location (Thread is empty).
struct Equation {
  std::optional<unsigned> Thread;
  std::string Register;
  unsigned Location = 0;
  int64_t Value = 0;
};

/// What the text says about its outcome.
enum class Clause : uint8_t {
  Asks, ///< `exists`: says nothing.
  Allowed,
  Forbidden,
};

struct Litmus {
  std::string Name; ///< Of the first line; or empty.
  std::vector<std::string> Locations;
  std::vector<int64_t> Initial; ///< One a location.
  std::vector<Thread> Threads;
  std::vector<Equation> Outcome; ///< All of them hold.
  Clause Expects = Clause::Asks;
};

/// Errors are `Path:line: expected ...`, with the way out; programs over the
/// limits above are errors.
llvm::Expected<Litmus> parseLitmus(llvm::StringRef Text,
                                   llvm::StringRef Path = "litmus");

} // namespace fencepost::memory_model

#endif
