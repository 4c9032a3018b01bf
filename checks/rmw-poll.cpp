//===- rmw-poll.cpp - a read-modify-write that only reads -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop waits with an atomic whose operand cannot change the word: it costs
// what an atomic costs, queues with every other one, and acquires no more than
// a relaxed load does (PTX ISA: atom is relaxed by default).
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/memory/idle_update.h"
#include "checks/cost.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::RmwPoll;

static void report(const FunctionView &In, const Poll &P, FindingSink &Sink) {
  const Event &E = In.event(P.Read);
  bool Many = !In.populations().isElected(In.cfg().position(P.Read).Block);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(Level::Warning)
      .verdict(Verdict::Costs)
      .at(placeOf(In, P))
      .message("the loop waits for " + nameOf(In, P.Read) +
               " with a read-modify-write that changes nothing: a relaxed load "
               "reads the same" +
               (Many ? ", and all the threads that wait here queue at one word"
                     : ""))
      .step(Role::Poll, E,
            std::string("on an H200, 132 blocks of one thread: 190 cycles a "
                        "poll against 40 of a relaxed load; 132 blocks of 128 "
                        "threads: ") +
                (E.Rmw == RmwOp::Cas ? "23,859" : "758") + " against 152");
  std::string At =
      spelling(E.Scp == Scope::Sys ? Scope::Sys : Scope::Gpu).str();
  F.alternative("relaxed-load",
                "poll with 'ld.relaxed." + At +
                    "' ('cuda::atomic_ref' with 'load(cuda::"
                    "memory_order_relaxed)', or a 'volatile' read); it orders "
                    "as little as the atomic does");
  offerCheapWait(F, In, E.Scp == Scope::Sys ? Scope::Sys : Scope::Gpu);
  F.emit(Sink);
}

void fencepost::checkRmwPoll(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    llvm::SmallVector<uint32_t, 4> Told;
    for (const Poll &P : In->polls().all()) {
      const Event &E = In->event(P.Read);
      if (E.Kind != EventKind::Rmw || releases(E.Ord) ||
          In->provenance().isShared(P.Read) ||
          llvm::is_contained(Told, P.Loop) || !changesNothing(In->fn(), E))
        continue;
      Told.push_back(P.Loop);
      report(*In, P, Sink);
    }
  }
}
