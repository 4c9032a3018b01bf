//===- links.cpp - records that a word leads to ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/links.h"
#include "analyzer/analysis/contention/sharing.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/overlap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Puts a value into a word that others see at once.
static bool puts(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  bool Sets = Ev.Kind == EventKind::Store
                  ? isStrong(Ev.Ord)
                  : Ev.Kind == EventKind::Rmw &&
                        (Ev.Rmw == RmwOp::Cas || Ev.Rmw == RmwOp::Exch);
  return Sets && Ev.Elements == 1 && Ev.Operand != UnknownValue &&
         !constantOf(In.fn(), Ev.Operand) && In.provenance().isVisibleToGrid(E);
}

/// Is Address made of the place V: that pointer, or an index of its own?
static bool isMadeOf(const FunctionView &In, ValueId Address, ValueId V) {
  bool Found = false;
  visitOperands(In.fn(), Address, [&](ValueId Of) {
    Found |= stripCasts(In.fn(), Of) == V;
    return !Found && In.fn().value(Of).Kind == ValueKind::Op;
  });
  return Found;
}

static bool acquiresFor(const FunctionView &In, const Link &L) {
  return acquires(In.event(L.Head).Ord) || L.Followed.Opaque ||
         L.Followed.MayAcquire != Scope::None ||
         L.Followed.MayAcquireElsewhere != Scope::None;
}

namespace {

/// Pairs of accesses looked at in one function; behind them none is a link.
constexpr unsigned MaxPairs = 1u << 20;

class LinkFinder {
public:
  LinkFinder(const UnitView &Unit, const FunctionView &In);
  std::vector<Link> all();

private:
  const UnitView &Unit;
  const FunctionView &In;
  std::vector<EventId> Puts, Fills, Heads, Meetings;
  /// Loads, each with what its address is computed from.
  std::vector<std::pair<EventId, std::vector<EventId>>> Reads;
  unsigned Pairs = 0;

  bool isSpent() { return ++Pairs > MaxPairs; }
  bool isMeetingBetween(EventId From, EventId To) const;
  bool isOfOthers(EventId Put, EventId Head) const;
  std::vector<EventId> headsFor(EventId Put);
  bool readsRecord(const Link &L, EventId Head, EventId R) const;
  bool findFollower(Link &L, llvm::ArrayRef<EventId> HeadsOfWord);
  std::optional<Link> linkAt(EventId Put);
};

LinkFinder::LinkFinder(const UnitView &Unit, const FunctionView &In)
    : Unit(Unit), In(In) {
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (Ev.Kind == EventKind::CtaBarrier ||
        Ev.Kind == EventKind::ClusterBarrier ||
        Ev.Kind == EventKind::OpaqueCall)
      Meetings.push_back(E);
    if (Ev.Address == UnknownValue)
      continue;
    if (puts(In, E))
      Puts.push_back(E);
    if (Ev.Kind == EventKind::Store && Ev.Ord == Order::Weak &&
        In.provenance().isVisibleToGrid(E))
      Fills.push_back(E);
    if ((Ev.Kind == EventKind::Load && isStrong(Ev.Ord)) ||
        (Ev.Kind == EventKind::Rmw && Ev.ResultUsed))
      Heads.push_back(E);
  }
  for (EventId E = 0; !Puts.empty() && !Fills.empty() && !Heads.empty() &&
                      E < In.fn().Events.size();
       ++E)
    if (isDataRead(In, E) && In.event(E).Kind == EventKind::Load)
      if (auto From = sourceEvents(In.fn(), In.event(E).Address); !From.empty())
        Reads.push_back({E, std::move(From)});
}

bool LinkFinder::isMeetingBetween(EventId From, EventId To) const {
  return llvm::any_of(Meetings, [&](EventId B) {
    return In.cfg().reaches(From, B) && In.cfg().reaches(B, To);
  });
}

/// May the word that Head reads be one that another thread has put? Where each
/// thread has words of its own, its order is that of the program.
bool LinkFinder::isOfOthers(EventId Put, EventId Head) const {
  BlockId P = In.cfg().position(Put).Block, H = In.cfg().position(Head).Block;
  if (In.populations().of(P) == Population::OnePerGrid &&
      In.populations().sameThreads(P, H))
    return false;
  const Sharing &Who = sharingOf(Unit, In);
  // A bucket that a key chooses, by some threads and by others.
  const IdDependence &By = Who.shapes().of(In.event(Put).Address);
  if (By.ByThread == Varies::Data && !By.IsClaimed &&
      (By.IsBinned || By.OwnLoads >= 2) && !In.cfg().reaches(Put, Head) &&
      !In.cfg().reaches(Head, Put))
    return true;
  return Who.reached(Put) != Reached::Unknown ||
         Who.reached(Head) != Reached::Unknown;
}

std::vector<EventId> LinkFinder::headsFor(EventId Put) {
  std::vector<EventId> Of;
  for (EventId H : Heads)
    if (H != Put && !isSpent() && In.provenance().sameObject(H, Put) &&
        !isMeetingBetween(Put, H) && isOfOthers(Put, H))
      Of.push_back(H);
  return Of;
}

/// Does R read, at the place that Head read, bytes that L fills at the place
/// that it puts?
bool LinkFinder::readsRecord(const Link &L, EventId Head, EventId R) const {
  const Function &Fn = In.fn();
  LinearForm Filled = linearForm(Fn, In.event(L.Fill).Address);
  LinearForm Put = linearForm(Fn, stripCasts(Fn, In.event(L.Put).Operand));
  LinearForm At = linearForm(Fn, In.event(R).Address);
  if (Filled.Terms != Put.Terms || At.Terms.size() != 1 ||
      At.Terms[0].second != 1)
    return false;
  auto IsHead = [&](ValueId V) {
    return stripCasts(Fn, V) == In.event(Head).Result;
  };
  ValueId Root = stripCasts(Fn, At.Terms[0].first);
  if (!IsHead(Root) && !(Fn.value(Root).Kind == ValueKind::Phi &&
                         llvm::any_of(Fn.value(Root).Operands, IsHead)))
    return false;
  int64_t From = wrappingSub(Filled.Constant, Put.Constant);
  return wrappingSub(At.Constant, From) < int64_t(bytesOf(In.event(L.Fill))) &&
         wrappingSub(From, At.Constant) < int64_t(bytesOf(In.event(R)));
}

/// Completes L with a strong read of the word and a load that follows it.
bool LinkFinder::findFollower(Link &L, llvm::ArrayRef<EventId> HeadsOfWord) {
  bool Found = false;
  for (EventId H : HeadsOfWord)
    for (auto &[R, From] : Reads) {
      if (isSpent() || !llvm::is_contained(From, H) ||
          !(In.provenance().sameObject(R, L.Fill) || readsRecord(L, H, R)) ||
          !In.cfg().reaches(H, R) || isMeetingBetween(H, R))
        continue;
      Link Of = L;
      Of.Head = H;
      Of.Read = R;
      Of.Followed = In.order().firstWay(H, R);
      if (!Found || !acquiresFor(In, Of))
        L = Of;
      Found = true;
      if (!acquiresFor(In, L))
        return true;
    }
  return Found;
}

std::optional<Link> LinkFinder::linkAt(EventId Put) {
  std::vector<EventId> HeadsOfWord = headsFor(Put);
  if (HeadsOfWord.empty())
    return std::nullopt;
  ValueId Place = stripCasts(In.fn(), In.event(Put).Operand);
  for (EventId S : Fills) {
    if (isSpent() || !In.cfg().reaches(S, Put) ||
        In.provenance().sameObject(S, Put) ||
        !isMadeOf(In, In.event(S).Address, Place) || !isBefore(In, S, Put) ||
        isMeetingBetween(S, Put))
      continue;
    Link L;
    L.Fill = S;
    L.Put = Put;
    if (!findFollower(L, HeadsOfWord))
      continue;
    L.Filled = firstWay(In, S, Put);
    return L;
  }
  return std::nullopt;
}

std::vector<Link> LinkFinder::all() {
  std::vector<Link> Found;
  for (EventId Put : Puts)
    if (std::optional<Link> L = linkAt(Put))
      Found.push_back(std::move(*L));
  return Found;
}

struct KeptLinks {
  std::optional<std::vector<Link>> Links;
};

} // namespace

const std::vector<Link> &fencepost::linksOf(const UnitView &Unit,
                                            const FunctionView &In) {
  std::optional<std::vector<Link>> &Links = In.kept().of<KeptLinks>().Links;
  if (Links)
    return *Links;
  bool Waits = llvm::any_of(In.polls().all(), [](const Poll &P) {
    return P.Kind != PollKind::Object;
  });
  bool May =
      In.fn().Kind == FunctionKind::Kernel && !Waits && locksOf(In).empty();
  return Links.emplace(May ? LinkFinder(Unit, In).all() : std::vector<Link>());
}
