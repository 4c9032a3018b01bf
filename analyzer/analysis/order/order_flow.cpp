//===- order_flow.cpp - one search over the paths -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks are numbered in reverse post order: each sweep over what has changed
// carries states through all but the edges that lead back, so that there are
// about as many sweeps as loops are deep. Only the leaders of order_classes.h
// are visited, but where a path starts or ends.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/order/order_flow.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {

OrderAnalysis::Flow::Flow(const OrderAnalysis &Of, EventId Start, bool Forward,
                          function_ref<bool(EventId)> Stop)
    : Fn(Of.Fn), Graph(Of.Graph), Where(Of.Where), Start(Start),
      Forward(Forward), Stop(Stop), Kept(*Of.Kept),
      Classes(Kept.classes(Fn, Forward)), Own(Kept.scratch(Fn.Blocks.size())),
      In(Own->In) {}

void OrderAnalysis::Flow::walk(
    BlockId B, size_t From, OrderState &S,
    function_ref<void(EventId, const OrderState &)> At) const {
  const std::vector<EventId> &Events = Fn.Blocks[B].Events;
  for (size_t K = From; K < Events.size(); ++K) {
    EventId E = Forward ? Events[K] : Events[Events.size() - 1 - K];
    if (At)
      At(E, S);
    if (E == Start || E == StopAt || (Stop && Stop(E))) {
      S = OrderState{};
      return;
    }
    pass(E, S);
  }
}

bool OrderAnalysis::Flow::isCut(BlockId B) {
  bool Ends = Graph.position(Start).Block == B ||
              (StopAt != NoId && Graph.position(StopAt).Block == B);
  if (Ends || !Stop)
    return Ends;
  Answer &A = Own->Cuts[B];
  if (A == Answer::Unasked) {
    Own->Touched.push_back(B);
    A = any_of(Fn.Blocks[B].Events, Stop) ? Answer::Yes : Answer::No;
  }
  return A == Answer::Yes;
}

bool OrderAnalysis::Flow::isSplit(BlockId Leader) {
  auto IsIn = [&](EventId E) {
    return E != NoId && Classes.Leader[Graph.position(E).Block] == Leader;
  };
  if (IsIn(Start) || IsIn(StopAt))
    return true;
  if (!Stop)
    return false;
  Answer &A = Own->Splits[Leader];
  if (A == Answer::Unasked) {
    Own->Touched.push_back(Leader);
    auto IsCut = [&](BlockId B) { return isCut(B); };
    A = isCut(Leader) || any_of(Classes.Followers[Leader], IsCut) ? Answer::Yes
                                                                  : Answer::No;
  }
  return A == Answer::Yes;
}

void OrderAnalysis::Flow::arrive(BlockId B, const OrderState &S) {
  if (Only && !Only->test(B))
    return;
  if (!In[B].Reached)
    Own->Touched.push_back(B);
  if (In[B].join(S))
    Own->Changed.set(B);
}

void OrderAnalysis::Flow::passBlock(BlockId B, OrderState &S) const {
  ArrayRef<EventId> Steps = Kept.stepsOf(B);
  for (size_t K = 0; K < Steps.size(); ++K)
    pass(Forward ? Steps[K] : Steps[Steps.size() - 1 - K], S);
}

void OrderAnalysis::Flow::solve() {
  BitVector &Changed = Own->Changed;
  // Every visit but the first changes a state, which has some 250 steps.
  size_t Budget = Fn.Blocks.size() * 64 + 1024;
  auto Send = [&](BlockId B, const OrderState &S) {
    const Block &Blk = Fn.Blocks[B];
    ArrayRef<BlockId> To = Forward ? ArrayRef<BlockId>(Blk.Term.Successors)
                                   : ArrayRef<BlockId>(Blk.Predecessors);
    if (!isSplit(Classes.Leader[B]))
      To = Classes.Exits[B];
    for (BlockId N : To)
      arrive(N, S);
  };
  Position P = Graph.position(Start);
  size_t Size = Fn.Blocks[P.Block].Events.size();
  OrderState S;
  S.Reached = S.Open = true;
  walk(P.Block, Forward ? P.Index + 1 : Size - P.Index, S, nullptr);
  if (S.Reached)
    Send(P.Block, S);
  auto Next = [&](int After) {
    if (After < 0)
      return Forward ? Changed.find_first() : Changed.find_last();
    return Forward ? Changed.find_next(After) : Changed.find_prev(After);
  };
  for (int B = Next(-1); B >= 0;) {
    if (Budget-- == 0) {
      OutOfBudget = true;
      break;
    }
    Changed.reset(B);
    if (!isCut(B)) {
      S = In[B];
      passBlock(B, S);
      Send(B, S);
    }
    int Later = Next(B);
    B = Later >= 0 ? Later : Next(-1);
  }
}

/// Gives those that follow a leader what it leaves behind.
void OrderAnalysis::Flow::carry(BlockId Leader) {
  if (!In[Leader].Reached || Classes.Followers[Leader].empty() ||
      isSplit(Leader))
    return;
  OrderState S = In[Leader];
  passBlock(Leader, S);
  for (BlockId F : Classes.Followers[Leader])
    arrive(F, S);
}

void OrderAnalysis::Flow::carryAll() {
  for (size_t T = 0, End = Own->Touched.size(); T < End; ++T)
    carry(Own->Touched[T]);
}

OrderEvidence::StartKey OrderAnalysis::Flow::key(EventId To) const {
  Position From = Graph.position(Start), P = Graph.position(To);
  OrderEvidence::StartKey Key = {From.Block, 0, false, 0};
  Key.IsBeforeTo = From.Block == P.Block && From.Index < P.Index;
  for (EventId Step : Kept.stepsOf(From.Block))
    Key.StepsBefore += Graph.position(Step).Index <= From.Index;
  for (EventId Access : Kept.Accesses)
    if (isAtStart(Access))
      Key.AtStart |= Kept.mask(Access);
  return Key;
}

/// The state at To, of a search in the direction of the flow.
OrderState OrderAnalysis::Flow::at(EventId To) const {
  OrderState Found;
  auto Record = [&](EventId E, const OrderState &S) {
    if (E == To)
      Found.join(S);
  };
  Position P = Graph.position(Start);
  BlockId B = Graph.position(To).Block;
  OrderState S;
  if (P.Block == B) {
    S.Reached = S.Open = true;
    walk(B, P.Index + 1, S, Record);
  }
  if (In[B].Reached) {
    S = In[B];
    walk(B, 0, S, Record);
  }
  return Found;
}

void OrderAnalysis::Flow::each(
    function_ref<void(EventId, const OrderState &)> At) const {
  Position P = Graph.position(Start);
  size_t Size = Fn.Blocks[P.Block].Events.size();
  // The start's block is met twice if a cycle leads back: join both.
  std::vector<OrderState> Own(Size);
  auto Record = [&](EventId E, const OrderState &S) {
    Own[Graph.position(E).Index].join(S);
  };
  OrderState S;
  S.Reached = S.Open = true;
  walk(P.Block, Forward ? P.Index + 1 : Size - P.Index, S, Record);
  if (In[P.Block].Reached) {
    S = In[P.Block];
    walk(P.Block, 0, S, Record);
  }
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B) {
    if (B == P.Block) {
      for (size_t K = 0; K < Size; ++K)
        if (Own[K].Reached)
          At(Fn.Blocks[B].Events[K], Own[K]);
      continue;
    }
    if (!In[B].Reached)
      continue;
    S = In[B];
    walk(B, 0, S, [&](EventId E, const OrderState &Before) {
      if (Before.Reached)
        At(E, Before);
    });
  }
}

} // namespace fencepost
