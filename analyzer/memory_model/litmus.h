//===- litmus.h - small programs for the memory model -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A litmus program: a few threads without control flow, placed in CTAs,
// clusters and GPUs, and the outcome asked about. A polling loop is the one
// read that ended it. Written as text:
//
//   T0 @0.0.0: st.weak d 1; st.release.gpu f 1
//   T1 @0.1.1: r0 = ld.acquire.gpu f; r1 = ld.weak d
//   outcome T1:r0=1 T1:r1=0
//
// Locations start at 0 and do not overlap.
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

inline constexpr unsigned MaxThreads = 4;
inline constexpr unsigned MaxEvents = 16; ///< Over all threads.
inline constexpr unsigned MaxLocations = 8;

// clang-format off
/// One operation of a thread:
///
///   r0 = ld[.weak|relaxed|acquire|volatile][.SCOPE] x
///   r0 = ld.nc x          any proxy: ld.async, st.async, ...
///   st[.weak|relaxed|release|volatile][.SCOPE] x 1
///   r0 = atom.add|exch[.ORDER].SCOPE x 1
///   r0 = atom.cas[.ORDER].SCOPE x COMPARE NEW
///   red.add[.ORDER].SCOPE x 1
///   fence.acquire|release|acq_rel|sc.SCOPE
///   fence.proxy.PROXY
///   bar.sync|arrive|wait N       CTA barrier
///   cluster.sync|arrive|wait N   cluster barrier (release, acquire)
///
/// `volatile` is relaxed at sys. An `&` instead of `;` after an operation
/// makes it and the next one parts of one instruction (elements of a vector
/// access): program order does not relate them.
// clang-format on
struct Instruction {
  EventKind Kind = EventKind::Load;
  Order Ord = Order::None;
  Scope Scp = Scope::None;
  Proxy Prx = Proxy::Generic;
  RmwOp Rmw = RmwOp::None; ///< Add, Exch or Cas.
  BarrierAction Barrier = BarrierAction::None;
  unsigned Location = 0; ///< Index into Litmus::Locations.
  unsigned BarrierId = 0;
  int64_t Operand = 0;  ///< Stored value, RMW operand.
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

struct Litmus {
  std::vector<std::string> Locations;
  std::vector<Thread> Threads;
  std::vector<Equation> Outcome; ///< All of them hold.
};

/// Errors say which line and what was expected; programs over the limits above
/// are errors.
llvm::Expected<Litmus> parseLitmus(llvm::StringRef Text);

} // namespace fencepost::memory_model

#endif
