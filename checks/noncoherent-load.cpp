//===- noncoherent-load.cpp - published data through the read-only path ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ld.global.nc, __ldg and loads through `const T *__restrict__` may only read
// what nobody writes while the kernel runs (PTX ISA, "ld.global.nc"). They are
// outside the memory model: no acquire orders them, and compilers move them
// above the wait.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/proxy_ways.h"
#include "analyzer/analysis/memory/overlap.h"
#include "checks/handover_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::NoncoherentLoad;

/// Does all that the unit stores in the memory of C lie a great, fixed distance
/// away from what C reads, by the same index or by one whose bound keeps it in
/// its own part? Then the memory is cut up into arrays, and C reads another
/// one, which nobody writes.
static bool isOtherArray(const UnitView &Unit, const FunctionView &In,
                         const Consumer &C) {
  constexpr uint64_t Far = uint64_t(1) << 18; // Bytes.
  if (C.Writer.In != &In || In.event(C.Read).Address == UnknownValue)
    return false;
  LinearForm Here = addressForm(In, In.event(C.Read).Address);
  return llvm::all_of(Unit.accessesTo(In, C.Read), [&](const AccessRef &A) {
    const Event &Store = A.In->event(A.E);
    if (!writesMemory(Store))
      return true;
    if (A.In != &In || Store.Address == UnknownValue)
      return false;
    LinearForm There = addressForm(In, Store.Address);
    auto [Low, High] = std::minmax(Here.Constant, There.Constant);
    return uint64_t(High) - uint64_t(Low) >= Far &&
           (Here.Terms == There.Terms || areBoundedParts(In, C.Read, A.E));
  });
}

/// Is all that the unit stores there made of what C reads, and not surely at
/// another place, nor at one that data choose? Then each thread renews its own
/// words, and reads what was there before the launch.
static bool isRenewedInPlace(const UnitView &Unit, const FunctionView &In,
                             const Consumer &C) {
  auto IsByData = [&](EventId E) {
    ValueId Address = In.event(E).Address;
    return Address == UnknownValue || In.uniformity().dependsOnLoad(Address);
  };
  auto MayBeThere = [&](EventId Store) {
    SameLocation Is = In.provenance().sameLocation(C.Read, Store).Is;
    return Is == SameLocation::Same || (Is == SameLocation::Unknown &&
                                        !IsByData(C.Read) && !IsByData(Store));
  };
  return C.Writer.In == &In &&
         llvm::all_of(Unit.accessesTo(In, C.Read), [&](const AccessRef &A) {
           const Event &Store = A.In->event(A.E);
           return !writesMemory(Store) ||
                  (A.In == &In && Store.Kind == EventKind::Store &&
                   dependsOn(In.fn(), Store.Operand, C.Read) == Ternary::Yes &&
                   MayBeThere(A.E));
         });
}

/// Non-coherent reads of data that the wait guards. Where no writer is in
/// sight, only if nothing else is guarded by the wait: true inputs may be read
/// beside published data.
static std::vector<Consumer> noncoherent(const UnitView &Unit,
                                         const FunctionView &In,
                                         std::vector<Consumer> All) {
  bool OnlySuch = llvm::all_of(
      All, [](const Consumer &C) { return C.Path == ReadPath::NonCoherent; });
  llvm::erase_if(All, [&](const Consumer &C) {
    return C.Path != ReadPath::NonCoherent || (!C.Writer.In && !OnlySuch) ||
           isOtherArray(Unit, In, C) || isRenewedInPlace(Unit, In, C);
  });
  return All;
}

static std::string howItBecame(const Event &E) {
  return E.Prx == Proxy::NonCoherent
             ? spelled(E)
             : "a load through a 'const __restrict__' pointer";
}

static void report(const UnitView &Unit, const FunctionView &In, EventId Wait,
                   llvm::ArrayRef<Consumer> Reads, FindingSink &Sink) {
  const Event &W = In.event(Wait);
  const Event &E = In.event(Reads.front().Read);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Error)
      .verdict(Verdict::SeenOnHardware)
      .at(E.Loc)
      .message(objectOf(E) + " is published while the kernel runs, but " +
               howItBecame(E) +
               " is not coherent: no acquire orders it, and the compiler may "
               "move it above the wait")
      .step(Role::Poll, W,
            "the data is announced by " + objectOf(W) + ", which is read here");
  tellConsumers(F, In, Reads);
  tellAliasing(F, In, Wait, Reads.front().Read);
  tellWitness(F, Rule, receivedBy(Unit, In, Wait, Reads.front()));
  if (E.Prx == Proxy::NonCoherent)
    F.alternative("plain-load",
                  "read it with a plain load ('ld.global'), or a relaxed one");
  else
    F.alternative("drop-restrict",
                  "drop '__restrict__' or 'const' from the parameter, so that "
                  "the compiler keeps the load coherent");
  F.alternative("cache-hint",
                "where the L1 cache is to be spared, '__ldcg()' is coherent "
                "after an acquire and reads from the L2 cache")
      .emit(Sink);
}

void fencepost::checkNoncoherentLoad(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    llvm::SmallVector<EventId, 4> Told;
    auto Tell = [&](EventId Wait, std::vector<Consumer> Reads) {
      Reads = noncoherent(Unit, *In, std::move(Reads));
      llvm::erase_if(Reads, [&](const Consumer &C) {
        return llvm::is_contained(Told, C.Read);
      });
      if (Reads.empty())
        return;
      for (const Consumer &C : Reads)
        Told.push_back(C.Read);
      report(Unit, *In, Wait, Reads, Sink);
    };
    for (Ticket &T : ticketsOf(*In))
      Tell(T.Rmw, std::move(T.Readers));
    for (const Poll &P : In->polls().all()) {
      if (P.Kind != PollKind::Flag || !In->provenance().isVisibleToGrid(P.Read))
        continue;
      Tell(P.Read, consumersOf(Unit, *In, P.Read));
    }
  }
}
