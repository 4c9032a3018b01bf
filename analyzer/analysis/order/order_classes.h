//===- order_classes.h - blocks that a path cannot tell apart ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to analyzer/analysis. Most blocks of a large kernel hold nothing that
// orders. Such a block whose every way in comes from one class has the state
// that the class's leader leaves behind, and belongs to the class: it is the
// value numbering of SSA construction, with "what a path has met" as the value.
// A search then visits leaders only, but for the classes in which it starts or
// stops.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ORDER_ORDER_CLASSES_H
#define FENCEPOST_ANALYZER_ANALYSIS_ORDER_ORDER_CLASSES_H

#include "analyzer/model/module.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

struct OrderClasses {
  std::vector<BlockId> Leader; ///< Per block; a leader's is itself.
  /// Per leader: the others of its class, and the blocks outside, each once, to
  /// which the class leads (the leader itself where a loop leads back).
  std::vector<std::vector<BlockId>> Followers, Exits;

  /// With the flow, or against it. Changes says which blocks hold what a path
  /// must not miss.
  OrderClasses(const Function &Fn, bool Forward,
               llvm::function_ref<bool(BlockId)> Changes);
};

} // namespace fencepost

#endif
