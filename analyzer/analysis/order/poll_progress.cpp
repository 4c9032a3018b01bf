//===- poll_progress.cpp - loops that make their own progress -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A read on which an exit hangs is no wait where the loop itself changes what
// is read, or where each thread comes to it on one turn only.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/order/poll_finder.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

/// Is V computed from a special register that Is holds of?
bool names(const Function &Fn, ValueId V, function_ref<bool(StringRef)> Is) {
  bool Names = false;
  visitOperands(Fn, V, [&](ValueId Of) {
    Names |= Fn.Values[Of].Kind == ValueKind::Special && Is(Fn.Values[Of].Name);
    return !Names;
  });
  return Names;
}

/// Is V computed from the number of the thread or lane?
bool namesThread(const Function &Fn, ValueId V) {
  return names(Fn, V, isThreadNumber);
}

/// Operations by which several turns get one number.
bool isLossy(OpCode Op) {
  return Op == OpCode::Rem || Op == OpCode::And || Op == OpCode::Div ||
         Op == OpCode::Shr;
}

} // namespace

/// Does a loop inside this one wait for memory other than Read's: do the
/// threads meet on each turn?
bool LoopFinder::waitsElsewhere(EventId Read) const {
  return llvm::any_of(Nest.all(), [&](const Loop &Inner) {
    if (&Inner == &L || !L.contains(Inner.Header) ||
        Inner.contains(Graph.position(Read).Block))
      return false;
    return llvm::any_of(Inner.Exits, [&](const Loop::Exit &X) {
      return llvm::any_of(
          sourceEvents(Fn, Fn.Blocks[X.From].Term.Condition), [&](EventId E) {
            const Event &Ev = Fn.Events[E];
            return Inner.contains(Graph.position(E).Block) &&
                   (Ev.Kind == EventKind::Rmw ||
                    (Ev.Kind == EventKind::Load && isStrong(Ev.Ord)));
          });
    });
  });
}

/// Do all who read at Read store at Store, or meet those who do on each turn? A
/// leader that stores for the others makes no progress of theirs.
bool LoopFinder::isByAllReaders(EventId Store, EventId Read) const {
  auto Of = Graph.directControlDependences(Graph.position(Read).Block);
  bool Joined = llvm::any_of(Events, [&](EventId E) {
    return Fn.Events[E].Kind == EventKind::CtaBarrier ||
           Fn.Events[E].Kind == EventKind::ClusterBarrier ||
           Fn.Events[E].Kind == EventKind::WarpSync;
  });
  for (const Cfg::Dependence &D :
       Graph.controlDependences(Graph.position(Store).Block)) {
    if (!L.contains(D.Branch) || llvm::any_of(Of, [&](auto &Other) {
          return Other.Branch == D.Branch && Other.Successor == D.Successor;
        }))
      continue;
    ValueId Asked = Fn.Blocks[D.Branch].Term.Condition;
    if (Asked == UnknownValue ||
        Graph.dominatesBlock(Graph.position(Store).Block, D.Branch))
      continue;
    bool OfBlock = names(
        Fn, Asked, [](StringRef Name) { return Name.starts_with("ctaid."); });
    if (((OfBlock || (namesThread(Fn, Asked) && !Joined))) &&
        !waitsElsewhere(Read))
      return false;
  }
  return true;
}

/// Does Store write what the loop has read or drawn elsewhere: the size of the
/// next list, a ticket? A flag is set to a number that needs no such reading.
bool LoopFinder::storesFindings(EventId Store, EventId Read) const {
  if (Fn.Events[Store].Kind != EventKind::Store ||
      Where.sameLocation(Read, Store).Is != SameLocation::Same ||
      !isByAllReaders(Store, Read))
    return false;
  return llvm::any_of(
      sourceEvents(Fn, Fn.Events[Store].Operand), [&](EventId From) {
        const Event &Ev = Fn.Events[From];
        return (Ev.Kind == EventKind::Load || Ev.Kind == EventKind::Rmw) &&
               L.contains(Graph.position(From).Block) &&
               !Where.isUnchanging(From) && !Where.sameObject(From, Read);
      });
}

/// True if the loop itself changes what Read reads, so that it makes its own
/// progress: an update loop, a work list, a convergence test.
bool LoopFinder::isUpdatedHere(EventId Read) {
  const Event &R = Fn.Events[Read];
  for (EventId E : Events) {
    const Event &Ev = Fn.Events[E];
    bool Writes = Ev.Kind == EventKind::Store || Ev.Kind == EventKind::Red ||
                  Ev.Kind == EventKind::AsyncCopy ||
                  (Ev.Kind == EventKind::Rmw && roleOf(Ev) == RmwRole::Update);
    bool Weak = R.Kind == EventKind::Load && R.Ord == Order::Weak;
    if (E == Read || !Writes ||
        (Ev.Kind != EventKind::Rmw && !Weak && !Where.isShared(Read) &&
         !storesFindings(E, Read)))
      continue;
    if (Where.sameLocation(Read, E).Is == SameLocation::Same ||
        Where.sameObject(Read, E))
      return true;
  }
  return false;
}

/// Does an exit of the loop hang on Phi?
bool LoopFinder::isBoundBy(ValueId Phi) const {
  return llvm::any_of(L.Exits, [&](const Loop::Exit &X) {
    bool Asks = false;
    ValueId Asked = Fn.Blocks[X.From].Term.Condition;
    if (Asked != UnknownValue)
      visitOperands(Fn, Asked, [&](ValueId Of) {
        Asks |= Of == Phi;
        return !Asks;
      });
    return Asks;
  });
}

/// Is E done on the one turn of the loop that is the thread's own: `if (lane ==
/// turn)`, with an end to the turns? Repeated by other threads, it waits for
/// nothing. A turn that comes again is another try.
bool LoopFinder::isDoneInTurn(EventId E) {
  return llvm::any_of(
      Graph.directControlDependences(Graph.position(E).Block), [&](auto &D) {
        if (!L.contains(D.Branch))
          return false;
        const Value &Test = Fn.Values[Fn.Blocks[D.Branch].Term.Condition];
        if (Test.Kind != ValueKind::Op || Test.Operands.size() != 2 ||
            Test.Op != (D.Successor == 0 ? OpCode::Eq : OpCode::Ne))
          return false;
        auto IsOwn = [&](ValueId V) {
          return isStable(V) && namesThread(Fn, V);
        };
        auto IsTurn = [&](ValueId V) {
          bool Counts = false;
          visitOperands(Fn, V, [&](ValueId Of) {
            const Value &Node = Fn.Values[Of];
            Counts |= Node.Kind == ValueKind::Phi && !isFixed(Of) &&
                      isCounted(Of) && isBoundBy(Of);
            return !Counts && !isFixed(Of) &&
                   !(Node.Kind == ValueKind::Op && isLossy(Node.Op));
          });
          return Counts;
        };
        ValueId A = Test.Operands[0], B = Test.Operands[1];
        return (IsOwn(A) && IsTurn(B)) || (IsOwn(B) && IsTurn(A));
      });
}

} // namespace fencepost
