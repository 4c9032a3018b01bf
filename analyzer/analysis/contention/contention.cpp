//===- contention.cpp - how many meet at an atomic operation --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A condition that is made of ids in a form that is not understood may leave
// one thread: Unknown. A condition on data leaves ByData.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/contention.h"
#include "analyzer/analysis/contention/error_tests.h"
#include "analyzer/analysis/contention/held_lock.h"
#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff.h"
#include "analyzer/analysis/memory/address_shape.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

/// Is the word of E one that a loop waits for, other than to take a lock?
bool isSignal(const UnitView &Unit, const FunctionView &In, EventId E) {
  for (const AccessRef &P : Unit.pollsOf(In, E, true)) {
    const Poll *Wait = P.In->polls().of(P.E);
    if (Wait && Wait->Kind != PollKind::Lock)
      return true;
  }
  // A pure release hands something over, whoever waits for it.
  const Event &Ev = In.event(E);
  return Ev.Ord == Order::Release ||
         (Ev.Kind == EventKind::Rmw && Ev.ResultUsed && ticketOf(In, E));
}

/// Facts of the kernel, the same for all its atomics.
struct KeptFacts {
  std::optional<bool> NamesThreads, HasGridLoop;
};

/// Does anything in the kernel tell its threads apart?
bool namesThreads(const FunctionView &In) {
  std::optional<bool> &Names = In.kept().of<KeptFacts>().NamesThreads;
  if (!Names)
    Names = llvm::any_of(In.fn().Values, [](const Value &V) {
      return V.Kind == ValueKind::Special && isThreadNumber(V.Name);
    });
  return *Names;
}

/// What nvcc merges over the lanes of a warp, where it sees that all threads of
/// the block name one address: `&out[i / 1024]` is merged by nothing.
bool isMerged(const Event &E) {
  if (E.IsFloat || E.Elements != 1 || E.Bits < 32 || E.Bits > 64)
    return false;
  switch (E.Rmw) {
  case RmwOp::Add:
  case RmwOp::Sub:
    return true;
  case RmwOp::Min:
  case RmwOp::Max:
  case RmwOp::And:
  case RmwOp::Or:
  case RmwOp::Xor:
    return E.Kind == EventKind::Red || !E.ResultUsed;
  case RmwOp::None:
  case RmwOp::Inc:
  case RmwOp::Dec:
  case RmwOp::Exch:
  case RmwOp::Cas:
  case RmwOp::Other:
    return false;
  }
  return false;
}

class Finder {
public:
  Finder(const UnitView &Unit, const FunctionView &In, EventId E)
      : Unit(Unit), In(In), Fn(In.fn()) {
    C.E = E;
  }
  Contention find();

private:
  const UnitView &Unit;
  const FunctionView &In;
  const Function &Fn;
  Contention C;
  /// Some condition asks for more than whether the word would change.
  bool AsksData = false;

  void findCrowd();
  void readCondition(BlockId Branch, bool &Unclear);
  bool isNamedByData(BlockId At) const;
  bool isMismatch(BlockId Branch, BlockId At) const;
  bool isAskedByWord(BlockId At) const;
  void findFewBlocks();
  bool isUpdate(uint32_t Retry);
  void findLoops();
  void readLaunches();
};

/// Is At reached only where two things prove to be unequal, as a test that
/// counts its errors asks?
bool Finder::isMismatch(BlockId Branch, BlockId At) const {
  const Value &Node = Fn.Values[Fn.Blocks[Branch].Term.Condition];
  if (Node.Kind != ValueKind::Op ||
      Fn.Blocks[Branch].Term.Kind != TerminatorKind::Branch)
    return false;
  for (unsigned I = 0; I < 2; ++I)
    if (In.cfg().edgeDominates(Branch, I, At) &&
        Node.Op == (I == 0 ? OpCode::Ne : OpCode::Eq) &&
        llvm::all_of(Node.Operands, [&](ValueId V) {
          return Fn.Values[V].Kind != ValueKind::Constant;
        }))
      return true;
  return false;
}

void Finder::readCondition(BlockId Branch, bool &Unclear) {
  ValueId Test = Fn.Blocks[Branch].Term.Condition;
  bool Data = false, Ballot = false, Probe = false;
  bool Complete = visitOperands(Fn, Test, [&](ValueId V) {
    const Value &Node = Fn.Values[V];
    Unclear |= Node.Kind == ValueKind::Unknown;
    Data |= Node.Kind == ValueKind::Op && Node.Op == OpCode::Havoc;
    if (Node.Kind != ValueKind::Result)
      return true;
    Data = true;
    const Event &Of = Fn.Events[Node.Imm];
    Ballot |= Of.Kind == EventKind::WarpCollective;
    // A ticket below a limit: so many at most.
    const Value &Compare = Fn.Values[Test];
    C.IsRare |= Of.Kind == EventKind::Rmw && EventId(Node.Imm) != C.E &&
                Compare.Kind == ValueKind::Op && Compare.Op >= OpCode::Lt &&
                Compare.Op <= OpCode::Ge;
    if (Of.Address != UnknownValue && EventId(Node.Imm) != C.E)
      Probe |= In.provenance().sameObject(EventId(Node.Imm), C.E);
    return true;
  });
  C.IsProbed |= Probe;
  AsksData |= !Probe;
  Unclear |= !Complete || !Data;
  // `a != b`, also as the way out of `a == b`.
  const Value &Node = Fn.Values[Test];
  BlockId At = performingBlock(In, C.E);
  // What a function says that nobody knows may name a leader.
  Unclear |=
      Node.Op == OpCode::Eq && Node.Kind == ValueKind::Op &&
      In.cfg().edgeDominates(Branch, 0, At) &&
      llvm::any_of(Node.Operands, [&](ValueId V) {
        const Value &Side = Fn.Values[V];
        return (Side.Kind == ValueKind::Op && Side.Op == OpCode::Havoc) ||
               (Side.Kind == ValueKind::Result &&
                Fn.Events[Side.Imm].Kind == EventKind::OpaqueCall);
      });
  // The rank in a group of lanes that a vote made.
  C.Leads |=
      Ballot && Node.Op == OpCode::Eq && In.cfg().edgeDominates(Branch, 0, At);
  C.IsRare |= isMismatch(Branch, At);
  for (unsigned I = 0; I < 2; ++I)
    C.IsRare |=
        In.cfg().edgeDominates(Branch, I, At) && asksForDescent(In, Branch, I);
}

/// Does the old value that another atomic of the same word returned decide
/// whether this one follows: a count taken back where it went too far?
bool Finder::isAskedByWord(BlockId At) const {
  return llvm::any_of(In.cfg().directControlDependences(At), [&](auto &D) {
    auto From = sourceEvents(Fn, Fn.Blocks[D.Branch].Term.Condition);
    return llvm::any_of(From, [&](EventId E) {
      return E != C.E && Fn.Events[E].Kind == EventKind::Rmw &&
             Fn.Events[E].Address != UnknownValue &&
             In.provenance().sameLocation(E, C.E).Is == SameLocation::Same;
    });
  });
}

/// Is At for those whose number was loaded, `warp == leader[group]`?
bool Finder::isNamedByData(BlockId At) const {
  auto IsLoaded = [&](ValueId V) {
    const Value &Bare = Fn.Values[stripCasts(Fn, V)];
    return Bare.Kind == ValueKind::Result &&
           Fn.Events[Bare.Imm].Kind == EventKind::Load;
  };
  auto IsNumber = [&](ValueId Id) {
    bool IsOfThread = false;
    bool IsComplete = visitOperands(Fn, Id, [&](ValueId V) {
      const Value &Node = Fn.Values[V];
      IsOfThread |=
          Node.Kind == ValueKind::Special && isThreadNumber(Node.Name);
      return true;
    });
    return IsComplete && IsOfThread && sourceEvents(Fn, Id).empty();
  };
  return llvm::any_of(In.cfg().controlDependences(At), [&](auto &D) {
    const Value &Test = Fn.Values[Fn.Blocks[D.Branch].Term.Condition];
    return Test.Kind == ValueKind::Op && Test.Operands.size() == 2 &&
           Test.Op == (D.Successor == 0 ? OpCode::Eq : OpCode::Ne) &&
           ((IsNumber(Test.Operands[0]) && IsLoaded(Test.Operands[1])) ||
            (IsNumber(Test.Operands[1]) && IsLoaded(Test.Operands[0])));
  });
}

void Finder::findCrowd() {
  BlockId At = performingBlock(In, C.E);
  for (const Cfg::Dependence &D : In.cfg().directControlDependences(At))
    C.IsRare |= isMismatch(D.Branch, At);
  switch (In.populations().upToBounds(At)) {
  case Population::OnePerGrid:
  case Population::OnePerCluster:
  case Population::OnePerBlock:
    C.Who = Crowd::One;
    return;
  case Population::OnePerWarp: {
    // Perhaps of one warp only.
    bool Unclear = isNamedByData(At);
    for (BlockId Branch : In.populations().conditions(At))
      readCondition(Branch, Unclear);
    C.Who = Unclear ? Crowd::Unknown : Crowd::PerWarp;
    return;
  }
  case Population::EveryThread:
    C.Who = Crowd::Everyone;
    C.IsProbed |= isAskedByWord(At);
    // One thread a block, more often than not.
    if (!namesThreads(In) && (!C.Threads || *C.Threads == 1))
      C.Who = Crowd::Unknown;
    return;
  case Population::FewWarps:
    C.Who = Crowd::SomeWarps;
    return;
  case Population::SomeThreads:
    break;
  }
  bool Unclear = In.populations().conditions(At).empty();
  for (BlockId Branch : In.populations().conditions(At))
    readCondition(Branch, Unclear);
  C.IsRare |= isReachedOutsideBounds(In, At) || isReachedByNoNumber(In, At) ||
              isForIndexBeyond(In, C.E);
  C.Who = Unclear    ? Crowd::Unknown
          : C.Leads  ? Crowd::PerWarp
          : AsksData ? Crowd::ByData
                     : Crowd::Everyone;
}

/// Some blocks by their data, or one by its number.
void Finder::findFewBlocks() {
  BlockId At = performingBlock(In, C.E);
  C.IsOneBlock = onlyBlockAt(In, At).has_value();
  for (const Cfg::Dependence &D : In.cfg().controlDependences(At)) {
    ValueId Test = Fn.Blocks[D.Branch].Term.Condition;
    Uniform Group = In.uniformity().of(Test);
    if (Group != Uniform::Block && Group != Uniform::Cluster)
      continue;
    uint32_t L = In.loops().innermost(D.Branch);
    bool IsLoopTest = L != NoId && llvm::any_of(In.loops().all()[L].Exits,
                                                [&](const Loop::Exit &X) {
                                                  return X.From == D.Branch;
                                                });
    const Value &Node = Fn.Values[Test];
    bool IsOrder = Node.Op >= OpCode::Lt && Node.Op <= OpCode::Ge;
    C.IsFewBlocks |=
        !IsLoopTest && (!IsOrder || In.uniformity().dependsOnLoad(Test));
  }
}

/// Does the loop put in a value that is made of the one it found, as often as
/// it takes? Loops that may give up before have looked first.
bool Finder::isUpdate(uint32_t Retry) {
  const Event &E = In.event(C.E);
  const Loop &Of = In.loops().all()[Retry];
  if (E.Extra.empty() || In.loops().isInvariant(E.Extra[0], Of))
    return false; // Waits for its turn.
  bool Made = false;
  ValueId Expected = E.Extra[0];
  visitOperands(Fn, E.Operand, [&](ValueId V) {
    Made |= V == Expected && Fn.Values[V].Kind != ValueKind::Constant;
    return !Made;
  });
  // A maximum or minimum puts in its own value, where that is the larger one.
  for (const Loop::Exit &X : Of.Exits) {
    ValueId Test = Fn.Blocks[X.From].Term.Condition;
    OpCode Op = Fn.Values[Test].Op;
    if (Fn.Values[Test].Kind != ValueKind::Op || Op < OpCode::Lt ||
        Op > OpCode::Ge)
      continue;
    C.IsProbed = true;
    visitOperands(Fn, Test, [&](ValueId V) {
      Made |= V == Expected;
      return !Made;
    });
  }
  C.IsProbed |= Of.Exits.size() > 1;
  return Made;
}

/// Does some loop go on by a step that depends on the number of blocks?
bool hasGridLoop(const FunctionView &In) {
  std::optional<bool> &Has = In.kept().of<KeptFacts>().HasGridLoop;
  if (Has)
    return *Has;
  const Function &Fn = In.fn();
  auto Strides = [&](ValueId Phi) {
    bool Found = false;
    visitOperands(Fn, Phi, [&](ValueId V) {
      Found |= StringRef(Fn.Values[V].Name).starts_with("nctaid.");
      return !Found;
    });
    return Found;
  };
  Has = llvm::any_of(In.loops().all(), [&](const Loop &L) {
    return llvm::any_of(Fn.Blocks[L.Header].Phis, Strides);
  });
  return *Has;
}

void Finder::findLoops() {
  const auto &All = In.loops().all();
  uint32_t Retry = retryLoopOf(In, C.E);
  const Event &E = In.event(C.E);
  C.IsUpdate =
      Retry != NoId && !C.IsLock && E.Rmw == RmwOp::Cas && isUpdate(Retry);
  C.Loop = Retry != NoId ? All[Retry].Parent
                         : In.loops().innermost(In.cfg().position(C.E).Block);
  for (uint32_t L = C.Loop; L != NoId; L = All[L].Parent) {
    C.IsInGrowingLoop |= !tripCount(Fn, All[L]);
    for (BlockId B : All[L].Blocks)
      for (EventId Id : Fn.Blocks[B].Events)
        C.IsReadInLoop |= Id != C.E &&
                          (Fn.Events[Id].Kind == EventKind::Load ||
                           Fn.Events[Id].Kind == EventKind::Store) &&
                          !C.IsUpdate && !C.IsLock &&
                          In.provenance().sameObject(Id, C.E);
  }
  C.HasGridLoop = hasGridLoop(In);
}

void Finder::readLaunches() {
  auto Launches = Unit.launchesOf(Fn);
  C.HasFixedGrid = !Launches.empty();
  for (const HostLaunch *L : Launches) {
    auto Blocks = L->Grid.product(), Size = L->Block.product();
    C.HasFixedGrid &= Blocks.has_value();
    std::optional<uint64_t> All;
    if (Blocks && Size && *Blocks < (1ull << 32) && *Size < (1ull << 31))
      All = *Blocks * *Size;
    if (L == Launches.front())
      C.Threads = All;
    else if (C.Threads != All)
      C.Threads = std::nullopt;
  }
}

Contention Finder::find() {
  C.At = collisionOf(In, C.E);
  C.IsShared = In.provenance().isShared(C.E);
  C.IsMerged =
      isMerged(In.event(C.E)) && (C.IsShared || C.At.Group >= Uniform::Block);
  C.IsLock = llvm::any_of(locksOf(In),
                          [&](const LockPair &L) { return L.Take == C.E; });
  readLaunches();
  findCrowd();
  findFewBlocks();
  findLoops();
  if (C.At.By == SharedBy::Everyone && isUnderLock(In, C.E, C.At.Group))
    C.Who = Crowd::One;
  return C;
}

} // namespace

std::optional<Contention> contentionOf(const UnitView &Unit,
                                       const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  if (!isRmw(Ev.Kind) || Ev.Address == UnknownValue ||
      In.fn().Kind != FunctionKind::Kernel || isSignal(Unit, In, E))
    return std::nullopt;
  return Finder(Unit, In, E).find();
}

/// The limit at which 'atomicInc' starts again is the largest number.
static bool hasNoLimit(const FunctionView &In, const Event &E) {
  auto Limit = constantOf(In.fn(), E.Operand);
  return Limit && E.Bits == 32 && uint32_t(*Limit) == ~0u;
}

bool isReduction(const FunctionView &In, const Event &E) {
  switch (E.Rmw) {
  case RmwOp::Add:
  case RmwOp::Sub:
  case RmwOp::Min:
  case RmwOp::Max:
  case RmwOp::And:
  case RmwOp::Or:
  case RmwOp::Xor:
    return true;
  case RmwOp::Inc:
    return hasNoLimit(In, E);
  case RmwOp::None:
  case RmwOp::Dec:
  case RmwOp::Exch:
  case RmwOp::Cas:
  case RmwOp::Other:
    return false;
  }
  return false;
}

bool isUnused(const Event &E) {
  return E.Kind == EventKind::Red || !E.ResultUsed;
}

bool isCountOfOne(const FunctionView &In, const Event &E) {
  const Value &V = In.fn().value(E.Operand);
  return E.Rmw == RmwOp::Add && !E.IsFloat && V.Kind == ValueKind::Constant &&
         V.Imm == 1;
}

} // namespace fencepost
