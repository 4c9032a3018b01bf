//===- unwaited_reads.cpp - reads that waited for nobody ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/unwaited_reads.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using llvm::StringRef;

namespace {

class Finder {
public:
  explicit Finder(const FunctionView &In) : In(In) {}
  std::optional<UnwaitedRead> at(EventId E) const;
  std::optional<UnwaitedPublication> publishedAt(EventId Arrive) const;

private:
  const FunctionView &In;
  using Behind = UnwaitedRead::Behind;

  const Event &event(EventId E) const { return In.event(E); }
  bool reaches(EventId A, EventId B) const { return In.cfg().reaches(A, B); }
  BlockId block(EventId E) const { return In.cfg().position(E).Block; }
  StringRef key(EventId E) const { return In.provenance().object(E).Key; }

  bool waits(EventId E) const;
  bool isPeerRead(EventId E) const;
  bool isSharedRead(EventId E) const;
  template <class Wanted>
  std::optional<UnwaitedRead> search(Behind What, EventId At,
                                     Wanted writeFor) const;
  EventId writeForCluster(EventId Arrive, EventId Read) const;
  bool meetsAt(EventId From, ValueId Barrier) const;
  bool isOfOtherRole(EventId Store, EventId Arrive, EventId Then) const;
  EventId writeForBlock(EventId Arrive, EventId Read) const;
  EventId writeForObject(EventId Arrive, EventId Read) const;
  EventId writeForTest(EventId Test, EventId Read) const;
};

/// Makes a thread wait for others, or take up what it has seen of them.
bool Finder::waits(EventId E) const {
  const Event &Ev = event(E);
  switch (Ev.Kind) {
  case EventKind::CtaBarrier:
  case EventKind::ClusterBarrier:
    return Ev.Barrier != BarrierAction::Arrive;
  case EventKind::Mbarrier:
    return (Ev.Mbar == MbarrierAction::TestWait ||
            Ev.Mbar == MbarrierAction::TryWait) &&
           Ev.ResultUsed;
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
  return event(E).Kind == EventKind::Load && key(E).starts_with("remote ");
}

bool Finder::isSharedRead(EventId E) const {
  return event(E).Kind == EventKind::Load && In.provenance().isShared(E) &&
         !key(E).starts_with("remote ");
}

/// Reads that a way from At comes to with no wait, and what fills them.
template <class Wanted>
std::optional<UnwaitedRead> Finder::search(Behind What, EventId At,
                                           Wanted WriteFor) const {
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
EventId Finder::writeForCluster(EventId Arrive, EventId Read) const {
  StringRef Own = key(Read).drop_front(StringRef("remote ").size());
  EventId Found = NoId;
  for (EventId S = 0; S < In.fn().Events.size(); ++S) {
    const Event &Ev = event(S);
    if ((Ev.Kind != EventKind::Store && !isRmw(Ev.Kind) &&
         Ev.Kind != EventKind::AsyncCopy) ||
        Ev.Address == UnknownValue || (key(S) != Own && key(S) != key(Read)) ||
        !reaches(S, Arrive))
      continue;
    for (EventId W = 0; W < In.fn().Events.size(); ++W)
      if (event(W).Kind == EventKind::ClusterBarrier && waits(W) &&
          reaches(S, W) && reaches(W, Arrive))
        return NoId;
    if (key(S) == Own)
      Found = S;
  }
  return Found;
}

bool Finder::meetsAt(EventId From, ValueId Barrier) const {
  for (EventId B = 0; B < In.fn().Events.size(); ++B)
    if (event(B).Kind == EventKind::CtaBarrier &&
        event(B).BarrierId == Barrier && reaches(From, B))
      return true;
  return false;
}

/// Is Store by threads that take another way than those at Then, and that come
/// behind it to the barrier at which Arrive arrives? Not where Then comes
/// behind a wait that may have been for this very store.
bool Finder::isOfOtherRole(EventId Store, EventId Arrive, EventId Then) const {
  if (event(Store).Kind != EventKind::Store || reaches(Store, Then) ||
      reaches(Then, Store) ||
      In.populations().sameThreads(block(Store), block(Then)) ||
      !meetsAt(Store, event(Arrive).BarrierId))
    return false;
  for (EventId W = 0; W < In.fn().Events.size(); ++W)
    if (waits(W) && reaches(W, Then) &&
        (event(W).Kind != EventKind::CtaBarrier ||
         meetsAt(Store, event(W).BarrierId)))
      return false;
  return true;
}

EventId Finder::writeForBlock(EventId Arrive, EventId Read) const {
  for (EventId S = 0; S < In.fn().Events.size(); ++S)
    if (event(S).Kind == EventKind::Store &&
        In.provenance().sameObject(S, Read) && isOfOtherRole(S, Arrive, Read))
      return S;
  return NoId;
}

std::optional<UnwaitedPublication> Finder::publishedAt(EventId Arrive) const {
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
    for (EventId S = 0; S < In.fn().Events.size(); ++S)
      if (event(S).Kind == EventKind::Store && event(S).Ord == Order::Weak &&
          In.provenance().isVisibleToGrid(S) &&
          !In.provenance().sameObject(S, R.To) &&
          isOfOtherRole(S, Arrive, R.To))
        return UnwaitedPublication{Arrive, S, R.To};
  return std::nullopt;
}

/// Each thread stores its element, arrives, and reads another one; nothing in
/// the function waits for the object.
EventId Finder::writeForObject(EventId Arrive, EventId Read) const {
  for (EventId W = 0; W < In.fn().Events.size(); ++W)
    if (event(W).Kind == EventKind::Mbarrier &&
        (event(W).Mbar == MbarrierAction::TestWait ||
         event(W).Mbar == MbarrierAction::TryWait))
      return NoId;
  auto IsRead = [&](EventId E) { return E == Read; };
  auto Stop = [&](EventId E) { return waits(E); };
  for (EventId S = 0; S < In.fn().Events.size(); ++S) {
    bool OneThread = In.populations().isElected(block(S)) &&
                     In.populations().sameThreads(block(S), block(Read));
    if (event(S).Kind == EventKind::Store && !OneThread &&
        In.provenance().sameObject(S, Read) &&
        In.provenance().sameLocation(S, Read).Is != SameLocation::Same &&
        reaches(S, Arrive) && !reaches(Arrive, S) &&
        !In.order().forward(S, IsRead, Stop).empty())
      return S;
  }
  return NoId;
}

/// An asynchronous copy to what is read, which completes on the object tested.
EventId Finder::writeForTest(EventId Test, EventId Read) const {
  const std::string &Object = In.provenance().object(Test).Key;
  for (EventId W = 0; W < In.fn().Events.size(); ++W)
    if (event(W).Kind == EventKind::Mbarrier && waits(W) &&
        key(W) == StringRef(Object) && reaches(W, Read))
      return NoId;
  for (EventId C = 0; C < In.fn().Events.size(); ++C)
    if (event(C).Kind == EventKind::AsyncCopy &&
        event(C).Address != UnknownValue &&
        event(C).CompletionObject != UnknownValue &&
        In.provenance().sameObject(C, Read) &&
        In.provenance().objectOf(event(C).CompletionObject).Key == Object &&
        reaches(C, Test))
      return C;
  return NoId;
}

std::optional<UnwaitedRead> Finder::at(EventId E) const {
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
  if (Ev.Mbar == MbarrierAction::TestWait || Ev.Mbar == MbarrierAction::TryWait)
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
