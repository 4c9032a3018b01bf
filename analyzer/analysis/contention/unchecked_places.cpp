//===- unchecked_places.cpp - places taken by what a plain load said ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/unchecked_places.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static bool addsOrTakes(const Event &E) {
  switch (E.Rmw) {
  case RmwOp::Add:
  case RmwOp::Sub:
    return true;
  case RmwOp::None:
  case RmwOp::Inc: // Has a limit of its own, as Dec has.
  case RmwOp::Dec:
  case RmwOp::Min:
  case RmwOp::Max:
  case RmwOp::And:
  case RmwOp::Or:
  case RmwOp::Xor:
  case RmwOp::Exch:
  case RmwOp::Cas:
  case RmwOp::Other:
    return false;
  }
  return false;
}

/// The atomic's block is reached by an order between the loaded value and
/// another one.
static bool isLimited(const FunctionView &In, EventId Load, EventId Atomic) {
  const Function &Fn = In.fn();
  BlockId At = In.cfg().position(Atomic).Block;
  return llvm::any_of(
      In.cfg().directControlDependences(At), [&](const Cfg::Dependence &D) {
        const Value &Test = Fn.value(Fn.block(D.Branch).Term.Condition);
        return Test.Kind == ValueKind::Op && Test.Op >= OpCode::Lt &&
               Test.Op <= OpCode::Ge &&
               llvm::any_of(Test.Operands, [&](ValueId Side) {
                 const Value &Of = Fn.value(stripCasts(Fn, Side));
                 return Of.Kind == ValueKind::Result && EventId(Of.Imm) == Load;
               });
      });
}

/// Leaves a number that is too large too large.
static bool keepsSize(const Value &Node) {
  if (Node.Kind == ValueKind::Phi)
    return true;
  if (Node.Kind != ValueKind::Op)
    return false;
  return Node.Op == OpCode::Add || Node.Op == OpCode::Sub ||
         Node.Op == OpCode::Mul || Node.Op == OpCode::Shl ||
         Node.Op == OpCode::Cast || Node.Op == OpCode::Element ||
         Node.Op == OpCode::Field;
}

static bool goesIntoAddressesAlone(const FunctionView &In, EventId Atomic) {
  const Function &Fn = In.fn();
  auto Made = In.uses().dependents(Atomic);
  for (ValueId V : Made)
    if (V != In.event(Atomic).Result && !keepsSize(Fn.value(V)))
      return false;
  bool Found = false;
  for (EventId E = 0; E < Fn.Events.size(); ++E) {
    const Event &Of = In.event(E);
    auto IsMade = [&](ValueId V) { return Made.contains(V); };
    if (IsMade(Of.Operand) || llvm::any_of(Of.Extra, IsMade) ||
        (IsMade(Of.Address) && !isMemoryAccess(Of.Kind)))
      return false;
    Found |= Of.Address != UnknownValue && IsMade(Of.Address);
  }
  return Found && llvm::none_of(Fn.Blocks, [&](const Block &B) {
           return Made.contains(B.Term.Condition);
         });
}

bool fencepost::takesUncheckedPlace(const FunctionView &In, EventId Load,
                                    EventId Atomic) {
  const Event &E = In.event(Atomic);
  return addsOrTakes(E) && E.ResultUsed && E.Result != UnknownValue &&
         isLimited(In, Load, Atomic) && goesIntoAddressesAlone(In, Atomic);
}
