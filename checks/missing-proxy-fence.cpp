//===- missing-proxy-fence.cpp - generic writes, asynchronous reads -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is written by ordinary stores and read by a bulk copy or a matrix
// unit, with no fence.proxy.async on any way between (PTX ISA, "Async proxy").
// Across blocks: a flag announces ordinary stores, and the waiting block reads
// them by a bulk copy.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/async_reads.h"
#include "checks/handover_story.h"
#include "checks/proxy_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::MissingProxyFence;
static constexpr unsigned MaxWrites = 3;

static bool isShared(const AsyncRead &R) { return R.Spc == Space::SharedCta; }

static std::string fenceFor(const AsyncRead &R) {
  return isShared(R) ? "fence.proxy.async.shared::cta"
                     : "fence.proxy.async.global";
}

static std::string readerOf(const FunctionView &In, const AsyncRead &R) {
  return In.event(R.By).Kind == EventKind::AsyncMma
             ? spelled(In.event(R.By)) + " reads its operands"
             : spelled(In.event(R.By)) + " reads its source";
}

static void offerFences(FindingBuilder &F, const AsyncRead &R) {
  F.alternative("fence-of-the-writers",
                "every writing thread executes '" + fenceFor(R) +
                    "' behind its last store and before the barrier")
      .alternative("fence-of-the-issuer",
                   "the issuing thread executes '" + fenceFor(R) +
                       "' behind the barrier and before the asynchronous "
                       "operation")
      .alternative("library-fence",
                   std::string("'cuda::ptx::fence_proxy_async(cuda::ptx::") +
                       (isShared(R) ? "space_shared" : "space_global") +
                       ")' says the same in C++");
}

//===- Within a block -----------------------------------------------------===//

static void report(const FunctionView &In, const AsyncRead &R,
                   llvm::ArrayRef<UnfencedWrite> Writes, FindingSink &Sink) {
  const Event &E = In.event(R.By);
  const UnfencedWrite &First = Writes.front();
  FindingBuilder F(In.module(), In.fn(), Rule);
  // What has been measured: shared memory that a bulk copy stores.
  bool Measured = isShared(R) && E.Done == Completion::BulkGroup;
  F.level(Measured ? Level::Error : Level::Warning);
  if (Measured)
    F.verdict(Verdict::SeenOnHardware);
  F.at(placeOf(In, R.By, First.Store))
      .message(
          readerOf(In, R) +
          (First.Early == NoId
               ? " through the async proxy, and no async proxy fence "
                 "stands between it and the store to "
               : " through the async proxy, and the one async proxy fence "
                 "before it does not cover the other threads' stores to ") +
          nameOf(In, First.Store) + ": old values may be read");
  for (const UnfencedWrite &W : Writes)
    F.step(Role::Producer, In.event(W.Store),
           nameOf(In, W.Store) + " is written through the generic proxy");
  if (First.Narrow != NoId)
    F.step(Role::Fence, In.event(First.Narrow).Loc,
           spelled(In.event(First.Narrow)) + " is for another state space");
  if (First.Skipped != NoId)
    F.step(Role::Fence, In.event(First.Skipped).Loc,
           "this fence is not executed where the condition around it fails, "
           "and the store and the copy are executed there as well");
  if (First.Early != NoId)
    F.step(Role::Fence, In.event(First.Early).Loc,
           "one thread fences here, before a barrier orders what the others "
           "store: it covers its own stores alone");
  if (First.Barrier != NoId)
    F.step(Role::Barrier, In.event(First.Barrier).Loc,
           spelled(In.event(First.Barrier)) +
               " orders the threads, but not the two proxies");
  F.step(Role::Consumer, E, readerOf(In, R) + " through the async proxy");
  offerFences(F, R);
  tellWitness(F, witnessOfProxies(In, First.Store, R.By, Proxy::Async, Rule));
  F.emit(Sink);
}

/// Several reads of the same writes (chunks, operands) are one finding.
static void checkFunction(const FunctionView &In, FindingSink &Sink) {
  llvm::SmallVector<EventId, 8> Told;
  for (const AsyncRead &R : asyncReads(In)) {
    std::vector<UnfencedWrite> Writes = unfencedWrites(In, R, MaxWrites);
    llvm::erase_if(Writes, [&](const UnfencedWrite &W) {
      return llvm::is_contained(Told, W.Store);
    });
    if (Writes.empty())
      continue;
    for (const UnfencedWrite &W : Writes)
      Told.push_back(W.Store);
    report(In, R, Writes, Sink);
  }
}

//===- From block to block ------------------------------------------------===//

/// A covering fence on some way from From to To; To may be NoId: anywhere
/// behind From.
static bool mayFence(const FunctionView &In, EventId From, EventId To) {
  for (EventId F = 0; F < In.fn().Events.size(); ++F)
    if (coversProxy(In.event(F), Space::Global) && In.cfg().reaches(From, F) &&
        (To == NoId || In.cfg().reaches(F, To)))
      return true;
  return false;
}

static bool isGenericStore(const Event &E) {
  return (E.Kind == EventKind::Store || isRmw(E.Kind)) &&
         E.Prx == Proxy::Generic;
}

static void reportWait(const UnitView &Unit, const FunctionView &In,
                       const Poll &P, const AsyncRead &R, const Consumer &C,
                       FindingSink &Sink) {
  const AccessRef &Writer = C.Writer;
  const Event &E = In.event(R.By);
  const Event &W = Writer.In->event(Writer.E);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .at(placeOf(In, R.By, P.Read))
      .message(readerOf(In, R) +
               " through the async proxy, and no async proxy fence stands "
               "between it and the wait for " +
               nameOf(In, P.Read) +
               ", which announces ordinary stores: old values may be read")
      .step(Role::Producer, W.Loc,
            nameOf(*Writer.In, Writer.E) +
                " is written through the generic proxy")
      .step(Role::Poll, In.event(P.Read),
            "the wait orders what the generic proxy reads, no more")
      .step(Role::Consumer, E, readerOf(In, R) + " through the async proxy");
  Handover H = receivedBy(Unit, In, P.Read, C);
  H.ReadThrough = Proxy::Async;
  tellWitness(F, Rule, H);
  F.alternative("fence-after-wait",
                "execute '" + fenceFor(R) +
                    "' behind the wait, in the block that reads and before "
                    "the asynchronous operation")
      .emit(Sink);
}

static void checkWaits(const UnitView &Unit, const FunctionView &In,
                       llvm::ArrayRef<AsyncRead> Reads, FindingSink &Sink) {
  llvm::SmallVector<EventId, 4> Told;
  for (const Poll &P : In.polls().all()) {
    if (P.Kind != PollKind::Flag || !In.provenance().isVisibleToGrid(P.Read))
      continue;
    for (const Consumer &C : consumersOf(Unit, In, P.Read)) {
      auto R = llvm::find_if(Reads, [&](const AsyncRead &X) {
        return X.By == C.Read && X.Spc == Space::Global;
      });
      if (R == Reads.end() || llvm::is_contained(Told, C.Read) ||
          !C.Writer.In || !isGenericStore(C.Writer.In->event(C.Writer.E)) ||
          mayFence(In, P.Read, C.Read) ||
          mayFence(*C.Writer.In, C.Writer.E, NoId))
        continue;
      Told.push_back(C.Read);
      reportWait(Unit, In, P, *R, C, Sink);
    }
  }
}

void fencepost::checkMissingProxyFence(const UnitView &Unit,
                                       FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    tellUnfencedMaps(*In, Sink);
    tellUnfencedRefills(*In, Sink);
    std::vector<AsyncRead> Reads = asyncReads(*In);
    if (Reads.empty())
      continue;
    checkFunction(*In, Sink);
    checkWaits(Unit, *In, Reads, Sink);
  }
}
