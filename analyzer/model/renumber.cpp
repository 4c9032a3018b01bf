//===- renumber.cpp - the canonical form of a built function --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three passes, each over the whole function: blocks (drop what is not
// reachable, reverse post order), values (phis that merge one value vanish and
// equal operations become one node, to a fixed point), then numbering by use.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/fold.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace fencepost;

namespace {

class Renumberer {
public:
  explicit Renumberer(Function &Fn) : Fn(Fn) {}
  void run() {
    orderBlocks();
    mergeValues();
    numberByUse();
  }

private:
  Function &Fn;
  std::vector<ValueId> Alias; ///< What each value turned out to be.
  ValueIndex Seen;            ///< Of one round.
  /// What phis before it turned out to be: users may have come before it too.
  std::vector<bool> IsAhead;
  /// A round of merging need not be the last.
  bool MayGoOn = false;

  void orderBlocks();
  void mergeValues();
  void mergeRound();
  void merge(ValueId V, ValueId Same);
  std::optional<ValueId> onlyValueOf(ValueId Phi);
  bool anyPhiVanishes();
  void numberByUse();
  ValueId find(ValueId V) {
    while (Alias[V] != V)
      V = Alias[V] = Alias[Alias[V]];
    return V;
  }
};

void Renumberer::orderBlocks() {
  constexpr BlockId Unseen = NoId;
  std::vector<BlockId> NewId(Fn.Blocks.size(), Unseen), PostOrder;
  std::vector<std::pair<BlockId, unsigned>> Stack{{Fn.Entry, 0}};
  NewId[Fn.Entry] = 0;
  while (!Stack.empty()) {
    auto &[B, Next] = Stack.back();
    const auto &Successors = Fn.Blocks[B].Term.Successors;
    // Last successor first, so that the first one follows its block.
    if (Next < Successors.size()) {
      BlockId S = Successors[Successors.size() - 1 - Next++];
      if (NewId[S] == Unseen) {
        NewId[S] = 0;
        Stack.push_back({S, 0});
      }
      continue;
    }
    PostOrder.push_back(B);
    Stack.pop_back();
  }
  std::vector<Block> Blocks;
  Blocks.reserve(PostOrder.size());
  for (auto [I, B] : llvm::enumerate(llvm::reverse(PostOrder)))
    NewId[B] = I;
  for (Value &V : Fn.Values)
    if (V.Op == OpCode::Havoc && uint64_t(V.Imm) < NewId.size())
      V.Imm = NewId[V.Imm] == Unseen ? 0 : NewId[V.Imm];
  for (BlockId B : llvm::reverse(PostOrder)) {
    Block &Old = Fn.Blocks[B];
    llvm::SmallVector<unsigned, 4> Kept;
    for (unsigned I = 0; I < Old.Predecessors.size(); ++I)
      if (NewId[Old.Predecessors[I]] != Unseen)
        Kept.push_back(I);
    for (ValueId Phi : Old.Phis) {
      Value &V = Fn.Values[Phi];
      V.Imm = NewId[B];
      if (V.Operands.size() != Old.Predecessors.size())
        continue; // Already replaced by its only value.
      llvm::SmallVector<ValueId, 3> Operands;
      for (unsigned I : Kept)
        Operands.push_back(V.Operands[I]);
      V.Operands = std::move(Operands);
    }
    llvm::SmallVector<BlockId, 2> Predecessors;
    for (unsigned I : Kept)
      Predecessors.push_back(NewId[Old.Predecessors[I]]);
    Old.Predecessors = std::move(Predecessors);
    for (BlockId &S : Old.Term.Successors)
      S = NewId[S];
    Blocks.push_back(std::move(Old));
  }
  Fn.Blocks = std::move(Blocks);
  Fn.Entry = 0;
}

/// What a phi merges, if that is one value; its operands are brought up to
/// date.
std::optional<ValueId> Renumberer::onlyValueOf(ValueId Phi) {
  ValueId Same = NoId;
  bool IsOne = true;
  for (ValueId &Operand : Fn.Values[Phi].Operands) {
    Operand = find(Operand);
    if (Operand == Phi || Operand == Same)
      continue;
    IsOne &= Same == NoId;
    Same = Operand;
  }
  if (!IsOne || Same == NoId)
    return std::nullopt;
  return Same;
}

void Renumberer::merge(ValueId V, ValueId Same) {
  Alias[V] = Same;
  MayGoOn |= IsAhead[V];
  if (Same > V)
    IsAhead[Same] = true;
}

void Renumberer::mergeRound() {
  MayGoOn = false;
  Seen.clear();
  for (ValueId Id = 1; Id < Fn.Values.size(); ++Id) {
    if (find(Id) != Id)
      continue;
    Value &V = Fn.Values[Id];
    if (V.Kind == ValueKind::Phi) {
      if (auto Same = onlyValueOf(Id))
        merge(Id, *Same);
      continue;
    }
    for (ValueId &Operand : V.Operands)
      Operand = find(Operand);
    if (V.Kind == ValueKind::Result || V.Op == OpCode::Havoc)
      continue;
    ValueId Same = Seen.findOrAdd(Fn.Values, V, Id);
    if (Same != Id)
      merge(Id, Same);
  }
}

/// Operands come before what is made of them, but for those of phis: only
/// there, and behind IsAhead, may a round have missed something.
bool Renumberer::anyPhiVanishes() {
  bool Any = false;
  for (ValueId Id = 1; Id < Fn.Values.size(); ++Id)
    if (Fn.Values[Id].Kind == ValueKind::Phi && Alias[Id] == Id)
      Any |= onlyValueOf(Id).has_value();
  return Any;
}

void Renumberer::mergeValues() {
  Alias.resize(Fn.Values.size());
  for (ValueId V = 0; V < Alias.size(); ++V)
    Alias[V] = V;
  IsAhead.resize(Fn.Values.size());
  do
    mergeRound();
  while (anyPhiVanishes() || MayGoOn);
}

void Renumberer::numberByUse() {
  std::vector<ValueId> NewId(Fn.Values.size(), NoId);
  std::vector<ValueId> Order; // Live values, old ids.
  std::vector<EventId> Events;
  auto Use = [&](ValueId Root) {
    llvm::SmallVector<ValueId, 16> Stack{find(Root)};
    while (!Stack.empty()) {
      ValueId V = Stack.pop_back_val();
      if (NewId[V] != NoId)
        continue;
      NewId[V] = 0;
      for (ValueId Operand : Fn.Values[V].Operands)
        if (NewId[Operand] == NoId)
          Stack.push_back(Operand);
    }
  };
  Use(UnknownValue);
  for (Block &B : Fn.Blocks) {
    for (EventId E : B.Events) {
      Events.push_back(E);
      forEachOperand(Fn.Events[E], Use);
      if (Fn.Events[E].Result != UnknownValue)
        Use(Fn.Events[E].Result);
    }
    Use(B.Term.Condition);
  }
  // Old ids ascend from operand to user except through phis; keep that.
  for (ValueId V = 0; V < NewId.size(); ++V)
    if (NewId[V] != NoId)
      Order.push_back(V);
  std::vector<Value> Values;
  Values.reserve(Order.size());
  for (auto [I, V] : llvm::enumerate(Order))
    NewId[V] = I;
  std::vector<EventId> NewEvent(Fn.Events.size(), NoId);
  for (auto [I, E] : llvm::enumerate(Events))
    NewEvent[E] = I;
  for (ValueId Old : Order) {
    Value &V = Fn.Values[Old];
    for (ValueId &Operand : V.Operands)
      Operand = NewId[find(Operand)];
    if (V.Kind == ValueKind::Result)
      V.Imm = NewEvent[V.Imm];
    Values.push_back(std::move(V));
  }
  std::vector<Event> NewEvents;
  NewEvents.reserve(Events.size());
  for (EventId Old : Events) {
    Event &E = Fn.Events[Old];
    auto Rename = [&](ValueId &V) { V = NewId[find(V)]; };
    forEachOperand(E, Rename);
    if (E.Result != UnknownValue)
      Rename(E.Result);
    NewEvents.push_back(std::move(E));
  }
  for (Block &B : Fn.Blocks) {
    for (EventId &E : B.Events)
      E = NewEvent[E];
    B.Term.Condition = NewId[find(B.Term.Condition)];
    llvm::erase_if(B.Phis, [&](ValueId &V) {
      bool Dead = find(V) != V || NewId[V] == NoId;
      if (!Dead)
        V = NewId[V];
      return Dead;
    });
  }
  Fn.Values = std::move(Values);
  Fn.Events = std::move(NewEvents);
}

} // namespace

void fencepost::renumber(Function &Fn) { Renumberer(Fn).run(); }
