//===- poll_turns.cpp - waits inside a loop that also works ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (j = a; j < b;) if (ready(j)) { work; ++j; }`: the loop comes back to
// its header with j unchanged for as long as the read says no. That way round
// is a poll, the other outcome of the branch is its exit. So it is at a fixed
// address, in a machine of states, where the way round keeps all that the loop
// carries and nothing else is done on it: the next turn is the same again.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/order/poll_finder.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {

/// Blocks of the loop on the way from the edge back to the header.
BitVector LoopFinder::blocksBackFrom(BlockId From, unsigned Successor) const {
  BitVector Way(Fn.Blocks.size());
  SmallVector<BlockId, 16> Work;
  auto Add = [&](BlockId B) {
    if (L.contains(B) && B != L.Header && !Way.test(B)) {
      Way.set(B);
      Work.push_back(B);
    }
  };
  Add(Fn.Blocks[From].Term.Successors[Successor]);
  while (!Work.empty())
    for (BlockId S : Fn.Blocks[Work.pop_back_val()].Term.Successors)
      Add(S);
  return Way;
}

/// Blocks of the loop that a turn may go through before it comes to B.
BitVector LoopFinder::blocksBefore(BlockId B) const {
  BitVector Way(Fn.Blocks.size());
  SmallVector<BlockId, 16> Work{B};
  Way.set(B);
  while (!Work.empty()) {
    BlockId At = Work.pop_back_val();
    if (At == L.Header)
      continue;
    for (BlockId From : Fn.Blocks[At].Predecessors)
      if (L.contains(From) && !Way.test(From)) {
        Way.set(From);
        Work.push_back(From);
      }
  }
  return Way;
}

/// Does every way from the edge lead back to the header, or out by what the
/// loop carries alone? What it carries unchanged leads the same way again.
bool LoopFinder::comesBack(BlockId From, unsigned Successor,
                           const BitVector &Way) const {
  auto IsCarried = [&](ValueId Asked) {
    bool Is = Asked != UnknownValue;
    visitOperands(Fn, Asked, [&](ValueId V) {
      ValueKind Kind = Fn.Values[V].Kind;
      Is &= Nest.isInvariant(V, L) ||
            (Kind != ValueKind::Result && Kind != ValueKind::Special &&
             Kind != ValueKind::Unknown);
      return Is;
    });
    return Is;
  };
  return L.contains(Fn.Blocks[From].Term.Successors[Successor]) &&
         llvm::all_of(Way.set_bits(), [&](BlockId B) {
           const Terminator &T = Fn.Blocks[B].Term;
           return llvm::all_of(T.Successors,
                               [&](BlockId To) { return L.contains(To); }) ||
                  (!T.Successors.empty() && IsCarried(T.Condition));
         });
}

/// True if Phi, of the header, has its old value on every way back from the
/// edge.
bool LoopFinder::isHeldBy(ValueId Phi, BlockId From, unsigned Successor,
                          const BitVector &Way) const {
  BlockId First = Fn.Blocks[From].Term.Successors[Successor];
  SmallVector<ValueId, 8> Work;
  DenseSet<ValueId> Seen;
  auto Enter = [&](const Value &Node) {
    const auto &Preds = Fn.Blocks[Node.Imm].Predecessors;
    bool Entered = false;
    for (size_t K = 0; K < Preds.size() && K < Node.Operands.size(); ++K)
      if (Way.test(Preds[K]) ||
          (Preds[K] == From && First == BlockId(Node.Imm))) {
        Work.push_back(Node.Operands[K]);
        Entered = true;
      }
    return Entered;
  };
  if (!Enter(Fn.Values[Phi]))
    return false;
  while (!Work.empty()) {
    ValueId V = Work.pop_back_val();
    if (V == Phi || !Seen.insert(V).second)
      continue;
    const Value &Node = Fn.Values[V];
    bool IsMerge = Node.Kind == ValueKind::Phi && Way.test(Node.Imm);
    if (!IsMerge || !Enter(Node))
      return false;
  }
  return true;
}

/// Is Read a compare-and-swap that a load of its word must have promised
/// success, in a loop that goes on to another place, or out, once the load
/// says otherwise: `if (key[at] == None) CAS(key + at, None, mine) else ++at`?
/// Where it fails, the word has changed, and the next turn does not come to it.
bool LoopFinder::isTriedOnce(EventId Read) const {
  const Event &E = Fn.Events[Read];
  if (E.Kind != EventKind::Rmw || E.Rmw != RmwOp::Cas || E.Extra.empty())
    return false;
  auto IsExpected = [&](ValueId V) {
    auto C = constantOf(Fn, V);
    return Where.canonical(V) == Where.canonical(E.Extra[0]) ||
           (C && C == constantOf(Fn, E.Extra[0]));
  };
  auto IsWord = [&](ValueId V) {
    const Value &Node = Fn.Values[stripCasts(Fn, V)];
    return Node.Kind == ValueKind::Result &&
           Fn.Events[Node.Imm].Kind == EventKind::Load &&
           Where.sameLocation(Node.Imm, Read).Is == SameLocation::Same;
  };
  auto SaysFree = [&](BlockId Branch, unsigned Successor) {
    const Terminator &T = Fn.Blocks[Branch].Term;
    const Value &Test = Fn.Values[T.Condition];
    if (T.Kind != TerminatorKind::Branch || Test.Kind != ValueKind::Op ||
        Test.Op != (Successor == 0 ? OpCode::Eq : OpCode::Ne) ||
        !Graph.edgeDominates(Branch, Successor, Graph.position(Read).Block))
      return false;
    ValueId A = Test.Operands[0], B = Test.Operands[1];
    BitVector Away = blocksBackFrom(Branch, 1 - Successor);
    return ((IsWord(A) && IsExpected(B)) || (IsWord(B) && IsExpected(A))) &&
           llvm::none_of(Held, [&](ValueId Phi) {
             return isHeldBy(Phi, Branch, 1 - Successor, Away);
           });
  };
  return llvm::any_of(L.Blocks, [&](BlockId Branch) {
    return SaysFree(Branch, 0) || SaysFree(Branch, 1);
  });
}

void LoopFinder::findTurns(std::vector<Poll> &Result) {
  const std::vector<ValueId> &Phis = Fn.Blocks[L.Header].Phis;
  if (L.Blocks.size() > 256)
    return;
  // A plain load is never what a turn waits for: see below.
  auto IsPlain = [](const Event &E) {
    return E.Kind == EventKind::Load && !isStrong(E.Ord);
  };
  auto Reads = [](const Event &E) {
    return E.Kind == EventKind::Load || E.Kind == EventKind::Rmw ||
           E.Kind == EventKind::Mbarrier;
  };
  if (llvm::none_of(Fn.Events,
                    [&](const Event &E) { return Reads(E) && !IsPlain(E); }))
    return;
  for (BlockId B : L.Blocks) {
    const Terminator &T = Fn.Blocks[B].Term;
    if (T.Kind != TerminatorKind::Branch)
      continue;
    for (unsigned I = 0; I < 2; ++I) {
      BitVector Back = blocksBackFrom(B, I), Other = blocksBackFrom(B, 1 - I);
      if (Back.test(B)) // A loop inside: judged by itself.
        continue;
      Held.clear();
      StableMemo.clear();
      bool IsSame = comesBack(B, I, Back);
      for (ValueId Phi : Phis)
        if (!isHeldBy(Phi, B, I, Back))
          IsSame = false;
        else if (!isHeldBy(Phi, B, 1 - I, Other))
          Held.insert(Phi);
      if (Held.empty() && !IsSame)
        continue;
      std::vector<EventId> Reads = readsDeciding(T.Condition);
      BitVector Way = Back;
      for (BlockId X : L.Blocks)
        if (X == L.Header || X == B ||
            (Graph.dominatesBlock(X, B) && X != L.Header))
          Way.set(X);
      DenseSet<EventId> Deciding(Reads.begin(), Reads.end());
      BitVector Whole = blocksBefore(B);
      Whole |= Back;
      for (EventId Read : Reads) {
        // The address must hang on what is held, or it is no turn. A plain
        // load is taken for data: loops over data often hold one index still.
        if (IsPlain(Fn.Events[Read]))
          continue;
        bool IsFixed = Nest.isInvariant(Fn.Events[Read].Address, L);
        bool IsWait =
            IsFixed && IsSame && Fn.Events[Read].Kind == EventKind::Load &&
            !acquires(Fn.Events[Read].Ord) && isPure(Deciding, &Whole);
        // A way that only waits tells more than exits far behind the read.
        if (IsWait)
          llvm::erase_if(Result, [&](const Poll &P) {
            return P.Read == Read && !P.IsPure;
          });
        bool Known =
            llvm::any_of(Result, [&](const Poll &P) { return P.Read == Read; });
        if (Known || (IsFixed && !IsWait) || isTriedOnce(Read))
          continue;
        Poll P;
        P.Read = Read;
        P.Loop = Index;
        P.Exits.push_back({B, 1 - I, T.Successors[1 - I]});
        P.IsPure = isPure(Deciding, &Way);
        if (Fn.Events[Read].Kind == EventKind::Mbarrier)
          P.Kind = PollKind::Object;
        else if (Fn.Events[Read].Kind == EventKind::Rmw &&
                 roleOf(Fn.Events[Read]) == RmwRole::Lock)
          P.Kind = PollKind::Lock;
        Result.push_back(P);
      }
    }
  }
  Held.clear();
  StableMemo.clear();
}

} // namespace fencepost
