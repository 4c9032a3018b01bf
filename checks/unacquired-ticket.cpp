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

#include "checks/handover_story.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UnacquiredTicket;

void fencepost::checkUnacquiredTicket(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions())
    for (Ticket &T : ticketsOf(*In)) {
      const Event &E = In->event(T.Rmw);
      if (acquires(E.Ord))
        continue;
      // Where nothing is released either, unreleased-publish tells both.
      if (!releases(E.Ord) &&
          llvm::none_of(payloadOf(*In, T.Rmw), [&](const Payload &P) {
            return mayRelease(*In, P.Store, P.Way) != Scope::None;
          }))
        continue;
      llvm::erase_if(T.Readers, [](const Consumer &C) {
        return mayAcquire(C.Way) != Scope::None;
      });
      if (T.Readers.empty())
        continue;
      FindingBuilder F(In->module(), In->fn(), Rule);
      F.level(Level::Warning)
          .at(E.Loc)
          .message("the last block knows from " + spelled(E) + " on " +
                   nameOf(*In, T.Rmw) +
                   " that the others are done, but nothing "
                   "acquires before it reads " +
                   nameOf(*In, T.Readers.front().Read))
          .step(Role::Publish, E,
                "a relaxed ticket: its result orders no later read")
          .step(Role::Access, In->fn().block(T.Branch).Term.Loc,
                "the block that drew the last ticket goes on here");
      tellBarrier(F, *In, T.Readers.front().Way);
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
