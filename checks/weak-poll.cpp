//===- weak-poll.cpp - a wait by plain loads ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A weak load in a loop that nothing else ends: the compiler may read once and
// loop for ever, and a cache operator is a hint that changes neither (PTX ISA,
// "Cache Operators"; 8.4: weak operations take no part in synchronization).
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "checks/handover_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::WeakPoll;

/// What else in the loop makes the compiler read again, and orders it. A
/// barrier means that the threads of this block change the word.
static bool isReadAgain(const FunctionView &In, const Loop &L) {
  for (BlockId B : L.Blocks)
    for (EventId E : In.fn().block(B).Events)
      switch (In.event(E).Kind) {
      case EventKind::Fence:
      case EventKind::CtaBarrier:
      case EventKind::ClusterBarrier:
      case EventKind::WarpSync:
      case EventKind::OpaqueCall:
      case EventKind::Mbarrier:
      case EventKind::GridDependency:
        return true;
      case EventKind::Load:
      case EventKind::Store:
      case EventKind::Rmw:
      case EventKind::Red:
      case EventKind::ProxyFence:
      case EventKind::WarpCollective:
      case EventKind::AsyncCopy:
      case EventKind::AsyncCommit:
      case EventKind::AsyncWait:
      case EventKind::AsyncMma:
      case EventKind::Sleep:
      case EventKind::CacheHint:
      case EventKind::CompilerOnly:
        break;
      }
  return false;
}

/// The loop waits for another word as well, by a strong read: the weak one is
/// what that word is compared with.
static bool comparesWithStrong(const FunctionView &In, const Poll &P) {
  return llvm::any_of(In.polls().all(), [&](const Poll &Other) {
    return Other.Loop == P.Loop && isStrong(In.event(Other.Read).Ord);
  });
}

static bool isWeakPoll(const UnitView &Unit, const FunctionView &In,
                       const Poll &P) {
  const Event &E = In.event(P.Read);
  // `ld.cv` is asked for where others change the word, whatever else the loop
  // does.
  bool Waits = P.IsPure || E.Hint == CacheHint::Cv;
  return P.Kind == PollKind::Flag && Waits && E.Kind == EventKind::Load &&
         E.Ord == Order::Weak && !E.IsVolatile &&
         In.provenance().isVisibleToGrid(P.Read) &&
         !comparesWithStrong(In, P) &&
         !isReadAgain(In, In.loops().all()[P.Loop]) &&
         (E.Hint == CacheHint::Cv || !isKeptTwoWays(Unit, In, P.Read));
}

static void report(const UnitView &Unit, const FunctionView &In, const Poll &P,
                   FindingSink &Sink) {
  const Event &E = In.event(P.Read);
  bool Hinted = E.Hint != CacheHint::None || E.Prx == Proxy::NonCoherent;
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Error)
      .verdict(Verdict::SeenOnHardware)
      .at(placeOf(In, P))
      .message("the loop waits for " + nameOf(In, P.Read) + " with " +
               (Hinted ? spelled(E) + ", a weak load whose cache operator is "
                                      "only a hint"
                       : "a plain load") +
               ": the compiler may read it once and never leave the loop")
      .step(Role::Poll, E,
            "nothing in the loop makes the compiler read " +
                nameOf(In, P.Read) + " again, or orders what is read after it");
  std::vector<Consumer> Reads = consumersOf(Unit, In, P.Read);
  llvm::erase_if(Reads, [](const Consumer &C) {
    return mayAcquire(C.Way) != Scope::None;
  });
  tellConsumers(F, In, Reads);
  tellProducer(F, Unit, In, P.Read);
  if (!Reads.empty())
    tellWitness(F, Rule, receivedBy(Unit, In, P.Read, Reads.front()));
  F.alternative("acquire-load",
                "poll with 'cuda::atomic_ref<T, cuda::thread_scope_device>' "
                "and 'load(cuda::memory_order_acquire)', or 'ld.acquire.gpu'")
      .alternative("relaxed-load-and-fence",
                   "poll with a relaxed or volatile load and put one " +
                       fenceFor(In, E) + " behind the loop")
      .emit(Sink);
}

void fencepost::checkWeakPoll(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    llvm::SmallVector<uint32_t, 4> Told;
    for (const Poll &P : In->polls().all())
      if (isWeakPoll(Unit, *In, P) && !llvm::is_contained(Told, P.Loop)) {
        Told.push_back(P.Loop);
        report(Unit, *In, P, Sink);
      }
  }
}
