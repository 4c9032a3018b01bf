//===- unchecked_places.cpp - places taken by what a plain load said ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/unchecked_places.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

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

/// Test is an order between what Load read and something else.
static bool asksFor(const Function &Fn, const Value &Test, EventId Load) {
  return Test.Kind == ValueKind::Op && Test.Op >= OpCode::Lt &&
         Test.Op <= OpCode::Ge && llvm::any_of(Test.Operands, [&](ValueId S) {
           const Value &Of = Fn.value(stripCasts(Fn, S));
           return Of.Kind == ValueKind::Result && EventId(Of.Imm) == Load;
         });
}

/// The atomic's block is reached by an order between the loaded value and
/// another one.
static bool isLimited(const FunctionView &In, EventId Load, EventId Atomic) {
  const Function &Fn = In.fn();
  BlockId At = In.cfg().position(Atomic).Block;
  return llvm::any_of(
      In.cfg().directControlDependences(At), [&](const Cfg::Dependence &D) {
        return asksFor(Fn, Fn.value(Fn.block(D.Branch).Term.Condition), Load);
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

/// The constant that the loaded value is compared with on the way to Atomic.
static std::optional<int64_t> limitOf(const FunctionView &In, EventId Load,
                                      EventId Atomic) {
  const Function &Fn = In.fn();
  for (const Cfg::Dependence &D :
       In.cfg().directControlDependences(In.cfg().position(Atomic).Block)) {
    const Value &Test = Fn.value(Fn.block(D.Branch).Term.Condition);
    if (!asksFor(Fn, Test, Load))
      continue;
    for (ValueId Side : Test.Operands)
      if (auto Limit = constantOf(Fn, Side))
        return Limit;
  }
  return std::nullopt;
}

/// Has the array room behind the limit for all threads that may have read the
/// same old number? How many they are is known from the bound of the launch
/// alone; without one, any room counts.
static bool hasSlack(const FunctionView &In, EventId Load, EventId Atomic) {
  const Function &Fn = In.fn();
  auto Limit = limitOf(In, Load, Atomic);
  if (!Limit || *Limit < 0 || In.event(Atomic).Rmw != RmwOp::Add)
    return false;
  uint64_t Threads = In.provenance().isShared(Atomic) ? Fn.MaxThreads : 0;
  uint64_t Needed = uint64_t(*Limit) + std::max<uint64_t>(Threads, 2);
  auto Made = In.uses().dependents(Atomic);
  return llvm::any_of(llvm::seq<EventId>(0, Fn.Events.size()), [&](EventId E) {
    const Event &Of = In.event(E);
    if (Of.Address == UnknownValue || !Made.contains(Of.Address))
      return false;
    const Object &O = In.provenance().object(E);
    if (O.Kind != BaseKind::Global)
      return false;
    const Global *G = In.module().global(Fn.value(O.Root).Name);
    uint64_t Bytes = std::max<uint64_t>(1, uint64_t(Of.Bits) / 8);
    return G && G->Size / Bytes >= Needed;
  });
}

bool fencepost::takesUncheckedPlace(const FunctionView &In, EventId Load,
                                    EventId Atomic) {
  const Event &E = In.event(Atomic);
  return addsOrTakes(E) && E.ResultUsed && E.Result != UnknownValue &&
         isLimited(In, Load, Atomic) && goesIntoAddressesAlone(In, Atomic) &&
         !hasSlack(In, Load, Atomic);
}
