//===- lost_updates.h - read-modify-writes that are two steps ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load and a store of one location where what is stored rests on what was
// loaded, in code that several threads execute for one location with nothing
// that keeps them apart. PTX ISA 8.10: only an atomic makes the two steps one.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_LOST_UPDATES_H
#define FENCEPOST_ANALYZER_ANALYSIS_CONTENTION_LOST_UPDATES_H

#include "analyzer/analysis/contention/sharing.h"

namespace fencepost {

struct LostUpdate {
  EventId Load = NoId, Store = NoId;
  Reached Who = Reached::Unknown;
  /// The store does not compute with the loaded value; whether it happens
  /// depends on how its value compares with it: a minimum or maximum.
  bool IsByTest = false;
  /// An atomic of the same function on the same array; NoId if none.
  EventId Atomic = NoId;
  ValueId Index = UnknownValue; ///< Of the element; unknown if it is none.
  /// An atomic on another array at the same index from data.
  EventId Beside = NoId;
};

/// In the order of the stores. Only kernels have any.
std::vector<LostUpdate>
lostUpdatesOf(const UnitView &Unit, const FunctionView &In, const Sharing &Who);

} // namespace fencepost

#endif
