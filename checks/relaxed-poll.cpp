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

#include "analyzer/analysis/handoff/carried_data.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "analyzer/analysis/handoff/unordered_reads.h"
#include "analyzer/analysis/memory/overlap.h"
#include "checks/handover_story.h"
#include "checks/poll_forms.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::RelaxedPoll;

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
      if (llvm::is_contained(Told, P.Loop))
        continue;
      auto Reads = unorderedReads(Unit, *In, P, Locks);
      if (Reads.empty())
        continue;
      Told.push_back(P.Loop);
      report(Unit, *In, P, Reads, Sink);
    }
  }
}
