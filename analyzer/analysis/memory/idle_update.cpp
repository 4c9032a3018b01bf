//===- idle_update.cpp - read-modify-writes that only read ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/memory/idle_update.h"

#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/unit_view.h"
#include "analyzer/model/fold.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

bool changesNothing(const Function &Fn, const Event &E) {
  auto Operand = constantOf(Fn, E.Operand);
  switch (E.Rmw) {
  case RmwOp::Add:
  case RmwOp::Sub:
  case RmwOp::Or:
  case RmwOp::Xor:
    return Operand == 0 && !E.IsFloat;
  case RmwOp::And:
    return Operand && (*Operand == -1 ||
                       (E.Bits < 64 && *Operand == (int64_t(1) << E.Bits) - 1));
  case RmwOp::Cas: {
    if (E.Extra.empty() || E.Operand == UnknownValue)
      return false;
    auto Compare = constantOf(Fn, E.Extra[0]);
    return E.Extra[0] == E.Operand || (Operand && Operand == Compare);
  }
  case RmwOp::None:
  case RmwOp::Inc:
  case RmwOp::Dec:
  case RmwOp::Min:
  case RmwOp::Max:
  case RmwOp::Exch:
  case RmwOp::Other:
    return false;
  }
  return false;
}

bool isDropped(const FunctionView &In, EventId Load) {
  const Function &Fn = In.fn();
  const Event &L = Fn.event(Load);
  if (L.Kind != EventKind::Load || L.Ord != Order::Weak || L.IsVolatile)
    return false;
  llvm::DenseSet<ValueId> Of = In.uses().dependents(Load);
  bool Used = llvm::any_of(
      Fn.Blocks, [&](const Block &B) { return Of.contains(B.Term.Condition); });
  // Only looked at.
  for (size_t E = 0; E < Fn.Events.size() && !Used; ++E)
    forEachOperand(const_cast<Event &>(Fn.Events[E]),
                   [&](ValueId V) { Used |= Of.contains(V); });
  return !Used;
}

} // namespace fencepost
