//===- parse_finish.cpp - .events: names to ids ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numeric value names and id= demand their ids; the rest fills the gaps in
// the order of the text, so that ids are dense whatever was demanded.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text_parser.h"
#include "analyzer/model/text_words.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::Twine;

bool FunctionParser::finish(const Token &Start) {
  std::vector<ValueId> Ids;
  std::vector<EventId> Order;
  if (!resolveLabels() || !resolveValues(Ids) || !resolveEvents(Ids, Order) ||
      !resolvePhis(Ids) || !checkAcyclic(Ids))
    return false;
  if (Fn.Blocks.empty() && Fn.State == Coverage::Skipped && Fn.Events.empty())
    return true;
  std::string Broken = verify(Fn);
  if (!Broken.empty())
    return P.fail(Start, "expected a well-formed function, but " + Broken);
  return true;
}

bool FunctionParser::resolveLabels() {
  for (const Label &L : Labels)
    if (L.Block == NoId)
      return P.fail(L.FirstUse,
                    "expected a block labelled '" + L.FirstUse.Text + "'");
  for (Block &B : Fn.Blocks)
    for (BlockId &S : B.Term.Successors)
      S = Labels[S].Block;
  if (EntryLabel)
    Fn.Entry = Labels[*EntryLabel].Block;
  std::vector<llvm::SmallVector<BlockId, 2>> Default = defaultPredecessors(Fn);
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B) {
    Fn.Blocks[B].Predecessors = Default[B];
    if (!ListedPreds[B])
      continue;
    Fn.Blocks[B].Predecessors.clear();
    for (uint32_t L : *ListedPreds[B])
      Fn.Blocks[B].Predecessors.push_back(Labels[L].Block);
  }
  return true;
}

/// Ids[handle] is the id of a value; fills Fn.Values except phi operands.
bool FunctionParser::resolveValues(std::vector<ValueId> &Ids) {
  Ids.assign(Nodes.size(), UnknownValue);
  std::vector<bool> Taken(Nodes.size());
  for (Handle H = 1; H < Nodes.size(); ++H) {
    const Node &N = Nodes[H];
    if (!N.IsDefined)
      return P.fail(N.FirstUse,
                    "expected a value named '%" + N.FirstUse.Text + "'");
    if (!N.Pin)
      continue;
    if (N.Pin >= Nodes.size())
      return P.fail(N.FirstUse, "expected a number below " +
                                    Twine(Nodes.size()) +
                                    ": there are no more values");
    Ids[H] = N.Pin;
    Taken[N.Pin] = true;
  }
  ValueId Next = 1;
  for (Handle H = 1; H < Nodes.size(); ++H) {
    if (Nodes[H].Pin)
      continue;
    while (Taken[Next])
      ++Next;
    Ids[H] = Next++;
  }
  Fn.Values.assign(Nodes.size(), Value{});
  for (Handle H = 1; H < Nodes.size(); ++H) {
    Value V = std::move(Nodes[H].V);
    for (ValueId &Operand : V.Operands)
      Operand = Ids[Operand];
    Fn.Values[Ids[H]] = std::move(V);
  }
  return true;
}

bool FunctionParser::resolveEvents(llvm::ArrayRef<ValueId> Ids,
                                   std::vector<EventId> &Order) {
  size_t Count = Fn.Events.size();
  Order.assign(Count, NoId);
  std::vector<bool> Taken(Count);
  for (EventId E = 0; E < Count; ++E) {
    EventId Pin = EventPins[E];
    if (Pin == NoId)
      continue;
    if (Pin >= Count || Taken[Pin])
      return P.fail(EventStarts[E], "expected a free number below " +
                                        Twine(Count) + " for id=");
    Order[E] = Pin;
    Taken[Pin] = true;
  }
  // The printer counts events as they stand and names only exceptions.
  for (EventId E = 0; E < Count; ++E) {
    if (Order[E] != NoId)
      continue;
    if (!Taken[E]) {
      Order[E] = E;
      Taken[E] = true;
    }
  }
  EventId Next = 0;
  for (EventId &To : Order) {
    if (To != NoId)
      continue;
    while (Taken[Next])
      ++Next;
    To = Next;
    Taken[Next] = true;
  }
  std::vector<Event> Events(Count);
  for (EventId E = 0; E < Count; ++E) {
    Event &From = Fn.Events[E];
    for (ValueId *V :
         {&From.Address, &From.Operand, &From.Result, &From.BarrierId,
          &From.Participants, &From.CompletionObject})
      *V = Ids[*V];
    for (ValueId &V : From.Extra)
      V = Ids[V];
    Events[Order[E]] = std::move(From);
  }
  Fn.Events = std::move(Events);
  for (Block &B : Fn.Blocks) {
    for (EventId &E : B.Events)
      E = Order[E];
    B.Term.Condition = Ids[B.Term.Condition];
    for (ValueId &Phi : B.Phis)
      Phi = Ids[Phi];
  }
  for (Handle H = 1; H < Nodes.size(); ++H)
    if (Nodes[H].ImmIsEvent)
      Fn.Values[Ids[H]].Imm = Order[Fn.Values[Ids[H]].Imm];
  return true;
}

/// Puts the operands of each phi into the order of its block's predecessors.
bool FunctionParser::resolvePhis(llvm::ArrayRef<ValueId> Ids) {
  for (Handle H = 1; H < Nodes.size(); ++H) {
    Node &N = Nodes[H];
    Value &Phi = Fn.Values[Ids[H]];
    if (!N.IsPhiLine)
      continue;
    const auto &Predecessors = Fn.Blocks[Phi.Imm].Predecessors;
    if (N.Incoming.size() != Predecessors.size())
      return P.fail(N.FirstUse, "expected " + Twine(Predecessors.size()) +
                                    " entries, one per predecessor, found " +
                                    Twine(N.Incoming.size()));
    llvm::DenseMap<BlockId, llvm::SmallVector<Handle, 1>> From;
    for (auto [Operand, Label] : llvm::reverse(N.Incoming))
      From[Labels[Label].Block].push_back(Operand);
    for (BlockId Pred : Predecessors) {
      auto It = From.find(Pred);
      if (It == From.end() || It->second.empty())
        return P.fail(N.FirstUse, "expected an entry for each predecessor "
                                  "of the block");
      Phi.Operands.push_back(Ids[It->second.pop_back_val()]);
    }
  }
  return true;
}

/// Only phis may depend on themselves: a cycle of pure values has no meaning
/// and readers of the graph rely on its absence.
bool FunctionParser::checkAcyclic(llvm::ArrayRef<ValueId> Ids) {
  enum : uint8_t { New, Active, Done };
  std::vector<uint8_t> State(Fn.Values.size(), New);
  llvm::SmallVector<std::pair<ValueId, unsigned>, 16> Stack;
  for (ValueId Root = 1; Root < Fn.Values.size(); ++Root) {
    if (State[Root] != New)
      continue;
    Stack.push_back({Root, 0});
    while (!Stack.empty()) {
      auto &[V, Next] = Stack.back();
      const Value &Val = Fn.Values[V];
      State[V] = Active;
      if (Val.Kind == ValueKind::Phi || Next == Val.Operands.size()) {
        State[V] = Done;
        Stack.pop_back();
        continue;
      }
      ValueId Operand = Val.Operands[Next++];
      if (State[Operand] == Active) {
        Handle H = llvm::find(Ids, V) - Ids.begin();
        return P.fail(Nodes[H].FirstUse, "expected no cycle of pure values");
      }
      if (State[Operand] == New)
        Stack.push_back({Operand, 0});
    }
  }
  return true;
}
