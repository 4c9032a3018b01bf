//===- sharing.cpp - who else reaches the location of an access -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/sharing.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {

/// Launches where the host code shows them, else what the kernel asks for.
Sharing::Extent Sharing::readLaunches() const {
  bool SeveralThreads = shapes().usesThreadIds();
  bool SeveralBlocks = shapes().usesBlockIds();
  auto Launches = Unit.launchesOf(In.fn());
  if (Launches.empty())
    return {SeveralThreads, SeveralBlocks};
  auto IsOne = [](const LaunchExtent &E) {
    return E.product() == std::optional<uint64_t>(1);
  };
  if (all_of(Launches, [&](auto *L) { return IsOne(L->Grid); }))
    SeveralBlocks = false;
  if (all_of(Launches, [&](auto *L) { return IsOne(L->Block); }))
    SeveralThreads = false;
  auto IsMore = [](const LaunchExtent &E) { return E.product() > 1; };
  SeveralBlocks |= any_of(Launches, [&](auto *L) { return IsMore(L->Grid); });
  SeveralThreads |= any_of(Launches, [&](auto *L) { return IsMore(L->Block); });
  return {SeveralThreads, SeveralBlocks};
}

std::vector<EventId> Sharing::findWaits() const {
  std::vector<EventId> Waits;
  for (const Poll &P : In.polls().all())
    if (P.Kind != PollKind::Object)
      Waits.push_back(P.Read);
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    EventKind K = In.event(E).Kind;
    if (K == EventKind::OpaqueCall || K == EventKind::GridDependency)
      Waits.push_back(E);
  }
  // A ticket: what an atomic returned decides how the thread goes on.
  for (BlockId B = 0; B < In.fn().Blocks.size(); ++B) {
    const Terminator &T = In.fn().Blocks[B].Term;
    if (T.Successors.size() < 2)
      continue;
    for (EventId E : sourceEvents(In.fn(), T.Condition))
      if (In.event(E).Kind == EventKind::Rmw &&
          In.provenance().isVisibleToGrid(E))
        Waits.push_back(E);
  }
  llvm::sort(Waits);
  Waits.erase(std::unique(Waits.begin(), Waits.end()), Waits.end());
  return Waits;
}

/// The condition rests on what an atomic or a vote returned, directly or by
/// way of shared memory.
static bool isWon(const Event &E) {
  return E.Kind == EventKind::Rmw || E.Kind == EventKind::OpaqueCall ||
         (E.Kind == EventKind::Load && isStrong(E.Ord) && !E.IsVolatile);
}

/// Reads from shared memory what one thread won.
bool Sharing::readsClaim(EventId E) const {
  if (In.event(E).Kind != EventKind::Load || !In.provenance().isShared(E))
    return false;
  auto [At, IsNew] = ClaimsRead.try_emplace(E, false);
  if (IsNew)
    At->second = any_of(Unit.accessesTo(In, E), [&](const AccessRef &A) {
      return A.In == &In && In.event(A.E).Kind == EventKind::Store &&
             any_of(sourceEvents(In.fn(), In.event(A.E).Operand),
                    [&](EventId From) { return isWon(In.event(From)); });
    });
  return At->second;
}

bool Sharing::isClaim(ValueId Condition) const {
  return shapes().of(Condition).IsClaimed ||
         any_of(sourceEvents(In.fn(), Condition),
                [&](EventId E) { return isWon(In.event(E)) || readsClaim(E); });
}

bool isGridBarrierWord(const FunctionView &In, EventId E) {
  const Object &O = In.provenance().object(E);
  return O.Kind == BaseKind::Global && O.Key == "global:grid_barrier" &&
         In.event(E).Bits == 0;
}

/// A compare-and-swap or exchange that is repeated until it succeeds: it may
/// take a semaphore.
bool Sharing::isRetried(EventId E) const {
  const Event &Ev = In.event(E);
  if (Ev.Kind != EventKind::Rmw ||
      (Ev.Rmw != RmwOp::Cas && Ev.Rmw != RmwOp::Exch))
    return false;
  uint32_t L = In.loops().innermost(In.cfg().position(E).Block);
  return L != NoId && any_of(In.loops().all()[L].Exits, [&](auto &X) {
           return dependsOn(In.fn(), In.fn().block(X.From).Term.Condition, E) ==
                  Ternary::Yes;
         });
}

/// How many elements further B lies in the array of A.
static std::optional<int64_t> elementsBetween(const Function &Fn, ValueId A,
                                              ValueId B) {
  const Value &First = Fn.value(A), &Second = Fn.value(B);
  if (First.Kind != ValueKind::Op || First.Op != OpCode::Element ||
      Second.Kind != ValueKind::Op || Second.Op != OpCode::Element ||
      First.Operands[0] != Second.Operands[0])
    return std::nullopt;
  LinearForm F = linearForm(Fn, First.Operands[1]);
  LinearForm S = linearForm(Fn, Second.Operands[1]);
  if (F.Terms != S.Terms)
    return std::nullopt;
  return S.Constant - F.Constant;
}

ArrayRef<Sharing::BoundTest> Sharing::boundTests(BlockId Branch,
                                                 BoundTests &Known) const {
  auto [It, IsNew] = Known.try_emplace(Branch);
  if (!IsNew)
    return It->second;
  const Function &Fn = In.fn();
  const Value &Test = Fn.value(Fn.Blocks[Branch].Term.Condition);
  if (Test.Kind != ValueKind::Op || Test.Op < OpCode::Lt ||
      Test.Op > OpCode::Ge)
    return {};
  for (unsigned I = 0; I < 2; ++I)
    for (EventId L : sourceEvents(Fn, Test.Operands[I]))
      if (In.event(L).Kind == EventKind::Load)
        It->second.push_back(
            {L, In.provenance().canonical(stripCasts(Fn, Test.Operands[1 - I])),
             Branch});
  return It->second;
}

/// One bound lies between two neighbours of an array: where the array is
/// sorted, as sums over a histogram are, it does so for one thread only.
bool Sharing::isCrossing(BlockId B, BoundTests &Known) const {
  SmallVector<BoundTest, 4> Sides;
  for (const Cfg::Dependence &D : In.cfg().controlDependences(B))
    append_range(Sides, boundTests(D.Branch, Known));
  return any_of(Sides, [&](const BoundTest &Low) {
    return any_of(Sides, [&](const BoundTest &High) {
      return Low.Branch != High.Branch && Low.Bound == High.Bound &&
             elementsBetween(In.fn(), In.event(Low.Load).Address,
                             In.event(High.Load).Address) == 1;
    });
  });
}

Sharing::Guards Sharing::findGuards() const {
  Guards Result;
  auto &[Guarded, Claimed] = Result;
  const Function &Fn = In.fn();
  Guarded.resize(Fn.Blocks.size());
  Claimed.resize(Fn.Blocks.size());
  BitVector Claims(Fn.Blocks.size());
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    if (Fn.Blocks[B].Term.Successors.size() > 1 &&
        isClaim(Fn.Blocks[B].Term.Condition))
      Claims.set(B);
  SmallVector<BlockId, 4> After;
  // All blocks leave a barrier of the grid together.
  for (const Poll &P : In.polls().all())
    if (P.Kind != PollKind::Object && !isGridBarrierWord(In, P.Read))
      After.push_back(In.cfg().position(P.Read).Block);
  for (EventId E = 0; E < Fn.Events.size(); ++E)
    if (Fn.Events[E].Kind == EventKind::OpaqueCall || isRetried(E))
      After.push_back(In.cfg().position(E).Block);
  BoundTests Known;
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B) {
    for (const Cfg::Dependence &D : In.cfg().controlDependences(B))
      if (Claims.test(D.Branch)) {
        Claimed.set(B);
        Guarded.set(B);
      }
    if (Guarded.test(B) ||
        any_of(
            After,
            [&](BlockId A) { return A == B || In.cfg().reachesBlock(A, B); }) ||
        isCrossing(B, Known))
      Guarded.set(B);
  }
  return Result;
}

const Sharing::Extent &Sharing::extent() const {
  if (!Launched)
    Launched = readLaunches();
  return *Launched;
}

const Sharing::Guards &Sharing::guards() const {
  if (!Found)
    Found = findGuards();
  return *Found;
}

const std::vector<EventId> &Sharing::waits() const {
  if (!Waits)
    Waits = findWaits();
  return *Waits;
}

namespace {
struct KeptSharing {
  std::unique_ptr<Sharing> Of;
};
} // namespace

const Sharing &sharingOf(const UnitView &Unit, const FunctionView &In) {
  std::unique_ptr<Sharing> &Of = In.kept().of<KeptSharing>().Of;
  if (!Of)
    Of = std::make_unique<Sharing>(Unit, In);
  return *Of;
}

/// A condition that holds for many threads or none: an order between numbers, a
/// flag that was loaded. Equality with a thread's own number elects one.
bool Sharing::selectsMany(ValueId V, bool Want, unsigned Depth) const {
  if (Depth > 8)
    return false;
  if (In.uniformity().of(V) >= Uniform::Block)
    return true;
  const Value &Node = In.fn().value(V);
  auto IsLoaded = [&](ValueId Of) {
    return shapes().of(Of).ByThread == Varies::Data &&
           !shapes().of(Of).IsClaimed;
  };
  if (Node.Kind != ValueKind::Op)
    return IsLoaded(V);
  switch (Node.Op) {
  case OpCode::LogicalNot:
    return selectsMany(Node.Operands[0], !Want, Depth + 1);
  case OpCode::Cast:
    return selectsMany(Node.Operands[0], Want, Depth + 1);
  case OpCode::And:
  case OpCode::Or:
    return all_of(Node.Operands,
                  [&](ValueId Of) { return selectsMany(Of, Want, Depth + 1); });
  case OpCode::Lt:
  case OpCode::Le:
  case OpCode::Gt:
  case OpCode::Ge:
    return none_of(Node.Operands,
                   [&](ValueId Of) { return shapes().of(Of).IsClaimed; });
  case OpCode::Eq:
  case OpCode::Ne: {
    ValueId A = Node.Operands[0], B = Node.Operands[1];
    bool AreEqual = (Node.Op == OpCode::Eq) == Want;
    if (isBoolean(In.fn().value(stripCasts(In.fn(), A))) &&
        In.fn().value(B).Kind == ValueKind::Constant)
      return selectsMany(stripCasts(In.fn(), A),
                         (In.fn().value(B).Imm != 0) == AreEqual, Depth + 1);
    // All but few differ from a number.
    if (!AreEqual)
      return none_of(Node.Operands,
                     [&](ValueId Of) { return shapes().of(Of).IsClaimed; });
    auto IsSame = [&](ValueId Of) {
      return In.uniformity().of(Of) >= Uniform::Block;
    };
    return (IsLoaded(A) && IsSame(B)) || (IsLoaded(B) && IsSame(A));
  }
  default:
    return IsLoaded(V);
  }
}

bool Sharing::isBySeveral(BlockId B) const {
  switch (In.populations().of(B)) {
  case Population::EveryThread:
  case Population::FewWarps:
    return true;
  case Population::SomeThreads:
    break;
  case Population::OnePerGrid:
  case Population::OnePerCluster:
  case Population::OnePerBlock:
  case Population::OnePerWarp:
    return false;
  }
  for (const Cfg::Dependence &D : In.cfg().controlDependences(B)) {
    const Terminator &T = In.fn().Blocks[D.Branch].Term;
    if (!selectsMany(T.Condition, D.Successor == 0, 0))
      return false;
  }
  return true;
}

bool Sharing::isByBlockNumber(BlockId B) const {
  for (const Cfg::Dependence &D : In.cfg().controlDependences(B)) {
    const Value &Node = In.fn().value(In.fn().Blocks[D.Branch].Term.Condition);
    bool IsBound = Node.Kind == ValueKind::Op && Node.Op >= OpCode::Lt &&
                   Node.Op <= OpCode::Ge;
    const IdDependence &S =
        shapes().of(In.fn().Blocks[D.Branch].Term.Condition);
    if (!IsBound && S.ByBlock == Varies::Any && S.Loads == 0 && !S.IsClaimed)
      return true;
  }
  return false;
}

Reached Sharing::byThreads(const IdDependence &S, BlockId B) const {
  if (!hasSeveralThreads())
    return Reached::Unknown;
  Population Who = In.populations().of(B);
  switch (S.ByThread) {
  case Varies::Not:
    if (isBySeveral(B) ||
        (Who == Population::OnePerWarp && shapes().usesWarps()))
      return Reached::ByThreads;
    return Reached::Unknown;
  case Varies::Lossy: {
    const Value &By = In.fn().value(S.Through);
    auto C = By.Operands.size() == 2 ? constantOf(In.fn(), By.Operands[1])
                                     : std::nullopt;
    // A lane's own number is unique in blocks of one warp.
    bool IsLane = C && (By.Op == OpCode::Rem || By.Op == OpCode::And) &&
                  S.ByBlock == Varies::Not;
    bool IsWhole = In.populations().upToBounds(B) == Population::EveryThread;
    return IsWhole && !IsLane ? Reached::ByThreads : Reached::Unknown;
  }
  case Varies::Data:
    if (S.IsClaimed || !(isBySeveral(B) || Who == Population::OnePerWarp))
      return Reached::Unknown;
    return S.IsBinned || S.OwnLoads >= 2 ? Reached::Scattered : Reached::ByData;
  case Varies::Any:
    return Reached::Unknown;
  }
  return Reached::Unknown;
}

Reached Sharing::byBlocks(const IdDependence &S, BlockId B) const {
  Population Who = In.populations().of(B);
  if (!hasSeveralBlocks() || S.ByBlock != Varies::Not || S.IsClaimed ||
      S.ByThread == Varies::Data || Who == Population::OnePerGrid ||
      Who == Population::OnePerCluster || isByBlockNumber(B))
    return Reached::Unknown;
  // A choice among the threads of a block is made alike in every block.
  for (const Cfg::Dependence &D : In.cfg().controlDependences(B)) {
    ValueId Test = In.fn().block(D.Branch).Term.Condition;
    if (Who == Population::SomeThreads &&
        shapes().of(Test).ByBlock != Varies::Not &&
        !selectsMany(Test, D.Successor == 0, 0))
      return Reached::Unknown;
  }
  return Reached::ByBlocks;
}

Reached Sharing::reached(EventId E) const {
  BlockId B = In.cfg().position(E).Block;
  const IdDependence &S = shapes().of(In.event(E).Address);
  if (S.IsClaimed)
    return Reached::Unknown;
  Reached Across =
      In.provenance().isVisibleToGrid(E) ? byBlocks(S, B) : Reached::Unknown;
  return std::max(Across, byThreads(S, B));
}

Reached Sharing::reachedInBlock(EventId E) const {
  const IdDependence &S = shapes().of(In.event(E).Address);
  return S.IsClaimed ? Reached::Unknown
                     : byThreads(S, In.cfg().position(E).Block);
}

bool Sharing::isScatteredTicket(EventId E) const {
  return In.event(E).Kind == EventKind::Rmw && !In.polls().of(E) &&
         shapes().of(In.event(E).Address).ByThread == Varies::Data;
}

bool Sharing::mayWaitBetween(EventId A, EventId B) const {
  auto IsOneWord = [&](EventId E) {
    const IdDependence &S = shapes().of(In.event(E).Address);
    return S.ByThread == Varies::Not && S.ByBlock == Varies::Not;
  };
  bool IsFree =
      IsOneWord(A) && IsOneWord(B) && !isClaimed(In.cfg().position(B).Block);
  return any_of(waits(), [&](EventId W) {
    return W != A && W != B && In.cfg().reaches(A, W) &&
           In.cfg().reaches(W, B) && !(IsFree && isScatteredTicket(W));
  });
}

/// Does some way lead from W to B that passes by A?
static bool leadsPast(const FunctionView &In, EventId W, EventId B, EventId A) {
  Position From = In.cfg().position(W), To = In.cfg().position(B),
           By = In.cfg().position(A);
  // What comes first in a block that is entered at Start, B or A?
  auto Meets = [&](BlockId Block, uint32_t Start) {
    bool HasB = Block == To.Block && To.Index >= Start;
    bool HasA = Block == By.Block && By.Index >= Start;
    return HasB && (!HasA || To.Index < By.Index) ? B : HasA ? A : NoId;
  };
  EventId First = Meets(From.Block, From.Index + 1);
  if (First != NoId)
    return First == B;
  BitVector Seen(In.fn().Blocks.size());
  SmallVector<BlockId, 16> Work;
  append_range(Work, In.fn().block(From.Block).Term.Successors);
  while (!Work.empty()) {
    BlockId Block = Work.pop_back_val();
    if (Seen.test(Block))
      continue;
    Seen.set(Block);
    EventId Met = Meets(Block, 0);
    if (Met == B)
      return true;
    if (Met == NoId)
      append_range(Work, In.fn().block(Block).Term.Successors);
  }
  return false;
}

bool Sharing::mayWaitInTurn(EventId A, EventId B) const {
  return any_of(waits(), [&](EventId W) {
    return W != A && W != B && In.cfg().reaches(A, W) && leadsPast(In, W, B, A);
  });
}

} // namespace fencepost
