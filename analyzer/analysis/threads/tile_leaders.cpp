//===- tile_leaders.cpp - one thread of each tile -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/threads/tile_leaders.h"
#include "analyzer/analysis/flow/linear.h"

using namespace fencepost;

static constexpr unsigned Lanes = 32;

static bool isTileSize(int64_t N) {
  return N >= 2 && N < Lanes && (N & (N - 1)) == 0;
}

/// The size of the tiles in which V is a thread's rank: `i % 16`, `i & 15`.
static unsigned tileOfRank(const FunctionView &In, ValueId V) {
  const Value &Node = In.fn().value(stripCasts(In.fn(), V));
  if (Node.Operands.size() != 2 ||
      (Node.Op != OpCode::Rem && Node.Op != OpCode::And))
    return 0;
  auto By = constantOf(In.fn(), Node.Operands[1]);
  if (!By)
    return 0;
  int64_t Size = Node.Op == OpCode::Rem ? *By : *By + 1;
  ValueId Number = stripCasts(In.fn(), Node.Operands[0]);
  const Value &Lane = In.fn().value(Number);
  if (Lane.Kind == ValueKind::Special && Lane.Name == "laneid")
    return isTileSize(Size) ? unsigned(Size) : 0;
  auto Index = threadIndex(In.fn(), Number);
  bool IsIndex = Index && !Index->isNegated && Index->Parts.Tid[0] &&
                 Index->Rest.isConstant() && Index->Rest.Constant == 0;
  return isTileSize(Size) && IsIndex ? unsigned(Size) : 0;
}

unsigned fencepost::tileLedAt(const FunctionView &In, BlockId B) {
  for (BlockId Up = 0; Up < In.fn().Blocks.size(); ++Up) {
    const Terminator &T = In.fn().block(Up).Term;
    if (T.Kind != TerminatorKind::Branch || !In.cfg().dominatesBlock(Up, B))
      continue;
    const Value &C = In.fn().value(T.Condition);
    if (C.Operands.size() != 2 || (C.Op != OpCode::Eq && C.Op != OpCode::Ne) ||
        constantOf(In.fn(), C.Operands[1]) != 0 ||
        !In.cfg().edgeDominates(Up, C.Op == OpCode::Eq ? 0 : 1, B))
      continue;
    if (unsigned Size = tileOfRank(In, C.Operands[0]))
      return Size;
  }
  return 0;
}

/// Is V the same for all threads of a tile: does a thread's number take part
/// only as the number of the tile?
static bool isAlikeInTile(const FunctionView &In, ValueId V, unsigned Size) {
  bool Alike = true;
  bool Complete = visitOperands(In.fn(), V, [&](ValueId Id) {
    const Value &Node = In.fn().value(Id);
    if (Node.Kind == ValueKind::Special)
      Alike &= !isThreadNumber(Node.Name);
    if (Node.Kind == ValueKind::Result || Node.Kind == ValueKind::Phi)
      Alike = false;
    if (Node.Operands.size() == 2 &&
        (Node.Op == OpCode::Div || Node.Op == OpCode::Shr))
      if (auto By = constantOf(In.fn(), Node.Operands[1])) {
        int64_t Of = Node.Op == OpCode::Div ? *By
                     : *By >= 0 && *By < 32 ? int64_t(1) << *By
                                            : 0;
        return Of == 0 || Of % Size != 0;
      }
    return Alike;
  });
  return Complete && Alike;
}

bool fencepost::tellsForTile(const FunctionView &In, EventId E) {
  unsigned Size = tileLedAt(In, In.cfg().position(E).Block);
  return Size != 0 && In.event(E).Address != UnknownValue &&
         isAlikeInTile(In, In.event(E).Address, Size);
}
