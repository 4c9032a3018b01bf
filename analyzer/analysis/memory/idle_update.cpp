//===- idle_update.cpp - read-modify-writes that only read ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/memory/idle_update.h"

#include "analyzer/analysis/flow/linear.h"

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

} // namespace fencepost
