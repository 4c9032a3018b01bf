//===- event.h - one memory-relevant action of one thread -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record that every front end fills and every check reads. One C++ or PTX
// construct may be several events: a seq_cst load is a SeqCst fence, then an
// acquire load; st.release is one store with Release. A predicated PTX or
// SASS instruction is lowered to control flow, so events carry no guard.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_EVENT_H
#define FENCEPOST_ANALYZER_MODEL_EVENT_H

#include "analyzer/model/kinds.h"
#include "analyzer/model/source.h"
#include "analyzer/model/value.h"

namespace fencepost {

struct Event {
  EventKind Kind = EventKind::Load;
  Order Ord = Order::None;
  Scope Scp = Scope::None;
  Proxy Prx = Proxy::Generic;
  Space Spc = Space::Unknown;

  // What is accessed. Bits per element (0: unknown) times Elements.
  uint16_t Bits = 0;
  uint16_t Elements = 1;
  bool IsFloat = false;
  bool IsVolatile = false;
  bool IsMmio = false;
  CacheHint Hint = CacheHint::None;
  RmwOp Rmw = RmwOp::None;

  ValueId Address = UnknownValue;
  /// Stored value, RMW operand, fence.proxy size, sleep time, count of bytes.
  ValueId Operand = UnknownValue;
  /// Further operands: compare value of a CAS; source address and size of an
  /// async copy; predicate of a barrier reduction; arguments of an opaque call
  /// or a warp collective.
  llvm::SmallVector<ValueId, 2> Extra;
  ValueId Result = UnknownValue; ///< The Result value, if one is produced.
  bool ResultUsed = true;        ///< False where the source discards it.

  // Barriers and arrival objects.
  BarrierAction Barrier = BarrierAction::None;
  ValueId BarrierId = UnknownValue; ///< Constant 0 for __syncthreads.
  ValueId Participants =
      UnknownValue; ///< Thread count, or mask of a warp sync.
  MbarrierAction Mbar = MbarrierAction::None;

  // Asynchronous copies, commits and waits.
  Completion Done = Completion::None;
  ValueId CompletionObject = UnknownValue; ///< The mbarrier, where one is used.
  bool ReadOnlyWait = false;               ///< wait_group.read

  // Inline assembly: what it says to the compiler.
  bool InAsm = false;
  bool AsmVolatile = true; ///< False: may be deleted, merged or hoisted.
  bool CompilerBarrier =
      true; ///< "memory" clobber, or a call that acts as one.

  LocationId Loc = Nowhere;
  std::string Spelling; ///< Operation in the user's words: `__threadfence()`.
  std::string Object;   ///< Accessed object in the user's words: `data[i]`.
};

} // namespace fencepost

#endif
