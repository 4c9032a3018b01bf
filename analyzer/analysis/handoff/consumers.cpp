//===- consumers.cpp - which reads a wait guards --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/grid_barriers.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/wait_frame.h"
#include "analyzer/analysis/memory/overlap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

using namespace fencepost;

/// Does an asynchronous copy leave the block: to global memory or to a peer?
static bool sendsAway(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  if (Ev.Done == Completion::BulkGroup)
    return true;
  if (Ev.Done == Completion::CpAsyncGroup || Ev.Extra.empty())
    return Ev.Done != Completion::CpAsyncGroup; // st.async
  // A copy without a size has a tensor map for a source: it fills the block.
  bool FromMap = Ev.Extra.size() < 2 || Ev.Extra[1] == UnknownValue;
  return !FromMap && Ev.Extra[0] != UnknownValue &&
         In.provenance().objectOf(Ev.Extra[0]).Spc != Space::Global;
}

/// Could E, behind a fence, tell others that something is done? A plain store
/// by one thread may, or by a few, each to a peer; what every thread stores
/// plainly is data.
static bool maySignal(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  if (Ev.Kind == EventKind::OpaqueCall || isRmw(Ev.Kind))
    return true;
  if (Ev.Kind == EventKind::AsyncCopy)
    return sendsAway(In, E);
  if (Ev.Kind == EventKind::Mbarrier)
    return Ev.Spc == Space::SharedCluster;
  return Ev.Kind == EventKind::Store &&
         (isStrong(Ev.Ord) ||
          In.populations().upToBounds(In.cfg().position(E).Block) <
              Population::FewWarps);
}

namespace {
/// What may publish: releases, and fences that a signal may follow.
struct KeptReleases {
  std::optional<std::vector<EventId>> All;
};
} // namespace

static const std::vector<EventId> &releasesOf(const FunctionView &In) {
  auto &All = In.kept().of<KeptReleases>().All;
  if (All)
    return *All;
  All.emplace();
  llvm::SmallVector<EventId, 16> Signals; // The last one of each block.
  for (const Block &B : In.fn().Blocks) {
    auto Last = llvm::find_if(llvm::reverse(B.Events),
                              [&](EventId E) { return maySignal(In, E); });
    if (Last != B.Events.rend())
      Signals.push_back(*Last);
  }
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    if (releases(Ev.Ord) &&
        (Ev.Kind != EventKind::Fence ||
         (Ev.Scp > Scope::Cta && llvm::any_of(Signals, [&](EventId S) {
            return In.cfg().reaches(E, S);
          }))))
      All->push_back(E);
  }
  return *All;
}

/// A release that can be reached from Wait: whoever waits may be a sender that
/// waits for room, not for data.
static bool publishesAfter(const FunctionView &In, EventId Wait) {
  return llvm::any_of(releasesOf(In), [&](EventId E) {
    return E != Wait && isBefore(In, Wait, E) && In.cfg().reaches(Wait, E);
  });
}

/// One thread's own bookkeeping: a single word that it reads and writes in one
/// stretch of code, or that the same elected thread does.
static bool isOwnWord(const FunctionView &In, EventId Read,
                      const AccessRef &Write) {
  if (Write.In != &In || !In.provenance().object(Read).Offset ||
      In.provenance().sameLocation(Read, Write.E).Is != SameLocation::Same)
    return false;
  BlockId R = In.cfg().position(Read).Block;
  BlockId W = In.cfg().position(Write.E).Block;
  // One thread of each block, where there are several, shares the word.
  BaseKind Base = In.provenance().object(Read).Kind;
  if ((Base == BaseKind::Param || Base == BaseKind::Global) &&
      asksForBlock(In) && In.populations().of(R) != Population::OnePerGrid)
    return false;
  return R == W ||
         (In.populations().isElected(R) && In.populations().isElected(W) &&
          In.populations().sameThreads(R, W));
}

/// The function's writes to one class of objects.
static std::vector<AccessRef> writesOf(const FunctionView &In,
                                       llvm::StringRef Key) {
  std::vector<AccessRef> Found;
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (writesMemory(In.event(E)) && In.event(E).Address != UnknownValue &&
        In.provenance().object(E).Key == Key)
      Found.push_back({&In, E});
  return Found;
}

namespace {
/// What writes an object, by its class; by function where a class means
/// something in one function only.
struct KeptWriters {
  std::map<std::pair<const FunctionView *, std::string>, std::vector<AccessRef>>
      Of;
};
} // namespace

/// Of Unit.accessesTo(), those that write.
static llvm::ArrayRef<AccessRef>
writersTo(const UnitView &Unit, const FunctionView &In, EventId Read) {
  const std::string &Key = In.provenance().object(Read).Key;
  bool UnitWide = llvm::StringRef(Key).starts_with("global:") ||
                  llvm::StringRef(Key).starts_with("field:");
  auto [At, IsNew] = Unit.kept().of<KeptWriters>().Of.try_emplace(
      {UnitWide ? nullptr : &In, Key});
  if (IsNew)
    llvm::copy_if(
        Unit.accessesTo(In, Read), std::back_inserter(At->second),
        [](const AccessRef &A) { return writesMemory(A.In->event(A.E)); });
  return At->second;
}

/// May E of Other write the word that In waits for, although it does not show:
/// behind a pointer that is loaded or of unknown origin, or in unseen code?
/// Other members of records are no such words.
static bool mayWriteUnseen(const FunctionView &In, EventId Wait,
                           const FunctionView &Other, EventId E) {
  const Event &Ev = Other.event(E);
  if (Ev.Kind == EventKind::OpaqueCall)
    return true;
  if (!isRmw(Ev.Kind) && Ev.Kind != EventKind::Store)
    return false;
  const Object &To = Other.provenance().object(E);
  if (To.Kind == BaseKind::Param || To.Kind == BaseKind::Global ||
      To.Kind == BaseKind::Local || !Other.provenance().isVisibleToGrid(E) ||
      (To.isMemberOfType() && In.provenance().object(Wait).isMemberOfType()))
    return false;
  return mayEndWait(Other, E, {&In, Wait});
}

namespace {
/// mayRaise(), by wait and other function.
struct KeptRaisers {
  std::map<std::tuple<const FunctionView *, EventId, const FunctionView *>,
           bool>
      Of;
};
} // namespace

/// Does Other write the word that In waits for, as far as it shows, or may it
/// be called by who does?
static bool mayRaise(const UnitView &Unit, const FunctionView &In, EventId Wait,
                     const FunctionView &Other) {
  if (Other.fn().Kind != FunctionKind::Kernel)
    return true;
  auto [At, IsNew] =
      Unit.kept().of<KeptRaisers>().Of.try_emplace({&In, Wait, &Other}, false);
  if (!IsNew)
    return At->second;
  bool Raises =
      llvm::any_of(accessesByName(Unit, In, Wait), [&](const AccessRef &A) {
        return A.In == &Other && writesMemory(A.In->event(A.E));
      });
  for (EventId E = 0; E < Other.fn().Events.size() && !Raises; ++E)
    Raises = mayWriteUnseen(In, Wait, Other, E);
  return At->second = Raises;
}

/// A store of the read's object by another thread; null where the unit shows
/// none. A store to the very address of the read, which belongs to this block,
/// is the thread's own; one to another field of the same records is none of
/// what is read. Stores in other roles of the kernel, which the wait does not
/// lead to, come first. No other launch comes to a barrier of this grid.
static AccessRef writerOf(const UnitView &Unit, const FunctionView &In,
                          EventId Wait, EventId Read) {
  AccessRef Found;
  bool IsCopy = In.event(Read).Kind == EventKind::AsyncCopy;
  bool OfGrid = meetsGrid(Unit, {&In, Wait});
  std::vector<AccessRef> Copied;
  if (IsCopy)
    Copied = writesOf(In, keyOfRead(In, Read));
  for (const AccessRef &A :
       IsCopy ? llvm::ArrayRef<AccessRef>(Copied) : writersTo(Unit, In, Read)) {
    if (A.In == &In && !IsCopy &&
        (areOtherFields(In, Read, A.E) ||
         (isOwnedByBlock(In, A.In->event(A.E).Address) &&
          In.provenance().sameLocation(Read, A.E).Is == SameLocation::Same)))
      continue;
    if (isOwnWord(In, Read, A) ||
        (A.In == &In ? areOtherParts(In, Read, A.E) : OfGrid))
      continue;
    if (A.In == &In ? !In.cfg().reaches(Wait, A.E)
                    : mayRaise(Unit, In, Wait, *A.In))
      return A;
    if (!Found.In || (A.In == &In && Found.In != &In))
      Found = A;
  }
  return Found;
}

static bool isPointerRead(const FunctionView &In, EventId Read) {
  ValueId V = In.event(Read).Result;
  return V != UnknownValue && In.fn().value(V).Type.IsPointer;
}

/// Is the flag raised by anybody in the unit? If not, the host or a peer raises
/// it, and what the unit itself writes is not what it announces.
static bool isRaisedHere(const UnitView &Unit, const FunctionView &In,
                         EventId Wait) {
  // Another word of one record, not of an array: `flag[i + 1]` is the next's.
  auto IsOfRecord = [&](const AccessRef &A) {
    return A.In == &In && In.provenance().object(A.E).Offset &&
           In.provenance().object(Wait).Offset && areFieldsOfOne(In, A.E, Wait);
  };
  return llvm::any_of(accessesByName(Unit, In, Wait), [&](const AccessRef &A) {
    return writesMemory(A.In->event(A.E)) && A.E != Wait &&
           (!A.In->polls().of(A.E) || raisesBySwap(A, {&In, Wait})) &&
           !IsOfRecord(A) && !isOwnAnswer(A);
  });
}

static std::vector<Consumer>
findConsumers(const UnitView &Unit, const FunctionView &In, EventId Wait) {
  const Provenance &Where = In.provenance();
  WaitFrame Frame(In, Wait);
  bool MaySend = publishesAfter(In, Wait) || isStartBarrier(In, Wait);
  bool Raised = isRaisedHere(Unit, In, Wait);
  // What peers may have written is reached through tables of their pointers.
  std::optional<bool> BySwap;
  auto StartsBySwap = [&](EventId Read) {
    if (!BySwap)
      BySwap = isStartBySwap(In, Wait);
    return *BySwap && Where.object(Read).Kind == BaseKind::Param;
  };
  std::vector<AccessRef> Announced = announcedBy(Unit, In, Wait);
  // A store of the read's object that the flag announces, by another block.
  std::map<std::pair<std::string, ValueId>, std::vector<AccessRef>> OfClass;
  auto Candidates = [&](EventId Read) -> llvm::ArrayRef<AccessRef> {
    const Object &O = Where.object(Read);
    // Pointers that were loaded are told apart by their key alone.
    ValueId Root = O.Kind == BaseKind::Loaded ? UnknownValue : O.Root;
    auto [At, IsNew] = OfClass.try_emplace({O.Key, Root});
    if (IsNew)
      llvm::copy_if(
          Announced, std::back_inserter(At->second),
          [&](const AccessRef &A) { return isSameClass(In, Read, A); });
    return At->second;
  };
  auto AnnouncedFor = [&](EventId Read) {
    if (In.event(Read).Kind == EventKind::AsyncCopy)
      return AccessRef(); // Told by its writer, or by coming after the wait.
    for (const AccessRef &A : Candidates(Read))
      if (!isOwnWord(In, Read, A) &&
          !(A.In == &In &&
            (areOtherFields(In, Read, A.E) || areOtherParts(In, Read, A.E) ||
             (Where.sameLocation(Read, A.E).Is == SameLocation::Same &&
              isOwnedByBlock(In, In.event(Read).Address)))))
        return A;
    return AccessRef();
  };
  // Strong reads of a record's other fields are of what its flag announces; in
  // a slot of a ring, which is filled anew, so are those of the read-only path.
  auto IsMail = [&](EventId E) {
    return (isStrong(In.event(E).Ord) && !Raised &&
            areFieldsOfOne(In, E, Wait)) ||
           (readPath(In, E) == ReadPath::NonCoherent &&
            isOfAwaitedSlot(In, Wait, E));
  };
  auto IsData = [&](EventId E) {
    return isDataRead(In, E) &&
           (keyOfRead(In, E) != Where.object(Wait).Key || IsMail(E) ||
            writerBesideFlag(Unit, In, Wait, E).In) &&
           !In.polls().of(E) && !isOwnCounter(In, E) && !isAskedAlong(In, E);
  };
  // Reads of an object that also happen before the wait are not guarded by it
  // unless somebody writes the object.
  std::optional<llvm::StringSet<>> Before;
  auto IsReadBefore = [&](EventId Read) {
    if (!Before) {
      Before.emplace();
      for (EventId E = 0; E < In.fn().Events.size(); ++E)
        if (isDataRead(In, E) && !Frame.isAfter(E) && E != Wait)
          Before->insert(keyOfRead(In, E));
    }
    return Before->contains(keyOfRead(In, Read));
  };
  // What this thread stored itself, after the wait and before the read.
  std::optional<std::vector<EventId>> StoresAfter;
  auto IsOwn = [&](EventId Read) {
    if (!StoresAfter) {
      StoresAfter.emplace();
      for (EventId E = 0; E < In.fn().Events.size(); ++E)
        if (In.event(E).Kind == EventKind::Store && Frame.isAfter(E))
          StoresAfter->push_back(E);
    }
    return llvm::any_of(*StoresAfter, [&](EventId E) {
      return isBefore(In, E, Read) && In.cfg().dominates(E, Read) &&
             Where.sameLocation(E, Read).Is == SameLocation::Same;
    });
  };
  std::vector<Consumer> Found;
  if (waitsForRoom(Unit, In, Wait))
    return Found;
  llvm::BitVector Behind = behindFlag(In, Wait);
  for (OrderAnalysis::Reach &R : In.order().forward(Wait, IsData)) {
    if (!Behind.test(In.cfg().position(R.To).Block) ||
        isKeptTwoWays(Unit, In, R.To) || isOnlyCopyOfFlag(Unit, In, R.To) ||
        areOtherCases(In, In.cfg().position(Wait).Block,
                      In.cfg().position(R.To).Block))
      continue;
    Consumer C;
    C.Read = R.To;
    C.Path = readPath(In, R.To);
    C.Writer = AnnouncedFor(R.To);
    C.IsAnnounced = C.Writer.In;
    if (!C.IsAnnounced) {
      if (!Frame.isAfter(R.To))
        continue;
      C.Writer = writerOf(Unit, In, Wait, R.To);
      if (!C.Writer.In && keyOfRead(In, R.To) == Where.object(Wait).Key)
        C.Writer = writerBesideFlag(Unit, In, Wait, R.To);
      bool IsEarlier = C.Writer.In && C.Writer.In != &In &&
                       !mayRaise(Unit, In, Wait, *C.Writer.In);
      if (C.Writer.In && (!Raised || IsEarlier)) {
        // What another kernel wrote before, or state that the loop keeps.
        if (C.Writer.In != &In || In.cfg().reaches(C.Writer.E, R.To))
          continue;
        C.Writer = {};
      }
    }
    auto KeepsIt = [&](const AccessRef &A) { return isOwnWord(In, R.To, A); };
    if (!C.Writer.In && Where.object(R.To).Offset &&
        llvm::any_of(writersTo(Unit, In, R.To), KeepsIt))
      continue;
    // Without a writer in sight, a device function's callers are not known,
    // and a pointer that is read leads to data, it is none.
    // The blocks of a grid meet for what one of them has written.
    if (!C.Writer.In &&
        ((MaySend && !IsMail(R.To)) || IsReadBefore(R.To) ||
         In.fn().Kind != FunctionKind::Kernel || isPointerRead(In, R.To) ||
         meetsGrid(Unit, {&In, Wait}) || StartsBySwap(R.To)))
      continue;
    if (IsOwn(R.To) || isSteppedByAll(Unit, In, Wait, R.To))
      continue;
    bool Exact = R.Way.MayAcquire == Scope::None &&
                 R.Way.MayAcquireElsewhere == Scope::None;
    C.Way = Exact ? std::move(R.Way) : wayToRead(In, Wait, R.To);
    Found.push_back(std::move(C));
  }
  // The most telling first: a writer that cannot be this thread itself.
  auto Rank = [&](const Consumer &C) {
    if (!C.Writer.In)
      return 2;
    return C.IsAnnounced || C.Writer.In != &In ||
                   !In.cfg().reaches(Wait, C.Writer.E)
               ? 0
               : 1;
  };
  llvm::sort(Found, [&](const Consumer &A, const Consumer &B) {
    if (Rank(A) != Rank(B))
      return Rank(A) < Rank(B);
    return isBefore(In, A.Read, B.Read);
  });
  return Found;
}

namespace {
struct KeptConsumers {
  std::map<EventId, std::vector<Consumer>> Of;
};
} // namespace

const std::vector<Consumer> &fencepost::consumersOf(const UnitView &Unit,
                                                    const FunctionView &In,
                                                    EventId Wait) {
  auto [At, IsNew] = In.kept().of<KeptConsumers>().Of.try_emplace(Wait);
  if (IsNew)
    At->second = findConsumers(Unit, In, Wait);
  return At->second;
}
