//===- dependence.cpp - walks over the value graph ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth first with an explicit stack; operands are visited in order.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/flow/dependence.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <utility>

using namespace llvm;

namespace fencepost {

bool isTransform(const Event &E) {
  switch (E.Kind) {
  case EventKind::CtaBarrier:
  case EventKind::ClusterBarrier:
  case EventKind::WarpSync:
  case EventKind::WarpCollective:
    return true;
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::Rmw:
  case EventKind::Red:
  case EventKind::Fence:
  case EventKind::ProxyFence:
  case EventKind::Mbarrier:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
  case EventKind::GridDependency:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
  case EventKind::OpaqueCall:
    return false;
  }
  return false;
}

SmallVector<ValueId, 4> valueOperands(const Function &Fn, ValueId V) {
  const Value &Node = Fn.Values[V];
  SmallVector<ValueId, 4> Result(Node.Operands.begin(), Node.Operands.end());
  if (Node.Kind != ValueKind::Result)
    return Result;
  const Event &E = Fn.Events[Node.Imm];
  if (!isTransform(E))
    return Result;
  for (ValueId Operand : {E.Operand, E.Participants})
    if (Operand != UnknownValue)
      Result.push_back(Operand);
  for (ValueId Operand : E.Extra)
    if (Operand != UnknownValue)
      Result.push_back(Operand);
  return Result;
}

namespace {
/// A set of small numbers that is emptied in no time; the thread's own is used
/// again by the next walk, one inside another walk gets a new one.
class Marks {
public:
  explicit Marks(size_t Size) : Of(std::move(Spare)) {
    if (Of.Rounds.size() < Size)
      Of.Rounds.resize(Size);
    if (++Of.Round == 0) {
      std::fill(Of.Rounds.begin(), Of.Rounds.end(), 0);
      Of.Round = 1;
    }
  }
  ~Marks() {
    if (Of.Rounds.size() > Spare.Rounds.size())
      Spare = std::move(Of);
  }
  /// False if it was in already.
  bool insert(uint32_t N) {
    return std::exchange(Of.Rounds[N], Of.Round) != Of.Round;
  }

private:
  struct Buffer {
    std::vector<uint32_t> Rounds;
    uint32_t Round = 0;
  };
  static thread_local Buffer Spare;
  Buffer Of;
};
thread_local Marks::Buffer Marks::Spare;
} // namespace

bool visitOperands(const Function &Fn, ValueId V,
                   function_ref<bool(ValueId)> Visit, unsigned Budget) {
  SmallVector<ValueId, 16> Work{V};
  Marks Seen(Fn.Values.size());
  Seen.insert(V);
  auto Push = [&](ValueId Operand) {
    if (Seen.insert(Operand))
      Work.push_back(Operand);
  };
  while (!Work.empty()) {
    if (Budget-- == 0)
      return false;
    ValueId Current = Work.pop_back_val();
    if (!Visit(Current))
      continue;
    const Value &Node = Fn.Values[Current];
    if (Node.Kind == ValueKind::Result) {
      SmallVector<ValueId, 4> Operands = valueOperands(Fn, Current);
      for (ValueId Operand : llvm::reverse(Operands))
        Push(Operand);
    } else {
      for (ValueId Operand : llvm::reverse(Node.Operands))
        Push(Operand);
    }
  }
  return true;
}

Ternary dependsOn(const Function &Fn, ValueId V, EventId E) {
  bool Found = false, Unknown = false;
  bool Complete = visitOperands(Fn, V, [&](ValueId Node) {
    const Value &N = Fn.Values[Node];
    Found |= N.Kind == ValueKind::Result && N.Imm == int64_t(E);
    Unknown |= N.Kind == ValueKind::Unknown ||
               (N.Op == OpCode::Havoc && N.Operands.empty()) ||
               (N.Kind == ValueKind::Result &&
                Fn.Events[N.Imm].Kind == EventKind::OpaqueCall);
    return !Found;
  });
  if (Found)
    return Ternary::Yes;
  return Complete && !Unknown ? Ternary::No : Ternary::Unknown;
}

std::vector<EventId> sourceEvents(const Function &Fn, ValueId V) {
  std::vector<EventId> Result;
  visitOperands(Fn, V, [&](ValueId Node) {
    const Value &N = Fn.Values[Node];
    if (N.Kind == ValueKind::Result)
      Result.push_back(N.Imm);
    return true;
  });
  llvm::sort(Result);
  return Result;
}

} // namespace fencepost
