//===- unwaited_reads.cpp - reads that waited for nobody ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/unwaited_reads.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/memory/overlap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace fencepost;
using llvm::StringRef;

namespace {

/// Pairs of accesses looked at in one function; behind them nothing is claimed.
constexpr unsigned MaxPairs = 1u << 20;

class Finder {
public:
  explicit Finder(const FunctionView &In);
  std::optional<UnwaitedRead> at(EventId E);
  std::optional<UnwaitedPublication> publishedAt(EventId Arrive);

private:
  const FunctionView &In;
  using Behind = UnwaitedRead::Behind;

  std::vector<EventId> Waits, Writes;
  /// Barriers of the block by their number; one that cannot be known is there
  /// as nullopt.
  std::vector<std::optional<LinearForm>> Numbers;
  llvm::DenseMap<EventId, unsigned> NumberOf; ///< Index into Numbers.
  bool HasObjectWait = false;
  llvm::DenseMap<EventId, llvm::SmallBitVector> MetBehind;
  llvm::DenseMap<EventId, std::vector<EventId>> ReadBehind;
  unsigned Pairs = 0;

  const Event &event(EventId E) const { return In.event(E); }
  bool reaches(EventId A, EventId B) const { return In.cfg().reaches(A, B); }
  BlockId block(EventId E) const { return In.cfg().position(E).Block; }
  StringRef key(EventId E) const { return In.provenance().object(E).Key; }
  LinearForm form(ValueId V) const {
    return linearForm(
        In.fn(), V, [&](ValueId Of) { return In.provenance().canonical(Of); });
  }
  bool isSpent() { return ++Pairs > MaxPairs; }

  bool waits(EventId E) const;
  bool isPeerRead(EventId E) const;
  bool isSharedRead(EventId E) const;
  template <class Wanted>
  std::optional<UnwaitedRead> search(Behind What, EventId At, Wanted writeFor);
  EventId writeForCluster(EventId Arrive, EventId Read);
  const llvm::SmallBitVector &metBehind(EventId From);
  bool surelyMeets(EventId Store, EventId Barrier);
  bool mayMeet(EventId Store, EventId Barrier);
  bool isOfOtherRole(EventId Store, EventId Arrive, EventId Then);
  bool fills(EventId Store, EventId Read);
  bool isFilledBefore(EventId Read, EventId Store);
  EventId writeForBlock(EventId Arrive, EventId Read);
  bool readsBehind(EventId Store, EventId Read);
  EventId writeForObject(EventId Arrive, EventId Read);
  EventId writeForTest(EventId Test, EventId Read) const;
};

Finder::Finder(const FunctionView &In) : In(In) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = event(E);
    if (waits(E))
      Waits.push_back(E);
    if ((Ev.Kind == EventKind::Store || isRmw(Ev.Kind) ||
         Ev.Kind == EventKind::AsyncCopy) &&
        Ev.Address != UnknownValue)
      Writes.push_back(E);
    HasObjectWait |= Ev.Kind == EventKind::Mbarrier && isWait(Ev.Mbar);
    if (Ev.Kind != EventKind::CtaBarrier)
      continue;
    std::optional<LinearForm> Number;
    if (Ev.BarrierId != UnknownValue)
      Number = form(Ev.BarrierId);
    auto At = llvm::find_if(Numbers, [&](const auto &Of) {
      return Of.has_value() == Number.has_value() &&
             (!Of ||
              (Of->Constant == Number->Constant && Of->Terms == Number->Terms));
    });
    NumberOf[E] = At - Numbers.begin();
    if (At == Numbers.end())
      Numbers.push_back(std::move(Number));
  }
}

/// Makes a thread wait for others, or take up what it has seen of them.
bool Finder::waits(EventId E) const {
  const Event &Ev = event(E);
  switch (Ev.Kind) {
  case EventKind::CtaBarrier:
  case EventKind::ClusterBarrier:
    return Ev.Barrier != BarrierAction::Arrive;
  case EventKind::Mbarrier:
    return isWait(Ev.Mbar) && Ev.ResultUsed;
  case EventKind::WarpSync:
  case EventKind::AsyncWait:
  case EventKind::OpaqueCall:
    return true;
  case EventKind::Load:
  case EventKind::Rmw:
  case EventKind::Fence:
    return acquires(Ev.Ord);
  case EventKind::Store:
  case EventKind::Red:
  case EventKind::ProxyFence:
  case EventKind::WarpCollective:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncMma:
  case EventKind::GridDependency:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
    return false;
  }
  return false;
}

bool Finder::isPeerRead(EventId E) const {
  return event(E).Kind == EventKind::Load &&
         In.provenance().object(E).isOfPeer();
}

bool Finder::isSharedRead(EventId E) const {
  return event(E).Kind == EventKind::Load && In.provenance().isShared(E) &&
         !In.provenance().object(E).isOfPeer();
}

/// Reads that a way from At comes to with no wait, and what fills them.
template <class Wanted>
std::optional<UnwaitedRead> Finder::search(Behind What, EventId At,
                                           Wanted WriteFor) {
  auto IsRead = [&](EventId E) {
    return What == Behind::ClusterArrival ? isPeerRead(E) : isSharedRead(E);
  };
  auto Stop = [&](EventId E) { return waits(E); };
  for (const auto &R : In.order().forward(At, IsRead, Stop))
    if (EventId Write = WriteFor(R.To); Write != NoId)
      return UnwaitedRead{What, At, Write, R.To};
  return std::nullopt;
}

/// The block's own store of the variable that Read reads in another block. A
/// store that an earlier wait of the cluster has followed is a phase apart.
EventId Finder::writeForCluster(EventId Arrive, EventId Read) {
  StringRef Own = In.provenance().object(Read).keyInAnyBlock();
  EventId Found = NoId;
  for (EventId S : Writes) {
    if (isSpent())
      return NoId;
    if ((key(S) != Own && key(S) != key(Read)) || !reaches(S, Arrive))
      continue;
    for (EventId W : Waits)
      if (event(W).Kind == EventKind::ClusterBarrier && reaches(S, W) &&
          reaches(W, Arrive))
        return NoId;
    if (key(S) == Own)
      Found = S;
  }
  return Found;
}

/// The numbers of the barriers that a way from From comes to.
const llvm::SmallBitVector &Finder::metBehind(EventId From) {
  auto [It, New] = MetBehind.try_emplace(From);
  if (New) {
    It->second.resize(Numbers.size());
    for (auto &[Barrier, Number] : NumberOf)
      if (reaches(From, Barrier))
        It->second.set(Number);
  }
  return It->second;
}

bool Finder::surelyMeets(EventId Store, EventId Barrier) {
  unsigned Number = NumberOf.lookup(Barrier);
  return Numbers[Number] && metBehind(Store).test(Number);
}

/// Numbers that differ by a constant are those of two barriers; all others may
/// be one.
bool Finder::mayMeet(EventId Store, EventId Barrier) {
  const std::optional<LinearForm> &Of = Numbers[NumberOf.lookup(Barrier)];
  const llvm::SmallBitVector &Met = metBehind(Store);
  return llvm::any_of(Met.set_bits(), [&](unsigned I) {
    return !Of || !Numbers[I] || Numbers[I]->Terms != Of->Terms ||
           Numbers[I]->Constant == Of->Constant;
  });
}

/// Is Store by threads that take another way than those at Then, and that come
/// behind it to the barrier at which Arrive arrives? Not where Then comes
/// behind a wait that may have been for this very store.
bool Finder::isOfOtherRole(EventId Store, EventId Arrive, EventId Then) {
  if (event(Store).Kind != EventKind::Store || reaches(Store, Then) ||
      reaches(Then, Store) || !surelyMeets(Store, Arrive) ||
      In.populations().sameThreads(block(Store), block(Then)))
    return false;
  return llvm::none_of(Waits, [&](EventId W) {
    return reaches(W, Then) &&
           (event(W).Kind != EventKind::CtaBarrier || mayMeet(Store, W));
  });
}

/// May Store put there what Read reads? Not where both have the element of
/// their own thread, nor where another write has filled the place before.
bool Finder::fills(EventId Store, EventId Read) {
  if (isSpent() || !In.provenance().sameObject(Store, Read) ||
      !mayOverlap(In, Store, Read))
    return false;
  LinearForm S = form(event(Store).Address), R = form(event(Read).Address);
  bool IsOwn = S.Constant == R.Constant && S.Terms == R.Terms &&
               llvm::any_of(S.Terms, [&](const auto &T) {
                 const Value &Id = In.fn().value(stripCasts(In.fn(), T.first));
                 return Id.Kind == ValueKind::Special &&
                        StringRef(Id.Name).starts_with("tid.");
               });
  return !IsOwn && !isFilledBefore(Read, Store);
}

/// A part of one buffer that a write and a wait behind it have filled for Read
/// already, while Store is to a part that begins elsewhere.
bool Finder::isFilledBefore(EventId Read, EventId Store) {
  auto StartOf = [&](EventId E) {
    LinearForm Form = form(event(E).Address);
    llvm::erase_if(Form.Terms, [&](const auto &T) {
      return In.uniformity().of(T.first) < Uniform::Block;
    });
    return Form;
  };
  LinearForm R = StartOf(Read), S = StartOf(Store);
  if (R.Constant == S.Constant && R.Terms == S.Terms)
    return false;
  return llvm::any_of(Writes, [&](EventId W) {
    return W != Store && reaches(W, Read) && !isSpent() &&
           In.provenance().sameObject(W, Read) && mayOverlap(In, W, Read) &&
           llvm::any_of(Waits, [&](EventId Wait) {
             return reaches(W, Wait) && reaches(Wait, Read);
           });
  });
}

EventId Finder::writeForBlock(EventId Arrive, EventId Read) {
  for (EventId S : Writes)
    if (event(S).Kind == EventKind::Store && isOfOtherRole(S, Arrive, Read) &&
        fills(S, Read))
      return S;
  return NoId;
}

std::optional<UnwaitedPublication> Finder::publishedAt(EventId Arrive) {
  const Event &Ev = event(Arrive);
  if (Ev.Kind != EventKind::CtaBarrier || Ev.Barrier != BarrierAction::Arrive ||
      Ev.BarrierId == UnknownValue)
    return std::nullopt;
  auto IsPublish = [&](EventId E) {
    EventKind K = event(E).Kind;
    return (K == EventKind::Store || isRmw(K)) && releases(event(E).Ord) &&
           In.provenance().isVisibleToGrid(E) && !In.polls().of(E) &&
           In.populations().isElected(block(E));
  };
  auto Stop = [&](EventId E) { return waits(E); };
  for (const auto &R : In.order().forward(Arrive, IsPublish, Stop))
    for (EventId S : Writes)
      if (!isSpent() && event(S).Kind == EventKind::Store &&
          event(S).Ord == Order::Weak && In.provenance().isVisibleToGrid(S) &&
          !In.provenance().sameObject(S, R.To) &&
          isOfOtherRole(S, Arrive, R.To))
        return UnwaitedPublication{Arrive, S, R.To};
  return std::nullopt;
}

/// Does a way with no wait lead from Store to Read?
bool Finder::readsBehind(EventId Store, EventId Read) {
  auto [It, New] = ReadBehind.try_emplace(Store);
  if (New)
    for (const auto &R : In.order().forward(
             Store, [&](EventId E) { return isSharedRead(E); },
             [&](EventId E) { return waits(E); }))
      It->second.push_back(R.To);
  return llvm::is_contained(It->second, Read);
}

/// Each thread stores its element, arrives, and reads another one; nothing in
/// the function waits for the object.
EventId Finder::writeForObject(EventId Arrive, EventId Read) {
  if (HasObjectWait)
    return NoId;
  for (EventId S : Writes) {
    if (event(S).Kind != EventKind::Store || !reaches(S, Arrive) ||
        reaches(Arrive, S) || isSpent() || !readsBehind(S, Read))
      continue;
    bool OneThread = In.populations().isElected(block(S)) &&
                     In.populations().sameThreads(block(S), block(Read));
    if (!OneThread && fills(S, Read) &&
        In.provenance().sameLocation(S, Read).Is != SameLocation::Same)
      return S;
  }
  return NoId;
}

/// An asynchronous copy to what is read, which completes on the object tested.
EventId Finder::writeForTest(EventId Test, EventId Read) const {
  const std::string &Object = In.provenance().object(Test).Key;
  for (EventId W : Waits)
    if (event(W).Kind == EventKind::Mbarrier && key(W) == StringRef(Object) &&
        reaches(W, Read))
      return NoId;
  for (EventId C : Writes)
    if (event(C).Kind == EventKind::AsyncCopy &&
        event(C).CompletionObject != UnknownValue &&
        In.provenance().sameObject(C, Read) &&
        In.provenance().objectOf(event(C).CompletionObject).Key == Object &&
        reaches(C, Test))
      return C;
  return NoId;
}

std::optional<UnwaitedRead> Finder::at(EventId E) {
  const Event &Ev = event(E);
  bool Arrives = Ev.Barrier == BarrierAction::Arrive;
  if (Ev.Kind == EventKind::ClusterBarrier && Arrives)
    return search(Behind::ClusterArrival, E,
                  [&](EventId Read) { return writeForCluster(E, Read); });
  if (Ev.Kind == EventKind::CtaBarrier && Arrives &&
      Ev.BarrierId != UnknownValue)
    return search(Behind::BlockArrival, E,
                  [&](EventId Read) { return writeForBlock(E, Read); });
  if (Ev.Kind != EventKind::Mbarrier || Ev.ResultUsed ||
      Ev.Address == UnknownValue || !In.provenance().isShared(E))
    return std::nullopt;
  if (Ev.Mbar == MbarrierAction::Arrive)
    return search(Behind::ObjectArrival, E,
                  [&](EventId Read) { return writeForObject(E, Read); });
  if (isWait(Ev.Mbar))
    return search(Behind::Test, E,
                  [&](EventId Read) { return writeForTest(E, Read); });
  return std::nullopt;
}

} // namespace

/// Kernels all of whose code is known.
static bool isKnown(const FunctionView &In) {
  return In.fn().Kind == FunctionKind::Kernel &&
         llvm::none_of(In.fn().Events, [](const Event &E) {
           return E.Kind == EventKind::OpaqueCall;
         });
}

std::vector<UnwaitedRead> fencepost::unwaitedReads(const FunctionView &In) {
  std::vector<UnwaitedRead> Found;
  if (!isKnown(In))
    return Found;
  Finder F(In);
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (std::optional<UnwaitedRead> U = F.at(E))
      Found.push_back(*U);
  return Found;
}

std::vector<UnwaitedPublication>
fencepost::unwaitedPublications(const FunctionView &In) {
  std::vector<UnwaitedPublication> Found;
  if (!isKnown(In))
    return Found;
  Finder F(In);
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (std::optional<UnwaitedPublication> U = F.publishedAt(E))
      Found.push_back(*U);
  return Found;
}
