//===- paths.cpp - what stands between two events -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/paths.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::advice;

Paths::Paths(const FunctionView &In)
    : Fn(In.fn()), Positions(Fn.Events.size(), Position{NoId, 0}) {
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    for (uint32_t I = 0; I < Fn.Blocks[B].Events.size(); ++I)
      Positions[Fn.Blocks[B].Events[I]] = {B, I};
}

bool Paths::leads(EventId From, EventId To, EventId Avoid) const {
  Position Start = Positions[From], End = Positions[To];
  if (Start.Block == NoId || End.Block == NoId)
    return false;
  Position Stop = Avoid == NoId ? Position{NoId, 0} : Positions[Avoid];
  enum class Meets { Target, Obstacle, Neither };
  auto Walk = [&](BlockId B, uint32_t First) {
    bool Hits = B == End.Block && End.Index >= First;
    bool Stops = B == Stop.Block && Stop.Index >= First;
    if (Hits && (!Stops || End.Index <= Stop.Index))
      return Meets::Target;
    return Stops ? Meets::Obstacle : Meets::Neither;
  };
  std::vector<BlockId> Work;
  llvm::BitVector Seen(Fn.Blocks.size());
  auto Leave = [&](BlockId B) {
    for (BlockId Next : Fn.Blocks[B].Term.Successors)
      if (!Seen.test(Next)) {
        Seen.set(Next);
        Work.push_back(Next);
      }
  };
  switch (Walk(Start.Block, Start.Index + 1)) {
  case Meets::Target:
    return true;
  case Meets::Obstacle:
    return false;
  case Meets::Neither:
    Leave(Start.Block);
    break;
  }
  while (!Work.empty() && ++Steps <= Budget) {
    BlockId B = Work.back();
    Work.pop_back();
    switch (Walk(B, 0)) {
    case Meets::Target:
      return true;
    case Meets::Obstacle:
      break;
    case Meets::Neither:
      Leave(B);
      break;
    }
  }
  return false;
}

std::vector<EventId> Paths::between(EventId From, EventId To,
                                    llvm::ArrayRef<EventId> Among,
                                    Mode How) const {
  std::vector<EventId> Out;
  for (EventId X : Among) {
    if (X == From || X == To || !leads(From, X, To) || !leads(X, To))
      continue;
    if (How == Mode::May || !leads(From, To, X))
      Out.push_back(X);
  }
  // On the way from From, X comes first if it is reached without Y. Where
  // both are (other branches, loops), the order of blocks decides.
  auto Key = [&](EventId X) {
    Position P = Positions[X], F = Positions[From];
    bool Behind =
        P.Block < F.Block || (P.Block == F.Block && P.Index < F.Index);
    return std::tuple(Behind, P.Block, P.Index);
  };
  llvm::sort(Out, [&](EventId X, EventId Y) { return Key(X) < Key(Y); });
  return Out;
}
