//===- proxy_duty.h - what a proxy fence is for -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fence between the generic and the async proxy is needed between ordinary
// accesses before it and asynchronous operations behind it; what asynchronous
// operations wrote is visible once their completion has been waited for (PTX
// ISA, "Async proxy"). A fence between aliases is needed where one location is
// reached through two virtual addresses ("Proxies").
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FENCES_PROXY_DUTY_H
#define FENCEPOST_ANALYZER_ANALYSIS_FENCES_PROXY_DUTY_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

struct ProxyDuty {
  /// Waits for completion before the fence, with no ordinary access to the
  /// grid's memory between that and it.
  std::vector<EventId> Waits;
  /// Asynchronous operations that may come after the fence, in this thread or,
  /// by what orders them, in another one.
  std::vector<EventId> AsyncBehind;
  std::vector<EventId> SharedAccesses; ///< Ordinary ones that reach the fence.
  /// Ordinary writes to memory of the grid that reach the fence: others may
  /// read them asynchronously once they are told.
  std::vector<EventId> GridWrites;
  bool Opaque = false;
};
ProxyDuty dutyOfProxyFence(const FunctionView &In, EventId Fence);

/// Is the fence first met behind each operation that the accesses before it
/// could be ordered with: copy, wait, fence, read, and the next round's copy is
/// issued without passing the fence again? What it were to order is under way
/// when it comes.
bool comesTooLate(const FunctionView &In, EventId Fence, const ProxyDuty &D);

/// What may reach one location through two addresses around an alias fence.
struct AliasDuty {
  std::vector<EventId> Multimem;  ///< Multicast accesses of the function.
  std::vector<EventId> OwnWrites; ///< Ordinary writes before, beside flags.
  std::vector<EventId> Waits;     ///< Reads of flags before.
  bool WritesMulticast = false;   ///< Before the fence.
  bool ReadsUnicast = false;      ///< Ordinary reads behind it.
  bool Opaque = false;
};
AliasDuty dutyOfAliasFence(const FunctionView &In, EventId Fence);

} // namespace fencepost

#endif
