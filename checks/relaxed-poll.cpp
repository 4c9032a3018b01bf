//===- relaxed-poll.cpp - a wait that orders nothing ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop leaves on a relaxed, volatile or read-modify-write read, and data that
// the flag guards is read with no acquire in between (PTX ISA 8.7: a strong
// read alone is no acquire pattern; 8.8: a barrier adds none).
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/beside_wait.h"
#include "analyzer/analysis/memory/overlap.h"
#include "checks/handover_story.h"
#include "checks/poll_forms.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::RelaxedPoll;

/// Waits that the lock rule does not judge: a compare-and-swap that consumes
/// the flag takes no lock, for nothing gives it back.
static bool isOurs(const Poll &P, llvm::ArrayRef<LockPair> Locks) {
  switch (P.Kind) {
  case PollKind::Flag:
    return true;
  case PollKind::Lock:
    return llvm::none_of(Locks,
                         [&](const LockPair &L) { return L.Take == P.Read; });
  case PollKind::Object:
    return false;
  }
  return false;
}

/// A plain load that a fence in the loop makes the compiler repeat; without
/// one, weak-poll says so. The fence stands before the read that ends the loop.
static bool isRepeatedByFence(const FunctionView &In, const Poll &P) {
  const Event &E = In.event(P.Read);
  const Loop &L = In.loops().all()[P.Loop];
  return P.IsPure && E.Kind == EventKind::Load && E.Ord == Order::Weak &&
         E.Prx == Proxy::Generic && llvm::any_of(L.Blocks, [&](BlockId B) {
           return llvm::any_of(In.fn().block(B).Events, [&](EventId F) {
             return In.event(F).Kind == EventKind::Fence;
           });
         });
}

/// Machine code prints a word of 64 bits and a pair of status and value alike.
static bool mayBePair(const FunctionView &In, EventId Read) {
  return In.module().Origin == Layer::Sass && In.event(Read).Bits >= 64 &&
         carriesData(In, Read);
}

static bool isUnordered(const FunctionView &In, const Poll &P,
                        llvm::ArrayRef<LockPair> Locks) {
  const Event &E = In.event(P.Read);
  return isOurs(P, Locks) && E.Elements == 1 &&
         (isStrong(E.Ord) || isRepeatedByFence(In, P)) && !acquires(E.Ord) &&
         In.provenance().isVisibleToGrid(P.Read) && !mayBePair(In, P.Read);
}

/// Do many threads poll and read, each for itself, while only one of them comes
/// to the fences between? Its fence orders its own reads.
static bool isFencedByFew(const FunctionView &In, const Poll &P,
                          const Consumer &C) {
  auto IsElected = [&](EventId E) {
    return In.populations().isElected(In.cfg().position(E).Block);
  };
  return !C.Way.Opaque && !C.Way.MayBarrier && !C.Way.MayWarpSync &&
         !C.Way.Fences.empty() && !IsElected(P.Read) && !IsElected(C.Read) &&
         llvm::all_of(C.Way.Fences, [&](EventId F) {
           return In.event(F).Kind == EventKind::Fence && IsElected(F);
         });
}

/// The reads that no path acquires for. A loop that also works waits only for
/// what the unit shows to be announced by the flag.
static std::vector<Consumer> unordered(const UnitView &Unit,
                                       const FunctionView &In, const Poll &P) {
  std::vector<Consumer> All = consumersOf(Unit, In, P.Read);
  // A word that brings its data along need not announce any other.
  if (llvm::none_of(All, [](const Consumer &C) { return C.Writer.In; }) &&
      carriesData(In, P.Read))
    return {};
  llvm::erase_if(All, [&](const Consumer &C) {
    Scope Has = isFencedByFew(In, P, C) ? Scope::None : mayAcquire(C.Way);
    bool Narrow = Has == Scope::Cta && isAcrossBlocks(Unit, In, P.Read);
    return (!P.IsPure && !C.IsAnnounced) || (Has != Scope::None && !Narrow) ||
           isOnlyGivenOn(In, C.Read) || isBesideWait(Unit, In, P, C) ||
           C.Path == ReadPath::NonCoherent; // Its own rule.
  });
  return All;
}

static Level levelOf(const FunctionView &In, const Poll &P,
                     llvm::ArrayRef<Consumer> Reads) {
  auto Has = [&](ReadPath Path, bool Written) {
    return llvm::any_of(Reads, [&](const Consumer &C) {
      return C.Path == Path && (!Written || C.Writer.In);
    });
  };
  if (Has(ReadPath::L1, true) || llvm::any_of(Reads, [&](const Consumer &C) {
        return C.Path == ReadPath::L1 && isWhatWaitIsFor(In, P.Read, C);
      }))
    return Level::Error;
  return Has(ReadPath::L1, false) || Has(ReadPath::L2, false) ? Level::Warning
                                                              : Level::Note;
}

static std::string readBy(const Event &E) {
  if (E.Kind == EventKind::Rmw)
    return "an atomic read-modify-write without acquire order";
  if (E.Ord == Order::Weak)
    return "a plain load";
  return E.IsVolatile ? "a volatile load" : "a relaxed load";
}

static void report(const UnitView &Unit, const FunctionView &In, const Poll &P,
                   llvm::ArrayRef<Consumer> Reads, FindingSink &Sink) {
  const Event &E = In.event(P.Read);
  std::string Fence = fenceFor(In, E);
  FindingBuilder F(In.module(), In.fn(), Rule);
  bool Beside = llvm::any_of(Reads, [&](const Consumer &C) {
    return areOtherFields(In, C.Read, P.Read);
  });
  bool IsFew = isFencedByFew(In, P, Reads.front());
  F.level(carriesData(In, P.Read) && !Beside ? Level::Note
                                             : levelOf(In, P, Reads));
  if (llvm::any_of(Reads, [](auto &C) { return C.Path == ReadPath::L1; }))
    F.verdict(Verdict::SeenOnHardware);
  F.at(placeOf(In, P))
      .message(
          "the loop waits for " + nameOf(In, P.Read) + " with " + readBy(E) +
          (IsFew ? ", and only one of the threads that poll acquires before "
           : mayAcquire(Reads.front().Way) == Scope::None
               ? ", and nothing acquires before "
               : ", and only an acquire for its own block stands before ") +
          nameOf(In, Reads.front().Read) + " is read: old values may be seen")
      .step(Role::Poll, E,
            "the loop leaves when this read sees the flag; " + readBy(E) +
                " orders no later read");
  tellNarrowFence(F, In, Reads.front().Way);
  tellBarrier(F, In, Reads.front().Way);
  tellConsumers(F, In, Reads);
  tellProducer(F, Unit, In, P.Read);
  tellAliasing(F, In, P.Read, Reads.front().Read);
  tellWitness(F, Rule, receivedBy(Unit, In, P.Read, Reads.front()));
  // A fence makes no flag of a plain load.
  bool IsFlag = E.Ord != Order::Weak;
  bool InLoop = llvm::any_of(Reads, [&](const Consumer &C) {
    return llvm::is_contained(In.loops().all()[P.Loop].Blocks,
                              In.cfg().position(C.Read).Block);
  });
  if (IsFlag && !InLoop && P.Exits.size() == 1)
    F.repair(Repair::Kind::BehindLoop, /*Safe=*/false,
             In.fn().block(P.Exits.front().From).Term.Loc, "",
             llvm::StringRef(Fence).trim('\'').str() + ";");
  if (IsFlag && InLoop)
    F.alternative("fence-before-read",
                  "keep the cheap poll and put one " + Fence +
                      " between it and the read, in the thread that polled");
  else if (IsFlag)
    F.alternative("fence-after-loop",
                  "keep the cheap poll and put one " + Fence +
                      " behind the loop, in the thread that polled, before any "
                      "barrier");
  F.alternative("acquire-load",
                "poll with an acquire load at the scope where the data is "
                "written: 'cuda::atomic_ref' with 'load(cuda::"
                "memory_order_acquire)', or 'ld.acquire.gpu' ('.sys' across "
                "devices)")
      .alternative("data-in-flag",
                   "put value and status into one word of at most 64 bits, so "
                   "that one relaxed load brings both")
      .emit(Sink);
}

void fencepost::checkRelaxedPoll(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    llvm::SmallVector<uint32_t, 4> Told;
    std::vector<LockPair> Locks = locksOf(*In);
    tellRelays(Unit, *In, Sink);
    tellFollowers(Unit, *In, Sink);
    tellSecondLooks(Unit, *In, Sink);
    tellWaitsForPeers(*In, Sink);
    tellRelaxedWaits(*In, Sink);
    tellFirstLooks(Unit, *In, Sink);
    for (const Poll &P : In->polls().all()) {
      if (std::optional<LedRead> Led = ledRead(Unit, *In, P))
        tellLedReaders(*In, P, *Led, Sink);
      if (!isUnordered(*In, P, Locks) || llvm::is_contained(Told, P.Loop))
        continue;
      auto Reads = unordered(Unit, *In, P);
      if (Reads.empty())
        continue;
      Told.push_back(P.Loop);
      report(Unit, *In, P, Reads, Sink);
    }
  }
}
