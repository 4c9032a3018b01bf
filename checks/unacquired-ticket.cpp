//===- unacquired-ticket.cpp - the last block reads without an acquire ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Last block done": a relaxed ticket tells the last block that all others
// have stored their partial results, and nothing acquires before it reads
// them. An acquire by the ticket's thread before the barrier is the form that
// needs no help from the other side (PTX ISA 8.7).
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/ordered_ways.h"
#include "checks/handover_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UnacquiredTicket;

/// Enough between blocks; a scope that is not known may be.
static bool isForTheGrid(Scope S) {
  return S != Scope::None && S != Scope::Cta;
}

void fencepost::checkUnacquiredTicket(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions())
    for (Ticket &T : ticketsOf(*In)) {
      const Event &E = In->event(T.Rmw);
      if (acquires(E.Ord))
        continue;
      // Where nothing is released either, unreleased-publish tells both sides.
      if (!releases(E.Ord) &&
          llvm::none_of(payloadOf(*In, T.Rmw), [&](const Payload &P) {
            return isForTheGrid(mayRelease(*In, P.Store, P.Way));
          }))
        continue;
      llvm::erase_if(T.Readers, [](const Consumer &C) {
        return isForTheGrid(mayAcquire(C.Way));
      });
      if (T.Readers.empty())
        continue;
      const Between &Way = T.Readers.front().Way;
      bool IsNarrow = mayAcquire(Way) == Scope::Cta;
      FindingBuilder F(In->module(), In->fn(), Rule);
      F.level(Level::Warning)
          .at(E.Loc)
          .message("the last block knows from " + spelled(E) + " on " +
                   nameOf(*In, T.Rmw) +
                   " that the others are done, but nothing " +
                   (IsNarrow ? "acquires beyond its own block before it reads "
                             : "acquires before it reads ") +
                   nameOf(*In, T.Readers.front().Read))
          .step(Role::Publish, E,
                "a relaxed ticket: its result orders no later read")
          .step(Role::Access, In->fn().block(T.Branch).Term.Loc,
                "the block that drew the last ticket goes on here");
      for (EventId Id : Way.Fences)
        if (IsNarrow && In->event(Id).Scp == Scope::Cta)
          F.step(Role::Fence, In->event(Id),
                 "orders at block scope, and the data are of other blocks");
      tellBarrier(F, *In, Way);
      tellConsumers(F, *In, T.Readers);
      tellWitness(F, Rule, byTicket(*In, T.Rmw, T.Readers.front()));
      F.alternative("fence-after-ticket",
                    "put " + fenceFor(*In, E) +
                        " behind the ticket, in the thread that drew it, "
                        "before the barrier")
          .alternative("acq-rel-ticket",
                       "draw the ticket with 'cuda::atomic_ref' and "
                       "'fetch_add(1, cuda::memory_order_acq_rel)': it then "
                       "releases the partial results as well")
          .alternative("two-kernels",
                       "store the partial results and combine them in a second "
                       "kernel: the kernel boundary orders both")
          .emit(Sink);
    }
}
