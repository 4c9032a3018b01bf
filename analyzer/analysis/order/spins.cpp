//===- spins.cpp - taking again until it succeeds -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/order/spins.h"
#include "analyzer/analysis/flow/dependence.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Is V what Take returned, or a mark that is set where that says so?
static bool tellsOfTaking(const FunctionView &In, ValueId V, EventId Take) {
  auto IsResult = [&](ValueId Of) {
    return dependsOn(In.fn(), Of, Take) == Ternary::Yes;
  };
  bool Tells = IsResult(V);
  visitOperands(In.fn(), V, [&](ValueId Of) {
    const Value &Node = In.fn().value(Of);
    if (!Tells && Node.Kind == ValueKind::Phi)
      for (BlockId From : In.fn().block(BlockId(Node.Imm)).Predecessors)
        Tells |= llvm::any_of(
            In.cfg().controlDependences(From), [&](const Cfg::Dependence &D) {
              return IsResult(In.fn().block(D.Branch).Term.Condition);
            });
    return !Tells;
  });
  return Tells;
}

bool fencepost::isSpunOn(const FunctionView &In, EventId Take) {
  if (In.polls().of(Take))
    return true;
  uint32_t L = In.loops().innermost(In.cfg().position(Take).Block);
  return L != NoId && llvm::any_of(In.loops().all()[L].Exits, [&](auto &X) {
           return tellsOfTaking(In, In.fn().block(X.From).Term.Condition, Take);
         });
}
