//===- discarded.cpp - results that nothing uses --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/model/discarded.h"

#include "analyzer/model/fold.h"

namespace fencepost {

void markDiscarded(Function &Fn) {
  std::vector<bool> Used(Fn.Values.size());
  for (const Value &V : Fn.Values)
    for (ValueId Operand : V.Operands)
      Used[Operand] = true;
  for (const Block &Block : Fn.Blocks)
    Used[Block.Term.Condition] = true;
  for (Event &E : Fn.Events)
    forEachOperand(E, [&](ValueId &V) { Used[V] = true; });
  for (Event &E : Fn.Events)
    if (E.Result != UnknownValue && !Used[E.Result])
      E.ResultUsed = false;
}

} // namespace fencepost
